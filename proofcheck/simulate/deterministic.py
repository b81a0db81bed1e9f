"""Model 1: the exact R(T) of the Whittle and myopic policies, without sampling.

Probing always refills, so the ages move without chance: only ties do not.  A state is, for each group of
equal rate (servers of a group are exchangeable), the slots in which its servers were last probed, the longest
ago first; at a tie between groups the random rule branches, with the share of each group as its probability.
The reward of a probe at age tau is K - E(tau).  Branches with equal states are merged.
"""

from __future__ import annotations

from collections.abc import Iterator

from proofcheck.errors import BadInput
from proofcheck.simulate.indices import Belief
from proofcheck.simulate.priorities import ranks
from proofcheck.simulate.setting import Setting

MOST_BRANCHES = 200_000
NEVER = -(10**6)  # known to be empty: as if probed long ago
Probed = tuple[tuple[int, ...], ...]


def rewards(setting: Setting) -> list[list[float]]:
    """K - E(age) for each group and age; at the end, for age -1, K."""
    table = []
    for rate, _ in setting.groups:
        belief = Belief(setting.backlog, rate, setting.horizon + 1)
        known = [setting.backlog - float(belief.mean(age).mid()) for age in range(belief.last + 1)]
        known += [float(setting.backlog)] * (setting.horizon + 2 - len(known))
        table.append([*known, float(setting.backlog)])
    return table


def start(setting: Setting) -> Probed:
    """When the servers were probed last, at slot 0."""
    first = {"full": -1, "known-full": 0, "empty": NEVER}[setting.start]
    return tuple((first,) * count for _, count in setting.groups)


class Trajectory:
    """Ranks and rewards of the longest unprobed server of each group, by age; the last entry is NEVER."""

    def __init__(self, setting: Setting, policy: str) -> None:
        table = ranks(setting, policy).entry
        self.rank = [[*map(int, row[setting.backlog]), int(row[0, 0])] for row in table]
        self.reward = rewards(setting)
        self.random, self.first = setting.ties == "random", setting.ties == "slow-first"

    def choices(self, slot: int, probed: Probed) -> list[tuple[int, int, float]]:
        """The groups that may be picked: group, age of its server, probability."""
        ages = [slot - row[0] if row[0] > NEVER else -1 for row in probed]
        rank = [self.rank[g][age] for g, age in enumerate(ages)]
        best = max(rank)
        tied = [g for g, one in enumerate(rank) if one == best]
        if len(tied) == 1:
            return [(tied[0], ages[tied[0]], 1.0)]
        if not self.random:
            chosen = tied[0 if self.first else -1]
            return [(chosen, ages[chosen], 1.0)]
        counts = [probed[g].count(probed[g][0]) for g in tied]
        return [(g, ages[g], count / sum(counts)) for g, count in zip(tied, counts, strict=True)]


def slots(setting: Setting, policy: str) -> Iterator[float]:
    """The mean reward in slots 0, 1, ..., T."""
    if setting.model != 1 or policy not in ("whittle", "myopic"):
        raise BadInput(f"model {setting.model}, policy {policy}: exact values without sampling need model 1")
    rules = Trajectory(setting, policy)
    law: dict[Probed, float] = {start(setting): 1.0}
    for slot in range(setting.horizon + 1):
        total, later = 0.0, dict[Probed, float]()
        for probed, weight in law.items():
            for group, age, share in rules.choices(slot, probed):
                part = weight * share
                total += part * rules.reward[group][age]
                row = (*probed[group][1:], slot)
                there = (*probed[:group], row, *probed[group + 1 :])
                later[there] = later.get(there, 0.0) + part
        yield total
        law = later
        if len(law) > MOST_BRANCHES:
            raise BadInput(f"{policy}: more than {MOST_BRANCHES} branches at ties; choose --ties slow-first")
