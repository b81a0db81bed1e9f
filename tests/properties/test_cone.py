"""Functions of the cone, pushed through the operators by direct evaluation, violate nothing proved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.common import document, follow, groups, leaves
from tests.properties.model import (
    CONES,
    DIFFERENCES,
    EVENTS,
    Array,
    array,
    fast_departure,
    routed,
    slow_departure,
    step,
    violated,
)
from tests.properties.words import value_of

PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # shrinking such arrays takes minutes
LAST = 14  # the window before anything is done to a function

# Functions of the cone, one per kind: linear, convex in x, in y or in the total, constant.
EXTREME: dict[str, Any] = {
    "one": lambda x, y: 1,
    "minus one": lambda x, y: -1,
    "x": lambda x, y: x,
    "y": lambda x, y: y,
    "x squared": lambda x, y: x * x,
    "y squared": lambda x, y: y * y,
    "total squared": lambda x, y: (x + y) ** 2,
    **{f"x above {c}": lambda x, y, c=c: max(x - c, 0) for c in range(1, 7)},
    "y above 1": lambda x, y: max(y - 1, 0),
    **{f"total above {c}": lambda x, y, c=c: max(x + y - c, 0) for c in range(1, 7)},
    **{f"power of {q}": lambda x, y, q=q: q ** (x + y) for q in (2, Fraction(3, 2))},
}
OUTSIDE: dict[str, tuple[Any, set[str]]] = {
    "minus x": (lambda x, y: -x, {"K1"}),
    "x y": (lambda x, y: x * y, {"K4", "K6"}),
    "x and y apart": (lambda x, y: (x - y) ** 2, {"K1", "K2", "K3"}),
    "concave in x": (lambda x, y: min(x, 3), {"K4", "K6", "Cx"}),
    "concave in y": (lambda x, y: min(y, 1), {"K5", "K6"}),
}

numbers = st.fractions(min_value=0, max_value=5, max_denominator=6)
rates = st.tuples(numbers, numbers, numbers)


@pytest.mark.parametrize("m", CONES)
@pytest.mark.parametrize("name", EXTREME)
def test_the_extreme_functions_are_in_the_cone(name: str, m: int) -> None:
    """By direct evaluation on the window."""
    assert violated(array(EXTREME[name], LAST, m), CONES[m]) == []


@pytest.mark.parametrize("name", OUTSIDE)
def test_membership_is_not_always_granted(name: str) -> None:
    """Functions outside the cone are recognised, by the inequalities that they break and no others."""
    function, broken = OUTSIDE[name]
    assert set(violated(array(function, LAST, 2), CONES[2])) == broken & set(CONES[2])
    assert set(violated(array(function, LAST, 1), CONES[1])) == broken & set(CONES[1]) - {"K5", "K6"}


@st.composite
def in_the_cone(draw: Any, m: int) -> Array:
    """A nonnegative combination of extreme functions and of value iterates, pushed on by random steps."""
    cost = array(lambda x, y: x + y, LAST, m)
    names = draw(st.lists(st.sampled_from(sorted(EXTREME)), min_size=1, max_size=5))
    f = sum(draw(numbers) * array(EXTREME[name], LAST, m) for name in names)
    iterate, some = array(lambda x, y: 0, LAST + 3, m), draw(rates)
    for _ in range(3):
        iterate = step(iterate, array(lambda x, y: x + y, LAST + 3, m), some)
    f = f + draw(numbers) * iterate
    for operator in draw(st.lists(st.sampled_from(["routed", "slow", "fast", "step", "add"]), max_size=4)):
        if operator == "routed":
            f = routed(f)
        elif operator == "slow":
            f = slow_departure(f)
        elif operator == "fast":
            f = fast_departure(f)
        elif operator == "step":
            f = step(f, cost, draw(rates))
        else:
            name = draw(st.sampled_from(sorted(EXTREME)))
            f = f + draw(numbers) * array(EXTREME[name], LAST, m)[: len(f)]
    return f


@pytest.mark.parametrize("m", CONES)
def test_routing_events_and_costs_keep_the_cone(m: int) -> None:
    """Routing, every event, the cost and nonnegative combinations, on random functions of the cone."""

    @settings(max_examples=120, deadline=None, phases=PHASES)
    @given(in_the_cone(m), in_the_cone(m), numbers, numbers)
    def check(f: Array, h: Array, s: Fraction, t: Fraction) -> None:
        assert violated(f, CONES[m]) == []
        g = routed(f)
        assert violated(g, CONES[m]) == []
        for name, event in EVENTS.items():
            assert violated(event(f), CONES[m]) == [], name
            assert violated(event(g), CONES[m]) == [], name
        last = min(len(f), len(h))
        assert violated(s * f[:last] + t * h[:last], CONES[m]) == []

    check()


FOLDERS = {1: "two_server", 2: "three_server"}


def proved_goals(folder: str, kinds: tuple[str, ...]) -> list[tuple[str, str]]:
    """Id and printed goal of every proved obligation of some kinds."""
    entries = [e for group in groups(folder) for e in document(folder, group)["obligations"]]
    return [
        (e["id"], e["goal"]) for e in entries if e["verdict"] == "proved" and e["id"].split(".")[1] in kinds
    ]


@pytest.mark.parametrize("m", CONES)
def test_no_printed_goal_is_violated(m: int) -> None:
    """The goals of the certificates, as they are printed, hold for random functions and every n in reach."""
    goals = proved_goals(FOLDERS[m], ("routing", "event", "closure"))
    assert len(goals) > 40

    @settings(max_examples=40, deadline=None, phases=PHASES)
    @given(in_the_cone(m), in_the_cone(m), numbers, numbers)
    def check(f: Array, h: Array, s: Fraction, t: Fraction) -> None:
        functions = {"f": f, "g": routed(f), "s f": s * f, "t h": t * h}
        for key, goal in goals:
            for n in range(5 if "n" in goal else 1):
                lesser, greater = value_of(goal, functions, n)
                assert lesser <= greater, (key, n)

    check()


@pytest.mark.parametrize("m", CONES)
def test_thresholds(m: int) -> None:
    """Where it pays to send a job it pays with one job more; a second job pays only where the first did."""

    @settings(max_examples=120, deadline=None, phases=PHASES)
    @given(in_the_cone(m))
    def check(f: Array) -> None:
        gain = f[1:, :-1] - f[:-1, 1:]  # of sending one job from (x + 1, y)
        assert (gain[1:] >= gain[:-1]).all()
        if m == 2:
            assert (gain[1:, 0] >= gain[:-1, 1]).all()
        for x in range(3, len(f)):
            two = m == 2 and f[x - 3, 2] <= min(f[x - 2, 1], f[x - 1, 0])
            if two:
                assert f[x - 2, 2] <= min(f[x - 1, 1], f[x, 0])

    check()


@pytest.mark.parametrize("m", CONES)
def test_the_reduction(m: int) -> None:
    """If f(1,y) <= f(0,y+1) as well, that survives routing and a step with mu1 >= mu2."""

    @settings(max_examples=120, deadline=None, phases=PHASES)
    @given(in_the_cone(m), numbers, numbers, numbers)
    def check(f: Array, lam: Fraction, mu2: Fraction, more: Fraction) -> None:
        excess = DIFFERENCES["F"](f).min()
        f = f + max(0, -excess) * array(lambda x, y: max(x + y - 1, 0) + y, LAST, m)[: len(f)]
        assert violated(f, (*CONES[m], "F")) == []
        assert violated(routed(f), ("F",)) == []
        cost = array(lambda x, y: x + y, LAST, m)
        assert violated(step(f, cost, (lam, mu2 + more, mu2)), ("F",)) == []

    check()


def test_the_reduction_needs_its_assumption() -> None:
    """With mu1 = 0 and mu2 = 1 a job is better off at a slow server after two steps: 2 > 1."""
    cost = array(lambda x, y: x + y, LAST, 1)
    f = step(step(0 * cost, cost, (0, 0, 1)), cost, (0, 0, 1))
    assert (f[1, 0], f[0, 1]) == (1 + 1, 1 + 0)
    assert violated(f, (*CONES[1], "F")) == ["F"]


def test_the_same_evaluation_finds_what_fails_for_three_slow_servers() -> None:
    """The committed witness is in the cone on its window, and routing breaks K3: a violation is seen."""
    entry = document("many_server_m3", "routing.K3.y0")["obligations"][1]
    found = next(leaf["refuted"] for _, leaf in leaves(entry["proof"]) if "refuted" in leaf)
    f = array(lambda x, y: found["f"][f"({x},{y})"], found["window"][0], 3)
    assert violated(f, CONES[2]) == []
    assert "K3" in violated(routed(f), CONES[2])
    lesser, greater = value_of(entry["goal"], {"g": routed(f)}, 0)
    assert lesser > greater
    assert follow(entry, ("verdict",)) == "refuted"


def test_routing_is_a_minimum() -> None:
    """Routing against its definition, state by state, for random values and m up to 4."""
    random = np.random.default_rng(7)
    for m in range(1, 5):
        f = random.integers(-50, 50, (9, m + 1)).astype(object)
        g = routed(f)
        for x in range(9):
            for y in range(m + 1):
                assert g[x, y] == min(f[x - a, y + a] for a in range(min(x, m - y) + 1))
