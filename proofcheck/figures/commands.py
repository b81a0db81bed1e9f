"""`proofcheck figures`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import click

from proofcheck.figures import balancing, servers
from proofcheck.figures.balancing import Effort, Note
from proofcheck.figures.table import Table
from proofcheck.files import require_writable, write_whole

Figure = tuple[str, dict[str, Table], dict[str, bytes]]
CHOICES = ("1", "2", "3", "map")


@click.command("figures")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for the files.")
@click.option("--only", multiple=True, type=click.Choice(CHOICES), help="Some of them.  [default: all]")
@click.option("--horizon", type=click.IntRange(1), default=600, show_default=True, help="The last slot, T.")
@click.option("--replications", type=click.IntRange(2), default=20_000, show_default=True)
@click.option("--workers", type=click.IntRange(1, 256), help="Processes.  [default: all processors]")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--sampled", is_flag=True, help="Sample the oracle too; its exact chain takes minutes.")
@click.option("--json", "as_json", is_flag=True, help="Print the names of the files as JSON.")
def figures_command(
    out: Path,
    only: tuple[str, ...],
    horizon: int,
    replications: int,
    workers: int | None,
    seed: int,
    sampled: bool,
    as_json: bool,
) -> None:
    """Draw the papers' figures: SVG and PNG, with the numbers beside them as CSV.

    \b
    1    R(T) and gap, model 1 (Figures 1a, 1b): exact
    2    optimal thresholds against the subsidy, model 2 (Figure 2): exact breakpoints
    3    R(T) and gap, model 2 (Figures 3a, 3b): exact oracle, others simulated
    map  the three-server policy, and its thresholds against the load: from checked certificates
    """
    require_writable(out / "figure.csv")
    effort = Effort(horizon, replications, workers or os.cpu_count() or 1, seed, sampled)
    written = []
    for name, tables, images in drawn(only or CHOICES, effort, lambda text: click.echo(text, err=True)):
        for suffix, table in tables.items():
            written.append(out / f"{name}{suffix}.csv")
            write_whole(written[-1], table.csv())
        for kind, content in images.items():
            written.append(out / f"{name}.{kind}")
            write_whole(written[-1], content)
    names = [str(path) for path in written]
    click.echo(json.dumps(names) if as_json else "\n".join(names))


def drawn(wanted: tuple[str, ...], effort: Effort, note: Note) -> Iterator[Figure]:
    """The figures one by one: name, tables, images."""
    from proofcheck.figures import draw  # matplotlib is loaded only where something is drawn

    for number, model in (("1", 1), ("3", 2)):
        if number in wanted:
            reward, gap = balancing.rewards(model, effort, note)
            yield f"figure-{number}a", {"": reward}, draw.curves(reward, "total reward $R(T)$")
            yield f"figure-{number}b", {"": gap}, draw.curves(gap, "gap to the oracle (%)", percent=True)
    if "2" in wanted:
        table = balancing.thresholds(note)
        yield "figure-2", {"": table}, draw.steps(table)
    if "map" in wanted:
        policy, loads = servers.actions(note), servers.by_load(note)
        yield "threshold-map", {"-policy": policy, "-load": loads}, draw.threshold_map(policy, loads)


COMMANDS = (figures_command,)
