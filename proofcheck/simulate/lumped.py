"""The exact R(T) of oracle JSQ: the law of a lumped chain, slot by slot.

Servers of equal rate are exchangeable, so a group of n servers is described by how many of them hold 0, ...,
K jobs: binom(n + K, K) states.  The law of all groups is a tensor with one axis per group.  Departures act on
each axis by a matrix; the dispatcher moves mass within one group.  Ties between groups follow the tie rule:
at random, in proportion to how many servers tie.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from proofcheck.errors import BadInput
from proofcheck.simulate.indices import departures
from proofcheck.simulate.setting import Setting

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
MOST_STATES = 20_000_000


class Group:
    """n servers of one rate: their lumped states, and the two kinds of moves."""

    def __init__(self, rate: Fraction, count: int, backlog: int) -> None:
        self.k = backlog
        self.states = list(combinations_with_replacement(range(backlog + 1), count))  # sorted backlogs
        self.number = {state: i for i, state in enumerate(self.states)}
        self.least = np.array([state[0] for state in self.states])
        self.tied = np.array([state.count(state[0]) for state in self.states], dtype=float)
        self.filled = np.array([self.number[(*state[1:], backlog)] for state in self.states])
        self.departure = self._departure(rate)

    def _departure(self, rate: Fraction) -> Floats:
        """One slot of departures: row to column, built up server by server."""
        one = np.zeros((self.k + 1, self.k + 1))
        exactly, at_least = departures(self.k, rate)
        for q in range(self.k + 1):
            one[q, 1 : q + 1] = [float(exactly[q - j]) for j in range(1, q + 1)]
            one[q, 0] = float(at_least[q])
        matrix = np.zeros((len(self.states), len(self.states)))
        memo: dict[tuple[int, ...], dict[tuple[int, ...], float]] = {(): {(): 1.0}}

        def law(state: tuple[int, ...]) -> dict[tuple[int, ...], float]:
            if state not in memo:
                found: defaultdict[tuple[int, ...], float] = defaultdict(float)
                for rest, weight in law(state[1:]).items():
                    for q in range(state[0] + 1):
                        there = tuple(sorted((*rest, q)))
                        found[there] += weight * float(one[state[0], q])
                memo[state] = found
            return memo[state]

        for i, state in enumerate(self.states):
            for there, weight in law(state).items():
                matrix[i, self.number[there]] = weight
        return matrix


@dataclass(frozen=True)
class Move:
    """Where one group gets the job at one least backlog: states, where they go, with what share.

    Filling a server of given backlog loses nothing, so no two states of one move go to the same.
    """

    source: Ints
    target: Ints
    share: Floats


class Chain:
    """The law of all groups under oracle JSQ."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.k = setting, setting.backlog
        size = prod(comb(count + self.k, self.k) for _, count in setting.groups)
        if size > MOST_STATES:
            raise BadInput(f"exact JSQ: {size} lumped states, more than {MOST_STATES}")
        self.groups = [Group(rate, count, self.k) for rate, count in setting.groups]
        self.shape = tuple(len(group.states) for group in self.groups)
        self.law = np.zeros(self.shape)
        corner = tuple(0 if setting.start == "empty" else size - 1 for size in self.shape)
        self.law[corner] = 1
        least = [self._axis(group.least, g) for g, group in enumerate(self.groups)]
        self.least = np.broadcast_to(reduce(np.minimum, least), self.shape)
        self.acting = self.least == 0 if setting.model == 2 else np.ones(self.shape, dtype=bool)
        self.reward = np.where(self.acting, self.k - self.least, 0).astype(float)
        self.moves = [move for g, share in enumerate(self._shares(least)) for move in self._moves(g, share)]
        if setting.start == "full":
            self.depart()

    def _axis(self, values: npt.NDArray[Any], axis: int) -> npt.NDArray[Any]:
        """Values along one axis of the tensor."""
        shape = [1] * len(self.shape)
        shape[axis] = len(values)
        return values.reshape(shape)

    def _shares(self, least: list[npt.NDArray[Any]]) -> Iterator[Floats]:
        """For each group, the probability that it gets the job, in every state."""
        tied = [
            (one == self.least) * self._axis(group.tied, g)
            for g, (one, group) in enumerate(zip(least, self.groups, strict=True))
        ]
        if self.setting.ties == "random":
            total = reduce(np.add, tied)
            yield from (one / total for one in tied)
            return
        before = range if self.setting.ties == "slow-first" else lambda g: range(g + 1, len(tied))
        for g, one in enumerate(tied):
            taken = [tied[other] > 0 for other in before(g)]
            yield np.where(reduce(np.logical_or, taken, np.zeros(self.shape, dtype=bool)), 0.0, one > 0)

    def _moves(self, g: int, share: Floats) -> Iterator[Move]:
        """The moves of one group, one for each least backlog."""
        for q in range(self.k + 1):
            source = np.flatnonzero((share > 0) & (self.least == q) & self.acting)
            if not len(source):
                continue
            places = list(np.unravel_index(source, self.shape))
            places[g] = self.groups[g].filled[places[g]]
            target = np.ravel_multi_index(tuple(places), self.shape)
            yield Move(source, np.asarray(target), share.ravel()[source])

    def depart(self) -> None:
        """One slot of departures on every axis."""
        for g, group in enumerate(self.groups):
            moved = np.tensordot(self.law, group.departure, axes=(g, 0))
            self.law = np.ascontiguousarray(np.moveaxis(moved, -1, g))

    def slot(self) -> float:
        """The mean reward of one slot; the law moves on to the next."""
        earned = float((self.law * self.reward).sum())
        later, law = np.where(self.acting, 0.0, self.law).ravel(), self.law.ravel()
        for move in self.moves:
            later[move.target] += law[move.source] * move.share
        self.law = later.reshape(self.shape)
        self.depart()
        return earned

    def slots(self) -> Iterator[float]:
        """The mean reward in slots 0, 1, ..., T."""
        for _ in range(self.setting.horizon + 1):
            yield self.slot()

    def roundings(self) -> int:
        """At most so many in each product of probabilities that a mean reward sums up.

        Departures of a group: for each server a probability (2), a product and at most K sums, then one
        product and len(states) - 1 sums.  A decision: a share, a product and a sum for each move.
        """
        departing = sum(
            count * (self.k + 3) + len(group.states)
            for (_, count), group in zip(self.setting.groups, self.groups, strict=True)
        )
        return (self.setting.horizon + 2) * (departing + 2 + len(self.moves)) + self.law.size + 1
