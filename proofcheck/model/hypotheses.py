"""The hypotheses that an obligation of a model may use, near the states that its goal speaks of.

Each is named by an entry, as in a certificate; what it says is asked of the trusted checker.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from proofcheck.certificate.check_model import Checker
from proofcheck.certificate.model_statement import Form, Model, Obligation, Raw, State, signed

Entry = dict[str, Any]


def split_states(checker: Checker) -> list[State]:
    """The states at which the attaining action matters, in the order of the splits."""
    o = checker.o
    return [s for s in checker.after if (o.goal["g", s] > 0) == checker.least]


def spoken_of(checker: Checker) -> set[State]:
    """The states at which the goal, the given forms and the actions speak of a function."""
    forms = [
        checker.o.goal,
        *checker.o.given,
        *(form for found in checker.after.values() for form in found.values()),
    ]
    return {state for form in forms for name, state in form if name not in checker.m.parameters}


def entries(checker: Checker, margin: int) -> Iterator[Entry]:
    """All hypotheses whose states lie at most `margin` outside the box of those the goal speaks of."""
    m, o = checker.m, checker.o
    for state, found in checker.after.items():
        for kind in ("upper", *(["attained"] if state in split_states(checker) else [])):
            yield from ({"use": kind, "at": list(state), "action": action} for action in found)
    offsets = ["", *(name for name, free in zip(m.names, o.symbolic, strict=True) if free)]
    for number in range(len(m.assumptions)):
        yield from ({"use": "assumed", "number": number, "offset": offset} for offset in offsets)
    yield from ({"use": "given", "number": number} for number in range(len(o.given)))
    states = spoken_of(checker)
    if states:
        corners = [(min(v) - margin, max(v) + margin) for v in zip(*states, strict=True)]
        for function, inequalities in m.known.items():
            for i in inequalities:
                for state in instances(m, o, i, corners):
                    yield {"use": i["name"], "of": function, "at": list(state)}


def instances(m: Model, o: Obligation, i: Raw, corners: list[tuple[int, int]]) -> Iterator[State]:
    """The states at which an inequality may be used and speaks of nothing outside the corners."""
    ends = []
    for (first, last), low, high, *at in zip(
        corners, i["low"], i["high"], *(t["at"] for _, t in signed(i)), strict=True
    ):
        top = last - max(at) if high is None else min(high, last - max(at))
        ends.append(range(max(low, first - min(at)), top + 1))
    yield from (state for state in product(*ends) if m.covers(i, state, o.symbolic))


def form_of(checker: Checker, entry: Entry) -> Form:
    """What a hypothesis says."""
    at = tuple(entry.get("at", ()))
    case = {at: entry["action"]} if entry["use"] == "attained" else {}
    return checker.hypothesis(entry["use"], entry | ({"at": at} if at else {}), case)
