"""`proofcheck control` and the commands around control certificates."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from proofcheck.certificate import check_control
from proofcheck.certificate.write import write_folder
from proofcheck.control.gate import FOLDER, files, text
from proofcheck.control.grow import grow
from proofcheck.control.horizon import Pair, cone_failures, iterates
from proofcheck.control.model import ServerModel, number, server_model
from proofcheck.control.original import Original, solve_original
from proofcheck.control.relative import converged
from proofcheck.control.show import (
    horizon_json,
    horizon_lines,
    iteration_lines,
    lines,
    original_lines,
    values_json,
)
from proofcheck.control.stability import stability
from proofcheck.errors import BadInput
from proofcheck.files import require_writable, write_whole
from proofcheck.verdict import EXIT_CODES

ITERATED = 1e-9  # how close the bounds of relative value iteration have to come
path_type = click.Path(path_type=Path)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


class Exact(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """An exact number: 2, 1/3 or 0.25."""

    name = "NUMBER"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        """The number; BadInput with one line otherwise."""
        return value if isinstance(value, Fraction) else number(value, param.name or "" if param else "")


def pair(text: str | None, what: str) -> Pair | None:
    """`3/14,3` as two numbers."""
    if text is None:
        return None
    parts = text.split(",")
    if len(parts) != 2:
        raise BadInput(f"{what}: {text!r} wants two numbers, per x and per y, such as 3/14,3")
    return number(parts[0], what), number(parts[1], what)


@click.command("control")
@click.option("--lam", type=Exact(), required=True, help="Arrival rate.")
@click.option("--mu1", type=Exact(), required=True, help="Rate of the fast server.")
@click.option("--mu2", type=Exact(), required=True, help="Rate of each slow server.")
@click.option("--slow", type=int, default=2, show_default=True, help="Number of slow servers, m.")
@click.option("--discount", type=Exact(), help="Per uniformised step, between 0 and 1.  [default: 0.999]")
@click.option("--average", is_flag=True, help="Minimise the average cost instead.")
@click.option("--certify", type=path_type, help="Write the certificate to this file (mu1 >= mu2).")
@click.option("--window", type=click.IntRange(0), default=8, show_default=True, help="Settle so far beyond.")
@click.option("--accuracy", type=Exact(), default=Fraction(1, 10**9), help="Of the cost.  [default: 1e-9]")
@click.option("--bits", type=click.IntRange(16, 1000), default=64, show_default=True, help="Unit 2^-bits.")
@click.option("--original", is_flag=True, help="Also solve (q,z,y) with all actions, in floating point.")
@click.option("--iterate", is_flag=True, help="With --average: also relative value iteration.")
@click.option("--steps", type=click.IntRange(0, 500), help="Instead: exact value iteration, so many steps.")
@click.option("--cone", is_flag=True, help="With --steps: test every iterate for (K1)-(K6), exactly.")
@click.option("--cost", help="With --steps: cost per job at x, at y.  [default: 1,1]")
@click.option("--terminal", help="With --steps: the same at the end.  [default: 0,0]")
@json_option
def control_command(
    lam: Fraction,
    mu1: Fraction,
    mu2: Fraction,
    slow: int,
    discount: Fraction | None,
    average: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Optimal routing to one fast and m slow servers, with exact bounds.

    x counts jobs queued or at the fast server, y busy slow servers.  Everything printed as optimal has
    passed the trusted checker (proofcheck/certificate/check_control.py): upper and lower bounds of the
    optimal cost at every state, exact, with closed forms beyond the truncation, which grows until nothing
    shown depends on it.

    If mu1 >= mu2 the bounds hold for the queue with idling too: state (q,z,y), q jobs waiting, z = 1 if the
    fast server works.  If mu1 < mu2 nothing is claimed about it and --certify is refused: in x and y the last
    job may then be taken off the fast server, which the queue does not allow.

    \b
    proofcheck control --lam 1/2 --mu1 1 --mu2 1/3 --discount 0.99
    proofcheck control --lam 1/2 --mu1 1 --mu2 1/3 --average --certify three.json
    proofcheck control --lam 1/2 --mu1 1 --mu2 1/3 --steps 20 --cone
    A model with three slow servers and no threshold:
    proofcheck control --lam 4/15 --mu1 1 --mu2 14/19 --slow 3 --discount 9/10
        --cost 3/14,3 --terminal 989/20,13/17 --steps 7 --cone
    """
    if average and discount is not None:
        raise click.UsageError("--average or --discount, not both")
    if not average and discount is not None and discount == 1:
        raise BadInput("discount = 1: must lie strictly between 0 and 1; for average cost use --average")
    beta = Fraction(1) if average else Fraction(999, 1000) if discount is None else discount
    model = server_model(lam, mu1, mu2, slow, beta)
    if options["steps"] is None:
        for name in ("cone", "cost", "terminal"):
            if options[name]:
                raise click.UsageError(f"--{name} goes with --steps")
        optimum(model, as_json, options)
    else:
        horizon(model, as_json, options)


