"""Tables and matrices against the model by direct evaluation."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.errors import BadInput
from proofcheck.infer.language import Operator
from proofcheck.infer.lattice import Instances, Values, Window
from tests.infer.common import by_name, changed, column, language, model
from tests.model.common import MODELS, after, inside
from tests.properties import model as servers

LAST, M = 5, 2
tables = st.lists(st.integers(-50, 50), min_size=(LAST + 1) * (M + 1), max_size=(LAST + 1) * (M + 1))


def window() -> Window:
    return Window(language("three_server"), (LAST, M))


@settings(max_examples=50, deadline=None)
@given(tables)
def test_operators_are_those_of_the_model(drawn: list[int]) -> None:
    """Routing, arrivals and departures, on the window where they are known."""
    f, here = np.array(drawn, dtype=object).reshape(LAST + 1, M + 1), window()
    expected = {"routing": servers.routed, "event.arrival": servers.arrival}
    expected |= {
        "event.fast_departure": servers.fast_departure,
        "event.slow_departure": servers.slow_departure,
    }
    for operator in language("three_server").operators:
        image, wanted = here.after(operator, column(here, f)), expected.pop(operator.name)(f)
        known = here.smaller(here.table(operator).up)
        assert known == (LAST - (operator.name == "event.arrival"), M)
        smaller = Window(language("three_server"), known)
        assert (here.onto(smaller, image) == column(smaller, wanted)).all()
        assert not image[:-1][~here.within(known)].any()
    assert not expected


@pytest.mark.parametrize("name", sorted(path.stem for path in MODELS.glob("*.toml")))
def test_operators_of_models(name: str) -> None:
    """Every operator and cost of every committed model, at random functions and parameters, against another
    reading of the statement: states near the boundary and beyond the depth."""
    here, source = model(name), Random(name)
    corner = tuple(5 if c.top is None else c.top for c in here.coordinates)
    window = Window(here, corner)
    drawn = np.array([[source.randint(-50, 50)] for _ in range(window.height)], dtype=np.int64)
    drawn[window.first("1")] = 1
    for operator in (*here.operators, *here.costs):
        image, wanted = window.after(operator, drawn), direct(window, operator, drawn)
        known = window.within(window.smaller(window.table(operator).up))
        assert known.sum() >= 2
        for row in np.nonzero(known)[0]:
            assert image[row, 0] == wanted(window.states[row]), (operator.name, window.states[row])
        assert (image[window.size :] == drawn[window.size :]).all()


def direct(window: Window, operator: Operator, values: Values) -> Any:
    """An operator or a cost of a model by direct evaluation."""
    here = window.language
    table = dict(zip(window.atoms, (int(v) for v in values[:, 0]), strict=True))
    given_ = {name: lambda s, name=name: table[name, s] for name in here.given}
    parameters = {name: table[name, ()] for name in here.parameters}
    statement = model(here.name).statement
    if operator in here.operators:
        return after(statement, operator.name, lambda s: table["f", s], given_, parameters)
    (cost,) = (one for one in statement["costs"] if one["name"] == operator.name)

    def value(s: tuple[int, ...]) -> int:
        own = sum(
            (c["constant"] + sum(a * b for a, b in zip(c["slopes"], s, strict=True)))
            * parameters[c["parameter"]]
            for c in cost["costs"]
        )
        return int(own + sum(use["times"] * given_[use["name"]](s) for use in cost["functions"]))

    return value


def test_atoms_are_in_the_order_of_the_rows() -> None:
    """f, parameters, given functions."""
    window = Window(model("service_rate"), (2,))
    assert window.atoms == [
        *(("f", (x,)) for x in range(3)),
        *((name, ()) for name in ("1", "c1", "c2")),
        *(("h", (x,)) for x in range(3)),
    ]
    assert [window.first(name) for name in ("f", "1", "c2", "h")] == [0, 3, 5, 6]
    assert window.height == len(window.atoms)


def test_what_is_presumed_of_parameters_and_given_functions() -> None:
    """c1, c2 >= 0, and h increasing and convex; each is missed alone."""
    window = Window(model("service_rate"), (2,))

    def holds(parameters: list[int], h: list[int]) -> bool:
        column_ = np.array([0, 0, 0, *parameters, *h]).reshape(-1, 1)
        return bool((window.presumed @ column_ >= 0).all())

    assert holds([1, 2, 0], [0, 1, 3])
    for parameters, h in (([-1, 2, 0], [0, 1, 3]), ([1, -2, 0], [0, 1, 3]), ([1, 2, -1], [0, 1, 3])):
        assert not holds(parameters, h)
    assert not holds([1, 2, 0], [0, 2, 3])
    assert not holds([1, 2, 0], [0, -1, 0])


def test_regions_hold_every_state_once() -> None:
    """Below the depth one by one, above it together; a mode value by value."""
    here = model("tandem_service")
    found: dict[tuple[int, ...], int] = {}
    for base, symbolic in here.regions((2, 1)):
        steps = product(*(range(4) if free else range(1) for free in symbolic))
        for step in steps:
            state = tuple(a + b for a, b in zip(base, step, strict=True))
            found[state] = found.get(state, 0) + 1
    assert all(found[s] == 1 for s in product(range(4), range(4)))
    assert {base[1] for base, _ in language("three_server").regions((2, 0))} == {0, 1, 2}
    assert inside(here.statement, (0, 0))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ([('value = "c1*x + c2*y"', 'value = "2000000*c1*x"')], "weights of more than 2"),
        ([("f(x-1, y+1)", "f(x-1, y+1) + 600000*c1 + 600000*c2")], "service: weights of more than 2"),
    ],
)
def test_large_weights_are_refused(changes: list[tuple[str, str]], why: str) -> None:
    """Before anything leaves 64 bits; a little less is calculated."""
    small = [(old, new.replace("2000000", "20000").replace("600000", "6000")) for old, new in changes]
    for some, fine in ((small, True), (changes, False)):
        here = changed("tandem_service", *some)
        window = Window(here, (3, 3))
        if fine:
            assert [window.table(one).actions for one in (*here.operators, *here.costs)] == [1, 2, 1, 1]
            continue
        with pytest.raises(BadInput, match=why):
            [window.table(one) for one in (*here.operators, *here.costs)]


def test_windows_of_too_many_states_are_refused() -> None:
    """The number is told."""
    with pytest.raises(BadInput, match="1,002,001 states, more than 100,000"):
        Window(model("tandem_service"), (1000, 1000))


@settings(max_examples=50, deadline=None)
@given(tables)
def test_instances_find_what_is_violated(drawn: list[int]) -> None:
    """Each of K1-K6 by its differences on the whole window."""
    f = np.array(drawn, dtype=object).reshape(LAST + 1, M + 1)
    cone = by_name("three_server")
    found = Instances(window(), list(cone.values())).violated(column(window(), f))
    assert [name for k, name in enumerate(cone) if k in found] == servers.violated(f, tuple(cone))


def test_several_functions_and_dropped_inequalities() -> None:
    """Whatever one of the functions violates is found, and nothing that was dropped."""
    cone, here = by_name("three_server"), window()
    cost, falling = (column(here, [sign * x for x, _ in here.states]) for sign in (1, -1))
    both = np.hstack([cost, falling])
    instances = Instances(here, list(cone.values()))
    assert instances.violated(cost) == set()
    assert instances.violated(both) == {[*cone].index("K1")}
    instances.drop({[*cone].index("K1")})
    assert instances.violated(both) == set()


def test_ranges_are_kept() -> None:
    """F speaks of x = 0 only."""
    reduction, here = language("three_server").problem.reductions[0], window()
    steep = column(here, [0 if x == 0 else 9 * x + y for x, y in here.states])
    assert Instances(here, [reduction]).violated(steep) == {0}
    late = column(here, [0 if x < 2 else 9 * x for x, y in here.states])
    assert Instances(here, [reduction]).violated(late) == set()


def test_onto_a_smaller_window() -> None:
    """Every part of a column: f, parameters, given functions."""
    for one, corner, less in (
        (language("three_server"), (LAST, M), (2, M)),
        (model("service_rate"), (5,), (2,)),
    ):
        here, small = Window(one, corner), Window(one, less)
        numbered = np.arange(here.height).reshape(-1, 1)
        kept = here.onto(small, numbered)[:, 0]
        assert [here.atoms[k] for k in kept] == small.atoms
