"""Relative value iteration: bounds of the average cost that close in on the certified one.

h <- T h, with h(0,0) subtracted.  For a unichain model with finitely many states,

    min (T h - h) <= g <= max (T h - h)

for the truncated model in which arrivals at x = size are lost (Odoni's bounds).  Its g tends to that of the
model as size grows; the certificate bounds the latter, so the iteration is a check from another side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from proofcheck.control.model import ServerModel
from proofcheck.control.solve import limits, routed


@dataclass(frozen=True)
class Step:
    """Bounds of the truncated model's average cost after so many steps."""

    steps: int
    low: float
    high: float


def relative_value_iteration(model: ServerModel, size: int) -> Iterator[Step]:
    """The bounds after each step, without end."""
    arrival, fast, each = model.probabilities
    slow = model.slow
    most = limits(size, slow, False)
    cost = np.add.outer(np.arange(size + 1.0), np.arange(slow + 1.0))
    y = np.arange(slow + 1.0)[None, :]
    h, steps = np.zeros_like(cost), 0
    while True:
        g, _ = routed(h, most, np.inf)
        up, down = np.vstack([g[1:], g[-1:]]), np.vstack([g[:1], g[:-1]])
        fewer = np.hstack([g[:, :1], g[:, :-1]])
        later = cost + arrival * up + fast * down + each * (y * fewer + (slow - y) * g)
        change, steps = later - h, steps + 1
        yield Step(steps, float(change.min()), float(change.max()))
        h = later - later[0, 0]


def converged(model: ServerModel, size: int, accuracy: float, most: int = 1_000_000) -> Step:
    """The first step with bounds so close, or the last of `most`."""
    for step in relative_value_iteration(model, size):
        if step.high - step.low <= accuracy or step.steps >= most:
            return step
    raise RuntimeError("the iteration has no end")
