"""`proofcheck lean ...`: emit, build, audit, accept."""

from __future__ import annotations

import functools
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from proofcheck.certificate.gate import Demand, demanded_theorems, read_gate
from proofcheck.certificate.write import replace_file
from proofcheck.errors import BadInput
from proofcheck.lean import audit as auditing
from proofcheck.lean import build as building
from proofcheck.lean.build import DEFAULT_TIMEOUT
from proofcheck.lean.emit import GENERATED
from proofcheck.lean.errors import LeanError
from proofcheck.lean.report import BuildReport, Step
from proofcheck.lean.run import Settings, audited, differing, emitted
from proofcheck.lean.toolchain import CHOICES, STATE_DIR, find
from proofcheck.model.gate import Wanted, read_models
from proofcheck.verdict import EXIT_CODES

OPTIONS = (
    click.option(
        "--lean-project",
        type=click.Path(path_type=Path),
        default=Path("lean"),
        help="Folder of the Lean project.",
    ),
    click.option(
        "--toolchain",
        type=click.Choice(CHOICES),
        default="auto",
        help="Which Lean: lake on PATH, the library in the wheel, or (auto) the first of them.",
    ),
    click.option("--fresh", is_flag=True, help="Build from clean: use no product that is on disk."),
    click.option("--jobs", type=click.IntRange(1), help="Processes at a time; all cores unless given."),
    click.option(
        "--timeout",
        type=click.FloatRange(1),
        default=DEFAULT_TIMEOUT,
        show_default=True,
        help="Seconds for one Lean module; in check-all for one certificate too.",
    ),
)


cases_option = click.option(
    "--cases",
    type=click.Path(path_type=Path),
    default=Path("cases"),
    help="Folder with gate.toml, which names the theorems demanded.",
)


def lean_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command that runs Lean; `--fresh` is done with before the command begins."""

    @functools.wraps(command)
    def begin(*args: Any, fresh: bool, lean_project: Path, **others: Any) -> Any:
        if fresh:
            for products in (lean_project / STATE_DIR, lean_project / ".lake" / "build"):
                shutil.rmtree(products, ignore_errors=True)
        return command(*args, lean_project=lean_project, **others)

    wrapped: Callable[..., Any] = begin
    for option in reversed(OPTIONS):
        wrapped = option(wrapped)
    return wrapped


class Bar:
    """A progress bar on stderr for a build; nothing where nobody watches."""

    def __init__(self, quiet: bool) -> None:
        self.on = not quiet and sys.stderr.isatty()
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        self.bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not self.on)
        self.task = self.bar.add_task("lean")

    def __enter__(self) -> Bar:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def __call__(self, step: Step) -> None:
        """Show a step of the build."""
        self.bar.update(self.task, completed=step.done, total=step.total, description=step.module)


@click.group("lean")
def lean() -> None:
    """The companion Lean project: write its data, build it, audit its theorems."""


@lean.command("emit")
@click.option("--cases", type=click.Path(path_type=Path), default=Path("cases"))
@click.option("--lean-project", type=click.Path(path_type=Path), default=Path("lean"))
@click.option("--compare", is_flag=True, help="Write nothing; fail if a file would change.")
def emit_command(cases: Path, lean_project: Path, compare: bool) -> None:
    """Write lean/ProofCheck/Generated/*.lean from the certificates under cases/."""
    demands: list[Demand | Wanted] = [*read_gate(cases), *read_models(cases)]
    files = emitted([demand for demand in demands if not demand.without_lean])
    changed = differing(lean_project, files)
    for name in changed:
        click.echo(f"{'stale' if compare else 'written' if name in files else 'removed'}  {name}")
    if compare:
        sys.exit(EXIT_CODES["stale"] if changed else 0)
    try:
        (lean_project / GENERATED).mkdir(parents=True, exist_ok=True)
        for name in changed:
            if name in files:
                replace_file(lean_project / name, files[name])
            else:
                (lean_project / name).unlink()
    except OSError as error:
        raise BadInput(f"{error.filename}: {error.strerror}") from None
    click.echo(f"{lean_project / GENERATED}: {len(files)} files, {len(changed)} changed")


def failed(error: LeanError) -> None:
    """End with one line and the exit code of the error's verdict."""
    click.echo(f"proofcheck: {error}", err=True)
    sys.exit(EXIT_CODES[error.verdict])


@lean.command("build")
@lean_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def build_command(
    lean_project: Path, toolchain: str, jobs: int | None, timeout: float, as_json: bool
) -> None:
    """Build every module of the Lean project; what has not changed is not built again."""
    try:
        with Bar(as_json) as bar:
            found = find(toolchain, root=lean_project)
            report = building.build(lean_project, found, jobs=jobs, timeout=timeout, progress=bar)
    except LeanError as error:
        failed(error)
    if as_json:
        click.echo(json.dumps(report.to_json(), indent=1))
    else:
        for message in report.failures:
            click.echo(str(message), err=True)
        done = sum(module.status == "built" for module in report.modules)
        click.echo(f"{report.toolchain}: {len(report.modules)} modules, {done} built, {report.seconds:.1f} s")
    sys.exit(0 if report.ok else EXIT_CODES["error"])


@lean.command("audit")
@lean_options
@cases_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def audit_command(
    lean_project: Path, toolchain: str, jobs: int | None, timeout: float, cases: Path, as_json: bool
) -> None:
    """Per theorem: is it present, what does it say, which axioms does it use?

    Fails on an axiom, an error or a warning, a missing theorem, `sorry`, and a statement that is
    not what lean/statements.lock says.
    """
    try:
        with Bar(as_json) as bar:
            settings = Settings(lean_project, toolchain, jobs, timeout, bar, tuple(demanded_theorems(cases)))
            report = audited(settings)
    except LeanError as error:
        failed(error)
    require_built(report.built)
    if as_json:
        click.echo(json.dumps(report.to_json(), indent=1))
    else:
        for finding in report.findings:
            click.echo(str(finding), err=True)
        clean = sum(row.present and row.axioms == () for row in report.theorems)
        count, found = len(report.theorems), len(report.findings)
        click.echo(f"{count} theorems, {clean} without axioms, {found} findings")
    sys.exit(0 if report.ok else EXIT_CODES["error"])


def require_built(report: BuildReport) -> None:
    """End with Lean's own messages if the project does not build."""
    if not report.ok:
        for message in report.failures:
            click.echo(str(message), err=True)
        click.echo(f"proofcheck: not built: {', '.join(report.left_out)}", err=True)
        sys.exit(EXIT_CODES["error"])


@lean.command("accept")
@lean_options
@cases_option
def accept_command(
    lean_project: Path, toolchain: str, jobs: int | None, timeout: float, cases: Path
) -> None:
    """Record the present statements, and what gate.toml demands, in lean/statements.lock, deliberately."""
    demanded = demanded_theorems(cases)
    try:
        with Bar(False) as bar:
            found = find(toolchain, root=lean_project)
            done = auditing.accept(
                lean_project, found, demanded=demanded, jobs=jobs, timeout=timeout, progress=bar
            )
    except LeanError as error:
        failed(error)
    for finding in (*done.obstacles, *done.changes):
        click.echo(str(finding))
    recorded = f"statements.lock: {len(done.changes)} changes recorded"
    click.echo(recorded if done.written else "nothing written: mend the above first")
    sys.exit(0 if done.written else EXIT_CODES["error"])
