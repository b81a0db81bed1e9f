"""Solved server models as they are shown: the claims that the trusted checker wrote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from proofcheck.certificate import check_control
from proofcheck.control.gate import FOLDER, read_gate
from proofcheck.errors import BadInput
from proofcheck.report.html.run import Run

WORDS = ("actions_are", "original_model", "slow_while_fast_idle", "idle_fast_with_jobs")
LABELS = {"cost_from_empty": "optimal cost from the empty system", "average_cost": "optimal average cost"}
ROWS = 40  # rows of the table of actions


@dataclass(frozen=True)
class Solved:
    """A control certificate: its model, bounds of the cost, thresholds, actions by x and y, and what else it
    claims in words."""

    id: str
    name: str
    kind: str
    model: dict[str, str]
    file: Path
    accepted: bool = False
    cost: str = ""
    low: str = ""
    high: str = ""
    width: str = ""
    thresholds: list[Any] = field(default_factory=list)
    actions: list[list[str]] = field(default_factory=list)
    window: int = 0
    words: dict[str, str] = field(default_factory=dict)
    regions: list[dict[str, str]] = field(default_factory=list)


def solved(cases: Path, run: Run) -> Iterator[Solved]:
    """Every certificate of the list, with its claims where the checker accepted it."""
    for wanted in read_gate(cases):
        identity, path = f"control.{wanted.name}", cases / FOLDER / f"{wanted.name}.json"
        if not run.accepted(identity):
            yield Solved(identity, wanted.name, "", {}, path)
            continue
        try:
            found = check_control.read(path)
        except check_control.Rejected as refusal:
            raise BadInput(f"{path}: changed since it was checked: {refusal}") from None
        yield _solved(identity, wanted.name, path, found)


def _solved(identity: str, name: str, path: Path, found: dict[str, Any]) -> Solved:
    claims = found["claims"]
    model = {key: str(value) for key, value in found.get("model", {"slow": found.get("slow")}).items()}
    cost = next((key for key in LABELS if isinstance(claims.get(key), dict)), "")
    low, high = (Fraction(claims[cost][end]) if cost else Fraction(0) for end in ("low", "high"))
    simple = {key: text for key, text in claims.items() if isinstance(text, str) and key != "sha256"}
    return Solved(
        identity,
        name,
        found["kind"],
        model,
        path,
        True,
        LABELS.get(cost, ""),
        f"{float(low):.12g}" if cost else "",
        f"{float(high):.12g}" if cost else "",
        f"{float(high - low):.1e}" if cost else "",
        claims.get("thresholds", []),
        [[_action(a) for a in row] for row in claims.get("actions", [])[:ROWS]],
        found.get("window", 0),
        {key.replace("_", " "): text for key, text in simple.items()},
        claims.get("regions", []),
    )


def _action(found: Any) -> str:
    return " or ".join(map(str, found)) if isinstance(found, list) else str(found)
