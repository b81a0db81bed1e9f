"""Figures that `proofcheck figures` drew, with their numbers: computed values, not certificates."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

CAPTIONS = {
    "figure-1": "Model 1: reward over time, and the gap to the oracle",
    "figure-1a": "Model 1: discounted reward over time of the Whittle index, myopic and oracle policies",
    "figure-1b": "Model 1: gap to the oracle of the Whittle index and myopic policies",
    "figure-2": "Model 2: optimal thresholds against the subsidy",
    "figure-3a": "Model 2: discounted reward over time of the Whittle index, myopic and oracle policies",
    "figure-3b": "Model 2: gap to the oracle of the Whittle index and myopic policies",
    "threshold-map": "Jobs sent by the optimal three-server policy, and its thresholds against the load",
}
KINDS = (".svg", ".png")  # the first there is
ROWS = 30


@dataclass(frozen=True)
class Table:
    """A file of numbers: name, heading row, the first rows, how many there are."""

    name: str
    heads: list[str]
    rows: list[list[str]]
    count: int


@dataclass(frozen=True)
class Figure:
    """A picture, what it shows, and the files of its numbers."""

    name: str
    caption: str
    image: Path
    tables: list[Table]
    files: list[Path]


def read_figures(folder: Path) -> list[Figure]:
    """The pictures of a folder, each with the CSV files whose names begin like its own."""
    if not folder.is_dir():
        return []
    found: dict[str, Path] = {}
    for kind in reversed(KINDS):
        found |= {path.stem: path for path in sorted(folder.glob(f"*{kind}"))}
    return [_figure(folder, name, image) for name, image in sorted(found.items())]


def _figure(folder: Path, name: str, image: Path) -> Figure:
    numbers = sorted(folder.glob(f"{name}*.csv"))
    tables = [_table(path) for path in numbers]
    return Figure(name, CAPTIONS.get(name, name), image, tables, [image, *numbers])


def _table(path: Path) -> Table:
    with path.open(encoding="utf-8", newline="") as file:
        heads, *rows = csv.reader(file)
    step = max(1, len(rows) // ROWS)
    return Table(path.name, heads, rows[::step], len(rows))
