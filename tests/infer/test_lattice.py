"""Tables and matrices against the model by direct evaluation."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.infer.lattice import Instances, Window
from tests.infer.common import by_name, problem
from tests.properties import model

LAST, M = 5, 2
tables = st.lists(st.integers(-50, 50), min_size=(LAST + 1) * (M + 1), max_size=(LAST + 1) * (M + 1))


def window() -> Window:
    return Window(problem("three_server"), (LAST, M))


def column(table: model.Array) -> np.ndarray:
    return table.reshape(-1, 1).astype(np.int64)


@settings(max_examples=50, deadline=None)
@given(tables)
def test_operators_are_those_of_the_model(drawn: list[int]) -> None:
    """Routing, arrivals and departures, on the window where they are known."""
    f, here = np.array(drawn, dtype=object).reshape(LAST + 1, M + 1), window()
    assert (here.routed(column(f)) == column(model.routed(f))).all()
    expected = {"arrival": model.arrival, "fast_departure": model.fast_departure}
    expected["slow_departure"] = model.slow_departure
    for event in problem("three_server").events:
        where, image = here.after(event, column(f))
        assert where.corner == (LAST - (event.name == "arrival"), M)
        assert (image == column(expected[event.name](f))).all()


@settings(max_examples=50, deadline=None)
@given(tables)
def test_instances_find_what_is_violated(drawn: list[int]) -> None:
    """Each of K1-K6 by its differences on the whole window."""
    f = np.array(drawn, dtype=object).reshape(LAST + 1, M + 1)
    cone = by_name("three_server")
    found = Instances(window(), list(cone.values())).violated(column(f))
    assert [name for k, name in enumerate(cone) if k in found] == model.violated(f, tuple(cone))


def test_several_functions_and_dropped_inequalities() -> None:
    """Whatever one of the functions violates is found, and nothing that was dropped."""
    cone, here = by_name("three_server"), window()
    falling = np.array([[-x for _, _ in [(0, 0)]] for x, _ in here.states])
    both = np.hstack([here.cost, falling])
    instances = Instances(here, list(cone.values()))
    assert instances.violated(here.cost) == set()
    assert instances.violated(both) == {[*cone].index("K1")}
    instances.drop({[*cone].index("K1")})
    assert instances.violated(both) == set()


def test_ranges_are_kept() -> None:
    """F speaks of x = 0 only."""
    reduction, here = problem("three_server").reductions[0], window()
    steep = np.array([[0 if x == 0 else 9 * x + y] for x, y in here.states])
    assert Instances(here, [reduction]).violated(steep) == {0}
    late = np.array([[0 if x < 2 else 9 * x] for x, y in here.states])
    assert Instances(here, [reduction]).violated(late) == set()


def test_onto_a_smaller_window() -> None:
    here = window()
    small = Window(problem("three_server"), (2, M))
    assert (here.onto(small, here.cost) == small.cost).all()
