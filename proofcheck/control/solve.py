"""Policy iteration in floating point on the states x <= N, with a given tail beyond.

State (x, y) is unknown number x (m+1) + y, so a policy's equations form a band of width independent of N:
up m + 1 (an arrival that is kept), down (m+1) + m^2 (a departure, then m jobs sent).  The search for
policies may be inexact: what it finds is corrected and checked in exact arithmetic (enclose.py).

With `may_idle` the fast server may also stay idle for a step: a relaxation, used for lower bounds that
hold in the original model too (docs/control-certificates.md).

Average cost: f is determined with the gain g by T f = f + g and f(N,m) = t(N,m): the tail continues f.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.linalg

from proofcheck.control.model import ServerModel

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
MOST_ROUNDS = 300
CHANGE = 1e-13  # relative gain below which another action is not taken


@dataclass(frozen=True)
class Policy:
    """How many jobs are sent at x <= N + 1, and where the fast server stays idle, x <= N."""

    sent: Ints
    idle: npt.NDArray[np.bool_]

    def same(self, other: Policy) -> bool:
        """Whether the two agree everywhere."""
        return np.array_equal(self.sent, other.sent) and np.array_equal(self.idle, other.idle)


@dataclass(frozen=True)
class Solution:
    """Values for x <= N + 1 (the last row is the tail), the policy there, and the gain."""

    values: Floats
    policy: Policy
    gain: float


def limits(size: int, slow: int, keep_one: bool) -> Ints:
    """The most jobs that may be sent from (x, y), x <= size; `keep_one`: the last one stays."""
    x = np.arange(size + 1)[:, None]
    able = np.maximum(x - 1, 0) if keep_one else x
    return np.minimum(slow - np.arange(slow + 1)[None, :], able)


def candidates(values: npt.NDArray[Any], a: int, worst: Any) -> npt.NDArray[Any]:
    """The value after sending a jobs from each state; `worst` where that leaves the states."""
    if a == 0:
        return values
    found = np.full_like(values, worst)
    found[a:, :-a] = values[:-a, a:]
    return found


def routed(values: npt.NDArray[Any], most: Ints, worst: Any) -> tuple[npt.NDArray[Any], Ints]:
    """g and the smallest minimisers; `worst` is more than any value."""
    best, sent = values.copy(), np.zeros(values.shape, dtype=np.int64)
    for a in range(1, values.shape[1]):
        other = np.where(most >= a, candidates(values, a, worst), worst)
        better = (other < best).astype(bool)
        best, sent = np.where(better, other, best), np.where(better, a, sent)
    return best, sent


def improve(values: Floats, most: Ints, old: Policy, may_idle: bool) -> Policy:
    """The best actions; an old choice stays unless clearly beaten."""
    options = range(values.shape[1])
    table = np.stack([np.where(most >= a, candidates(values, a, np.inf), np.inf) for a in options])
    now = np.take_along_axis(table, old.sent[None], 0)[0]
    best = table.min(axis=0)
    sent = np.where(best < now - CHANGE * (1 + np.abs(now)), table.argmin(axis=0), old.sent)
    idle = np.zeros_like(old.idle)
    if may_idle:
        idle[1:] = best[1:-1] < best[:-2] - CHANGE * (1 + np.abs(best[:-2]))
    return Policy(sent, idle)


def transitions(model: ServerModel, policy: Policy) -> list[tuple[Floats, Ints]]:
    """Weights and successor numbers, one pair for each event, for all states x <= N."""
    slow, size = model.slow, len(policy.sent) - 2
    x, y = np.divmod(np.arange((size + 1) * (slow + 1)), slow + 1)
    arrival, fast, each = model.probabilities

    def after(u: Ints, v: Ints) -> Ints:
        sent = policy.sent[u, v]
        return np.asarray((u - sent) * (slow + 1) + v + sent)

    return [
        (np.full(len(x), arrival), after(x + 1, y)),
        (np.full(len(x), fast), after(np.where(policy.idle[x, y], x, np.maximum(x - 1, 0)), y)),
        (each * y, after(x, np.maximum(y - 1, 0))),
        (each * (slow - y), after(x, y)),
    ]


class Linear:
    """The equations f - beta P f (+ gain) = r of one policy on the states x <= N, ready to be solved.

    Average cost: with f(N,m) given, states beyond are written as f(N,m) plus a known difference.  That makes
    P stochastic, and with f(0,0) split off the rest is solved from the times to reach (0,0), which stay
    moderate; keeping the gain as an unknown of the band would not (times to leave grow exponentially).
    """

    def __init__(self, model: ServerModel, policy: Policy) -> None:
        self.model, self.states = model, (len(policy.sent) - 1) * (model.slow + 1)
        self.moves = transitions(model, policy)
        self.leaving = sum(weight * (target >= self.states) for weight, target in self.moves)
        slow = model.slow
        self.bands = ((slow + 1) + slow * slow, slow + 1)
        self._band = self._banded()

    def boundary(self, last_row: Floats) -> Floats:
        """beta times the part of P f that lies in the row x = N + 1."""
        part = np.zeros(self.states)
        for weight, target in self.moves:
            outside = target >= self.states
            part[outside] += weight[outside] * last_row[target[outside] - self.states]
        return float(self.model.discount) * part

    def _banded(self) -> Floats:
        beta, (lower, upper) = float(self.model.discount), self.bands
        band = np.zeros((lower + upper + 1, self.states))
        band[upper] = 1
        rows = np.arange(self.states)
        for weight, target in self.moves:
            to = np.minimum(target, self.states - 1)
            inside = (target < self.states) | self.model.average
            diagonal = np.where(inside, upper + rows - to, upper)
            np.add.at(band, (diagonal, to), np.where(inside, -beta * weight, 0))
        return band

    def solve(self, right: Floats, top: float = 0.0) -> tuple[Floats, float]:
        """f and the gain (0 if discounted); `top` is f(N,m) for average cost."""
        if not self.model.average:
            found = scipy.linalg.solve_banded(self.bands, self._band, right, check_finite=False)
            return np.asarray(found), 0.0
        right = right - self.leaving * top
        sides = np.column_stack([right, np.ones(self.states)])[1:]
        rest = scipy.linalg.solve_banded(self.bands, self._band[:, 1:], sides, check_finite=False)
        cost, time = np.vstack([np.zeros((1, 2)), rest]).T
        gain = (right[0] - self._first(cost)) / (1 - self._first(time))
        found = cost - gain * time
        return found + (top - found[-1]), float(gain)

    def _first(self, values: Floats) -> float:
        """((I - P) f)(0,0), with f(0,0) = 0."""
        last = self.states - 1
        return -float(sum(weight[0] * values[min(int(target[0]), last)] for weight, target in self.moves))


def solve(
    model: ServerModel,
    size: int,
    last_row: Floats,
    *,
    keep_one: bool = False,
    may_idle: bool = False,
    top: float = 0.0,
) -> Solution:
    """The optimal values on x <= size, given those at x = size + 1, by policy iteration."""
    slow = model.slow
    most = limits(size + 1, slow, keep_one)
    # to start with: fill from where the fast server needs longer for the queue than a slow one for a job
    worth = np.arange(size + 2)[:, None] >= float((model.mu1 - model.lam) / model.mu2)
    policy = Policy(np.where(worth, most, 0), np.zeros((size + 1, slow + 1), dtype=bool))
    cost = np.add.outer(np.arange(size + 1.0), np.arange(slow + 1.0)).ravel()
    for _ in range(MOST_ROUNDS):
        linear = Linear(model, policy)
        found, gain = linear.solve(cost + linear.boundary(last_row), top)
        values = np.vstack([found.reshape(size + 1, slow + 1), last_row])
        better = improve(values, most, policy, may_idle)
        if better.same(policy):
            break
        policy = better
    return Solution(values, policy, gain)
