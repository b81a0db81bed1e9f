"""`proofcheck figures`: files, numbers, and the same bytes every time."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.figures import balancing, draw
from proofcheck.figures.balancing import Effort
from proofcheck.figures.table import Table
from proofcheck.simulate.exact import curve

QUICK = ["--horizon", "40", "--replications", "500", "--workers", "1", "--sampled"]


def quiet(text: str) -> None:
    """No notes."""


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("only", ["1", "3"])
def test_files(tmp_path: Path, only: str) -> None:
    """SVG, PNG and CSV for each; nothing else."""
    result = CliRunner().invoke(main, ["figures", "--out", str(tmp_path), "--only", only, *QUICK])
    assert result.exit_code == 0, result.output
    expected = {f"figure-{only}{part}.{kind}" for part in "ab" for kind in ("csv", "png", "svg")}
    assert {path.name for path in tmp_path.iterdir()} == expected
    rows = read(tmp_path / f"figure-{only}a.csv")
    assert [int(row["t"]) for row in rows] == list(range(41))
    assert float(rows[-1]["jsq"]) > float(rows[-1]["myopic"]) > 0


def test_model_1_numbers_are_the_exact_ones() -> None:
    """The table of Figure 1(a) holds the recursion's values."""
    effort = Effort(30, 500, 1, 1, True)
    reward, _ = balancing.rewards(1, effort, quiet)
    assert reward.columns["whittle"] == list(curve(balancing.setting(1, effort), "whittle").values)
    assert "jsq half-width" in reward.columns
    assert "whittle half-width" not in reward.columns


def test_gaps_from_exact_values() -> None:
    """Relative to the oracle; empty where it has earned nothing."""
    gaps = balancing.exact_gaps({"whittle": [0.0, 3.0], "myopic": [0.0, 2.0], "jsq": [0.0, 4.0]})
    assert gaps == {"whittle": [None, 0.25], "myopic": [None, 0.5]}


def test_thresholds_never_fall_in_the_subsidy() -> None:
    """Breakpoints rise with age for each q, and at equal age fall with q: longer queues wait longer."""
    table = balancing.thresholds(quiet).columns
    at = {(k, q, a): s for k, q, a, s in zip(*table.values(), strict=True)}
    assert {k for k, _, _ in at} == {4, 6, 10}
    assert all(s < at[k, q, a + 1] for (k, q, a), s in at.items() if (k, q, a + 1) in at)
    assert all(s > at[k, q + 1, a] for (k, q, a), s in at.items() if (k, q + 1, a) in at)


def test_drawings_are_reproducible() -> None:
    """The same table gives the same bytes."""
    table = Table({"t": [0, 1, 2], "whittle": [0.0, 1.0, 2.0], "whittle half-width": [0.0, 0.1, 0.1]})
    assert draw.curves(table, "R") == draw.curves(table, "R")


def test_csv_keeps_every_digit() -> None:
    """And leaves unknown numbers empty."""
    assert Table({"a": [0.1 + 0.2, None], "b": [1, 2]}).csv() == "a,b\n0.30000000000000004,1\n,2\n"


def test_a_folder_that_cannot_be_made() -> None:
    """One line, exit code 10, before any work."""
    result = CliRunner().invoke(main, ["figures", "--out", "/proc/none/figures"])
    assert result.exit_code == 10
    assert "cannot be written" in result.output
    assert len(result.output.splitlines()) == 1
