"""Functions tabulated on the states up to a corner, exactly: operators and inequalities as integer matrices.

A column has the values of f at all states of the window, then the parameters, then the values of the given
functions.  No truncation enters: what an operator gives is known up to a lower corner, and 0 beyond it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from math import prod
from operator import mul
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse

from proofcheck.enumerate.forms import Atom, Form, shift
from proofcheck.errors import BadInput
from proofcheck.infer.candidates import form_of, reach
from proofcheck.infer.language import Language, Operator, Symbolic
from proofcheck.problem.model import Inequality, State

Values = npt.NDArray[np.int64]  # one column per function
LARGEST_WEIGHT = 2**20  # what the weights of an action may add up to: products stay within 64 bits
TOO_LARGE = "weights of more than 2^20, with which infer does not calculate"
MOST_STATES = 10**5  # of a window


class Table(NamedTuple):
    """An operator on a window: one block of rows per action, one row per state; how far up it looks."""

    matrix: Any
    actions: int
    up: State


class Window:
    """The states up to a corner, in order.  Raises BadInput if they are too many."""

    def __init__(self, language: Language, corner: State) -> None:
        self.language, self.corner = language, corner
        self.size = prod(last + 1 for last in corner)
        if self.size > MOST_STATES:
            raise BadInput(
                f"{language.name}: functions on {self.size:,} states, more than {MOST_STATES:,}, would have "
                "to be compared; infer is for fewer coordinates or smaller modes"
            )
        self.steps = [prod(last + 1 for last in corner[c + 1 :]) for c in range(len(corner))]
        self._tables: dict[str, Table] = {}
        self._within: dict[State, npt.NDArray[np.bool_]] = {}
        self._rows: dict[State, npt.NDArray[np.int64]] = {}

    @cached_property
    def states(self) -> list[State]:
        """The states in order."""
        return list(product(*(range(last + 1) for last in self.corner)))

    @cached_property
    def atoms(self) -> list[Atom]:
        """What the rows of a column are the values of."""
        functions = ([(name, s) for s in self.states] for name in self.language.given)
        parameters: list[Atom] = [(p, ()) for p in self.language.parameters]
        return [*(("f", s) for s in self.states), *parameters, *(atom for part in functions for atom in part)]

    def first(self, name: str) -> int:
        """The first row of a function, or the row of a parameter."""
        if name == "f":
            return 0
        parameters, given = self.language.parameters, [*self.language.given]
        if name in given:
            return self.size * (1 + given.index(name)) + len(parameters)
        return self.size + parameters.index(name)

    @property
    def height(self) -> int:
        """The rows of a column."""
        return self.size * (1 + len(self.language.given)) + len(self.language.parameters)

    def smaller(self, less: State) -> State:
        """The corner, lower by so much where the coordinate is unbounded."""
        parts = zip(self.corner, less, self.language.coordinates, strict=True)
        return tuple(last - (by if c.top is None else 0) for last, by, c in parts)

    def within(self, corner: State) -> npt.NDArray[np.bool_]:
        """Which states are below a corner."""
        if corner not in self._within:
            inside = [np.arange(last + 1) <= end for last, end in zip(self.corner, corner, strict=True)]
            self._within[corner] = np.logical_and.reduce(np.meshgrid(*inside, indexing="ij")).ravel()
        return self._within[corner]

    def after(self, operator: Operator, values: Values) -> Values:
        """What an operator, or a cost, makes of f; the rest of the column stays as it is."""
        matrix, actions, up = self.table(operator)
        images = (matrix @ values).reshape(actions, self.size, -1)
        best = images.min(axis=0) if operator.least else images.max(axis=0)
        best[~self.within(self.smaller(up))] = 0
        return np.vstack([best, values[self.size :]])

    def table(self, operator: Operator) -> Table:
        """The operator's choices; where there are fewer than elsewhere, the first stands again."""
        if operator.name not in self._tables:
            self._tables[operator.name] = self._made(operator)
        return self._tables[operator.name]

    def _made(self, operator: Operator) -> Table:
        language = self.language
        regions = [
            (base, symbolic, language.choices(operator, base, symbolic))
            for base, symbolic in language.regions(operator.depth)
        ]
        actions = max(len(choices) for _, _, choices in regions)
        up, entries = [0] * len(self.corner), []
        for base, symbolic, choices in regions:
            states = self._states(base, symbolic)
            for number, form in enumerate([*choices, *choices[:1] * (actions - len(choices))]):
                for atom, weight in form.items():
                    entries.append(self._entry(number, states, base, atom, weight))
                    reach = atom[1] if atom[0] == "f" or atom[0] in language.given else base
                    up = [max(u, to - v) for u, to, v in zip(up, reach, base, strict=True)]
        rows, columns, weights = (np.concatenate(part) for part in zip(*entries, strict=True))
        matrix = sparse.csr_matrix((weights, (rows, columns)), shape=(actions * self.size, self.height))
        matrix.sum_duplicates()
        if abs(matrix).sum(axis=1).max() > LARGEST_WEIGHT:
            raise BadInput(f"{language.name}: {operator.name}: {TOO_LARGE}")
        return Table(matrix, actions, tuple(up))

    def _states(self, base: State, symbolic: Symbolic) -> npt.NDArray[np.int64]:
        """The states of a region, one row each."""
        ends = zip(base, self.corner, symbolic, strict=True)
        ranges = [np.arange(v, last + 1 if free else min(v, last) + 1) for v, last, free in ends]
        return np.stack(np.meshgrid(*ranges, indexing="ij"), axis=-1).reshape(-1, len(base))

    def _entry(
        self, number: int, states: npt.NDArray[np.int64], base: State, atom: Atom, weight: int
    ) -> tuple[npt.NDArray[np.int64], ...]:
        """Rows, columns and weights of one atom of an action at all states of a region."""
        if abs(weight) > LARGEST_WEIGHT:
            raise BadInput(f"{self.language.name}: {TOO_LARGE}")
        name, at = atom
        rows, offsets = states @ self.steps + number * self.size, states - np.array(base)
        if name in self.language.parameters:
            times = offsets[:, at[0]] if at else np.ones(len(states), np.int64)
            return rows, np.full(len(rows), self.first(name)), weight * times
        there = offsets + np.array(at)
        inside = np.all(there <= np.array(self.corner), axis=1)
        columns = (there @ self.steps)[inside] + self.first(name)
        return rows[inside], columns, np.full(len(columns), weight)

    def onto(self, other: Window, values: Values) -> Values:
        """The columns on a smaller window."""
        if other.corner not in self._rows:
            inside = np.nonzero(self.within(other.corner))[0]
            firsts = [0, *(self.first(name) for name in self.language.given)]
            parameters = np.arange(self.size, self.size + len(self.language.parameters))
            blocks = [inside + first for first in firsts]
            self._rows[other.corner] = np.concatenate([blocks[0], parameters, *blocks[1:]])
        return np.asarray(values[self._rows[other.corner]])

    @cached_property
    def presumed(self) -> Any:
        """What holds of the rest of a column, one row each: 1 >= 0, assumptions, what is given."""
        language = self.language
        positive: Form = {("1", ()): 1}
        table = np.zeros((1 + len(language.assumptions), self.height), dtype=np.int64)
        for row, form in enumerate([positive, *language.assumptions]):
            for (name, _), weight in form.items():
                table[row, self.first(name)] = weight
        given = [Instances(self, known, name).matrix for name, known in language.given.items()]
        return sparse.vstack([sparse.csr_matrix(table), *given])


