"""Functions tabulated on the states up to a corner, exactly: operators and inequalities as integer matrices.

No truncation enters: an operator gives a function on the smaller window where it is known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from math import prod
from operator import mul
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from proofcheck.enumerate.forms import event_of, reachable
from proofcheck.problem.model import Event, Inequality, Problem, State

Values = npt.NDArray[np.int64]  # one column per function, one row per state of a window


class Window:
    """The states up to a corner, in order."""

    def __init__(self, problem: Problem, corner: State) -> None:
        self.problem, self.corner = problem, corner
        self.states: list[State] = list(product(*(range(last + 1) for last in corner)))
        self.index = {state: number for number, state in enumerate(self.states)}
        self._events: dict[str, tuple[Window, Any]] = {}
        self._parts: dict[State, Any] = {}

    def smaller(self, less: State) -> State:
        """The corner, lower by so much where the coordinate is unbounded."""
        parts = zip(self.corner, less, self.problem.coordinates, strict=True)
        return tuple(last - (by if c.top is None else 0) for last, by, c in parts)

    @cached_property
    def cost(self) -> Values:
        """The cost."""
        table = [[sum(p * v for p, v in zip(self.problem.cost, s, strict=True))] for s in self.states]
        return np.array(table, dtype=np.int64)

    @cached_property
    def sends(self) -> npt.NDArray[np.int64]:
        """Per state the rows after sending 0, 1, ... jobs, the first again where no more can be sent."""
        if self.problem.move is None:
            return np.arange(len(self.states))[:, None]
        rows = [[self.index[s] for s in reachable(self.problem, state)] for state in self.states]
        width = max(map(len, rows))
        return np.array([row + row[:1] * (width - len(row)) for row in rows])

    def routed(self, values: Values) -> Values:
        """The least value over all numbers of jobs sent."""
        return np.asarray(values[self.sends].min(axis=1))

    def after(self, event: Event, values: Values) -> tuple[Window, Values]:
        """An event, on the window where it is known."""
        if event.name not in self._events:
            up = tuple(max(0, *(j.move[c] for j in event.jumps)) for c in range(len(self.corner)))
            inner = Window(self.problem, self.smaller(up))
            operator = event_of(self.problem, [event], "f")
            table = np.zeros((len(inner.states), len(self.states)), dtype=np.int64)
            for row, state in enumerate(inner.states):
                for (_, at), weight in operator(state).items():
                    table[row, self.index[at]] = weight
            self._events[event.name] = inner, sparse.csr_matrix(table)
        inner, operator_matrix = self._events[event.name]
        return inner, operator_matrix @ values

    def onto(self, other: Window, values: Values) -> Values:
        """The values at the states of a smaller window."""
        if other.corner not in self._parts:
            self._parts[other.corner] = np.array([self.index[s] for s in other.states])
        return np.asarray(values[self._parts[other.corner]])


class Instances:
    """All instances of some inequalities within a window: one row each, and the number of its inequality."""

    def __init__(self, window: Window, inequalities: Sequence[Inequality]) -> None:
        steps = [prod(last + 1 for last in window.corner[c + 1 :]) for c in range(len(window.corner))]
        alike: dict[Any, list[tuple[int, list[int], list[int]]]] = defaultdict(list)
        for number, i in enumerate(inequalities):
            terms = [(-t.times, t.at) for t in i.sides.lesser] + [(t.times, t.at) for t in i.sides.greater]
            offsets = [sum(map(mul, at, steps)) for _, at in terms]  # the row of a state is linear
            far = tuple(map(max, zip(*(at for _, at in terms), strict=True)))
            alike[i.low, i.high, far, len(terms)].append((number, offsets, [times for times, _ in terms]))
        owners, columns, weights = [np.zeros(0, int)], [np.zeros(0, int)], [np.zeros(0, int)]
        widths = [np.zeros(0, int)]
        for (low, high, far, width), group in alike.items():
            rows = np.array([sum(map(mul, s, steps)) for s in starts(window.corner, low, high, far)], int)
            numbers, offsets_of, times_of = (np.array(part) for part in zip(*group, strict=True))
            owners.append(np.repeat(numbers, len(rows)))
            columns.append(np.add.outer(rows, offsets_of).transpose(1, 0, 2).ravel())
            weights.append(np.repeat(times_of[:, None, :], len(rows), axis=1).ravel())
            widths.append(np.repeat(width, len(numbers) * len(rows)))
        self.owners = np.concatenate(owners)
        of_row = np.repeat(np.arange(len(self.owners)), np.concatenate(widths))
        data = np.concatenate(weights), (of_row, np.concatenate(columns))
        self.matrix: Any = sparse.csr_matrix(data, shape=(len(self.owners), len(window.states)))

    def violated(self, values: Values) -> set[int]:
        """The numbers of the inequalities that some function violates."""
        low: Values = self.matrix @ values
        return {int(k) for k in np.unique(self.owners[np.any(low < 0, axis=1)])}

    def drop(self, gone: set[int]) -> None:
        """Leave out the instances of these inequalities."""
        kept = ~np.isin(self.owners, list(gone))
        self.owners, self.matrix = self.owners[kept], self.matrix[kept]


def starts(corner: State, low: State, high: tuple[int | None, ...], far: State) -> Iterator[State]:
    """The states from low to high from which `far` is within the corner."""
    lasts = (last - reach if end is None else min(last - reach, end)
             for last, reach, end in zip(corner, far, high, strict=True))
    return product(*(range(first, last + 1) for first, last in zip(low, lasts, strict=True)))
