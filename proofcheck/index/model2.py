"""Model 2, blocking queues: a probe pays K if the queue is empty, and nothing otherwise.

State (q, tau): last seen with q jobs, tau slots ago.  With v_q = V(q,1) a probe at age t is worth

    R(q,t) = P^t(q,0) (K + beta v_K) + beta * sum over j >= 1 of P^t(q,j) v_j,

and between probes nothing is learned, so a policy that probes at age t_q after seeing q has

    v_q = gamma (1 - beta^(t_q-1))/(1 - beta) + beta^(t_q-1) R(q,t_q):

K linear equations in K unknowns, v affine in the subsidy gamma.  Two comparisons decide optimality:

    gain(q,t) = R(q,t) - gamma - beta R(q,t+1)   (probing now against idling once, then probing),
    known(j)  = gain at the belief "j jobs, certainly",

since gain(q,t) is the mean of known(j) under the belief P^t(q,.).  docs/index-certificates.md proves what
follows from their signs.  All values are balls; a pair (slope, constant) is an affine function of gamma.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from flint import arb, arb_mat

from proofcheck.index.enclosure import ball
from proofcheck.index.instance import Instance
from proofcheck.index.law import Beliefs

Affine = tuple[arb, arb]
Thresholds = tuple[int, ...]


def at(line: Affine, gamma: arb) -> arb:
    """The affine function's value."""
    return line[0] * gamma + line[1]


class Arm:
    """An instance at one precision; `thresholds` are (t_1, ..., t_K) throughout."""

    def __init__(self, instance: Instance) -> None:
        self.instance, self.K = instance, instance.K
        self.beta, self.beliefs = ball(instance.beta), Beliefs(instance)
        self._rows: dict[tuple[int, int], list[arb]] = {}

    def row(self, q: int, age: int) -> list[arb]:
        """R(q,age) as K + 1 coefficients: of v_1, ..., v_K and the constant."""
        if (q, age) not in self._rows:
            self._rows[q, age] = self._row(q, age)
        return self._rows[q, age]

    def _row(self, q: int, age: int) -> list[arb]:
        departures = self.beliefs.departures(age)
        empty = 1 - self.beliefs.occupied(q, age)
        row = [self.beta * departures[q - j] if j <= q else arb(0) for j in range(1, self.K + 1)]
        row[-1] += self.beta * empty
        return [*row, self.K * empty]

    def values(self, thresholds: Thresholds) -> Values:
        """The value of a threshold policy, for all gamma at once."""
        size, discounts = self.K, [self.beta ** (t - 1) for t in thresholds]
        matrix, right = [], []
        for q, t in enumerate(thresholds, 1):
            row = self.row(q, t)
            matrix += [(j == q) - discounts[q - 1] * row[j - 1] for j in range(1, size + 1)]
            right += [(1 - discounts[q - 1]) / (1 - self.beta), discounts[q - 1] * row[-1]]
        solved = arb_mat(size, size, matrix).solve(arb_mat(size, 2, right))
        found = Values(self, thresholds, [(solved[q, 0], solved[q, 1]) for q in range(size)])
        found.look_at({(q, age) for q, t in enumerate(thresholds, 1) for age in (1, max(1, t - 1), t, t + 1)})
        return found


class Values:
    """v of one threshold policy, affine in gamma."""

    def __init__(self, arm: Arm, thresholds: Thresholds, v: list[Affine]) -> None:
        self.arm, self.thresholds, self.v = arm, thresholds, v
        self._probe: dict[tuple[int, int], Affine] = {}

    def look_at(self, states: Collection[tuple[int, int]]) -> None:
        """Compute R of several states in one product of matrices."""
        rows = [entry for state in states for entry in self.arm.row(*state)]
        columns = [part for line in self.v for part in line] + [arb(0), arb(1)]
        product = arb_mat(len(states), self.arm.K + 1, rows) * arb_mat(self.arm.K + 1, 2, columns)
        for k, state in enumerate(states):
            self._probe[state] = product[k, 0], product[k, 1]

    def probe(self, q: int, age: int) -> Affine:
        """R(q,age)."""
        if (q, age) not in self._probe:
            self.look_at([(q, age)])
        return self._probe[q, age]

    def gain(self, q: int, age: int) -> Affine:
        """Probing now less idling once and then probing."""
        (now_slope, now), (then_slope, then) = self.probe(q, age), self.probe(q, age + 1)
        return now_slope - self.arm.beta * then_slope - 1, now - self.arm.beta * then

    @cached_property
    def known(self) -> list[Affine]:
        """known(0), ..., known(K); exact where a threshold is 1, for then R(j,1) = v_j."""
        beta, (slope, constant) = self.arm.beta, self.v[-1]
        found = [((1 - beta) * beta * slope - 1, (1 - beta) * (self.arm.K + beta * constant))]
        for j, t in enumerate(self.thresholds, 1):
            if t == 1:
                found.append((arb(-1), arb(0)))
            else:
                probe, own = self.probe(j, 1), self.v[j - 1]
                found.append((beta * (own[0] - probe[0]) - 1, beta * (own[1] - probe[1])))
        return found

    def value(self, q: int, age: int) -> Affine:
        """V(q,age) under the policy."""
        wait = max(0, self.thresholds[q - 1] - age)
        slope, constant = self.probe(q, age + wait)
        discount = self.arm.beta**wait
        return (1 - discount) / (1 - self.arm.beta) + discount * slope, discount * constant
