"""z3 and cvc5, as packages from PyPI, behind one function: an SMT-LIB text in, one word out."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.util import find_spec

ANSWERS = ("sat", "unsat", "unknown")
INSTALL = "pip install 'proofcheck[smt]'"


class Unavailable(Exception):
    """A solver is not installed."""


class Failed(Exception):
    """A solver did not take the text."""


def require(name: str) -> None:
    """Raise Unavailable if the solver is not installed."""
    if find_spec(name) is None:
        raise Unavailable(f"{name} is not installed: {INSTALL}")


def answer(name: str, text: str, timeout: float) -> str:
    """`sat`, `unsat`, `unknown`, or `timeout` after so many seconds.  Raises Unavailable, Failed."""
    require(name)
    try:
        found = SOLVERS[name](text, max(1, int(1000 * timeout)))
    except (RuntimeError, ValueError, OSError) as error:
        raise Failed(f"{name}: {str(error).strip() or type(error).__name__}"[:200]) from None
    if found not in (*ANSWERS, "timeout"):
        raise Failed(f"{name}: answered {found[:100]!r}")
    return found


def _z3(text: str, milliseconds: int) -> str:
    import z3

    try:
        solver = z3.SolverFor(_logic(text))
        solver.set("timeout", milliseconds)
        solver.from_string(text)
        found = str(solver.check())
    except z3.Z3Exception as error:
        raise RuntimeError(str(error)) from None
    late = found == "unknown" and solver.reason_unknown() in ("timeout", "canceled")
    return "timeout" if late else found


def _cvc5(text: str, milliseconds: int) -> str:
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", str(milliseconds))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "query")
    symbols, said = parser.getSymbolManager(), ""
    while not (command := parser.nextCommand()).isNull():
        said += command.invoke(solver, symbols)
    found, _, why = said.strip().partition(" ")  # as in `unknown (TIMEOUT)`
    return "timeout" if why == "(TIMEOUT)" else found


def _logic(text: str) -> str:
    match = re.match(r"\(set-logic (\w+)\)", text)
    if match is None:
        raise ValueError("no logic is set")
    return match[1]


SOLVERS: dict[str, Callable[[str, int], str]] = {"z3": _z3, "cvc5": _cvc5}
