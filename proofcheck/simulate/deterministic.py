"""Model 1: the exact R(T) of the Whittle and myopic policies, without sampling.

Probing always refills, so the ages move without chance: only ties do not.  A state is, for each group of
equal rate (servers of a group are exchangeable), the ages of its servers, oldest first; at a tie between
groups the random rule branches, with the share of each group as its probability.  Few states can be reached:
they are found once, and the law moves on by a sparse matrix.  The reward of a probe at age tau is K - E(tau).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import numpy as np
import scipy.sparse

from proofcheck.errors import BadInput
from proofcheck.index.model1 import expected_backlog
from proofcheck.simulate.indices import poisson_server
from proofcheck.simulate.priorities import INFORMED, Older, Tables
from proofcheck.simulate.setting import Setting

MOST_STATES = 1_000_000
EMPTY = -1  # the age of a server known to be empty; it has the last place of each table
State = tuple[tuple[int, ...], ...]


@cache
def probed(backlog: int, rate: Fraction, age: int) -> float:
    """K - E(age), rounded once; K for a server known to be empty."""
    if age == EMPTY:
        return float(backlog)
    return float(backlog - expected_backlog(poisson_server(backlog, rate), age, 40).lower) if age else 0.0


class Chain:
    """The states that can be reached within T slots, and the law on them."""

    def __init__(self, setting: Setting, policy: str) -> None:
        if setting.model != 1 or policy not in INFORMED:
            raise BadInput(f"model {setting.model}, policy {policy}: no exact value; it takes model 1")
        self.setting, tables = setting, Tables(setting, [policy])
        self.random, self.slow_first = setting.ties == "random", setting.ties == "slow-first"
        tables.enough(lambda: self._explore(tables, policy))

    def _explore(self, tables: Tables, policy: str) -> None:
        """Number the states in the order in which they are reached; note moves and mean rewards."""
        entry = tables[policy][:, self.setting.backlog, :].tolist()
        empty = int(tables[policy][0, 0, 0])
        self.rank, self.beyond = [[*row, empty] for row in entry], entry[0][-1]
        begin = {"full": 1, "known-full": 0, "empty": EMPTY}[self.setting.start]
        first = tuple((begin,) * count for _, count in self.setting.groups)
        number, frontier = {first: 0}, [first]
        backlog, rates = self.setting.backlog, [rate for rate, _ in self.setting.groups]
        self.earned: list[float] = []
        rows, columns, shares = [], [], []
        for _ in range(self.setting.horizon + 1):
            reached = []
            for state in frontier:
                mean = 0.0
                for group, share in self.choices(state):
                    mean += share * probed(backlog, rates[group], state[group][0])
                    there = older(state, group)
                    if there not in number:
                        number[there] = len(number)
                        reached.append(there)
                    rows.append(len(self.earned))
                    columns.append(number[there])
                    shares.append(share)
                self.earned.append(mean)
            if len(number) > MOST_STATES:
                raise BadInput(f"{policy}: more than {MOST_STATES} states at ties; choose --ties slow-first")
            frontier = reached
        size = len(number)
        self.earned += [0.0] * (size - len(self.earned))  # reached after the last slot
        self.move = scipy.sparse.csr_matrix((shares, (columns, rows)), shape=(size, size))

    def choices(self, state: State) -> Iterator[tuple[int, float]]:
        """The groups whose oldest server may be picked, each with its probability."""
        rank = [row[ages[0]] for row, ages in zip(self.rank, state, strict=True)]
        best = max(rank)
        if best == self.beyond:
            raise Older
        tied = [group for group, one in enumerate(rank) if one == best]
        if not self.random:
            yield tied[0 if self.slow_first else -1], 1.0
            return
        counts = [state[group].count(state[group][0]) for group in tied]
        yield from ((group, count / sum(counts)) for group, count in zip(tied, counts, strict=True))

    def slots(self) -> Iterator[float]:
        """The mean reward in slots 0, 1, ..., T."""
        earned, law = np.array(self.earned), np.zeros(len(self.earned))
        law[0] = 1
        for _ in range(self.setting.horizon + 1):
            yield float(law @ earned)
            law = np.asarray(self.move @ law)

    def roundings(self) -> int:
        """How many roundings any of the products has that make up a mean reward."""
        most = int(np.diff(self.move.indptr).max())  # states that lead to one
        reward = 2 + 2 * len(self.setting.groups)
        return (self.setting.horizon + 1) * (2 + most) + len(self.earned) + reward


def older(state: State, picked: int) -> State:
    """One slot later, the oldest server of the picked group just filled."""
    aged = (tuple(age + 1 if age != EMPTY else EMPTY for age in ages) for ages in state)
    return tuple((*ages[1:], 1) if group == picked else ages for group, ages in enumerate(aged))
