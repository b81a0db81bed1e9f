"""What other repositories use: the GitHub action and the pre-commit hooks."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests.gate.common import run as proofcheck
from tests.gate.common import small_gate
from tests.report.common import schema

ROOT = Path(__file__).parents[1]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
SCRIPT = ROOT / "scripts" / "action"


def test_the_action_follows_its_schema() -> None:
    """As published for `action.yml`; a step without a shell is refused by it."""
    validator = jsonschema.Draft7Validator(schema("github-action.json"))
    validator.validate(ACTION)
    broken = json.loads(json.dumps(ACTION))
    del broken["runs"]["steps"][0]["shell"]
    assert not validator.is_valid(broken)


def test_the_action_uses_no_action_that_is_not_pinned() -> None:
    """None of others at all, or by a whole commit."""
    used = [step["uses"] for step in ACTION["runs"]["steps"] if "uses" in step]
    assert all(re.fullmatch(r"[^@]+@[0-9a-f]{40}", name) for name in used)


def test_inputs_reach_commands_through_the_environment_only() -> None:
    """Nothing that a workflow passes is pasted into a command."""
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"]
    text = (ROOT / "action.yml").read_text("utf-8")
    for name in ACTION["inputs"]:
        assert f"inputs.{name}" in text
    for output in ACTION["outputs"].values():
        (name,) = re.findall(r"steps\.check\.outputs\.([a-z-]+)", output["value"])
        assert name in SCRIPT.read_text("utf-8")


def action(
    cases: Path, verb: str = "check", options: str = "--without-lean", **more: str
) -> tuple[int, dict[str, str]]:
    """Run the action's script as the runner does: exit code and outputs."""
    output = cases.parent / "output"
    output.write_text("")
    environment = os.environ | {
        "CASES": str(cases),
        "OPTIONS": options,
        "PROOFCHECK": str(Path(sys.executable).parent / "proofcheck"),
        "OUT": str(cases.parent / "out folder"),
        "GITHUB_OUTPUT": str(output),
        **more,
    }
    ran = subprocess.run([SCRIPT, verb], cwd=cases.parent, env=environment, capture_output=True, timeout=300)
    return ran.returncode, dict(line.split("=", 1) for line in output.read_text().splitlines())


def test_the_action_passes_and_names_its_files(tmp_path: Path) -> None:
    """All outputs that action.yml promises."""
    code, outputs = action(small_gate(tmp_path))
    assert code == 0
    assert set(outputs) == set(ACTION["outputs"])
    assert (outputs["verdict"], outputs["exit-code"]) == ("proved", "0")
    assert all(Path(outputs[name]).is_file() for name in ("report", "junit", "sarif"))


def test_the_action_fails_with_the_gate(tmp_path: Path) -> None:
    """The same exit code, and the files all the same."""
    cases = small_gate(tmp_path)
    (cases / "two_server" / "cost.json").unlink()
    code, outputs = action(cases, options="--without-lean\n--without-compare")
    assert (code, outputs["exit-code"], outputs["verdict"]) == (3, "3", "unproved")
    assert json.loads(Path(outputs["sarif"]).read_text())["runs"][0]["results"]


@pytest.mark.parametrize("options", ["--nonsense", "$(touch hacked)", "; touch hacked", "`touch hacked`"])
def test_options_are_words_and_never_commands(tmp_path: Path, options: str) -> None:
    """Wrong ones are wrong usage."""
    code, outputs = action(small_gate(tmp_path), options=options)
    assert code == 2
    assert outputs == {"exit-code": "2"}
    assert not (tmp_path / "hacked").exists()


def test_a_gate_that_cannot_be_read_leaves_no_file_of_an_earlier_run(tmp_path: Path) -> None:
    """Exit code 10, no verdict."""
    cases = small_gate(tmp_path)
    action(cases)
    (cases / "gate.toml").write_text("problem = []")
    assert action(cases) == (10, {"exit-code": "10"})
    assert not list((tmp_path / "out folder").glob("*.xml"))


def test_upload_gives_the_file_to_code_scanning(tmp_path: Path) -> None:
    """A stand-in for GitHub's command line keeps what it is given."""
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    (bin_ / "gh").write_text('#!/bin/sh\necho "$@" > "$KEEP.args"; cat > "$KEEP"\n')
    (bin_ / "gh").chmod(0o755)
    sarif = tmp_path / "log.sarif"
    sarif.write_text('{"version": "2.1.0"}')
    more = {
        "PATH": f"{bin_}:{os.environ['PATH']}",
        "KEEP": str(tmp_path / "kept"),
        "SARIF": str(sarif),
        "GITHUB_SHA": "c" * 40,
        "GITHUB_REF": "refs/heads/main",
        "GITHUB_REPOSITORY": "owner/name",
    }
    code, _ = action(small_gate(tmp_path), "upload", **more)
    assert code == 0
    assert "repos/owner/name/code-scanning/sarifs" in (tmp_path / "kept.args").read_text()
    kept = json.loads((tmp_path / "kept").read_text())
    assert (kept["commit_sha"], kept["ref"]) == ("c" * 40, "refs/heads/main")
    unzipped = subprocess.run(
        "base64 -d | gunzip", shell=True, input=kept["sarif"].encode(), capture_output=True, check=True
    )
    assert unzipped.stdout == sarif.read_bytes()


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_has_what_pre_commit_needs(hook: dict[str, Any]) -> None:
    """Its own fields, and a command line that exists."""
    known = {"id", "name", "description", "entry", "language", "files", "pass_filenames", "require_serial"}
    assert set(hook) == known
    assert hook["language"] == "python"
    assert hook["pass_filenames"] is False
    assert re.compile(hook["files"]).search("cases/two_server/cost.json")
    program, *arguments = shlex.split(hook["entry"])
    assert program == "proofcheck"
    assert shutil.which("proofcheck", path=str(Path(sys.executable).parent))
    assert proofcheck(*arguments, "--help").exit_code == 0


def test_a_hook_that_loosens_says_so() -> None:
    """In its name."""
    for hook in HOOKS:
        assert ("--without-lean" in hook["entry"]) == ("without-lean" in hook["id"])
