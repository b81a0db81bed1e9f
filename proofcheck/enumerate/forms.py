"""Linear forms over values of functions, and operators on functions as maps to forms.

A form {(function, state): coefficient} is read `0 <= sum of coefficient * function(state)`.  The
cost is a form over the constant ("1", ()) and the symbolic offsets ("n", (coordinate,)).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from proofcheck.problem.model import Event, Problem, Sides, State

Atom = tuple[str, State]
Form = dict[Atom, int]
Operator = Callable[[State], Form]


def shift(state: State, move: State, times: int = 1) -> State:
    """state + times * move."""
    return tuple([value + times * step for value, step in zip(state, move, strict=True)])


def evaluate(sides: Sides, state: State, operator: Operator) -> Form:
    """The form `greater - lesser` at a state, of the function that the operator gives."""
    total: Form = {}
    for sign, terms in ((-1, sides.lesser), (1, sides.greater)):
        for term in terms:
            for atom, coefficient in operator(shift(state, term.at)).items():
                total[atom] = total.get(atom, 0) + sign * term.times * coefficient
    return {atom: coefficient for atom, coefficient in total.items() if coefficient}


def function(*names: str) -> Operator:
    """The sum of functions, as an operator."""
    return lambda state: {(name, state): 1 for name in names}


def event_of(problem: Problem, events: list[Event], name: str) -> Operator:
    """The sum of events applied to a function.

    A jump that would leave the states leaves the state as it is; whether it would is the same for
    every offset, because a region starts where no event can reach the boundary.
    """

    def operator(state: State) -> Form:
        total: Counter[Atom] = Counter()
        for event in events:
            for jump in event.jumps:
                slope = (a * v for a, v in zip(jump.slopes, state, strict=True))
                target = shift(state, jump.move)
                there = target if problem.contains(target) else state
                total[name, there] += jump.constant + sum(slope)
        return {atom: weight for atom, weight in total.items() if weight}

    return operator


def cost_of(problem: Problem, symbolic: tuple[bool, ...]) -> Operator:
    """The cost at a state, with the offset of each symbolic coordinate kept apart."""

    def operator(state: State) -> Form:
        slopes: Form = {("n", (c,)): p for c, p in enumerate(problem.cost) if symbolic[c] and p}
        constant = sum(p * v for p, v in zip(problem.cost, state, strict=True))
        return slopes | {("1", ()): constant}

    return operator


def reachable(problem: Problem, state: State) -> list[State]:
    """Where f is evaluated after sending a = 0, 1, ... jobs, for all feasible a."""
    found: list[State] = []
    while problem.move is not None:
        target = shift(state, problem.move, len(found))
        if not problem.contains(target):
            break
        found.append(target)
    return found
