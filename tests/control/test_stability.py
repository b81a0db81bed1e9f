"""The stability certificates, against the chain itself: transitions written here, exact rationals."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.certificate import check_control
from proofcheck.control.stability import stability
from tests.control import brute

Rates = tuple[Fraction, Fraction, Fraction]
RATES: list[Rates] = [
    (Fraction(1, 2), Fraction(1), Fraction(1, 100)),
    (Fraction(1), Fraction(1), Fraction(1, 20)),
    (Fraction(49, 50), Fraction(1), Fraction(1, 100)),
    (Fraction(1, 2), Fraction(3, 10), Fraction(1)),
    (Fraction(1, 7), Fraction(1, 3), Fraction(1, 2)),
]


@cache
def document(m: int) -> dict[str, Any]:
    """The certificate, made once for each m."""
    return stability(m)


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
    constant = document(m)["constant"]
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


def value(series: list[list[Any]], rates: Rates, m: int) -> Fraction:
    """A series of a certificate at these rates."""
    lam, mu1, mu2 = rates
    symbols = (lam, mu1, mu2, mu1 + m * mu2 - lam)
    found = Fraction(0)
    for coefficient, *exponents in series:
        term = Fraction(coefficient)
        for symbol, exponent in zip(symbols, exponents, strict=True):
            term *= symbol**exponent
        found += term
    return found


def lyapunov(m: int, rates: Rates, top: int) -> list[Fraction]:
    """L(0), ..., L(top)."""
    found = document(m)["lyapunov"]
    increments = [value(item, rates, m) for item in found["increments"]]
    slope, constant = (value(found[name], rates, m) for name in ("slope", "constant"))
    values = [Fraction(0)]
    for n in range(top):
        values.append(values[-1] + (increments[n] if n < m else slope * n + constant))
    return values


HEAVY: list[Rates] = [
    *RATES,
    (Fraction(1), Fraction(1), Fraction(1, 1000)),
    (Fraction(999, 1000), Fraction(1, 1000), Fraction(1)),
]


def expected_costs(m: int, rates: Rates, top: int) -> dict[tuple[int, int], Fraction]:
    """The exact expected cost until (0,0) of the policy, arrivals at n = top lost, by elimination."""
    states = [(x, y) for y in range(m + 1) for x in (0, 1) if x + y] + [(x, m) for x in range(2, top - m + 1)]
    place = {state: k for k, state in enumerate(states)}
    system = flint.fmpq_mat(len(states), len(states))
    paid = flint.fmpq_mat(len(states), 1)
    for state, k in place.items():
        paid[k, 0] = sum(state)
        for rate, there in moves(*state, m, rates):
            if sum(there) <= top:
                exact = flint.fmpq(rate.numerator, rate.denominator)
                system[k, k] += exact
                if there in place:
                    system[k, place[there]] -= exact
    solved = system.solve(paid)
    return {state: Fraction(int(solved[k, 0].p), int(solved[k, 0].q)) for state, k in place.items()}


@pytest.mark.parametrize("m", [1, 2, 3])
@pytest.mark.parametrize("rates", HEAVY)
def test_the_expected_cost_until_empty_is_within_l(m: int, rates: Rates) -> None:
    """Solved exactly on truncated chains: at most L(n) from every state of the policy."""
    values = lyapunov(m, rates, 30)
    for (x, y), cost in expected_costs(m, rates, 30).items():
        assert cost <= values[x + y], (x, y)


@pytest.mark.parametrize(("m", "rates"), [(1, RATES[0]), (2, RATES[4]), (3, RATES[3])])
def test_beyond_m_servers_the_increments_are_the_expected_costs(m: int, rates: Rates) -> None:
    """From n + 1 to n >= m jobs: the truncated costs come up to D(n), and no smaller L would do."""
    values = lyapunov(m, rates, m + 2)
    costs = expected_costs(m, rates, 60)
    low, high = costs[1, m], costs[2, m]
    assert 0 <= values[m + 2] - values[m + 1] - (high - low) < Fraction(1, 10**6)


rate = st.fractions(Fraction(1, 50), 50, max_denominator=60)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 6), rate, rate, st.fractions(Fraction(1, 100), Fraction(99, 100)), st.data())
def test_the_drift_of_l_is_at_most_the_cost(
    m: int, mu1: Fraction, mu2: Fraction, load: Fraction, data: st.DataObject
) -> None:
    """From every state before a decision, jobs waiting beside idle servers too: drift <= -n, but at (0,0)."""
    rates = (load * (mu1 + m * mu2), mu1, mu2)
    x, y = data.draw(st.integers(0, 30)), data.draw(st.integers(0, m))
    values = lyapunov(m, rates, x + y + 1)
    found = moves(*sent(x, y, m), m, rates)
    drift = sum((r * (values[sum(there)] - values[x + y]) for r, there in found), Fraction(0))
    assert drift <= -(x + y) if x + y else drift == rates[0] * values[1]


def steps(
    m: int, rates: Rates, beta: Fraction, cut: int, count: int
) -> list[dict[tuple[int, int], Fraction]]:
    """Exact value iteration of the optimal cost before a decision, from 0, arrivals lost at x = cut."""
    lam, mu1, mu2 = rates
    total = lam + mu1 + m * mu2
    states = list(product(range(cut + 1), range(m + 1)))
    g = dict.fromkeys(states, Fraction(0))
    found = [g]
    for _ in range(count):
        f = {
            (x, y): x + y
            + beta / total * (
                lam * g[min(x + 1, cut), y]
                + mu1 * g[max(x - 1, 0), y]
                + mu2 * (y * g[x, max(y - 1, 0)] + (m - y) * g[x, y])
            )
            for x, y in states
        }  # fmt: skip
        g = {(x, y): min(f[x - a, y + a] for a in range(min(m - y, x) + 1)) for x, y in states}
        found.append(g)
    return found


@pytest.mark.parametrize("beta", [Fraction(9, 10), Fraction(1)])
@pytest.mark.parametrize(
    ("m", "rates"), [(1, RATES[2]), (2, RATES[1]), (3, RATES[3]), (3, RATES[4]), (4, RATES[0])]
)
def test_differences_of_iterates_are_within_0_and_s_l(m: int, rates: Rates, beta: Fraction) -> None:
    """S2 and S3 for every iterate, in exact arithmetic, and S1; all iterates increase in x and in y."""
    lam, mu1, mu2 = rates
    cut, total = 8, lam + mu1 + m * mu2
    values = lyapunov(m, rates, cut + m)
    for g in steps(m, rates, beta, cut, 8):
        for (x, y), cost in g.items():
            assert 0 <= cost - g[0, 0] <= total * values[x + y]
            assert beta == 1 or cost <= total * values[x + y] + lam * values[1] / (1 - beta)
            assert cost >= g[max(x - 1, 0), y]
            assert cost >= g[x, max(y - 1, 0)]


@pytest.mark.parametrize(("m", "rates"), [(1, HEAVY[2]), (2, HEAVY[4]), (3, HEAVY[3])])
def test_differences_of_discounted_values_are_within_s_l(m: int, rates: Rates) -> None:
    """The limits too, in floating point, for discounts that approach 1."""
    cut = 40
    values = [float(sum(rates[:2]) + m * rates[2]) * float(v) for v in lyapunov(m, rates, cut + m)]
    for beta in (0.9, 0.99, 0.999):
        f = brute.reduced(*map(float, rates), m, beta, cut, 600)
        g = {(x, y): min(f[x - a, y + a] for a in range(min(m - y, x) + 1)) for x, y in f}
        assert all(-1e-9 <= v - g[0, 0] <= values[x + y] + 1e-9 for (x, y), v in g.items())


@pytest.mark.parametrize("m", [1, 2, 3])
def test_every_policy_reaches_the_empty_system(m: int) -> None:
    """Policies drawn at random, the decisions at each state arbitrary: (0,0) is reached from everywhere."""
    random, top = Random(m), 12
    for _ in range(20):
        sends = {(x, y): random.randint(0, min(m - y, x)) for x in range(top + 1) for y in range(m + 1)}
        back: dict[tuple[int, int], set[tuple[int, int]]] = {state: set() for state in sends}
        for (x, y), a in sends.items():
            for _, there in moves_after(x - a, y + a, top):
                back[there].add((x, y))
        seen, todo = {(0, 0)}, [(0, 0)]
        while todo:
            for state in back[todo.pop()] - seen:
                seen.add(state)
                todo.append(state)
        assert seen == set(sends)


def moves_after(x: int, y: int, top: int) -> list[tuple[str, tuple[int, int]]]:
    """The events that change (x,y), and where they lead, before the next decision."""
    found = [("arrival", (min(x + 1, top), y))]
    return found + [("fast", (x - 1, y))] * (x > 0) + [("slow", (x, y - 1))] * (y > 0)


@pytest.mark.parametrize("m", [1, 2, 7, 20])
def test_the_checker_finds_it_again(m: int) -> None:
    """The claims are what the trusted checker writes anew, for few and for many servers."""
    assert check_control.check(document(m)) == document(m)["claims"]
