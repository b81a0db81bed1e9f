"""`proofcheck diff`: what a change proves more or less."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from proofcheck.delta.compare import KINDS, Delta, compare
from proofcheck.delta.tree import take
from proofcheck.report.text import line
from proofcheck.verdict import LOST

SHOWN = 20  # differences of a kind are listed up to so many
EPILOG = f"""\b
Exit codes:
    0  nothing proved is lost
   {LOST}  something proved is lost, or says something else
"""


@click.command("diff", epilog=EPILOG)
@click.argument("old")
@click.argument("new", default=".")
@click.option(
    "--cases", type=click.Path(path_type=Path), default=Path("cases"), help="Folder with gate.toml."
)
@click.option("--with-lean", is_flag=True, help="In trees, ask Lean too; this builds the Lean project there.")
@click.option("--allow-changed", is_flag=True, help="Do not fail where a statement says something else.")
@click.option("--all", "every", is_flag=True, help="List all differences.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def diff(
    old: str, new: str, cases: Path, with_lean: bool, allow_changed: bool, every: bool, as_json: bool
) -> None:
    """What NEW proves more or less than OLD; NEW is the work tree unless given.

    \b
    proofcheck diff main                       a revision against the work tree
    proofcheck diff v1 v2 --with-lean          two revisions
    proofcheck diff before.json after.json     two files of check-all --json-report

    A revision or folder is checked anew, by the proofcheck in it if it has one: its code is run.  Results
    files are only read; they must be as they were written.
    """
    delta = compare(take(old, cases, with_lean), take(new, cases, with_lean))
    code = LOST if delta.fails(allow_changed) else 0
    if as_json:
        click.echo(json.dumps(delta.as_json(code), indent=1))
    else:
        show(delta, code, every)
    sys.exit(code)


def show(delta: Delta, code: int, every: bool) -> None:
    """A line per difference, the gravest kind first; then a line that counts."""
    before, now = delta.left_out
    for word, sentences in (("LEFT OUT NOW", now), ("LEFT OUT BEFORE", before)):
        for sentence in sentences:
            click.echo(f"{word}: {line(sentence)}")
    for kind in KINDS:
        found = delta.of(kind)
        for one in found if every else found[:SHOWN]:
            verdicts = f"{one.old or 'not there'} -> {one.new or 'not there'}"
            click.echo(f"{kind:<9}{one.checker:<8}{line(one.id)}: {verdicts}")
            if one.why:
                click.echo(f"    {line(one.why)}")
        if len(found) > SHOWN and not every:
            click.echo(f"{kind:<9}and {len(found) - SHOWN} more (--all)")
    counted = ", ".join(f"{len(delta.of(kind))} {kind}" for kind in KINDS if delta.of(kind))
    counted = counted or "no difference"
    click.echo(f"{len(delta.old.facts)} -> {len(delta.new.facts)} verdicts: {counted} (exit code {code})")
