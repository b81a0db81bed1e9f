"""The original state space (q, z, y) with all actions, solved in floating point beside the reduced model.

q jobs wait, z is 1 if the fast server works, y slow servers work.  At every event any number of waiting jobs
may be sent to free servers; every server may idle, and a slow one may be used while the fast one is free.

    f(q,z,y) = q + z + y + beta (p0 g(q+1,z,y) + p1 g(q,0,y) + p2 (y g(q,z,y-1) + (m-y) g(q,z,y)))
    g(q,z,y) = min { f(q-i-j, z+i, y+j) : i + z <= 1, j <= m - y, i + j <= q }.

This is a second, independent computation for people to look at.  What is *proved* about the original model
comes from the certificate, whose checker verifies the bounds of the reduced model in this one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy.sparse
import scipy.sparse.linalg

from proofcheck.control.model import ServerModel
from proofcheck.control.tail import discounted_lower, discounted_upper

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
MOST_ROUNDS = 60


@dataclass(frozen=True)
class Original:
    """Costs after a decision, f[q,z,y], and the actions before one, (i, j) at q <= size."""

    values: Floats
    fast: Ints
    slow: Ints

    def idles(self, window: int) -> list[tuple[int, int, int]]:
        """States with waiting jobs and a free fast server, q <= window, where it is left idle."""
        where = np.argwhere(self.fast[1 : window + 1, 0, :] == 0)
        return [(int(q) + 1, 0, int(y)) for q, y in where]


class Solver:
    """Policy iteration on q <= size, with given values at q = size + 1."""

    def __init__(self, model: ServerModel, size: int, upper: bool) -> None:
        self.model, self.size, m = model, size, model.slow
        tail = discounted_upper(model) if upper else discounted_lower(model)
        rows = [tail.floats(size + 1 + z, m) for z in (0, 1)]
        self.edge = np.array(rows)  # f(size+1, z, y)
        self.q, self.z, self.y = np.indices((size + 1, 2, m + 1))
        self.states = self.q.size

    def choices(self, full: Floats) -> tuple[Floats, Ints]:
        """g and the number 2j + 1 - i of the best action, q <= size + 1; ties go to the fast server."""
        m, q = self.model.slow, np.arange(self.size + 2)[:, None, None]
        table = np.full((2 * m + 2, *full.shape), np.inf)
        for j in range(m + 1):
            for i in (1, 0):
                there = np.full(full.shape, np.inf)
                k, zs = i + j, slice(0, 2 - i)
                there[k:, zs, : m + 1 - j] = full[: len(full) - k, i:, j:]
                table[2 * j + 1 - i] = np.where(q >= k, there, np.inf)
        return table.min(axis=0), np.asarray(table.argmin(axis=0), dtype=np.int64)

    def moves(self, action: Ints) -> list[tuple[Floats, Ints]]:
        """Weights and successor numbers for each event, after the action there."""
        arrival, fast, each = self.model.probabilities
        m = self.model.slow

        def after(q: Ints, z: Ints, y: Ints) -> Ints:
            j, idle = np.divmod(action[q, z, y], 2)
            i = 1 - idle
            return np.asarray(((q - i - j) * 2 + z + i) * (m + 1) + y + j).ravel()

        q, z, y = self.q, self.z, self.y
        one = np.ones(self.states)
        return [
            (arrival * one, after(q + 1, z, y)),
            (fast * one, after(q, np.zeros_like(z), y)),
            (each * y.ravel(), after(q, z, np.maximum(y - 1, 0))),
            (each * (m - y).ravel(), after(q, z, y)),
        ]

    def evaluate(self, action: Ints) -> Floats:
        """f of the policy."""
        beta, n = float(self.model.discount), self.states
        right = (self.q + self.z + self.y).ravel().astype(float)
        matrix = scipy.sparse.identity(n, format="csr")
        rows = np.arange(n)
        for weight, target in self.moves(action):
            inside = target < n
            right[~inside] += beta * weight[~inside] * self.edge.ravel()[target[~inside] - n]
            part = (beta * weight[inside], (rows[inside], target[inside]))
            matrix = matrix - scipy.sparse.csr_matrix(part, shape=(n, n))
        found = scipy.sparse.linalg.spsolve(matrix.tocsc(), right)
        return np.concatenate([found.reshape(self.q.shape), self.edge[None]])

    def run(self) -> Original:
        """The optimum, starting from: fast server first, then all slow ones."""
        full = np.concatenate([(self.q - self.z).astype(float), self.edge[None]])
        _, action = self.choices(full)
        before = np.full(full.shape, np.inf)
        for _ in range(MOST_ROUNDS):
            full = self.evaluate(action)
            _, action = self.choices(full)
            if np.all(before - full <= 1e-11 * (1 + np.abs(full))):
                break
            before = full
        slow, idle = np.divmod(action, 2)
        return Original(full, 1 - idle, slow)


def solve_original(model: ServerModel, size: int) -> tuple[Original, Original]:
    """The original optimum (rounded) with a low and with a high value beyond the truncation."""
    return Solver(model, size, False).run(), Solver(model, size, True).run()
