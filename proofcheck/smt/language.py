"""SMT-LIB 2: linear forms over the reals, and conditions over the integers, as text."""

from __future__ import annotations

from collections.abc import Iterable

from proofcheck.enumerate.forms import Atom, Form


def symbol(name: str, state: Iterable[int] | None = None) -> str:
    """A quoted symbol: a name, or a name at a state."""
    return f"|{name}|" if state is None else f"|{name}({','.join(map(str, state))})|"


def number(value: int) -> str:
    """An integer; a negative one is a term."""
    return str(value) if value >= 0 else f"(- {-value})"


def joined(operator: str, terms: Iterable[str], empty: str) -> str:
    """Terms under an operator; `empty` where there are none."""
    found = list(terms)
    return f"({operator} {' '.join(found)})" if len(found) > 1 else found[0] if found else empty


def linear(form: Form) -> str:
    """The value of a form."""
    return joined("+", (f"(* {number(c)} {symbol(*atom)})" for atom, c in form.items()), "0")


def follows(forms: list[Form], goal: Form, some: Iterable[list[Form]] = ()) -> str:
    """Hypotheses `0 <= form`, of each list in `some` at least one, and the negation of `0 <= goal`: `unsat`
    if the goal follows."""
    one: Atom = ("1", ())
    choices = list(some)
    every = [*forms, *(form for choice in choices for form in choice), goal]
    atoms = sorted({atom for form in every for atom in form} | {one})
    lines = [f"(declare-const {symbol(*atom)} Real)" for atom in atoms]
    lines.append(f"(assert (= {symbol(*one)} 1))")
    lines += [f"(assert {_holds(form)})" for form in forms]
    lines += [f"(assert {joined('or', map(_holds, choice), 'false')})" for choice in choices]
    lines.append(f"(assert (< {linear(goal)} 0))")
    return _script("QF_LRA", lines)


def _holds(form: Form) -> str:
    return f"(>= {linear(form)} 0)"


def covers(variables: Iterable[str], given: Iterable[str], cases: Iterable[Iterable[str]]) -> str:
    """Integers for which all `given` hold and no case does: `unsat` if every one is in some case."""
    lines = [f"(declare-const {name} Int)" for name in variables]
    lines += [f"(assert {condition})" for condition in given]
    some_case = joined("or", (joined("and", case, "true") for case in cases), "false")
    lines.append(f"(assert (not {some_case}))")
    return _script("QF_LIA", lines)


def _script(logic: str, lines: list[str]) -> str:
    return "\n".join([f"(set-logic {logic})", *lines, "(check-sat)", ""])
