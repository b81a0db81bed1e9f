"""Closed forms beyond the truncation, and why they bound the optimal cost.

For x > N an enclosing function is, with n = x + y,

    t(x,y) = square n^2 + slope n + constant + (m - y) (idle_slope n + idle_constant).

Discounted, with B = 1/(1-beta), d = p1 + m p2 - p0 > 0 (the slack), T the step of model.py:

* lower: L = a n + c.  All servers working is the best that can happen, so T L >= L at n if
  n + beta (L(n) - a d) >= L(n), that is for all n >= N + 1 if a <= B and L(N+1) = B (N + 1 - beta a d).
  With a = B this holds at *every* state, but lies far below V* unless n > d B: a controller that may idle
  would let the queue grow to get there, and N would have to be about d B.  So a is chosen for L(N+1) to be a
  little less than V*; it is then a bound only together with the table, near whose end the checker looks.
* upper: U = B n + C + (m-y) beta p2 B with C = beta B (p0 + m p2) / (1-beta): filling the slow servers
  gives T U <= U at every state.

By monotonicity of T, the function that solves V = T V for x <= N with a bound beyond is again one of the same
side, and both move towards V* as N grows.  That is what makes the truncation provable; whether the two are
bounds is left to the checker.

Where all servers work and V = T V, V = P + A r^n with P = B n - beta d B^2 and r < 1 the root of
beta (p0 r + (p1 + m p2)/r + 1 - p0 - p1 - m p2) = 1.  That continues a table, and gives V* near its end.

Average cost, with gain g and d, p as above: filling gives exactly
T h = h + g for h = n^2/(2d) + b n, b = (1/(2d) - g)/d, wherever all servers work.  As an upper bound it is
used as it is; a lower bound must not grow faster than linearly (the argument bounds E h(X_k)/k), so its
tail is the line of slope (N + 1 - g)/d, which loses a part that decays like ((p1 + m p2)/p0)^-N.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
import numpy.typing as npt

from proofcheck.control.model import ServerModel

ZERO = Fraction(0)
SPARE = Fraction(1, 2**20)  # room for rounding the table


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
    """L with a = B, a subsolution at every state."""
    horizon = 1 / (1 - model.discount)
    return Tail(horizon, -model.discount * model.slack * horizon**2)


def discounted_line(model: ServerModel, size: int, last: Fraction) -> Tail:
    """L with L(size + 1) = last (or a = B), less SPARE, so that T L >= L + (1 - beta) SPARE for n > size."""
    horizon, loss, n = 1 / (1 - model.discount), model.discount * model.slack, size + 1
    slope = min(max((n - (1 - model.discount) * last) / loss, ZERO), horizon)
    return Tail(slope, horizon * (n - loss * slope) - slope * n - SPARE)


def margin(model: ServerModel) -> float:
    """How far below V* the line begins, so that the table lies above its continuation: twice the curvature
    p0/d^2 of V* (where it is quadratic) over d/(p1 + m p2), the chance not to return from N to N + 1."""
    arrival, slack = float(model.lam / model.total), float(model.slack)
    return 2 * arrival * (arrival + slack) / slack**3


def decay(model: ServerModel) -> float:
    """r, the part of V - P that is left with one more job."""
    beta, arrival = float(model.discount), float(model.lam / model.total)
    ratio = 1 + float(model.slack) / arrival
    half = (1 - beta * (1 - arrival - ratio * arrival)) / (2 * beta * arrival)
    return ratio / (half + sqrt(half**2 - ratio))


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
