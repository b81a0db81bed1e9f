"""The verdict table and its JSON."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.table import Table

from proofcheck.report.text import block, line
from proofcheck.verdict import EXIT_CODES, Result, Said, counts, gravest

COLOURS = {"proved": "green", "expected refutation": "cyan"}
SHOWN = 3  # obligations with the same verdict and reason are listed up to so many
REPORT_FORMAT = "proofcheck-report/2"


@dataclass
class Section:
    """The verdicts of one checker on one problem, with the time it took, in seconds, what the results say
    (by id, where it is known), and which checker it was, to the version."""

    problem: str
    checker: str
    results: list[Result]
    seconds: float = 0.0
    said: dict[str, Said] = field(default_factory=dict)
    version: str = ""


@dataclass
class Report:
    """A whole run: its sections, what was left out on request, when it began, how long it took, and the
    versions and digests it rests on."""

    sections: list[Section] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    started: str = ""
    seconds: float = 0.0
    versions: dict[str, str] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)

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
        """The report for programs; report.schema.json has its fields.  `sha256` is that of the rest."""
        content: dict[str, Any] = {
            "format": REPORT_FORMAT,
            "verdict": self.verdict,
            "exit_code": self.exit_code,
            "left_out": self.left_out,
            "started": self.started,
            "seconds": round(self.seconds, 3),
            "versions": self.versions,
            "digests": self.digests,
            "sections": [section_as_json(section) for section in self.sections],
        }
        return content | {"sha256": fingerprint(content)}


def section_as_json(section: Section) -> dict[str, Any]:
    """A section for programs."""
    return {
        "problem": section.problem,
        "checker": section.checker,
        "version": section.version,
        "seconds": round(section.seconds, 3),
        "counts": counts(section.results),
        "results": [asdict(result) | said_as_json(section.said.get(result.id)) for result in section.results],
    }


def said_as_json(said: Said | None) -> dict[str, Any]:
    """What a result says, as fields of it; nothing where that is not known."""
    if said is None:
        return {}
    return {"says": said.words, "sha256": said.sha256, "axioms": list(said.axioms)}


def fingerprint(content: Any) -> str:
    """The SHA-256 of a JSON value, whatever its layout."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def listing(report: Report) -> str:
    """One line per obligation: its verdict by each checker, then its id."""
    checkers = list(dict.fromkeys(section.checker for section in report.sections))
    verdicts: dict[str, dict[str, str]] = {}
    for section in report.sections:
        for result in section.results:
            word = f"{result.verdict} (cached)" if result.cached else result.verdict
            verdicts.setdefault(result.id, {})[section.checker] = word
    rows = [(*(found.get(checker, "-") for checker in checkers), key) for key, found in verdicts.items()]
    lines = [(*checkers, "obligation"), *rows]
    widths = [max(20, 2 + max(len(words[n]) for words in lines)) for n in range(len(checkers))]
    text = ["".join(map(str.ljust, words[:-1], widths)) + line(words[-1]) for words in lines]
    return "\n".join([*(f"LEFT OUT: {line(sentence)}" for sentence in report.left_out), *text]) + "\n"


def show(report: Report, console: Console, every: bool = False) -> None:
    """Print what is not proved, then one line per problem and checker, then the verdict."""
    for sentence in report.left_out:
        console.print(f"LEFT OUT: {line(sentence)}", style="bold yellow", markup=False, highlight=False)
    for section in report.sections:
        shown = [r for r in section.results if every or r.verdict not in COLOURS]
        for (verdict, reason), group in groupby(shown, key=lambda r: (r.verdict, r.reason)):
            ids = [result.id for result in group]
            some = ids if every else ids[:SHOWN]
            for identity in some:
                text = f"{verdict:<20}{line(identity)}"
                console.print(text, style=COLOURS.get(verdict, "red"), markup=False, highlight=False)
            if len(ids) > len(some):
                console.print(f"{verdict:<20}and {len(ids) - len(some)} more, for the same reason (--all)")
            if reason:
                console.print(f"    {block(reason)}", markup=False, highlight=False)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("problem", "checker", "verdicts", "seconds"):
        table.add_column(heading, justify="right" if heading == "seconds" else "left")
    for section in report.sections:
        found = ", ".join(f"{n} {verdict}" for verdict, n in counts(section.results).items()) or "nothing"
        cached = sum(result.cached for result in section.results)
        found += f" ({cached} from the cache)" if cached else ""
        table.add_row(section.problem, section.checker, found, f"{section.seconds:.2f}")
    console.print(table)
    total = sum(len(section.results) for section in report.sections)
    passed = report.exit_code == 0
    word = "passed, all as demanded" if passed else f"FAILED: {report.verdict}"
    style = "bold green" if passed else "bold red"
    console.print(f"{word} ({total} verdicts, exit code {report.exit_code})", style=style, highlight=False)
