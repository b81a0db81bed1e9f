"""A problem, an obligation, a certificate as Lean terms: data for the verified checker.

The Lean checker knows problems with one unbounded coordinate x, one mode y in 0..m, and the
routing that sends a jobs from (x, y) to (x - a, y + a).  Anything else is `Unsupported`: Lean then
has no verdict on the problem, which is a failure of its own kind and never silence.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm
from typing import Any

from proofcheck.certificate.check import exact
from proofcheck.enumerate.obligations import Region, Task, rate_parts
from proofcheck.problem.model import Event, Inequality, Problem, Sides, Term

FUNCTIONS = {"f": ".f", "g": ".g", "s f": ".f", "t h": ".h"}


class Unsupported(Exception):
    """The problem is outside the class that the Lean checker covers."""


def require_supported(problem: Problem) -> None:
    """Raise Unsupported, with the reason, unless the Lean checker covers the problem."""
    if len(problem.coordinates) != 2 or [c.top is None for c in problem.coordinates] != [True, False]:
        raise Unsupported("Lean covers one unbounded coordinate followed by one mode")
    if problem.move != (-1, 1):
        raise Unsupported("Lean covers the routing move (-1, 1)")
    if any(price < 0 for price in problem.cost):
        raise Unsupported("Lean covers costs without negative parts")
    for i in (*problem.cone, *problem.claims):
        if (i.low[0], i.high[0]) != (0, None):
            raise Unsupported(f"{i.name}: Lean covers inequalities for all x >= 0")
    if len(problem.reductions) > 1:
        raise Unsupported("Lean covers at most one reduction")
    for i in problem.reductions:
        if (i.low[0], i.high[0]) != (0, 0):
            raise Unsupported(f"{i.name}: Lean covers reductions at x = 0")
    for event in problem.events:
        if any(jump.move[0] < 0 and jump.move[1] != 0 for jump in event.jumps):
            raise Unsupported(f"{event.name}: Lean covers jumps down that keep the mode")


# -------- lists and numbers


def cons(items: Iterable[str]) -> str:
    """A list in constructors: there is no other notation without Init."""
    found = ".nil"
    for item in reversed(list(items)):
        found = f"(.cons {item} {found})"
    return found


# -------- the problem


def modes(problem: Problem, i: Inequality) -> range:
    """The modes y that an inequality speaks of."""
    top = problem.coordinates[1].top
    high = i.high[1] if i.high[1] is not None else top
    assert high is not None
    return range(i.low[1], high + 1)


def instances(problem: Problem, which: Iterable[Inequality]) -> list[tuple[Inequality, int]]:
    """Every inequality at every mode: the order in which Lean numbers them."""
    return [(i, y) for i in which for y in modes(problem, i)]


def points(terms: tuple[Term, ...], y: int) -> str:
    """The points of one side; a coefficient k repeats its point k times."""
    return cons(f"(.mk {t.at[0]} {y + t.at[1]})" for t in terms for _ in range(t.times))


def template(sides: Sides, y: int) -> str:
    """An inequality at one mode."""
    return f"(.mk {points(sides.lesser, y)} {points(sides.greater, y)})"


def event(problem: Problem, e: Event) -> str:
    """The terms of an event, mode by mode."""
    top = problem.coordinates[1].top
    assert top is not None

    def terms(y: int) -> Iterable[str]:
        for jump in e.jumps:
            weight, target = jump.constant + jump.slopes[1] * y, y + jump.move[1]
            if weight and 0 <= target <= top:
                direction = f"(.down {-jump.move[0]})" if jump.move[0] < 0 else f"(.up {jump.move[0]})"
                yield f"(.mk {weight} {direction} {target})"
            elif weight:
                yield f"(.mk {weight} (.up 0) {y})"

    return cons(cons(terms(y)) for y in range(top + 1))


def claim(i: Inequality, y: int) -> str:
    """A claim at one mode."""
    return f"(.mk {cons(template(given, y) for given in i.given)} {template(i.sides, y)})"


def problem_term(problem: Problem) -> str:
    """The problem, over several lines."""
    top = problem.coordinates[1].top
    parts = [
        cons(template(i.sides, y) for i, y in instances(problem, problem.cone)),
        cons(event(problem, e) for e in problem.events),
        f"(.mk {problem.cost[0]} {problem.cost[1]} 0)",
        cons(template(i.sides, y) for i, y in instances(problem, problem.reductions)),
        cons(claim(i, y) for i, y in instances(problem, problem.claims)),
    ]
    return "\n    ".join([f".mk {top}", *parts])


# -------- obligations


def number(problem: Problem, which: Iterable[Inequality], task: Task) -> int:
    """The place of the task's inequality, at its mode, in Lean's numbering."""
    return instances(problem, which).index((task.subject, task.region.base[1]))


def region(r: Region) -> str:
    """x = c, or all x >= r."""
    return f"(.tail {r.base[0]})" if r.symbolic[0] else f"(.fixed {r.base[0]})"


def rate_events(problem: Problem, task: Task) -> list[int]:
    """The numbers of the events that a reduction's part sums."""
    return sorted(problem.events.index(e) for e in rate_parts(problem, task.subject)[task.operator])


