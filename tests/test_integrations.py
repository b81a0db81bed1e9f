"""What other repositories use: the GitHub action and the pre-commit hooks; and this one's workflows."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
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
PAGE = ROOT / "docs" / "gate-your-own-model.md"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
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


def follows(schema_name: str, *paths: Path) -> subprocess.CompletedProcess[str]:
    """Whether files follow a schema that check-jsonschema ships."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema_name, *map(str, paths)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_the_action_follows_the_schema_that_is_published_now() -> None:
    """The vendored one above may grow old; this comes with its package."""
    assert follows("vendor.github-actions", ROOT / "action.yml").returncode == 0


def test_the_workflows_follow_their_schema(tmp_path: Path) -> None:
    """All of them; a job that names no machine is refused, and so is an unknown key of a step."""
    assert WORKFLOWS
    done = follows("vendor.github-workflows", *WORKFLOWS)
    assert done.returncode == 0, done.stdout
    for number, (old, new) in enumerate([("runs-on: ", "run-on: "), ("- run: ", "- runs: ")]):
        text = WORKFLOWS[0].read_text("utf-8")
        assert old in text
        broken = tmp_path / f"{number}.yml"
        broken.write_text(text.replace(old, new, 1), "utf-8")
        assert follows("vendor.github-workflows", broken).returncode == 1


def test_the_workflow_on_the_page_follows_the_schema(tmp_path: Path) -> None:
    """What people copy."""
    (text,) = [block for block in yaml_blocks() if "jobs:" in block]
    path = tmp_path / "gate.yml"
    path.write_text(text, "utf-8")
    done = follows("vendor.github-workflows", path)
    assert done.returncode == 0, done.stdout


def yaml_blocks() -> list[str]:
    """The YAML on the page, block by block."""
    return re.findall(r"^```yaml\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_what_the_workflows_run_is_there(path: Path) -> None:
    """Scripts that exist, with options that the command line has."""
    jobs = yaml.safe_load(path.read_text("utf-8"))["jobs"]
    runs = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    assert runs
    for program, *arguments in map(shlex.split, runs):
        assert not program.startswith("scripts/") or (ROOT / program).is_file()
        own = {"scripts/check_all": ["check-all", *arguments], ".venv/bin/proofcheck": arguments}
        if line := own.get(program):
            options = {word for word in line if word.startswith("--")}
            assert options <= set(re.findall(r"--[a-z-]+", proofcheck(line[0], "--help").output))


# pre-commit itself


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """This project as the repository of hooks, and its commit: what pre-commit installs from."""
    place = tmp_path_factory.mktemp("hooks") / "proofcheck"
    shutil.copytree(ROOT / "proofcheck", place / "proofcheck", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, place)
    return place, committed(place)


def committed(repository: Path) -> str:
    """Everything in a folder committed to git; the commit."""
    git = ["git", "-c", "user.name=you", "-c", "user.email=you@example.org", "-C", str(repository)]
    for arguments in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "all"]):
        subprocess.run([*git, *arguments], check=True, timeout=60)
    head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return head.stdout.strip()


def test_pre_commit_runs_the_hook(hooks: tuple[Path, str], tmp_path: Path) -> None:
    """With the configuration of the page: it passes, is skipped where no file of the gate changed, and stops
    a wrong multiplier.  Nothing is downloaded: the libraries are those of this environment."""
    small_gate(tmp_path)
    (text,) = [block for block in yaml_blocks() if "hooks:" in block]
    for name, value in zip(("https://github.com/OWNER/proofcheck", "COMMIT"), hooks, strict=True):
        assert name in text
        text = text.replace(name, str(value))
    (tmp_path / ".pre-commit-config.yaml").write_text(text, "utf-8")
    (tmp_path / "notes.txt").write_text("a note\n", "utf-8")
    (tmp_path / ".gitignore").write_text("reports/\n.proofcheck/\n", "utf-8")
    committed(tmp_path)
    passed = pre_commit(tmp_path, "--all-files")
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert re.search(r"without Lean\.+Passed", passed.stdout)
    assert re.search(r"without Lean\.+.*Skipped", pre_commit(tmp_path, "--files", "notes.txt").stdout)
    path = tmp_path / "cases" / "two_server" / "cost.json"
    path.write_text(path.read_text("utf-8").replace('"goal_times": 1', '"goal_times": 2', 1), "utf-8")
    failed = pre_commit(tmp_path, "--all-files")
    assert failed.returncode == 1
    assert "exit code: 8" in failed.stdout
    assert re.search(r"^error +two_server\.cost\.", failed.stdout, re.MULTILINE)


def pre_commit(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pre-commit in a project; its environments are made beside it, from what is installed here."""
    foreign = ("GIT_", "GITHUB_", "PYTEST", "PRE_COMMIT")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    library = {"PYTHONPATH": sysconfig.get_path("purelib")}
    home = {"PRE_COMMIT_HOME": str(project.parent / f"{project.name}-pre-commit")}
    command = [sys.executable, "-m", "pre_commit", "run", "--verbose", *arguments]
    everything = kept | offline | library | home
    return subprocess.run(command, cwd=project, env=everything, capture_output=True, text=True, timeout=300)
