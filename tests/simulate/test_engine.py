"""The vectorised simulator is the plain one, replication by replication."""

from __future__ import annotations

import numpy as np
import pytest

from proofcheck.simulate.engine import Draws, run_block, totals
from proofcheck.simulate.run import make_plan
from proofcheck.simulate.setting import STARTS, TIES, Setting
from tests.simulate.common import setting

COUNT = 7


def plain(one: Setting, policy: str, draws: Draws, replication: int) -> float:
    """R(T) of one replication, slot by slot, with the model's own words and floating-point beliefs."""
    n, k = len(one.rates), one.backlog
    random = draws.random[:, :, replication]
    departures = draws.departures[:, :, replication].astype(int)
    backlog = [0 if one.start == "empty" else k] * n
    if one.start == "full":
        backlog = [q - departures[-1, i] for i, q in enumerate(backlog)]
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
    draws = Draws(plan, 0, COUNT, 0)
    found = totals(plan, policy, draws)[-1]
    expected = [plain(one, policy, draws, r) for r in range(COUNT)]
    assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("model", [1, 2])
def test_jsq_of_all_servers_is_jsq(model: int) -> None:
    """In every replication and every slot, not only on average."""
    one = setting(model, rates="2*0.3,2*0.6")
    plan = make_plan(one, ("jsq", "jsq(4)", "jsq(2)"), seed=1)
    draws = Draws(plan, 0, 50, 0)
    assert np.array_equal(totals(plan, "jsq", draws), totals(plan, "jsq(4)", draws))
    assert not np.array_equal(totals(plan, "jsq", draws), totals(plan, "jsq(2)", draws))


def test_samples_of_jsq_d_do_not_depend_on_the_other_policies() -> None:
    """The stream of samples is replayed for each policy."""
    one = setting(rates="2*0.3,2*0.6")
    alone = run_block(make_plan(one, ("jsq(2)",), seed=1), 0, 20)
    beside = run_block(make_plan(one, ("random", "jsq(3)", "jsq(2)"), seed=1), 0, 20)
    assert np.array_equal(alone.first[:, 0], beside.first[:, 2])


def test_common_random_numbers_make_differences_precise() -> None:
    """And independent ones are different numbers."""
    one = setting(rates="3*0.3,1*0.6")
    common = run_block(make_plan(one, ("whittle", "myopic"), seed=1), 0, 300)
    alone = run_block(make_plan(one, ("whittle", "myopic"), seed=1, common=False), 0, 300)
    assert np.array_equal(common.first[:, 0], alone.first[:, 0])
    assert not np.array_equal(common.first[:, 1], alone.first[:, 1])
    spread = [m.second[-1, 0, 0] + m.second[-1, 1, 1] - 2 * m.second[-1, 0, 1] for m in (common, alone)]
    assert spread[0] < 0.5 * spread[1]
