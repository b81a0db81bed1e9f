"""One block of replications, all at once, slot by slot.

Random numbers belong to (seed, block): departures and tie-breakers are drawn once and shared by all policies
(common random numbers), or drawn anew for each policy.  So a result depends on the seed and the number of
replications, not on how many workers there are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from proofcheck.simulate.priorities import INFORMED, Ranks, preference
from proofcheck.simulate.setting import Setting

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
BLOCK = 500


@dataclass(frozen=True)
class Plan:
    """Everything a block needs to know."""

    setting: Setting
    policies: tuple[str, ...]
    tables: dict[str, Ranks]
    seed: int
    common: bool = True


@dataclass(frozen=True)
class Moments:
    """Sums over replications of R(t), and of R(t) R'(t) for pairs of policies; t = 0..T."""

    count: int
    first: Floats  # (T + 1, policies)
    second: Floats  # (T + 1, policies, policies)


class Draws:
    """Departures, tie-breakers and samples of one stream: the same numbers each time it is replayed."""

    def __init__(self, plan: Plan, block: int, count: int, stream: int) -> None:
        own = np.random.SeedSequence(plan.seed, spawn_key=(block, stream))
        rng = np.random.Generator(np.random.PCG64(own))
        slots, self.servers = plan.setting.horizon + 2, len(plan.setting.rates)
        self.departures = np.empty((slots, self.servers, count), dtype=np.int16)
        for i, rate in enumerate(plan.setting.rates):
            drawn = rng.poisson(float(rate), size=(slots, count))
            self.departures[:, i, :] = np.minimum(drawn, plan.setting.backlog)
        self.random = rng.random((slots, self.servers, count), dtype=np.float32)
        self._samples = rng
        self._state = rng.bit_generator.state

    def samples(self) -> np.random.Generator:
        """The generator for JSQ(d)'s samples, at its start."""
        self._samples.bit_generator.state = self._state
        return self._samples


class Fleet:
    """The servers of all replications: arrays with one row per server, one column per replication."""

    def __init__(self, setting: Setting, policy: str, draws: Draws, table: Ranks | None) -> None:
        self.k, self.policy, self.model = setting.backlog, policy, setting.model
        self.shape = draws.departures.shape[1:]
        servers, count = self.shape
        self.columns = np.arange(count)
        self.backlog = np.full(self.shape, 0 if setting.start == "empty" else self.k, dtype=np.int16)
        if setting.start == "full":
            self.backlog -= draws.departures[-1]
        self.prefer = preference(setting)[:, None]
        self.ties_random = setting.ties == "random"
        self.size = int(policy[4:-1]) if policy.startswith("jsq(") else 0
        self.samples = draws.samples() if self.size else None
        if table is not None:
            groups = [rate for rate, _ in setting.groups]
            flat = np.stack([table.entry[groups.index(rate)].ravel() for rate in setting.rates])
            self.entry = (flat + self.prefer).ravel()
            self.base = (np.arange(servers) * flat.shape[1])[:, None]
            self.ages = table.ages
            begin = {"full": self.k * self.ages + 1, "known-full": self.k * self.ages, "empty": 0}
            self.code = self.base + np.full(self.shape, begin[setting.start], dtype=np.int64)

    def pick(self, slot: int, random: npt.NDArray[np.float32]) -> Ints:
        """The server each replication picks."""
        ties: Floats = random.astype(np.float64) if self.ties_random else self.prefer
        if self.policy == "round-robin":
            return np.full(self.shape[1], slot % self.shape[0])
        if self.policy == "random":
            key = random.astype(np.float64)
        elif self.policy == "jiq":
            key = np.where(self.backlog == 0, 2 + ties, random)
        elif self.policy in INFORMED:
            key = self.entry.take(self.code)
            if self.ties_random:
                key += random
        else:
            key = ties - self.backlog
            if self.samples is not None:
                mark = self.samples.random(self.shape, dtype=np.float32)
                limit = np.partition(mark, self.size - 1, axis=0)[self.size - 1]
                key = np.where(mark <= limit, key, -np.inf)
        return np.asarray(key.argmax(axis=0))

    def step(self, picked: Ints, departures: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
        """Probe, dispatch, depart; the rewards."""
        seen = self.backlog[picked, self.columns]
        if self.model == 1:
            reward, left = self.k - seen, np.full_like(seen, self.k)
        else:
            reward = np.where(seen == 0, self.k, 0).astype(np.int16)
            left = np.where(seen == 0, self.k, seen)
        self.backlog[picked, self.columns] = left
        if self.policy in INFORMED:
            self.code += 1  # one slot older; q = 0 keeps its rank at every age
            self.code[picked, self.columns] = self.base[picked, 0] + left.astype(np.int64) * self.ages + 1
        self.backlog -= departures
        np.maximum(self.backlog, 0, out=self.backlog)
        return np.asarray(reward)


def totals(plan: Plan, policy: str, draws: Draws) -> Floats:
    """R(t) of one policy, (T + 1, replications)."""
    setting = plan.setting
    fleet = Fleet(setting, policy, draws, plan.tables.get(policy))
    found = np.empty((setting.horizon + 1, draws.departures.shape[2]))
    beta, weight, sofar = float(setting.beta), 1.0, np.zeros(draws.departures.shape[2])
    for slot in range(setting.horizon + 1):
        picked = fleet.pick(slot, draws.random[slot])
        sofar = sofar + weight * fleet.step(picked, draws.departures[slot])
        found[slot] = sofar
        weight *= beta
    return found


def run_block(plan: Plan, block: int, count: int) -> Moments:
    """The sums of one block of `count` replications."""
    draws = Draws(plan, block, count, 0)
    found = []
    for place, policy in enumerate(plan.policies):
        if not plan.common and place:
            draws = Draws(plan, block, count, place)
        found.append(totals(plan, policy, draws))
    curves = np.stack(found, axis=1)
    second = (curves[:, :, None, :] * curves[:, None, :, :]).sum(axis=-1)
    return Moments(count, curves.sum(axis=-1), second)
