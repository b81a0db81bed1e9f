"""The commands of the restless-bandit models: index, thresholds, certify, hunt.

Each reads its numbers exactly, calls one function and prints; nothing is decided here.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.progress import track

from proofcheck.certificate.write import write_folder
from proofcheck.errors import BadInput
from proofcheck.files import require_ordinary
from proofcheck.index import hunt as hunting
from proofcheck.index import model1, optimal
from proofcheck.index.api import index_table
from proofcheck.index.certify import certify as decide
from proofcheck.index.certify import default_delta
from proofcheck.index.enclosure import Enclosure, Index, Undecided
from proofcheck.index.gate import (
    generated,
    read_index_gate,
)
from proofcheck.index.instance import MOST_DIGITS, MOST_K, MOST_TAU, Instance, exact, instance, whole
from proofcheck.index.path import policies
from proofcheck.index.plots import draw
from proofcheck.verdict import EXIT_CODES, MEANING, gravest
from proofcheck.workers import workers

T = TypeVar("T")
Command = Callable[..., Any]
FOUND = ("proved", "refuted", "unproved")
CODES = "\b\nExit codes:\n" + "\n".join(f"  {EXIT_CODES[v]:>2}  {v}: {MEANING[v]}" for v in FOUND)
LIMITS = f"K up to {MOST_K}, tau up to {MOST_TAU}, digits up to {MOST_DIGITS}."


def arm_options(command: Command) -> Command:
    """--K, --beta, --mu or --law, as every command here has them."""
    for option in (
        click.option("--law", metavar="P0,P1,..", help="Instead of --mu: chances of 0, 1, .. departures."),
        click.option("--mu", metavar="NUMBER", help="Mean departures per slot (Poisson): 0.5 or 1/2."),
        click.option("--beta", metavar="NUMBER", required=True, help="Discount factor, 0 < beta < 1: 0.99."),
        click.option("--K", "size", metavar="K", required=True, help="Places in the queue."),
    ):
        command = option(command)
    return command


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
digits_option = click.option(
    "--digits", default="12", show_default=True, help="Significant digits, all right."
)
tau_option = click.option(
    "--tau", required=True, metavar="AGE", help="An age, or several: 5, 1..30 or 1,2,8."
)


def answering(command: Command) -> Command:
    """One line and the right exit code where the answer is not known, or the claim fails."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> Any:
        try:
            return command(*arguments, **options)
        except Undecided as reason:
            click.echo(f"unproved: {reason}", err=True)
            sys.exit(EXIT_CODES["unproved"])
        except optimal.Violated as violation:
            claim = "thresholds that rise with q and with the subsidy"
            click.echo(f"refuted: no optimal {claim}: {violation}", err=True)
            sys.exit(EXIT_CODES["refuted"])

    return run


def several(text: str, name: str, low: int, high: int) -> list[int]:
    """Whole numbers from 5, 1..30 or 1,2,8."""
    found: list[int] = []
    for part in text.split(","):
        ends = re.fullmatch(r"\s*([0-9]+)\s*\.\.\s*([0-9]+)\s*", part, re.ASCII)
        first, last = (ends[1], ends[2]) if ends else (part, part)
        begin, end = whole(first, name, low, high), whole(last, name, low, high)
        if begin > end:
            raise BadInput(f"{name}: {part} is empty")
        found += range(begin, end + 1)
    return found


@click.group()
def index() -> None:
    """Whittle indices with guaranteed digits.

    \b
    proofcheck index model2 --K 6 --mu 0.5 --beta 0.99 --q 6 --tau 1 --digits 30
    proofcheck index model1 --K 6 --mu 0.5 --beta 0.99 --tau 1..30 > table.csv

    Model 1 (finite queues): a state is the age tau of the last probe.  Model 2 (blocking queues): a state is
    (q, tau), the backlog last seen and its age.  Every digit printed is right: the error is below one unit of
    the last.  Decimals are exact: 0.1 is 1/10.
    """


def print_indices(
    table: dict[tuple[int, ...], Index],
    about: dict[str, Any],
    as_json: bool,
    more: dict[str, list[Enclosure]] | None = None,
) -> None:
    """One index as a line, several as CSV, or JSON; with `more` columns."""
    names = ("q", "tau") if len(next(iter(table))) == 2 else ("tau",)
    rows = [
        dict(zip(names, state, strict=True))
        | {name: column[k].text for name, column in (more or {}).items()}
        | {"index": i.text, "K_minus_index": i.below_K.text}
        for k, (state, i) in enumerate(table.items())
    ]
    if as_json:
        click.echo(json.dumps(about | {"indices": rows}, indent=1))
    elif len(rows) == 1:
        click.echo(f"{rows[0]['index']}    (K - index = {rows[0]['K_minus_index']})")
    else:
        print_csv(rows)


