"""Enclosures of the optimal cost in exact arithmetic, and the decisions they settle.

Values are integers in units of 1/unit.  A floating-point solution is corrected by its exact residual
T f - f until that is a few units (the policy is improved on the way, exactly), then moved by a constant:
adding c to f changes T f - f by -(1 - beta) c.  For average cost the residual goes into the gain instead.
All this is done with 32 bits more than asked for, then rounded outwards and moved by what that may cost, so
that the tables do not depend on how a machine rounds.
An action is *decided* at (x,y) when its upper bound lies below the lower bound of every other action.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log2
from typing import Any

import numpy as np
import numpy.typing as npt

from proofcheck.control.model import ServerModel
from proofcheck.control.solve import Floats, Linear, Policy, candidates, limits, routed, solve
from proofcheck.control.tail import (
    Tail,
    average_lower,
    average_upper,
    decay,
    discounted_line,
    discounted_lower,
    discounted_upper,
    margin,
)
from proofcheck.errors import BadInput

Exact = npt.NDArray[Any]  # of Python integers
ROUNDS, SPARE_BITS = 60, 32
COARSE = 2**20  # the gains that tails are made for are multiples of 1/COARSE


@dataclass(frozen=True)
class Bound:
    """One side: integers for x <= N in units of 1/unit, the tail beyond, the gain in units."""

    box: Exact
    tail: Tail
    gain: int = 0


@dataclass(frozen=True)
class Side:
    """Upper (`sign` 1) or lower (-1), and what is allowed: a restriction above, a relaxation below."""

    sign: int
    keep_one: bool = False  # the last job is never moved off the fast server
    may_idle: bool = False  # the fast server may stay idle for a step


@dataclass(frozen=True)
class Enclosure:
    """lower <= optimal cost <= upper (average cost: the same for the gains)."""

    model: ServerModel
    unit: int
    upper: Bound
    lower: Bound
    keep_one: bool  # the upper bound never moves the last job off the fast server

    @property
    def size(self) -> int:
        """N: the last x with values of its own."""
        return len(self.upper.box) - 1

    def extended(self, bound: Bound) -> Exact:
        """The box with one row of its tail, for x <= N + 1, rounded to the safe side."""
        away = ceil if bound is self.upper else floor
        row = [away(value * self.unit) for value in bound.tail.row(self.size + 1, self.model.slow)]
        return np.vstack([bound.box, np.array(row, dtype=object)])


class Refiner:
    """Corrects a floating-point solution until it is a bound, exactly."""

    def __init__(self, model: ServerModel, unit: int, tail: Tail, size: int, side: Side) -> None:
        self.model, self.unit, self.tail, self.size, self.side = model, unit, tail, size, side
        self.most = limits(size + 1, model.slow, side.keep_one)
        self.weight = model.discount.denominator * model.weights.total
        away = ceil if side.sign > 0 else floor
        row = [away(value * unit) for value in tail.row(size + 1, model.slow)]
        self.row: Exact = np.array(row, dtype=object)
        self.top = away(tail.row(size, model.slow)[model.slow] * unit)
        x, y = np.indices((size + 1, model.slow + 1))
        self.cost: Exact = (x + y).astype(object) * unit
        self.busy: Exact = y.astype(object)

    def run(self) -> Bound:
        """The bound: the smallest residual found, moved to the safe side."""
        box, gain = self.start()
        linear, policy, smallest = None, None, None
        for _ in range(ROUNDS):
            routed, best = self.route(box)
            rest = self.residual(box, routed) - gain * self.weight
            size = int(abs(rest).max())
            if smallest is not None and size >= smallest[0] and size < 64 * self.weight * len(box):
                break
            if smallest is None or size < smallest[0]:
                smallest = (size, box, gain, rest)
            if linear is None or policy is None or not best.same(policy):
                linear, policy = Linear(self.model, best), best
            box, gain = self.correct(linear, box, gain, rest)
        if smallest is None:
            raise BadInput("no values to correct")
        return self.moved(*smallest[1:])

    def start(self) -> tuple[Exact, int]:
        """The floating-point solution in units."""
        row, top = self.tail.floats(self.size + 1, self.model.slow), float(Fraction(self.top, self.unit))
        keep_one, may_idle = self.side.keep_one, self.side.may_idle
        found = solve(self.model, self.size, row, keep_one=keep_one, may_idle=may_idle, top=top)
        in_units = np.frompyfunc(lambda value: round(Fraction(value) * self.unit), 1, 1)
        box: Exact = np.asarray(in_units(found.values[:-1]))
        return box, round(Fraction(found.gain) * self.unit)

    def route(self, box: Exact) -> tuple[Exact, Policy]:
        """g for x <= N + 1, and the actions that attain it, the smallest on a tie."""
        values = np.vstack([box, self.row])
        best, sent = routed(values, self.most, 4 * abs(values).max() + 1)
        idle = np.zeros(box.shape, dtype=bool)
        if self.side.may_idle:
            idle[1:] = (best[1:-1] < best[:-2]).astype(bool)
        return best, Policy(sent, idle)

    def residual(self, box: Exact, routed: Exact) -> Exact:
        """T f - f times the total weight and the denominator of the discount, in units."""
        w, m, beta = self.model.weights, self.model.slow, self.model.discount
        inner, down = routed[:-1], np.vstack([routed[:1], routed[:-2]])
        if self.side.may_idle:
            down[1:] = np.minimum(down[1:], inner[1:])
        fewer = np.hstack([inner[:, :1], inner[:, :-1]])
        after = w.arrival * routed[1:] + w.fast * down
        after = after + w.slow * (self.busy * fewer + (m - self.busy) * inner)
        return np.asarray(beta.denominator * w.total * (self.cost - box) + beta.numerator * after)

    def correct(self, linear: Linear, box: Exact, gain: int, rest: Exact) -> tuple[Exact, int]:
        """One step of iterative refinement: the equations are solved for the exact residual."""
        largest = max(1, int(abs(rest).max()))
        right = np.array([float(Fraction(int(r), largest)) for r in rest.ravel()])
        top = float(Fraction((self.top - int(box[-1, -1])) * self.weight, largest))
        step, gain_step = linear.solve(right, top)

        def units(value: float) -> int:
            return round(Fraction(value) * largest / self.weight)

        steps = np.asarray(np.frompyfunc(units, 1, 1)(step)).reshape(box.shape)
        return box + steps, gain + units(gain_step)

    def moved(self, box: Exact, gain: int, rest: Exact) -> Bound:
        """Moved to the safe side: T f <= f + gain (upper) or T f >= f + gain (lower), exactly."""
        sign = self.side.sign
        worst = max(0, int((sign * rest).max()))
        if self.model.average:
            return Bound(box, self.tail, gain + sign * -(-worst // self.weight))
        lost = (1 - self.model.discount) * self.weight  # what one unit changes the residual by
        return Bound(box + sign * ceil(worst / lost), self.tail)


def coarser(model: ServerModel, bound: Bound, sign: int) -> Bound:
    """The bound in units 2^SPARE_BITS times as large.

    Rounding outwards adds 0 <= d < 1 to a table, so T f - f rises by less than beta: made good by moving the
    table by s >= beta (1 + s), or by one unit of gain.
    """

    def outwards(value: int) -> int:
        return sign * -((-sign * value) >> SPARE_BITS)

    shift = 0 if model.average else ceil(model.discount / (1 - model.discount))
    box = np.asarray(np.frompyfunc(lambda value: outwards(value) + sign * shift, 1, 1)(bound.box))
    return Bound(box, bound.tail, outwards(bound.gain) + sign if model.average else 0)


def tails(model: ServerModel, size: int) -> tuple[Tail, Tail]:
    """Upper and lower tail for x > size."""
    return average_tails(model, size) if model.average else discounted_tails(model, size)


def discounted_tails(model: ServerModel, size: int) -> tuple[Tail, Tail]:
    """The lower one begins a little below where the table leads if all servers work beyond."""
    allowed = margin(model)
    step = Fraction(2) ** floor(log2(allowed))  # so coarse that rounding on a machine does not matter
    last = floor((Fraction(continued(model, size)) - Fraction(allowed)) / step) * step
    return discounted_upper(model), discounted_line(model, size, last)


def continued(model: ServerModel, size: int) -> float:
    """The value with N + 1 jobs, m of them at slow servers, if beyond the table all servers work.

    There V - P falls by the factor r with each job, so V(N+1,y) = P + t r^y goes with V(N,m) = P + t r^(m-1).
    The latter is affine in t as long as the policy does not change, so two secant steps find t.
    """
    slow, r = model.slow, decay(model)
    free = discounted_lower(model).floats(size + 1, slow)  # P
    edge = float(free[0] + (slow - 1) * (free[1] - free[0]))  # P at (N,m)

    def table(t: float) -> tuple[Floats, float]:
        values = solve(model, size, free + t * r ** np.arange(slow + 1)).values
        return values, float(values[size, slow]) - edge - t * r ** (slow - 1)

    before = float(discounted_upper(model).floats(size + 1, slow)[-1] - free[-1])
    t, (values, off) = before / 2, table(before)
    for _ in range(3):
        values, now = table(t)
        if now == off:
            break
        before, t, off = t, t - now * (t - before) / (now - off), now
    return float(values[size + 1 - slow, slow])


def average_tails(model: ServerModel, size: int) -> tuple[Tail, Tail]:
    """Both slopes depend on the gain; the second time it is right."""
    gain = Fraction(0)
    for _ in range(2):
        tail = average_upper(model, gain)
        top = float(tail.row(size, model.slow)[-1])
        found = solve(model, size, tail.floats(size + 1, model.slow), top=top).gain
        gain = Fraction(floor(found * COARSE) - 1, COARSE)  # not above the gain that will be proved
    return average_upper(model, gain), average_lower(model, gain + Fraction(3, COARSE), size)


def enclose(model: ServerModel, size: int, bits: int) -> Enclosure:
    """Upper and lower bound with values of their own for x <= size."""
    keep_one, unit = model.mu1 >= model.mu2, 2 ** (bits + SPARE_BITS)
    upper, lower = tails(model, size)
    above = Refiner(model, unit, upper, size, Side(1, keep_one=keep_one)).run()
    below = Refiner(model, unit, lower, size, Side(-1, may_idle=True)).run()
    return Enclosure(model, 2**bits, coarser(model, above, 1), coarser(model, below, -1), keep_one)


def decided(found: Enclosure) -> npt.NDArray[np.int64]:
    """The action that is certainly the only optimal one at (x,y), x <= N + 1; -1 where not settled."""
    slow, size = found.model.slow, found.size
    most = limits(size + 1, slow, False)
    above, below = found.extended(found.upper), found.extended(found.lower)
    far = 4 * max(abs(above).max(), abs(below).max()) + 1
    options = range(slow + 1)
    highs = [np.where(most >= a, candidates(above, a, far), far) for a in options]
    lows = [np.where(most >= a, candidates(below, a, far), far) for a in options]
    action = np.full(most.shape, -1, dtype=np.int64)
    for a in options:
        rivals = [lows[b] for b in options if b != a]
        best = np.minimum.reduce(rivals)
        action = np.where((highs[a] < best).astype(bool) & (most >= a), a, action)
    return action


def settled(found: Enclosure) -> int:
    """The largest X such that every action is decided at all x <= X; -1 if not even at x = 0."""
    open_rows = np.flatnonzero((decided(found) < 0).any(axis=1))
    return int(open_rows[0]) - 1 if len(open_rows) else found.size + 1


def last_decided(found: Enclosure) -> int:
    """The largest x <= N at which every action is decided, whatever lies below; -1 if there is none."""
    rows = np.flatnonzero((decided(found)[:-1] >= 0).all(axis=1))
    return int(rows[-1]) if len(rows) else -1


def thresholds(actions: npt.NDArray[np.int64]) -> list[int | None]:
    """For each y < m the least x at which a job is sent; None if there is none in the table."""
    sends = [np.flatnonzero(actions[:, y] > 0) for y in range(actions.shape[1] - 1)]
    return [int(where[0]) if len(where) else None for where in sends]


def gap(found: Enclosure) -> Fraction:
    """Upper minus lower bound of the optimal cost from the empty system (of the gain if average)."""
    if found.model.average:
        return Fraction(found.upper.gain - found.lower.gain, found.unit)
    return Fraction(int(found.upper.box[0, 0] - found.lower.box[0, 0]), found.unit)
