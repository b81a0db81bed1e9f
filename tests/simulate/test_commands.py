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
    rows = [line.split(",") for line in csv.read_text().splitlines()]
    assert len(rows) == 22
    last = dict(zip(rows[0], rows[-1], strict=True))
    assert float(last["whittle mean"]) == found["policies"][0]["mean"]
    assert float(last["whittle - jsq high"]) == found["differences"][1]["high"]


def test_exact_alone() -> None:
    """Without sampling."""
    result = run(*SMALL, "--replications", "0", "--exact", "--policies", "jsq", "--json")
    assert json.loads(result.output)["exact"][0]["value"] > 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--rates", "x"], "rates"),
        (["--rates", "0*1"], "N >= 1"),
        (["--rates", "2*0.3,0"], "must be positive"),
        (["--rates", "-1/2"], "must be positive"),
        (["--rates", "1000", "--policies", "whittle"], "no Whittle indices"),
        (["--K", "0"], "K = 0"),
        (["--horizon", "0"], "horizon = 0"),
        (["--beta", "1"], "beta = 1"),
        (["--beta", "0"], "beta = 0"),
        (["--beta", "-1/2"], "beta = -1/2"),
        (["--beta", "0.9x"], "not an exact number"),
        (["--policies", "jsq,jsq"], "none twice"),
        (["--policies", "jsq(4)"], "d must be between 1 and N = 3"),
        (["--out", "/proc"], "cannot be written"),
        (["--policies", "best"], "unknown"),
        (["--ties", "never"], "ties = 'never'"),
        (["--start", "half"], "start = 'half'"),
        (["--model", "3"], "model = 3"),
        (["--replications", "0"], "replications = 0"),
        (["--replications", "0", "--exact", "--csv", "r.csv"], "--csv is about replications"),
        (["--replications", "0", "--exact", "--resume"], "--resume is about replications"),
        (["--replications", "0", "--exact", "--out", "/proc/no/r.json"], "cannot be written"),
        (["--out", "/proc/no/r.json"], "cannot be written"),
        (["--csv", "/proc/no/r.csv"], "cannot be written"),
        (["--resume"], "needs --out"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], reason: str) -> None:
    """Exit code 10, before any work."""
    result = run(*SMALL, *arguments)
    assert result.exit_code == 10
    assert reason in result.output
    assert len(result.output.splitlines()) == 1


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_and_resume(tmp_path: Path, workers: str) -> None:
    """Exit code 130 and the complete replications; --resume gives what an undisturbed run gives."""
    out = tmp_path / "r.json"
    many = 24 * BLOCK
    command = [*SMALL, "--replications", str(many), "--horizon", "80", "--policies", "jsq,random"]
    command += ["--workers", workers]
    code = (  # a checkpoint after every block, and time to press Ctrl-C
        "import time; import proofcheck.simulate.run as run; run.SAVE_EVERY = 0; save = run.Run.save; "
        "run.Run.save = lambda self: (save(self), time.sleep(0.3)); "
        "from proofcheck.entry import main; main()"
    )
    partial = out.with_name("r.json.partial")
    started = subprocess.Popen(
        [sys.executable, "-c", code, *command, "--out", str(out)],
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    end = time.monotonic() + 120
    while not partial.exists() and started.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    os.killpg(started.pid, signal.SIGINT)  # as a terminal does: to all processes of the group
    _, errors = started.communicate(timeout=60)
    assert started.returncode == 130, errors
    assert "Traceback" not in errors
    found = json.loads(out.read_text())
    assert 0 < found["replications"] < many
    assert found["replications"] % BLOCK == 0
    assert f"{found['replications']} of {many} replications are complete" in errors
    other = run(*command, "--out", str(out), "--resume", "--seed", "2")
    assert "made by another simulation" in other.output
    assert partial.exists()
    assert run(*command, "--out", str(out), "--resume").exit_code == 0
    assert not partial.exists()
    undisturbed = tmp_path / "u.json"
    run(*command, "--out", str(undisturbed))
    assert out.read_text() == undisturbed.read_text()
