"""The restless-bandit models as they are shown: symbolic obligations, breakpoints, threshold paths.

The symbolic obligations come from their trusted checker; a certificate is read after its checker has accepted
it.  Floats only place lines in a picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from proofcheck.certificate import check_index, check_model1
from proofcheck.errors import BadInput
from proofcheck.index.gate import FOLDER, SYMBOLIC, IndexDemand, certificate_path
from proofcheck.report.html import tex
from proofcheck.report.html.run import Run
from proofcheck.report.html.tex import Formula

SHORT = 24  # summands; a longer sum is not written out
SHOWN = 400  # breakpoints; of more the first and the last are shown
WIDTH, HEIGHT, LEFT, BELOW = 640, 320, 56, 44  # pixels of a plot, and of its axes


@dataclass(frozen=True)
class Symbolic:
    """An obligation of the symbolic checker: goal, what is known, and the sum that proves it."""

    id: str
    group: str
    claim: str
    goal: Formula | None
    terms: int
    known: list[str]
    file: Path
    factors: list[str] = field(default_factory=list)
    summands: list[tuple[str, str]] = field(default_factory=list)
    more: int = 0
    identity: bool = False
    shows: str = ""
    witness: str = ""


def symbolic(cases: Path, run: Run) -> Iterator[Symbolic]:
    """All symbolic obligations, with their sums where the checker accepted them."""
    documents: dict[str, dict[str, Any]] = {}
    for o in check_model1.obligations():
        file = cases / SYMBOLIC / f"{o.group}.json"
        entry: dict[str, Any] = {}
        if run.shows(o.id, file):
            if o.group not in documents:
                documents[o.group] = {e["id"]: e for e in _read(check_model1, file)["obligations"]}
            entry = documents[o.group].get(o.id, {})
        yield _symbolic(o, file, entry)


def _symbolic(o: check_model1.Obligation, file: Path, entry: dict[str, Any]) -> Symbolic:
    known = check_model1.words(o).get("given", [])
    if o.goal is None:
        found = entry.get("refuted", {})
        law = f"K = {found['K']}, law {', '.join(found['law'])}, tau = {found['tau']}" if found else ""
        shows = found.get("shows", "")
        return Symbolic(o.id, o.group, o.claim, None, 0, known, file, shows=shows, witness=law)
    terms = o.goal.terms
    goal = tex.polynomial(terms, "=" if o.exactly else ">=")
    sums = [(str(n), " x ".join(map(str, names))) for n, *names in entry.get("sum", [])]
    sums += [(str(n), " x ".join([*map(str, names), f"zero {z}"])) for n, z, *names in entry.get("zero", [])]
    return Symbolic(
        o.id,
        o.group,
        o.claim,
        goal,
        len(terms),
        known,
        file,
        entry.get("times", []),
        sums[:SHORT],
        len(sums[SHORT:]),
        bool(entry) and not terms,
    )


@dataclass(frozen=True)
class Path2D:
    """The threshold after q jobs were seen, as a line of a plot."""

    q: int
    points: str
    label: tuple[float, float]


@dataclass(frozen=True)
class Plot:
    """Thresholds against the subsidy: lines, ticks of both axes, the caption, the same in words."""

    title: str
    across: str
    lines: list[Path2D]
    x_ticks: list[tuple[float, str]]
    y_ticks: list[tuple[float, str]]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    below: int = BELOW


@dataclass(frozen=True)
class Arm:
    """An instance of Model 2 with what its certificate proves or refutes."""

    id: str
    name: str
    size: int
    law: str
    beta: str
    delta: str
    file: Path
    claim: str = ""
    shows: str = ""
    breakpoints: list[tuple[int, int, str]] = field(default_factory=list)
    skipped: int = 0
    ends: list[int] = field(default_factory=list)
    points: list[dict[str, Any]] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)


def arms(cases: Path, demands: list[IndexDemand], run: Run) -> Iterator[Arm]:
    """Every instance that the gate demands."""
    for demand in demands:
        one, path = demand.instance, certificate_path(cases, demand)
        law = f"Poisson, mean {one.mu}" if one.law is None else "chances " + ", ".join(map(str, one.law))
        known = (demand.id, one.name, one.K, law, str(one.beta), str(demand.delta), path)
        if not run.shows(demand.id, path):
            yield Arm(*known)
            continue
        found = _read(check_index, path)
        points = [(q, t, str(gamma)) for q, t, gamma in found.get("breakpoints", [])]
        half = SHOWN // 2
        shown = points if len(points) <= SHOWN else points[:half] + points[-half:]
        yield Arm(
            *known,
            claim=found["claim"],
            shows=found.get("shows", ""),
            breakpoints=shown,
            skipped=len(points) - len(shown),
            ends=found.get("thresholds_at_the_end", []),
            points=found.get("points", []),
            plots=_plots(one.K, Fraction(demand.delta), points, found.get("thresholds_at_the_end", [])),
        )


def _read(checker: Any, path: Path) -> dict[str, Any]:
    try:
        return dict(checker.read(path))
    except checker.Rejected as refusal:
        raise BadInput(f"{path}: changed since it was checked: {refusal}") from None


def _plots(size: int, delta: Fraction, points: list[tuple[int, int, str]], ends: list[int]) -> list[Plot]:
    """The threshold path against the subsidy, and against its distance from K on a logarithmic scale."""
    if not ends:
        return []
    steps = [(q, t, float(size - Fraction(gamma))) for q, t, gamma in points]  # exact before it is rounded
    far = math.log10(size / float(delta))
    straight = _plot(steps, ends, lambda rest: 1 - rest / size, float(delta))
    log = _plot(steps, ends, lambda rest: math.log10(size / rest) / far, float(delta))
    ticks = [(k / 4, f"{size * k / 4:g}") for k in range(5)]
    powers = range(0, int(far) + 1, max(1, int(far) // 6))
    near = [(p / far, f"K/10^{p}" if p else "K") for p in powers]
    return [
        _labelled("Thresholds against the subsidy", "subsidy gamma", straight, ticks, max(ends)),
        _labelled("The same near K", "K - gamma, logarithmic", log, near, max(ends)),
    ]


def _plot(steps: list[tuple[int, int, float]], ends: list[int], place: Any, last: float) -> list[Path2D]:
    top = max(ends)
    lines = []
    for q, end in enumerate(ends, start=1):
        mine = [(t, place(rest)) for p, t, rest in steps if p == q]
        now = mine[0][0] if mine else end
        corners = [(0.0, now)]
        for t, across in mine:
            corners += [(across, t), (across, t + 1)]
        corners.append((place(last), end))
        places = [_pixels(across, t, top) for across, t in corners]
        lines.append(Path2D(q, " ".join(f"{x:.1f},{y:.1f}" for x, y in places), places[-1]))
    return lines


def _pixels(across: float, threshold: float, top: int) -> tuple[float, float]:
    return LEFT + across * (WIDTH - LEFT - 40), HEIGHT - BELOW - threshold / (top + 1) * (HEIGHT - BELOW - 16)


def _labelled(title: str, across: str, lines: list[Path2D], ticks: list[tuple[float, str]], top: int) -> Plot:
    x_ticks = [(_pixels(x, 0, top)[0], text) for x, text in ticks]
    y_ticks = [(_pixels(0, t, top)[1], str(t)) for t in range(0, top + 1, max(1, top // 6))]
    return Plot(title, across, lines, x_ticks, y_ticks)


__all__ = ["FOLDER", "SYMBOLIC", "Arm", "Plot", "Symbolic", "arms", "symbolic"]
