"""Model files: what they stand for, and what is refused with one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofcheck.certificate.model_statement import Model
from proofcheck.errors import BadInput
from proofcheck.model.reader import read_model, statement
from proofcheck.model.size import MOST_LEAVES, estimate, require_size
from proofcheck.model.write import generate
from proofcheck.tables import parse_table
from tests.model.common import MODELS, QUEUE, committed, written


def test_a_template_has_the_largest_range_on_which_its_points_are_states() -> None:
    """Cx(x) with x = 0..8 is for x = 0..6; unbounded coordinates have no end."""
    cone = {i["name"]: (i["low"], i["high"]) for i in committed("finite_buffer")["inequalities"]}
    assert cone == {"I_x": ([0], [7]), "Cx_x": ([0], [6])}
    assert committed("mm1_admission")["inequalities"][1]["high"] == [None]


def test_a_formula_and_its_template_are_the_same_inequality() -> None:
    """2 f(x+1) <= f(x) + f(x+2) is Cx(x), also with fractions."""
    named = written()["inequalities"][1]
    for says in ("2*f(x+1) <= f(x) + f(x+2)", "f(x+1) <= 1/2*f(x) + 1/2*f(x+2)", "f(x) + f(x+2) >= 2*f(x+1)"):
        said = written(cone=f'["I(x)", {{ name = "C", says = "{says}" }}]')["inequalities"][1]
        assert said["lesser"] == named["lesser"]
        assert sorted(t["at"] for t in said["greater"]) == sorted(t["at"] for t in named["greater"])


def test_ranges_can_be_narrowed() -> None:
    """`for` gives first and last values; "top" is as far as the points go."""
    found = written(
        cone='[{ template = "I(x)", for = { x = [1, 3] } }, { template = "Cx(x)", for = { x = [2, "top"] } }]'
    )
    assert [(i["low"], i["high"]) for i in found["inequalities"]] == [([1], [3]), ([2], [None])]


def test_assumptions_and_claims_keep_their_constants() -> None:
    """2 c >= h/3 + 1 is 6 c >= h + 3; a claim's parameters stand on its greater side."""
    found = written(assume='["2*c >= h/3 + 1"]')
    greater = [{"times": 6, "parameter": "c"}]
    lesser = [{"times": 1, "parameter": "h"}, {"times": 3, "parameter": "1"}]
    assert found["assumptions"] == [{"greater": greater, "lesser": lesser}]
    assert found["claims"][0]["constants"] == [{"times": -1, "parameter": "c"}]


BAD: list[tuple[str, str, str]] = [  # what is replaced, by what, the reason
    ('"Cx(x)"]', '"Cx(y)"]', "cone: Cx(y): coordinate 'y' is not declared"),
    ('"Cx(x)"]', '"Convex(x)"]', "not a template; known are I, D"),
    ('"Cx(x)"]', '"Super(x, x)"]', "wants 2 different coordinates"),
    ('"Cx(x)"]', '"Cx(x)", "Cx(x)"]', "bad-model: of f: the name Cx_x stands twice"),
    ('"Cx(x)"]', '{ says = "f(x) <= f(x+1)" }]', "wants a template, or a name"),
    ('"Cx(x)"]', '{ name = "K", says = "f(x-1) <= f(x)" }]', "an offset is negative"),
    ('"Cx(x)"]', '{ name = "K", says = "f(x) <= f(x+1) + c" }]', "has no constants"),
    ('"Cx(x)"]', '{ name = "K", says = "x*f(x) <= f(x+1)" }]', "only sums of times"),
    ('"Cx(x)"]', '{ template = "Cx(x)", for = { x = [3, 2] } }]', "never applies: the range of x is 3..2"),
    ('"Cx(x)"]', '{ template = "Cx(x)", for = { y = [0, 2] } }]', "coordinate 'y' is not declared"),
    ('name = "x"', 'name = "x"\nto = 1', "cone: Cx(x): never applies: the range of x is 0..-1"),
    ('name = "x"', 'name = "x"\n[[coordinate]]\nname = "x"', "coordinate x is declared twice"),
    ('name = "departure"', 'name = "admission"', "operator admission is declared twice"),
    ('rates = ["lam", "mu"]', 'rates = ["lam", "mu", "admission"]', "the name admission stands twice"),
    ('parameters = ["c", "h"]', 'parameters = ["c", "h", "c"]', "parameter c is declared twice"),
    ('parameters = ["c", "h"]', 'parameters = ["c", "h", "f"]', "the name f stands twice, or is reserved"),
    (
        'name = "x"',
        'name = "x"\n[[function]]\nname = "f"\ninequalities = ["I(x)"]',
        "the name f stands twice, or is reserved",
    ),
    ('"h >= 0"]', '"h*c >= 0"]', "is not linear"),
    ('"h >= 0"]', '"h > 0"]', "only <= and >="),
    ('"h >= 0"]', '"z >= 0"]', "'z' cannot be said here; known are c, h"),
    ('value = "h*x"', 'value = "h*x*x"', "a product of h and x and x cannot be said"),
    ('value = "h*x"', 'value = "f(x)"', "cannot be said here"),
    ("mu*departure(f)", "mu*f", "operator departure: stated and not used"),
    ("mu*departure(f)", "nu*departure(f)", "step: 'nu * departure(f)' cannot be said"),
    ('departure = { from = "x" }', 'departure = { from = "x", servers = 0 }', "0 is less than the minimum"),
    (
        'departure = { from = "x" }',
        'min = ["f(x)", { name = "b", value = "f(x+1)", when = ["x >= 3/2"] }]',
        "'x >= 3/2' is not of the form",
    ),
    ('departure = { from = "x" }', 'departures = { from = "x" }', "'departures' was unexpected"),
    ('departure = { from = "x" }', 'value = "f(x-1)"', "operator departure: no action is feasible at (0)"),
    ('format = "proofcheck-model/1"', 'format = "proofcheck-problem/1"', "here 'proofcheck-model/1' is read"),
    ('format = "proofcheck-model/1"', "format = [1]", "here 'proofcheck-model/1' is read"),
    ('name = "queue"', "name = 1.5", "1.5 is not exact"),
    ('name = "queue"', 'name = "a queue"', "does not match"),
    ('name = "queue"', 'name = "queue"\nname = "queue"', "overwrite"),
    ('says = "c + f(x+1) <= f(x+2)"', 'says = "c + f(x+1)"', "is not of the form A <= B"),
    (
        'departure = { from = "x" }',
        'min = ["f(x)", { name = "b", valu = "f(x+1)" }]',
        "operator[1].min[1]: Additional properties are not allowed ('valu' was unexpected)",
    ),
    (
        'departure = { from = "x" }',
        'min = ["f(x)", { name = "b", value = 3 }]',
        "operator[1].min[1].value: 3 is not of type 'string'",
    ),
    ('value = "h*x"', "value = 3", "cost[0].value: 3 is not of type 'string'"),
    ('departure = { from = "x" }', 'value = "f(x+1, x)"', "a function takes all coordinates, as in f(x)"),
    (
        'departure = { from = "x" }',
        'controlled_service = { from = "x", rates = [1, 2], costs = ["c"] }',
        "as many rates as costs are wanted, here 2 and 1",
    ),
    (
        '"Cx(x)"]',
        '{ name = "K", says = "f(x) <= f(x)" }]',
        "cone: K: says nothing: both sides are the same",
    ),
]


