"""`proofcheck frontier-gate` and `proofcheck no-cone`."""

from __future__ import annotations

from pathlib import Path

import click

from proofcheck.certificate.write import layout, write_folder
from proofcheck.frontier.chain import certificate
from proofcheck.frontier.gate import FOLDER, files


@click.command("frontier-gate")
@click.option("--cases", type=click.Path(path_type=Path), default=Path("cases"), help="With frontier.toml.")
def frontier_gate_command(cases: Path) -> None:
    """Search and write the refutations that cases/frontier.toml demands; check-all checks them."""
    made = files(cases)
    changed = list(write_folder(cases / FOLDER, made))
    click.echo(f"{cases / FOLDER}: {len(made)} files, {len(changed)} changed")


@click.command("no-cone")
@click.argument("slow", type=click.IntRange(1, 20))
def no_cone_command(slow: int) -> None:
    """Search a chain of functions that ends without a threshold, for SLOW slow servers, and print it.

    Every set of functions that contains x + y and is closed under sums, positive multiples and the
    departures after routing contains the last one: so no cone whatever proves thresholds.  What is printed
    can be checked alone: python proofcheck/certificate/check_frontier.py FILE, which accepts it with the
    verdict `refuted`, exit code 1.  For one and two slow servers there is a cone, and nothing is found:
    `unproved`, exit code 3.

    \b
    proofcheck no-cone 3 > chain.json
    """
    click.echo(layout(certificate(slow)))


COMMANDS = (frontier_gate_command, no_cone_command)
