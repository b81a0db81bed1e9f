"""The command: what it prints, its exit codes, its files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofcheck.cli import main
from proofcheck.mutate import ask as asking
from proofcheck.mutate.kinds import KINDS
from proofcheck.verdict import BAD_INPUT, BAD_USAGE, EXIT_CODES


def mutate(cases: Path, *arguments: str) -> Result:
    """Run the command without Lean, its files beside the cases."""
    out = cases.parent / "out"
    fixed = ["--cases", str(cases), "--out", str(out), "--without-lean", "--no-compare"]
    return CliRunner().invoke(main, ["mutate", *fixed, *arguments])


def test_a_sample_is_killed_and_written_down(small: Path) -> None:
    """Exit code 0, a table with reasons, the same in the files."""
    result = mutate(small, "--kind", "multiplier", "--kind", "rescaled", "--sample", "4", "--all")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("LEFT OUT: Lean")
    assert "every fault killed, every control alive: 2 killed, 3 alive" in result.output
    table = (small.parent / "out" / "kill-table.txt").read_text()
    assert table.count("residual") == 2
    saved = json.loads((small.parent / "out" / "kill-table.json").read_text())
    assert saved["counts"] == {"alive": 3, "killed": 2}
    assert saved["verdict"] == "proved"


def test_a_fault_that_survives_fails_the_command(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 1, the fault named first, with who was asked."""
    monkeypatch.setattr(asking, "KNOWN", {})
    monkeypatch.setattr(asking, "perform", lambda piece: [asking.Result(i, "proved") for i in piece.ids])
    result = mutate(small, "--kind", "multiplier", "--sample", "1")
    assert result.exit_code == EXIT_CODES["refuted"]
    assert "SURVIVED  multiplier: cases/two_server/" in result.output
    assert "asked: gate folders, python two_server" in result.output
    assert "FAILED: 1 survived, 1 alive" in result.output


def test_a_project_that_does_not_pass_is_not_harmed_further(small: Path) -> None:
    """The unchanged copy is refused: that is said, and nothing is planted."""
    (small / "two_server" / "claim.json").unlink()
    result = mutate(small, "--kind", "multiplier", "--json")
    assert result.exit_code == EXIT_CODES["unproved"]
    (only,) = json.loads(result.output)["faults"]
    assert (only["kind"], only["status"]) == ("unchanged", "dead")


def test_parts_make_up_the_whole(small: Path) -> None:
    """Each fault is in exactly one part."""

    def sites(*arguments: str) -> list[str]:
        result = mutate(small, "--kind", "case-dropped", "--sample", "5", "--json", *arguments)
        assert result.exit_code == 0, result.output
        return [fault["site"] for fault in json.loads(result.output)["faults"][1:]]

    assert sorted(sites("--part", "1/2") + sites("--part", "2/2")) == sorted(sites())


def test_nothing_planted_is_no_success(small: Path) -> None:
    """A kind that finds no place here."""
    result = mutate(small, "--kind", "control-number")
    assert result.exit_code == EXIT_CODES["vacuous"]
    assert "nothing was planted" in result.output


@pytest.mark.parametrize("part", ["0/2", "3/2", "2", "a/b", "1/0"])
def test_a_part_that_is_none_is_wrong_usage(small: Path, part: str) -> None:
    """K/N with 1 <= K <= N."""
    result = mutate(small, "--part", part)
    assert result.exit_code == BAD_USAGE
    assert "K/N" in result.output


def test_bad_input_is_one_line(small: Path) -> None:
    """An unknown kind, a folder that is not there."""
    for arguments in (("--kind", "nonsense"), ("--cases", "nowhere")):
        result = mutate(small, *arguments)
        assert result.exit_code == BAD_INPUT
        assert len(result.stderr.splitlines()) == 1


def test_a_gate_that_does_not_ask_lean_needs_no_lean_project(small: Path) -> None:
    """Every problem exempted, no theorem demanded: said in the first line, and not looked for."""
    (small / "gate.toml").write_text('[[problem]]\nsource = "two_server"\nwithout_lean = true\n')
    arguments = ["--cases", str(small), "--out", str(small.parent / "out"), "--lean-project", "nowhere"]
    result = CliRunner().invoke(main, ["mutate", *arguments, "--kind", "case-dropped", "--sample", "1"])
    assert result.exit_code == 0, result.output
    assert result.output.startswith("LEFT OUT: Lean")
    (small / "gate.toml").write_text('[[problem]]\nsource = "two_server"\n')
    result = CliRunner().invoke(main, ["mutate", *arguments])
    assert result.exit_code == BAD_INPUT
    assert "nowhere: no such folder" in result.stderr


def test_the_kinds_are_listed(small: Path) -> None:
    """All of them, with what they do."""
    result = CliRunner().invoke(main, ["mutate", "--kinds"])
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.output.splitlines()] == list(KINDS)
