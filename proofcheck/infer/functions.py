"""Functions that every closed cone contains, exact: they tell candidates apart before anything is proved.

A cone that contains the costs and is kept by all operators, sums and nonnegative multiples contains all
iterates of value iteration, for all rates, and more: rates and parameters may change from step to step.
Random ones are made: each step takes two functions made before, adds multiples of them, and takes one branch
of the statement's step, or all of it with random rates.  It begins with the costs at random parameters, and
what becomes of them when one branch is taken again and again.  The multiples are chosen so that in some state
two actions are equally good, or nearly: there most inequalities break.  Everything is in integers, for a
common factor does not matter; a function keeps its parameters with it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import prod

import numpy as np

from proofcheck.infer.given import Given
from proofcheck.infer.language import Expression, Language, Operator
from proofcheck.infer.lattice import Values, Window
from proofcheck.problem.model import State

STEPS = 12
DRAWS = 8  # parameters and given functions that are begun with
LARGEST, LARGER = 2**28, 2**40  # of a function, and before an operator: no sum of products leaves 64 bits
MOST_MULTIPLE = 2**33  # of a function in a sum
WIDEST = 2 * 10**4  # states
Known = tuple[State, Values]  # a function, and the corner up to which it is known; 0 beyond


def random_functions(language: Language, corner: State, count: int, seed: int) -> Iterator[Values]:
    """Functions on the window up to this corner, one column each: those every batch begins with, then `count`
    batches."""
    window, maker = Window(language, corner), _Maker(language, corner, random.Random(seed))
    starts = list(maker.starts())
    yield maker.together(window, starts)
    for _ in range(count if starts else 0):
        made: list[Known] = [*starts]
        for _ in range(STEPS):
            new = maker.step(made, starts)
            if new is None:
                break
            made.append(new)
        yield maker.together(window, made[len(starts) :])


def words(e: Expression) -> list[tuple[str, ...]]:
    """The branches of a step that end at f: the names of the operators, the first one first."""
    if e["use"] == "sum":
        return [word for term in e["terms"] for word in words(term["of"])]
    if e["use"] == "operator":
        return [(*word, e["name"]) for word in words(e["of"])]
    return [()] if e["use"] == "f" else []


def wide_window(language: Language, corner: State) -> Window:
    """A window above this corner in which operators look up 2 STEPS times, or fewer if there are too many
    states."""
    small = Window(language, corner)
    ups = [max(up) for up in zip(*(small.table(one).up for one in language.operators), strict=True)]
    for steps in range(2 * STEPS, 0, -1):
        wide = tuple(
            last + steps * up * (c.top is None)
            for last, up, c in zip(corner, ups, language.coordinates, strict=True)
        )
        if prod(last + 1 for last in wide) <= WIDEST:
            return Window(language, wide)
    return small


class _Maker:
    """Makes one function after the other, all on one window, each with the corner up to which it is known."""

    def __init__(self, language: Language, corner: State, source: random.Random) -> None:
        self.language, self.source = language, source
        self.operators = {one.name: one for one in (*language.operators, *language.costs)}
        self.wide = wide_window(language, corner)
        self.given = Given(self.wide, source)
        self.words = [word for word in dict.fromkeys(words(language.step)) if word]
        self.decisions = [one for one in language.operators if self.wide.table(one).actions > 1]

    def starts(self) -> Iterator[Known]:
        """Every cost, and what is left of it when one branch is taken again and again."""
        for _ in range(DRAWS if self.given.open else 1):
            nothing = self.wide.corner, self.given.draw()
            costs = [self.after(cost, nothing) for cost in self.language.costs] or [nothing]
            found = [*costs, *(self.repeated(known, word) for known in costs for word in self.words)]
            small = (known and reduced(*known, LARGEST) for known in found)
            yield from (known for known in small if known)

    def repeated(self, known: Known | None, word: tuple[str, ...]) -> Known | None:
        """What is left after STEPS times the same branch."""
        for _ in range(STEPS):
            known = self.along(word, known)
        return known

    def after(self, operator: Operator, known: Known | None) -> Known | None:
        """What an operator makes of a function, or None where that is too large."""
        if known is None:
            return None
        corner, up = known[0], self.wide.table(operator).up
        ends = zip(corner, up, self.language.coordinates, strict=True)
        lower = tuple(last - (by if c.top is None else 0) for last, by, c in ends)
        return reduced(lower, self.cut(lower, self.wide.after(operator, known[1])), LARGER)

    def along(self, word: tuple[str, ...], known: Known | None) -> Known | None:
        """One operator after the other."""
        for name in word:
            known = self.after(self.operators[name], known)
        return known

    def whole(self, e: Expression, known: Known) -> Known | None:
        """The step with random rates."""
        if e["use"] == "f":
            return known
        if e["use"] == "cost":
            return self.after(self.operators[e["name"]], known)
        if e["use"] == "operator":
            return self.after(self.operators[e["name"]], self.whole(e["of"], known))
        total = known[0], 0 * known[1]
        for term in e["terms"]:
            weight = self.source.choice((0, 1, 2, 5, 12))
            part = self.whole(term["of"], known) if weight else total
            if part is None:
                return None
            total = self.plus(total, part, weight)
        return reduced(*total, LARGER)

    def step(self, made: list[Known], starts: list[Known]) -> Known | None:
        """One function more, or None where it becomes too large."""
        choice = self.source.choice
        first = made[-1] if self.source.random() < 0.6 else choice(made)
        known = self.mixed(first, choice(choice((made, starts))))
        if known is None:
            return None
        if not self.words or self.source.random() < 0.2:
            known = self.whole(self.language.step, known)
        else:
            known = self.along(choice(self.words), known)
        return known and reduced(*known, LARGEST)

    def mixed(self, one: Known, other: Known) -> Known | None:
        """A sum of multiples, for which in some state two actions are nearly equally good."""
        choice = self.source.choice
        gain, counter = self.gains(one, other) if self.decisions else (0, 0)
        if gain * counter >= 0:
            return self.plus(one, other, choice((0, 0, 1, 3, 20)))
        factor = choice((1, 1, 2, 5))
        times, weight = factor * abs(counter), max(0, factor * abs(gain) + choice((-1, 0, 0, 1)))
        if max(times, weight) > MOST_MULTIPLE:
            return None
        return reduced(*self.plus((one[0], times * one[1]), other, weight), LARGER)

    def gains(self, one: Known, other: Known) -> tuple[int, int]:
        """What a random action is better than another at a random state, for both functions."""
        source, wide = self.source, self.wide
        matrix, actions, up = wide.table(source.choice(self.decisions))
        ends = zip(one[0], other[0], up, self.language.coordinates, strict=True)
        state = [
            source.randrange(max(1, min(p, q) - (by if c.top is None else 0) + 1)) for p, q, by, c in ends
        ]
        row = sum(v * step for v, step in zip(state, wide.steps, strict=True))
        a, b = (source.randrange(actions) * wide.size + row for _ in range(2))
        difference = matrix[a] - matrix[b]
        return int((difference @ one[1])[0, 0]), int((difference @ other[1])[0, 0])

    def plus(self, one: Known, other: Known, times: int) -> Known:
        """one + times * other."""
        lower = tuple(map(min, zip(one[0], other[0], strict=True)))
        return lower, self.cut(lower, one[1] + times * other[1])

    def cut(self, corner: State, values: Values) -> Values:
        """The values with 0 where they are not known."""
        values[: self.wide.size][~self.wide.within(corner)] = 0
        return values

    def together(self, window: Window, made: list[Known]) -> Values:
        """The functions on a window, those that are known on all of it."""
        far = [
            values
            for corner, values in made
            if all(a >= b for a, b in zip(corner, window.corner, strict=True))
        ]
        nothing = np.zeros((window.height, 0), dtype=np.int64)
        return np.hstack([nothing, *(self.wide.onto(window, values) for values in far)])


def reduced(corner: State, values: Values, largest: int) -> Known | None:
    """A function without a common factor, or None if it is too large then."""
    values = values // max(1, int(np.gcd.reduce(values.ravel())))
    return (corner, values) if np.abs(values).max(initial=0) <= largest else None
