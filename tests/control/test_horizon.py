"""Exact value iteration: two slow servers stay in the cone, three may have no threshold."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofcheck.control.horizon import cone_failures, iterates, not_threshold
from tests.control import brute
from tests.control.common import floats, model


@pytest.mark.parametrize("slow", [1, 2])
def test_iterates_stay_in_the_cone(slow: int) -> None:
    """All iterates, exactly, as the certificates say."""
    for one in iterates(model("3/4", "1", "1/3", slow, "99/100"), 15, 15):
        assert not cone_failures(one, 15)


def test_iterates_are_those_of_brute_force() -> None:
    """Ten steps, no truncation in sight."""
    one = model("3/4", "1", "1/3", 2, "9/10")
    *_, last = iterates(one, 10, 10)
    f = brute.reduced(*floats(one), cut=30, rounds=10)
    for x in range(11):
        for y in range(3):
            assert float(Fraction(int(last.values[x, y]), last.scale)) == pytest.approx(f[x, y], rel=1e-12)


def test_three_slow_servers_without_a_threshold() -> None:
    """The model of the literature note: 0 at x = 7, 1 at 8, 0 at 9, 3 at 10..12, each the only optimum."""
    one = model("4/15", "1", "14/19", 3, "9/10")
    cost, end = (Fraction(3, 14), Fraction(3)), (Fraction(989, 20), Fraction(13, 17))
    *_, last = iterates(one, 7, 13, cost, end)
    _, sent = last.routed()
    assert sent[7:13, 0].tolist() == [0, 1, 0, 3, 3, 3]
    assert last.only()[7:13, 0].all()
    assert not_threshold(last, 12) == [{"y": 0, "x": 8, "sends": 1, "then": 0}]
    assert {failure.name for failure in cone_failures(last, 12)} >= {"K4"}


def test_the_same_costs_keep_thresholds_with_two_slow_servers() -> None:
    """The dichotomy between two and three slow servers."""
    one = model("4/15", "1", "14/19", 2, "9/10")
    cost, end = (Fraction(3, 14), Fraction(3)), (Fraction(989, 20), Fraction(13, 17))
    for iterate in iterates(one, 12, 15, cost, end):
        assert not not_threshold(iterate, 15)
