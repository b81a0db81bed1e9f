"""Exact nonnegative solutions of linear equations: floats propose, rationals decide.

HiGHS finds a vertex of {z >= 0 : A z = b} with least cost in floating point; only its support is
kept, and the values on it are computed anew in exact rationals (python-flint).  Where that does
not give a nonnegative solution, the Parma Polyhedra Library solves the same program exactly.
"""

from __future__ import annotations

import ctypes
import functools
import os
import sys
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import flint
import highspy
import numpy as np
import ppl

Column = Mapping[Any, int]
TOLERANCE = 1e-9  # below this a float is taken to be 0 when a support is proposed


def distinct_costs(count: int) -> list[int]:
    """Near 1000, all different: few columns are preferred, ties are broken by order."""
    return [1000 + (j * 7919) % 997 for j in range(count)]


class System:
    """Solves sum of z_j * columns_j = right side, z >= 0, for many right sides.

    `costs` are positive integers, one per column, all different: then the cheapest solution is
    unique in general, and the result does not depend on how a floating-point solver got there.
    """

    def __init__(self, columns: Sequence[Column], costs: Sequence[int]) -> None:
        self.columns = columns
        self.costs = costs
        self.rows = {row: index for index, row in enumerate(dict.fromkeys(_rows(columns)))}
        self._open = np.ones(len(columns), dtype=bool)
        self._highs = _highs(columns, costs, self.rows)

    def solve(
        self, right: Column, closed: Sequence[int] = (), exact: bool = False
    ) -> dict[int, Fraction] | None:
        """The positive entries of a solution that uses no `closed` column, or None.

        None is a claim of the float solver only, unless `exact`: then it is a fact.
        """
        if any(row not in self.rows for row in right):
            return None
        open_ = np.ones(len(self.columns), dtype=bool)
        open_[list(closed)] = False
        support = self._propose(right, open_)
        if support is not None:
            solution = self._rebuild(right, support)
            if solution is not None:
                return solution
        return self._exact(right, open_) if exact or support is not None else None

    def separating(self, right: Column) -> dict[Any, float]:
        """Right after a `solve` of this right side that found nothing: numbers per row, in floating point,
        with which all open columns sum to at least 0 and the right side to less; empty if there are none."""
        _, there, values = self._highs.getDualRay()
        total = sum(value * values[self.rows[row]] for row, value in right.items() if row in self.rows)
        if not there or total == 0:
            return {}
        sign = -1.0 if total > 0 else 1.0
        return {row: sign * float(values[k]) for row, k in self.rows.items()}

    def _propose(self, right: Column, open_: np.ndarray) -> list[int] | None:
        highs = self._highs
        for j in np.nonzero(open_ != self._open)[0]:
            highs.changeColBounds(int(j), 0.0, highspy.kHighsInf if open_[j] else 0.0)
        self._open = open_
        values = np.zeros(len(self.rows))
        for row, value in right.items():
            values[self.rows[row]] = value
        indices = np.arange(len(self.rows), dtype=np.int32)
        highs.changeRowsBounds(len(self.rows), indices, values, values)
        highs.run()
        if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        solution = np.asarray(highs.getSolution().col_value)
        return [int(j) for j in np.nonzero(solution > TOLERANCE)[0]]

    def _rebuild(self, right: Column, support: list[int]) -> dict[int, Fraction] | None:
        """The exact solution with this support, if there is one and it is unique.

        Columns with a single entry (slack variables) only fix their own row: they are left out
        first, one per row, and computed last.
        """
        slack: dict[Hashable, int] = {}
        for j in support:
            if len(self.columns[j]) == 1:
                slack.setdefault(next(iter(self.columns[j])), j)
        rest = [j for j in support if j not in set(slack.values())]
        rows = dict.fromkeys([*_rows(self.columns[j] for j in rest), *right])
        values = self._unique([row for row in rows if row not in slack], rest, right)
        if values is None:
            return None
        left = {row: Fraction(right.get(row, 0)) for row in slack}
        for j in rest:
            for row, coefficient in self.columns[j].items():
                if row in left:
                    left[row] -= coefficient * values[j]
        values |= {j: left[row] / self.columns[j][row] for row, j in slack.items()}
        return values if all(value > 0 for value in values.values()) else None

    def _unique(
        self, rows: list[Hashable], columns: list[int], right: Column
    ) -> dict[int, Fraction] | None:
        """The one solution of the equations `rows` in these columns, or None."""
        if not columns:
            return None if any(right.get(row, 0) for row in rows) else {}
        table = [[*(self.columns[j].get(row, 0) for j in columns), right.get(row, 0)] for row in rows]
        width = len(columns)
        if len(rows) < width:
            return None
        reduced, denominator, rank = flint.fmpz_mat(table).rref()
        if rank != width or any(reduced[k, k] == 0 for k in range(width)):
            return None
        return {j: Fraction(int(reduced[k, width]), int(denominator)) for k, j in enumerate(columns)}

    def _exact(self, right: Column, open_: np.ndarray) -> dict[int, Fraction] | None:
        """The same program in exact arithmetic."""
        usable = [int(j) for j in np.nonzero(open_)[0]]
        if not usable:
            return None if any(right.values()) else {}
        program = ppl.MIP_Problem(len(usable), ppl.Constraint_System(), ppl.Linear_Expression(0))
        sums: dict[Hashable, list[tuple[int, int]]] = {row: [] for row in self.rows}
        for k, j in enumerate(usable):
            program.add_constraint(ppl.Variable(k) >= 0)
            for row, value in self.columns[j].items():
                sums[row].append((k, value))
        for row, entries in sums.items():
            total = sum((v * ppl.Variable(k) for k, v in entries), ppl.Linear_Expression(0))
            program.add_constraint(total == right.get(row, 0))
        if not program.is_satisfiable():
            return None
        costs = (self.costs[j] * ppl.Variable(k) for k, j in enumerate(usable))
        program.set_objective_function(sum(costs, ppl.Linear_Expression(0)))
        program.set_optimization_mode("minimization")
        point = program.optimizing_point()
        divisor = int(point.divisor())
        found = {j: Fraction(int(c), divisor) for j, c in zip(usable, point.coefficients(), strict=True)}
        return {j: number for j, number in found.items() if number}


