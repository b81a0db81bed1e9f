"""Building with lake, tried with a stand-in: a script named lake that answers as lake does."""

from __future__ import annotations

import dataclasses
import shutil
import sys

import pytest

from proofcheck.lean import audit, build
from proofcheck.lean.errors import LeanCrashed

SCRIPT = """\
import os, pathlib, shutil, subprocess, sys
MODE, LEAN, PRODUCTS = {mode!r}, {lean!r}, pathlib.Path({products!r})
if sys.argv[1:3] == ["env", "lean"]:
    os.execv(LEAN[0], [*LEAN, *sys.argv[3:]])
assert sys.argv[1:] == ["build", "--wfail"], sys.argv
if MODE == "error":
    print("error: ProofCheck/Cone.lean:7:2: Type mismatch")
    print("Some required targets logged failures:\\n- ProofCheck.Cone\\nerror: build failed")
    sys.exit(1)
if MODE == "silent":
    print("error: no such package")
    sys.exit(1)
if MODE == "crash":
    sys.exit(139)
shutil.copytree(PRODUCTS, ".lake/build/lib/lean", dirs_exist_ok=True)
if MODE == "left out":
    pathlib.Path(".lake/build/lib/lean/ProofCheck/Cone.olean").unlink()
"""


@pytest.fixture
def lake(project):
    """The project built once with the wheel, and a lake that hands out those products."""
    assert project.build().ok
    products = project.root.parent / "products"
    shutil.copytree(project.root / ".proofcheck" / "lib", products)

    def make(mode: str):
        text = SCRIPT.format(mode=mode, lean=list(project.lean.lean), products=str(products))
        file = project.root.parent / "lake.py"
        file.write_text(text, encoding="utf-8")
        command = (sys.executable, str(file))
        return dataclasses.replace(
            project.lean, kind="lake", lake=command, lean=(*command, "env", "lean")
        )

    return make


def test_a_build_that_lake_finishes_is_built(project, lake):
    report = build.build(project.root, lake("good"))
    assert report.ok
    assert {m.status for m in report.modules} == {"built"}


def test_the_audit_runs_through_lake_too(project, lake):
    assert audit.accept(project.root, lake("good"), project.theorems).written
    report = audit.audit(project.root, lake("good"), project.theorems)
    assert report.ok, report.findings


def test_an_error_is_given_to_its_module(project, lake):
    report = build.build(project.root, lake("error"))
    assert [str(message) for message in report.failures] == [
        "ProofCheck/Cone.lean:7:2: error: Type mismatch"
    ]
    assert {m.name for m in report.modules if m.status == "failed"} == {"ProofCheck.Cone"}
    assert not report.ok


def test_a_failure_without_a_place_fails_every_module(project, lake):
    report = build.build(project.root, lake("silent"))
    assert {m.status for m in report.modules} == {"failed"}
    assert "error: no such package" in report.failures[0].text


def test_a_failed_lake_build_fails_the_audit(project, lake):
    assert audit.accept(project.root, lake("good"), project.theorems).written
    for mode in ("error", "silent"):
        report = audit.audit(project.root, lake(mode), project.theorems)
        assert {finding.kind for finding in report.findings} == {"build"}


def test_a_module_that_lake_left_out_is_not_covered_by_its_success(project, lake):
    report = build.build(project.root, lake("left out"))
    (message,) = report.failures
    assert message.text == "lake did not build this module: import it in ProofCheck.lean"


def test_products_of_other_imports_are_not_covered_either(project, lake):
    project.edit("ProofCheck.Cone", "import ProofCheck.Basis", "import ProofCheck.Checker")
    (message,) = build.build(project.root, lake("good")).failures
    assert message.text.startswith("lake built it from other imports")


def test_a_crash_of_lake_is_a_crash(project, lake):
    with pytest.raises(LeanCrashed, match=r"exit status 139, no message\) on lake build"):
        build.build(project.root, lake("crash"))
