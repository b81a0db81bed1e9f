"""Exact values against independent brute force, and the simulator's intervals against them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal, getcontext, localcontext
from fractions import Fraction
from itertools import product
from math import factorial

import numpy as np
import pytest

from proofcheck.errors import BadInput
from proofcheck.simulate import deterministic, lumped
from proofcheck.simulate.bound import upper_bound
from proofcheck.simulate.exact import Curve, curve, has_exact
from proofcheck.simulate.run import Run, make_plan
from proofcheck.simulate.setting import STARTS, TIES, Setting
from tests.simulate.common import setting

Law = dict[tuple[int, ...], Decimal]


@pytest.fixture(autouse=True)
def _many_digits() -> Iterator[None]:
    """Brute force has 60 digits."""
    with localcontext() as context:
        context.prec = 60
        yield


def decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def leaves(mu: Decimal, q: int) -> list[Decimal]:
    """The law of the backlog, q jobs and mu departures on average later."""
    row = [Decimal(0)] * (q + 1)
    for k in range(q):
        row[q - k] = (-mu).exp() * (mu**k if k else 1) / factorial(k)
    row[0] = 1 - sum(row[1:])
    return row


def depart(law: Law, rates: list[Decimal]) -> Law:
    """One slot of departures at every server."""
    later: Law = defaultdict(Decimal)
    for state, weight in law.items():
        for there in product(*(range(q + 1) for q in state)):
            share = weight
            for mu, q, r in zip(rates, state, there, strict=True):
                share *= leaves(mu, q)[r]
            later[there] += share
    return later


def brute_jsq(one: Setting) -> list[Decimal]:
    """The mean reward of oracle JSQ in each slot, servers not lumped."""
    assert getcontext().prec == 60
    rates, k, n = [decimal(r) for r in one.rates], one.backlog, len(one.rates)
    law: Law = {(0 if one.start == "empty" else k,) * n: Decimal(1)}
    if one.start == "full":
        law = depart(law, rates)
    found = []
    for _ in range(one.horizon + 1):
        later: Law = defaultdict(Decimal)
        total = Decimal(0)
        for state, weight in law.items():
            tied = broken(one, [i for i in range(n) if state[i] == min(state)])
            for i in tied:
                there, reward = list(state), 0
                if one.model == 1 or state[i] == 0:
                    there[i], reward = k, k - state[i]
                total += weight / len(tied) * reward
                later[tuple(there)] += weight / len(tied)
        found.append(total)
        law = depart(later, rates)
    return found


def broken(one: Setting, tied: list[int]) -> list[int]:
    """The servers that may get the job, each with the same probability."""
    if one.ties == "random":
        return tied
    best = (min if one.ties == "slow-first" else max)(one.rates[i] for i in tied)
    return [i for i in tied if one.rates[i] == best][:1]


def brute_ages(one: Setting, policy: str) -> list[Decimal]:
    """The mean reward in each slot of an informed policy, model 1; servers not lumped, age None: empty."""
    rates, k, n = [decimal(r) for r in one.rates], one.backlog, len(one.rates)
    beta = decimal(one.beta)

    def mean(i: int, age: int) -> Decimal:
        return sum((j * p for j, p in enumerate(leaves(rates[i] * age, k))), Decimal(0))

    def index(i: int, age: int | None) -> Decimal:
        if age is None:
            return Decimal(10**6)
        if policy == "myopic":
            return k - mean(i, age)
        now, later, power = mean(i, age), mean(i, age + 1), beta ** (age + 1)
        return ((1 - power) * (k - now) - (beta - power) * (k - later)) / (1 - beta)  # W(age + 1)

    begin = {"full": 1, "known-full": 0, "empty": None}[one.start]
    law: dict[tuple[int | None, ...], Decimal] = {(begin,) * n: Decimal(1)}
    found = []
    for _ in range(one.horizon + 1):
        later: dict[tuple[int | None, ...], Decimal] = defaultdict(Decimal)
        total = Decimal(0)
        for state, weight in law.items():
            value = [index(i, age) for i, age in enumerate(state)]
            tied = broken(one, [i for i in range(n) if max(value) - value[i] < Decimal("1e-40")])
            for i in tied:
                age = state[i]
                total += weight / len(tied) * (k if age is None else k - mean(i, age))
                there = [a if a is None else a + 1 for a in state]
                there[i] = 1
                later[tuple(there)] += weight / len(tied)
        found.append(total)
        law = later
    return found


def require_within_its_error(seen: Curve, one: Setting, means: list[Decimal]) -> None:
    """At every slot, and the error is what rounding leaves."""
    total = Decimal(0)
    for slot, mean in enumerate(means):
        total += decimal(one.beta) ** slot * mean
        assert abs(Decimal(float(seen.values[slot])) - total) <= Decimal(seen.error(slot))
    assert seen.error() < 1e-11


@pytest.mark.parametrize("policy", ["whittle", "myopic"])
@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("start", STARTS)
def test_the_chain_of_ages_against_brute_force(policy: str, ties: str, start: str) -> None:
    """Four servers, two of them equal, rates that tie."""
    one = setting(1, "2*0.1,1*0.2,1*0.7", horizon=9, ties=ties, start=start)
    require_within_its_error(curve(one, policy), one, brute_ages(one, policy))


def test_states_of_the_chain_of_ages_come_back() -> None:
    """Figure 1's setting: all states are found long before T, and there are not many."""
    one = setting(1, "4*0.05,4*0.1,2*0.5", backlog=6, horizon=600, beta=Fraction(99, 100))
    longer = setting(1, "4*0.05,4*0.1,2*0.5", backlog=6, horizon=900, beta=Fraction(99, 100))
    states = [len(deterministic.Chain(s, "myopic").earned) for s in (one, longer)]
    assert states[0] == states[1] < 50_000