def print_csv(rows: list[dict[str, Any]]) -> None:
    """Rows with the same keys, as CSV with a heading."""
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    click.echo(out.getvalue(), nl=False)


@index.command("model1", epilog=LIMITS)
@arm_options
@tau_option
@digits_option
@json_option
@answering
def index_model1(size: str, beta: str, mu: str, law: str, tau: str, digits: str, as_json: bool) -> None:
    """Index of state tau in Model 1: W(tau+1), a closed form that is proved increasing.

    Tables and JSON have the expected backlog E(tau) too, and W(tau), the subsidy at which the thresholds
    tau - 1 and tau are equally good.
    """
    arm, wanted = instance(size, beta, mu=mu, law=law), int_digits(digits)
    ages = several(tau, "tau", 1, MOST_TAU)
    table = index_table(model=1, K=arm.K, beta=beta, mu=mu, law=law, taus=ages, digits=wanted)
    more = {
        "E": [model1.expected_backlog(arm, age, wanted) for age in ages],
        "W": model1.equal_subsidies(arm, ages, wanted),
    }
    print_indices(table, {"model": 1, "instance": str(arm)}, as_json, more)


@index.command("model2", epilog=LIMITS)
@arm_options
@click.option("--q", "q", metavar="Q", help="Backlog last seen, 0..K; several as 1..6.  Default: 1..K.")
@tau_option
@digits_option
@json_option
@answering
def index_model2(
    size: str, beta: str, mu: str, law: str, q: str | None, tau: str, digits: str, as_json: bool
) -> None:
    """Index of state (q, tau) in Model 2: the subsidy at which the state turns passive.

    It is printed only when every smaller subsidy is certified: threshold policies are optimal and passive
    sets nested up to there.
    """
    arm = instance(size, beta, mu=mu, law=law)
    seen = list(range(1, arm.K + 1)) if q is None else several(q, "q", 0, arm.K)
    ages = several(tau, "tau", 1, MOST_TAU)
    table = index_table(
        model=2, K=arm.K, beta=beta, mu=mu, law=law, q=seen, taus=ages, digits=int_digits(digits)
    )
    print_indices(table, {"model": 2, "instance": str(arm)}, as_json)


def int_digits(text: str) -> int:
    """The number of digits."""
    return whole(text, "digits", 1, MOST_DIGITS)


@index.command("plot")
@arm_options
@click.option("--ages", default="40", show_default=True, help="Ages 1..AGES.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A .png, .svg or .pdf file.")
def plot(size: str, beta: str, mu: str, law: str, ages: str, out: Path) -> None:
    """Draw Model 2: thresholds against the subsidy, and the index of every (q, tau)."""
    draw(instance(size, beta, mu=mu, law=law), whole(ages, "ages", 1, 10_000), out)
    click.echo(str(out))


@click.group()
def thresholds() -> None:
    """Optimal ages to probe at, for a subsidy gamma.

    \b
    proofcheck thresholds model2 --K 6 --mu 0.5 --beta 0.99 --gamma 3
    """


gamma_option = click.option("--gamma", metavar="NUMBER", required=True, help="The subsidy for idling, 0..K.")


@thresholds.command("model1")
@arm_options
@gamma_option
@json_option
@answering
def thresholds_model1(size: str, beta: str, mu: str, law: str, gamma: str, as_json: bool) -> None:
    """The age t with W(t) <= gamma <= W(t+1): probe at age t and later."""
    found = model1.threshold(instance(size, beta, mu=mu, law=law), exact(gamma, "gamma"))
    words = "never probe" if found is None else str(found)
    click.echo(json.dumps({"gamma": gamma, "threshold": found}) if as_json else words)


