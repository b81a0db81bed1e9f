"""`proofcheck simulate`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from proofcheck.control.model import number
from proofcheck.errors import BadInput
from proofcheck.files import require_writable, write_whole
from proofcheck.simulate.estimate import Outcome, curves_csv, summary
from proofcheck.simulate.exact import Progress as Count
from proofcheck.simulate.exact import curve, has_exact
from proofcheck.simulate.priorities import policy_name
from proofcheck.simulate.run import Run, make_plan
from proofcheck.simulate.setting import STARTS, TIES, Setting, require, server_rates
from proofcheck.verdict import INTERRUPTED

RESULT_FORMAT = "proofcheck-simulation/1"
path_type = click.Path(path_type=Path)


@contextmanager
def counting(what: str, total: int, quiet: bool) -> Iterator[Count]:
    """A progress bar on stderr, for people only."""
    if quiet or not sys.stderr.isatty():
        yield lambda count: None
        return
    columns = TextColumn(f"{what:<20}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda count: bar.advance(task, count)


@click.command("simulate")
@click.option("--model", type=int, required=True, help="1: finite queues, 2: blocking queues.")
@click.option("--K", "backlog", type=int, default=6, show_default=True, help="Largest backlog.")
@click.option("--rates", required=True, help="Mean departures per slot, such as 5*0.05,4*0.1,1*0.5.")
@click.option("--beta", default="0.99", show_default=True, help="Discount per slot, exact.")
@click.option("--policies", default="whittle,myopic,jsq", show_default=True, help="Names, see above.")
@click.option("--horizon", type=int, default=600, show_default=True, help="The last slot, T.")
@click.option("--replications", type=click.IntRange(0), default=20_000, show_default=True)
@click.option("--ties", default="random", show_default=True, help=f"One of {', '.join(TIES)}.")
@click.option("--start", default="full", show_default=True, help=f"One of {', '.join(STARTS)}.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--independent", is_flag=True, help="New random numbers for each policy (default: common).")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes.  [default: all processors]")
@click.option("--exact", is_flag=True, help="Also the exact values, where they exist.")
@click.option("--bound", is_flag=True, help="Also an upper bound for all policies that see what they probe.")
@click.option("--out", type=path_type, help="Write the result as JSON to this file.")
@click.option("--csv", "csv_path", type=path_type, help="Write R(t) and differences for all t to this file.")
@click.option("--resume", is_flag=True, help="Continue what was interrupted, from beside --out.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def simulate_command(as_json: bool, **options: Any) -> None:
    """Dispatch jobs to N servers whose backlogs are seen only when probed.

    \b
    Policies
      whittle       largest Whittle index
      myopic        model 1: least expected backlog; model 2: most likely empty
      jsq           oracle: shortest queue, all backlogs known
      jsq(d)        shortest of d servers drawn at random, backlogs known
      jiq           an idle server if there is one (known), else any
      round-robin   one after the other
      random        any

    R(T) is the sum over t = 0..T of beta^t times the mean reward at t.  All policies see the same departures
    and tie-breakers, so differences are far more precise than the values.  The result depends on the seed and
    not on the number of workers.  Ctrl-C keeps what is complete; --resume continues.

    \b
    proofcheck simulate --model 2 --rates 5*0.05,4*0.1,1*0.5
    proofcheck simulate --model 1 --rates 4*0.05,4*0.1,2*0.5 --exact --replications 0
    """
    setting = read_setting(options)
    names = tuple(policy_name(name, len(setting.rates)) for name in options["policies"].split(","))
    require_use(options)
    run = simulated(setting, names, options, as_json) if options["replications"] else None
    result = report(setting, names, run, options, as_json)
    if options["out"]:
        write_whole(options["out"], json.dumps(result, indent=1) + "\n")
    if run is not None and run.done and options["csv_path"]:
        write_whole(options["csv_path"], curves_csv(run.outcome()))
    if as_json:
        click.echo(json.dumps(result, indent=1))
    else:
        for line in lines(result):
            click.echo(line)
    if run is not None and run.interrupted:
        kept = f", kept in {run.checkpoint}; --resume continues" if run.checkpoint else ""
        click.echo(f"interrupted: {run.done} of {run.replications} replications are complete{kept}", err=True)
        sys.exit(INTERRUPTED)


def require_use(options: dict[str, Any]) -> None:
    """Refuse what would be done in vain, before the work."""
    if not options["replications"]:
        if not options["exact"]:
            raise BadInput("replications = 0: at least 1, or --exact")
        for name, what in (("csv_path", "--csv"), ("resume", "--resume")):
            if options[name]:
                raise BadInput(f"replications = 0: {what} is about replications")
    for path in (options["out"], options["csv_path"]):
        if path:
            require_writable(path)


def read_setting(options: dict[str, Any]) -> Setting:
    """The setting that the options describe."""
    beta: Fraction = number(options["beta"], "beta")
    rates = server_rates(options["rates"])
    chosen = {name: options[name] for name in ("model", "backlog", "horizon", "ties", "start")}
    return require(Setting(rates=rates, beta=beta, **chosen))


def simulated(setting: Setting, names: tuple[str, ...], options: dict[str, Any], quiet: bool) -> Run:
    """Run all replications, or what remains of them."""
    plan = make_plan(setting, names, options["seed"], not options["independent"])
    out: Path | None = options["out"]
    checkpoint = out.with_name(out.name + ".partial") if out else None
    run = Run(plan, options["replications"], checkpoint)
    if options["resume"]:
        run.load()
    workers = options["workers"] or os.cpu_count() or 1
    with counting("replications", run.replications, quiet) as progress:
        run.finish(workers, progress)
    return run


def report(
    setting: Setting, names: tuple[str, ...], run: Run | None, options: dict[str, Any], quiet: bool
) -> dict[str, Any]:
    """The result for programs."""
    found: dict[str, Any] = {
        "format": RESULT_FORMAT, "model": setting.model, "K": setting.backlog,
        "rates": [str(rate) for rate in setting.rates], "beta": str(setting.beta), "horizon": setting.horizon,
        "ties": setting.ties, "start": setting.start,
    }  # fmt: skip
    if run is not None:
        found |= {"seed": run.plan.seed, "common_random_numbers": run.plan.common, "asked": run.replications}
        found |= summary(run.outcome()) if run.done else {"replications": 0}
    if options["exact"] and not (run and run.interrupted):
        found["exact"] = exact_values(setting, names, run.outcome() if run else None, quiet)
    if options["bound"]:
        from proofcheck.simulate.bound import upper_bound  # takes a second to load

        value, subsidy = upper_bound(setting)
        found["upper_bound"] = {"value": value, "subsidy": subsidy}
    return found


def exact_values(
    setting: Setting, names: tuple[str, ...], outcome: Outcome | None, quiet: bool
) -> list[dict[str, Any]]:
    """R(T) of each policy that has one, and how far the simulation is from it."""
    rows = []
    for place, name in enumerate(names):
        if not has_exact(setting, name):
            rows.append({"policy": name, "value": None})
            continue
        with counting(f"exact {name}", setting.horizon + 1, quiet) as progress:
            found = curve(setting, name, progress)
        value = float(found.values[-1])
        row: dict[str, Any] = {"policy": name, "value": value, "error": found.error()}
        if outcome is not None and outcome.count > 1:
            seen = outcome.estimate(place, setting.horizon)
            row["inside_interval"] = abs(value - seen.mean) <= seen.half
        rows.append(row)
    return rows


def lines(result: dict[str, Any]) -> Iterator[str]:
    """The result for people."""
    last = result["horizon"]
    yield f"model {result['model']}, N = {len(result['rates'])}, K = {result['K']}, beta = {result['beta']}"
    yield f"start {result['start']}, ties {result['ties']}" + (
        f", {result['replications']} replications, seed {result['seed']}" if "seed" in result else ""
    )
    for row in result.get("policies", []):
        yield f"  R({last}) {row['policy']:<12} {interval(row)}"
    for row in result.get("differences", []):
        yield f"  {row['policy'] + ' - ' + row['minus']:<25} {interval(row)}"
    for row in result.get("exact", []):
        known = "no exact value" if row["value"] is None else f"{row['value']:.9f} +- {row['error']:.0e}"
        inside = {True: "  (inside the interval)", False: "  (outside the 95% interval)", None: ""}
        yield f"  exact R({last}) {row['policy']:<12} {known}{inside[row.get('inside_interval')]}"
    if "upper_bound" in result:
        yield f"  upper bound without an oracle, all horizons: {result['upper_bound']['value']:.6f}"


def interval(row: dict[str, Any]) -> str:
    """Mean and 95% interval."""
    if row["low"] is None:
        return f"{row['mean']:.4f}"
    return f"{row['mean']:.4f}  [{row['low']:.4f}, {row['high']:.4f}]"


COMMANDS = (simulate_command,)
