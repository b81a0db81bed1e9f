"""Policies as tables: a server with the highest entry is picked, equal entries are real ties.

What the dispatcher knows of a server is coded as q (ages + 1) + age; q = 0 stands for known to be empty,
where every index is at its largest.  Entries are ranks, so that no rounding makes or breaks a tie: two
states tie if and only if their exact keys are equal (same rate and state, or equal mu tau for the myopic
policy, as .05 x 2 = .1 x 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from proofcheck.errors import BadInput
from proofcheck.simulate.indices import Belief, last_age, model1, model2, ordered
from proofcheck.simulate.setting import Setting

Floats = npt.NDArray[np.float64]
INFORMED = ("whittle", "myopic")
OTHERS = ("jsq", "jiq", "round-robin", "random")


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


@dataclass(frozen=True)
class Ranks:
    """entry[group, q, age]: the rank of the state of a server in this group; ages saturate at the last."""

    entry: npt.NDArray[np.int64]

    @property
    def ages(self) -> int:
        """The number of ages, 0 included."""
        return int(self.entry.shape[2])


@cache
def _whittle(
    model: int, backlog: int, rate: Fraction, beta: Fraction, ages: int
) -> dict[tuple[int, int], int]:
    belief = Belief(backlog, rate, ages)
    if model == 1:
        table = {(backlog, age): value for age, value in enumerate(model1(belief, beta))}
    else:
        table = model2(belief, beta)
    return {state: ordered(value, 4096) for state, value in table.items()}


def whittle_keys(setting: Setting, ages: int) -> dict[tuple[int, int, int], Any]:
    """(group, q, age) -> an integer that orders the Whittle indices of all servers."""
    found = {}
    for group, (rate, _) in enumerate(setting.groups):
        table = _whittle(setting.model, setting.backlog, rate, setting.beta, ages)
        found.update({(group, q, age): key for (q, age), key in table.items()})
    return found


def myopic_keys(setting: Setting, ages: int) -> dict[tuple[int, int, int], Any]:
    """Model 1: the least mean backlog, that is the largest mu tau.  Model 2: the most likely empty.

    For Model 2 the key is minus P(not empty) = -P(Poisson(mu tau) < q) in 4096 bits; equal mu tau and q give
    the very same ball, hence the same key.
    """
    found: dict[tuple[int, int, int], Any] = {}
    for group, (rate, _) in enumerate(setting.groups):
        for age in range(min(ages, last_age(rate)) + 1):
            if setting.model == 1:
                found[group, setting.backlog, age] = rate * age
                continue
            for q in range(1, setting.backlog + 1):
                found[group, q, age] = _not_empty(q, rate * age)
    return found


@cache
def _not_empty(q: int, mean: Fraction) -> int:
    return -ordered(Belief(q, mean, 1).empty(q, 1), 4096) if mean else -ordered(1, 4096)


def ranks(setting: Setting, policy: str) -> Ranks:
    """The table of an informed policy."""
    ages = setting.horizon + 1
    keys = (whittle_keys if policy == "whittle" else myopic_keys)(setting, ages)
    order = {key: place for place, key in enumerate(sorted(set(keys.values())))}
    entry = np.zeros((len(setting.groups), setting.backlog + 1, ages + 1), dtype=np.int64)
    entry[:, 0, :] = len(order)
    filled = np.zeros_like(entry, dtype=bool)
    for place, key in keys.items():
        entry[place], filled[place] = order[key], True
    for group in range(len(entry)):
        for q in range(1, setting.backlog + 1):
            known = int(filled[group, q].sum())
            if 0 < known <= ages:  # later ages count as the last one known
                entry[group, q, known:] = entry[group, q, known - 1]
    return Ranks(entry)


def preference(setting: Setting) -> Floats:
    """What breaks ties in favour of a server, in [0, 1): 0 for all if ties are broken at random.

    Otherwise the order is by rate, and among equal rates the server named first comes first.
    """
    count = len(setting.rates)
    if setting.ties == "random":
        return np.zeros(count)
    sign = 1 if setting.ties == "slow-first" else -1
    order = sorted(range(count), key=lambda i: (sign * setting.rates[i], i))
    found = np.zeros(count)
    found[order] = np.arange(count - 1, -1, -1) / count
    return found
