"""Functions that refute a goal of a model: in the cone, with the goal violated at some n.

The checker's own evaluation of a witness is run over linear forms in the unknown values; a linear
program then finds values.  First witnesses that continue to all states as polynomials (of degree
1, then 2) are looked for, then such on a window alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from proofcheck.certificate.check_model import Case, Checker, Witness
from proofcheck.certificate.model_statement import Form, State, plus, signed, value
from proofcheck.search.lp import System

MARGIN = 3  # how far beyond the goal the window reaches
OFFSETS = (0, 1, 4)  # the n that are tried where the goal speaks of n
CONTINUATIONS = (1, 2, None)
SMALL = 1000  # the constant 1 may be at most so many times smaller than the violation


class Linear(dict[Any, Any]):
    """A linear form in unknowns, for code that adds numbers and multiplies them by numbers."""

    def __add__(self, other: Any) -> Linear:
        total = Linear(self)
        for unknown, coefficient in (other or {}).items():
            total[unknown] = total.get(unknown, 0) + coefficient
        return Linear({unknown: c for unknown, c in total.items() if c})

    __radd__ = __add__

    def __mul__(self, times: Any) -> Linear:
        return Linear({unknown: times * c for unknown, c in self.items() if times})

    __rmul__ = __mul__


class Unknown(Witness):
    """A witness all of whose values are unknowns."""

    def __init__(self, checker: Checker, corner: State, degree: int | None) -> None:
        self.m, self.corner, self.degree = checker.m, corner, degree
        self.names = dict.fromkeys(product(*(range(v + 1) for v in corner)), "")
        self.parameters = {name: Linear({(name, ()): 1}) for name in self.m.parameters}
        self.values = {(f, s): Linear({(f, s): 1}) for f in self.m.known for s in self.names}

    def form(self, form: Form) -> Linear:
        """The sum, which Python says is the number 0 where there is nothing to add up."""
        total: Linear = Linear() + super().form(form)
        return total


def refute(checker: Checker, case: Case) -> dict[str, Any] | None:
    """The taken parts of a refutation of the goal, or None; a case is where to look for it."""
    atoms = [state for name, state in checker.o.goal if name in checker.m.parameters and state]
    for n, degree in product(OFFSETS if atoms else (0,), CONTINUATIONS):
        found = _refute(checker, case, tuple(n * free for free in checker.symbolic), degree)
        if found is not None:
            return found
    return None


def _refute(checker: Checker, case: Case, n: State, degree: int | None) -> dict[str, Any] | None:
    unknown = Unknown(checker, _corner(checker, n, degree), degree)
    rows = [form for _, form in unknown.tests()]
    rows += [unknown.form(form) for form in checker.m.assumptions]
    goal = _goal(checker, unknown, {plus(s, n): a for s, a in case.items()}, plus(checker.o.at, n), rows)
    with_one = any(("1", ()) in row for row in (*rows, goal))
    if with_one:
        rows.append(goal + Linear({("1", ()): SMALL}))  # the violation is -goal
    values = _solve(rows, goal, with_one)
    return None if values is None else _written(unknown, n, values, with_one)


def _goal(checker: Checker, unknown: Unknown, case: Case, at: State, rows: list[Linear]) -> Linear:
    """greater - lesser of the goal; what it presumes is added to the rows."""
    subject = checker.o.subject
    rows += [unknown.form(checker.m.apply(sides, value("f"), at)) for sides in subject.get("given", [])]
    total = Linear()
    for times, t in signed(subject):
        part = (
            _value(unknown, checker, case, plus(at, t["at"]), rows)
            if "at" in t
            else unknown.parameters[t["parameter"]]
        )
        total = total + times * part
    return total


def _value(unknown: Unknown, checker: Checker, case: Case, state: State, rows: list[Linear]) -> Linear:
    """T f, a cost, or f at a state; T f is the case's action there, or an unknown bounded by all actions."""
    m, about = checker.m, checker.o.about
    values = {a: unknown.form(form) for a, form in m.choices(about, state, m.concrete).items()}
    if len(values) == 1:
        return next(iter(values.values()))
    attained = values[case[state]] if state in case else Linear({("g", state): 1})
    sign = 1 if checker.least else -1
    rows += [sign * one + -sign * attained for one in values.values()]
    return attained


def _corner(checker: Checker, n: State, degree: int | None) -> State:
    """The window's corner: every mode, and beyond all that the goal speaks of."""
    m, o = checker.m, checker.o
    sides = [o.subject, *o.subject.get("given", [])]
    points = [plus(plus(o.at, n), t["at"]) for side in sides for _, t in signed(side) if "at" in t]
    reached = list(points)
    for s in points:
        forms = m.choices(o.about, s, m.concrete).values()
        reached += [state for form in forms for name, state in form if name not in m.parameters]
    tops = [max(v) for v in zip(*reached, strict=True)]
    return tuple(v + MARGIN + (degree or 0) if t is None else t for v, t in zip(tops, m.top, strict=True))


def _solve(rows: Iterable[Linear], goal: Linear, with_one: bool) -> dict[Any, Fraction] | None:
    """Values with every row >= 0 and goal <= -1; each unknown is a difference of two nonnegative ones, "" is
    the number 1."""
    columns: dict[Any, dict[Any, int]] = {}
    right: dict[Any, int] = {}  # the constants, on the other side
    scale = lcm(*(Fraction(c).denominator for c in goal.values()))
    for number, row in enumerate(row for row in [*rows, goal * scale] if row):
        for unknown, coefficient in row.items():
            if unknown == "":
                right[number] = -int(coefficient)
                continue
            for sign in (1, -1):
                columns.setdefault((unknown, sign), {})[number] = sign * int(coefficient)
        columns["slack", number] = {number: -1}
    if not goal:
        return None
    names = list(columns)
    last = number
    columns["slack", last] = {last: 1}  # the goal: goal + slack = -1
    system = System([columns[name] for name in names], [1000 + k % 997 for k in range(len(names))])
    solution = system.solve({last: -1} | right, exact=True)
    if solution is None:
        return None
    values: dict[Any, Fraction] = {}
    for j, part in solution.items():
        unknown, sign = names[j]
        if unknown != "slack":
            values[unknown] = values.get(unknown, Fraction(0)) + sign * part
    return values


def _written(unknown: Unknown, n: State, values: dict[Any, Fraction], with_one: bool) -> dict[str, Any]:
    """The witness as a certificate takes it; if nothing fixes the scale, in integers."""
    times = 1 / values["1", ()] if with_one else Fraction(lcm(*(v.denominator for v in values.values())))

    def shown(atom: Any) -> int | str:
        value = values.get(atom, Fraction(0)) * times
        return int(value) if value.denominator == 1 else str(value)

    tables = {
        f: {f"({','.join(map(str, s))})": shown((f, s)) for s in unknown.names} for f in unknown.m.known
    }
    return {
        "window": [*unknown.corner],
        "degree": unknown.degree,
        "n": [*n],
        "parameters": {p: shown((p, ())) for p in unknown.m.parameters[1:]},
        "f": tables.pop("f"),
        "functions": tables,
    }
