"""The standard inequalities of event-based dynamic programming, by name.

Names and definitions as in G. Koole, "Monotonicity in Markov reward and decision chains: theory and
applications", Foundations and Trends in Stochastic Systems 1 (2006); e_i is the unit vector of
coordinate i, and each holds at all states x where all its points are states.

    I(i)         f(x)                       <=  f(x + e_i)
    D(i)         f(x + e_i)                 <=  f(x)
    UI(i, j)     f(x + e_j)                 <=  f(x + e_i)
    Cx(i)        2 f(x + e_i)               <=  f(x) + f(x + 2 e_i)
    Cv(i)        f(x) + f(x + 2 e_i)        <=  2 f(x + e_i)
    Super(i, j)  f(x + e_i) + f(x + e_j)    <=  f(x) + f(x + e_i + e_j)
    Sub(i, j)    f(x) + f(x + e_i + e_j)    <=  f(x + e_i) + f(x + e_j)
    SuperC(i, j) f(x + e_i) + f(x + e_i + e_j)  <=  f(x + e_j) + f(x + 2 e_i)
    SubC(i, j)   f(x + e_i) + f(x + e_i + e_j)  <=  f(x) + f(x + 2 e_i + e_j)
    MM(i, ..., k) multimodular: f(x) + f(x + u + v) <= f(x + u) + f(x + v), wherever all four are states,
                 for all pairs of the vectors e_i, e_j - e_i, ..., -e_k (Hajek's order)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

Point = tuple[int, ...]
Side = list[tuple[int, Point]]  # (times, offset from the state)
Pair = tuple[Side, Side]  # lesser, greater


def _unit(size: int, c: int) -> Point:
    return tuple(int(k == c) for k in range(size))


def _sum(*points: Point) -> Point:
    return tuple(map(sum, zip(*points, strict=True)))


def _one(shape: Callable[[Point, Point], Pair]) -> Callable[[int, tuple[int, ...]], list[Pair]]:
    return lambda size, which: [shape((0,) * size, _unit(size, which[0]))]


def _two(shape: Callable[[Point, Point, Point], Pair]) -> Callable[[int, tuple[int, ...]], list[Pair]]:
    return lambda size, which: [shape((0,) * size, *(_unit(size, c) for c in which))]


def _multimodular(size: int, which: tuple[int, ...]) -> list[Pair]:
    units = [_unit(size, c) for c in which]
    minus = [tuple(-v for v in unit) for unit in units]
    vectors = [units[0], *(_sum(b, a) for a, b in zip(minus[:-1], units[1:], strict=True)), minus[-1]]
    found = []
    for u, v in combinations(vectors, 2):
        zero = (0,) * size
        points = [u, v, zero, _sum(u, v)]
        least = tuple(-min(p[c] for p in points) for c in range(size))
        a, b, c, d = (_sum(p, least) for p in points)
        found.append(([(1, c), (1, d)], [(1, a), (1, b)]))
    return found


SHAPES: dict[str, tuple[int, Callable[[int, tuple[int, ...]], list[Pair]]]] = {
    "I": (1, _one(lambda o, i: ([(1, o)], [(1, i)]))),
    "D": (1, _one(lambda o, i: ([(1, i)], [(1, o)]))),
    "UI": (2, _two(lambda o, i, j: ([(1, j)], [(1, i)]))),
    "Cx": (1, _one(lambda o, i: ([(2, i)], [(1, o), (1, _sum(i, i))]))),
    "Cv": (1, _one(lambda o, i: ([(1, o), (1, _sum(i, i))], [(2, i)]))),
    "Super": (2, _two(lambda o, i, j: ([(1, i), (1, j)], [(1, o), (1, _sum(i, j))]))),
    "Sub": (2, _two(lambda o, i, j: ([(1, o), (1, _sum(i, j))], [(1, i), (1, j)]))),
    "SuperC": (2, _two(lambda o, i, j: ([(1, i), (1, _sum(i, j))], [(1, j), (1, _sum(i, i))]))),
    "SubC": (2, _two(lambda o, i, j: ([(1, i), (1, _sum(i, j))], [(1, o), (1, _sum(i, i, j))]))),
    "MM": (0, _multimodular),
}


def instances(template: str, size: int, which: tuple[int, ...]) -> list[Pair]:
    """The inequalities of a template for the coordinates `which` of `size`; several for MM.

    Raises LookupError if there is no such template, ValueError if it wants other coordinates.
    """
    wanted, shape = SHAPES[template]
    if len(set(which)) < len(which) or len(which) != (wanted or max(len(which), 2)):
        raise ValueError(f"{template} wants {wanted or 'two or more'} different coordinates")
    return shape(size, which)


def everything(size: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """All templates with one inequality, for all coordinates: what a cone may be missing."""
    for name, (wanted, _) in SHAPES.items():
        if wanted == 1:
            yield from ((name, (i,)) for i in range(size))
        elif name in ("Super", "Sub"):
            yield from ((name, pair) for pair in combinations(range(size), 2))
        elif wanted == 2:
            yield from ((name, (i, j)) for i in range(size) for j in range(size) if i != j)
