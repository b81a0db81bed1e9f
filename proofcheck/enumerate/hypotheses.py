"""The hypotheses that an obligation may use, on a finite window of states.

Each hypothesis is (entry, form): the entry names it as a certificate does, the form is what it
says.  Besides the inequalities of the cone these are, for routed obligations,
`upper`: g(s) <= f(s + a move), and `attained`: f(s + a move) <= g(s), which holds in the case
that a attains the minimum at s; and the `given` forms of a claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from proofcheck.enumerate.forms import Form, evaluate, function, reachable, shift
from proofcheck.enumerate.obligations import Task
from proofcheck.problem.model import Inequality, Problem, State

Hypothesis = tuple[dict[str, Any], Form]


def routed_states(task: Task) -> list[State]:
    """The states where the goal speaks of g, if g is f routed: by mode, then upwards."""
    states = {state for name, state in task.goal if name == "g" and task.routed}
    return sorted(states, key=lambda state: state[::-1])


def split_states(task: Task) -> list[State]:
    """The states on the larger side: there it matters which number of jobs attains the minimum."""
    return [state for state in routed_states(task) if task.goal["g", state] > 0]


def highest(task: Task) -> State:
    """The largest value of each coordinate at which the goal speaks of a function."""
    states = [state for name, state in task.goal if name not in ("1", "n")]
    states += [state for form in task.given for _, state in form]
    return tuple(max(values) for values in zip(*states, strict=True)) if states else ()


def window(problem: Problem, task: Task, margin: int) -> State:
    """The upper corner of a window: up to `margin` beyond the goal, every mode."""
    tops = highest(task) or (0,) * len(problem.coordinates)
    ends = zip(tops, problem.coordinates, strict=True)
    return tuple(v + margin if c.top is None else c.top for v, c in ends)


def instances(problem: Problem, i: Inequality, task: Task, corner: State) -> Iterator[State]:
    """The states in the window at which an inequality may be used."""
    ends = []
    for low, high, last, symbolic in zip(i.low, i.high, corner, task.symbolic, strict=True):
        if symbolic and high is not None:
            return  # it speaks of finitely many states, not of all n
        ends.append(range(low, (last if high is None else min(last, high)) + 1))
    offsets = [term.at for term in (*i.sides.lesser, *i.sides.greater)]
    for state in product(*ends):
        reached = [shift(state, offset) for offset in offsets]
        if all(v <= last for s in reached for v, last in zip(s, corner, strict=True)):
            yield state


def hypotheses(problem: Problem, task: Task, margin: int) -> list[Hypothesis]:
    """All hypotheses of the task on its window, in a fixed order."""
    corner = window(problem, task, margin)
    found: list[Hypothesis] = []
    for state in routed_states(task):
        for a, target in enumerate(reachable(problem, state)):
            entry = {"at": list(state), "sends": a}
            upper: Form = {("f", target): 1, ("g", state): -1}
            found.append(({"use": "upper", **entry}, upper))
            found.append(({"use": "attained", **entry}, {k: -v for k, v in upper.items()}))
    for number, form in enumerate(task.given):
        found.append(({"use": "given", "number": number}, form))
    for name, inequalities in task.known.items():
        for i in inequalities:
            for state in instances(problem, i, task, corner):
                entry = {"use": i.name, "of": name, "at": list(state)}
                found.append((entry, evaluate(i.sides, state, function(name))))
    return found
