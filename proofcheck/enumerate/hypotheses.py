"""The hypotheses that an obligation may use, on a finite window of states.

Each is named by an entry, as in a certificate, and says a form.  Besides the inequalities of the
cone these are, for routed obligations, `upper`: g(s) <= f(s + a move), and `attained`:
f(s + a move) <= g(s), which holds in the case that a attains the minimum at s; and the `given`
forms of a claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from proofcheck.enumerate.forms import Atom, Form, evaluate, function, reachable, shift
from proofcheck.enumerate.obligations import Task
from proofcheck.problem.model import Inequality, Problem, State

Entry = dict[str, Any]


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


def spoken_of(problem: Problem, task: Task) -> set[Atom]:
    """The values that the goal and the given forms speak of, and for g what it is the least of."""
    atoms = {atom for form in (task.goal, *task.given) for atom in form}
    sent = {("f", target) for state in routed_states(task) for target in reachable(problem, state)}
    return atoms | sent


def near_instances(i: Inequality, task: Task, states: set[State]) -> Iterator[State]:
    """The states at which an inequality may be used and speaks of nothing but `states`."""
    terms = (*i.sides.lesser, *i.sides.greater)
    for anchor in sorted(states):
        state = shift(anchor, terms[0].at, -1)
        ends = zip(i.low, state, i.high, task.symbolic, strict=True)
        covered = all(low <= v and (high is None or (v <= high and not free)) for low, v, high, free in ends)
        if covered and all(shift(state, term.at) in states for term in terms):
            yield state


def entries(problem: Problem, task: Task, margin: int | None) -> list[Entry]:
    """All hypotheses of the task, as a certificate names them, in a fixed order: on the window with
    this margin, or (None) those about nothing but values that the goal speaks of."""
    found: list[Entry] = []
    for state in routed_states(task):
        for a in range(len(reachable(problem, state))):
            found.append({"use": "upper", "at": list(state), "sends": a})
            found.append({"use": "attained", "at": list(state), "sends": a})
    found += [{"use": "given", "number": number} for number in range(len(task.given))]
    near = spoken_of(problem, task) if margin is None else set()
    for name, inequalities in task.known.items():
        states = {state for function_name, state in near if function_name == name}
        for i in inequalities:
            where = (
                near_instances(i, task, states)
                if margin is None
                else instances(problem, i, task, window(problem, task, margin))
            )
            found += [{"use": i.name, "of": name, "at": list(state)} for state in where]
    return found


def form_of(problem: Problem, task: Task, entry: Entry) -> Form:
    """What a hypothesis says."""
    if entry["use"] == "given":
        return task.given[entry["number"]]
    state = tuple(entry["at"])
    if "sends" in entry:
        assert problem.move is not None
        sign = 1 if entry["use"] == "upper" else -1
        return {("f", shift(state, problem.move, entry["sends"])): sign, ("g", state): -sign}
    i = next(i for i in task.known[entry["of"]] if i.name == entry["use"])
    return evaluate(i.sides, state, function(entry["of"]))
