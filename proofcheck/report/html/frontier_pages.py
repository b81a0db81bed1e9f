"""Refutations at the frontier as they are shown: the chain function by function, the model, the witness.

Every number is computed again with the trusted checker's own functions, from a derivation that it accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from proofcheck.certificate import check_frontier
from proofcheck.certificate.check_frontier import EVENTS, Table, line, routed, sends, total
from proofcheck.errors import BadInput
from proofcheck.frontier.gate import FOLDER, Wanted, read_gate
from proofcheck.report.html import tex
from proofcheck.report.html.run import Run
from proofcheck.report.html.tex import Formula

LETTERS = {"arrival": "A", "fast_departure": "F", "slow_departure": "S"}
NAMED = {"lam": "arrivals", "mu1": "fast service", "mu2": "slow service", "discount": "discount per step"}
NOTATION = {
    "g": Formula(
        r"\bar f = g,\quad g(x,y) = \min_a f(x-a,\,y+a)", "f bar = g, g(x,y) = min over a of f(x-a,y+a)"
    ),
    "F": Formula(r"\bar F f(x,y) = g((x-1)^+,\,y)", "F bar f(x,y) = g((x-1)+,y)"),
    "S": Formula(
        r"\bar S f(x,y) = y\,g(x,\,y-1) + (m-y)\,g(x,y)", "S bar f(x,y) = y g(x,y-1) + (m-y) g(x,y)"
    ),
}
Cell = tuple[str, bool]  # what stands in it, whether it is framed


@dataclass(frozen=True)
class Function:
    """A function of a chain: how it is made, what it is where that is simple, its values and those after the
    best number of jobs has been sent (rows y = 0, 1, ..., columns x = 0, 1, ...), what sending one job gains
    at (x,0), x = 1, 2, ..., and the best numbers of jobs to send at (x,0), x = 0, 1, ..."""

    name: str
    made: Formula
    simple: Formula | None
    values: list[list[str]]
    routed: list[list[str]]
    gains: list[Cell]
    best: list[Cell]


@dataclass(frozen=True)
class Sent:
    """A state of the witness: the values after sending 0, 1, ... jobs, fractions rounded, the best framed;
    the same exactly; the best numbers."""

    state: str
    values: list[Cell]
    exact: list[str]
    best: list[int]


@dataclass(frozen=True)
class Shown:
    """A refutation on its page."""

    id: str
    name: str
    slow: int
    why: str
    file: Path
    accepted: bool = False
    rows: int = 0
    functions: list[Function] = field(default_factory=list)
    multiples: list[int] = field(default_factory=list)
    follows: str = ""
    model: list[tuple[str, str]] = field(default_factory=list)
    function: str = ""
    sent: list[Sent] = field(default_factory=list)
    fails: tuple[str, str, str] | None = None
    exact: tuple[str, str] | None = None


def shown(cases: Path, run: Run) -> list[Shown]:
    """Every refutation of the list; what its certificate says only where the checker accepted it."""
    return [_shown(cases, one, run) for one in read_gate(cases)]


def _shown(cases: Path, one: Wanted, run: Run) -> Shown:
    path = cases / FOLDER / one.file
    page = Shown(one.id, one.name, one.slow, one.expected, path)
    if not run.accepted(one.id):
        return page
    try:
        raw = check_frontier.read(path)
        claims = check_frontier.check(raw)
    except check_frontier.Rejected as refusal:
        raise BadInput(f"{path}: changed since it was checked: {refusal}") from None
    page = replace(page, accepted=True, rows=raw["rows"], **_witness(claims))
    if "chain" in raw:
        return replace(page, follows=claims["every set of functions"], **_chain(raw))
    return replace(page, function=claims["function"], model=_model(raw["model"]))


def _chain(raw: dict[str, Any]) -> dict[str, Any]:
    """The functions of a chain, and how much of `lower` or `raise` is added to those after the first."""
    m, rows = raw["slow"], raw["rows"]
    tables = {"cost": line(1, 1, m, rows)}
    for step in raw["chain"]:
        terms = [(t["times"], _after(tables[t["of"]], t["after"], m)) for t in step["sum"]]
        tables[step["name"]] = total(terms)
    made = {step["name"]: _made(step) for step in raw["chain"]}
    pair = (raw["not_threshold"]["x"], raw["not_threshold"]["then"])
    last = raw["chain"][-1]["name"]
    functions = [_function(name, made[name], tables[name], m, pair if name == last else ()) for name in made]
    added = [[t["times"] for t in step["sum"] if not t["after"]] for step in raw["chain"]]
    return {"functions": functions, "multiples": [sum(times) for times in added if times]}


def _after(f: Table, events: Sequence[str], m: int) -> Table:
    """The events one after the other, each of the function routed."""
    for event in events:
        f = EVENTS[event](routed(f, m), m)
    return f


def _made(step: dict[str, Any]) -> Formula:
    """How a function of a chain is made."""
    parts, words = [], []
    for term in step["sum"]:
        of, runs = term["of"], _runs(term["after"])
        bars = "".join(rf"\bar {letter}" + (f"^{{{n}}}" if n > 1 else "") + r"\," for letter, n in runs)
        name, plain = (r"(x+y)", "(x + y)") if of == "cost" else (tex.symbol(of), of)
        times = f"{term['times']} " if term["times"] > 1 else ""
        parts.append(rf"{times.strip()}{times and chr(92) + ','}{bars}{name}")
        said = "".join(f"{letter} bar " if n == 1 else f"({letter} bar)^{n} " for letter, n in runs)
        words.append(f"{times}{said}{plain}")
    return Formula(
        f"{tex.symbol(step['name'])} = {' + '.join(parts)}", f"{step['name']} = {' + '.join(words)}"
    )


def _runs(events: Sequence[str]) -> list[tuple[str, int]]:
    """The letters of events, outermost first, equal neighbours counted."""
    found: list[tuple[str, int]] = []
    for event in reversed(events):
        letter = LETTERS[event]
        if found and found[-1][0] == letter:
            found[-1] = (letter, found[-1][1] + 1)
        else:
            found.append((letter, 1))
    return found


def _function(name: str, made: Formula, f: Table, m: int, framed: Sequence[int]) -> Function:
    best = [_best(sends(f, m, x, 0)) for x in range(len(f))]
    gains = [f[x][0] - f[x - 1][1] for x in range(1, len(f))]
    return Function(
        name,
        made,
        _simple(f, m),
        [[str(row[y]) for row in f] for y in range(m + 1)],
        [[str(row[y]) for row in routed(f, m)] for y in range(m + 1)],
        [(str(gain), gain > 0) for gain in gains],
        [(" or ".join(map(str, a)), x in framed) for x, a in enumerate(best)],
    )


def _best(values: list[Any]) -> list[int]:
    return [a for a, value in enumerate(values) if value == min(values)]


def _simple(f: Table, m: int) -> Formula | None:
    """What a function is, if it is linear on its table."""
    if len(f) < 2:
        return None
    constant, x, y = f[0][0], f[1][0] - f[0][0], f[0][1] - f[0][0]
    if constant or f != line(x, y, m, len(f)):
        return None
    parts = [f"{size if size != 1 else ''}{name}" for size, name in ((x, "x"), (y, "y")) if size]
    return Formula(" + ".join(parts) or "0", " + ".join(parts) or "0")


def _witness(claims: dict[str, Any]) -> dict[str, Any]:
    """The states where a threshold is missing, or the inequality that fails."""
    if "fails" in claims:
        sides = (claims["lesser"], claims["greater"])
        return {"fails": (claims["fails"], *map(_rounded, sides)), "exact": sides}
    return {"sent": [_sent(entry) for entry in claims["not_a_threshold"]]}


def _sent(entry: dict[str, Any]) -> Sent:
    values = entry["after sending 0, 1, ..."]
    cells = [(_rounded(value), a in entry["best"]) for a, value in enumerate(values)]
    return Sent(entry["at"], cells, values, entry["best"])


def _rounded(value: str) -> str:
    """A fraction as a decimal of ten digits; an integer as it is."""
    return value if "/" not in value else f"{float(Fraction(value)):.10g}"


def _model(raw: dict[str, Any]) -> list[tuple[str, str]]:
    found = [(f"{key}, {words}", str(raw[key])) for key, words in NAMED.items()]
    for key, words in (("cost", "cost of a step"), ("terminal", "terminal cost")):
        found.append((words, f"{raw[key][0]} for each x, {raw[key][1]} for each y"))
    return [*found, ("steps of value iteration", str(raw["steps"]))]
