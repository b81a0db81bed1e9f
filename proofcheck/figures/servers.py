"""Data for the threshold map: one fast and two slow servers, every number from a checked certificate."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from proofcheck.control.grow import grow
from proofcheck.control.model import server_model
from proofcheck.figures.table import Table

MU1, DISCOUNT = Fraction(1), Fraction(999, 1000)
MAP = {"lam": Fraction(1, 2), "mu2": Fraction(1, 10)}
SPEEDS = (Fraction(1, 3), Fraction(1, 5), Fraction(1, 10))
LOADS = [Fraction(k, 20) for k in range(1, 19)]
LONGEST = 14
Note = Callable[[str], None]


def actions(note: Note) -> Table:
    """The only optimal number of jobs to send at (x, y), discounted."""
    note("threshold map: one policy")
    model = server_model(MAP["lam"], MU1, MAP["mu2"], 2, DISCOUNT)
    claims = grow(model, 8, Fraction(1, 10**6), 64).document["claims"]
    columns: dict[str, list[Any]] = {"x": [], "y": [], "sends": []}
    for x, row in enumerate(claims["actions"][: LONGEST + 1]):
        for y, sent in enumerate(row):
            for name, value in zip(columns, (x, y, sent), strict=True):
                columns[name].append(value)
    return Table(columns)


def by_load(note: Note) -> Table:
    """Average-cost thresholds against the load lam / (mu1 + 2 mu2)."""
    columns: dict[str, list[Any]] = {"mu2": [], "load": [], "threshold y=0": [], "threshold y=1": []}
    for mu2 in SPEEDS:
        note(f"threshold map: loads for mu2 = {mu2}")
        for load in LOADS:
            model = server_model(load * (MU1 + 2 * mu2), MU1, mu2, 2, Fraction(1))
            found = grow(model, 4, Fraction(1, 10**6), 64).document["claims"]["thresholds"]
            for name, value in zip(columns, (str(mu2), float(load), *found), strict=True):
                columns[name].append(value)
    return Table(columns)
