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


def follows(forms: list[Form], goal: Form) -> str:
    """Hypotheses `0 <= form`, and the negation of `0 <= goal`: `unsat` if the goal follows."""
    one: Atom = ("1", ())
    atoms = sorted({atom for form in (*forms, goal) for atom in form} | {one})
    lines = [f"(declare-const {symbol(*atom)} Real)" for atom in atoms]
    lines.append(f"(assert (= {symbol(*one)} 1))")
    lines += [f"(assert (>= {symbol(*atom)} 0))" for atom in atoms if atom[0] == "n"]
    lines += [f"(assert (>= {linear(form)} 0))" for form in forms]
    lines.append(f"(assert (< {linear(goal)} 0))")
    return _script("QF_LRA", lines)


def covers(variables: Iterable[str], given: Iterable[str], cases: Iterable[Iterable[str]]) -> str:
    """Integers for which all `given` hold and no case does: `unsat` if every one is in some case."""
    lines = [f"(declare-const {name} Int)" for name in variables]
    lines += [f"(assert {condition})" for condition in given]
    some_case = joined("or", (joined("and", case, "true") for case in cases), "false")
    lines.append(f"(assert (not {some_case}))")
    return _script("QF_LIA", lines)


def _script(logic: str, lines: list[str]) -> str:
    return "\n".join([f"(set-logic {logic})", *lines, "(check-sat)", ""])
