"""Policies as tables: a server with the highest entry is picked, equal entries are real ties.

What the dispatcher knows of a server is q and its age; q = 0 stands for known to be empty, where every index
is at its largest.  Entries are ranks, so that no rounding makes or breaks a tie
(indices.py): .05 x 2 = .1 x 1 is one for the myopic policy.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from proofcheck.errors import BadInput
from proofcheck.index.enclosure import Enclosure
from proofcheck.simulate.indices import in_order, index_distances, occupied
from proofcheck.simulate.setting import Setting

Ints = npt.NDArray[np.int64]
INFORMED = ("whittle", "myopic")
OTHERS = ("jsq", "jiq", "round-robin", "random")
FIRST_AGES = 16
T = TypeVar("T")
Name = Callable[[Fraction, int, int], Hashable]  # of (rate, q, age)


def policy_name(name: str, servers: int) -> str:
    """A known policy, or BadInput: whittle, myopic, jsq, jsq(d), jiq, round-robin, random."""
    name = name.strip().lower()
    if name in INFORMED + OTHERS:
        return name
    if name.startswith("jsq(") and name.endswith(")") and name[4:-1].isascii() and name[4:-1].isdigit():
        if not 1 <= int(name[4:-1]) <= servers:
            raise BadInput(f"policy {name}: d must be between 1 and N = {servers}")
        return name
    raise BadInput(f"policy {name!r}: unknown; known are {', '.join(INFORMED + OTHERS)}, jsq(d)")


def whittle(setting: Setting, last: int) -> tuple[Name, dict[Hashable, int]]:
    """How states are named, and the ranks of the names: a larger Whittle index comes later."""

    def distances(digits: int) -> Mapping[Hashable, Enclosure]:
        k = Fraction(setting.backlog)
        found: dict[Hashable, Enclosure] = {None: Enclosure(k, k, digits)}
        for rate, _ in setting.groups:
            table = index_distances(setting.model, setting.backlog, rate, setting.beta, last, digits)
            found |= {(rate, *state): distance for state, distance in table.items()}
        return found

    return lambda rate, q, age: (rate, q, age) if age else None, in_order(distances)


def least_backlog(setting: Setting, last: int) -> tuple[Name, dict[Hashable, int]]:
    """The myopic policy of model 1: the least mean backlog, that is the largest mu tau."""
    means = {rate * age for rate, _ in setting.groups for age in range(last + 1)}
    return lambda rate, q, age: rate * age, {mean: rank for rank, mean in enumerate(sorted(means))}


def likely_empty(setting: Setting, last: int) -> tuple[Name, dict[Hashable, int]]:
    """The myopic policy of model 2: the least probability of not being empty, which is 1 at age 0."""
    means = {rate * age for rate, _ in setting.groups for age in range(1, last + 1)}
    states = [(q, mean) for mean in means for q in range(1, setting.backlog + 1)]

    def distances(digits: int) -> Mapping[Hashable, Enclosure]:
        sure: dict[Hashable, Enclosure] = {None: Enclosure(Fraction(1), Fraction(1), digits)}
        return sure | {state: occupied(*state, digits) for state in states}

    return lambda rate, q, age: (q, rate * age) if age else None, in_order(distances)


def ranks(setting: Setting, policy: str, last: int) -> Ints:
    """entry[group, q, age] for ages 0..last, and `beyond` at age last + 1.

    Known to be empty (q = 0) comes after all other ranks, and `beyond` after that: a server older than the
    table is picked at once, which shows that a longer table is needed.
    """
    myopic = least_backlog if setting.model == 1 else likely_empty
    name, rank = (whittle if policy == "whittle" else myopic)(setting, last)
    entry = np.full((len(setting.groups), setting.backlog + 1, last + 2), len(rank), dtype=np.int64)
    known = [setting.backlog] if setting.model == 1 else range(1, setting.backlog + 1)
    for group, (rate, _) in enumerate(setting.groups):
        for q in known:
            entry[group, q, : last + 1] = [rank[name(rate, q, age)] for age in range(last + 1)]
            entry[group, q, last + 1] = len(rank) + 1
    return entry


class Older(Exception):
    """A server grew older than the tables reach."""


class Tables:
    """The ranks of the informed policies, for ages up to `last`; nothing depends on how far they reach."""

    def __init__(self, setting: Setting, policies: Iterable[str], last: int = FIRST_AGES) -> None:
        self.setting, self.last = setting, min(last, setting.horizon + 1)
        self.informed = [policy for policy in policies if policy in INFORMED]
        self._make()

    def _make(self) -> None:
        self._ranks = {policy: ranks(self.setting, policy, self.last) for policy in self.informed}

    def __getitem__(self, policy: str) -> Ints:
        return self._ranks[policy]

    def enough(self, work: Callable[[], T]) -> T:
        """What `work` gives with tables that reach as far as it looks."""
        while True:
            try:
                return work()
            except Older:
                self.last = min(2 * self.last, self.setting.horizon + 1)
                self._make()


def preference(setting: Setting) -> Ints:
    """Which server a tie goes to, the largest number: by rate, and among equal rates the one named first.

    0 for all if ties are broken at random.
    """
    count = len(setting.rates)
    found = np.zeros(count, dtype=np.int64)
    if setting.ties != "random":
        sign = 1 if setting.ties == "slow-first" else -1
        order = sorted(range(count), key=lambda i: (sign * setting.rates[i], i))
        found[order] = np.arange(count - 1, -1, -1)
    return found
