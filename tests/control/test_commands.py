"""`proofcheck control` and its neighbours on the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofcheck.cli import main
from tests.control import brute

RATES = ["control", "--lam", "1/2", "--mu1", "1", "--mu2", "1/3"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_discounted() -> None:
    """Thresholds, bounds and the original model, from a checked certificate."""
    result = run(*RATES, "--discount", "9/10", "--original")
    assert result.exit_code == 0
    assert "threshold y = 0: send a job at x >= 3" in result.output
    assert "the same bounds" in result.output


def test_the_value_function() -> None:
    """Exact bounds at every state of the window, around value iteration written in the tests."""
    found = json.loads(run(*RATES, "--discount", "9/10", "--json").output)
    f = brute.reduced(0.5, 1, 1 / 3, 2, 0.9, cut=40, rounds=400)
    assert len(found["values"]) == found["window"] + 1
    for x in range(8):
        for y, bounds in enumerate(found["values"][x]):
            low, high = (Fraction(bounds[end]) for end in ("low", "high"))
            assert 0 <= high - low < Fraction(1, 10**6)
            assert float(low) - 1e-9 <= f[x, y] <= float(high) + 1e-9
    shown = run(*RATES, "--discount", "9/10").output
    assert f"  y = 2:  {f[0, 2]:.5g} {f[1, 2]:.5g} " in shown


def test_json_and_certificate(tmp_path: Path) -> None:
    """The file written is accepted by check-control; the JSON holds its claims."""
    path = tmp_path / "deep" / "c.json"
    result = run(*RATES, "--average", "--certify", str(path), "--json")
    shown = json.loads(result.output)
    assert result.exit_code == 0
    assert shown["claims"] == json.loads(path.read_text())["claims"]
    assert run("check-control", str(path)).exit_code == 0


def test_an_exact_tie_is_unproved() -> None:
    """Equal servers: listed, and exit code 3."""
    result = run("control", "--lam", "1/2", "--mu1", "1", "--mu2", "1", "--discount", "9/10")
    assert result.exit_code == 3
    assert "0/1" in result.output
    assert "NOT SETTLED" in result.output


def test_exact_steps_without_a_threshold() -> None:
    """The three-slow-server model is reported as such."""
    rates = ["--lam", "4/15", "--mu1", "1", "--mu2", "14/19", "--slow", "3", "--discount", "9/10"]
    costs = ["--cost", "3/14,3", "--terminal", "989/20,13/17", "--steps", "7", "--cone"]
    result = run("control", *rates, *costs)
    assert result.exit_code == 0
    assert "NOT A THRESHOLD at y = 0: 1 sent at x = 8, 0 at x = 9" in result.output
    assert len(json.loads(run("control", *rates, *costs, "--json").output)) == 8


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (["--lam", "2"], 10, "unstable"),
        (["--lam", "0"], 10, "lam = 0"),
        (["--lam", "x"], 10, "not an exact number"),
        (["--discount", "1"], 10, "strictly between 0 and 1"),
        (["--discount", "0"], 10, "strictly between 0 and 1"),
        (["--discount", "3/2"], 10, "strictly between 0 and 1"),
        (["--discount", "-1/2"], 10, "strictly between 0 and 1"),
        (["--mu1", "-1"], 10, "mu1 = -1: a rate must be positive"),
        (["--mu2", "0"], 10, "mu2 = 0: a rate must be positive"),
        (["--slow", "0"], 10, "slow = 0"),
        (["--mu2", "2", "--certify", "c.json"], 10, "there is nothing to certify"),
        (["--accuracy", "0"], 10, "accuracy"),
        (["--certify", "/proc/no/c.json"], 10, "cannot be written"),
        (["--steps", "2", "--cost", "1"], 10, "wants two numbers"),
        (["--cone"], 2, "goes with --steps"),
        (["--average", "--discount", "1/2"], 2, "not both"),
        (["--iterate"], 2, "goes with --average"),
        (["--average", "--original"], 2, "goes with --discount"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], code: int, reason: str) -> None:
    """With the exit code for bad input, or for wrong usage."""
    result = run(*RATES, *arguments)
    assert result.exit_code == code
    assert reason in result.output
    assert "Traceback" not in result.output
    assert code != 10 or len(result.output.splitlines()) == 1


def test_nothing_is_written_where_nothing_can_be_certified(tmp_path: Path) -> None:
    """mu1 < mu2: refused before the work; with mu1 = mu2 the same command writes its file."""
    path, at = tmp_path / "c.json", ["--discount", "9/10", "--certify", str(tmp_path / "c.json")]
    assert run(*RATES[:-2], "--mu2", "2", *at).exit_code == 10
    assert list(tmp_path.iterdir()) == []
    run(*RATES[:-2], "--mu2", "1", *at)
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_relative_value_iteration_beside_the_certificate() -> None:
    """Its bounds enclose the certified cost, up to the truncation."""
    found = json.loads(run(*RATES, "--average", "--iterate", "--json").output)
    seen, cost = found["relative_value_iteration"], found["claims"]["average_cost"]
    assert abs(seen["low"] - float(Fraction(cost["low"]))) < 1e-6


def test_stability_is_a_certificate(tmp_path: Path) -> None:
    """Printed as JSON that the checker accepts."""
    path = tmp_path / "s.json"
    path.write_text(run("stability", "4").output)
    assert run("check-control", str(path)).exit_code == 0
