"""Closed forms beyond the truncation, and why they bound the optimal cost.

For x > N an enclosing function is, with n = x + y,

    t(x,y) = square n^2 + slope n + constant + (m - y) (idle_slope n + idle_constant).

Discounted, with B = 1/(1-beta), d = p1 + m p2 - p0 > 0 (the slack), T the step of model.py:

* lower: L = B n - beta d B^2.  All servers always working is the best that can happen, and for that
  L = n + beta (L - d B): so T L >= L at every state, as L increases in n.
* upper: U = B n + C + (m-y) beta p2 B with C = beta B (p0 + m p2) / (1-beta): filling the slow servers
  gives T U <= U at every state.

Both hold at *every* state, so by monotonicity of T the function that solves V = T V for x <= N with such a
tail beyond is again a bound of the same side: lower <= lower' <= V* <= upper' <= upper, and both move
towards V* as N grows.  That is what makes the truncation provable; the checker only checks the outcome.

Average cost, with gain g and d, p as above: filling gives exactly
T h = h + g for h = n^2/(2d) + b n, b = (1/(2d) - g)/d, wherever all servers work.  As an upper bound it is
used as it is; a lower bound must not grow faster than linearly (the argument bounds E h(X_k)/k), so its
tail is the line of slope (N + 1 - g)/d, which loses a part that decays like ((p1 + m p2)/p0)^-N.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from proofcheck.control.model import ServerModel

ZERO = Fraction(0)
FINE = 2**40


@dataclass(frozen=True)
class Tail:
    """The coefficients of t(x,y)."""

    slope: Fraction
    constant: Fraction
    square: Fraction = ZERO
    idle_slope: Fraction = ZERO
    idle_constant: Fraction = ZERO

    def row(self, x: int, slow: int) -> list[Fraction]:
        """t(x, 0), ..., t(x, m)."""
        return [
            self.square * (x + y) ** 2
            + self.slope * (x + y)
            + self.constant
            + (slow - y) * (self.idle_slope * (x + y) + self.idle_constant)
            for y in range(slow + 1)
        ]

    def floats(self, x: int, slow: int) -> npt.NDArray[np.float64]:
        """The row, rounded."""
        return np.array([float(value) for value in self.row(x, slow)])


def discounted_lower(model: ServerModel) -> Tail:
    """L, a subsolution at every state."""
    slope = 1 / (1 - model.discount)
    return Tail(slope, -model.discount * model.slack * slope**2)


def discounted_upper(model: ServerModel) -> Tail:
    """U, a supersolution at every state."""
    slope, slow_rate = 1 / (1 - model.discount), model.mu2 / model.total
    idle = model.discount * slow_rate * slope
    constant = model.discount * slope**2 * (model.lam / model.total + model.slow * slow_rate)
    return Tail(slope, constant, idle_constant=idle)


def average_upper(model: ServerModel, gain: Fraction) -> Tail:
    """The relative cost where all servers work, for a gain that is about right."""
    slack, slow_rate = model.slack, model.mu2 / model.total
    slope = (1 / (2 * slack) - gain) / slack
    # for y < m one step of filling: (m-y) p2 (Q(n) - Q(n-1)), Q(n) - Q(n-1) = (2n-1)/(2d) + slope
    idle_constant = slow_rate * max(slope - 1 / (2 * slack), ZERO)
    return Tail(slope, ZERO, 1 / (2 * slack), slow_rate / slack, idle_constant)


def average_lower(model: ServerModel, gain: Fraction, size: int) -> Tail:
    """A line that stays below the relative cost, for x > size."""
    return Tail(max((size + 1 - gain) / model.slack, ZERO), ZERO)


def round_up(value: float) -> Fraction:
    """A short rational just above."""
    return Fraction(int(value * FINE) + 1, FINE)
