"""`proofcheck report`: check, and write the report as web pages."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import click

from proofcheck.gate import about
from proofcheck.gate.check import Question, answer
from proofcheck.gate.commands import cases_option, json_option
from proofcheck.report.html import Run, Sources, require_ours, write_run
from proofcheck.report.html.run import python_results
from proofcheck.report.results import read_report
from proofcheck.report.summary import Report, Section
from proofcheck.verdict import Result


@click.command("report")
@cases_option
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for the pages.")
@click.option(
    "--results",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Show the verdicts of an earlier run: JSON of check-all.",
)
@click.option(
    "--lean-project",
    type=click.Path(path_type=Path),
    default=Path("lean"),
    help="Folder of the Lean project, for the lines of theorems.",
)
@click.option(
    "--figures",
    type=click.Path(path_type=Path),
    default=Sources.figures,
    show_default=True,
    help="Folder that `proofcheck figures` wrote, if it is there.",
)
@json_option
def report_command(
    cases: Path, out: Path, results: Path | None, lean_project: Path, figures: Path, as_json: bool
) -> None:
    """Write the report as web pages: OUT/index.html opens without a server and without a network.

    \b
    proofcheck report --out reports/html
    proofcheck report --out reports/html --results all.json     verdicts of Lean too

    All certificates are checked first, by the Python checkers; what they refuse is not shown.  Lean and the
    comparison with what generating gives are left out, and the report says so: `check-all` writes the
    report with all verdicts.  With --results the verdicts are those of that file, and the report says so;
    where the certificates have changed since, its verdicts are listed as stale.

    OUT is made anew as a whole; a folder that is not a report is not touched.  The exit code is that of the
    verdicts shown.
    """
    require_ours(out)
    earlier = read_report(results) if results is not None else None
    fresh = answer(Question(cases, compare=False, quiet=as_json))
    checked = python_results(fresh.sections)
    before = {cases / name: digest for name, digest in fresh.digests.items()}
    run = Run(fresh, checked, digests=before)
    if earlier is not None:
        digest, began = earlier.as_json()["sha256"], earlier.started or "a time not recorded"
        origin = f"taken from {results}, a run of {began}, SHA-256 of its results {digest}"
        run = Run(compared(earlier, run.report, cases), checked, origin, before)
    page = write_run(run, Sources(cases, lean_project, figures), out)
    click.echo(json.dumps({"report": str(page), "verdict": run.report.verdict}) if as_json else str(page))
    sys.exit(run.report.exit_code)


def compared(earlier: Report, fresh: Report, cases: Path) -> Report:
    """The earlier report, with a section for what is not today as it was then: files of the cases that have
    another digest, verdicts of the Python checkers that differ."""
    now, then = about.digests(cases, ".json", ".toml"), earlier.digests
    changed = sorted(name for name in now.keys() | then.keys() if now.get(name) != then.get(name))
    found = [Result(name, "stale", "changed since the results were written") for name in changed]
    before, today = python_results(earlier.sections), python_results(fresh.sections)
    for key in [*before, *(key for key in today if key not in before)]:
        old, new = (side[key].verdict if key in side else "nothing" for side in (before, today))
        if old != new:
            found.append(Result(key, "stale", f"the results say {old}, checked now it is {new}"))
    section = [Section("(results)", "report", found)] if found else []
    return replace(earlier, sections=[*earlier.sections, *section])
