"""`proofcheck mutate`: can the gate fail?"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from proofcheck.certificate.gate import Demand, demanded_theorems, read_gate
from proofcheck.files import write_whole
from proofcheck.gate.plan import stated_for_lean
from proofcheck.lean.build import DEFAULT_TIMEOUT
from proofcheck.lean.toolchain import CHOICES
from proofcheck.model.gate import Wanted, read_models
from proofcheck.mutate import table
from proofcheck.mutate.ask import Options
from proofcheck.mutate.kinds import KINDS, UNCHANGED, chosen
from proofcheck.mutate.project import freeze
from proofcheck.mutate.run import Journal, Outcome, in_order, planted, unchanged
from proofcheck.verdict import EXIT_CODES

FOLDER = click.Path(path_type=Path)


def list_kinds(context: click.Context, _: click.Parameter, asked: bool) -> None:
    """Print the kinds of fault and end."""
    if asked:
        width = max(map(len, KINDS))
        for kind in KINDS.values():
            click.echo(f"{kind.name:<{width}}  {kind.meaning}")
        context.exit()


def parse_part(_: click.Context, __: click.Parameter, text: str | None) -> slice:
    """`2/3` as every third, from the second."""
    number, slash, of = (text or "1/1").partition("/")
    if not (slash and number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise click.BadParameter("wants K/N, for example 2/3")
    return slice(int(number) - 1, None, int(of))


def demands_lean(cases: Path) -> bool:
    """Whether a gate has anything that Lean is asked about."""
    demands: list[Demand | Wanted] = [*read_gate(cases), *read_models(cases)]
    covered = [demand for demand in demands if not demand.without_lean]
    return bool(covered or stated_for_lean(cases) or demanded_theorems(cases))


def left_out(options: Options) -> Iterator[str]:
    """What was left out on request."""
    if not options.lean:
        yield "Lean was not asked, and the faults that only Lean can notice were not planted"
    if not options.compare:
        yield "nothing was compared with what generating gives"


def shown(outcomes: Iterator[Outcome], total: int, quiet: bool) -> Iterable[Outcome]:
    """The same outcomes, with a progress bar where somebody watches."""
    console = Console(stderr=True)
    hidden = quiet or not sys.stderr.isatty()
    return track(outcomes, "mutate", total, console=console, transient=True, disable=hidden)


@click.command("mutate")
@click.option("--cases", type=FOLDER, default=Path("cases"), help="Folder with gate.toml.")
@click.option("--lean-project", type=FOLDER, default=Path("lean"), help="Folder of the Lean project.")
@click.option("--kind", "patterns", multiple=True, metavar="KIND", help="Only these kinds; repeatable.")
@click.option("--kinds", is_flag=True, is_eager=True, expose_value=False, callback=list_kinds,
              help="List the kinds of fault and end.")  # fmt: skip
@click.option("--sample", type=click.IntRange(1), metavar="N", help="Only N faults, of every kind in turn.")
@click.option("--part", callback=parse_part, metavar="K/N", help="Only part K of N parts of all of it.")
@click.option("--seed", type=int, default=0, show_default=True, help="Decides which places are harmed.")
@click.option("--no-compare", is_flag=True, help="Do not compare with what generating gives.")
@click.option("--without-lean", is_flag=True, help="Do not ask Lean; leave out what only Lean sees.")
@click.option("--toolchain", type=click.Choice(CHOICES), default="auto", help="Which Lean.")
@click.option("--timeout", type=click.FloatRange(1), default=DEFAULT_TIMEOUT, show_default=True,
              help="Seconds for one Lean module.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Copies at a time.")
@click.option("--resume", is_flag=True, help="Go on where the journal in --out ends.")
@click.option("--out", type=FOLDER, default=Path("reports/mutate"), show_default=True,
              help="Folder for journal.jsonl, kill-table.txt and kill-table.json.")  # fmt: skip
@click.option("--all", "every", is_flag=True, help="Print every fault.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def mutate(
    cases: Path, lean_project: Path, patterns: tuple[str, ...], sample: int | None, part: slice, seed: int,
    no_compare: bool, without_lean: bool, toolchain: str, timeout: float, jobs: int, resume: bool, out: Path,
    every: bool, as_json: bool,
) -> None:  # fmt: skip
    """Plant faults in copies of the project, one at a time, and see who catches each.

    A fault must be refused by a checker that is independent of the search: the Python checker, Lean, or the
    gate's own lists.  The comparison with what generating gives is shown, but does not count.  Copies without
    a fault, and with one that changes nothing (a certificate scaled by two, a comment removed), must be
    accepted.  The exit code is 1 if a fault survives or such a copy is refused; if the unchanged copy is,
    it is that of the gate, and nothing is planted.
    """
    lean = not without_lean and demands_lean(cases)
    options = Options(not no_compare, lean, toolchain, timeout)
    with tempfile.TemporaryDirectory(prefix="proofcheck-mutate-") as folder:
        project = freeze(cases, lean_project if lean else None, Path(folder, "project"))
        faults = chosen(project, patterns, sample, seed, lean)[part]
        journal = Journal(out / "journal.jsonl", project, options, seed, resume)
        control = unchanged(project, UNCHANGED, options)
        stream = planted(project, faults, options, jobs, journal) if control.good else iter(())
        outcomes = [control, *in_order(faults, shown(stream, len(faults), as_json))]
    write_whole(out / "kill-table.txt", table.listing(outcomes))
    write_whole(out / "kill-table.json", json.dumps(table.as_json(outcomes), indent=1) + "\n")
    if as_json:
        click.echo(json.dumps(table.as_json(outcomes), indent=1))
    else:
        for line in left_out(options):
            click.echo(f"LEFT OUT: {line}")
        table.show(outcomes, Console(width=None if sys.stdout.isatty() else 160), every)
        click.echo(f"every fault, by who caught it: {out / 'kill-table.txt'}")
    sys.exit(EXIT_CODES[table.verdict(outcomes)])
