"""The models solved by plain value iteration in decimal arithmetic, sharing no code with the package.

States are (q, tau) with tau up to a last age at which the queue is empty but for less than the accuracy;
older states are that one.  A Whittle index is found by the secant method on the gain of probing, which is
piecewise affine in the subsidy.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

PLACES = 45
Step = dict[tuple[int, int], Decimal]
Law = Callable[[int, int], Decimal]  # P(k departures in t slots)


def number(value: str | Fraction) -> Decimal:
    """An exact input as a decimal."""
    fraction = Fraction(value)
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def poisson(mu: str) -> Law:
    """The Poisson law, straight from its formula."""

    def law(k: int, t: int) -> Decimal:
        mean, factorial = number(mu) * t, 1
        for i in range(2, k + 1):
            factorial *= i
        return (-mean).exp() * mean**k / factorial

    return law


def general(probabilities: list[str]) -> Law:
    """t-fold convolution in exact fractions."""
    once = [Fraction(p) for p in probabilities]
    known: list[list[Fraction]] = [[Fraction(1)]]

    def law(k: int, t: int) -> Decimal:
        while len(known) <= t:
            last = known[-1]
            longer = [Fraction(0)] * (len(last) + len(once) - 1)
            for i, a in enumerate(last):
                for j, b in enumerate(once):
                    longer[i + j] += a * b
            known.append(longer)
        return number(known[t][k]) if k < len(known[t]) else Decimal(0)

    return law


def precise(function: Callable[..., Any]) -> Callable[..., Any]:
    """Run with many places."""

    def run(*arguments: Any, **named: Any) -> Any:
        with localcontext() as context:
            context.prec = PLACES
            return function(*arguments, **named)

    return run


class Queue:
    """One model at one beta; `model` is 1 or 2."""

    def __init__(self, model: int, size: int, beta: str, law: Law, last: int) -> None:
        self.model, self.size, self.beta, self.last = model, size, number(beta), last
        seen = [size] if model == 1 else range(1, size + 1)
        self.belief: dict[tuple[int, int], list[Decimal]] = {}
        for q in seen:
            for t in range(1, last + 1):
                some = [law(q - j, t) if j <= q else Decimal(0) for j in range(1, size + 1)]
                self.belief[q, t] = [1 - sum(some), *some]

    def probe(self, value: Step, state: tuple[int, int]) -> Decimal:
        """The value of probing: each possible backlog, what it pays, and where it leads."""
        total, full = Decimal(0), value[self.size, 1]
        for j, p in enumerate(self.belief[state]):
            if self.model == 1:
                total += p * (self.size - j + self.beta * full)
            else:
                total += p * ((self.size + self.beta * full) if j == 0 else self.beta * value[j, 1])
        return total

    def solve(self, gamma: Decimal, places: int) -> tuple[Step, Step]:
        """V and the gain of probing over idling, by value iteration from 0."""
        states = list(self.belief)
        value = dict.fromkeys(states, gamma / (1 - self.beta))
        rounds = int(places / -float(self.beta.log10())) + 3
        for _ in range(rounds):
            value = {s: max(self.probe(value, s), self.idle(value, s, gamma)) for s in states}
        return value, {s: self.probe(value, s) - self.idle(value, s, gamma) for s in states}

    def idle(self, value: Step, state: tuple[int, int], gamma: Decimal) -> Decimal:
        q, t = state
        return gamma + self.beta * value[q, min(t + 1, self.last)]

    def index(self, q: int, tau: int, places: int = 30) -> Decimal:
        """The subsidy at which the gain vanishes: by false position."""
        low, high = Decimal(0), Decimal(self.size)
        above, below = (self.solve(g, places + 5)[1][q, tau] for g in (low, high))
        side = 0
        while below < 0 < above:
            middle = low + (high - low) * above / (above - below)
            gain = self.solve(middle, places + 5)[1][q, tau]
            if abs(gain) < Decimal(10) ** -(places + 1) or middle in (low, high):
                return middle
            if gain > 0:  # halving the other end where one moves twice keeps both moving (the Illinois rule)
                low, above, below, side = middle, gain, below / (2 if side > 0 else 1), 1
            else:
                high, below, above, side = middle, gain, above / (2 if side < 0 else 1), -1
        return low if abs(above) < abs(below) else high


index: Callable[..., Decimal] = precise(Queue.index)
solve: Callable[..., tuple[Step, Step]] = precise(Queue.solve)
queue: Callable[..., Queue] = precise(Queue)
