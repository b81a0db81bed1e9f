"""Whittle indices for the simulator, in ball arithmetic fine enough that no tie is invented.

One server of departure rate mu.  age tau >= 0 counts slots since the last observation, q that observation
(after filling); P^tau(q, j) = pmf(q - j) for j >= 1 with pmf that of Poisson(mu tau), the rest on 0.

Model 1: W(t) = [(1 - beta^t)(K - E(t-1)) - (beta - beta^t)(K - E(t))] / (1 - beta), E(t) the mean backlog at
age t; the index at age tau is W(tau + 1).

Model 2: for fixed thresholds (probe when the age reaches t_q) the values v_q = V(q,1) are affine in the
subsidy g, with b = beta^(t_q - 1):

    v_q = g (1 - b)/(1 - beta) + b (P^t_q(q,0) (K + beta v_K) + sum_j P^t_q(q,j) beta v_j),

and the index at (q, t_q) is the g at which probing there and waiting one more slot are worth the same.  From
g = 0 and all t_q = 1 on, the least of these is the next breakpoint, and its threshold moves up by one.

This is a small table of its own; proofcheck.index certifies indexability and encloses the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Any

from flint import arb, ctx, fmpq

from proofcheck.errors import BadInput

SATURATED = 600  # from mu tau = 600 on, ages count as this one: P(not empty) < 1e-200 there
Key = int


def exact(value: Fraction) -> Any:
    """As a ball."""
    return arb(fmpq(value.numerator, value.denominator))


def last_age(rate: Fraction) -> int:
    """Later ages count as this one."""
    return ceil(SATURATED / rate)


class Belief:
    """The law of one server's backlog, by age."""

    def __init__(self, backlog: int, rate: Fraction, ages: int) -> None:
        self.backlog, self.rate = backlog, rate
        self.last = min(ages, last_age(rate))
        self.bits = 192 + ceil(3 * float(rate) * (self.last + 2))
        ctx.prec = self.bits
        self.rows: dict[int, list[Any]] = {}

    def pmf(self, age: int) -> list[Any]:
        """P(departures = k), k = 0..K, then P(departures < k) at the end of each prefix sum."""
        if age not in self.rows:
            mean = exact(self.rate * age)
            row = [(-mean).exp()]
            for k in range(1, self.backlog + 1):
                row.append(row[-1] * mean / k)
            self.rows[age] = row
        return self.rows[age]

    def mean(self, age: int) -> Any:
        """E(age): the mean backlog `age` slots after filling."""
        return sum((p * (self.backlog - k) for k, p in enumerate(self.pmf(age))), arb(0))

    def empty(self, q: int, age: int) -> Any:
        """1 - P(empty), given q jobs `age` slots ago; small numbers keep their relative accuracy."""
        return sum(self.pmf(age)[:q], arb(0))


def ordered(value: Any, bits: int) -> Key:
    """A ball as an integer that keeps the order: its midpoint in units of 2^-bits."""
    mantissa, exponent = arb(value).mid().man_exp()
    shift = int(exponent) + bits
    return int(mantissa) << shift if shift >= 0 else int(mantissa) >> -shift


def model1(belief: Belief, beta: Fraction) -> list[Any]:
    """The index at ages 0, 1, ..., last."""
    ctx.prec = belief.bits
    k, b = belief.backlog, exact(beta)

    def indifference(t: int) -> Any:
        power = b**t
        left, right = (k - belief.mean(t - 1)) * (1 - power), (k - belief.mean(t)) * (b - power)
        return (left - right) / (1 - b)

    return [indifference(age + 1) for age in range(belief.last + 1)]


class Sweep:
    """Model 2's breakpoints in rising order."""

    def __init__(self, belief: Belief, beta: Fraction) -> None:
        ctx.prec = belief.bits
        self.belief, self.k = belief, belief.backlog
        self.b = exact(beta)
        self.at = [1] * (self.k + 1)  # t_q; entry 0 is not used
        self.rows: list[Any] = [None] * (self.k + 1)  # v_q = row . (g, 1, v_K)

    def powers(self, q: int) -> tuple[Any, Any]:
        """beta^(t_q - 1), and the discounted time until then."""
        power = self.b ** (self.at[q] - 1)
        return power, (1 - power) / (1 - self.b)

    def observed(self, q: int, age: int, values: list[Any]) -> list[Any]:
        """The part of the mean of Vobs given (q, age) on states 1..q-1 and 0, as (g, 1, v_K)."""
        pmf = self.belief.pmf(age)
        empty = 1 - sum(pmf[:q], arb(0))
        total = [arb(0), empty * self.k, empty * self.b]
        for j in range(1, q):
            for part in range(3):
                total[part] += pmf[q - j] * self.b * values[j][part]
        return total

    def solve(self, first: int) -> list[Any]:
        """v_q as (g, 1) for q = 1..K, with rows from `first` on computed anew."""
        for q in range(first, self.k + 1):
            power, waited = self.powers(q)
            part = [power * v for v in self.observed(q, self.at[q], self.rows)]
            part[0] += waited
            stay = 1 - power * self.belief.pmf(self.at[q])[0] * self.b
            self.rows[q] = [v / stay for v in part]
        g, one, again = self.rows[self.k]
        top = [g / (1 - again), one / (1 - again)]
        return [None] + [[row[c] + row[2] * top[c] for c in range(2)] for row in self.rows[1:]]

    def probing(self, q: int, age: int, values: list[Any]) -> list[Any]:
        """The mean of Vobs given (q, age), as (g, 1)."""
        pmf, top = self.belief.pmf(age), values[self.k]
        empty = 1 - sum(pmf[:q], arb(0))
        total = [empty * self.b * top[0], empty * (self.k + self.b * top[1])]
        for j in range(1, q + 1):
            for part in range(2):
                total[part] += pmf[q - j] * self.b * values[j][part]
        return total

    def breakpoints(self) -> Iterator[tuple[int, int, Any]]:
        """(q, age, index), index rising, until every age up to the last has one."""
        first = 1
        while min(self.at[1:]) <= self.belief.last:
            values = self.solve(first)
            found = []
            for q in range(1, self.k + 1):
                now = self.probing(q, self.at[q], values)
                later = self.probing(q, self.at[q] + 1, values)
                found.append((now[1] - self.b * later[1]) / (1 + self.b * later[0] - now[0]))
            first = min(range(self.k), key=lambda i: found[i].mid()) + 1
            yield first, self.at[first], found[first - 1]
            self.at[first] += 1


def model2(belief: Belief, beta: Fraction) -> dict[tuple[int, int], Any]:
    """The index at (q, age), q = 1..K, ages 0..last; raises BadInput if breakpoints do not rise."""
    table: dict[tuple[int, int], Any] = {(q, 0): arb(0) for q in range(1, belief.backlog + 1)}
    before = arb(-1)
    for q, age, index in Sweep(belief, beta).breakpoints():
        if index < before:
            raise BadInput(f"rate {belief.rate}: the breakpoint at q = {q}, age {age} falls: not indexable")
        before = index
        if age <= belief.last:
            table[q, age] = index
    return table
