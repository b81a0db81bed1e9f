"""Candidates for a cone: balanced inequalities in a box, with small coefficients.

A balanced inequality of 2k points has k values of f on either side, a value perhaps more than once; the two
sides have no value in common.  It speaks of every state from which all its points are states.  Two that are
the same but for a shift, or a common factor, are one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, gcd

from proofcheck.enumerate.forms import shift
from proofcheck.errors import BadInput
from proofcheck.infer.language import Language
from proofcheck.model.templates import everything, instances
from proofcheck.problem.model import Inequality, Sides, State, Term

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


def inequality(language: Language, form: Form, name: str) -> Inequality:
    """The form as an inequality at every state from which its points are states."""
    far = reach(form)
    high = tuple(
        None if c.top is None else c.top - most for c, most in zip(language.coordinates, far, strict=True)
    )
    lesser = tuple(Term(-times, at) for at, times in form if times < 0)
    greater = tuple(Term(times, at) for at, times in form if times > 0)
    return Inequality(name, "", "", (0,) * len(far), high, Sides(lesser, greater))


def generate(language: Language, box: State, most_points: int) -> list[Form]:
    """All candidates whose points lie within the box, those with fewer points first.

    Raises BadInput if there are too many to look at.
    """
    limits = [
        side if c.top is None else min(side, c.top) for side, c in zip(box, language.coordinates, strict=True)
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


@cache
def _templates(labels: tuple[str, ...]) -> dict[Form, str]:
    """The standard inequalities on these coordinates, with their names."""
    names: dict[Form, str] = {}
    for template, which in everything(len(labels)):
        for lesser, greater in instances(template, len(labels), which):
            form = [(at, -times) for times, at in lesser] + [(at, times) for times, at in greater]
            names.setdefault(tuple(sorted(form)), f"{template}({','.join(labels[c] for c in which)})")
    return names


def standard(language: Language, form: Form) -> str:
    """The name in event-based dynamic programming (Koole), or how many points there are."""
    return _templates(language.labels).get(form, f"{points(form)} points")
