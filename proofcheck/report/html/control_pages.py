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
from proofcheck.report.html import tex
from proofcheck.report.html.run import Run
from proofcheck.report.html.tex import Formula

WORDS = ("actions_are", "original_model", "slow_while_fast_idle", "idle_fast_with_jobs")
LABELS = {"cost_from_empty": "optimal cost from the empty system", "average_cost": "optimal average cost"}
SYMBOLS = ("lam", "mu1", "mu2", "s")  # of the terms of L
ROWS = 40  # rows of the table of actions


CONDITIONS = {
    "S1": "the discounted cost is finite, for every discount",
    "S2": "relative values are bounded below, for all discounts alike",
    "S3": "relative values are bounded above, for all discounts alike, and so is their mean one step later",
    "(0,0)": "the empty system is reached",
}


@dataclass(frozen=True)
class Stability:
    """Sennott's conditions for m slow servers, as the checker wrote them: the rates; the policy; the drift of
    n^2, and for each state what remains of it and the server whose departures lead down; the bound of the
    average cost; the increments of L and its drift; each condition with what it means and what is shown."""

    slow: int
    stable: Formula
    policy: str
    square: str
    regions: list[tuple[str, str, str]]
    average_cost: str
    means: str
    increments: list[Formula]
    drift: str
    conditions: list[tuple[str, str, str]]


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
    stability: Stability | None = None


def solved(cases: Path, run: Run) -> Iterator[Solved]:
    """Every certificate of the list, with its claims where the checker accepted it."""
    for wanted in read_gate(cases):
        identity, path = f"control.{wanted.name}", cases / FOLDER / f"{wanted.name}.json"
        if not run.shows(identity, path):
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
        _stability(found) if found["kind"] == "stability" else None,
    )


def _stability(found: dict[str, Any]) -> Stability:
    claims, lyapunov, m = found["claims"], found["lyapunov"], found["slow"]
    said = claims["conditions"]
    drawn = [rf"D({n}) = {_series(terms)}" for n, terms in enumerate(lyapunov["increments"])]
    rest = rf"{_series(lyapunov['slope'])}\,n + {_series(lyapunov['constant'])}"
    drawn.append(rf"D(n) = {rest},\quad n \ge {found['slow']}")
    down = found["down"] | {f"(x,{m}), x >= 1": found["down"][f"(1,{m})"]}
    several = m if m > 1 else ""
    return Stability(
        m,
        Formula(rf"\lambda < \mu_1 + {several}\mu_2", f"lam < mu1 + {several} mu2"),
        claims["policy"],
        claims["drift"],
        [(r["state"], r["remains"], down.get(r["state"], "")) for r in claims["regions"]],
        claims["average_cost"],
        said["means"],
        [Formula(*pair) for pair in zip(drawn, said["D"], strict=True)],
        said["drift"],
        [(name, meaning, said[name]) for name, meaning in CONDITIONS.items()],
    )


def _series(terms: list[list[Any]]) -> str:
    """A sum of terms [c, i, j, k, l], c lam^i mu1^j mu2^k s^l, as TeX."""
    return " + ".join(map(_term, terms))


def _term(term: list[Any]) -> str:
    size, exponents = Fraction(term[0]), term[1:]
    above = [_power(name, e) for name, e in zip(SYMBOLS, exponents, strict=True) if e > 0]
    below = [_power(name, -e) for name, e in zip(SYMBOLS, exponents, strict=True) if e < 0]
    above = [str(size.numerator)] * (size.numerator != 1 or not above) + above
    below = [str(size.denominator)] * (size.denominator != 1) + below
    return rf"\frac{{{' '.join(above)}}}{{{' '.join(below)}}}" if below else " ".join(above)


def _power(name: str, exponent: int) -> str:
    return f"{tex.symbol(name)}^{{{exponent}}}" if exponent > 1 else tex.symbol(name)


def _action(found: Any) -> str:
    return " or ".join(map(str, found)) if isinstance(found, list) else str(found)
