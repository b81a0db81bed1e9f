"""What the gate does not name is an error; names are of one thing only."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from proofcheck.certificate.gate import read_gate, unlisted
from proofcheck.errors import BadInput
from tests.common import CASES
from tests.model.common import QUEUE


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A built-in problem, a problem file and a model; nothing is wrong."""
    cases = tmp_path / "cases"
    shutil.copytree(CASES / "two_server", cases / "two_server")
    (cases / "models").mkdir()
    (cases / "models" / "queue.toml").write_text(QUEUE, "utf-8")
    shutil.copy(CASES / "many_server_routing.toml", cases)
    for folder in (cases / "models" / "queue", cases / "many_server_routing_m3"):
        folder.mkdir()
    entry = '[[problem]]\nsource = "two_server"\n[[problem]]\nsource = "many_server_routing.toml"\n'
    model = '[[model]]\nsource = "models/queue.toml"\n'
    (cases / "gate.toml").write_text(f"{entry}sizes = {{ m = 3 }}\n{model}", "utf-8")
    return cases


def strays(cases: Path) -> list[str]:
    """What the gate does not name, all of it an error."""
    found = unlisted(cases, read_gate(cases))
    assert all(r.verdict == "error" and r.reason == f"not listed in {cases / 'gate.toml'}" for r in found)
    return [r.id for r in found]


def test_the_committed_cases_have_no_strays() -> None:
    """Every file is somebody's."""
    assert strays(CASES) == []


@pytest.mark.parametrize(
    "name",
    [
        "models/other.toml",  # beside a listed model
        "other.toml",  # beside the gate
        "models/model.json",
        "other.json",
        "index.toml",  # a list that the gate does not name
        "two_server/problem.toml",  # among certificates
        "models/queue/deeper/other.toml",
    ],
)
def test_a_file_of_no_entry_is_an_error(cases: Path, name: str) -> None:
    """A model or a problem that nobody checks must not look as if it were checked."""
    assert strays(cases) == []
    (cases / name).parent.mkdir(exist_ok=True)
    (cases / name).touch()
    assert strays(cases) == [name]


def test_a_folder_of_no_entry_is_one_error(cases: Path) -> None:
    """Not one for every file in it."""
    (cases / "other").mkdir()
    for name in ("a.toml", "b.json"):
        (cases / "other" / name).touch()
    assert strays(cases) == ["other"]


@pytest.mark.parametrize("name", ["README.md", "models/notes.txt", "models/queue/claim.json"])
def test_other_files_are_not_the_gates_business(cases: Path, name: str) -> None:
    """Words beside the cases; what lies among certificates is its checker's."""
    (cases / name).touch()
    assert strays(cases) == []


def test_a_problem_and_a_model_of_one_name_are_refused(cases: Path) -> None:
    """Their verdicts and Lean modules would be mixed up; under another name it passes."""
    path = cases / "models" / "queue.toml"
    assert len(read_gate(cases)) == 2
    path.write_text(QUEUE.replace('name = "queue"', 'name = "two_server"'), "utf-8")
    with pytest.raises(BadInput, match=r"gate\.toml: two_server is the name of a problem and of a model"):
        read_gate(cases)


@pytest.mark.parametrize("name", ["index", "model1", "model2", "control", "frontier"])
def test_a_model_with_the_name_of_a_list_is_refused(cases: Path, name: str) -> None:
    """`verify` would take one for the other, and pass where only one of them does."""
    (cases / "models" / "queue.toml").write_text(QUEUE.replace('name = "queue"', f'name = "{name}"'), "utf-8")
    with pytest.raises(BadInput, match=f"{name} is the name of a list, or of its folder"):
        read_gate(cases)
