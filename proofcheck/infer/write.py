"""Statements with an inferred cone, as files (TOML) that `proofcheck generate --problem` and `prove` read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from proofcheck.problem.model import Coordinate, Inequality, Sides, Term
from proofcheck.problem.reader import STATEMENT_FORMAT


def as_statement(i: Inequality) -> dict[str, Any]:
    """An inequality as a statement has it."""
    low, high = list(i.low), list(i.high)
    head = {"name": i.name, "standard": i.standard, "meaning": i.meaning, "low": low, "high": high}
    return head | _sides(i.sides)


def _sides(sides: Sides) -> dict[str, Any]:
    def terms(side: tuple[Term, ...]) -> list[dict[str, Any]]:
        return [{"times": term.times, "at": list(term.at)} for term in side]

    return {"lesser": terms(sides.lesser), "greater": terms(sides.greater)}


def with_cone(statement: dict[str, Any], cone: list[Inequality], name: str) -> dict[str, Any]:
    """The statement with another cone and name."""
    return statement | {"name": name, "sizes": {}, "inequalities": list(map(as_statement, cone))}


def words(coordinates: Sequence[Coordinate], i: Inequality, product: str = " ") -> str:
    """The inequality, written out, with this sign of multiplication."""

    def value(term: Term) -> str:
        parts = zip(coordinates, term.at, strict=True)
        inside = ",".join(f"{c.name}+{step}" if step else c.name for c, step in parts)
        return f"{f'{term.times}{product}' if term.times > 1 else ''}f({inside})"

    return " <= ".join(" + ".join(map(value, side)) or "0" for side in (i.sides.lesser, i.sides.greater))


def model_table(
    table: dict[str, Any], coordinates: Sequence[Coordinate], cone: list[Inequality], name: str
) -> dict[str, Any]:
    """The content of a model file with another cone and name."""

    def entry(i: Inequality) -> dict[str, Any]:
        far = (
            max(values) for values in zip(*(t.at for t in (*i.sides.lesser, *i.sides.greater)), strict=True)
        )
        ranges = {
            c.name: [low, "top" if high is None else high]
            for c, low, high, reach in zip(coordinates, i.low, i.high, far, strict=True)
            if low or high != (None if c.top is None else c.top - reach)
        }
        says = {"name": i.name, "meaning": i.meaning, "says": words(coordinates, i, "*")}
        return says | ({"for": ranges} if ranges else {})

    return table | {"name": name, "cone": list(map(entry, cone))}


TABLES = ("coordinate", "function", "operator", "cost", "claim")  # of a model file, each with its own heading


def model_text(table: dict[str, Any], note: str) -> str:
    """The model file with this content."""
    plain = {key: value for key, value in table.items() if key not in (*TABLES, "cone")}
    cone = [f"  {_value(entry)}," for entry in table["cone"]]
    lines = [f"# {note}", *_fields(plain), "cone = [", *cone, "]"]
    for kind in TABLES:
        for entry in table.get(kind, []):
            lines += _table(f"[[{kind}]]", entry)
    return "\n".join(lines) + "\n"


def problem_text(statement: dict[str, Any], note: str) -> str:
    """The problem file of a statement, without named sizes."""
    head = {"format": STATEMENT_FORMAT} | _some(statement, "name", "title", "source")
    lines = [f"# {note}", *_fields(head)]
    names = [c["name"] for c in statement["coordinates"]]
    for c in statement["coordinates"]:
        lines += _table("[[coordinate]]", _some(c, "name", "meaning") | _optional("to", c["top"]))
    discount = {"discount": statement["discount"]} if statement["discount"] else {}
    lines += _table("[parameters]", {"nonnegative": statement["rates"]} | discount)
    for routing in statement["routing"]:
        lines += _table("[routing]", routing)
    lines += _table("[cost]", {name: p for name, p in zip(names, statement["cost"], strict=True) if p})
    for event in statement["events"]:
        boundary = _optional("boundary", event["boundary"])
        terms = [_jump(term, names) for term in event["terms"]]
        lines += _table("[[event]]", _some(event, "name", "rate") | boundary | {"terms": terms})
    for kind, key in (("inequality", "inequalities"), ("claim", "claims"), ("reduction", "reductions")):
        for i in statement[key]:
            lines += _table(f"[[{kind}]]", _inequality(i, names))
    return "\n".join(lines) + "\n"


def _inequality(i: dict[str, Any], names: list[str]) -> dict[str, Any]:
    ends = zip(names, i["low"], i["high"], strict=True)
    ranges = {name: [low, "top" if high is None else high] for name, low, high in ends}
    given = {"given": i["given"]} if i.get("given") else {}
    assume = [f"{pair['greater']} >= {pair['lesser']}" for pair in i.get("assume", [])]
    fields = _some(i, "name", "standard", "meaning") | {"for": ranges} | given
    return fields | ({"assume": assume} if assume else {}) | _some(i, "lesser", "greater")


def _jump(term: dict[str, Any], names: list[str]) -> dict[str, Any]:
    slopes = {name: slope for name, slope in zip(names, term["slopes"], strict=True) if slope}
    return {"times": {"constant": term["constant"]} | slopes, "move": term["move"]}


def _some(table: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: table[name] for name in names}


def _optional(name: str, value: Any) -> dict[str, Any]:
    return {} if value is None else {name: value}


def _table(head: str, fields: dict[str, Any]) -> Iterator[str]:
    yield ""
    yield head
    yield from _fields(fields)


def _fields(fields: dict[str, Any]) -> Iterator[str]:
    return (f"{name} = {_value(value)}" for name, value in fields.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(_fields(value))} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # which TOML wants escaped
