"""Relative value iteration reaches the certified average cost."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofcheck.control.grow import grow
from proofcheck.control.relative import converged, relative_value_iteration
from tests.control.common import model

RATES = [("1/2", "1", "1/3", 1), ("1/2", "1", "1/3", 2), ("6/5", "1", "1/2", 2), ("1", "1", "1/3", 3)]


@pytest.mark.parametrize("rates", RATES)
def test_it_reaches_the_certified_cost(rates: tuple[str, str, str, int]) -> None:
    """From a truncation wide enough for the load."""
    one = model(*rates)
    cost = grow(one, 8, Fraction(1, 10**9), 64).document["claims"]["average_cost"]
    found = converged(one, 150, 1e-9)
    assert found.high - found.low <= 1e-9
    assert found.low <= float(Fraction(cost["high"])) + 1e-8
    assert float(Fraction(cost["low"])) <= found.high + 1e-8


def test_bounds_close_in() -> None:
    """Each step's bounds lie within those of the step before."""
    steps = relative_value_iteration(model(*RATES[1]), 60)
    before = next(steps)
    for _ in range(200):
        now = next(steps)
        assert before.low - 1e-12 <= now.low <= now.high <= before.high + 1e-12
        before = now
