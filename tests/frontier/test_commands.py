"""`proofcheck no-cone`: a chain that the trusted checker takes, or a verdict of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from proofcheck.certificate import check_frontier
from proofcheck.cli import main
from proofcheck.verdict import EXIT_CODES


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


@pytest.mark.parametrize("slow", ["0", "21", "x"])
def test_another_number_is_wrong_usage(slow: str) -> None:
    """Exit code 2, as everywhere."""
    assert CliRunner().invoke(main, ["no-cone", slow]).exit_code == 2
