"""A small gate of its own, and runs of it."""

from __future__ import annotations

import shutil
from pathlib import Path

from click.testing import CliRunner, Result

from proofcheck.cli import main

CASES = Path(__file__).parents[2] / "cases"
NO_LEAN = "--without-lean"


def small_gate(place: Path) -> Path:
    """A copy of the two-server case alone, which takes a tenth of a second."""
    cases = place / "cases"
    shutil.copytree(CASES / "two_server", cases / "two_server")
    (cases / "gate.toml").write_text('[[problem]]\nsource = "two_server"\n')
    return cases


def run(*arguments: str, **environment: str) -> Result:
    """Run the command line; `environment` goes on top of this process's."""
    clean: dict[str, str | None] = {"GITHUB_ACTIONS": None, "GITHUB_STEP_SUMMARY": None}
    return CliRunner().invoke(main, arguments, env=clean | environment)


def check_all(cases: Path, *arguments: str, **environment: str) -> Result:
    """`check-all` without Lean; its listing goes beside the cases."""
    listing = ("--listing", str(cases.parent / "reports" / "all.txt"))
    return run("check-all", NO_LEAN, "--cases", str(cases), *listing, *arguments, **environment)
