"""Whittle indices: with the index as subsidy, probing and idling are worth the same."""

from __future__ import annotations

from fractions import Fraction
from math import exp, factorial

import pytest

from proofcheck.errors import BadInput
from proofcheck.index.enclosure import Enclosure, Undecided
from proofcheck.index.optimal import Violated
from proofcheck.simulate import indices
from proofcheck.simulate.indices import departures, in_order, index_distances, occupied

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
    index = 3 - float(index_distances(2, 3, Fraction(1, 2), Fraction(9, 10), 8, 12)[q, age])
    assert advantage(2, 3, 0.5, index, q, age) == pytest.approx(0, abs=1e-7)
    assert advantage(2, 3, 0.5, index - 0.01, q, age) > 1e-4
    assert advantage(2, 3, 0.5, index + 0.01, q, age) < -1e-4


@pytest.mark.parametrize("age", [1, 2, 5])
def test_model_1_is_indifferent_at_its_index(age: int) -> None:
    """The closed form, shifted by one: the index of age tau is W(tau + 1)."""
    index = 3 - float(index_distances(1, 3, Fraction(1, 2), Fraction(9, 10), 8, 12)[3, age])
    assert advantage(1, 3, 0.5, index, 3, age) == pytest.approx(0, abs=1e-7)


def point(value: Fraction) -> Enclosure:
    return Enclosure(value, value, 12)


def test_overlapping_enclosures_are_made_finer() -> None:
    """Two numbers 10^-20 apart: undecided with 12 digits, decided with 48; the furthest comes first."""
    asked = []

    def distances(digits: int) -> dict[object, Enclosure]:
        asked.append(digits)
        width = Fraction(1, 10**digits)
        near, far = Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**20)
        ends = {"near": near, "far": far}
        return {name: Enclosure(value - width, value + width, digits) for name, value in ends.items()}

    assert in_order(distances) == {"far": 0, "near": 1}
    assert asked == [12, 48]


def test_what_stays_undecided_is_refused() -> None:
    """Equal numbers under two names are no tie that has been proved; under one name they are."""
    same = point(Fraction(1, 3))
    with pytest.raises(BadInput, match="undecided"):
        in_order(lambda digits: {"one": same, "other": same})
    assert in_order(lambda digits: {"one": same}) == {"one": 0}


def test_what_no_precision_encloses_is_refused() -> None:
    """With the reason."""

    def hopeless(digits: int) -> dict[object, Enclosure]:
        raise Undecided(f"a value to {digits} digits")

    with pytest.raises(BadInput, match="cannot be put in order: a value to 12 digits"):
        in_order(hopeless)


def test_a_server_without_indices_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line that names the rate."""

    def violated(**wanted: object) -> None:
        raise Violated("the passive set shrinks")

    monkeypatch.setattr(indices, "index_table", violated)
    with pytest.raises(BadInput, match="rate 7/10: no Whittle indices: the passive set shrinks"):
        index_distances(2, 3, Fraction(7, 10), Fraction(9, 10), 8, 12)


@pytest.mark.parametrize("rate", ["1/1000", "1/2", "7"])
def test_departures(rate: str) -> None:
    """Against the same law in doubles; tails are sums of positive terms here, not differences."""
    mean = float(Fraction(rate))
    exactly, at_least = departures(4, Fraction(rate))
    assert [float(p) for p in exactly] == pytest.approx([pmf(mean, k) for k in range(4)], rel=1e-13)
    tails = [sum(pmf(mean, k) for k in range(q, 80)) for q in range(5)]
    assert [float(p) for p in at_least] == pytest.approx(tails, rel=1e-13)
    assert float(occupied(3, Fraction(rate), 15)) == pytest.approx(sum(exactly[:3]), rel=1e-13)
