"""`proofcheck infer`: read, call, print."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from proofcheck.errors import BadInput
from proofcheck.files import write_whole
from proofcheck.infer.candidates import form_of, points
from proofcheck.infer.eliminate import Round
from proofcheck.infer.journal import Journal
from proofcheck.infer.language import Language
from proofcheck.infer.languages import read
from proofcheck.infer.lattice import LARGEST_WEIGHT, TOO_LARGE
from proofcheck.infer.run import Crew, Largest, Settings, largest, mark, minimal, named
from proofcheck.infer.write import as_statement, words
from proofcheck.problem.model import Inequality, State
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
@click.argument("statement", metavar="STATEMENT")
@click.option("--size", "sizes", multiple=True, callback=sizes_of, help="A size of a problem, such as m=3.")
@click.option("--require", "required", multiple=True, metavar="NAME", help="An inequality by its name.")
@click.option("--claims", is_flag=True, help="The claims of STATEMENT must follow.")
@click.option("--box", default="2", show_default=True, help="Largest offsets: one number, or as in 3,2.")
@click.option("--points", type=click.IntRange(2, 8), default=6, show_default=True, help="Most values of f.")
@click.option("--with", "other", metavar="FILE", help="A file whose inequalities are candidates too.")
@click.option("--samples", type=click.IntRange(0), default=200, show_default=True, help="Random functions.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random functions.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes.  Default: one per core.")
@click.option("--scheduler", default="", help="Instead: the address of a dask.distributed scheduler.")
@click.option("--journal", type=path_type, help="File to go on from, if the run is stopped.")
@click.option("--out", type=path_type, help="Write STATEMENT with the inferred cone to this file (.toml).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def infer_command(statement: str, sizes: dict[str, int], as_json: bool, **options: Any) -> None:
    """Infer a cone of value functions for STATEMENT: a model, a problem (.toml), or a built-in problem.

    \b
    proofcheck infer cases/models/tandem_service.toml --claims --out inferred.toml
    proofcheck infer three_server --require K4 --require K6

    Candidates are all balanced inequalities with at most --points values of f in a box of offsets.  Those
    that random functions of every closed cone violate go; of the rest, the largest subset that all operators
    keep and all costs satisfy is found by elimination; then all minimal closed subsets that contain what is
    required and prove the claims.  The inequalities of STATEMENT are not used, only their names (those of
    --with are).

    What is found is proved like any statement, by certificates that the trusted checker accepts; that the
    subsets are the largest and minimal ones is the word of the search.  The result depends on the options and
    the seed, not on --jobs or --scheduler.
    """
    language = read(statement, sizes)
    if options["claims"] and next(language.claims(), None) is None:
        raise BadInput(f"--claims: {language.name} states no claim; name inequalities with --require")
    given = extra(options["other"], language) if options["other"] else []
    known = [*language.cone, *given]
    required = [one_of(known, name) for name in options["required"]]
    asked = bool(required or options["claims"])
    settings = Settings(
        box_of(options["box"], language), options["points"], options["samples"], options["seed"]
    )
    journal = Journal(options["journal"])
    with workers(options["jobs"], options["scheduler"]) as pool:
        found = largest(language, settings, given, Crew(language, pool, journal), told(as_json))
    universe, subsets = minimal(language, found, required, options["claims"])
    if asked and [] in subsets:
        raise BadInput(f"{language.name}: its claims hold of every function; there is no cone to infer")
    names = dict(zip((i.name for i in universe), named(language, universe, known), strict=True))
    order = [i.name for i in (*known, *names.values())]
    cones = [sorted((names[i.name] for i in s), key=lambda i: order.index(i.name)) for s in subsets]
    results = [prove(language, cone, number) for number, cone in enumerate(cones)]
    if as_json:
        click.echo(json.dumps(as_data(found, names, cones, results), indent=1))
    else:
        show(language, found, [names[i.name] for i in found.generators], cones, results, asked)
    for number, cone in enumerate(cones if options["out"] else []):
        path = numbered(options["out"], number)
        write_whole(path, language.text(cone, inferred(language, number)))
        click.echo(f"written: {path}", err=as_json)
    if asked:
        sys.exit(EXIT_CODES[gravest(r for one in results for r in one) if cones else "unproved"])


def extra(source: str, language: Language) -> list[Inequality]:
    """The inequalities of another problem or model with the same coordinates."""
    other = read(source)
    tops = [[c.top for c in one.coordinates] for one in (language, other)]
    if tops[0] != tops[1]:
        raise BadInput(f"--with {source}: coordinates up to {tops[1]}, but {language.name} has {tops[0]}")
    for i in other.cone:
        if any(i.name == one.name and mark(i) != mark(one) for one in language.cone):
            raise BadInput(f"--with {source}: {i.name} is the name of another inequality in {language.name}")
        if points(form_of(i)) > LARGEST_WEIGHT:
            raise BadInput(f"--with {source}: {i.name}: {TOO_LARGE}")
    return list(other.cone)


def one_of(known: list[Inequality], name: str) -> Inequality:
    """The inequality with this name."""
    found = next((i for i in known if i.name == name), None)
    if found is None:
        raise BadInput(f"--require {name}: there are {', '.join(i.name for i in known)}")
    return found


def box_of(text: str, language: Language) -> State:
    """`2` or `3,2` as a box."""
    parts, dimension = text.split(","), len(language.coordinates)
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


def inferred(language: Language, number: int) -> str:
    """The name of the statement with the inferred cone."""
    return f"{language.name[:45]}_inferred{number + 1 if number else ''}"


def numbered(path: Path, number: int) -> Path:
    """The file for one of several subsets."""
    return path.with_stem(f"{path.stem}_{number + 1}") if number else path


def prove(language: Language, cone: list[Inequality], number: int) -> list[Result]:
    """The verdicts of the trusted checker on all obligations with this cone."""
    files = language.certificates(cone, inferred(language, number))
    documents = map(json.loads, files.values())
    return [Result(entry["id"], entry["verdict"]) for one in documents for entry in one["obligations"]]


def show(
    language: Language,
    found: Largest,
    generators: list[Inequality],
    cones: list[list[Inequality]],
    results: list[list[Result]],
    asked: bool,
) -> None:
    """The result, for people."""
    click.echo(f"{found.candidates} candidates, {found.unviolated} of them violated by no random function")
    click.echo(f"largest closed subset: {found.alive}, which follow from {len(generators)}")
    wide = max((len(i.name) for i in generators), default=0) + 2
    for i in generators:
        click.echo(f"    {i.name:<{wide}}{words(language.coordinates, i):<60} {i.standard}".rstrip())
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
