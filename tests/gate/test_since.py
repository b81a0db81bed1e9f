"""--since: less is generated again, everything is still checked, and what was left out is said."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from proofcheck.errors import BadInput
from proofcheck.gate.check import Question, answer
from proofcheck.gate.since import Changes
from proofcheck.report.summary import Report
from tests.gate.common import check_all, small_gate


def git(folder: Path, *arguments: str) -> None:
    """Run git as somebody."""
    who = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """The small gate in a repository of its own, committed."""
    top = tmp_path / "top"
    top.mkdir()
    cases = small_gate(top)
    git(top, "init", "-q")
    git(top, "add", "-A")
    git(top, "commit", "-qm", "one")
    return cases


def since(cases: Path, revision: str = "HEAD") -> Report:
    """A run without Lean."""
    return answer(Question(cases, since=revision))


def outside(path: Path) -> None:
    """Put a link in place of a file, to one outside the repository."""
    path.rename(path.parents[3] / "elsewhere.json")
    path.symlink_to(path.parents[3] / "elsewhere.json")


def checkers(report: Report) -> list[str]:
    """Which checkers ran."""
    return [section.checker for section in report.sections]


def test_without_a_change_nothing_is_generated_and_everything_is_checked(cases: Path) -> None:
    """The report says what was left out."""
    report = since(cases)
    assert checkers(report) == ["python"]
    assert len(report.sections[0].results) == 62
    assert report.exit_code == 0
    sentence = report.left_out[-1]
    assert sentence.startswith("not generated again, because nothing that they depend on has changed since ")
    assert sentence.endswith(": two_server")


@pytest.mark.parametrize(
    "change",
    [
        lambda cases: (cases / "two_server/cost.json").write_text("{}"),
        lambda cases: (cases / "two_server/cost.json").unlink(),
        lambda cases: outside(cases / "two_server/cost.json"),
        lambda cases: (cases / "gate.toml").write_text((cases / "gate.toml").read_text() + "\n"),
        lambda cases: (cases.parent / "requirements.lock").touch(),
    ],
)
def test_a_change_is_generated_again(cases: Path, change: object) -> None:
    """Edited, removed, new; in the folder, the gate, or what pins the libraries."""
    assert callable(change)
    change(cases)
    report = since(cases)
    assert checkers(report) == ["regenerate", "python"]
    assert not any("not generated" in sentence for sentence in report.left_out)


def test_a_file_that_git_ignores_counts_as_changed(cases: Path) -> None:
    """No revision says what it was."""
    git(cases, "rm", "-q", "--cached", "two_server/cost.json")
    (cases.parent / ".gitignore").write_text("cost.json\n")
    git(cases, "add", "-A")
    git(cases, "commit", "-qm", "two")
    assert "regenerate" in checkers(since(cases))


def test_a_change_elsewhere_is_no_reason(cases: Path) -> None:
    """The twin: a file of which nothing depends."""
    (cases.parent / "notes.txt").touch()
    assert checkers(since(cases)) == ["python"]


def test_a_committed_change_counts_from_the_older_revision(cases: Path) -> None:
    """Also one that was staged."""
    path = cases / "two_server" / "cost.json"
    path.write_text(path.read_text() + "\n")
    git(cases, "commit", "-qam", "two")
    assert checkers(since(cases, "HEAD")) == ["python"]
    report = since(cases, "HEAD~1")
    assert checkers(report) == ["regenerate", "python"]
    assert report.verdict == "stale"


def test_a_refused_certificate_is_red_whatever_git_says(cases: Path) -> None:
    """Checked although its comparison was left out."""
    path = cases / "two_server" / "cost.json"
    path.write_text(path.read_text().replace('"0 <= 1"', '"0 <= 2"', 1))
    git(cases, "commit", "-qam", "two")
    report = since(cases)
    assert checkers(report) == ["python"]
    assert report.exit_code == 8


def test_changes_name_files_whatever_they_are_called(cases: Path) -> None:
    """Spaces, quotes, line ends; in a folder below the root of the repository."""
    path = cases / 'a "b"\nc\u00e9'
    path.touch()
    assert Changes.since(cases, "HEAD").paths == {path.resolve()}


@pytest.mark.parametrize("revision", ["nowhere", "", "--help", "-x", "HEAD:cases", "HEAD..HEAD"])
def test_what_is_no_revision_is_one_line(cases: Path, revision: str) -> None:
    """Exit code 10; it is never taken for an option of git."""
    result = check_all(cases, f"--since={revision}")
    assert result.exit_code == 10
    (line,) = [line for line in result.stderr.splitlines() if line]
    assert "no such revision in" in line


def test_outside_a_repository_is_one_line(tmp_path: Path) -> None:
    """With git's own words."""
    with pytest.raises(BadInput, match="git rev-parse: fatal: not a git repository"):
        since(small_gate(tmp_path))
