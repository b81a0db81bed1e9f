"""Bounds enclose the optimal cost, thresholds are those of brute force, and truncation does not matter."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from proofcheck.control.enclose import decided, enclose, settled, thresholds
from proofcheck.control.grow import grow
from proofcheck.control.model import ServerModel
from proofcheck.errors import BadInput
from tests.control import brute
from tests.control.common import floats, model

FINE = Fraction(1, 10**10)
TWO_SERVERS = [
    ("1/2", "1", "1/3", "9/10"),
    ("3/10", "1", "1/5", "9/10"),
    ("9/10", "1", "1/4", "19/20"),
    ("1/5", "1", "1/10", "19/20"),
    ("1", "1", "1/2", "9/10"),
    ("4/5", "2", "1/3", "19/20"),
]


@pytest.mark.parametrize("rates", TWO_SERVERS)
def test_two_server_thresholds_are_those_of_brute_force(rates: tuple[str, str, str, str]) -> None:
    """Lin and Kumar's model: value iteration on x <= 60 agrees on every decision up to x = 20."""
    one = model(*rates[:3], 1, rates[3])
    proved = grow(one, 8, FINE, 64)
    f = brute.reduced(*floats(one), cut=60, rounds=700)
    found = proved.found
    certain = decided(found)
    expected = [brute.sends(f, x, 0, 1) for x in range(21)]
    assert proved.complete
    assert certain[:21, 0].tolist() == expected[: len(certain)]
    assert thresholds(certain[: settled(found) + 1]) == [expected.index(1)]


@pytest.mark.parametrize("slow", [2, 3])
def test_the_value_lies_within_the_bounds(slow: int) -> None:
    """At every state of a brute-force solution, far from its own truncation."""
    one = model("1/2", "1", "1/4", slow, "9/10")
    found = grow(one, 8, FINE, 64).found
    f = brute.reduced(*floats(one), cut=60, rounds=500)
    for x in range(10):
        for y in range(slow + 1):
            low = float(found.lower.box[x, y]) / found.unit
            high = float(found.upper.box[x, y]) / found.unit
            assert low - 1e-9 <= f[x, y] <= high + 1e-9


@pytest.mark.parametrize("discount", ["99/100", "1"])
def test_bounds_tighten_with_more_states(discount: str) -> None:
    """What is decided stays decided in the same way."""
    one = model("4/5", "1", "1/4", 2, discount)
    small, large = (enclose(one, size, 64) for size in (32, 64))
    if one.average:
        assert small.lower.gain <= large.lower.gain <= large.upper.gain <= small.upper.gain
        return
    assert (small.lower.box <= large.lower.box[:33]).all()
    assert (large.upper.box[:33] <= small.upper.box).all()
    certain = decided(small)[:33]
    assert np.array_equal(np.where(certain >= 0, certain, 0), np.where(certain >= 0, decided(large)[:33], 0))


@pytest.mark.parametrize(
    ("discount", "most"), [("1/10", 32), ("1/2", 32), ("9999/10000", 128), ("999999999/1000000000", 128)]
)
def test_the_truncation_stays_small_at_every_discount(discount: str, most: int) -> None:
    """Neither rounding (small discounts) nor a tail far below the cost (large ones) asks for more states."""
    proved = grow(model("1/2", "1", "1/3", 2, discount), 8, Fraction(1, 10**6), 64)
    assert proved.complete
    assert proved.found.size <= most


def test_the_cost_near_discount_one_is_that_of_the_average() -> None:
    """(1 - beta) V tends to the average cost, and the bounds of both are certified."""
    near = grow(model("1/2", "1", "1/3", 2, "999999999/1000000000"), 8, Fraction(1, 10**6), 64)
    average = grow(model("1/2", "1", "1/3", 2), 8, FINE, 64).document["claims"]["average_cost"]
    cost = near.document["claims"]["cost_from_empty"]
    assert float(Fraction(cost["low"]) / 10**9) == pytest.approx(float(Fraction(average["low"])), rel=1e-7)


def test_an_exact_tie_is_not_decided() -> None:
    """With equal servers it does not matter who takes the last job; growing ends and says so."""
    proved = grow(model("1/2", "1", "1", 1, "9/10"), 8, FINE, 64)
    assert not proved.complete
    assert decided(proved.found)[1, 0] == -1
    assert decided(proved.found)[2, 0] == 1
    assert proved.document["claims"]["actions"][1] == [[0, 1], 0]


def test_average_cost_of_one_fast_server_alone() -> None:
    """With slow helpers the average cost is just below that of M/M/1, rho / (1 - rho)."""
    proved = grow(model("1/2", "1", "1/40", 1), 8, Fraction(1, 10**6), 64)
    cost = proved.document["claims"]["average_cost"]
    assert proved.complete
    assert float(Fraction(cost["low"])) > 1 - 1e-3
    assert Fraction(cost["high"]) < 1


def test_thresholds_beyond_reach_are_said_so() -> None:
    """A slow server that pays at a queue of half a million only: refused, not guessed."""
    with pytest.raises(BadInput, match="thresholds lie beyond"):
        grow(model("1/2", "1", "1/1000000", 1), 8, FINE, 64)


def test_average_cost_against_brute_force() -> None:
    """Relative value iteration written in the test."""
    one: ServerModel = model("1/2", "1", "1/3", 2)
    found = grow(one, 8, FINE, 64).found
    f = brute.reduced(*floats(one), cut=40, rounds=1500)
    g = brute.reduced(*floats(one), cut=40, rounds=1501)
    assert float(Fraction(found.upper.gain, found.unit)) == pytest.approx(g[0, 0] - f[0, 0], abs=1e-8)


def test_a_million_states() -> None:
    """The banded system of 999,999 states is solved without a dense matrix."""
    from proofcheck.control.solve import solve
    from proofcheck.control.tail import discounted_lower

    one = model("1/2", "1", "1/3", 2, "99/100")
    size = 333_332
    found = solve(one, size, discounted_lower(one).floats(size + 1, 2))
    small = grow(one, 8, FINE, 64).found
    assert found.values[0, 0] == pytest.approx(float(small.upper.box[0, 0]) / small.unit, rel=1e-10)
