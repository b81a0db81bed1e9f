"""Say in words why an obligation holds: each leaf as a sum that a person can redo on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from proofcheck.certificate import check
from proofcheck.certificate.document import Leaf, leaves

Line = tuple[str, str]  # style, text
Show = Callable[[list[int]], str]


def explain(problem: check.Problem, entry: dict[str, Any]) -> Iterator[Line]:
    """The lines of an explanation; styles are title, goal, head, sum, note, bad and plain."""
    obligation = next(o for o in problem.obligations if o.id == entry["id"])
    yield "title", f"{entry['id']}  {entry['verdict']}"
    yield "plain", entry["claim"]
    for function, known in obligation.known.items():
        yield "note", f"known       {function} satisfies {', '.join(known)}"
    if obligation.routed and problem.move is not None:
        yield "note", "            g(s) is the least of f over the numbers of jobs that can be sent from s"
    for form in obligation.given:
        yield "note", f"given       {problem.words(form, obligation.symbolic)}"
    yield "goal", f"to show     {entry['goal']}"
    if "states" in entry:
        yield "note", f"minimisers are listed for the states {', '.join(entry['states'])}"
    for leaf in leaves(entry["proof"]):
        yield "plain", ""
        yield from _leaf(problem, obligation, entry, leaf)
    for excluded in entry.get("excluded", []):
        yield "plain", ""
        yield "head", f"excluded    {excluded['case']}: never both the smallest minimisers, because then"
        yield "goal", f"            {excluded['goal']}"
        yield from _sum(excluded, _places(problem, obligation))
        yield from _minimisers(excluded, "excludes  ")
    yield from _unused(obligation, entry)


def _leaf(
    problem: check.Problem, obligation: check.Obligation, entry: dict[str, Any], leaf: Leaf
) -> Iterator[Line]:
    yield "head", f"case        {leaf.entry['case']}"
    if leaf.kind == "unproved":
        yield "bad", f"open        {leaf.entry['unproved']}"
    elif leaf.kind == "refuted":
        yield from _refuted(problem, leaf.entry["refuted"])
    else:
        yield from _sum(leaf.entry, _places(problem, obligation))
        times = leaf.entry["goal_times"]
        whose = "the goal" if times == 1 else f"{times} times the goal"
        yield "sum", f"   adds up to {whose}: {_times(times, obligation, problem)}"
        yield "note", f"   residual {_residual(problem, obligation, leaf)}"
    yield from _minimisers(leaf.entry, "covers    ")


def _places(problem: check.Problem, obligation: check.Obligation) -> Show:
    """States in words."""
    return lambda at: f"({','.join(problem.show(tuple(at), obligation.symbolic))})"


def _sum(entry: dict[str, Any], show: Show) -> Iterator[Line]:
    for use in entry["sum"]:
        yield "sum", f"  {use['times']!s:>4} x  {use['says']:<58} {name(use, show)}"
    if not entry["sum"]:
        yield "sum", "     nothing is needed: both sides are equal, or differ by a constant >= 0"


def name(use: dict[str, Any], show: Show) -> str:
    """What a hypothesis is called, and where an inequality is used."""
    kind = use["use"]
    if kind == "upper":
        return f"sending {use['sends']} is possible"
    if kind == "attained":
        return f"the case: sending {use['sends']} is best"
    return f"given {use['number']}" if kind == "given" else f"{kind} for {use['of']} at {show(use['at'])}"


def _times(times: int, obligation: check.Obligation, problem: check.Problem) -> str:
    return problem.words(check.add({}, obligation.goal, times), obligation.symbolic)


def _residual(problem: check.Problem, obligation: check.Obligation, leaf: Leaf) -> str:
    """goal_times * goal - sum, computed anew: what is left after everything cancels."""
    checker = check.Checker(problem, obligation)
    total = check.add({}, obligation.goal, leaf.entry["goal_times"])
    for use in leaf.entry["sum"]:
        entry = {key: tuple(v) if isinstance(v, list) else v for key, v in use.items()}
        check.add(total, checker.hypothesis(use["use"], entry), -check.exact(use["times"]))
    left = {atom: c for atom, c in total.items() if c}
    return "0" if not left else problem.words(left, obligation.symbolic)


def _minimisers(entry: dict[str, Any], label: str) -> Iterator[Line]:
    for line in entry.get("minimisers", []):
        yield "note", f"   {label}{line}"


def _refuted(problem: check.Problem, witness: dict[str, Any]) -> Iterator[Line]:
    lesser, greater = witness["lesser"], witness["greater"]
    yield "bad", f"refuted     at n = 0 the goal reads {lesser} <= {greater}, for this f in the cone"
    rows: dict[str, list[str]] = {}
    for state, value in witness["f"].items():
        rest = zip(problem.names[1:], state.strip("()").split(",")[1:], strict=True)
        rows.setdefault(", ".join(f"{n} = {v}" for n, v in rest), []).append(f"{value!s:>5}")
    for row, values in rows.items():
        yield "sum", f"   {row}:  {' '.join(values)}"
    yield "note", f"   {problem.names[0]} = 0, 1, 2, ... from left to right"


def _unused(obligation: check.Obligation, entry: dict[str, Any]) -> Iterator[Line]:
    closed = [leaf.entry for leaf in leaves(entry["proof"])] + entry.get("excluded", [])
    used = {use["use"] for one in closed for use in one.get("sum", [])}
    names = dict.fromkeys(name for known in obligation.known.values() for name in known)
    spare = [name for name in names if name not in used]
    if spare:
        yield "plain", ""
        yield "note", f"not used    {', '.join(spare)}"
