"""`proofcheck check-all`: reads its options, runs the gate, tells what was found."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from proofcheck.gate import outputs
from proofcheck.gate.cache import DEFAULT, Cache
from proofcheck.gate.check import Question, answer
from proofcheck.gate.outputs import Outputs, tell_github
from proofcheck.gate.run import begin
from proofcheck.lean.build import cpus
from proofcheck.lean.commands import lean_options
from proofcheck.report.place import Places
from proofcheck.report.summary import Report, show

cases_option = click.option(
    "--cases", type=click.Path(path_type=Path), default=Path("cases"), help="Folder with gate.toml."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


@contextmanager
def whoever_listens() -> Iterator[None]:
    """Print, and go on as if nothing had happened where the reader has gone: the exit code is what counts."""
    try:
        yield
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # rich ends the program where it finds a broken pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def tell(report: Report, as_json: bool, every: bool = False, note: str = "") -> None:
    """Print a report.  Under GitHub Actions nothing in it is taken for a command of the runner."""
    with whoever_listens():
        if as_json:
            click.echo(json.dumps(report.as_json(), indent=1))
        else:
            show_guarded(report, every, note)


def show_guarded(report: Report, every: bool, note: str) -> None:
    """The report for people, between the commands that switch the runner's commands off and on again."""
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
@click.option("--with-smt", is_flag=True, help="Have z3 and cvc5 decide the problems and models too.")
@click.option(
    "--since",
    metavar="REV",
    help="Generate again only what changes since this revision in git can affect; check everything.",
)
@click.option(
    "--cached", is_flag=True, help="Use verdicts of earlier runs on the same files; the report says so."
)
@click.option(
    "--cache",
    type=click.Path(path_type=Path, file_okay=False),
    default=DEFAULT,
    show_default=True,
    help="Folder that remembers verdicts.",
)
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
    with_smt: bool,
    since: str | None,
    cached: bool,
    cache: Path,
    as_json: bool,
    **files: Any,
) -> None:
    """Everything the gate demands: generate again and compare, check with Python and with Lean.

    The work is done side by side, by one process per core (--jobs).  What is not finished in --timeout
    seconds, a certificate to be searched or checked or a Lean module, has the verdict `timeout`.

    Every run remembers each verdict as soon as it is found.  By default none of them is used again; --cached
    uses those on the same content, and so goes on where a run was stopped.
    """
    begin()
    asked = Outputs(**files)
    asked.clear()
    lean = None if without_lean else lean_project
    remembered = Cache(cache, cached)
    means = (since, jobs or cpus(), timeout, remembered, as_json)
    report = answer(Question(cases, lean, toolchain, not without_compare, with_smt, *means))
    remembered.prune()
    places = Places(cases, lean_project)
    asked.write(report, places, Path.cwd())
    tell(report, as_json, every, "\n".join(asked.notes))
    tell_github(report, places, Path.cwd())
    sys.exit(report.exit_code)
