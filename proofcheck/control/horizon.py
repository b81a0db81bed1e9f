"""Finite-horizon value iteration in exact integers, and whether the iterates lie in the cone (K1)-(K6).

After k steps the values are integers over scale_k = (total weight * denominator of the discount)^k times
the denominator of the costs.  Step k is known on one x less than step k - 1, for an arrival looks one
further, so no truncation enters: starting wide enough, everything shown is exact.

Costs by position (per job at or waiting for the fast server, per job at a slow one) and terminal costs are
free; 1, 1 and 0, 0 are the model's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from proofcheck.control.model import ServerModel
from proofcheck.control.solve import candidates, limits, routed
from proofcheck.problem.reader import read_statement

Exact = npt.NDArray[Any]
Pair = tuple[Fraction, Fraction]
ONE, NOTHING = (Fraction(1), Fraction(1)), (Fraction(0), Fraction(0))


@dataclass(frozen=True)
class Iterate:
    """f_k(x,y) = values[x,y] / scale for the x shown, exactly."""

    steps: int
    values: Exact
    scale: int

    def routed(self) -> tuple[Exact, npt.NDArray[np.int64]]:
        """g and the smallest minimisers."""
        most = limits(len(self.values) - 1, self.values.shape[1] - 1, False)
        return routed(self.values, most, abs(self.values).max() + 1)

    def only(self) -> npt.NDArray[np.bool_]:
        """Where the minimiser is the only one."""
        best, _ = self.routed()
        most = limits(len(self.values) - 1, self.values.shape[1] - 1, False)
        worst = abs(self.values).max() + 1
        count = sum(
            (np.where(most >= a, candidates(self.values, a, worst), worst) == best).astype(int)
            for a in range(self.values.shape[1])
        )
        return np.asarray(count == 1)


def iterates(
    model: ServerModel, steps: int, window: int, cost: Pair = ONE, terminal: Pair = NOTHING
) -> Iterator[Iterate]:
    """f_0, ..., f_steps, each exact for x <= window at least."""
    slow, w, beta = model.slow, model.weights, model.discount
    common = lcm(*(value.denominator for value in cost + terminal))
    busy: Exact = np.arange(slow + 1).astype(object)[None, :]

    def line(pair: Pair, rows: int, scale: int) -> Exact:  # the cost, in the same units
        per_x, per_y = (int(value * common) * scale for value in pair)
        return np.asarray(np.arange(rows).astype(object)[:, None] * per_x + busy * per_y)

    rows, scale = window + steps + 1, 1
    now = Iterate(0, line(terminal, rows, 1), common)
    yield now
    for k in range(1, steps + 1):
        g, _ = now.routed()
        rows, scale = rows - 1, scale * w.total * beta.denominator
        inner, down = g[:rows], np.vstack([g[:1], g[: rows - 1]])
        fewer = np.hstack([inner[:, :1], inner[:, :-1]])
        after = w.arrival * g[1 : rows + 1] + w.fast * down
        after = after + w.slow * (busy * fewer + (slow - busy) * inner)
        now = Iterate(k, line(cost, rows, scale) + beta.numerator * after, common * scale)
        yield now


@dataclass(frozen=True)
class Failure:
    """One inequality of the cone that a function violates, and by how much."""

    name: str
    at: tuple[int, int]
    amount: Fraction


def cone_failures(found: Iterate, window: int) -> list[Failure]:
    """Where f is outside the cone on x <= window: all instances within, from the statement itself."""
    slow = found.values.shape[1] - 1
    failures = []
    for inequality in read_statement("many_server", {"m": slow})["inequalities"]:
        terms = [(-t["times"], t["at"]) for t in inequality["lesser"]]
        terms += [(t["times"], t["at"]) for t in inequality["greater"]]
        reach = max(at[0] for _, at in terms)
        top = slow if inequality["high"][1] is None else inequality["high"][1]
        for y in range(inequality["low"][1], top + 1):
            for x in range(inequality["low"][0], window - reach + 1):
                amount = sum(times * found.values[x + at[0], y + at[1]] for times, at in terms)
                if amount < 0:
                    failures.append(Failure(inequality["name"], (x, y), Fraction(-amount, found.scale)))
    return failures


def not_threshold(found: Iterate, window: int) -> list[dict[str, Any]]:
    """Where fewer jobs are sent at x + 1 than at x, both uniquely optimal: y, x and the two numbers."""
    _, sent = found.routed()
    only = found.only()
    return [
        {"y": y, "x": x, "sends": int(sent[x, y]), "then": int(sent[x + 1, y])}
        for y in range(sent.shape[1])
        for x in range(window)
        if only[x, y] and only[x + 1, y] and sent[x + 1, y] < sent[x, y]
    ]
