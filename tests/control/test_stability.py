"""The Lyapunov certificates, against the chain itself: transitions written here, exact rationals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofcheck.control.certify import stability

Rates = tuple[Fraction, Fraction, Fraction]
RATES: list[Rates] = [
    (Fraction(1, 2), Fraction(1), Fraction(1, 100)),
    (Fraction(1), Fraction(1), Fraction(1, 20)),
    (Fraction(49, 50), Fraction(1), Fraction(1, 100)),
    (Fraction(1, 2), Fraction(3, 10), Fraction(1)),
    (Fraction(1, 7), Fraction(1, 3), Fraction(1, 2)),
]


def sent(x: int, y: int, m: int) -> tuple[int, int]:
    """After sending: jobs wait only while all servers work, the fast one first."""
    while x > 1 and y < m:
        x, y = x - 1, y + 1
    return x, y


def moves(x: int, y: int, m: int, rates: Rates) -> list[tuple[Fraction, tuple[int, int]]]:
    """The transitions of the chain, with their rates; a job in service is not moved."""
    lam, mu1, mu2 = rates
    found = [(lam, sent(x + 1, y, m))]
    if x > 0:
        found.append((mu1, sent(x - 1, y, m)))
    if y > 0:
        found.append((y * mu2, sent(x, y - 1, m)))
    return found


def bound(m: int, rates: Rates) -> Fraction:
    """The certified constant b at these rates."""
    constant = stability(m)["constant"]
    return sum((constant[n] * r for n, r in zip(("lam", "mu1", "mu2"), rates, strict=True)), Fraction(0))


@pytest.mark.parametrize("m", [1, 2, 3, 5, 20])
@pytest.mark.parametrize("rates", RATES)
def test_the_drift_holds_at_every_state_the_policy_reaches(m: int, rates: Rates) -> None:
    """E n'^2 - n^2 <= b - 2 slack n, at every state reached from (0,0), the idle fast server included."""
    lam, mu1, mu2 = rates
    slack = mu1 + m * mu2 - lam
    seen, todo = {(0, 0)}, [(0, 0)]
    while todo:
        x, y = todo.pop()
        n = x + y
        drift = sum((rate * ((a + b) ** 2 - n**2) for rate, (a, b) in moves(x, y, m, rates)), Fraction(0))
        assert drift <= bound(m, rates) - 2 * slack * n, (x, y)
        for _, state in moves(x, y, m, rates):
            if state not in seen and sum(state) <= m + 12:
                seen.add(state)
                todo.append(state)
    assert {(0, y) for y in range(m + 1)} <= seen


@pytest.mark.parametrize(("m", "rates"), [(1, RATES[0]), (2, RATES[2]), (3, RATES[1])])
def test_the_mean_number_of_jobs_is_within_the_bound(m: int, rates: Rates) -> None:
    """The stationary mean of the policy, by iteration in floats far beyond where it matters."""
    lam, mu1, mu2 = rates
    top = 400
    states = [(x, y) for y in range(m + 1) for x in (0, 1)] + [(x, m) for x in range(2, top)]
    place = {state: k for k, state in enumerate(states)}
    import numpy as np

    generator = np.zeros((len(states), len(states)))
    for state in states:
        for rate, there in moves(*state, m, rates):
            if there in place:
                generator[place[state], place[there]] += float(rate)
                generator[place[state], place[state]] -= float(rate)
    system = np.vstack([generator.T, np.ones(len(states))])
    stationary = np.linalg.lstsq(system, np.append(np.zeros(len(states)), 1.0), rcond=None)[0]
    mean = float(sum(p * sum(state) for p, state in zip(stationary, states, strict=True)))
    assert mean <= float(bound(m, rates) / (2 * (mu1 + m * mu2 - lam))) + 1e-6
