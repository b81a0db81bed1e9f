"""Read a problem file (TOML) and write it out in full as a statement (JSON).

A problem file may leave out what is usual (ranges, `times = 1`) and may name integers in `[sizes]`
and use them as "m" or "m-1".  The *statement* has every range, weight and size written out; it is
what certificates are made for and what the trusted checker reads.  docs/problem-format.md has both.
"""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

from proofcheck.certificate import check
from proofcheck.errors import BadInput
from proofcheck.tables import Made, parse_table, read_table, require_shape

LARGEST_SIZE = 30  # the number of cases grows with a high power of the sizes
STATEMENT_FORMAT = "proofcheck-problem/1"
BUILTIN = resources.files("proofcheck.problem") / "builtin"


def builtin_names() -> list[str]:
    """The names of the built-in problems."""
    return sorted(Path(f.name).stem for f in BUILTIN.iterdir() if f.name.endswith(".toml"))


def read_statement(name: str, sizes: dict[str, int] | None = None) -> dict[str, Any]:
    """The statement of a built-in problem, or of the problem file with this path.

    Raises BadInput with one line naming file, place and reason.
    """
    if name in builtin_names():
        text = (BUILTIN / f"{name}.toml").read_text("utf-8")
        return statement(parse_table(text, name), sizes, name)
    path = Path(name)
    if not path.suffix and not path.exists():
        known = ", ".join(builtin_names())
        raise BadInput(f"{name}: no such problem; built in are {known}; or give a .toml file")
    return statement(read_table(path), sizes, str(path))


def schema() -> dict[str, Any]:
    """The JSON Schema of problem files."""
    text = (resources.files("proofcheck.problem") / "problem.schema.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def statement(raw: dict[str, Any], sizes: dict[str, int] | None, place: str) -> dict[str, Any]:
    """The statement that a parsed problem file stands for, with `sizes` in place of its own."""
    return STATEMENTS.of(raw, sizes, place=place)


def _statement(raw: dict[str, Any], sizes: dict[str, int] | None, place: str) -> dict[str, Any]:
    require_shape(raw, schema(), place)
    full = _Writer(raw, sizes or {}, place).statement()
    try:
        check.Problem(full)
    except check.Rejected as refusal:
        raise BadInput(f"{place}: {refusal}") from None
    return full


STATEMENTS = Made(_statement)


class _Writer:
    """Writes a schema-valid problem file out in full."""

    def __init__(self, raw: dict[str, Any], sizes: dict[str, int], place: str) -> None:
        self.raw, self.place = raw, place
        self.sizes = raw.get("sizes", {}) | sizes
        for name in sorted(sizes.keys() - raw.get("sizes", {}).keys()):
            raise BadInput(f"{place}: sizes: it has no size {name!r}")
        for name, size in self.sizes.items():
            if not 0 <= size <= LARGEST_SIZE:
                raise BadInput(f"{place}: sizes: {name} = {size}, but sizes are 0 to {LARGEST_SIZE}")
        self.names = [c["name"] for c in raw["coordinate"]]
        self.tops = [self.integer(c["to"]) if "to" in c else None for c in raw["coordinate"]]
        for name, top in zip(self.names, self.tops, strict=True):
            if top is not None and top < 0:
                raise BadInput(f"{place}: coordinate {name}: to = {top} leaves no state")

    def integer(self, value: int | str) -> int:
        if isinstance(value, int):
            return value
        match = re.fullmatch(r"([a-z]+)([+-][0-9]+)?", value)
        if match is None or match[1] not in self.sizes:
            raise BadInput(f"{self.place}: {value!r} is neither an integer nor made from a size")
        return int(self.sizes[match[1]] + int(match[2] or 0))

    def vector(self, values: list[int | str]) -> list[int]:
        return [self.integer(value) for value in values]

    def by_name(self, table: dict[str, Any], place: str) -> list[int]:
        for name in sorted(table.keys() - set(self.names)):
            raise BadInput(f"{self.place}: {place}: coordinate {name!r} is not declared")
        return [self.integer(table.get(name, 0)) for name in self.names]

    def terms(self, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        times = [self.integer(t.get("times", 1)) for t in items]
        if min(times, default=1) < 1:
            raise BadInput(f"{self.place}: times must be at least 1, found {min(times)}")
        return [{"times": k, "at": self.vector(t["at"])} for k, t in zip(times, items, strict=True)]

    def sides(self, item: dict[str, Any]) -> dict[str, Any]:
        return {"lesser": self.terms(item["lesser"]), "greater": self.terms(item["greater"])}

    def inequality(self, item: dict[str, Any], kind: str) -> dict[str, Any]:
        ranges = item.get("for", {})
        self.by_name(dict.fromkeys(ranges, 0), item["name"])
        low, high = [], []
        for name, top in zip(self.names, self.tops, strict=True):
            first, last = ranges.get(name, [0, "top"])
            low.append(self.integer(first))
            high.append(top if last == "top" else self.integer(last))
            if last != "top" and isinstance(last, int) and last < low[-1]:
                raise BadInput(f"{self.place}: {item['name']}: the range of {name} is empty")
        meaning = item.get("meaning", item["name"])
        full = {
            "name": item["name"],
            "standard": item.get("standard", meaning),
            "meaning": meaning,
            "low": low,
            "high": high,
            **self.sides(item),
        }
        if kind == "claim":
            full["given"] = [self.sides(given) for given in item.get("given", [])]
        if kind == "reduction":
            pairs = [text.split(" >= ") for text in item.get("assume", [])]
            full["assume"] = [{"greater": a, "lesser": b} for a, b in pairs]
        return full

    def event(self, item: dict[str, Any]) -> dict[str, Any]:
        def jump(term: dict[str, Any]) -> dict[str, Any]:
            times = term.get("times", {"constant": 1})
            slopes = self.by_name({k: v for k, v in times.items() if k != "constant"}, item["name"])
            constant = self.integer(times.get("constant", 0))
            return {"constant": constant, "slopes": slopes, "move": self.vector(term["move"])}

        return {
            "name": item["name"],
            "rate": item["rate"],
            "boundary": item.get("boundary"),
            "terms": [jump(term) for term in item["terms"]],
        }

    def statement(self) -> dict[str, Any]:
        raw = self.raw
        parameters = raw.get("parameters", {})
        routing = [
            {"meaning": r.get("meaning", ""), "move": self.vector(r["move"])}
            for r in ([raw["routing"]] if "routing" in raw else [])
        ]
        return {
            "format": STATEMENT_FORMAT,
            "name": "_".join([raw["name"], *(f"{key}{value}" for key, value in self.sizes.items())]),
            "title": raw.get("title", raw["name"]),
            "source": raw.get("source", ""),
            "sizes": self.sizes,
            "coordinates": [
                {"name": c["name"], "meaning": c.get("meaning", ""), "top": top}
                for c, top in zip(raw["coordinate"], self.tops, strict=True)
            ],
            "rates": parameters.get("nonnegative", []),
            "discount": parameters.get("discount", ""),
            "cost": self.by_name(raw.get("cost", {}), "cost"),
            "routing": routing,
            "events": [self.event(item) for item in raw.get("event", [])],
            "inequalities": [self.inequality(i, "inequality") for i in raw["inequality"]],
            "claims": [self.inequality(i, "claim") for i in raw.get("claim", [])],
            "reductions": [self.inequality(i, "reduction") for i in raw.get("reduction", [])],
        }
