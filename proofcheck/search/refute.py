"""Functions that refute a goal: in the cone on a finite window, with the goal violated there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from proofcheck.enumerate.forms import Atom, evaluate, function, reachable
from proofcheck.enumerate.hypotheses import instances, routed_states, window
from proofcheck.enumerate.obligations import Task
from proofcheck.problem.model import Problem, State
from proofcheck.search.lp import System

MARGIN = 4  # how far beyond the goal the window reaches


def refute(problem: Problem, task: Task, case: dict[State, int]) -> dict[str, Any] | None:
    """Values f >= 0 on a window, in the cone there, with the case's minimisers, whose goal fails.

    Unknowns are the values of f, and g at the states of the smaller side; a slack variable turns
    each inequality into an equation.  Only goals about f, or f routed, can be refuted.
    """
    if set(task.known) != {"f"} or task.given:
        return None
    corner = window(problem, task, MARGIN + farthest(problem))
    rows = _requirements(problem, task, case, corner)
    columns: dict[Hashable, dict[Hashable, int]] = {
        ("f", state): {} for state in product(*(range(v + 1) for v in corner))
    }
    for number, form in enumerate(rows):
        for atom, coefficient in form.items():
            columns.setdefault(atom, {})[number] = coefficient
        columns["slack", number] = {number: -1}
    goal = _decided(problem, task, case)
    for atom, coefficient in goal.items():
        columns.setdefault(atom, {})["goal"] = coefficient
    names = list(columns)
    system = System([columns[name] for name in names], [1000 + k % 997 for k in range(len(names))])
    solution = system.solve({"goal": -1}, exact=True)
    if solution is None:
        return None
    values = {names[j]: value for j, value in solution.items()}
    scale = lcm(*(value.denominator for value in values.values()))
    f = {
        state: int(values.get(("f", state), Fraction(0)) * scale)
        for state in product(*(range(v + 1) for v in corner))
    }
    return {"window": list(corner), "f": {f"({','.join(map(str, s))})": value for s, value in f.items()}}


def farthest(problem: Problem) -> int:
    """The largest offset of an unbounded coordinate in the inequalities: windows must reach so far."""
    terms = [t for i in (*problem.cone, *problem.reductions) for t in (*i.sides.lesser, *i.sides.greater)]
    free = [c for c, coordinate in enumerate(problem.coordinates) if coordinate.top is None]
    return max((t.at[c] for t in terms for c in free), default=0)


def _requirements(
    problem: Problem, task: Task, case: dict[State, int], corner: State
) -> list[Counter[Atom]]:
    """Forms that must be >= 0: the cone on the window, the minimisers, g at most each choice."""
    found: list[Counter[Atom]] = []
    concrete = replace(task, region=replace(task.region, symbolic=(False,) * len(corner)))
    for i in task.known["f"]:
        for state in instances(problem, i, concrete, corner):
            found.append(Counter(evaluate(i.sides, state, function("f"))))
    for state in routed_states(task):
        after = reachable(problem, state)
        least: Atom = ("f", after[case[state]]) if state in case else ("g", state)
        for target in after:
            form: Counter[Atom] = Counter({("f", target): 1})
            form[least] -= 1
            if any(form.values()):
                found.append(form)
    return found


def _decided(problem: Problem, task: Task, case: dict[State, int]) -> Counter[Atom]:
    """The goal with g replaced by what the case says it is."""
    goal: Counter[Atom] = Counter()
    for (name, state), coefficient in task.goal.items():
        there = reachable(problem, state)[case[state]] if name == "g" and state in case else None
        goal[("f", there) if there is not None else (name, state)] += coefficient
    return goal