def numerals(numbers: Iterable[int]) -> str:
    """A list of natural numbers."""
    return cons(map(str, numbers))


def obligation(problem: Problem, task: Task) -> str:
    """The Lean name of what the task claims."""
    kind = task.group.split(".")[0]
    if kind == "reduction":
        j = number(problem, problem.reductions, task)
        if task.operator == "routing":
            return f"(.reductionRouting {j})"
        if task.operator == "cost":
            return f"(.reductionCost {j})"
        return f"(.reductionRate {j} {numerals(rate_events(problem, task))})"
    if kind == "claim":
        return f"(.claim {number(problem, problem.claims, task)})"
    k = number(problem, problem.cone, task)
    if kind == "routing":
        return f"(.routing {k} {region(task.region)})"
    if kind == "event":
        names = [e.name for e in problem.events]
        return f"(.event {names.index(task.operator)} {k} {region(task.region)})"
    return f"(.{kind} {k})"


# -------- certificates


def certificate(problem: Problem, task: Task, proof: dict[str, Any]) -> str:
    """A case tree; rational multipliers are brought to integers by scaling the leaf."""
    if "split" in proof:
        cases = ".done"
        for inner in reversed(proof["cases"]):
            cases = f"(.case {certificate(problem, task, inner)} {cases})"
        x, y = proof["split"]
        return f"(.split {x} {y} {cases})"
    times = [exact(use["times"]) for use in proof["sum"]]
    scale = lcm(*(t.denominator for t in times))
    uses = (
        f"(.mk {int(t * scale)} {hypothesis(problem, task, use)})"
        for t, use in zip(times, proof["sum"], strict=True)
    )
    return f"(.leaf {proof['goal_times'] * scale} {cons(uses)})"


def hypothesis(problem: Problem, task: Task, use: dict[str, Any]) -> str:
    """A hypothesis, by its number in the Lean problem."""
    kind = use["use"]
    if kind == "given":
        return f"(.assumed {use['number']})"
    x, y = use["at"]
    if kind in ("upper", "attained"):
        return f"(.{kind} {x} {y} {use['sends']})"
    cone = [(i.name, mode) for i, mode in instances(problem, problem.cone)]
    if (kind, y) in cone:
        return f"(.cone {FUNCTIONS[use['of']]} {cone.index((kind, y))} {x})"
    reductions = [(i.name, mode) for i, mode in instances(problem, problem.reductions)]
    after_f = len(reductions) if use["of"] == "g" else 0
    return f"(.assumed {after_f + reductions.index((kind, y))})"
