"""Value iteration in exact arithmetic: every iterate is in the cone, with thresholds; F if mu1 >= mu2.

Rates and discount are random rationals, scaled to integers: with beta (lam, mu1, mu2) = (p, q, r) / d the
iterates times d^k are integers.  The window has as many x more as there are steps, and loses one each step,
so that what is left is exact.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from tests.properties.model import (
    CONES,
    Array,
    array,
    largest_minimiser,
    smallest_minimiser,
    step,
    violated,
)

STEPS, MARGIN, VECTORS, PARTS = 30, 7, 200, 10


def rate_vectors(m: int) -> list[tuple[int, int, int, int]]:
    """(p, q, r, d): beta times the rates is (p, q, r) / d; undiscounted, or uniformised and discounted."""
    chosen = random.Random(1000 + m)
    found = [
        (0, 0, 0, 1),
        (1, 1, 1, 1),
        (1, 0, 0, 1),
        (0, 1, 0, 1),
        (0, 0, 1, 1),
        (3, 5, 5, 11),
        (2, 1, 4, 7),
    ]
    while len(found) < VECTORS:
        p, q, r = (chosen.choice((0, 1, chosen.randrange(1, 12), chosen.randrange(1, 300))) for _ in range(3))
        total = max(1, p + q + m * r)
        d = chosen.choice((1, total, total + chosen.randrange(1, 40)))  # no discount, or beta = total / d
        if (p, q, r, d) not in found:
            found.append((p, q, r, d))
    return found


def iterates(rates: tuple[int, int, int], d: int, m: int, steps: int = STEPS) -> list[Array]:
    """f_0 = 0 to f_steps, the k-th multiplied by d^k."""
    last = steps + MARGIN
    cost, f = array(lambda x, y: x + y, last, m), array(lambda x, y: 0, last, m)
    found = [f]
    for k in range(1, steps + 1):
        f = step(f, d**k * cost[: len(f)], rates)
        found.append(f)
    return found


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("m", CONES)
def test_every_iterate_is_in_the_cone(m: int, part: int) -> None:
    """30 steps for each of 200 rate vectors: cone, thresholds, and F where mu1 >= mu2."""
    vectors = rate_vectors(m)[part::PARTS]
    assert len(vectors) == VECTORS // PARTS
    for p, q, r, d in vectors:
        names = (*CONES[m], "F") if q >= r else CONES[m]
        for k, f in enumerate(iterates((p, q, r), d, m)):
            assert f.shape == (STEPS + MARGIN + 1 - k, m + 1)
            assert violated(f, names) == [], (p, q, r, d, k)
            for sent in (smallest_minimiser(f), largest_minimiser(f)):
                # Near the end of the window the same: what is sent depends on smaller x only.
                assert (sent[1:] >= sent[:-1]).all(), (p, q, r, d, k)
            if q >= r:
                assert (smallest_minimiser(f)[1] == 0).all(), (p, q, r, d, k)


def test_the_rate_vectors_are_varied() -> None:
    """200 different ones for each m, with and without discount, with mu1 above and below mu2."""
    for m in CONES:
        vectors = rate_vectors(m)
        assert len(set(vectors)) == len(vectors) == VECTORS
        assert sum(d == 1 for *_, d in vectors) > 30
        assert sum(d > p + q + m * r for p, q, r, d in vectors) > 30
        assert sum(q > r for _, q, r, _ in vectors) > 50
        assert sum(q < r for _, q, r, _ in vectors) > 50


@pytest.mark.parametrize("m", CONES)
def test_jobs_are_sent_somewhere(m: int) -> None:
    """The claims are not empty: with mu1 = mu2 and many jobs, all that fit are sent, with few none."""
    last = iterates((1, 2, 2), 9, m)[-1]
    sent = smallest_minimiser(last)
    assert (sent[1, 0], sent[7, 0]) == (0, m)


@pytest.mark.parametrize("m", CONES)
def test_without_slow_departures_the_values_are_known(m: int) -> None:
    """lam = mu2 = 0, mu1 = 1, no discount: f_k(x, y) = sum over j < k of (max(x - j, 0) + y)."""
    for k, f in enumerate(iterates((0, 1, 0), 1, m, 8)):
        expected = array(lambda x, y, k=k: sum(max(x - j, 0) + y for j in range(k)), len(f) - 1, m)
        assert (f == expected).all()


@pytest.mark.parametrize("m", CONES)
def test_scaling_gives_the_rationals(m: int) -> None:
    """Integers over d^k are what rational arithmetic gives, step by step."""
    p, q, r, d = 3, 7, 4, 23
    cost, f = array(lambda x, y: x + y, 12, m), array(lambda x, y: Fraction(0), 12, m)
    rates = (Fraction(p, d), Fraction(q, d), Fraction(r, d))
    scaled = iterates((p, q, r), d, m, 5)
    for k in range(1, 6):
        f = step(f, cost[: len(f)], rates)
        last = min(len(f), len(scaled[k]))
        assert (f[:last] * d**k == scaled[k][:last]).all()


def state_by_state(rates: tuple[Any, Any, Any], m: int, steps: int, x: int, y: int) -> Any:
    """The same recursion for one state, from its definition."""
    if steps == 0:
        return 0

    def g(a: int, b: int) -> Any:
        return min(state_by_state(rates, m, steps - 1, a - n, b + n) for n in range(min(a, m - b) + 1))

    lam, mu1, mu2 = rates
    slow = (y * g(x, y - 1) if y else 0) + ((m - y) * g(x, y) if y < m else 0)
    return x + y + lam * g(x + 1, y) + mu1 * g(max(x - 1, 0), y) + mu2 * slow


@pytest.mark.parametrize("m", CONES)
def test_arrays_give_what_the_definition_gives(m: int) -> None:
    """Three steps, state by state."""
    f = iterates((2, 1, 3), 1, m, 3)[-1]
    for x in range(4):
        for y in range(m + 1):
            assert f[x, y] == state_by_state((2, 1, 3), m, 3, x, y)


def test_the_reduction_needs_the_fast_server_to_be_faster() -> None:
    """With mu1 < mu2 some iterates violate F, and a job is moved off the idle fast server."""
    slower = [(p, q, r, d) for p, q, r, d in rate_vectors(1) if q < r]
    broken = [v for v in slower if any(violated(f, ("F",)) for f in iterates(v[:3], v[3], 1, 6))]
    assert len(broken) > len(slower) // 2
    assert smallest_minimiser(iterates((0, 0, 1), 1, 1, 2)[-1])[1, 0] == 1
