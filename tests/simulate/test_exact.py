"""Exact values against independent brute force, and the simulator's intervals against them."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from math import exp, factorial

import pytest

from proofcheck.errors import BadInput
from proofcheck.simulate.bound import upper_bound
from proofcheck.simulate.exact import curve, has_exact
from proofcheck.simulate.run import Run, make_plan
from proofcheck.simulate.setting import STARTS, TIES, Setting
from tests.simulate.common import setting

Law = dict[tuple[int, ...], float]


def leaves(mu: float, q: int) -> list[float]:
    """The law of the backlog one slot later."""
    row = [0.0] * (q + 1)
    for k in range(q):
        row[q - k] = exp(-mu) * mu**k / factorial(k)
    row[0] = 1 - sum(row[1:])
    return row


def depart(law: Law, rates: list[float]) -> Law:
    """One slot of departures at every server."""
    later: Law = defaultdict(float)
    for state, weight in law.items():
        for there in product(*(range(q + 1) for q in state)):
            share = weight
            for mu, q, r in zip(rates, state, there, strict=True):
                share *= leaves(mu, q)[r]
            later[there] += share
    return later


def brute_jsq(one: Setting) -> list[float]:
    """The mean reward of oracle JSQ in each slot, servers not lumped."""
    rates, k, n = [float(r) for r in one.rates], one.backlog, len(one.rates)
    law: Law = {(0 if one.start == "empty" else k,) * n: 1.0}
    if one.start == "full":
        law = depart(law, rates)
    found = []
    for _ in range(one.horizon + 1):
        later: Law = defaultdict(float)
        total = 0.0
        for state, weight in law.items():
            tied = [i for i in range(n) if state[i] == min(state)]
            if one.ties != "random":
                best = (min if one.ties == "slow-first" else max)(one.rates[i] for i in tied)
                tied = [i for i in tied if one.rates[i] == best][:1]
            for i in tied:
                there, reward = list(state), 0
                if one.model == 1 or state[i] == 0:
                    there[i], reward = k, k - state[i]
                total += weight / len(tied) * reward
                later[tuple(there)] += weight / len(tied)
        found.append(total)
        law = depart(later, rates)
    return found


@pytest.mark.parametrize("model", [1, 2])
@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("start", STARTS)
def test_lumped_jsq_against_brute_force(model: int, ties: str, start: str) -> None:
    """Three servers, two of them equal, every tie rule and start."""
    one = setting(model, "2*0.4,1*0.9", backlog=2, horizon=8, ties=ties, start=start)
    means = brute_jsq(one)
    expected = sum(float(one.beta) ** t * mean for t, mean in enumerate(means))
    assert curve(one, "jsq")[-1] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("policy", ["whittle", "myopic", "jsq"])
@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("start", STARTS)
def test_model_1_simulation_agrees(policy: str, ties: str, start: str) -> None:
    """Within four standard errors, with 4000 replications: rates that tie, all rules."""
    one = setting(1, "2*0.05,2*0.1,1*0.5", horizon=60, ties=ties, start=start)
    outcome = Run(make_plan(one, (policy,), seed=5), 4000).finish(1)
    seen = outcome.estimate(0, 60)
    assert abs(curve(one, policy)[-1] - seen.mean) <= 4 / 1.96 * seen.half


def test_model_2_jsq_simulation_agrees() -> None:
    """At every tenth slot."""
    one = setting(2, "3*0.2,1*0.6", horizon=60)
    outcome = Run(make_plan(one, ("jsq",), seed=5), 4000).finish(1)
    exact = curve(one, "jsq")
    for slot in range(10, 61, 10):
        seen = outcome.estimate(0, slot)
        assert abs(exact[slot] - seen.mean) <= 4 / 1.96 * seen.half


def test_ties_matter() -> None:
    """The myopic policy's value moves with the tie rule; random lies between."""
    values = [curve(setting(1, "2*0.05,2*0.1", horizon=100, ties=t), "myopic")[-1] for t in TIES]
    assert min(values[1:]) < values[0] < max(values[1:])


def test_where_there_is_no_exact_value() -> None:
    """Said, not sampled."""
    assert not has_exact(setting(2), "whittle")
    with pytest.raises(BadInput, match="need model 1"):
        curve(setting(2), "whittle")
    with pytest.raises(BadInput, match="lumped states"):
        curve(setting(2, ",".join(f"2*0.{k}" for k in range(1, 10)), backlog=10), "jsq")


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("model", [1, 2])
def test_the_bound_is_above_what_policies_earn(model: int, start: str) -> None:
    """Whittle and myopic, long horizon; and not far above the better one (all empty: all want a job)."""
    one = setting(model, "3*0.1,2*0.4", horizon=120, start=start)
    outcome = Run(make_plan(one, ("whittle", "myopic"), seed=2), 2000).finish(1)
    best = max(outcome.estimate(place, 120).mean for place in (0, 1))
    half = outcome.estimate(0, 120).half
    bound, _ = upper_bound(one)
    assert best - 2 * half <= bound <= (1.25 if start == "empty" else 1.08) * best


def test_the_bound_is_exact_for_one_server() -> None:
    """It must be probed in every slot: R(infinity) = K - E(1), over 1 - beta, in model 1."""
    one = setting(1, "1*0.5", horizon=400)
    assert upper_bound(one)[0] == pytest.approx(curve(one, "whittle")[-1], rel=1e-7)