class Instances:
    """All instances of some inequalities within a window: one row each, and the number of its inequality."""

    def __init__(self, window: Window, inequalities: Sequence[Inequality], function: str = "f") -> None:
        steps, first = window.steps, window.first(function)
        alike: dict[Any, list[tuple[int, list[int], list[int]]]] = defaultdict(list)
        for number, i in enumerate(inequalities):
            terms = [(-t.times, t.at) for t in i.sides.lesser] + [(t.times, t.at) for t in i.sides.greater]
            offsets = [first + sum(map(mul, at, steps)) for _, at in terms]  # the row of a state is linear
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
        self.matrix: Any = sparse.csr_matrix(data, shape=(len(self.owners), window.height))

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
    lasts = (
        last - reach if end is None else min(last - reach, end)
        for last, reach, end in zip(corner, far, high, strict=True)
    )
    return product(*(range(first, last + 1) for first, last in zip(low, lasts, strict=True)))


def instances(i: Inequality, function: str, corner: State, symbolic: Symbolic) -> Iterator[Form]:
    """The instances of an inequality of a function up to a corner, of those that hold at n + state for all n
    where states are symbolic."""
    if any(free and high is not None for free, high in zip(symbolic, i.high, strict=True)):
        return  # it speaks of finitely many states
    form = form_of(i)
    for start in starts(corner, i.low, i.high, reach(form)):
        yield {(function, shift(at, start)): times for at, times in form}
