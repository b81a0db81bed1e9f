"""The script that loads the library in a process of its own."""

from __future__ import annotations

import ctypes.util
import subprocess
import sys
from pathlib import Path

from proofcheck.lean import runner


def start(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-S", str(Path(runner.__file__)), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_it_runs_the_lean_program(lean):
    result = start(lean.lean[-1], "--version")
    assert result.returncode == 0
    assert result.stdout.startswith("Lean (version 4.35.0,")


def test_it_returns_the_status_of_the_lean_program(lean, tmp_path):
    (tmp_path / "Bad.lean").write_text("prelude\n#check nothing\n", encoding="utf-8")
    assert start(lean.lean[-1], str(tmp_path / "Bad.lean")).returncode == 1


def test_a_file_that_is_no_library_is_reported_in_one_line(tmp_path):
    (tmp_path / "lib.so").write_bytes(b"\x7fELF")
    result = start(str(tmp_path / "lib.so"))
    assert result.returncode == runner.CANNOT_LOAD
    assert result.stderr.startswith(runner.MARK)
    assert result.stderr.count("\n") == 1


def test_a_library_that_is_not_lean_is_reported_in_one_line():
    library = ctypes.util.find_library("c")
    assert library is not None
    result = start(library)
    assert result.returncode == runner.CANNOT_LOAD
    assert "lean_main" in result.stderr
