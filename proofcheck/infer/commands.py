"""`proofcheck infer`: read, call, print."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from proofcheck.certificate.gate import PROBLEM_FILE
from proofcheck.certificate.write import generate
from proofcheck.errors import BadInput
from proofcheck.files import write_whole
from proofcheck.infer.eliminate import Round
from proofcheck.infer.journal import Journal
from proofcheck.infer.run import Crew, Largest, Settings, largest, minimal, named
from proofcheck.infer.write import as_statement, toml, with_cone
from proofcheck.problem.model import Inequality, Problem, State, Term, from_statement
from proofcheck.problem.reader import read_statement
from proofcheck.verdict import EXIT_CODES, Result, gravest
from proofcheck.workers import workers

path_type = click.Path(path_type=Path)


def sizes_of(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> dict[str, int]:
    """`m=3` as {"m": 3}."""
    try:
        return {name: int(number) for name, number in (value.split("=") for value in values)}
    except ValueError:
        raise click.BadParameter("wants NAME=NUMBER, for example m=3") from None


@click.command("infer")
@click.argument("problem")
@click.option("--size", "sizes", multiple=True, callback=sizes_of, help="A size of it, such as m=3.")
@click.option("--require", "required", multiple=True, metavar="NAME", help="An inequality by its name.")
@click.option("--claims", is_flag=True, help="The claims of PROBLEM must follow.")
@click.option("--box", default="2", show_default=True, help="Largest offsets: one number, or as in 3,2.")
@click.option("--points", type=click.IntRange(2, 8), default=6, show_default=True, help="Most values of f.")
@click.option("--with", "other", metavar="FILE", help="A problem whose inequalities are candidates too.")
@click.option("--samples", type=click.IntRange(0), default=200, show_default=True, help="Random functions.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random functions.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes.  Default: one per core.")
@click.option("--scheduler", default="", help="Instead: the address of a dask.distributed scheduler.")
@click.option("--journal", type=path_type, help="File to go on from, if the run is stopped.")
@click.option("--out", type=path_type, help="Write the problem with the inferred cone to this file (.toml).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def infer_command(problem: str, sizes: dict[str, int], as_json: bool, **options: Any) -> None:
    """Infer a cone of value functions for PROBLEM, a built-in problem or a .toml file.

    \b
    proofcheck infer three_server --claims
    proofcheck infer three_server --require K4 --require K6 --out inferred.toml

    Candidates are all balanced inequalities with at most --points values of f in a box of offsets.  Those
    that random functions of every closed cone violate go; of the rest, the largest subset that routing and
    all events keep is found by elimination; then all minimal closed subsets that contain what is required
    and prove the claims.  The inequalities of PROBLEM are not used, only their names (those of --with are).

    What is found is proved like any problem, by certificates that the trusted checker accepts; that the
    subsets are the largest and minimal ones is the word of the search.  The result depends on the options and
    the seed, not on --jobs or --scheduler.
    """
    statement = read_statement(problem, sizes)
    whole = from_statement(statement)
    given = extra(options["other"], whole) if options["other"] else []
    known = [*whole.cone, *given]
    required = [one_of(known, name) for name in options["required"]]
    asked = bool(required or options["claims"])
    settings = Settings(box_of(options["box"], whole), options["points"], options["samples"], options["seed"])
    journal = Journal(options["journal"])
    with workers(options["jobs"], options["scheduler"]) as pool:
        found = largest(whole, settings, given, Crew(whole, pool, journal), told(as_json))
    universe, subsets = minimal(whole, found, required, options["claims"])
    names = dict(zip((i.name for i in universe), named(whole, universe, known), strict=True))
    order = [i.name for i in (*known, *names.values())]
    cones = [sorted((names[i.name] for i in s), key=lambda i: order.index(i.name)) for s in subsets]
    results = [prove(statement, cone, number) for number, cone in enumerate(cones)]
    if as_json:
        click.echo(json.dumps(as_data(found, names, cones, results), indent=1))
    else:
        show(whole, found, [names[i.name] for i in found.generators], cones, results, asked)
    for number, cone in enumerate(cones if options["out"] else []):
        path = numbered(options["out"], number)
        note = "Inferred by proofcheck infer; the format is explained in docs/problem-format.md."
        write_whole(path, toml(with_cone(statement, cone, named_problem(statement, number)), note))
        click.echo(f"written: {path}", err=as_json)
    if asked:
        sys.exit(EXIT_CODES[gravest(r for one in results for r in one) if cones else "unproved"])


def extra(source: str, problem: Problem) -> list[Inequality]:
    """The inequalities of another problem with the same coordinates."""
    other = from_statement(read_statement(source))
    tops = [[c.top for c in one.coordinates] for one in (problem, other)]
    if tops[0] != tops[1]:
        raise BadInput(f"--with {source}: coordinates up to {tops[1]}, but {problem.name} has {tops[0]}")
    return list(other.cone)


def one_of(known: list[Inequality], name: str) -> Inequality:
    """The inequality with this name."""
    found = next((i for i in known if i.name == name), None)
    if found is None:
        raise BadInput(f"--require {name}: there are {', '.join(i.name for i in known)}")
    return found


def box_of(text: str, problem: Problem) -> State:
    """`2` or `3,2` as a box."""
    parts, dimension = text.split(","), len(problem.coordinates)
    if len(parts) not in (1, dimension) or not all(p.isdecimal() and len(p) < 3 for p in parts):
        raise BadInput(f"--box {text}: wants one small number, or {dimension} separated by commas")
    box = tuple(map(int, parts))
    return box if len(box) == dimension else box * dimension


def told(quiet: bool) -> Callable[[Iterator[Round]], Iterable[Round]]:
    """The rounds, each told as it ends."""

    def tell(rounds: Iterator[Round]) -> Iterator[Round]:
        for number, one in enumerate(rounds, 1):
            if not quiet:
                said = f"{one.alive} candidates from {one.generators}, {one.open} not kept, {one.gone} go"
                click.echo(f"round {number}: {said}", err=True)
            yield one

    return tell


def named_problem(statement: dict[str, Any], number: int) -> str:
    """The name of the problem with the inferred cone."""
    return f"{statement['name'][:45]}_inferred{number + 1 if number else ''}"


def numbered(path: Path, number: int) -> Path:
    """The file for one of several subsets."""
    return path.with_stem(f"{path.stem}_{number + 1}") if number else path


def prove(statement: dict[str, Any], cone: list[Inequality], number: int) -> list[Result]:
    """The verdicts of the trusted checker on all obligations with this cone."""
    files = generate(with_cone(statement, cone, named_problem(statement, number)))
    documents = [json.loads(text) for name, text in files.items() if name != PROBLEM_FILE]
    return [Result(entry["id"], entry["verdict"]) for one in documents for entry in one["obligations"]]


def words(problem: Problem, i: Inequality) -> str:
    """The inequality, written out."""

    def value(term: Term) -> str:
        parts = zip(problem.coordinates, term.at, strict=True)
        inside = ",".join(f"{c.name}+{step}" if step else c.name for c, step in parts)
        return f"{term.times if term.times > 1 else ''} f({inside})".strip()

    return " <= ".join(" + ".join(map(value, side)) for side in (i.sides.lesser, i.sides.greater))


def show(
    problem: Problem,
    found: Largest,
    generators: list[Inequality],
    cones: list[list[Inequality]],
    results: list[list[Result]],
    asked: bool,
) -> None:
    """The result, for people."""
    click.echo(f"{found.candidates} candidates, {found.unviolated} of them violated by no random function")
    click.echo(f"largest closed subset: {found.alive}, which follow from {len(generators)}")
    for i in generators:
        click.echo(f"    {i.name:<4}{words(problem, i):<60} {i.standard}".rstrip())
    if asked and not cones:
        click.echo("no closed subset of the candidates contains and proves what is asked for")
    for number, (cone, verdicts) in enumerate(zip(cones, results, strict=True), 1):
        proved = sum(r.verdict == "proved" for r in verdicts)
        click.echo(f"minimal closed subset {number} of {len(cones)}: {' '.join(i.name for i in cone)}")
        click.echo(f"    {proved} of {len(verdicts)} obligations proved")
        for r in verdicts:
            if r.verdict != "proved":
                click.echo(f"    {r.verdict}: {r.id}")


def as_data(
    found: Largest, names: dict[str, Inequality], cones: list[list[Inequality]], results: list[list[Result]]
) -> dict[str, Any]:
    """The result, for programs."""
    return {
        "candidates": found.candidates,
        "unviolated": found.unviolated,
        "closed": found.alive,
        "generators": [as_statement(names[i.name]) for i in found.generators],
        "minimal": [
            {
                "names": [i.name for i in cone],
                "inequalities": [as_statement(i) for i in cone],
                "obligations": len(verdicts),
                "open": {r.id: r.verdict for r in verdicts if r.verdict != "proved"},
            }
            for cone, verdicts in zip(cones, results, strict=True)
        ],
    }


COMMANDS = (infer_command,)
