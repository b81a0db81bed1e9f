"""`proofcheck check-all`: reads its options, runs the gate, tells what was found."""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from proofcheck.certificate.gate import GATE_FILE, choose, demanded_theorems, unlisted
from proofcheck.gate import about, outputs
from proofcheck.gate.outputs import Outputs, tell_github
from proofcheck.gate.sections import compared, listed_sections, verified
from proofcheck.lean.commands import Bar, lean_options
from proofcheck.lean.run import Settings
from proofcheck.lean.run import check as check_with_lean
from proofcheck.report.place import Places
from proofcheck.report.summary import Report, Section, show

cases_option = click.option(
    "--cases", type=click.Path(path_type=Path), default=Path("cases"), help="Folder with gate.toml."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def tell(report: Report, as_json: bool, every: bool = False, note: str = "") -> None:
    """Print a report.  Under GitHub Actions nothing in it is taken for a command of the runner."""
    if as_json:
        click.echo(json.dumps(report.as_json(), indent=1))
        return
    guard = secrets.token_hex(16) if os.environ.get("GITHUB_ACTIONS") == "true" else ""
    if guard:
        click.echo(f"::stop-commands::{guard}")
    show(report, Console(width=None if sys.stdout.isatty() else 120), every)
    if guard:
        click.echo(f"::{guard}::")
    if note:
        click.echo(note)


@click.command("check-all")
@cases_option
@lean_options
@click.option("--all", "every", is_flag=True, help="List the proved obligations too.")
@outputs.options
@click.option("--without-compare", is_flag=True, help="Do not generate again and compare.")
@click.option("--without-lean", is_flag=True, help="Do not check with Lean; the report says so first.")
@json_option
def check_all(
    cases: Path,
    lean_project: Path,
    toolchain: str,
    jobs: int | None,
    timeout: float,
    every: bool,
    without_compare: bool,
    without_lean: bool,
    as_json: bool,
    **files: Any,
) -> None:
    """Everything the gate demands: generate again and compare, check with Python and with Lean."""
    asked = Outputs(**files)
    asked.clear()
    began = time.perf_counter()
    report, demands = Report(started=datetime.now(UTC).isoformat(timespec="seconds")), choose(cases, ())
    report.versions = about.versions()
    report.digests = about.digests(cases, ".json", ".toml")
    if foreign := unlisted(cases, demands):
        report.sections.append(Section("(unlisted)", "gate", foreign))
    if without_lean:
        report.left_out.append("Lean did not check anything")
    if without_compare:
        report.left_out.append("certificates were not generated again and compared")
    for one in demands:
        if not without_compare:
            report.sections.append(compared(one, as_json))
        report.sections.append(verified(one, as_json))
    report.sections += listed_sections(cases, not without_compare, as_json)
    if not without_lean:
        python = {r.id: r.verdict for s in report.sections if s.checker == "python" for r in s.results}
        exempt = [d.name for d in demands if d.without_lean]
        report.left_out += [f"Lean did not check {name}: {GATE_FILE} says so" for name in exempt]
        with Bar(as_json) as bar:
            theorems = tuple(demanded_theorems(cases))
            settings = Settings(lean_project, toolchain, jobs, timeout, bar, theorems)
            report.sections += check_with_lean([d for d in demands if not d.without_lean], python, settings)
    report.seconds = time.perf_counter() - began
    places = Places(cases, lean_project)
    asked.write(report, places, Path.cwd())
    tell(report, as_json, every, f"every obligation, by checker: {asked.listing}")
    tell_github(report, places, Path.cwd())
    sys.exit(report.exit_code)