@pytest.mark.parametrize(("old", "new", "reason"), BAD, ids=[f"{new}"[:60] for _, new, _ in BAD])
def test_bad_input_is_one_line_with_place_and_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    """The file is named, and the unchanged one is read."""
    assert old in QUEUE
    path = tmp_path / "mine.toml"
    path.write_text(QUEUE)
    assert read_model(path)["name"] == "queue"
    path.write_text(QUEUE.replace(old, new, 1))
    with pytest.raises(BadInput) as refusal:
        read_model(path)
    line = str(refusal.value)
    assert line.startswith(f"{path}: ")
    assert reason in line
    assert "\n" not in line


def test_a_mode_without_transitions_is_refused() -> None:
    """A coordinate that no operator changes is a slip."""
    text = QUEUE.replace('name = "x"', 'name = "x"\n[[coordinate]]\nname = "z"\nto = 2', 1)
    text = text.replace("f(x)", "f(x, z)").replace("f(x+1)", "f(x+1, z)").replace("f(x+2)", "f(x+2, z)")
    with pytest.raises(BadInput, match="coordinate z: has no transitions: no operator ever changes it"):
        written(text)


def test_a_model_with_a_billion_cases_is_refused_with_the_estimate() -> None:
    """Three modes of a thousand values: before any of them is looked at."""
    text = """
format = "proofcheck-model/1"
name = "huge"
cone = ["I(x)"]
step = "T(f)"
[[coordinate]]
name = "x"
to = 1000
[[coordinate]]
name = "y"
to = 1000
[[coordinate]]
name = "z"
to = 1000
[[operator]]
name = "T"
value = "stay(f(x+1, y+1, z+1))"
"""
    with pytest.raises(BadInput, match=r"too-large: about 2\.0e\+09 cases, more than 1e\+06"):
        written(text)


def test_a_model_with_too_many_leaves_is_refused_with_the_estimate() -> None:
    """Sixty actions at each of four states of one inequality."""
    formulas = ", ".join(f'"{k}*c + f(x+{k})"' for k in range(60))
    sides = "f(x+1) + f(x+2) + f(x+3) + f(x+5) <= f(x) + f(x+4) + f(x+6) + f(x+7)"
    text = QUEUE.replace('controlled_arrival = { to = "x", rejection = "c" }', f"min = [{formulas}]")
    model = written(text.replace('"Cx(x)"]', f'{{ name = "K", says = "{sides}" }}]'))
    assert estimate(Model(model)) > 60**4 > MOST_LEAVES
    with pytest.raises(BadInput, match="nothing was done"):
        generate(model)
    require_size(Model(written()))


@pytest.mark.parametrize("content", [b"\xff\xfe", b"[", b"x = " + b"[" * 2000])
def test_what_is_no_toml_is_refused(tmp_path: Path, content: bytes) -> None:
    """Not UTF-8, not TOML, nested too deeply."""
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"mine\.toml: "):
        read_model(path)
    with pytest.raises(BadInput, match="No such file"):
        read_model(tmp_path / "other.toml")


def test_every_committed_model_is_read_the_same_from_its_parsed_content() -> None:
    """The place is only for messages."""
    for path in MODELS.glob("*.toml"):
        assert statement(parse_table(path.read_text(), "x"), "x") == read_model(path)
