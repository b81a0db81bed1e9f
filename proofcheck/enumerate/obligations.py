"""All proof obligations of a problem, in a fixed order with stable ids.

This is a reading of the statement of its own: the trusted checker makes another, and
`proofcheck generate` and `proofcheck coverage` stop where the two differ.

Regions.  What an operator does near x = 0 differs from what it does further up, so an unbounded
coordinate is treated as x = 0, 1, ..., r - 1 one by one and x = n + r once for all n >= 0, where r
is the most that the operator takes away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from proofcheck.enumerate.forms import Form, Operator, cost_of, evaluate, event_of, function
from proofcheck.problem.model import Event, Inequality, Problem, State

Known = dict[str, list[Inequality]]


@dataclass(frozen=True)
class Region:
    """The states base + (offsets of the symbolic coordinates), and its names in an id."""

    mode: str
    where: str
    base: State
    symbolic: tuple[bool, ...]


@dataclass(frozen=True)
class Task:
    """An obligation to search for: 0 <= goal, from the inequalities known of each function, the
    given forms and, if `routed`, from g(s) = min over a of f(s + a move).

    It says that `operator` (of f: `routing`, an event, `cost`, `closure`, `claim`, or a reduction's
    part) satisfies `subject` in `region`.
    """

    id: str
    group: str
    operator: str
    subject: Inequality
    region: Region
    goal: Form
    known: Known
    routed: bool = False
    given: tuple[Form, ...] = ()

    @property
    def symbolic(self) -> tuple[bool, ...]:
        """Per coordinate, whether states are relative to an offset n >= 0."""
        return self.region.symbolic


def regions(problem: Problem, i: Inequality, reach: State) -> Iterator[Region]:
    """The regions of an inequality for an operator that takes away at most `reach`."""
    ranges: list[list[tuple[int, bool]]] = []
    for c, coordinate in enumerate(problem.coordinates):
        top = coordinate.top if i.high[c] is None else i.high[c]
        if top is None:
            start = i.low[c] + reach[c]
            ranges.append([(v, False) for v in range(i.low[c], start)] + [(start, True)])
        else:
            ranges.append([(v, False) for v in range(i.low[c], top + 1)])
    for choice in product(*ranges):
        labels = [
            f".{c.name}{value}{'+' if symbolic else ''}"
            for c, (value, symbolic) in zip(problem.coordinates, choice, strict=True)
        ]
        kinds = [c.top is None for c in problem.coordinates]
        yield Region(
            "".join(label for label, free in zip(labels, kinds, strict=True) if not free),
            "".join(label for label, free in zip(labels, kinds, strict=True) if free),
            tuple(value for value, _ in choice),
            tuple(symbolic for _, symbolic in choice),
        )


def most_sent(problem: Problem) -> int:
    """The most jobs that can be sent at once, from any state."""
    assert problem.move is not None
    steps = zip(problem.move, problem.coordinates, strict=True)
    return min(c.top // abs(d) for d, c in steps if d and c.top is not None)


def obligations(problem: Problem) -> Iterator[Task]:
    """Everything that has to be proved about the problem."""
    yield from _routing(problem)
    yield from _events(problem)
    yield from _linear(problem)
    yield from _reductions(problem)


def _over(
    problem: Problem,
    which: tuple[Inequality, ...],
    operator: Callable[[Region], Operator],
    reach: State | None = None,
) -> Iterator[tuple[Inequality, Region, Form]]:
    still = (0,) * len(problem.coordinates)
    for i in which:
        for region in regions(problem, i, reach or still):
            yield i, region, evaluate(i.sides, region.base, operator(region))


def _anywhere(operator: Operator) -> Callable[[Region], Operator]:
    """An operator that does not depend on the region."""
    return lambda _: operator


def _routing(problem: Problem) -> Iterator[Task]:
    if problem.move is None:
        return
    reach = tuple(max(0, -step) * most_sent(problem) for step in problem.move)
    known: Known = {"f": list(problem.cone)}
    for i, r, goal in _over(problem, problem.cone, lambda _: function("g"), reach):
        group = f"routing.{i.name}{r.mode}"
        yield Task(f"{problem.name}.{group}{r.where}", group, "routing", i, r, goal, known, True)


def _events(problem: Problem) -> Iterator[Task]:
    known: Known = {"f": list(problem.cone)}
    for event in problem.events:
        group = f"event.{event.name}"
        moves = [jump.move for jump in event.jumps]
        reach = tuple(max(0, *(-move[c] for move in moves)) for c in range(len(moves[0])))
        for i, r, goal in _over(problem, problem.cone, _anywhere(event_of(problem, [event], "f")), reach):
            name = f"{problem.name}.{group}.{i.name}{r.mode}{r.where}"
            yield Task(name, group, event.name, i, r, goal, known)


def _linear(problem: Problem) -> Iterator[Task]:
    cone = list(problem.cone)
    both: Known = {"s f": cone, "t h": cone}
    name = problem.name
    for i, r, goal in _over(problem, problem.cone, lambda r: cost_of(problem, r.symbolic)):
        yield Task(f"{name}.cost.{i.name}{r.mode}{r.where}", "cost", "cost", i, r, goal, {})
    for i, r, goal in _over(problem, problem.cone, lambda _: function("s f", "t h")):
        full = f"{name}.closure.{i.name}{r.mode}{r.where}"
        yield Task(full, "closure", "closure", i, r, goal, both)
    for i, r, goal in _over(problem, problem.claims, lambda _: function("f")):
        given = tuple(evaluate(sides, r.base, function("f")) for sides in i.given)
        full = f"{name}.claim.{i.name}{r.mode}{r.where}"
        yield Task(full, "claim", "claim", i, r, goal, {"f": cone}, False, given)


def rate_parts(problem: Problem, i: Inequality) -> dict[str, list[Event]]:
    """The events that each rate multiplies, with p >= q used as p = q + (p - q)."""
    parts: dict[str, list[Event]] = {rate: [] for rate in problem.rates}
    for event in problem.events:
        parts[event.rate].append(event)
    for greater, lesser in i.assume:
        surplus = parts.pop(greater)
        parts[f"{greater}-{lesser}"] = surplus
        parts[lesser] = parts[lesser] + surplus
    return parts


def _reductions(problem: Problem) -> Iterator[Task]:
    for i in problem.reductions:
        known = [*problem.cone, i]
        steps: list[tuple[str, Callable[[Region], Operator], Known, bool]] = [
            ("routing", lambda _: function("g"), {"f": known}, True),
            ("cost", lambda r: cost_of(problem, r.symbolic), {}, False),
        ]
        for rate, events in rate_parts(problem, i).items():
            both = {"f": known, "g": known}
            steps.append((rate, _anywhere(event_of(problem, events, "g")), both, True))
        for part, make, known_here, routed in steps:
            for _, r, goal in _over(problem, (i,), make):
                name = f"{problem.name}.reduction.{i.name}{r.mode}{r.where}.{part}"
                yield Task(name, "reduction", part, i, r, goal, known_here, routed)
