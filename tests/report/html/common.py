"""Runs to be reported, made up for a test."""

from __future__ import annotations

from pathlib import Path

from proofcheck.report.html import Run, Sources
from proofcheck.report.summary import Report, Section
from proofcheck.verdict import Result

ROOT = Path(__file__).parents[3]
SOURCES = Sources(ROOT / "cases", ROOT / "lean", ROOT / "docs/figures")


def nothing_checked(*sections: Section, **rest: list[str]) -> Run:
    """A run of which no certificate may be shown."""
    return Run(Report(list(sections), **rest), {})


def section(problem: str, checker: str, **verdicts: str) -> Section:
    """A section with an obligation of the problem for every verdict."""
    results = [Result(f"{problem}.{name}", verdict) for name, verdict in verdicts.items()]
    return Section(problem, checker, results)
