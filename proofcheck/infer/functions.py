"""Functions that every closed cone contains, exact: they tell candidates apart before anything is proved.

A cone that contains the cost and is kept by routing, events, sums and nonnegative multiples contains all
iterates of value iteration, for all rates, and more: rates may change from step to step.  Random
ones are made: each step takes two functions made before, adds multiples of them, routes, and applies an
event, or the cost and all events with random rates.  It begins with the cost and what becomes of it when one
event happens again and again.  The multiples are chosen so that in some state two actions are equally good,
or nearly: there most inequalities break.  Everything is in integers, for a common factor does not matter.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from proofcheck.infer.lattice import Values, Window
from proofcheck.problem.model import Problem, State

STEPS = 12
ROUTING, ALL, ONE = "routing", "all events", "one event"  # what a step does
LARGEST, LARGER = 2**28, 2**40  # of a function, and before routing: no sum of products leaves 64 bits
Known = tuple[Window, Values]  # a function, and where it is known


def random_functions(problem: Problem, corner: State, count: int, seed: int) -> Iterator[Values]:
    """Functions on the window up to this corner, one column each: those every batch begins with, then `count`
    batches."""
    source = random.Random(seed)
    still = tuple(int(c.top is None) for c in problem.coordinates)
    window, maker = Window(problem, corner), _Maker(problem, source)
    wide = maker.window(tuple(last + 2 * STEPS * free for last, free in zip(corner, still, strict=True)))
    starts = [(wide, wide.cost), *maker.repeated((wide, wide.cost))]
    yield together(window, starts)
    for _ in range(count):
        made: list[Known] = [*starts]
        for _ in range(STEPS):
            new = maker.step(made, starts)
            if new is None:
                break
            made.append(new)
        yield together(window, made[len(starts) :])


class _Maker:
    """Makes one function after the other; every window is made once."""

    def __init__(self, problem: Problem, source: random.Random) -> None:
        self.problem, self.source = problem, source
        self.windows: dict[State, Window] = {}

    def window(self, *corners: State) -> Window:
        """The window within all of these corners."""
        corner = tuple(map(min, zip(*corners, strict=True)))
        if corner not in self.windows:
            self.windows[corner] = Window(self.problem, corner)
        return self.windows[corner]

    def repeated(self, start: Known) -> Iterator[Known]:
        """After STEPS times the same event, for every event: what is left when nothing else happens."""
        for event in self.problem.events:
            where, values = start
            for _ in range(STEPS):
                inner, values = where.after(event, where.routed(values))
                where = self.window(inner.corner)
                values = values // max(1, int(np.gcd.reduce(values.ravel())))
            if np.abs(values).max() <= LARGEST:
                yield where, values

    def step(self, made: list[Known], starts: list[Known]) -> Known | None:
        """One function more, or None where it becomes too large."""
        choice = self.source.choice
        first = made[-1] if self.source.random() < 0.6 else choice(made)
        mixed = self.mixed(first, choice(choice((made, starts))))
        if mixed is None:
            return None
        where, values = mixed
        values = where.routed(values)
        kind = choice((ROUTING, ALL, ONE, ONE, ONE))
        if kind != ROUTING and self.problem.events:
            chosen = self.problem.events if kind == ALL else [choice(self.problem.events)]
            parts = [where.after(event, values) for event in chosen]
            where = self.window(*(inner.corner for inner, _ in parts))
            values = choice((0, 1, 1, 10)) * where.cost if kind == ALL else 0 * where.cost
            for inner, part in parts:
                weight = choice((0, 1, 2, 5, 12)) if kind == ALL else 1
                values = values + weight * inner.onto(where, part)
        return reduced(where, values, LARGEST)

    def mixed(self, one: Known, other: Known) -> Known | None:
        """A sum of multiples, for which in some state two numbers of jobs to send are nearly equally good."""
        where, source = self.window(one[0].corner, other[0].corner), self.source
        p, q = one[0].onto(where, one[1]), other[0].onto(where, other[1])
        sends = where.sends[source.randrange(len(where.states))]
        a, b = (int(sends[source.randrange(len(sends))]) for _ in range(2))
        gain_p, gain_q = int(p[a, 0] - p[b, 0]), int(q[a, 0] - q[b, 0])
        if gain_p * gain_q >= 0:
            return where, p + source.choice((0, 0, 1, 3, 20)) * q
        times = source.choice((1, 1, 2, 5))
        weight = max(0, times * abs(gain_p) + source.choice((-1, 0, 0, 1)))
        return reduced(where, times * abs(gain_q) * p + weight * q, LARGER)


def together(window: Window, made: list[Known]) -> Values:
    """The functions on one window."""
    columns = [where.onto(window, values) for where, values in made]
    return np.hstack([np.zeros((len(window.states), 0), dtype=np.int64), *columns])


def reduced(where: Window, values: Values, largest: int) -> Known | None:
    """A function without a common factor, or None if it is too large then."""
    values = values // max(1, int(np.gcd.reduce(values.ravel())))
    return (where, values) if np.abs(values).max() <= largest else None
