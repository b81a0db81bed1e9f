"""Say in words why an obligation of a model holds, or why it fails and what would save it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from proofcheck.certificate import model_statement
from proofcheck.certificate.check_model import Checker, Witness
from proofcheck.certificate.explain import Line
from proofcheck.certificate.model_statement import Model, Obligation, State, plus, signed
from proofcheck.errors import BadInput
from proofcheck.model.suggest import suggestions
from proofcheck.model.write import MODEL_FILE

AROUND = 2  # how far around the failing point values are shown
Entry = dict[str, Any]


def load(certificate: Path) -> tuple[Entry, Model]:
    """The statement that a certificate is for, and its reading; BadInput if it cannot be read."""
    place = certificate.parent / MODEL_FILE
    try:
        statement = model_statement.read(place)
        return statement, Model(statement)
    except model_statement.Rejected as refusal:
        raise BadInput(f"{place}: {refusal}") from None


def explain(statement: Entry, model: Model, entry: Entry) -> Iterator[Line]:
    """The lines of an explanation; styles are those of certificate.explain."""
    o = next(o for o in model.obligations if o.id == entry["id"])
    yield "title", f"{entry['id']}  {entry['verdict']}"
    if o.subject is not None:
        place = model.name_of(o.at, o.symbolic)
        yield "plain", f"{o.subject['name']}, {o.subject['standard']}, for {about(o)}, at {place}"
    for function, known in model.known.items():
        yield "note", f"known       {function} satisfies {', '.join(i['name'] for i in known)}"
    for number, form in enumerate(model.assumptions):
        yield "note", f"assumed {number}   {model.words(form, o.symbolic)}"
    for number, form in enumerate(o.given):
        yield "note", f"given {number}     {model.words(form, o.symbolic)}"
    yield "goal", f"to show     {entry['goal']}"
    proof = entry["proof"]
    if "holds_at" in proof:
        yield "plain", f"not so      all assumptions hold at {listed(proof['holds_at'])}"
    elif "refuted" in proof:
        yield from refuted(model, o, proof["refuted"])
        yield from advice(statement, model, o)
    else:
        checker = Checker(model, o)
        for case, leaf in leaves(checker, proof):
            yield "plain", ""
            yield from one_leaf(model, o, case, leaf)


def about(o: Obligation) -> str:
    """What an obligation is about, in words."""
    if o.about is None:
        return "f"
    return f"{o.about['name']} f" if "actions" in o.about else f"the cost {o.about['name']}"


def listed(values: Entry) -> str:
    """`c = 1, h = 0`."""
    return ", ".join(f"{name} = {value}" for name, value in values.items()) or "every point"


def leaves(
    checker: Checker, proof: Entry, case: dict[State, str] | None = None
) -> Iterator[tuple[dict[State, str], Entry]]:
    """The leaves of a tree, each with its case."""
    case = case or {}
    if "split" not in proof:
        yield case, proof
        return
    state = tuple(proof["split"])
    for action, inner in zip(checker.after[state], proof["cases"], strict=True):
        yield from leaves(checker, inner, case | {state: action})


def one_leaf(model: Model, o: Obligation, case: dict[State, str], leaf: Entry) -> Iterator[Line]:
    """A case, and the sum that closes it."""
    chosen = [f"{action} is best at {model.name_of(s, o.symbolic)}" for s, action in case.items()]
    yield "head", f"case        {', '.join(chosen) or 'all'}"
    if "unproved" in leaf:
        yield "bad", f"open        {leaf['unproved']}"
        return
    for use in leaf["sum"]:
        yield "sum", f"  {use['times']!s:>4} x  {use['says']:<58} {named(model, o, use)}"
    if not leaf["sum"]:
        yield "sum", "     nothing is needed: both sides are equal, or differ by a constant >= 0"
    times = leaf["goal_times"]
    yield "sum", f"   adds up to {'the goal' if times == 1 else f'{times} times the goal'}"


def named(model: Model, o: Obligation, use: Entry) -> str:
    """What a hypothesis is called."""
    kind = use["use"]
    if kind in ("assumed", "given"):
        offset = model.offset[model.names.index(use["offset"])] if use.get("offset") else ""
        return f"{kind} {use['number']}{offset and f', times {offset}'}"
    if kind in ("upper", "attained"):
        return f"{use['action']} {'is possible' if kind == 'upper' else 'is best'}"
    return f"{kind} for {use['of']} at {model.name_of(tuple(use['at']), o.symbolic)}"


def refuted(model: Model, o: Obligation, found: Entry) -> Iterator[Line]:
    """The failing point, the values around it, and what is chosen there."""
    witness = Witness(model, found)
    at = plus(o.at, tuple(found["n"]))
    place = model.name_of(at, model.concrete)
    yield "bad", f"refuted     at {place} the goal reads {found['lesser']} <= {found['greater']}"
    if found["scope"] == "global":
        degree = found["degree"]
        yield (
            "note",
            f"            f continues to all states (degree {degree}) and is in the cone: it is false",
        )
    else:
        yield (
            "note",
            "            f is in the cone on the window: no proof from inequalities inside it exists",
        )
    if found["parameters"]:
        yield "sum", f"   {listed(found['parameters'])}"
    points = [plus(at, t["at"]) for _, t in signed(o.subject) if "at" in t]
    for function in ("f", *found["functions"]) if o.group != "cost" else found["functions"]:
        yield from table(witness, function, points)
    for s in points if o.about and "actions" in o.about else []:
        values = {
            name: witness.form(form) for name, form in model.choices(o.about, s, model.concrete).items()
        }
        shown = ", ".join(f"{name} {value}" for name, value in values.items())
        place = model.name_of(s, model.concrete)
        yield "sum", f"   {o.about['name']} f at {place} = {witness.after(o.about, s)}: {shown}"


def table(witness: Witness, function: str, points: list[State]) -> Iterator[Line]:
    """The values of a function around points, one row per value of all coordinates but the first."""
    m = witness.m
    ends = [
        range(max(0, min(v) - AROUND), (max(v) + AROUND if top is None else min(top, max(v) + AROUND)) + 1)
        for v, top in zip(zip(*points, strict=True), m.top, strict=True)
    ]
    ends = [range(e.start, min(e.stop, corner + 1)) for e, corner in zip(ends, witness.corner, strict=True)]
    for rest in product(*ends[1:]):
        values = " ".join(f"{witness.value(function, (x, *rest))!s:>5}" for x in ends[0])
        where = ", ".join(f"{name} = {v}" for name, v in zip(m.names[1:], rest, strict=True))
        yield (
            "sum",
            f"   {function}, {where + ', ' if where else ''}{m.names[0]} = {ends[0].start}, ...:  {values}",
        )


def advice(statement: Entry, model: Model, o: Obligation) -> Iterator[Line]:
    """Which inequality, or for a cost which assumption, would save the goal."""
    if o.group == "cost":
        yield "note", f"would hold  under the assumption {model.words(o.goal, o.symbolic)}"
        return
    found = sorted(suggestions(statement, o.id), key=lambda one: not one.kept)
    for one in found:
        kept = "and every operator keeps it" if one.kept else "but not every operator keeps it"
        yield "note", f"would hold  with {one.standard} in the cone, which the costs satisfy, {kept}"
    if not found:
        yield "note", "            no single standard inequality would save it"
