"""The command line.  Each command reads, calls one function, prints; nothing is decided here."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from proofcheck import __version__
from proofcheck.certificate import check, check_model
from proofcheck.certificate.coverage import coverage
from proofcheck.certificate.document import find, load
from proofcheck.certificate.explain import explain
from proofcheck.certificate.gate import PROBLEM_FILE, choose, demand
from proofcheck.certificate.verify import comparisons
from proofcheck.certificate.write import generate, write_folder
from proofcheck.control.commands import COMMANDS as CONTROL_COMMANDS
from proofcheck.delta.commands import diff
from proofcheck.errors import BadInput, NothingFound
from proofcheck.figures.commands import COMMANDS as FIGURE_COMMANDS
from proofcheck.frontier.commands import COMMANDS as FRONTIER_COMMANDS
from proofcheck.gate.commands import cases_option, check_all, json_option, tell
from proofcheck.gate.plan import named
from proofcheck.gate.progress import progress
from proofcheck.gate.run import alone, run
from proofcheck.index.commands import register
from proofcheck.infer.commands import COMMANDS as INFER_COMMANDS
from proofcheck.lean.build import cpus
from proofcheck.lean.commands import lean
from proofcheck.model.commands import COMMANDS as MODEL_COMMANDS
from proofcheck.model.explain import explain as explain_model
from proofcheck.model.explain import load as load_model
from proofcheck.model.write import MODEL_FILE
from proofcheck.mutate.commands import mutate
from proofcheck.problem.reader import builtin_names
from proofcheck.report.html.commands import report_command
from proofcheck.report.summary import Report
from proofcheck.simulate.commands import COMMANDS as SIMULATE_COMMANDS
from proofcheck.smt.commands import export_smt, smt
from proofcheck.verdict import BAD_INPUT, EXIT_CODES, INTERRUPTED, LOST, MEANING
from proofcheck.work import DEFAULT_TIMEOUT
from proofcheck.workers import processes

STYLES = {"title": "bold", "goal": "bold cyan", "head": "bold yellow", "note": "dim", "bad": "bold red"}

problems_argument = click.argument("problems", nargs=-1)


def finish(report: Report, as_json: bool, every: bool = False) -> None:
    """Print a report and end with its exit code."""
    tell(report, as_json, every)
    sys.exit(report.exit_code)


class Group(click.Group):
    """A group whose commands end with one line for bad input and for Ctrl-C."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; no traceback for what a person can mend."""
        try:
            return super().invoke(ctx)
        except NothingFound as nothing:
            click.echo(f"{nothing.verdict}: {nothing}", err=True)
            sys.exit(EXIT_CODES[nothing.verdict])
        except BadInput as error:
            click.echo(f"proofcheck: {error}", err=True)
            sys.exit(BAD_INPUT)
        except BrokenPipeError:
            sys.exit(0)
        except KeyboardInterrupt:
            click.echo("proofcheck: interrupted; every file is either as before or complete", err=True)
            sys.exit(INTERRUPTED)


def exit_codes() -> str:
    """The table of verdicts for --help."""
    rows = [f"  {code:>3}  {verdict}: {MEANING[verdict]}" for verdict, code in EXIT_CODES.items()]
    rows += ["    2  wrong usage", f"  {BAD_INPUT:>3}  bad input: a file or name cannot be used"]
    rows += [f"   {LOST}  lost: something that was proved is not any more (proofcheck diff)"]
    rows += [f"  {INTERRUPTED}  interrupted"]
    return "\b\nExit codes, the gravest verdict decides:\n" + "\n".join(rows)


@click.group(cls=Group, epilog=exit_codes(), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="proofcheck")
def main() -> None:
    """Structural claims about queueing control, as exact certificates that are checked.

    \b
    proofcheck check-all                   everything the gate demands
    proofcheck explain cases/three_server/routing.K4.y0.json --case y0.x2+
    proofcheck coverage three_server       which leaf closes what

    PROBLEMS are names in cases/gate.toml; without any, all of them.
    """


