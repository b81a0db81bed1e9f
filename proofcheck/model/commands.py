"""`proofcheck prove` and `proofcheck new`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable
from importlib import resources
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from proofcheck.certificate.model_statement import Obligation
from proofcheck.certificate.write import write_folder
from proofcheck.errors import BadInput
from proofcheck.files import write_whole
from proofcheck.model import gate
from proofcheck.model.reader import statement
from proofcheck.model.write import generate
from proofcheck.report.summary import Report, Section, show
from proofcheck.tables import parse_table

path_type = click.Path(path_type=Path)


def progress(what: str, quiet: bool) -> Callable[[list[Obligation]], Iterable[Obligation]]:
    """A progress bar on stderr, for people only."""

    def wrap(found: list[Obligation]) -> Iterable[Obligation]:
        if quiet or not sys.stderr.isatty():
            return found
        return track(found, description=f"{what:<24}", console=Console(stderr=True), transient=True)

    return wrap


@click.command("prove")
@click.argument("models", nargs=-1, required=True, type=path_type)
@click.option(
    "--out", type=path_type, help="Folder for the certificates.  [default: the model's name, beside it]"
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    help="Seconds for one obligation.  [default: no limit]",
)
@click.option("--all", "every", is_flag=True, help="List the proved obligations too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def prove_command(
    models: tuple[Path, ...], out: Path | None, jobs: int, timeout: float | None, every: bool, as_json: bool
) -> None:
    """Prove or refute what MODELS (.toml) claim: search certificates, write them, check them.

    A model states operators and a cone of functions; proved is that every operator keeps the cone, that
    the costs are in it, and the claims.  `proofcheck new` writes a model to begin with;
    docs/model-format.md has the language.

    An obligation that is not searched in --timeout seconds ends the command with the exit code of `timeout`;
    of its model nothing is written.
    """
    if out is not None and len(models) > 1:
        raise click.UsageError("--out goes with one model")
    report = Report()
    for source in models:
        one = gate.wanted(source, {})
        one = gate.Wanted(one.statement, out or one.folder, {}, False)
        start = time.perf_counter()
        files = generate(one.statement, progress(f"prove {one.name}", as_json), jobs, timeout)
        changed = list(write_folder(one.folder, files))
        results = gate.verify(one)
        report.sections.append(Section(one.name, "python", results, time.perf_counter() - start))
        if not as_json:
            click.echo(f"{one.folder}: {len(files)} files, {len(changed)} changed")
    if as_json:
        click.echo(json.dumps(report.as_json(), indent=1))
    else:
        show(report, Console(width=None if sys.stdout.isatty() else 120), every)
    sys.exit(report.exit_code)


@click.command("new")
@click.argument("name")
def new_command(name: str) -> None:
    """Write NAME.toml, a commented model that proves something, to begin with."""
    path = Path(f"{name}.toml")
    text = (resources.files("proofcheck.model") / "skeleton.toml").read_text("utf-8")
    text = text.replace('"my_queue"', json.dumps(path.stem), 1)
    statement(parse_table(text, name), name)
    if path.exists():
        raise BadInput(f"{path}: is there already; nothing was written")
    write_whole(path, text)
    click.echo(f"{path}: written; now run: proofcheck prove {path}")


COMMANDS = (prove_command, new_command)