@thresholds.command("model2")
@arm_options
@gamma_option
@json_option
@answering
def thresholds_model2(size: str, beta: str, mu: str, law: str, gamma: str, as_json: bool) -> None:
    """For each q the age from which on probing is optimal; certified for all ages."""
    found = optimal.thresholds(instance(size, beta, mu=mu, law=law), exact(gamma, "gamma"))
    if as_json:
        click.echo(json.dumps({"gamma": gamma, "thresholds": None if found is None else list(found)}))
    elif found is None:
        click.echo("never probe")
    else:
        for q, t in enumerate(found, 1):
            click.echo(f"q = {q}: probe from age {t} on")


@thresholds.command("path", epilog=LIMITS)
@arm_options
@click.option("--delta", metavar="NUMBER", help="All subsidies in [0, K - delta].  Default: K/10^9.")
@digits_option
@json_option
@answering
def thresholds_path(
    size: str, beta: str, mu: str, law: str, delta: str | None, digits: str, as_json: bool
) -> None:
    """All breakpoints of Model 2 as the subsidy rises, each with the thresholds t_1..t_K below and above it.

    \b
    proofcheck thresholds path --K 4 --mu 0.5 --beta 0.99 --delta 1

    A breakpoint is printed once the interval before it is certified.  Thresholds grow without bound as the
    subsidy nears K, so breakpoints pile up there.
    """
    arm = instance(size, beta, mu=mu, law=law)
    margin = default_delta(arm) if delta is None else exact(delta, "delta")
    if not 0 < margin < arm.K:
        raise BadInput(f"delta: {margin} is not between 0 and K = {arm.K} (both excluded)")
    rows: list[dict[str, Any]] = [
        {"gamma": p.index.text, "K_minus_gamma": p.index.below_K.text, "q": p.q, "age": p.age}
        | {"below": below, "above": above}
        for p, below, above in policies(arm, arm.K - margin, int_digits(digits))
    ]
    if as_json:
        about = {"model": 2, "instance": str(arm), "delta": str(margin), "start": list(arm.start)}
        click.echo(json.dumps(about | {"breakpoints": rows}, indent=1))
    elif rows:
        sides = ("below", "above")
        print_csv([row | {side: " ".join(map(str, row[side])) for side in sides} for row in rows])
    else:
        click.echo(f"no breakpoint in [0, {arm.K - margin}]")


@click.group()
def certify() -> None:
    """Certificates of indexability, checked by a small stand-alone program.

    \b
    proofcheck certify model2 --K 6 --mu 0.5 --beta 0.99 --out certificate.json
    python proofcheck/certificate/check_index.py certificate.json
    """


@certify.command("model2", epilog=CODES)
@arm_options
@click.option("--delta", metavar="NUMBER", help="Certify all subsidies in [0, K - delta].  Default: K/10^9.")
@click.option("--out", type=click.Path(path_type=Path), help="File for the certificate.")
@json_option
def certify_model2(
    size: str, beta: str, mu: str, law: str, delta: str | None, out: Path | None, as_json: bool
) -> None:
    """Decide for all subsidies in [0, K - delta]: thresholds are optimal, passive sets nested.

    Proved or refuted comes with a certificate that the trusted checker has accepted; unproved with a reason.
    With --json the certificate itself is printed.
    """
    arm = instance(size, beta, mu=mu, law=law)
    margin = None if delta is None else exact(delta, "delta")
    found = decide(arm, margin, lambda points: counted(points, f"breakpoints of {arm}", as_json))
    if out is not None and found.certificate is not None:
        list(write_file(out, found.text))
    if as_json:
        click.echo(
            json.dumps(found.certificate or {"verdict": found.verdict, "reason": found.reason}, indent=1)
        )
    else:
        about = found.certificate or {}
        other = f"{arm}: {about.get('shows', found.reason)}"
        click.echo(f"{found.verdict}: {about['claim'] if found.verdict == 'proved' else other}")
        if "breakpoints" in about:
            click.echo(f"{len(about['breakpoints'])} breakpoints, {about['bits']} bits")
    sys.exit(EXIT_CODES[found.verdict])


def write_file(path: Path, text: str) -> Iterator[str]:
    """Write one file whole or not at all."""
    require_ordinary(path)
    temporary = path.with_name(f".{path.name}.part")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    yield str(path)


def counted(items: Iterable[T], what: str, quiet: bool, total: int | None = None) -> Iterable[T]:
    """A progress bar on stderr, for people only."""
    if quiet or not sys.stderr.isatty():
        return items
    return track(items, description=what, total=total, console=Console(stderr=True), transient=True)


