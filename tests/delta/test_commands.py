"""`proofcheck diff`, end to end: results files, revisions, the work tree."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from proofcheck.verdict import EXIT_CODES, LOST
from tests.gate.common import check_all, run, small_gate
from tests.gate.test_since import git

TEXT = (Path(__file__).parents[2] / "proofcheck/problem/builtin/two_server.toml").read_text("utf-8")


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """The small gate in a repository, committed."""
    cases = small_gate(tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "one")
    return cases


@pytest.fixture
def here(cases: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The repository is the working directory."""
    monkeypatch.chdir(cases.parent)


def results(cases: Path, name: str, *arguments: str) -> str:
    """A results file of the gate as it is."""
    path = cases.parent / name
    check_all(cases, "--json-report", str(path), *arguments)
    assert path.exists()
    return str(path)


def test_the_exit_code_is_its_own() -> None:
    """Not that of a verdict, of bad input or of usage."""
    assert LOST not in {*EXIT_CODES.values(), 1, 2, 10, 130}
    assert f"{LOST}  lost: something" in run("--help").output


def test_files_of_the_same_gate_have_no_difference(cases: Path) -> None:
    """Times and dates differ, facts do not."""
    result = run("diff", results(cases, "a.json"), results(cases, "b.json"))
    assert result.exit_code == 0
    assert result.output == "62 -> 62 verdicts: no difference (exit code 0)\n"


def test_a_certificate_that_is_gone_is_a_loss(cases: Path) -> None:
    """And a gain in the other direction."""
    old = results(cases, "a.json")
    (cases / "two_server" / "cost.json").unlink()
    new = results(cases, "b.json")
    result = run("diff", old, new)
    assert result.exit_code == LOST
    assert "lost     python  two_server.cost.K1.y0.x0+: proved -> unproved" in result.output
    assert "    no certificate" in result.output
    back = run("diff", new, old)
    assert back.exit_code == 0
    assert "gained   python  two_server.cost.K1.y0.x0+: unproved -> proved" in back.output


def test_an_edited_results_file_is_refused(cases: Path) -> None:
    """One word, by hand."""
    old = results(cases, "a.json")
    (cases / "two_server" / "cost.json").unlink()
    new = Path(results(cases, "b.json"))
    new.write_text(new.read_text().replace('"unproved"', '"proved"'))
    result = run("diff", old, str(new))
    assert result.exit_code == 10
    assert "sha256 is not that of the content" in result.stderr


def test_an_emptied_gate_is_a_loss(cases: Path) -> None:
    """Fewer problems: every obligation of the one that is gone."""
    old = results(cases, "a.json")
    (cases / "other.toml").write_text(TEXT.replace('name = "two_server"', 'name = "other"'))
    (cases / "gate.toml").write_text('[[problem]]\nsource = "other.toml"\n')
    assert run("generate", "--cases", str(cases)).exit_code == 0
    shutil.rmtree(cases / "two_server")
    result = run("diff", old, results(cases, "b.json"), "--json")
    assert result.exit_code == LOST
    found = json.loads(result.stdout)
    assert found["format"] == "proofcheck-diff/1"
    assert found["exit_code"] == LOST
    kinds = [one["kind"] for one in found["differences"]]
    assert (kinds.count("lost"), kinds.count("added")) == (62, 62)


def test_a_revision_is_checked_against_the_work_tree(cases: Path, here: None) -> None:
    """Without a change nothing is lost; with a certificate refused, they are.  Git is untouched."""
    same = run("diff", "HEAD")
    assert same.exit_code == 0, same.output
    path = cases / "two_server" / "cost.json"
    path.write_text(path.read_text().replace('"0 <= 1"', '"0 <= 2"', 1))
    result = run("diff", "HEAD", ".")
    assert result.exit_code == LOST
    assert "two_server.cost.K1.y0.x0+: proved -> error" in result.output
    git(cases, "commit", "-qam", "two")
    assert run("diff", "HEAD~1", "HEAD").exit_code == LOST
    assert run("diff", "HEAD", "HEAD~1").exit_code == 0
    assert not (cases.parent / ".git" / "worktrees").exists()


def test_another_statement_is_a_loss_unless_it_is_meant(cases: Path, here: None) -> None:
    """A problem file that says something else, with certificates made for it: all is green but the diff."""
    text = TEXT.replace('name = "two_server"', 'name = "mine"')
    (cases / "mine.toml").write_text(text)
    (cases / "gate.toml").write_text('[[problem]]\nsource = "mine.toml"\n')
    shutil.rmtree(cases / "two_server")
    assert run("generate").exit_code == 0
    git(cases, "add", "-A")
    git(cases, "commit", "-qm", "mine")
    other = text.replace("[cost]\nx = 1\ny = 1", "[cost]\nx = 2\ny = 2")
    assert other != text
    (cases / "mine.toml").write_text(other)
    assert run("generate").exit_code == 0
    assert check_all(cases).exit_code == 0
    result = run("diff", "HEAD")
    assert result.exit_code == LOST
    assert "changed  python  mine.cost.K1" in result.output
    assert run("diff", "HEAD", "--allow-changed").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "nowhere: no such revision"),
        (["--", "-x"], "-x: no such revision"),
        (["/nowhere.json", "HEAD"], "/nowhere.json: no such revision"),
    ],
)
def test_bad_input_is_one_line(here: None, arguments: list[str], words: str) -> None:
    """Exit code 10."""
    result = run("diff", *arguments)
    assert result.exit_code == 10
    (line,) = [line for line in result.stderr.splitlines() if line]
    assert words in line


def test_a_revision_whose_gate_cannot_be_read_is_one_line(cases: Path, here: None) -> None:
    """With the gate's own words."""
    (cases / "gate.toml").write_text("problem = []")
    git(cases, "commit", "-qam", "empty")
    result = run("diff", "HEAD~1", "HEAD")
    assert result.exit_code == 10
    assert "HEAD: cannot be checked: cases/gate.toml: problem" in result.stderr