@functools.cache
def _library() -> Any:
    """HiGHS, after its banner, which it prints to standard output when first used, is gone."""
    sys.stdout.flush()
    kept = os.dup(1)
    try:
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            highspy.Highs()  # type: ignore[no-untyped-call]
            ctypes.CDLL(None).fflush(None)
    finally:
        os.dup2(kept, 1)
        os.close(kept)
    return highspy


def _rows(columns: Iterable[Column]) -> list[Hashable]:
    return [row for column in columns for row in column]


def _highs(
    columns: Sequence[Column], costs: Sequence[int], rows: Mapping[Hashable, int]
) -> Any:
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(columns), len(rows)
    program.col_cost_ = np.asarray(costs, dtype=float)
    program.col_lower_ = np.zeros(len(columns))
    program.col_upper_ = np.full(len(columns), highspy.kHighsInf)
    program.row_lower_ = program.row_upper_ = np.zeros(len(rows))
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = np.cumsum([0, *map(len, columns)]).astype(np.int32)
    entries = [(rows[row], value) for column in columns for row, value in column.items()]
    program.a_matrix_.index_ = np.asarray([row for row, _ in entries], dtype=np.int32)
    program.a_matrix_.value_ = np.asarray([value for _, value in entries], dtype=float)
    highs = _library().Highs()
    for option, value in (
        ("output_flag", False),
        ("threads", 1),
        ("presolve", "off"),
        ("solver", "simplex"),
    ):
        highs.setOptionValue(option, value)
    highs.passModel(program)
    return highs
