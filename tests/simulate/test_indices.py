"""Whittle indices: with the index as subsidy, probing and idling are worth the same."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import exp, factorial

import pytest

from proofcheck.simulate.indices import Belief, model1, model2

BETA = 0.9


def pmf(mean: float, k: int) -> float:
    return exp(-mean) * mean**k / factorial(k)


def law(k: int, mu: float, q: int, age: int) -> list[float]:
    """The backlog, q jobs `age` slots ago."""
    row = [0.0] + [pmf(mu * age, q - j) if j <= q else 0.0 for j in range(1, k + 1)]
    row[0] = 1 - sum(row)
    return row


def advantage(model: int, k: int, mu: float, subsidy: float, q: int, age: int) -> float:
    """Probing minus idling at (q, age), from value iteration over all ages up to 150."""
    cut = 150
    laws = {(r, t): law(k, mu, r, t) for r in range(1, k + 1) for t in range(1, cut + 1)}
    v = dict.fromkeys(laws, 0.0)

    def probe(s: tuple[int, int]) -> float:
        row = laws[s]
        if model == 1:
            return sum(p * (k - j) for j, p in enumerate(row)) + BETA * v[k, 1]
        return row[0] * (k + BETA * v[k, 1]) + sum(row[j] * BETA * v[j, 1] for j in range(1, k + 1))

    def idle(s: tuple[int, int]) -> float:
        return subsidy + BETA * v[s[0], min(s[1] + 1, cut)]

    for _ in range(250):
        v = {s: max(probe(s), idle(s)) for s in v}
    return probe((q, age)) - idle((q, age))


@pytest.mark.parametrize(("q", "age"), [(1, 1), (1, 4), (2, 2), (3, 3), (3, 8)])
def test_model_2_is_indifferent_at_its_index(q: int, age: int) -> None:
    """And not indifferent a little beside it."""
    index = float(model2(Belief(3, Fraction(1, 2), 20), Fraction(9, 10))[q, age])
    assert advantage(2, 3, 0.5, index, q, age) == pytest.approx(0, abs=1e-7)
    assert advantage(2, 3, 0.5, index - 0.01, q, age) > 1e-4
    assert advantage(2, 3, 0.5, index + 0.01, q, age) < -1e-4


@pytest.mark.parametrize("age", [1, 2, 5])
def test_model_1_is_indifferent_at_its_index(age: int) -> None:
    """The closed form, shifted by one: the index of age tau is W(tau + 1)."""
    index = float(model1(Belief(3, Fraction(1, 2), 20), Fraction(9, 10))[age])
    assert advantage(1, 3, 0.5, index, 3, age) == pytest.approx(0, abs=1e-7)


def test_indices_rise_strictly_towards_the_largest_backlog() -> None:
    """Far beyond what doubles resolve: at age 400 the distance to K is about 1e-80, and still falls."""
    belief = Belief(4, Fraction(1, 2), 400)
    table = model2(belief, Fraction(99, 100))
    for q in range(1, 5):
        row = [table[q, age] for age in range(1, 401)]
        assert all(a < b for a, b in pairwise(row))
        assert row[-1] < 4
