"""Candidates for a cone: balanced inequalities in a box, with small coefficients.

A balanced inequality of 2k points has k values of f on either side, a value perhaps more than once; the two
sides have no value in common.  It speaks of every state from which all its points are states.  Two that are
the same but for a shift, or a common factor, are one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import comb, gcd

from proofcheck.enumerate.forms import shift
from proofcheck.errors import BadInput
from proofcheck.problem.model import Inequality, Problem, Sides, State, Term

MOST = 2 * 10**5  # pairs of sides that are looked at
Form = tuple[tuple[State, int], ...]  # offsets in order, each with its coefficient: read 0 <= sum


def form_of(i: Inequality) -> Form:
    """An inequality as a form."""
    total: dict[State, int] = {}
    for sign, terms in ((-1, i.sides.lesser), (1, i.sides.greater)):
        for term in terms:
            total[term.at] = total.get(term.at, 0) + sign * term.times
    return tuple(sorted((at, times) for at, times in total.items() if times))


def normal(form: Form) -> Form:
    """The form shifted to the corner of the states, without a common factor."""
    factor = gcd(*(times for _, times in form))
    least = tuple(map(min, zip(*(at for at, _ in form), strict=True)))
    back = tuple(-v for v in least)
    return tuple((shift(at, back), times // factor) for at, times in form)


def reach(form: Form) -> State:
    """The largest offset in each coordinate."""
    return tuple(map(max, zip(*(at for at, _ in form), strict=True)))


def points(form: Form) -> int:
    """How many values it has, each as often as it occurs."""
    return sum(abs(times) for _, times in form)


def inequality(problem: Problem, form: Form, name: str) -> Inequality:
    """The form as an inequality at every state from which its points are states."""
    far = reach(form)
    high = tuple(
        None if c.top is None else c.top - most for c, most in zip(problem.coordinates, far, strict=True)
    )
    lesser = tuple(Term(-times, at) for at, times in form if times < 0)
    greater = tuple(Term(times, at) for at, times in form if times > 0)
    return Inequality(name, "", "", (0,) * len(far), high, Sides(lesser, greater))


def generate(problem: Problem, box: State, most_points: int) -> list[Form]:
    """All candidates whose points lie within the box, those with fewer points first.

    Raises BadInput if there are too many to look at.
    """
    limits = [
        side if c.top is None else min(side, c.top) for side, c in zip(box, problem.coordinates, strict=True)
    ]
    cells = list(product(*(range(limit + 1) for limit in limits)))
    sizes = range(1, most_points // 2 + 1)
    count = sum(comb(len(cells) + k - 1, k) ** 2 for k in sizes)
    if count > MOST:
        raise BadInput(
            f"--box {','.join(map(str, box))} with {most_points} points: {count:,} pairs of sides, more than "
            f"{MOST:,}; choose a smaller box or fewer points"
        )
    found = {form for k in sizes for form in _balanced(cells, k)}
    return sorted(found, key=lambda form: (points(form), form))


def _balanced(cells: list[State], k: int) -> Iterator[Form]:
    sides = list(combinations_with_replacement(cells, k))
    for lesser in sides:
        for greater in sides:
            if not set(lesser) & set(greater):
                terms = [(at, -lesser.count(at)) for at in {*lesser}]
                terms += [(at, greater.count(at)) for at in {*greater}]
                form = tuple(sorted(terms))
                if normal(form) == form:
                    yield form


def standard(form: Form) -> str:
    """The name in event-based dynamic programming (Koole), or how many points there are."""
    dimension = len(form[0][0])
    unit = [tuple(int(k == c) for k in range(dimension)) for c in range(dimension)]
    for i in range(dimension):
        for name, signs in NAMES_OF_ONE.items():
            if form == _along(signs, unit[i], unit[i]):
                return f"{name}({i + 1})"
        for j in range(dimension):
            for name, signs in NAMES_OF_TWO.items():
                if i != j and form == _along(signs, unit[i], unit[j]):
                    return f"{name}({i + 1},{j + 1})"
    return f"{points(form)} points"


# Coefficients of f(s + a e_i + b e_j), by (a, b).
NAMES_OF_ONE = {"I": {(0, 0): -1, (1, 0): 1}, "Cx": {(0, 0): 1, (1, 0): -2, (2, 0): 1}}
NAMES_OF_TWO = {
    "Super": {(0, 0): 1, (1, 0): -1, (0, 1): -1, (1, 1): 1},
    "Sub": {(0, 0): -1, (1, 0): 1, (0, 1): 1, (1, 1): -1},
    "SuperC": {(2, 0): 1, (0, 1): 1, (1, 0): -1, (1, 1): -1},
    "SubC": {(2, 1): 1, (0, 0): 1, (1, 0): -1, (1, 1): -1},
}


def _along(signs: dict[tuple[int, int], int], first: State, second: State) -> Form:
    def at(a: int, b: int) -> State:
        return tuple(a * p + b * q for p, q in zip(first, second, strict=True))

    return tuple(sorted((at(a, b), times) for (a, b), times in signs.items()))
