"""proofcheck infer, end to end: it finds the known cones from nothing, and proves them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.problem.reader import read_statement
from tests.infer.common import data, run


def told(entry: Any) -> list[str]:
    return [f"{i['lesser']} <= {i['greater']} {i['low']} {i['high']}" for i in entry]


def test_the_cone_of_two_servers_from_nothing() -> None:
    """K1-K4 for the threshold; with convexity in x required, the cone of the built-in problem."""
    found = data("two_server", "--claims", "--jobs", "2")
    assert [one["names"] for one in found["minimal"]] == [["K1", "K2", "K3", "K4"]]
    assert found["minimal"][0]["open"] == {}
    whole = data("two_server", "--claims", "--require", "Cx", "--jobs", "1")
    assert [sorted(one["names"]) for one in whole["minimal"]] == [["Cx", "K1", "K2", "K3", "K4"]]
    assert whole["minimal"][0]["obligations"] == 62


def test_the_cone_of_three_servers_from_nothing(tmp_path: Path) -> None:
    """The only minimal closed subset with K4 and K6 is K1-K6; what is written is proved by the usual way."""
    out = tmp_path / "inferred.toml"
    found = data("three_server", "--require", "K4", "--require", "K6", "--out", str(out))
    assert found["candidates"] > 10_000
    (one,) = found["minimal"]
    assert one["names"] == ["K1", "K2", "K3", "K4", "K5", "K6"]
    assert (one["obligations"], one["open"]) == (114, {})
    written, original = read_statement(str(out)), read_statement("three_server")
    assert sorted(told(written["inequalities"])) != []
    for key in ("coordinates", "rates", "discount", "cost", "routing", "events", "claims", "reductions"):
        assert written[key] == original[key]
    by_name = {i["name"]: (i["low"], i["high"]) for i in written["inequalities"]}
    assert by_name == {i["name"]: (i["low"], i["high"]) for i in original["inequalities"]}
    generated = CliRunner().invoke(main, ["generate", "--problem", str(out), "--cases", str(tmp_path)])
    assert "114 of 114 proved" in generated.output


def test_another_seed_and_other_workers_give_the_same_cone() -> None:
    """The random functions only save work."""
    options = ["three_server", "--claims", "--points", "4"]
    base = data(*options, "--jobs", "1")
    assert data(*options, "--jobs", "2") == base
    other = data(*options, "--jobs", "1", "--seed", "5", "--samples", "1")
    assert other["unviolated"] > base["unviolated"]
    for key in ("candidates", "closed", "generators", "minimal"):
        assert other[key] == base[key]


def test_without_random_functions_too() -> None:
    """Then nearly everything is decided by elimination."""
    found = data("two_server", "--claims", "--points", "4", "--samples", "0")
    assert found["closed"] < found["unviolated"] < found["candidates"]
    assert [one["names"] for one in found["minimal"]] == [["K1", "K2", "K3", "K4"]]


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    """Killed with SIGKILL while examining: the journal is used, the result is that of a whole run."""
    journal = tmp_path / "journal"
    options = ["three_server", "--claims", "--points", "4", "--samples", "2", "--json"]
    program = str(Path(sys.executable).with_name("proofcheck"))
    command = [program, "infer", *options, "--journal", str(journal), "--jobs", "1"]
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=nowhere, stderr=nowhere, start_new_session=True)
    while process.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") < 3):
        time.sleep(0.01)
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    before = journal.read_bytes()
    resumed = data(*options[:-1], "--journal", str(journal))
    lines = journal.read_bytes()
    assert lines.startswith(before[: before.rindex(b"\n") + 1])
    assert lines.count(b"\n") == len({json.loads(line)["key"] for line in lines.splitlines()[1:]}) + 1
    assert resumed == data(*options[:-1])


def test_candidates_of_another_problem() -> None:
    """--with: a range of its own is kept, the name is used."""
    found = data("two_server", "--points", "2", "--with", "two_server", "--claims")
    assert [one["names"] for one in found["minimal"]] == [["K1", "K2", "K3", "K4"]]


def test_no_closed_subset_is_unproved() -> None:
    """With two points only, nothing gives thresholds: said, with the exit code of unproved."""
    result = run("two_server", "--points", "2", "--claims")
    assert result.exit_code == 3
    assert "no closed subset" in result.output


def test_without_a_requirement_the_largest_is_shown() -> None:
    result = run("two_server", "--points", "2")
    assert result.exit_code == 0
    assert "largest closed subset" in result.output
    assert "I(1)" in result.output


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["nothing"], "no such problem"),
        (["two_server", "--require", "K9"], "--require K9: there are K1, K2, K3, K4, Cx"),
        (["two_server", "--box", "a"], "--box a: wants one small number"),
        (["two_server", "--box", "1,2,3"], "--box 1,2,3: wants one small number"),
        (["three_server", "--box", "9"], "choose a smaller box"),
        (["two_server", "--with", "three_server"], "--with three_server: coordinates"),
        (["two_server", "--points", "2", "--require", "K4"], "--require K4: is not among the candidates"),
        (["many_server", "--size", "m=x"], "wants NAME=NUMBER"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], line: str) -> None:
    """With the exit code of bad input, or of wrong usage."""
    result = run(*arguments, "--jobs", "1")
    assert result.exit_code in (2, 10)
    assert line in result.output
    assert "Traceback" not in result.output


def test_what_is_required_but_not_kept() -> None:
    """Three slow servers lose K3: it is a candidate, and in no closed subset."""
    result = run("many_server", "--size", "m=3", "--box", "1", "--points", "4", "--require", "K3")
    assert result.exit_code == 10
    assert "--require K3: is in no closed subset of the candidates" in result.output
