"""The vectorised simulator is the plain one, replication by replication."""

from __future__ import annotations

from math import exp, factorial, sqrt
from typing import Any

import numpy as np
import pytest

from proofcheck.simulate.engine import Draws, Plan, run_block, totals
from proofcheck.simulate.priorities import Older, Tables
from proofcheck.simulate.run import make_plan
from proofcheck.simulate.setting import STARTS, TIES, Setting
from tests.simulate.common import setting

COUNT = 7


def drawn(plan: Plan) -> tuple[Any, Any]:
    """Places at ties and departures, [slot, server, replication], the slot before 0 first if there is one."""
    draws = Draws(plan, 0, COUNT, 0)
    slots = [next(draws) for _ in range(plan.setting.horizon + 1 + (plan.setting.start == "full"))]
    return np.stack([s.places for s in slots]), np.stack([s.departures for s in slots]).astype(int)


def curves(plan: Plan, count: int) -> Any:
    """R(t), [t, policy, replication]."""
    return plan.tables.enough(lambda: np.stack([now.copy() for now in totals(plan, 0, count)]))


def plain(one: Setting, policy: str, random: Any, departures: Any) -> float:
    """R(T) of one replication, slot by slot, with the model's own words."""
    n, k = len(one.rates), one.backlog
    backlog = [0 if one.start == "empty" else k] * n
    if one.start == "full":
        backlog = [max(q - departures[0, i], 0) for i, q in enumerate(backlog)]
        random, departures = random[1:], departures[1:]
    age = [1 if one.start == "full" else 0] * n
    known_empty = [one.start == "empty"] * n
    total = 0.0
    for slot in range(one.horizon + 1):
        order = sorted(range(n), key=lambda i: (one.rates[i] * (1 if one.ties == "slow-first" else -1), i))
        place = {i: random[slot, i] if one.ties == "random" else -order.index(i) for i in range(n)}
        if policy == "jsq":
            picked = max(range(n), key=lambda i: (-backlog[i], place[i]))
        elif policy == "jiq":
            picked = max(range(n), key=lambda i: (1, place[i]) if backlog[i] == 0 else (0, random[slot, i]))
        elif policy == "random":
            picked = max(range(n), key=lambda i: random[slot, i])
        elif policy == "round-robin":
            picked = slot % n
        else:  # myopic, model 1: the largest mu * age, exactly
            picked = max(
                range(n), key=lambda i: (10**9 if known_empty[i] else one.rates[i] * age[i], place[i])
            )
        reward = k - backlog[picked] if one.model == 1 else k if backlog[picked] == 0 else 0
        if one.model == 1 or backlog[picked] == 0:
            backlog[picked] = k
        age = [a + 1 for a in age]
        age[picked], known_empty[picked] = 1, False
        backlog = [max(q - departures[slot, i], 0) for i, q in enumerate(backlog)]
        total += float(one.beta) ** slot * reward
    return total


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("policy", ["jsq", "jiq", "random", "round-robin", "myopic"])
def test_against_a_plain_loop(policy: str, ties: str, start: str) -> None:
    """Same draws, same rewards; model 1 for the myopic policy, model 2 for the others."""
    model = 1 if policy == "myopic" else 2
    one = setting(model, "2*0.05,1*0.1,1*0.5", ties=ties, start=start)
    plan = make_plan(one, (policy,), seed=3)
    places, departures = drawn(plan)
    expected = [plain(one, policy, places[:, :, r], departures[:, :, r]) for r in range(COUNT)]
    assert curves(plan, COUNT)[-1, 0] == pytest.approx(expected, rel=1e-12)


def test_departures_have_the_law_of_poisson() -> None:
    """Each count, in 200,000 draws, within five standard deviations; so small a rate included."""
    one = setting(rates="1*0.001,1*0.5,1*3", backlog=4, horizon=100)
    draws = Draws(make_plan(one, ("random",), seed=1), 0, 2000, 0)
    seen = np.stack([next(draws).departures for _ in range(100)])
    for server, rate in enumerate(one.rates):
        pmf = [exp(-rate) * float(rate) ** k / factorial(k) for k in range(4)]
        for k, p in enumerate([*pmf, 1 - sum(pmf)]):
            count, mean = int((seen[:, server] == k).sum()), 200_000 * p
            assert abs(count - mean) <= 5 * sqrt(mean) + 1, (rate, k)


def test_ties_are_broken_evenly_and_independently_of_departures() -> None:
    """Which of four servers has the first place, over 200,000 slots, also given that all lose a job."""
    one = setting(rates="4*0.7", horizon=100)
    draws = Draws(make_plan(one, ("random",), seed=1), 0, 2000, 0)
    slots = [next(draws) for _ in range(100)]
    first = np.stack([s.places.argmax(axis=0) for s in slots])
    busy = np.stack([(s.departures > 0).all(axis=0) for s in slots])
    for winners in (first.ravel(), first[busy]):
        counts = np.bincount(winners, minlength=4)
        assert np.abs(counts - counts.sum() / 4).max() <= 5 * sqrt(counts.sum() / 4)


def test_tables_grow_with_the_ages_that_are_met() -> None:
    """A server that is rarely looked at outgrows the first table; longer tables give the same numbers."""
    one = setting(rates="1*0.05,1*0.9", backlog=2, horizon=300)
    policies = ("whittle", "myopic")
    short, long = (Plan(one, policies, Tables(one, policies, last), 1) for last in (16, 301))
    assert np.array_equal(curves(short, 50), curves(long, 50))
    assert 16 < short.tables.last < 301 == long.tables.last


def test_a_table_too_short_is_noticed() -> None:
    """Not extrapolated."""
    one = setting(rates="1*0.001,1*0.9", backlog=2, horizon=100)
    with pytest.raises(Older):
        list(totals(make_plan(one, ("whittle",), seed=1), 0, 50))


@pytest.mark.parametrize("model", [1, 2])
def test_jsq_of_all_servers_is_jsq(model: int) -> None:
    """In every replication and every slot, not only on average."""
    one = setting(model, rates="2*0.3,2*0.6")
    plan = make_plan(one, ("jsq", "jsq(4)", "jsq(2)"), seed=1)
    found = curves(plan, 50)
    assert np.array_equal(found[:, 0], found[:, 1])
    assert not np.array_equal(found[:, 0], found[:, 2])


def test_samples_of_jsq_d_do_not_depend_on_the_other_policies() -> None:
    """Nor do the departures on whether anybody samples."""
    one = setting(rates="2*0.3,2*0.6")
    alone = run_block(make_plan(one, ("jsq(2)",), seed=1), 0, 20)
    beside = run_block(make_plan(one, ("random", "jsq(3)", "jsq(2)"), seed=1), 0, 20)
    without = run_block(make_plan(one, ("random",), seed=1), 0, 20)
    assert np.array_equal(alone.first[:, 0], beside.first[:, 2])
    assert np.array_equal(without.first[:, 0], beside.first[:, 0])


def test_common_random_numbers_make_differences_precise() -> None:
    """And independent ones are different numbers."""
    one = setting(rates="3*0.3,1*0.6")
    common = run_block(make_plan(one, ("whittle", "myopic"), seed=1), 0, 300)
    alone = run_block(make_plan(one, ("whittle", "myopic"), seed=1, common=False), 0, 300)
    assert np.array_equal(common.first[:, 0], alone.first[:, 0])
    assert not np.array_equal(common.first[:, 1], alone.first[:, 1])
    spread = [m.second[-1, 0, 0] + m.second[-1, 1, 1] - 2 * m.second[-1, 0, 1] for m in (common, alone)]
    assert spread[0] < 0.5 * spread[1]
