"""Files and log lines in which a run is told to other programs: JUnit, SARIF, JSON, GitHub Actions."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from proofcheck.errors import BadInput
from proofcheck.files import write_whole
from proofcheck.report import github
from proofcheck.report.html import Sources, remove_report, write_report
from proofcheck.report.junit import junit
from proofcheck.report.place import Places
from proofcheck.report.sarif import sarif
from proofcheck.report.summary import Report, listing


@dataclass(frozen=True)
class Outputs:
    """The files that were asked for; None where one was not."""

    listing: Path | None = None
    junit: Path | None = None
    sarif: Path | None = None
    json_report: Path | None = None
    html: Path | None = None

    def clear(self) -> None:
        """Remove what an earlier run wrote, so that none of it can be taken for this run's."""
        every = (self.listing, self.junit, self.sarif, self.json_report)
        paths = [path for path in every if path is not None]
        if len({path.resolve() for path in paths}) < len(paths):
            raise BadInput("two reports cannot be written to one file")
        try:
            for path in paths:
                path.unlink(missing_ok=True)
            if self.html is not None:
                remove_report(self.html)
        except OSError as error:
            raise BadInput(f"{error.filename}: cannot be written: {error.strerror}") from None

    def write(self, report: Report, places: Places, root: Path) -> None:
        """Write each file whole; paths in SARIF are relative to `root`."""
        contents: list[tuple[Path | None, Callable[[], str | bytes]]] = [
            (self.listing, lambda: listing(report)),
            (self.junit, lambda: junit(report)),
            (self.sarif, lambda: json.dumps(sarif(report, places, root), indent=1) + "\n"),
            (self.json_report, lambda: json.dumps(report.as_json(), indent=1) + "\n"),
        ]
        for path, content in contents:
            if path is not None:
                write_whole(path, content())
        if self.html is not None:
            write_report(report, Sources(places.cases, places.lean), self.html)

    @property
    def notes(self) -> list[str]:
        """Where a person finds the verdicts; the report comes last."""
        found = [("every obligation, by checker", self.listing)]
        found += [("report", self.html / "index.html")] if self.html is not None else []
        return [f"{what}: {path}" for what, path in found if path is not None]


def options(command: Callable[..., object]) -> Callable[..., object]:
    """The options that name the files."""

    def file(name: str, what: str, default: str | None = None) -> Callable[..., object]:
        kind = click.Path(path_type=Path, dir_okay=False)
        return click.option(
            name, type=kind, metavar="FILE", default=default, show_default=default is not None, help=what
        )

    folder = click.Path(path_type=Path, file_okay=False)
    for option in (
        click.option("--html", type=folder, metavar="FOLDER", help="Write the report as web pages."),
        file("--json-report", "Write the report as JSON, as --json prints it."),
        file("--sarif", "Write the failures as SARIF 2.1.0, with their places in files."),
        file("--junit", "Write the verdicts as JUnit XML: a test case per obligation and checker."),
        file("--listing", "File for every obligation's verdict by every checker.", "reports/check-all.txt"),
    ):
        command = option(command)  # type: ignore[assignment]
    return command


def tell_github(
    report: Report, places: Places, root: Path, environment: Mapping[str, str] = os.environ
) -> None:
    """Under GitHub Actions, append the job summary and print the annotations, on stderr."""
    if name := environment.get("GITHUB_STEP_SUMMARY"):
        try:
            with Path(name).open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(github.summary(report))
        except OSError as error:
            raise BadInput(f"GITHUB_STEP_SUMMARY: {name}: {error.strerror}") from None
    if environment.get("GITHUB_ACTIONS") == "true":
        for command in github.commands(report, places, root):
            click.echo(command, err=True)