def test_the_error_of_the_oracle_in_figure_3_is_small() -> None:
    """R(600) is below 160; its error bound is known before anything is computed."""
    one = setting(2, "5*0.05,4*0.1,1*0.5", backlog=6, horizon=600, beta=Fraction(99, 100))
    assert 1e-12 < Curve(np.array([160.0]), lumped.Chain(one).roundings() + 2000).error() < 1e-6


@pytest.mark.parametrize("model", [1, 2])
@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("start", STARTS)
def test_lumped_jsq_against_brute_force(model: int, ties: str, start: str) -> None:
    """Three servers, two of them equal, every tie rule and start."""
    one = setting(model, "2*0.4,1*0.9", backlog=2, horizon=8, ties=ties, start=start)
    require_within_its_error(curve(one, "jsq"), one, brute_jsq(one))


@pytest.mark.parametrize("policy", ["whittle", "myopic", "jsq"])
@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("start", STARTS)
def test_model_1_simulation_agrees(policy: str, ties: str, start: str) -> None:
    """Within four standard errors, with 4000 replications: rates that tie, all rules."""
    one = setting(1, "2*0.05,2*0.1,1*0.5", horizon=60, ties=ties, start=start)
    outcome = Run(make_plan(one, (policy,), seed=5), 4000).finish(1)
    seen = outcome.estimate(0, 60)
    assert abs(curve(one, policy).values[-1] - seen.mean) <= 4 / 1.96 * seen.half


def test_model_2_jsq_simulation_agrees() -> None:
    """At every tenth slot."""
    one = setting(2, "3*0.2,1*0.6", horizon=60)
    outcome = Run(make_plan(one, ("jsq",), seed=5), 4000).finish(1)
    exact = curve(one, "jsq").values
    for slot in range(10, 61, 10):
        seen = outcome.estimate(0, slot)
        assert abs(exact[slot] - seen.mean) <= 4 / 1.96 * seen.half


def test_ties_matter() -> None:
    """The myopic policy's value moves with the tie rule; random lies between."""
    values = [curve(setting(1, "2*0.05,2*0.1", horizon=100, ties=t), "myopic").values[-1] for t in TIES]
    assert min(values[1:]) < values[0] < max(values[1:])


def test_where_there_is_no_exact_value() -> None:
    """Said, not sampled."""
    assert not has_exact(setting(2), "whittle")
    with pytest.raises(BadInput, match="takes model 1"):
        curve(setting(2), "whittle")
    with pytest.raises(BadInput, match="lumped states"):
        curve(setting(2, ",".join(f"2*0.{k}" for k in range(1, 10)), backlog=10), "jsq")


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("model", [1, 2])
def test_the_bound_is_above_what_policies_earn(model: int, start: str) -> None:
    """Whittle and myopic, long horizon; and not far above the better one (all empty: all want a job)."""
    one = setting(model, "3*0.1,2*0.4", horizon=120, start=start)
    outcome = Run(make_plan(one, ("whittle", "myopic"), seed=2), 4000).finish(1)
    best = max(outcome.estimate(place, 120).mean for place in (0, 1))
    half = outcome.estimate(0, 120).half
    bound, _ = upper_bound(one)
    assert best - 2 * half <= bound <= (1.25 if start == "empty" else 1.1) * (best + 2 * half)


def test_the_bound_is_exact_for_one_server() -> None:
    """It must be probed in every slot: R(infinity) = K - E(1), over 1 - beta, in model 1."""
    one = setting(1, "1*0.5", horizon=400)
    assert upper_bound(one)[0] == pytest.approx(curve(one, "whittle").values[-1], rel=1e-7)