def optimum(model: ServerModel, as_json: bool, options: dict[str, Any]) -> None:
    """Solve, certify, print; exit code `unproved` if something is not settled."""
    if options["accuracy"] <= 0:
        raise BadInput(f"accuracy = {options['accuracy']}: must be positive")
    if options["original"] and model.average:
        raise click.UsageError("--original goes with --discount")
    if options["iterate"] and not model.average:
        raise click.UsageError("--iterate goes with --average")
    if options["certify"]:
        require_certifiable(model)
        require_writable(options["certify"])
    proved = grow(model, options["window"], options["accuracy"], options["bits"])
    if options["certify"]:
        write_whole(options["certify"], text(proved.document))
    second = original_summary(model, proved.found.size) if options["original"] else None
    third = asdict(converged(model, max(proved.found.size, 100), ITERATED)) if options["iterate"] else None
    if as_json:
        entry = {key: proved.document[key] for key in ("format", "kind", "model", "window", "claims")}
        entry |= {"size": proved.found.size, "settled": proved.complete}
        if not model.average:
            entry["values"] = values_json(proved.found, proved.document["window"])
        extra = {"original": second, "relative_value_iteration": third}
        click.echo(json.dumps(entry | {key: value for key, value in extra.items() if value}, indent=1))
    else:
        for line in [*lines(proved), *original_lines(second), *iteration_lines(third)]:
            click.echo(line)
        if options["certify"]:
            click.echo(f"certificate: {options['certify']}")
    if not proved.complete:
        sys.exit(EXIT_CODES["unproved"])


def require_certifiable(model: ServerModel) -> None:
    """Refuse a certificate that would say nothing about the queue it is meant for."""
    if model.mu1 < model.mu2:
        raise BadInput(
            f"mu1 = {model.mu1} < mu2 = {model.mu2}: the model in x and y may move a job in service, and is "
            "only a lower bound of the queue's; there is nothing to certify"
        )


def original_summary(model: ServerModel, size: int) -> dict[str, Any]:
    """The original model's cost from the empty system, and where its policy idles."""
    low, high = solve_original(model, size)

    def first(one: Original) -> float:
        return float(one.values[0, 0, 0])

    return {"low": first(low), "high": first(high), "fast_idle": [list(s) for s in high.idles(8)]}


def horizon(model: ServerModel, as_json: bool, options: dict[str, Any]) -> None:
    """Exact value iteration."""
    given = {name: pair(options[name], name) for name in ("cost", "terminal")}
    chosen = {name: value for name, value in given.items() if value is not None}
    window, rows = max(options["window"], 13), []
    for one in iterates(model, options["steps"], window, **chosen):
        if not options["cone"] and one.steps < options["steps"]:
            continue
        failures = cone_failures(one, window) if options["cone"] else None
        if as_json:
            rows.append(horizon_json(one, window, failures))
            continue
        for line in horizon_lines(one, window, failures):
            click.echo(line)
    if as_json:
        click.echo(json.dumps(rows, indent=1))


@click.command("check-control")
@click.argument("certificates", nargs=-1, required=True, type=path_type)
def check_control_command(certificates: tuple[Path, ...]) -> None:
    """Check control CERTIFICATES with the trusted checker, which solves nothing."""
    sys.exit(check_control.main([str(path) for path in certificates]))


@click.command("control-gate")
@click.option("--cases", type=path_type, default=Path("cases"), help="Folder with control.toml.")
def control_gate_command(cases: Path) -> None:
    """Write the control certificates that cases/control.toml demands; check-all checks them."""
    made = files(cases)
    changed = list(write_folder(cases / FOLDER, made))
    click.echo(f"{cases / FOLDER}: {len(made)} files, {len(changed)} changed")


@click.command("stability")
@click.argument("slow", type=click.IntRange(1, 20))
def stability_command(slow: int) -> None:
    """The certificate of Sennott's conditions for SLOW slow servers and all stable rates.

    For all lam < mu1 + SLOW mu2 at once: the empty system is reached under every policy of the model in x and
    y, and at finite expected cost under one; the discounted costs V of all discounts satisfy
    0 <= V(x,y) - V(0,0) <= S L(x+y), L explicit in the rates.  By Sennott's theorem there is an average
    optimal stationary policy.  docs/control-certificates.md has the reasons.

    \b
    proofcheck stability 2 > stability.json
    proofcheck check-control stability.json
    """
    click.echo(text(stability(slow)), nl=False)


COMMANDS = (control_command, check_control_command, control_gate_command, stability_command)
