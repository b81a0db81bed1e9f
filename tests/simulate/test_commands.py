"""`proofcheck simulate` on the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofcheck.cli import main
from proofcheck.simulate.engine import BLOCK

SMALL = ["simulate", "--model", "2", "--K", "2", "--rates", "2*0.3,1*0.6", "--horizon", "20"]
SMALL += ["--workers", "1"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_table_and_files(tmp_path: Path) -> None:
    """JSON and CSV hold what is printed."""
    out, csv = tmp_path / "r.json", tmp_path / "r.csv"
    result = run(*SMALL, "--replications", "600", "--out", str(out), "--csv", str(csv), "--bound", "--exact")
    assert result.exit_code == 0, result.output
    found = json.loads(out.read_text())
    assert found["replications"] == 600
    assert f"{found['policies'][0]['mean']:.4f}" in result.output
    assert found["exact"][2]["value"] is not None
    assert found["exact"][0]["value"] is None
    assert len(csv.read_text().splitlines()) == 22


def test_exact_alone() -> None:
    """Without sampling."""
    result = run(*SMALL, "--replications", "0", "--exact", "--policies", "jsq", "--json")
    assert json.loads(result.output)["exact"][0]["value"] > 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--rates", "x"], "rates"),
        (["--rates", "0*1"], "N >= 1"),
        (["--horizon", "0"], "horizon = 0"),
        (["--beta", "1"], "beta = 1"),
        (["--policies", "best"], "unknown"),
        (["--ties", "never"], "ties = 'never'"),
        (["--start", "half"], "start = 'half'"),
        (["--model", "3"], "model = 3"),
        (["--replications", "0"], "replications = 0"),
        (["--out", "/nowhere/r.json"], "cannot be written"),
        (["--csv", "/nowhere/r.csv"], "cannot be written"),
        (["--resume"], "needs --out"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], reason: str) -> None:
    """Exit code 10, before any work."""
    result = run(*SMALL, *arguments)
    assert result.exit_code == 10
    assert reason in result.output
    assert len(result.output.splitlines()) == 1


def test_ctrl_c_keeps_what_is_complete(tmp_path: Path) -> None:
    """Exit code 130, a result with the complete replications, and --resume goes on."""
    out = tmp_path / "r.json"
    command = [*SMALL, "--replications", "400000", "--policies", "jsq,random", "--out", str(out)]
    code = "import proofcheck.simulate.run as run; run.SAVE_EVERY = 0; "  # a checkpoint after every block
    code += "from proofcheck.cli import main; main()"
    partial = out.with_name("r.json.partial")
    started = subprocess.Popen(
        [sys.executable, "-c", code, *command], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    end = time.monotonic() + 120
    while not partial.exists() and time.monotonic() < end:
        time.sleep(0.05)
    os.kill(started.pid, signal.SIGINT)
    _, errors = started.communicate(timeout=60)
    assert started.returncode == 130, errors
    found = json.loads(out.read_text())
    assert 0 < found["replications"] < 400_000
    assert found["replications"] % BLOCK == 0
    assert f"{found['replications']} of 400000 replications are complete" in errors
    assert partial.exists()
    again = run(*command[:-1], str(out), "--resume", "--replications", "1000")
    assert "made by another simulation" in again.output
