"""What `explain` says can be redone on paper."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofcheck.cli import main

CASES = Path(__file__).parents[2] / "cases"


def explain(*arguments: str) -> Result:
    """Run `proofcheck explain`."""
    return CliRunner().invoke(main, ["explain", *arguments])


def test_a_leaf_shows_its_hypotheses_the_sum_and_residual_zero() -> None:
    """The K6 leaf in which nobody is sent is K6 itself between three bounds."""
    result = explain(str(CASES / "three_server" / "routing.K6.y0.json"), "--case", "y0.x2+")
    assert result.exit_code == 0, result.output
    assert "to show     2 g(n+3,1) <= g(n+2,2) + g(n+4,0)" in result.output
    assert "K6 for f" in result.output
    assert "residual 0" in result.output
    assert "not used    K1, K2, K3, K4, K5" in result.output


def test_a_refuted_case_shows_both_sides_and_the_function() -> None:
    """A person sees the numbers that violate the goal."""
    result = explain(str(CASES / "many_server_m3" / "routing.K5.y0.json"), "--case", "y0.x3+")
    assert result.exit_code == 0, result.output
    assert "refuted     at n = 0 the goal reads" in result.output
    assert "y = 3:" in result.output


def test_json_gives_the_entries() -> None:
    """A program gets the certificate's own entries."""
    path = CASES / "two_server" / "routing.K3.y0.json"
    result = explain(str(path), "--case", "two_server.routing.K3.y0.x0", "--json")
    assert [entry["id"] for entry in json.loads(result.stdout)] == ["two_server.routing.K3.y0.x0"]


@pytest.mark.parametrize(
    ("case", "words"), [("x9", "no case 'x9' here"), ("y0.x", "no case"), ("routing", "no case")]
)
def test_an_unknown_case_is_bad_input_that_lists_the_known_ones(case: str, words: str) -> None:
    """One line, exit code 10."""
    result = explain(str(CASES / "two_server" / "routing.K3.y0.json"), "--case", case)
    assert result.exit_code == 10
    assert words in result.output
    assert "two_server.routing.K3.y0.x1+" in result.output


def test_what_the_checker_refuses_is_not_explained(tmp_path: Path) -> None:
    """A lying `says` ends with the checker's reason and its exit code."""
    folder = tmp_path / "two_server"
    folder.mkdir()
    for name in ("problem.json", "cost.json"):
        (folder / name).write_bytes((CASES / "two_server" / name).read_bytes())
    path = folder / "cost.json"
    assert explain(str(path)).exit_code == 0
    path.write_text(path.read_text().replace("0 <= 1", "0 <= 2", 1))
    result = explain(str(path))
    assert result.exit_code == 8
    assert "differs" in result.output


def test_a_missing_or_foreign_file_is_bad_input(tmp_path: Path) -> None:
    """No traceback for what is not a certificate."""
    assert explain(str(tmp_path / "none.json")).exit_code == 10
    (tmp_path / "list.json").write_text("[]")
    assert explain(str(tmp_path / "list.json")).exit_code == 10
