"""Building with the real Lean: what is accepted, what is refused and why, what is reused."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from proofcheck.lean import build
from proofcheck.lean.errors import (
    BuildBusy,
    ImportCycle,
    LeanCrashed,
    LeanTimeout,
    MissingModule,
    NotWritable,
)
from proofcheck.lean.products import Store
from proofcheck.lean.report import BuildReport, Step

ALL = {"Basis", "Cone", "Checker", "Generated.Two"}


def everything(status: str) -> dict[str, str]:
    return dict.fromkeys(ALL, status)


def fake(project, script: str):
    """The project's toolchain with its Lean program replaced by a Python script."""
    command = (sys.executable, "-c", textwrap.dedent(script))
    return dataclasses.replace(project.lean, lean=command)


def test_a_correct_project_is_built_in_import_order(project):
    report = project.build()
    assert report.ok
    assert [m.name for m in report.modules] == [
        "ProofCheck.Basis",
        "ProofCheck.Checker",
        "ProofCheck.Cone",
        "ProofCheck.Generated.Two",
    ]
    assert {m.status for m in report.modules} == {"built"}
    assert all(project.product(m.name).is_file() for m in report.modules)


def test_a_second_build_reuses_everything_and_takes_less_than_a_second(project):
    assert project.build().ok
    start = time.monotonic()
    assert project.statuses() == everything("cached")
    assert time.monotonic() - start < 1.0


def test_a_project_path_may_be_relative(project, monkeypatch):
    monkeypatch.chdir(project.root.parent)
    assert build.build(Path("lean"), project.lean).ok


def test_the_report_is_plain_data(project):
    data = json.loads(json.dumps(project.build().to_json()))
    assert data["ok"] is True
    assert data["modules"][0]["name"] == "ProofCheck.Basis"


def test_a_report_without_modules_is_not_ok():
    assert not BuildReport("lean", (), 0.0).ok


def test_progress_tells_start_and_end_of_every_module(project):
    steps: list[Step] = []
    project.build(progress=steps.append)
    assert {s.module for s in steps if s.state == "started"} == {f"ProofCheck.{n}" for n in ALL}
    ended = [s for s in steps if s.state != "started"]
    assert [s.done for s in ended] == [1, 2, 3, 4]
    assert {s.total for s in steps} == {4}


def test_an_error_fails_the_module_and_blocks_those_that_import_it(project):
    project.edit("ProofCheck.Checker", ": Good b := h", ": Good b := b")
    report = project.build()
    assert {m.name: m.status for m in report.modules} == {
        "ProofCheck.Basis": "built",
        "ProofCheck.Cone": "built",
        "ProofCheck.Checker": "failed",
        "ProofCheck.Generated.Two": "blocked",
    }
    message = report.failures[0]
    assert message.severity == "error"
    assert message.file == "ProofCheck/Checker.lean"
    assert message.text.startswith("Type mismatch")
    assert not project.product("ProofCheck.Checker").exists()


def test_a_module_that_fails_after_success_leaves_no_product_and_recovers(project):
    assert project.build().ok
    project.edit("ProofCheck.Checker", ": Good b := h", ": Good b := b")
    assert project.statuses() == everything("cached") | {
        "Checker": "failed",
        "Generated.Two": "blocked",
    }
    assert not project.product("ProofCheck.Checker").exists()
    assert not project.product("ProofCheck.Generated.Two").exists()
    project.edit("ProofCheck.Checker", ": Good b := b", ": Good b := h")
    assert project.statuses() == everything("cached") | {
        "Checker": "built",
        "Generated.Two": "built",
    }


def test_a_warning_is_an_error(project):
    project.edit(
        "ProofCheck.Cone",
        "theorem increasing",
        "theorem unused (n : Nat) : True := .intro\ntheorem increasing",
    )
    report = project.build()
    (message,) = report.failures
    assert message.severity == "warning"
    assert "Variable name `n` is not explicitly referenced" in message.text
    assert not project.product("ProofCheck.Cone").exists()


def test_an_information_message_is_kept_and_does_no_harm(project):
    project.edit("ProofCheck.Cone", "end ProofCheck", "#print axioms increasing\nend ProofCheck")
    report = project.build()
    assert report.ok
    (message,) = next(m.messages for m in report.modules if m.name == "ProofCheck.Cone")
    assert message.text == "'ProofCheck.increasing' does not depend on any axioms"


def test_an_unproved_theorem_does_not_build(project):
    project.edit("ProofCheck.Checker", ": Good b := h", ": Good b := sorry")
    (message,) = project.build().failures
    assert message.severity == "error"
    assert "a hole such as sorry" in message.text