cases_option = click.option(
    "--cases", type=click.Path(path_type=Path), default=Path("cases"), help="Folder with index.toml."
)


@certify.command("cases")
@cases_option
@json_option
def certify_cases(cases: Path, as_json: bool) -> None:
    """Write every certificate that index.toml asks for, to cases/model1 and cases/model2."""
    gate = read_index_gate(cases)
    count = len(gate.instances)
    files = generated(gate, lambda items: counted(items, "certificates", as_json, count))
    changed = {folder: list(write_folder(cases / folder, named)) for folder, named in files.items()}
    if as_json:
        click.echo(json.dumps(changed, indent=1))
    else:
        for folder, names in changed.items():
            click.echo(f"{cases / folder}: {len(files[folder])} files, {len(names)} changed")


@click.command("hunt", epilog=CODES)
@click.option("--K", "sizes", default="1..4", show_default=True, help="Places in the queue: 3, 1..4 or 2,5.")
@click.option("--mu", "mus", default="", metavar="LIST", help="Grid: mean departures, as 0.1,0.5,2.")
@click.option("--beta", "betas", default="", metavar="LIST", help="Grid: discounts, as 0.5,0.9,0.99.")
@click.option("--random", "count", default=0, help="So many random Poisson instances.")
@click.option("--random-laws", "laws", default=0, help="So many random general laws.")
@click.option("--seed", default=0, show_default=True, help="Seed of the random instances.")
@click.option("--margin", default="1e-6", show_default=True, help="Search [0, K - margin K].")
@click.option(
    "--out", type=click.Path(path_type=Path), required=True, help="Folder for table and certificates."
)
@click.option("--timeout", type=click.FloatRange(0, min_open=True), default=600.0, show_default=True,
              help="Seconds for the path of one instance; then it is unproved.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes.  Default: one per core.")
@click.option("--scheduler", default="", help="Instead: the address of a dask.distributed scheduler.")
@json_option
def hunt(
    sizes: str,
    mus: str,
    betas: str,
    count: int,
    laws: int,
    seed: int,
    margin: str,
    out: Path,
    timeout: float,
    jobs: int | None,
    scheduler: str,
    as_json: bool,
) -> None:
    """Search many instances of Model 2 for one that is not indexable or has no thresholds.

    \b
    proofcheck hunt --K 1..6 --mu 0.1,0.5,2 --beta 0.5,0.9,0.99 --out found
    proofcheck hunt --K 3..5 --random-laws 100 --seed 7 --out found

    Every instance becomes a row of OUT/table.csv: proved, refuted (both with a certificate beside it), or
    unproved with the reason.  Stop it at any time; the same command goes on where it stopped.
    What the table lists is not done again: to try an instance once more, remove its row.
    """
    queues, below = several(sizes, "K", 1, MOST_K), exact(margin, "margin")
    if not 0 < below < 1:
        raise BadInput(f"margin: {margin} is not between 0 and 1")
    if bool(mus) != bool(betas):
        raise BadInput("a grid needs --mu and --beta")
    arms: list[Instance] = list(hunting.grid(queues, mus.split(","), betas.split(","))) if mus else []
    arms += [*hunting.random_poisson(queues, count, seed), *hunting.random_laws(queues, laws, seed)]
    if not arms:
        raise BadInput("nothing to search: give --mu and --beta, --random or --random-laws")
    tasks = [hunting.Task(arm, below, timeout) for arm in arms]
    wanted = {(task.instance.name, str(task.delta)) for task in tasks}
    with workers(jobs, scheduler) as pool:
        for row in counted(hunting.hunt(tasks, out, pool), "instances", as_json, len(wanted)):
            if row["verdict"] != "proved" and not as_json:
                click.echo(f"{row['verdict']}: {row['instance']}: {row['reason']}")
    rows = [r for r in hunting.read_table(out / hunting.TABLE) if (r["instance"], r["delta"]) in wanted]
    found = hunting.results(rows)
    if as_json:
        click.echo(json.dumps([asdict(result) for result in found], indent=1))
    else:
        parts = [f"{sum(r.verdict == v for r in found)} {v}" for v in FOUND]
        click.echo(f"{len(found)} instances: {', '.join(parts)}; {out / hunting.TABLE}")
    sys.exit(EXIT_CODES[gravest(found)])


def register(main: click.Group) -> None:
    """Add the commands to the command line."""
    for command in (index, thresholds, certify, hunt):
        main.add_command(command)
