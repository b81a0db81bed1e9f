"""The statement of a control problem on a lattice, as plain data.

States are integer vectors: unbounded coordinates 0, 1, 2, ... and modes 0..top.  A *cone* of
functions f on the states is given by linear inequalities

    sum of times * f(s + at) over lesser  <=  sum of times * f(s + at) over greater

for all states s in a range.  Routing moves jobs one by one along a fixed vector, g(s) = min over a
of f(s + a move); events are linear operators; one step of value iteration is
T f = cost + beta (sum over events of rate * event of g).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

State = tuple[int, ...]


@dataclass(frozen=True)
class Coordinate:
    """One coordinate of the states; `top` is None where it is unbounded."""

    name: str
    meaning: str
    top: int | None


@dataclass(frozen=True)
class Term:
    """times * f(s + at)."""

    times: int
    at: State


@dataclass(frozen=True)
class Sides:
    """sum of lesser <= sum of greater."""

    lesser: tuple[Term, ...]
    greater: tuple[Term, ...]


@dataclass(frozen=True)
class Inequality:
    """`sides` at every s with low <= s <= high (None: no upper end); for a claim where `given`
    holds, for a reduction under `assume` (pairs of rates, the first at least the second)."""

    name: str
    standard: str
    meaning: str
    low: State
    high: tuple[int | None, ...]
    sides: Sides
    given: tuple[Sides, ...] = ()
    assume: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Jump:
    """(constant + slopes . s) * f(s + move)."""

    constant: int
    slopes: State
    move: State


@dataclass(frozen=True)
class Event:
    """E f(s) = sum of the jumps; with `stay`, a jump out of the states is not made."""

    name: str
    rate: str
    stay: bool
    jumps: tuple[Jump, ...]


@dataclass(frozen=True)
class Problem:
    """A whole statement.  `sizes` are the named integers it was written with."""

    name: str
    title: str
    source: str
    sizes: dict[str, int]
    coordinates: tuple[Coordinate, ...]
    rates: tuple[str, ...]
    discount: str
    cost: State
    move: State | None
    events: tuple[Event, ...]
    cone: tuple[Inequality, ...]
    claims: tuple[Inequality, ...]
    reductions: tuple[Inequality, ...]

    def contains(self, state: State) -> bool:
        """Whether the vector is a state."""
        return all(
            value >= 0 and (c.top is None or value <= c.top)
            for value, c in zip(state, self.coordinates, strict=True)
        )


def inequality_of(item: dict[str, Any]) -> Inequality:
    """The inequality that an entry of a statement describes."""

    def terms(items: list[dict[str, Any]]) -> tuple[Term, ...]:
        return tuple(Term(item["times"], tuple(item["at"])) for item in items)

    def sides(item: dict[str, Any]) -> Sides:
        return Sides(terms(item["lesser"]), terms(item["greater"]))

    return Inequality(
        item["name"],
        item["standard"],
        item["meaning"],
        tuple(item["low"]),
        tuple(item["high"]),
        sides(item),
        tuple(map(sides, item.get("given", ()))),
        tuple((a["greater"], a["lesser"]) for a in item.get("assume", ())),
    )


def from_statement(raw: dict[str, Any]) -> Problem:
    """The problem that a statement (the content of a problem.json) describes."""

    def event(item: dict[str, Any]) -> Event:
        jumps = (
            Jump(t["constant"], tuple(t["slopes"]), tuple(t["move"])) for t in item["terms"]
        )
        return Event(item["name"], item["rate"], item["boundary"] == "stay", tuple(jumps))

    return Problem(
        name=raw["name"],
        title=raw["title"],
        source=raw["source"],
        sizes=dict(raw["sizes"]),
        coordinates=tuple(
            Coordinate(c["name"], c["meaning"], c["top"]) for c in raw["coordinates"]
        ),
        rates=tuple(raw["rates"]),
        discount=raw["discount"],
        cost=tuple(raw["cost"]),
        move=tuple(raw["routing"][0]["move"]) if raw["routing"] else None,
        events=tuple(map(event, raw["events"])),
        cone=tuple(map(inequality_of, raw["inequalities"])),
        claims=tuple(map(inequality_of, raw["claims"])),
        reductions=tuple(map(inequality_of, raw["reductions"])),
    )
