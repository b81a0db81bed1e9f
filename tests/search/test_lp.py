"""Exact nonnegative solutions: always exact, never negative, and None only where there is none."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofcheck.search.lp import System

Columns = list[dict[int, int]]
ROWS = 3
entry = st.integers(-3, 3)
column = st.dictionaries(st.integers(0, ROWS - 1), entry.filter(bool), max_size=ROWS)
columns = st.lists(column, min_size=1, max_size=6)
right = st.dictionaries(st.integers(0, ROWS - 1), st.integers(-6, 6).filter(bool), max_size=ROWS)


def costs(number: int) -> list[int]:
    return [1000 + 7 * j * j + j for j in range(number)]


def _unique(chosen: Columns, wanted: dict[int, int]) -> list[Fraction] | None:
    """The one solution of the equations, by elimination in rationals, or None."""
    width = len(chosen)
    table = [
        [*(Fraction(c.get(row, 0)) for c in chosen), Fraction(wanted.get(row, 0))] for row in range(ROWS)
    ]
    rank = 0
    for k in range(width):
        pivot = next((r for r in range(rank, ROWS) if table[r][k]), None)
        if pivot is None:
            return None
        table[rank], table[pivot] = table[pivot], table[rank]
        table[rank] = [value / table[rank][k] for value in table[rank]]
        for r in range(ROWS):
            if r != rank:
                table[r] = [a - table[r][k] * b for a, b in zip(table[r], table[rank], strict=True)]
        rank += 1
    if any(row[width] for row in table[rank:]):
        return None
    return [table[k][width] for k in range(width)]


def cheapest(given_: Columns, wanted: dict[int, int], closed: tuple[int, ...] = ()) -> Fraction | None:
    """The least cost of a nonnegative solution, by trying every basis; None if there is no solution."""
    price, best = costs(len(given_)), None
    usable = [j for j in range(len(given_)) if j not in closed]
    for size in range(min(ROWS, len(usable)) + 1):
        for basis in combinations(usable, size):
            found = _unique([given_[j] for j in basis], wanted)
            if found is not None and all(value >= 0 for value in found):
                cost = sum((price[j] * v for j, v in zip(basis, found, strict=True)), Fraction(0))
                best = cost if best is None else min(best, cost)
    return best


def require_solves(given_: Columns, wanted: dict[int, int], found: dict[int, Fraction]) -> None:
    """The columns add up to the right side exactly, with positive exact multipliers."""
    assert all(isinstance(value, Fraction) and value > 0 for value in found.values())
    for row in range(ROWS):
        assert sum(v * given_[j].get(row, 0) for j, v in found.items()) == wanted.get(row, 0)


@settings(max_examples=150, deadline=None)
@given(columns, right, st.booleans())
def test_a_solution_is_exact_cheapest_and_missed_only_if_there_is_none(
    given_: Columns, wanted: dict[int, int], exact: bool
) -> None:
    """Against every basis in rational arithmetic: solvable or not, and at the least cost."""
    found, least = System(given_, costs(len(given_))).solve(wanted, exact=exact), cheapest(given_, wanted)
    assert (found is None) == (least is None)
    if found is not None:
        require_solves(given_, wanted, found)
        price = costs(len(given_))
        assert sum(price[j] * v for j, v in found.items()) == least


@settings(max_examples=100, deadline=None)
@given(columns, st.data())
def test_a_right_side_made_of_the_columns_is_solved(given_: Columns, data: st.DataObject) -> None:
    """Whatever nonnegative combination is asked for, one is found; closed columns are not used."""
    times = data.draw(st.lists(st.integers(0, 5), min_size=len(given_), max_size=len(given_)))
    wanted = {row: sum(t * c.get(row, 0) for t, c in zip(times, given_, strict=True)) for row in range(ROWS)}
    wanted = {row: value for row, value in wanted.items() if value}
    found = System(given_, costs(len(given_))).solve(wanted)
    assert found is not None
    require_solves(given_, wanted, found)
    closed = tuple(j for j, t in enumerate(times) if not t)
    again = System(given_, costs(len(given_))).solve(wanted, closed)
    assert again is not None
    assert not set(again) & set(closed)
    require_solves(given_, wanted, again)


@settings(max_examples=60, deadline=None)
@given(columns, st.lists(st.tuples(right, st.sets(st.integers(0, 5))), min_size=2, max_size=5))
def test_one_system_for_many_right_sides(
    given_: Columns, asked: list[tuple[dict[int, int], set[int]]]
) -> None:
    """What was asked before does not change the answer: closed columns are opened again."""
    system = System(given_, costs(len(given_)))
    for wanted, numbers in asked:
        closed = tuple(j for j in numbers if j < len(given_))
        found = system.solve(wanted, closed)
        assert (found is None) == (cheapest(given_, wanted, closed) is None)
        assert found == System(given_, costs(len(given_))).solve(wanted, closed)


@pytest.mark.parametrize(("given_", "wanted", "expected"), [
    ([{0: 1}], {}, {}),
    ([{0: 1}, {0: 1}, {0: 1}], {0: 2}, {0: Fraction(2)}),
    ([{}, {0: 2}], {0: 3}, {1: Fraction(3, 2)}),
    ([{0: 1, 1: 1}, {0: 1, 1: -1}], {0: 1}, {0: Fraction(1, 2), 1: Fraction(1, 2)}),
    ([{0: 1, 1: 1}, {0: 2, 1: 2}], {0: 1, 1: 1}, {1: Fraction(1, 2)}),
    ([{0: 3}, {0: 7}], {0: 10**12 + 39}, {1: Fraction(10**12 + 39, 7)}),
    ([{0: 1}], {0: -1}, None),
    ([{0: 1, 1: 1}], {0: 1}, None),
    ([{0: 1}], {2: 1}, None),
    ([{0: 1}, {0: -1}], {1: 1}, None),
])  # fmt: skip
@pytest.mark.parametrize("exact", [False, True])
def test_degenerate_programs(
    given_: Columns, wanted: dict[int, int], expected: dict[int, Fraction] | None, exact: bool
) -> None:
    """Nothing wanted, columns twice, empty or parallel columns, large numbers, no solution."""
    assert System(given_, costs(len(given_))).solve(wanted, exact=exact) == expected


PROGRAM: Columns = [{0: 1, 1: 1}, {0: 1, 1: -1}, {0: 1}, {1: 1, 2: 1}, {2: -1}]
WANTED = {0: 3, 1: 1}
CHEAPEST = {0: Fraction(2), 1: Fraction(1)}  # {0: 1, 2: 2} solves it too, and costs more


@pytest.mark.parametrize("support", [[], [2], [1, 2], [0, 1, 2], [3, 4], [0, 1, 2, 3, 4], [1]])
def test_a_wrong_proposal_is_put_right(support: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever support the float solver proposes, the exact fallback decides."""
    reached = []
    exactly: Callable[..., Any] = System._exact
    monkeypatch.setattr(System, "_propose", lambda *_: support)
    monkeypatch.setattr(System, "_exact", lambda *args: reached.append(1) or exactly(*args))
    found = System(PROGRAM, costs(5)).solve(WANTED)
    assert reached
    assert found == CHEAPEST
    require_solves(PROGRAM, WANTED, found)


def test_a_right_proposal_needs_no_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    """The support of a solution is all that is taken from the float solver."""
    monkeypatch.setattr(System, "_exact", lambda *_: pytest.fail("the fallback was reached"))
    monkeypatch.setattr(System, "_propose", lambda *_: [0, 2])
    assert System(PROGRAM, costs(5)).solve(WANTED) == {0: Fraction(1), 2: Fraction(2)}


def test_infeasible_by_floats_is_not_believed_where_exactness_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A float solver that finds nothing is overruled if `exact`, and believed otherwise."""
    monkeypatch.setattr(System, "_propose", lambda *_: None)
    assert System(PROGRAM, costs(5)).solve(WANTED) is None
    assert System(PROGRAM, costs(5)).solve(WANTED, exact=True) == CHEAPEST
