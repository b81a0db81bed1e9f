"""Departures over t slots, and the belief they leave about a queue, as balls.

The number of departures offered in t slots is the t-fold convolution of the law of one slot; for Poisson it
has mean mu t.  A queue last seen at q holds j >= 1 jobs t slots later with probability
P^t(q,j) = P(q - j departures), and none with P(at least q departures).
"""

from __future__ import annotations

from flint import arb, ctx

from proofcheck.index.enclosure import ball
from proofcheck.index.instance import Instance


class Beliefs:
    """The beliefs of one instance, at the precision current when it is made."""

    def __init__(self, instance: Instance) -> None:
        self.K, self.mu, self.law = instance.K, instance.mu, instance.law
        self.bits = ctx.prec
        self._known: dict[int, list[arb]] = {}

    def departures(self, slots: int) -> list[arb]:
        """P(k departures in that many slots), k = 0..K-1."""
        if slots not in self._known:
            self._known[slots] = self._poisson(slots) if self.mu is not None else self._general(slots)
        return self._known[slots]

    def _poisson(self, slots: int) -> list[arb]:
        mean = ball((self.mu or 0) * slots)
        found = [(-mean).exp()]
        for k in range(1, self.K):
            found.append(found[-1] * mean / k)
        return found

    def _general(self, slots: int) -> list[arb]:
        if slots == 0:
            return [arb(1)] + [arb(0)] * (self.K - 1)
        if slots == 1:
            law = self.law or ()
            return [ball(law[k]) if k < len(law) else arb(0) for k in range(self.K)]
        half = self.departures(slots // 2)
        return self._fold(self._fold(half, half), self.departures(slots % 2))

    def _fold(self, one: list[arb], two: list[arb]) -> list[arb]:
        return [sum((one[i] * two[k - i] for i in range(k + 1)), arb(0)) for k in range(self.K)]

    def occupied(self, q: int, slots: int) -> arb:
        """The probability that a queue seen at q is not yet empty."""
        return sum(self.departures(slots)[:q], arb(0))

    def expected(self, slots: int) -> arb:
        """E(t): the expected backlog t slots after the queue was full."""
        return sum(((self.K - k) * p for k, p in enumerate(self.departures(slots))), arb(0))