def test_a_hole_does_not_build(project):
    project.edit("ProofCheck.Checker", ": Good b := h", ": Good b := _")
    message = project.build().failures[0]
    assert message.text.startswith("don't know how to synthesize placeholder")


def test_a_checker_that_accepts_everything_is_not_sound(project):
    project.edit(
        "ProofCheck.Checker", "check (b : Bool) : Bool := b", "check (_ : Bool) : Bool := .true"
    )
    message = project.build().failures[0]
    assert message.file == "ProofCheck/Checker.lean"
    assert "Eq (check b) Bool.true" in message.text
    assert "Good b" in message.text


def test_a_checker_that_rejects_everything_accepts_no_certificate(project):
    project.edit(
        "ProofCheck.Checker", "check (b : Bool) : Bool := b", "check (_ : Bool) : Bool := .false"
    )
    failures = project.build().failures
    assert {message.file for message in failures} <= {
        "ProofCheck/Checker.lean",
        "ProofCheck/Generated/Two.lean",
    }
    assert failures


def test_a_false_certificate_is_rejected_by_the_kernel(project):
    project.edit(
        "ProofCheck.Generated.Two",
        "K1.y0.x2+» : Good .true := sound .true rfl",
        "K1.y0.x2+» : Good .false := sound .false rfl",
    )
    message = project.build().failures[0]
    assert message.file == "ProofCheck/Generated/Two.lean"
    assert "Bool.true" in message.text


def test_a_missing_module_is_named(project):
    project.edit("ProofCheck.Cone", "import ProofCheck.Basis", "import ProofCheck.Basics")
    with pytest.raises(MissingModule, match=r"Cone\.lean: imports ProofCheck\.Basics"):
        project.build()


def test_an_import_cycle_is_named(project):
    project.edit("ProofCheck.Basis", "prelude\n", "prelude\nimport ProofCheck.Cone\n")
    with pytest.raises(ImportCycle, match=r"ProofCheck\.Cone"):
        project.build()


def test_a_change_rebuilds_the_module_and_everything_above_it(project):
    assert project.build().ok
    project.edit("ProofCheck.Basis", "inductive True", "/-- Holds. -/\ninductive True")
    assert project.statuses() == everything("built")


def test_a_change_above_leaves_the_imports_alone(project):
    assert project.build().ok
    project.edit("ProofCheck.Generated.Two", "K2.y0", "K3.y0")
    assert project.statuses() == everything("cached") | {"Generated.Two": "built"}


def test_another_toolchain_rebuilds_everything(project):
    assert project.build().ok
    other = dataclasses.replace(project.lean, identity="another Lean")
    assert {m.status for m in build.build(project.root, other).modules} == {"built"}


@pytest.mark.parametrize("suffix", [".olean", ".ilean", ".manifest.json"])
@pytest.mark.parametrize("damage", ["other bytes", "truncated", "removed"])
def test_a_damaged_product_is_not_reused(project, suffix, damage):
    assert project.build().ok
    file = project.product("ProofCheck.Cone", suffix)
    good = file.read_bytes()
    if damage == "removed":
        file.unlink()
    else:
        file.write_bytes(good[:-40] if damage == "truncated" else good[:-1] + b"?")
    assert project.statuses() == everything("cached") | {"Cone": "built"}
    assert project.product("ProofCheck.Cone").is_file()


def test_a_product_of_an_older_source_put_back_is_not_trusted(project):
    """The olean and the source are both valid, and do not belong together."""
    assert project.build().ok
    old = project.product("ProofCheck.Cone").read_bytes()
    project.edit("ProofCheck.Cone", "  k2 : (n : Nat) → Eq (f n) n\n", "")
    assert project.build().ok
    project.product("ProofCheck.Cone").write_bytes(old)
    assert project.statuses()["Cone"] == "built"
    assert project.product("ProofCheck.Cone").read_bytes() != old


def test_products_without_a_source_are_removed(project):
    assert project.build().ok
    project.path("ProofCheck.Cone").unlink()
    assert project.build().ok
    assert not project.product("ProofCheck.Cone").exists()
    assert project.product("ProofCheck.Checker").exists()


