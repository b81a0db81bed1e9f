"""`proofcheck no-cone`: a chain that the trusted checker takes, or a verdict of its own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofcheck.certificate import check_frontier
from proofcheck.cli import main
from proofcheck.verdict import EXIT_CODES
from tests.common import CASES


@pytest.mark.parametrize("slow", ["3", "7"])
def test_a_chain_is_printed_that_the_checker_takes(tmp_path: Path, slow: str) -> None:
    """Where there is no cone."""
    result = CliRunner().invoke(main, ["no-cone", slow])
    assert result.exit_code == 0
    path = tmp_path / "chain.json"
    path.write_text(result.stdout, "utf-8")
    assert check_frontier.check_file(path) == ("refuted", "")


@pytest.mark.parametrize("slow", ["1", "2"])
def test_where_there_is_a_cone_nothing_is_found(slow: str) -> None:
    """`unproved`, for the search is bounded and says nothing of what it did not find; nothing is printed."""
    result = CliRunner().invoke(main, ["no-cone", slow])
    assert result.exit_code == EXIT_CODES["unproved"] == 3
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line == f"unproved: no chain of at most 4 steps without a threshold for m = {slow}"


ENTRY = '[[refutation]]\nname = "a"\nslow = 2\nexpected_refutation = "why"\n'
MODEL = """[refutation.model]
lam = 1
mu1 = 1
mu2 = 1
discount = "1/2"
cost = [1, 1]
terminal = [0, 0]
steps = 2
"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [(ENTRY, "no chain of at most 4 steps"), (ENTRY + MODEL, "after 2 steps nothing fails")],
)
def test_a_gate_that_demands_what_is_not_there_has_a_verdict(tmp_path: Path, text: str, reason: str) -> None:
    """`unproved`, with the reason, beside the verdicts on all the rest; `frontier-gate` ends alike."""
    cases = tmp_path / "cases"
    shutil.copytree(CASES / "two_server", cases / "two_server")
    problem = '[[problem]]\nsource = "two_server"\n'
    (cases / "gate.toml").write_text(f'frontier = "frontier.toml"\n{problem}', "utf-8")
    (cases / "frontier.toml").write_text(text, "utf-8")
    wanted = ["--cases", str(cases)]
    made = CliRunner().invoke(main, ["frontier-gate", *wanted])
    assert made.exit_code == EXIT_CODES["unproved"]
    assert made.stderr.startswith(f"unproved: {reason}")
    listing = ["--without-lean", "--listing", str(tmp_path / "all.txt"), "--json"]
    result = CliRunner().invoke(main, ["check-all", *wanted, *listing])
    assert result.exit_code == EXIT_CODES["unproved"]
    sections = {(s["problem"], s["checker"]): s for s in json.loads(result.stdout)["sections"]}
    (again,) = sections["frontier", "regenerate"]["results"]
    assert (again["id"], again["verdict"]) == ("frontier/a.json", "unproved")
    assert again["reason"].startswith(reason)
    assert sections["frontier", "python"]["counts"] == {"unproved": 1}
    assert sections["two_server", "python"]["counts"] == {"proved": 62}


@pytest.mark.parametrize("slow", ["0", "21", "x"])
def test_another_number_is_wrong_usage(slow: str) -> None:
    """Exit code 2, as everywhere."""
    assert CliRunner().invoke(main, ["no-cone", slow]).exit_code == 2
