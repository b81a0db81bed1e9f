"""`proofcheck smt` and `proofcheck export-smt`: the certificates put before SMT solvers."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from proofcheck.certificate.gate import Demand, read_gate, select
from proofcheck.errors import BadInput
from proofcheck.files import write_whole
from proofcheck.model.gate import Wanted, read_models
from proofcheck.report.summary import Report, Section, show
from proofcheck.smt.queries import Query
from proofcheck.smt.run import TIMEOUT, questions, sections
from proofcheck.smt.solvers import SOLVERS

cases_option = click.option(
    "--cases", type=click.Path(path_type=Path), default=Path("cases"), help="Folder with gate.toml."
)


def chosen(cases: Path, names: tuple[str, ...]) -> list[Demand | Wanted]:
    """The problems and models of the gate with these names or folders, or all of them."""
    every: list[Demand | Wanted] = [*read_gate(cases), *read_models(cases)]
    return select(cases, every, names, "problem or model")


def smt_sections(
    asked: Iterable[Demand | Wanted], solvers: Sequence[str], timeout: float, quiet: bool
) -> list[Section]:
    """The sections of problems and models, with a progress bar where somebody watches."""

    def progress(found: Sequence[Query]) -> Iterable[Query]:
        hidden = quiet or not sys.stderr.isatty()
        return track(found, "smt", console=Console(stderr=True), transient=True, disable=hidden)

    return [section for one in asked for section in sections(one, solvers, timeout, progress)]


@click.command("smt")
@click.argument("names", nargs=-1)
@cases_option
@click.option("--solver", "solvers", multiple=True, type=click.Choice(list(SOLVERS)), default=list(SOLVERS),
              help="Only this one; may be repeated.")  # fmt: skip
@click.option("--timeout", type=click.FloatRange(0.001), default=TIMEOUT, show_default=True,
              help="Seconds for one question.")  # fmt: skip
@click.option("--all", "every", is_flag=True, help="List what is confirmed too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def smt(
    names: tuple[str, ...], cases: Path, solvers: tuple[str, ...], timeout: float, every: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Have z3 and cvc5 decide every leaf, and that nothing is left out.

    NAMES are problems and models of the gate; without a name, all of them.  The solvers
    are given all hypotheses on a window, not the multipliers.  A solver that answers otherwise than the
    certificate says, or otherwise than the other solver, is a `disagreement`.
    """
    report = Report(smt_sections(chosen(cases, names), solvers, timeout, as_json))
    if as_json:
        click.echo(json.dumps(report.as_json(), indent=1))
    else:
        show(report, Console(width=None if sys.stdout.isatty() else 120), every)
    sys.exit(report.exit_code)


@click.command("export-smt")
@click.argument("names", nargs=-1)
@cases_option
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for the .smt2 files.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def export_smt(names: tuple[str, ...], cases: Path, out: Path, as_json: bool) -> None:
    """Write every question as an SMT-LIB 2 file: each leaf, each split, each exclusion, each range of states.

    NAMES are problems and models of the gate; without a name, all of them.
    `unsat` means that a goal follows, or that nothing is left out.  The file of a leaf holds all hypotheses
    on its window, not only those the certificate uses, so a solver decides anew.  A refuted leaf must be
    `sat`; index.json says what is expected, `unknown` where the certificate leaves a case open.
    """
    index: dict[str, str] = {}
    for one in chosen(cases, names):
        asked, silent = questions(one)
        for key, why in silent.items():
            raise BadInput(f"{key}: {why}")
        for query in asked:
            write_whole(out / f"{query.name}.smt2", query.text)
            index[f"{query.name}.smt2"] = query.expected
    write_whole(out / "index.json", json.dumps(index, indent=1) + "\n")
    click.echo(json.dumps(index, indent=1) if as_json else f"{out}: {len(index)} queries, index.json")
