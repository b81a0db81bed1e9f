"""The verdict table and its JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table

from proofcheck.verdict import EXIT_CODES, Result, counts, gravest

COLOURS = {"proved": "green", "expected refutation": "cyan"}
REPORT_FORMAT = "proofcheck-report/1"


@dataclass
class Section:
    """The verdicts of one checker on one problem, with the time it took, in seconds."""

    problem: str
    checker: str
    results: list[Result]
    seconds: float = 0.0


@dataclass
class Report:
    """A whole run: its sections, and what was left out on request."""

    sections: list[Section] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        """The gravest verdict; a section without results is `vacuous`."""
        ends = [gravest(section.results) for section in self.sections]
        return max(ends, key=list(EXIT_CODES).index, default="vacuous")

    @property
    def exit_code(self) -> int:
        """The exit code of the gravest verdict."""
        return EXIT_CODES[self.verdict]

    def as_json(self) -> dict[str, Any]:
        """The report for programs; docs/verdicts.md has its fields."""
        return {
            "format": REPORT_FORMAT,
            "verdict": self.verdict,
            "exit_code": self.exit_code,
            "left_out": self.left_out,
            "sections": [
                {
                    "problem": section.problem,
                    "checker": section.checker,
                    "seconds": round(section.seconds, 3),
                    "counts": counts(section.results),
                    "results": [asdict(result) for result in section.results],
                }
                for section in self.sections
            ],
        }


def show(report: Report, console: Console, every: bool = False) -> None:
    """Print what is not proved, then one line per problem and checker, then the verdict."""
    for line in report.left_out:
        console.print(f"LEFT OUT: {line}", style="bold yellow")
    for section in report.sections:
        for result in section.results:
            if every or result.verdict not in COLOURS:
                style = COLOURS.get(result.verdict, "red")
                console.print(f"{result.verdict:<20}{result.id}", style=style, markup=False, highlight=False)
                if result.reason:
                    console.print(f"    {result.reason}", markup=False, highlight=False)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("problem", "checker", "verdicts", "seconds"):
        table.add_column(heading, justify="right" if heading == "seconds" else "left")
    for section in report.sections:
        found = ", ".join(f"{n} {verdict}" for verdict, n in counts(section.results).items()) or "nothing"
        table.add_row(section.problem, section.checker, found, f"{section.seconds:.2f}")
    console.print(table)
    total = sum(len(section.results) for section in report.sections)
    passed = report.exit_code == 0
    word = "passed, all as demanded" if passed else f"FAILED: {report.verdict}"
    style = "bold green" if passed else "bold red"
    console.print(f"{word} ({total} verdicts, exit code {report.exit_code})", style=style, highlight=False)
