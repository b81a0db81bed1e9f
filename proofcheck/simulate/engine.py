"""One block of replications, all at once, slot by slot.

Random numbers belong to (seed, block): departures and tie-breakers are drawn once and shared by all policies
(common random numbers), or drawn anew for each policy.  So a result depends on the seed and the number of
replications, not on how many workers there are.

Arrays have one row per server and one column per replication.  A policy is a key for every server, and the
largest key is picked.  Keys are integers: the policy's rank in the high bits, then 24 bits that break ties,
and the server's number in the lowest 10 bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from proofcheck.simulate.indices import departures
from proofcheck.simulate.priorities import INFORMED, Older, Tables, preference
from proofcheck.simulate.setting import Setting

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]
Words = npt.NDArray[np.uint64]
BLOCK = 2000
SERVER_BITS, TIE_BITS = 10, 24
PLACE_BITS = SERVER_BITS + TIE_BITS


@dataclass(frozen=True)
class Plan:
    """Everything a block needs to know."""

    setting: Setting
    policies: tuple[str, ...]
    tables: Tables
    seed: int
    common: bool = True

    @property
    def sampling(self) -> bool:
        """Whether some policy looks at servers drawn at random."""
        return any(sample_size(policy) for policy in self.policies)


@dataclass(frozen=True)
class Moments:
    """Sums over replications of R(t), and of R(t) R'(t) for pairs of policies; t = 0..T."""

    count: int
    first: Floats  # (T + 1, policies)
    second: Floats  # (T + 1, policies, policies)


def sample_size(policy: str) -> int:
    """d for jsq(d), 0 for the others."""
    return int(policy[4:-1]) if policy.startswith("jsq(") else 0


@dataclass(frozen=True)
class Slot:
    """What chance decides in one slot: departures, places at ties, marks (the least d are sampled)."""

    departures: Bytes
    places: Ints
    marks: Words | None


class Draws:
    """One stream of random numbers, slot by slot.

    A 64-bit word w is a uniform number w / 2^64: D = #{k : w / 2^64 >= P(D < k)}.  Its low 24 bits break
    ties; given D they are uniform up to K / 2^40.
    """

    def __init__(self, plan: Plan, block: int, count: int, stream: int) -> None:
        def generator(*key: int) -> Any:
            return np.random.PCG64(np.random.SeedSequence(plan.seed, spawn_key=(block, stream, *key)))

        self.words = generator()
        self.samples = generator(1) if plan.sampling else None  # so that they do not shift the others
        self.shape = len(plan.setting.rates), count
        self.number = np.arange(self.shape[0])[:, None]
        self.limits = departure_limits(plan.setting)

    def __next__(self) -> Slot:
        words = self._next(self.words)
        left = np.zeros(self.shape, dtype=np.int8)
        for limit in self.limits:
            left += (words >= limit).view(np.int8)
        places = (words & np.uint64(2**TIE_BITS - 1)).view(np.int64) << SERVER_BITS
        places |= self.number
        return Slot(left, places, self._next(self.samples) if self.samples else None)

    def _next(self, source: Any) -> Words:
        drawn: Words = source.random_raw(self.shape[0] * self.shape[1])
        return drawn.reshape(self.shape)


def departure_limits(setting: Setting) -> Words:
    """[k - 1, server, 0]: 2^64 P(D < k), rounded; k = 1, 2, ... as far as some server gets."""
    rows = []
    for rate in setting.rates:
        _, at_least = departures(setting.backlog, rate)
        rows.append([min(round(2**64 * (1 - p)), 2**64 - 1) for p in at_least[1:]])
    limits = np.array(rows, dtype=np.uint64).T[:, :, None]
    return limits[: 1 + int(np.flatnonzero((limits < 2**64 - 1).any(axis=(1, 2)))[-1])]


