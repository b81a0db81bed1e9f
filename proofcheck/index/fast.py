"""Model 2's whole index table in double precision: quick, for plots and simulation; it proves nothing.

The path of path.py in floats.  One step changes one threshold, so one row of the K equations: the inverse
matrix follows by a rank-one update (Sherman-Morrison), K^2 operations, and is computed afresh now and then.
Breakpoints that a double cannot tell apart may come in the wrong order; their values still agree with the
exact ones to about 1e-12 K / (1 - beta) of rounding.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from proofcheck.index.instance import Instance

Floats = NDArray[np.float64]
REFRESH = 64  # steps between two fresh inverses
NEAR = 1e-13  # indices that are nearer to K than this part of it are K


def beliefs(instance: Instance, ages: int) -> Floats:
    """P(k departures in t slots) as [t, k], t = 0..ages, k = 0..K-1."""
    size = instance.K
    if instance.mu is not None:
        mean = float(instance.mu) * np.arange(ages + 1)[:, None]
        k = np.arange(size)
        factorial = np.array([math.lgamma(i + 1) for i in k])
        with np.errstate(divide="ignore"):
            logs = np.where(mean > 0, k * np.log(np.where(mean > 0, mean, 1)) - mean - factorial, -np.inf)
        logs[0, 0] = 0
        return np.asarray(np.exp(logs))
    law = np.zeros(size)
    given = [float(p) for p in instance.law or ()][:size]
    law[: len(given)] = given
    found = np.zeros((ages + 1, size))
    found[0, 0] = 1
    for t in range(ages):
        found[t + 1] = np.convolve(found[t], law)[:size]
    return found


def probes(instance: Instance, ages: int) -> Floats:
    """R(q,t) as [q-1, t, :]: coefficients of v_1..v_K, then the constant."""
    size, beta = instance.K, float(instance.beta)
    chances = beliefs(instance, ages)
    rows = np.zeros((size, ages + 1, size + 1))
    for q in range(1, size + 1):
        rows[q - 1, :, :q] = beta * chances[:, q - 1 :: -1]
        empty = np.maximum(0.0, 1 - chances[:, :q].sum(axis=1))
        rows[q - 1, :, size - 1] += beta * empty
        rows[q - 1, :, size] = size * empty
    return rows


def index_array(instance: Instance, ages: int, room: int = 0) -> Floats:
    """Indices of the states (q, t) as [q-1, t-1], t = 1..ages; `room` is how far thresholds may run."""
    size, beta = instance.K, float(instance.beta)
    last = room or 2 * ages + 64
    rows = probes(instance, last + 1)
    steps = rows[:, :-1] - beta * rows[:, 1:]
    found = np.full((size, last + 1), float(size))
    t = np.array(instance.start)
    for q in range(size):
        found[q, : t[q]] = 0.0
    everyone = np.arange(size)
    gains = steps[everyone, t]  # the gain of each q at its threshold: coefficients of v, and a constant
    inverse, right = _fresh(rows, t, beta)
    gamma = 0.0
    for count in range(1, size * last):
        v = inverse @ right
        line = gains[:, :size] @ v
        slopes = line[:, 0] - 1
        roots = np.where(slopes < 0, -(line[:, 1] + gains[:, size]) / np.minimum(slopes, -1e-300), np.inf)
        q = int(np.argmin(roots))
        gamma = max(gamma, min(float(roots[q]), float(size)))
        age = int(t[q])
        found[q, age] = gamma
        t[q] = age + 1
        if size - gamma < NEAR * size or (age >= ages and t.min() > ages):
            break
        if age + 1 >= last:
            return index_array(instance, ages, 2 * last)
        gains[q] = steps[q, age + 1]
        if count % REFRESH == 0:
            inverse, right = _fresh(rows, t, beta)
            continue
        discount = beta ** (age - 1)
        change = discount * (rows[q, age, :size] - beta * rows[q, age + 1, :size])
        column, row = inverse[:, q].copy(), change @ inverse
        inverse -= np.outer(column, row / (1 + row[q]))
        right[q] = (1 - discount * beta) / (1 - beta), discount * beta * rows[q, age + 1, size]
    return found[:, 1 : ages + 1]


def _fresh(rows: Floats, t: NDArray[np.int64], beta: float) -> tuple[Floats, Floats]:
    size = len(t)
    discounts = np.power(beta, t - 1.0, dtype=np.float64)
    chosen = discounts[:, None] * rows[np.arange(size), t]
    inverse: Floats = np.linalg.inv(np.eye(size) - chosen[:, :size])
    return inverse, np.stack([(1 - discounts) / (1 - beta), chosen[:, size]], axis=1)
