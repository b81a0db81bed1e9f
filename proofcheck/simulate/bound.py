"""An upper bound for every policy that sees only what it probes, for all horizons.

One probe per slot, relaxed to one per slot on average: with a subsidy g for every server that is not probed,
R(infinity) <= min over g of  sum_i V_i(g) - g (N - 1)/(1 - beta),  V_i the optimal value of server i alone.
The bound does not hold for the oracle JSQ, which sees all backlogs.

Model 1, v = V(age 1): v = max over t of (g (1 - beta^(t-1))/(1-beta) + beta^(t-1) (K - E(t))) / (1 - beta^t).
Model 2: v_q = V(q,1), by policy iteration over the ages t_q at which a server is probed.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, log

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize_scalar
from scipy.stats import poisson

from proofcheck.simulate.setting import Setting

Floats = npt.NDArray[np.float64]
FAR = 1e-13  # ages are looked at until beta^age is this small, or the backlog is gone


class Server:
    """One server: its belief at every age, and its value for a subsidy."""

    def __init__(self, setting: Setting, rate: Fraction) -> None:
        self.k, self.beta, self.model = setting.backlog, float(setting.beta), setting.model
        self.start = setting.start
        last = ceil(log(FAR) / log(self.beta)) + 3
        self.age = np.arange(1, min(last, 200_000) + 1)
        jobs, mean = np.arange(self.k + 1)[:, None], float(rate) * self.age[None, :]
        pmf = np.asarray(poisson.pmf(jobs, mean))
        self.law = np.zeros((self.k + 1, self.k + 1, len(self.age)))  # [q, j, age - 1]
        for q in range(self.k + 1):
            for j in range(1, q + 1):
                self.law[q, j] = pmf[q - j]
            self.law[q, 0] = 1 - self.law[q, 1:].sum(axis=0)
        self.power = self.beta ** (self.age - 1.0)

    def waiting(self, subsidy: float) -> Floats:
        """The subsidy collected until age t, from age 1."""
        return np.asarray(subsidy * (1 - self.power) / (1 - self.beta))

    def values(self, subsidy: float) -> Floats:
        """v_q for q = 1..K at [1..K]; never probing is worth g/(1 - beta)."""
        never = subsidy / (1 - self.beta)
        v, at, q = np.zeros(self.k + 1), np.zeros(self.k, dtype=int), np.arange(1, self.k + 1)
        for _ in range(200):
            observed = self.beta * v
            observed[0] = self.k + self.beta * v[self.k]
            worth = self.waiting(subsidy) + self.power * np.tensordot(self.law[1:], observed, axes=(1, 0))
            best = worth.argmax(axis=1)
            if np.all(worth[q - 1, best] <= worth[q - 1, at] + 1e-12) and v.any():
                break
            at = best
            v[1:] = self._evaluate(subsidy, at)
        return np.maximum(v, never)

    def _evaluate(self, subsidy: float, at: npt.NDArray[np.int64]) -> Floats:
        """The values if q is probed at age at[q - 1] + 1."""
        q = np.arange(1, self.k + 1)
        power, law = self.power[at], self.law[q, :, at]
        matrix = np.eye(self.k) - self.beta * power[:, None] * law[:, 1:]
        matrix[:, -1] -= self.beta * power * law[:, 0]
        right = self.waiting(subsidy)[at] + power * law[:, 0] * self.k
        return np.asarray(np.linalg.solve(matrix, right))

    def full(self, subsidy: float) -> float:
        """The value one slot after filling."""
        if self.model == 2:
            return float(self.values(subsidy)[self.k])
        reward = self.law[self.k].T @ (self.k - np.arange(self.k + 1.0))
        worth = (self.waiting(subsidy) + self.power * reward) / (1 - self.beta * self.power)
        return max(float(worth.max()), subsidy / (1 - self.beta))

    def value(self, subsidy: float) -> float:
        """The value at the start: one slot later than now, if it is probed now or idles now."""
        later = self.full(subsidy)
        if self.start == "full":
            return later
        if self.start == "known-full":
            return max(subsidy, 0.0) + self.beta * later
        return max(self.k + self.beta * later, subsidy / (1 - self.beta))


def upper_bound(setting: Setting) -> tuple[float, float]:
    """The bound on R(infinity), hence on every R(T), and the subsidy that gives it."""
    servers = [(Server(setting, rate), count) for rate, count in setting.groups]
    idle = (len(setting.rates) - 1) / (1 - float(setting.beta))

    def dual(subsidy: float) -> float:
        return sum(count * server.value(subsidy) for server, count in servers) - subsidy * idle

    found = minimize_scalar(dual, bounds=(0, setting.backlog), method="bounded", options={"xatol": 1e-9})
    return float(found.fun), float(found.x)