class Fleet:
    """The servers of all replications under one policy."""

    def __init__(self, plan: Plan, policy: str, first: Slot | None, count: int) -> None:
        setting = plan.setting
        self.k, self.policy, self.model = setting.backlog, policy, setting.model
        self.servers, self.count = len(setting.rates), count
        self.columns, self.size = np.arange(count), sample_size(policy)
        self.backlog = np.full((self.servers, count), 0 if setting.start == "empty" else self.k, np.int8)
        if first is not None:
            self.backlog -= first.departures
        numbers = np.arange(self.servers)
        self.prefer = ((preference(setting) << SERVER_BITS) + numbers)[:, None]
        self.ties_random = setting.ties == "random"
        if policy in INFORMED:
            table = plan.tables[policy]
            self.beyond = int(table.max()) << PLACE_BITS
            self.entry = table.ravel() << PLACE_BITS
            groups = [rate for rate, _ in setting.groups]
            base = [groups.index(rate) * table[0].size for rate in setting.rates]
            seen = np.arange(self.k + 1) * table.shape[2]
            self.after = (np.array(base)[:, None] + seen + 1).ravel()  # code of a server just seen at q
            begin = {"full": seen[-1] + 1, "known-full": seen[-1], "empty": 0}[setting.start]
            self.code = np.repeat(np.array(base)[:, None] + begin, count, axis=1)

    def pick(self, slot: int, chance: Slot) -> Ints:
        """The server each replication picks; Older if one is not in the table any more."""
        if self.policy == "round-robin":
            return np.full(self.count, slot % self.servers)
        best = np.maximum.reduce(self.keys(chance), axis=0)
        if self.policy in INFORMED and best.max() >= self.beyond:
            raise Older
        return np.asarray(best & (2**SERVER_BITS - 1))

    def keys(self, chance: Slot) -> Ints:
        """The key of every server."""
        ties = chance.places if self.ties_random else self.prefer
        if self.policy == "random":
            return chance.places
        if self.policy == "jiq":
            return np.where(self.backlog == 0, ties + (1 << PLACE_BITS), chance.places)
        if self.policy in INFORMED:
            found = self.entry.take(self.code)
        else:
            found = np.multiply(self.backlog, -1 << PLACE_BITS, dtype=np.int64)
        found += ties
        if chance.marks is not None and self.size:
            limit = np.partition(chance.marks, self.size - 1, axis=0)[self.size - 1]
            found[chance.marks > limit] = np.iinfo(np.int64).min
        return found

    def step(self, picked: Ints, lost: Bytes) -> Bytes:
        """Probe, dispatch, depart; the rewards."""
        at = picked * self.count + self.columns
        seen = self.backlog.ravel().take(at)
        if self.model == 1:
            reward, left = self.k - seen, np.full_like(seen, self.k)
        else:
            reward = (seen == 0) * np.int8(self.k)
            left = seen + reward
        self.backlog.ravel()[at] = left
        if self.policy in INFORMED:
            self.code += 1  # one slot older
            self.code.ravel()[at] = self.after.take(picked * (self.k + 1) + left)
        self.backlog -= np.minimum(lost, self.backlog)
        return np.asarray(reward)


def totals(plan: Plan, block: int, count: int) -> Iterator[Floats]:
    """R(t) of each policy in each replication, (policies, replications), for t = 0..T; one array, renewed."""
    streams = [Draws(plan, block, count, s) for s in ([0] if plan.common else range(len(plan.policies)))]
    places = [0 if plan.common else place for place in range(len(plan.policies))]
    first = [next(stream) for stream in streams] if plan.setting.start == "full" else [None] * len(streams)
    fleets = [Fleet(plan, p, first[s], count) for p, s in zip(plan.policies, places, strict=True)]
    sofar, beta, weight = np.zeros((len(fleets), count)), float(plan.setting.beta), 1.0
    for slot in range(plan.setting.horizon + 1):
        chances = [next(stream) for stream in streams]
        for row, fleet, place in zip(sofar, fleets, places, strict=True):
            row += weight * fleet.step(fleet.pick(slot, chances[place]), chances[place].departures)
        yield sofar
        weight *= beta


def run_block(plan: Plan, block: int, count: int) -> Moments:
    """The sums of one block of `count` replications."""
    return plan.tables.enough(lambda: _sums(plan, block, count))


def _sums(plan: Plan, block: int, count: int) -> Moments:
    policies = len(plan.policies)
    first = np.empty((plan.setting.horizon + 1, policies))
    second = np.empty((plan.setting.horizon + 1, policies, policies))
    for slot, sofar in enumerate(totals(plan, block, count)):
        first[slot] = sofar.sum(axis=1)
        second[slot] = np.einsum("pc,qc->pq", sofar, sofar)
    return Moments(count, first, second)
