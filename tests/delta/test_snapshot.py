"""Results files: read as they were written, refused when they were edited."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proofcheck.delta.snapshot import read_results
from proofcheck.errors import BadInput
from proofcheck.report.summary import Report, Section, fingerprint
from proofcheck.verdict import Result, Said


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A results file with a proof and a refusal."""
    said = {"p.a": Said("0 <= f", "a" * 64), "p.b": Said("0 <= g", "b" * 64, ("propext",))}
    results = [Result("p.a", "proved"), Result("p.b", "error", "residual: x")]
    files = Section("p", "regenerate", [Result("p/a.json", "proved")])
    report = Report([Section("p", "python", results, said=said), files], ["Lean did not check anything"])
    (tmp_path / "report.json").write_text(json.dumps(report.as_json()))
    return tmp_path / "report.json"


def test_a_file_is_read_as_it_was_written(path: Path) -> None:
    """Verdicts of obligations; comparisons of files are none."""
    found = read_results(path)
    assert set(found.facts) == {("python", "p.a"), ("python", "p.b")}
    fact = found.facts["python", "p.b"]
    assert (fact.verdict, fact.words, fact.axioms) == ("error", "0 <= g", ("propext",))
    assert found.left_out == ("Lean did not check anything",)


def rows(report: Any) -> Any:
    """The results of the first section."""
    return report["sections"][0]["results"]


@pytest.mark.parametrize(
    "edit",
    [
        lambda report: rows(report)[1].update(verdict="proved"),
        lambda report: rows(report).pop(),
        lambda report: rows(report)[1].update(says="0 <= 0"),
        lambda report: report["left_out"].clear(),
        lambda report: report.update(verdict="proved", exit_code=0),
        lambda report: report["sections"].pop(),
    ],
)
def test_an_edited_file_is_refused(path: Path, edit: Callable[[Any], object]) -> None:
    """Its digest is not that of the content."""
    report = json.loads(path.read_text())
    path.write_text(json.dumps(report, indent=3))
    read_results(path)  # the twin: only the layout is another
    edit(report)
    path.write_text(json.dumps(report))
    with pytest.raises(BadInput, match="sha256 is not that of the content"):
        read_results(path)


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (lambda report: rows(report)[1].update(verdict="proved"), r"sections\[0\].counts is not that"),
        (lambda report: report.update(verdict="proved", exit_code=0), "verdict proved, but its sections"),
        (lambda report: report.update(exit_code=0), "verdict error, but"),
        (lambda report: rows(report)[1].update(verdict="fine"), "fine"),
        (lambda report: rows(report)[1].pop("says"), "dependency"),
        (lambda report: report.update(extra=1), "extra"),
        (lambda report: report["sections"].clear(), "verdict error, but its sections give vacuous"),
    ],
)
def test_an_edit_with_a_new_digest_must_still_agree_with_itself(
    path: Path, edit: Callable[[Any], object], reason: str
) -> None:
    """Verdict, counts and form."""
    report = json.loads(path.read_text())
    edit(report)
    del report["sha256"]
    path.write_text(json.dumps(report | {"sha256": fingerprint(report)}))
    with pytest.raises(BadInput, match=reason):
        read_results(path)


def test_an_id_that_stands_twice_is_refused(path: Path) -> None:
    """A bad verdict could hide behind a good one."""
    report = json.loads(path.read_text())
    report["sections"].append(report["sections"][0])
    del report["sha256"]
    path.write_text(json.dumps(report | {"sha256": fingerprint(report)}))
    with pytest.raises(BadInput, match=r"'p\.a' stands twice for python"):
        read_results(path)


def test_a_run_without_obligations_is_refused(tmp_path: Path) -> None:
    """Nothing is lost against nothing: that must not pass."""
    path = tmp_path / "report.json"
    path.write_text(json.dumps(Report([Section("p", "regenerate", [Result("p/a", "proved")])]).as_json()))
    with pytest.raises(BadInput, match="no obligation in it"):
        read_results(path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[]", "format None"),
        ('{"format": "proofcheck-report/1"}', "format 'proofcheck-report/1', known: proofcheck-report/2"),
        ('{"format": "proofcheck-report/2"}', "required property"),
        ("[" * 100000, "nested too deeply"),
        ("\udcff", "not JSON"),
    ],
)
def test_what_is_no_results_file_is_one_line(tmp_path: Path, text: str, reason: str) -> None:
    """With the file's name."""
    path = tmp_path / "report.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BadInput, match=reason) as caught:
        read_results(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)