def parse_sizes(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> dict[str, int]:
    """`m=3` as {"m": 3}."""
    try:
        return {name: int(number) for name, number in (value.split("=") for value in values)}
    except ValueError:
        raise click.BadParameter("wants NAME=NUMBER, for example m=3") from None


@main.command("generate")
@problems_argument
@cases_option
@click.option("--problem", "source", help="Instead: a built-in problem or a .toml file, listed or not.")
@click.option("--size", "sizes", multiple=True, callback=parse_sizes, help="A size of it, such as m=3.")
@click.option("--compare", is_flag=True, help="Write nothing; fail if a file would change.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@json_option
def generate_command(
    problems: tuple[str, ...],
    cases: Path,
    source: str | None,
    sizes: dict[str, int],
    compare: bool,
    jobs: int,
    as_json: bool,
) -> None:
    """Search certificates and write them to cases/<problem>/.

    With --compare nothing is written: files that are missing, foreign or would change are `stale`.
    """
    if sizes and not source:
        raise click.UsageError("--size goes with --problem")
    if source and problems:
        raise click.UsageError("give PROBLEMS or --problem, not both")
    if source == "":
        raise click.UsageError("--problem wants a name or a file")
    if source and source not in builtin_names():
        source = str(Path(source).absolute()) if Path(source).suffix else source
    wanted = [demand(cases, source, sizes, {})] if source else choose(cases, problems)
    if compare:
        finish(Report([alone(comparisons(one, cases), as_json) for one in wanted]), as_json)
    changed: dict[str, list[str]] = {}
    for one in wanted:
        with processes(jobs) as pool:
            files = generate(one.statement, progress(f"search {one.name}", as_json), pool)
        changed[one.name] = []
        try:
            for name in write_folder(one.folder, files):
                changed[one.name].append(name)
        finally:
            if not as_json:
                count = len(changed[one.name])
                click.echo(f"{one.folder}: {len(files)} files, {count} changed; {tally(files)}")
    if as_json:
        click.echo(json.dumps(changed, indent=1))


def tally(files: dict[str, str]) -> str:
    """How many obligations the certificates prove, and which they do not."""
    documents = [json.loads(text) for name, text in files.items() if name != PROBLEM_FILE]
    verdicts = {e["id"]: e["verdict"] for document in documents for e in document["obligations"]}
    rest = [f"{verdict}: {key}" for key, verdict in verdicts.items() if verdict != "proved"]
    return "\n    ".join([f"{len(verdicts) - len(rest)} of {len(verdicts)} proved", *rest])


@main.command("verify")
@click.argument("names", nargs=-1)
@cases_option
@click.option("--all", "every", is_flag=True, help="List the proved obligations too.")
@json_option
def verify_command(names: tuple[str, ...], cases: Path, every: bool, as_json: bool) -> None:
    """Check certificates with the trusted checkers: all that gate.toml demands, or those of NAMES.

    \b
    proofcheck verify three_server            a problem
    proofcheck verify mm1_admission           a model
    proofcheck verify frontier index          lists; model1 or model2 is a part of index
    """
    finish(Report(run(named(cases, names), cpus(), DEFAULT_TIMEOUT)[0]), as_json, every)


@main.command("list")
@problems_argument
@cases_option
@json_option
def list_command(problems: tuple[str, ...], cases: Path, as_json: bool) -> None:
    """List all obligations with what they claim."""
    rows = []
    for one in choose(cases, problems):
        trusted = check.Problem(one.statement)
        for o in trusted.obligations:
            rows.append({"id": o.id, "claim": o.claim, "goal": trusted.words(o.goal, o.symbolic)})
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        return
    for row in rows:
        click.echo(f"{row['id']}\n    {row['claim']}\n    {row['goal']}")
    click.echo(f"{len(rows)} obligations")


@main.command("explain")
@click.argument("certificate", type=click.Path(path_type=Path))
@click.option("--case", "case", default="", help="An obligation, or the end of its id, such as y0.x2+.")
@json_option
def explain_command(certificate: Path, case: str, as_json: bool) -> None:
    """Say why the obligations of a CERTIFICATE file hold, leaf by leaf.

    The file is checked first; what the checker refuses is not explained, and its verdict is the exit code.
    """
    if (certificate.parent / MODEL_FILE).exists():
        document = load(certificate, check_model)
        statement, model = load_model(certificate)
        require_accepted(certificate, check_model.check_file(model, certificate))
        entries = find(document, case)
        told = [(*explain_model(statement, model, entry), ("plain", "")) for entry in entries]
        show_lines(entries, [line for lines in told for line in lines], as_json)
        return
    document = load(certificate)
    try:
        problem = check.Problem(check.read(certificate.parent / PROBLEM_FILE))
    except check.Rejected as refusal:
        raise BadInput(f"{certificate.parent / PROBLEM_FILE}: {refusal}") from None
    require_accepted(certificate, check.check_file(problem, certificate))
    entries = find(document, case)
    lines = [line for entry in entries for line in (*explain(problem, entry), ("plain", ""))]
    show_lines(entries, lines, as_json)


def require_accepted(certificate: Path, verdicts: dict[str, tuple[str, str]]) -> None:
    """End with the reason and its exit code where the checker refused a certificate."""
    for verdict, reason in verdicts.values():
        if verdict in ("error", "stale"):
            click.echo(f"proofcheck: {certificate}: {reason}", err=True)
            sys.exit(EXIT_CODES[verdict])


def show_lines(entries: list[dict[str, Any]], lines: Iterable[tuple[str, str]], as_json: bool) -> None:
    """An explanation, or what it explains as JSON."""
    if as_json:
        click.echo(json.dumps(entries, indent=1))
        return
    console = Console(width=None if sys.stdout.isatty() else 120)
    for style, line in lines:
        console.print(line, style=STYLES.get(style), markup=False, highlight=False, soft_wrap=True)


@main.command("coverage")
@problems_argument
@cases_option
@json_option
def coverage_command(problems: tuple[str, ...], cases: Path, as_json: bool) -> None:
    """Every obligation, the leaves that close it, overlaps, and an uncovered point if there is one."""
    found = [covered for one in choose(cases, problems) for covered in coverage(one)]
    holes = [c for c in found if c.uncovered or c.overlaps]
    if as_json:
        click.echo(json.dumps([asdict(c) for c in found], indent=1))
    else:
        for c in found:
            click.echo(f"{c.id}: {len(c.leaves)} leaves, {c.minimisers} minimisers, {c.excluded} excluded")
            for kind, points in (("UNCOVERED", c.uncovered), ("TWICE", c.overlaps)):
                for point in points[:5]:
                    click.echo(f"    {kind}: {point}")
        leaf_count = sum(len(c.leaves) for c in found)
        click.echo(f"{len(found)} obligations, {leaf_count} leaves, {len(holes)} with holes or overlaps")
    if not found:
        sys.exit(EXIT_CODES["vacuous"])
    sys.exit(EXIT_CODES["unproved"] if holes else 0)


main.add_command(check_all)
main.add_command(diff)
main.add_command(lean)
main.add_command(mutate)
main.add_command(smt)
main.add_command(export_smt)
register(main)


@main.command("problems")
@json_option
def problems_command(as_json: bool) -> None:
    """The built-in problems."""
    names = builtin_names()
    click.echo(json.dumps(names) if as_json else "\n".join(names))


main.add_command(report_command)
for commands in (CONTROL_COMMANDS, FRONTIER_COMMANDS, INFER_COMMANDS, SIMULATE_COMMANDS, FIGURE_COMMANDS):
    for command in commands:
        main.add_command(command)
for command in MODEL_COMMANDS:
    main.add_command(command)