def test_a_killed_build_leaves_nothing_that_is_trusted(project):
    """Kill the build while Lean has written half a product; the next build starts that anew."""
    assert project.build().ok
    project.edit("ProofCheck.Cone", "/-- Increasing", "/-- Rising")
    ready = project.root / "ready"
    half = f"""
        import sys, pathlib, time
        for argument in sys.argv[1:]:
            if argument[:2] in ("-o", "-i"):
                pathlib.Path(argument[2:]).write_bytes(b"half")
        pathlib.Path({str(ready)!r}).touch()
        time.sleep(60)
    """
    script = f"""
        import dataclasses, pathlib
        from proofcheck.lean import build
        from proofcheck.lean.toolchain import Toolchain
        build.build(pathlib.Path({str(project.root)!r}), {fake(project, half)!r})
    """
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)])
    deadline = time.monotonic() + 30
    while not ready.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert ready.exists()
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not project.product("ProofCheck.Cone").exists()
    assert project.statuses() == everything("cached") | {"Cone": "built"}


def test_a_build_killed_between_product_and_manifest_is_done_again(project):
    assert project.build().ok
    project.product("ProofCheck.Cone", ".manifest.json").unlink()
    assert project.statuses()["Cone"] == "built"


def test_a_timeout_stops_lean_and_leaves_no_product(project):
    with pytest.raises(
        LeanTimeout, match=r"over 0\.5 s on ProofCheck\.Basis: raise the time limit"
    ):
        build.build(project.root, fake(project, "import time; time.sleep(60)"), timeout=0.5)
    assert not project.product("ProofCheck.Basis").exists()
    assert project.build(timeout=60.0).ok


def test_a_crash_is_named_and_leaves_no_product(project):
    crash = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"
    with pytest.raises(LeanCrashed, match=r"SIGSEGV.* on ProofCheck\.Basis"):
        build.build(project.root, fake(project, crash))
    assert not project.product("ProofCheck.Basis").exists()
    assert project.build().ok


HEAVY = (
    "prelude\nimport ProofCheck.Basis\nset_option maxRecDepth 100000000\n"
    f"theorem heavy : Eq Nat.zero Nat.zero := {'id (' * 60_000}rfl{')' * 60_000}\n"
)


def test_a_module_that_is_too_much_for_the_time_limit_is_stopped(project):
    """The real Lean at work on a term nested 60 000 deep."""
    project.write("ProofCheck.Heavy", HEAVY)
    with pytest.raises(LeanTimeout, match=r"over 2 s on ProofCheck\.Heavy"):
        project.build(timeout=2.0)
    assert project.product("ProofCheck.Basis").exists()
    assert not project.product("ProofCheck.Heavy").exists()


def test_the_real_lean_stopped_by_a_signal_has_crashed(project):
    """The real Lean under a limit of one second of processor time that the system enforces."""
    project.write("ProofCheck.Heavy", HEAVY)
    limited = f"""
        import os, resource, sys
        resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
        os.execv(sys.executable, [*{project.lean.lean!r}, *sys.argv[1:]])
    """
    with pytest.raises(LeanCrashed, match=r"\((SIGXCPU|SIGKILL)\) on ProofCheck\.Heavy"):
        build.build(project.root, fake(project, limited))
    assert not project.product("ProofCheck.Heavy").exists()


def test_a_lean_that_says_nothing_and_writes_nothing_has_not_succeeded(project):
    report = build.build(project.root, fake(project, "pass"))
    assert report.failures[0].text == "Lean reported success and wrote no .olean file"
    assert not report.ok


def test_text_on_stderr_is_an_error(project):
    report = build.build(project.root, fake(project, "import sys; sys.stderr.write('PANIC')"))
    assert report.failures[0].text == "Lean wrote to stderr: PANIC"


def test_a_failure_status_without_an_error_message_is_an_error(project):
    report = build.build(project.root, fake(project, "raise SystemExit(1)"))
    assert report.failures[0].text == "Lean ended with status 1 and no error message"


def test_a_source_that_changes_while_it_is_compiled_is_not_installed(project):
    basis = project.path("ProofCheck.Basis")
    runner = project.lean.lean
    change = f"""
        import pathlib, subprocess, sys
        status = subprocess.call([*{runner!r}, *sys.argv[1:]])
        path = pathlib.Path({str(basis)!r})
        path.write_bytes(path.read_bytes() + b"\\n")
        raise SystemExit(status)
    """
    report = build.build(project.root, fake(project, change))
    assert report.failures[0].text == "the source changed while it was being compiled: build again"
    assert project.build().ok


def test_two_builds_do_not_work_in_one_directory(project):
    held = Store(project.root / ".proofcheck").locked()
    with held, pytest.raises(BuildBusy, match="another build is running here"):
        project.build()
    assert project.build().ok


def test_a_folder_that_cannot_be_written_is_one_line(project):
    lock = project.root / ".proofcheck" / "lock"
    lock.mkdir(parents=True)
    with pytest.raises(NotWritable, match=r"\.proofcheck/lock: Is a directory; Lean's products go there"):
        project.build()
    lock.rmdir()
    assert project.build().ok
