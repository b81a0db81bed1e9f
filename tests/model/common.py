"""What the tests of models share: committed models, small models as text, and an evaluation of their own.

`after` and `holds` read a statement directly, without any code of the package: they are the independent
meaning that verdicts are compared with.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from proofcheck.model.reader import read_model, statement
from proofcheck.tables import parse_table
from tests.common import CASES

MODELS = CASES / "models"
State = tuple[int, ...]
Function = Callable[[State], Any]
Statement = dict[str, Any]

QUEUE = """
format = "proofcheck-model/1"
name = "queue"
rates = ["lam", "mu"]
parameters = ["c", "h"]
assume = ["c >= 0", "h >= 0"]
cone = ["I(x)", "Cx(x)"]
step = "holding + lam*admission(f) + mu*departure(f)"
[[coordinate]]
name = "x"
[[operator]]
name = "admission"
controlled_arrival = { to = "x", rejection = "c" }
[[operator]]
name = "departure"
departure = { from = "x" }
[[cost]]
name = "holding"
value = "h*x"
[[claim]]
name = "threshold"
given = ["c + f(x) <= f(x+1)"]
says = "c + f(x+1) <= f(x+2)"
"""


def committed(name: str) -> Statement:
    """The statement of a committed model."""
    return read_model(MODELS / f"{name}.toml")


def written(text: str = QUEUE, **replaced: str) -> Statement:
    """The statement of a model text, after replacing the value of top-level or first keys."""
    lines = text.split("\n")
    for key, value in replaced.items():
        at = next(k for k, line in enumerate(lines) if line.startswith(f"{key} ="))
        lines[at] = f"{key} = {value}"
    return statement(parse_table("\n".join(lines), "text"), "text")


def inside(model: Statement, s: State) -> bool:
    """Whether a vector is a state."""
    tops = [c["top"] for c in model["coordinates"]]
    return all(v >= 0 and (top is None or v <= top) for v, top in zip(s, tops, strict=True))


def affine(part: dict[str, Any], s: State) -> int:
    """constant + slopes . s."""
    return int(part["constant"] + sum(a * b for a, b in zip(part["slopes"], s, strict=True)))


def action_value(
    model: Statement,
    action: dict[str, Any],
    f: Function,
    given: dict[str, Function],
    parameters: dict[str, Any],
    s: State,
) -> Any:
    """The value of an action at a state, or None where it is not feasible."""
    box = action["when"]
    if any(
        v < low or (high is not None and v > high)
        for v, low, high in zip(s, box["low"], box["high"], strict=True)
    ):
        return None
    total: Any = Fraction(0)
    for term in action["terms"]:
        weight = affine(term, s)
        there = tuple(v + d for v, d in zip(s, term["move"], strict=True))
        if weight == 0:
            continue
        if not inside(model, there):
            if term["boundary"] == "forbid":
                return None
            if term["boundary"] == "stay":
                there = s
            else:
                tops = [c["top"] for c in model["coordinates"]]
                there = tuple(
                    max(0, v if top is None else min(v, top)) for v, top in zip(there, tops, strict=True)
                )
        total += weight * f(there)
    for cost in action["costs"]:
        total += affine(cost, s) * parameters[cost["parameter"]]
    for use in action["functions"]:
        total += use["times"] * given[use["name"]](tuple(v + d for v, d in zip(s, use["move"], strict=True)))
    return total


def after(
    model: Statement, name: str, f: Function, given: dict[str, Function], parameters: dict[str, Any]
) -> Function:
    """T f for the operator with this name."""
    operator = next(o for o in model["operators"] if o["name"] == name)

    def value(s: State) -> Any:
        found = [action_value(model, a, f, given, parameters, s) for a in operator["actions"]]
        best = min if operator["choose"] == "min" else max
        return best(v for v in found if v is not None)

    return value


def difference(inequality: dict[str, Any], f: Function, parameters: dict[str, Any], s: State) -> Any:
    """greater - lesser of an inequality at a state."""

    def side(key: str) -> Any:
        return sum(
            t["times"] * f(tuple(v + d for v, d in zip(s, t["at"], strict=True))) for t in inequality[key]
        )

    constants = inequality.get("constants", [])
    return side("greater") - side("lesser") + sum(c["times"] * parameters[c["parameter"]] for c in constants)


def states(inequality: dict[str, Any], last: int) -> list[State]:
    """The states up to `last` of which an inequality speaks."""
    ends = [
        range(low, (last if high is None else min(last, high)) + 1)
        for low, high in zip(inequality["low"], inequality["high"], strict=True)
    ]
    return list(product(*ends))


def models() -> list[Path]:
    """All committed model files."""
    return sorted(MODELS.glob("*.toml"))
