"""The trusted reading of a model's statement: one wrong statement per test, each with its reason."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from proofcheck.certificate import check_model
from proofcheck.certificate.model_statement import Model, Rejected
from proofcheck.errors import BadInput
from tests.model.common import QUEUE, written

Document = Any


def known(statement: Document, name: str, **change: Any) -> Document:
    """A given function of which the first inequality of the cone is known."""
    return {"name": name, "meaning": "", "inequalities": [statement["inequalities"][0] | change]}


def ends(statement: Document, top: int, last: int) -> None:
    """The coordinate is a mode up to `top`, every inequality and claim ends at `last`."""
    statement["coordinates"][0]["top"] = top
    for inequality in (*statement["inequalities"], *statement["claims"]):
        inequality["high"] = [last]


def give(statement: Document, name: str = "w", times: int = 0) -> None:
    """A given function of which less is known than the cone has; in an action if it has `times`."""
    known = copy.deepcopy(statement["inequalities"][:1])
    statement["functions"].append({"name": name, "meaning": "", "inequalities": known})
    if times:
        use = {"name": name, "times": times, "move": [0]}
        statement["operators"][0]["actions"][0]["functions"].append(use)


STATEMENTS: list[tuple[str, Callable[[Document], None], str]] = [
    ("a field more", lambda s: s.update(remark=""), "differs"),
    ("a field less", lambda s: s.pop("step"), "wrong-type"),
    ("a word for a number", lambda s: s["inequalities"][0]["low"].__setitem__(0, "0"), "wrong-type"),
    ("true for a number", lambda s: s["inequalities"][0]["low"].__setitem__(0, True), "wrong-type"),
    ("another format", lambda s: s.update(format="proofcheck-model/2"), "stale"),
    ("a vector too long", lambda s: s["inequalities"][0]["low"].append(0), "bad-model: a vector"),
    ("an unknown parameter", lambda s: s["costs"][0]["costs"][0].update(parameter="z"), "unknown parameter"),
    ("an empty range", lambda s: s["inequalities"][0].update(low=[3], high=[2]), "never applies"),
    ("a negative range", lambda s: s["inequalities"][0].update(low=[-1]), "never applies"),
    ("a point outside", lambda s: ends(s, 5, 5), "outside-domain"),
    ("a mode without values", lambda s: ends(s, -1, 0), "without values"),
    ("a function called g", lambda s: s["functions"].append(known(s, "g")), "the name g stands twice"),
    ("two functions", lambda s: s["functions"].extend([known(s, "k")] * 2), "the name k stands twice"),
    (
        "a function known on too many states",
        lambda s: s["functions"].append(known(s, "k", high=[10**9])),
        "too-large: about",
    ),
    ("a negative offset", lambda s: s["inequalities"][0]["lesser"][0].update(at=[-1]), "negative offset"),
    ("a multiplier of zero", lambda s: s["inequalities"][0]["lesser"][0].update(times=0), "not positive"),
    ("a name of signs", lambda s: s["inequalities"][1].update(name="K» : x"), "not of letters"),
    ("a function called f", lambda s: give(s, name="f"), "f stands twice"),
    ("a function twice", lambda s: (give(s), give(s)), "w stands twice"),
    ("a function taken off", lambda s: give(s, times=-1), "not positive"),
    ("no cone", lambda s: s.update(inequalities=[]), "no inequality"),
    ("a name twice", lambda s: s["inequalities"][1].update(name="I_x"), "I_x stands twice"),
    (
        "a reserved name",
        lambda s: s["inequalities"][1].update(name="upper"),
        "of f: the name upper stands twice, or is reserved",
    ),
    (
        "an action twice",
        lambda s: s["operators"][0]["actions"][1].update(name="reject"),
        "operator admission: the name reject stands twice",
    ),
    ("a parameter called as a rate", lambda s: s["parameters"].append("lam"), "lam stands twice"),
    (
        "a step without an operator",
        lambda s: s.update(step={"use": "cost", "name": "holding"}),
        "operator admission",
    ),
    (
        "a step with more",
        lambda s: s.update(step={"use": "operator", "name": "z", "of": {"use": "f"}}),
        "operator z",
    ),
    ("a step that is none", lambda s: s.update(step={"use": "g"}), "is not an expression"),
    ("an unknown rate", lambda s: s["step"]["terms"][0].update(rate="z"), "without a known rate"),
    (
        "no feasible action",
        lambda s: s["operators"][1]["actions"][0]["terms"][0].update(boundary="forbid"),
        "no action",
    ),
    (
        "a negative weight",
        lambda s: s["operators"][1]["actions"][0]["terms"][0].update(constant=-1),
        "negative weight",
    ),
    (
        "a weight that grows",
        lambda s: s["operators"][1]["actions"][0]["terms"][0].update(slopes=[1]),
        "grows with",
    ),
    (
        "too many cases",
        lambda s: s["operators"][0]["actions"][0]["when"].update(low=[10**9]),
        "too-large: about",
    ),
]


@pytest.mark.parametrize(("what", "change", "reason"), STATEMENTS, ids=[s[0] for s in STATEMENTS])
def test_a_wrong_statement_is_refused(what: str, change: Callable[[Document], None], reason: str) -> None:
    """With its reason; unchanged it is accepted."""
    statement = written()
    assert len(Model(copy.deepcopy(statement)).obligations) == 10
    change(statement)
    with pytest.raises(Rejected) as refusal:
        Model(statement).obligations  # noqa: B018
    assert reason in str(refusal.value)


def test_a_function_cannot_take_the_place_of_the_cone() -> None:
    """A given function called f once replaced the cone: a cone that is not kept was accepted as proved."""
    false = QUEUE.replace('cone = ["I(x)", "Cx(x)"]', 'cone = ["D(x)", "Cv(x)"]')
    trojan = '[[function]]\nname = "f"\ninequalities = ["I(x)", "Cx(x)"]\n[[operator]]'
    with pytest.raises(BadInput, match="the name f stands twice"):
        written(false.replace("[[operator]]", trojan, 1))


def test_a_global_witness_needs_offsets_that_are_not_negative() -> None:
    """Differences at the corner say nothing about states before it: 0, 0, 9, 0, 0, 0, 0 and 0 beyond is not
    in the cone f(x-6) <= f(x), x >= 6, which has f(2) <= f(8)."""
    statement = written()
    statement["inequalities"][0].update(
        low=[6], lesser=[{"times": 1, "at": [-6]}], greater=[{"times": 1, "at": [0]}]
    )
    values = {f"({x})": 9 * (x == 2) for x in range(7)}
    found = {"window": [6], "degree": 1, "f": values, "functions": {}, "parameters": {"c": 0, "h": 0}}
    del statement["inequalities"][1]
    with pytest.raises(Rejected, match="negative offset"):
        check_model.Witness(Model(statement), found)
    shifted = statement["inequalities"][0]
    shifted.update(low=[0], lesser=[{"times": 1, "at": [0]}], greater=[{"times": 1, "at": [6]}])
    with pytest.raises(Rejected, match="does not satisfy I_x"):
        check_model.Witness(Model(statement), found)


def test_what_is_known_of_a_given_function_speaks_of_states_only() -> None:
    """As for the cone: a range that leads out of a mode is refused, also where nothing uses it."""
    mode = '[[coordinate]]\nname = "y"\nto = 2\n[[function]]\nname = "w"\ninequalities = ["I(y)"]\n'
    text = QUEUE.replace("[[operator]]", mode + "[[operator]]", 1)
    for k in (2, 1, 0):
        text = text.replace(f"f(x+{k})" if k else "f(x)", f"f(x+{k}, y)" if k else "f(x, y)")
    move = '[[operator]]\nname = "change"\nmode_change = { mode = "y", rates = [[0,1,0],[1,0,1],[0,1,0]] }\n'
    text = text.replace("[[operator]]", move + "[[operator]]", 1)
    text = text.replace("mu*departure", "mu*change(f) + mu*departure")
    statement = written(text)
    known = statement["functions"][0]["inequalities"][0]
    assert known["high"] == [None, 1]
    Model(copy.deepcopy(statement))
    known["high"] = [None, 2]
    with pytest.raises(Rejected, match=r"outside-domain: \[0, 3\] is not a state"):
        Model(statement)
