"""Every way a Lean process can end."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from proofcheck.lean import process
from proofcheck.lean.errors import (
    LeanCancelled,
    LeanCrashed,
    LeanNotLoadable,
    LeanTimeout,
    LeanUnavailable,
)
from proofcheck.lean.process import Run
from proofcheck.lean.runner import CANNOT_LOAD, MARK


def run(script: str, timeout: float = 30.0, cancel: threading.Event | None = None) -> Run:
    return process.run(
        [sys.executable, "-c", script],
        what="Module",
        cwd=Path.cwd(),
        env=dict(os.environ),
        timeout=timeout,
        cancel=cancel,
    )


@pytest.mark.parametrize("status", [0, 1])
def test_a_normal_end_gives_status_and_output(status):
    script = f"import sys; print('out'); print('err', file=sys.stderr); sys.exit({status})"
    result = run(script)
    assert (result.status, result.stdout, result.stderr) == (status, "out\n", "err\n")


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGABRT", "SIGKILL", "SIGBUS"])
def test_a_signal_is_a_crash_with_its_name(name):
    with pytest.raises(LeanCrashed, match=rf"Lean crashed \({name}\) on Module: run again"):
        run(f"import os, signal; os.kill(os.getpid(), signal.{name})")


@pytest.mark.parametrize("status", [2, 134, 139, 255])
def test_a_status_that_lean_never_returns_is_a_crash(status):
    with pytest.raises(LeanCrashed, match=f"exit status {status}, last words"):
        run(f"import sys; print('first\\nlast words', file=sys.stderr); sys.exit({status})")


def test_a_timeout_stops_the_process_and_its_children(tmp_path):
    mark = tmp_path / "alive"
    child = f"import time, pathlib; time.sleep(2); pathlib.Path({str(mark)!r}).touch()"
    script = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    with pytest.raises(LeanTimeout, match=r"over 0\.5 s on Module: raise the time limit"):
        run(script, timeout=0.5)
    time.sleep(2.2)
    assert not mark.exists()


def test_a_cancelled_run_stops_at_once():
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    start = time.monotonic()
    with pytest.raises(LeanCancelled):
        run("import time; time.sleep(60)", cancel=cancel)
    assert time.monotonic() - start < 5


def test_a_library_that_does_not_load_is_told_from_other_failures():
    say = f"import sys; print({MARK + 'GLIBC_2.35 not found'!r}, file=sys.stderr); "
    with pytest.raises(LeanNotLoadable, match=r"\(GLIBC_2\.35 not found\): it needs Linux x86-64"):
        run(say + f"sys.exit({CANNOT_LOAD})")
    with pytest.raises(LeanCrashed, match=f"exit status {CANNOT_LOAD}"):
        run(f"import sys; sys.exit({CANNOT_LOAD})")


def test_a_program_that_cannot_start_is_unavailable(tmp_path):
    command = [str(tmp_path / "no-lean")]
    with pytest.raises(LeanUnavailable, match=r"cannot start .*/no-lean: No such file"):
        process.run(command, what="Module", cwd=tmp_path, env={}, timeout=1.0)
