"""The model by direct evaluation, written from the mathematics and without the package.

A function is an array of exact numbers, f[x, y] for x = 0, ..., X and y = 0, ..., m.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = Any  # numpy array of int or Fraction

CONES = {1: ("K1", "K2", "K3", "K4", "Cx"), 2: ("K1", "K2", "K3", "K4", "K5", "K6")}


def array(value: Callable[[int, int], Any], last: int, m: int) -> Array:
    """The values of a function on x <= last."""
    return np.array([[value(x, y) for y in range(m + 1)] for x in range(last + 1)], dtype=object)


DIFFERENCES: dict[str, Callable[[Array], Array]] = {
    "K1": lambda f: f[1:] - f[:-1],
    "K2": lambda f: f[:, 1:] - f[:, :-1],
    "K3": lambda f: f[:-1, :-1] + f[1:, 1:] - f[1:, :-1] - f[:-1, 1:],
    "K4": lambda f: f[2:, :-1] + f[:-2, 1:] - f[1:-1, :-1] - f[1:-1, 1:],
    "K5": lambda f: f[:, :-2] + f[:, 2:] - 2 * f[:, 1:-1],
    "K6": lambda f: f[2:, :-2] + f[:-2, 2:] - 2 * f[1:-1, 1:-1],
    "Cx": lambda f: f[:-2] + f[2:] - 2 * f[1:-1],
    "F": lambda f: f[0, 1:] - f[1, :-1],
}
"""Larger side minus smaller side of each inequality, at every state of the window."""


def violated(f: Array, names: tuple[str, ...]) -> list[str]:
    """The inequalities that fail somewhere on the window."""
    return [name for name in names if (DIFFERENCES[name](f) < 0).any()]


def routed(f: Array) -> Array:
    """g(x, y) = min of f(x - a, y + a) over 0 <= a <= min(x, m - y)."""
    g, m = f.copy(), f.shape[1] - 1
    for a in range(1, m + 1):
        g[a:, : m + 1 - a] = np.minimum(g[a:, : m + 1 - a], f[: f.shape[0] - a, a:])
    return g


def arrival(f: Array) -> Array:
    """f(x + 1, y): the window loses its last x."""
    return f[1:]


def fast_departure(f: Array) -> Array:
    """f(max(x - 1, 0), y)."""
    return np.concatenate([f[:1], f[:-1]])


def slow_departure(f: Array) -> Array:
    """y f(x, y - 1) + (m - y) f(x, y)."""
    busy, m = np.arange(f.shape[1]).astype(object), f.shape[1] - 1
    return np.concatenate([f[:, :1], f[:, :-1]], axis=1) * busy + f * (m - busy)


EVENTS = {"arrival": arrival, "fast_departure": fast_departure, "slow_departure": slow_departure}


def step(f: Array, cost: Array, rates: tuple[Any, Any, Any], beta: Any = 1) -> Array:
    """cost + beta (lam A g + mu1 D1 g + mu2 D2 g), with g = f routed: one x less than f has."""
    g, (lam, mu1, mu2) = routed(f), rates
    last = len(f) - 1
    total = lam * arrival(g) + mu1 * fast_departure(g)[:last] + mu2 * slow_departure(g)[:last]
    return cost[:last] + beta * total


def smallest_minimiser(f: Array) -> Array:
    """The smallest number of jobs that attains the minimum, at every state."""
    return _minimiser(f, lambda new, old: new < old)


def largest_minimiser(f: Array) -> Array:
    """The largest number of jobs that attains the minimum, at every state."""
    return _minimiser(f, lambda new, old: new <= old)


def _minimiser(f: Array, better: Callable[[Any, Any], Any]) -> Array:
    best, sent, m = f.copy(), np.zeros(f.shape, dtype=int), f.shape[1] - 1
    for a in range(1, m + 1):
        there, here = f[: f.shape[0] - a, a:], (slice(a, None), slice(0, m + 1 - a))
        take = better(there, best[here])
        sent[here] = np.where(take, a, sent[here])
        best[here] = np.where(take, there, best[here])
    return sent
