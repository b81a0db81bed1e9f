"""SIGKILL at any moment: what is left gives the right verdicts, with the cache and without it."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.gate.common import CASES, small_gate
from tests.gate.test_run import members, wait_until

ROUNDS = 4
SEED = 20260101
COMMAND = "from proofcheck.entry import main; main()"


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """Two servers, three servers, and control certificates: forty pieces of work."""
    cases = small_gate(tmp_path)
    shutil.copytree(CASES / "three_server", cases / "three_server")
    shutil.copytree(CASES / "control", cases / "control")
    shutil.copy(CASES / "control.toml", cases)
    gate = 'control = "control.toml"\n' + (cases / "gate.toml").read_text()
    (cases / "gate.toml").write_text(gate + '[[problem]]\nsource = "three_server"\n')
    return cases


def start(cases: Path, *arguments: str, stderr: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """A run in a process group of its own, with its files beside the cases."""
    names = {"listing": "all.txt", "junit": "junit.xml", "json-report": "report.json", "sarif": "log.sarif"}
    files = [text for name, file in names.items() for text in (f"--{name}", f"reports/{file}")]
    command = [sys.executable, "-c", COMMAND, "check-all", "--without-lean", *files, *arguments]
    return subprocess.Popen(
        command, cwd=cases.parent, start_new_session=True, stdout=subprocess.DEVNULL, stderr=stderr
    )


def finish(cases: Path, *arguments: str) -> tuple[int, Any]:
    """A whole run: its exit code and its verdicts."""
    code = start(cases, *arguments).wait(timeout=300)
    report = json.loads((cases.parent / "reports" / "report.json").read_text())
    verdicts = [
        (section["checker"], result["id"], result["verdict"], result["reason"])
        for section in report["sections"]
        for result in section["results"]
    ]
    return code, verdicts


def require_whole(folder: Path) -> None:
    """Each file of a run is there and whole, or not there."""
    if (folder / "junit.xml").exists():
        ElementTree.parse(folder / "junit.xml")
    for name in ("report.json", "log.sarif"):
        if (folder / name).exists():
            json.loads((folder / name).read_text())


@pytest.mark.parametrize("harmed", [False, True])
def test_a_run_killed_at_any_moment_leaves_the_right_verdicts(cases: Path, harmed: bool) -> None:
    """The whole process group at once, at random times; then as it would have been."""
    if harmed:
        path = cases / "three_server" / "cost.json"
        path.write_text(path.read_text().replace('"0 <= 1"', '"0 <= 2"', 1))
        (cases / "control" / "stability_m2.json").unlink()
    begun = time.monotonic()
    code, expected = finish(cases)
    whole = time.monotonic() - begun
    assert code == (8 if harmed else 0)
    chance = random.Random(SEED + harmed)
    shutil.rmtree(cases.parent / ".proofcheck")
    for _ in range(ROUNDS):
        process = start(cases, "--cached")
        time.sleep(chance.uniform(0.3, 1.0) * whole)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        require_whole(cases.parent / "reports")
    assert finish(cases, "--cached") == (code, expected)
    assert finish(cases) == (code, expected)


def test_ctrl_c_ends_in_one_line_and_leaves_no_process(cases: Path) -> None:
    """SIGINT to the whole group, as a terminal sends it, while certificates are checked."""
    process = start(cases, "--jobs", "2", stderr=subprocess.PIPE)
    folder = cases.parent / ".proofcheck" / "verdicts"
    wait_until(lambda: folder.is_dir() and any(folder.glob("*.json")), 200.0)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=200)
    assert process.returncode == 130
    assert errors.decode() == "proofcheck: interrupted; every file is either as before or complete\n"
    wait_until(lambda: not members(process.pid))
    require_whole(cases.parent / "reports")


def test_a_stopped_run_goes_on_where_it_was(cases: Path) -> None:
    """What was found before the kill is not done again."""
    folder = cases.parent / ".proofcheck" / "verdicts"
    process = start(cases, "--jobs", "1")
    wait_until(lambda: folder.is_dir() and len(list(folder.glob("*.json"))) >= 5, 200.0)
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = {path.stem for path in folder.glob("*.json")}
    times = {path.stem: path.stat().st_mtime_ns for path in folder.glob("*.json")}
    code, _ = finish(cases, "--cached")
    assert code == 0
    assert {stem: (folder / f"{stem}.json").stat().st_mtime_ns for stem in kept} == times
    report = json.loads((cases.parent / "reports" / "report.json").read_text())
    cached = sum(result["cached"] for section in report["sections"] for result in section["results"])
    assert 0 < cached < sum(len(section["results"]) for section in report["sections"])
