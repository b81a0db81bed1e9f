"""One fast and m identical slow servers: the rates, exact.

State (x, y): x jobs in the queue and at the fast server, y of m slow servers busy.  Poisson arrivals of
rate `lam`, service rates `mu1` (fast) and `mu2` (each slow).  Uniformised with total rate
lam + mu1 + m mu2, one step of value iteration is

    T f(x,y) = x + y + beta ( p0 g(x+1,y) + p1 g((x-1)+,y) + p2 (y g(x,y-1) + (m-y) g(x,y)) ),
    g(x,y)   = min { f(x-a, y+a) : 0 <= a <= min(m-y, x) },

with (p0, p1, p2) = (lam, mu1, mu2) over the total rate.  f(x,y) is the cost from (x,y) on *after* a
decision, g(x,y) before it.  Average cost is beta = 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from proofcheck.errors import BadInput

MOST_SLOW = 20


@dataclass(frozen=True)
class Weights:
    """The rates as integers without a common denominator: arrival, fast, slow, total."""

    arrival: int
    fast: int
    slow: int
    total: int


@dataclass(frozen=True)
class ServerModel:
    """Rates and discount per uniformised step; `discount` is 1 for average cost."""

    lam: Fraction
    mu1: Fraction
    mu2: Fraction
    slow: int
    discount: Fraction = Fraction(1)

    @property
    def average(self) -> bool:
        """Whether the average cost per unit of time is minimised."""
        return self.discount == 1

    @property
    def total(self) -> Fraction:
        """The uniformisation rate."""
        return self.lam + self.mu1 + self.slow * self.mu2

    @property
    def slack(self) -> Fraction:
        """Largest service rate minus arrival rate, over the total rate; positive if stable."""
        return (self.mu1 + self.slow * self.mu2 - self.lam) / self.total

    @property
    def weights(self) -> Weights:
        """Integer weights in the proportions of the rates."""
        scale = lcm(self.lam.denominator, self.mu1.denominator, self.mu2.denominator)
        arrival, fast, slow = (int(rate * scale) for rate in (self.lam, self.mu1, self.mu2))
        return Weights(arrival, fast, slow, arrival + fast + self.slow * slow)

    @property
    def probabilities(self) -> tuple[float, float, float]:
        """Arrival, fast departure, departure from one busy slow server, in one step."""
        return tuple(float(rate / self.total) for rate in (self.lam, self.mu1, self.mu2))  # type: ignore[return-value]


def number(text: str, what: str) -> Fraction:
    """An exact number from "3", "1/3" or "0.25"."""
    if not re.fullmatch(r"[+-]?[0-9]{1,40}(/[0-9]{1,40}|\.[0-9]{1,40})?", text):
        raise BadInput(f"{what}: {text!r} is not an exact number such as 2, 1/3 or 0.25")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise BadInput(f"{what}: {text!r} divides by zero") from None


def server_model(lam: Fraction, mu1: Fraction, mu2: Fraction, slow: int, discount: Fraction) -> ServerModel:
    """The model, refused with one clear line if it makes no sense; discount 1 means average cost."""
    for name, rate in (("lam", lam), ("mu1", mu1), ("mu2", mu2)):
        if rate <= 0:
            raise BadInput(f"{name} = {rate}: a rate must be positive")
    if not 1 <= slow <= MOST_SLOW:
        raise BadInput(f"slow = {slow}: between 1 and {MOST_SLOW} slow servers")
    if not 0 < discount <= 1:
        raise BadInput(f"discount = {discount}: must lie strictly between 0 and 1")
    model = ServerModel(lam, mu1, mu2, slow, discount)
    if model.slack <= 0:
        raise BadInput(
            f"unstable: lam = {lam} is not below mu1 + {slow} mu2 = {mu1 + slow * mu2}, "
            "so the queue grows without bound under every policy"
        )
    return model
