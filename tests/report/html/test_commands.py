"""`proofcheck report`: what it shows, what it refuses to show, what it refuses to overwrite."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofcheck.cli import main
from proofcheck.gate import about
from proofcheck.report.html.cases import Reader
from proofcheck.report.summary import Report, Section
from tests.common import CASES, problem
from tests.report.html.common import ROOT

LEAF = "routing.K4.y0"
PAGE = f"case/three_server.{LEAF}.x2+.html"
SAID = "The checker did not accept a certificate"


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A gate of three_server alone."""
    folder = tmp_path / "cases"
    shutil.copytree(CASES / "three_server", folder / "three_server")
    (folder / "gate.toml").write_text('[[problem]]\nsource = "three_server"\n', "utf-8")
    return folder


def run(cases: Path, *options: str) -> Result:
    """`proofcheck report` into the folder `html` beside the cases."""
    lean = ["--lean-project", str(ROOT / "lean"), "--figures", str(cases / "none")]
    arguments = ["report", "--cases", str(cases), "--out", str(cases.parent / "html"), *lean, *options]
    return CliRunner().invoke(main, arguments)


def page(cases: Path, path: str) -> str:
    """A page that was written."""
    return (cases.parent / "html" / path).read_text("utf-8")


def test_it_names_the_first_page_and_says_what_was_left_out(cases: Path) -> None:
    """The last line is where to look."""
    result = run(cases)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1] == str(cases.parent / "html" / "index.html")
    first = page(cases, "index.html")
    assert "Passed, all as demanded" in first
    assert "Lean did not check anything" in first


def test_a_case_has_its_sum_its_theorem_and_its_files(cases: Path) -> None:
    """The line of the theorem is where the Lean source has it."""
    assert run(cases).exit_code == 0
    text = page(cases, PAGE)
    assert SAID not in text
    source = (ROOT / "lean/ProofCheck/Generated/ThreeServer.lean").read_text("utf-8").splitlines()
    line = 1 + next(n for n, row in enumerate(source) if row.startswith(f"theorem «three_server.{LEAF}.x2+»"))
    assert f"ThreeServer.lean:{line}<" in text
    assert "Lean gave no verdict in this run" in text
    assert f"{LEAF}.json" in text


def test_what_the_checker_refuses_is_not_shown(cases: Path) -> None:
    """One multiplier changed: the whole file is refused, its pages say why and show no sum; others do."""
    path = cases / "three_server" / f"{LEAF}.json"
    document = json.loads(path.read_text("utf-8"))
    leaf = document["obligations"][2]["proof"]["cases"][0]["cases"][0]
    leaf["sum"][0]["times"] = 7
    path.write_text(json.dumps(document), "utf-8")
    result = run(cases)
    assert result.exit_code == 8
    text = page(cases, PAGE)
    assert SAID in text
    assert "residual" in text
    assert 'class="sum"' not in text
    other = page(cases, "case/three_server.routing.K6.y0.x2+.html")
    assert SAID not in other
    assert 'class="sum"' in other
    assert "Failed: error" in page(cases, "index.html")


def test_a_file_changed_after_the_check_is_not_shown(cases: Path) -> None:
    """The verdicts come first, the pages later: between the two the checker is asked again."""
    from proofcheck.certificate.gate import read_gate
    from proofcheck.certificate.verify import checks
    from proofcheck.gate.run import alone
    from proofcheck.report.html.run import Run, python_results

    (demand,) = read_gate(cases)
    report = Report([alone(checks(demand))])
    entries = Reader(demand, Run(report, python_results(report.sections))).entries()
    assert len(entries) == 114
    path = cases / "three_server" / f"{LEAF}.json"
    path.write_text(path.read_text("utf-8").replace('"goal_times": 1', '"goal_times": 3', 1), "utf-8")
    left = Reader(demand, Run(report, python_results(report.sections))).entries()
    gone = {o.id for o in problem("three_server").obligations if o.group == LEAF}
    assert entries.keys() - left.keys() == gone


def test_a_missing_certificate_has_a_page_that_says_so(cases: Path) -> None:
    """Exit code of `unproved`."""
    (cases / "three_server" / f"{LEAF}.json").unlink()
    assert run(cases).exit_code == 3
    text = page(cases, PAGE)
    assert SAID in text
    assert "no certificate" in text


def earlier(cases: Path, *checkers: str) -> tuple[Path, Report]:
    """A results file of a run in which these checkers proved everything."""
    from proofcheck.certificate.gate import read_gate
    from proofcheck.certificate.verify import checks
    from proofcheck.gate.run import alone

    (demand,) = read_gate(cases)
    proved = alone(checks(demand))
    report = Report([Section(proved.problem, checker, proved.results) for checker in checkers])
    report.digests = about.digests(cases, ".json", ".toml")
    report.started = "2026-01-01T00:00:00+00:00"
    path = cases.parent / "all.json"
    path.write_text(json.dumps(report.as_json()), "utf-8")
    return path, report


def test_results_of_an_earlier_run_are_shown_as_such(cases: Path) -> None:
    """Verdicts of Lean too; file, time and digest are named on every page."""
    path, report = earlier(cases, "python", "lean")
    result = run(cases, "--results", str(path))
    assert result.exit_code == 0, result.output
    for name in ("index.html", PAGE):
        text = page(cases, name)
        assert report.as_json()["sha256"] in text
        assert report.started in text
    assert "Lean gave no verdict" not in page(cases, PAGE)
    assert "Lean did not check" not in page(cases, "index.html")


def test_results_that_no_longer_hold_are_stale(cases: Path) -> None:
    """A certificate changed since: its digest, and the verdicts that the checker would now give."""
    path, _ = earlier(cases, "python", "lean")
    certificate = cases / "three_server" / f"{LEAF}.json"
    certificate.write_text(certificate.read_text("utf-8").replace('"times": 1', '"times": 7', 1), "utf-8")
    result = run(cases, "--results", str(path))
    assert result.exit_code == 8 or result.exit_code == 4
    first = page(cases, "index.html")
    assert "Failed: stale" in first
    assert f"three_server/{LEAF}.json" in first
    assert "the results say proved, checked now it is error" in first
    assert SAID in page(cases, PAGE)


def test_results_without_a_verdict_that_python_gives_are_stale(cases: Path) -> None:
    """A list that lacks Python's verdicts does not become one that has them."""
    path, _ = earlier(cases, "lean")
    assert run(cases, "--results", str(path)).exit_code == 4
    assert "the results say nothing, checked now it is proved" in page(cases, "index.html")


def test_an_edited_results_file_is_refused_and_nothing_is_written(cases: Path) -> None:
    """One line, exit code for bad input."""
    path, _ = earlier(cases, "python")
    path.write_text(path.read_text("utf-8").replace('"reason": ""', '"reason": "x"', 1), "utf-8")
    result = run(cases, "--results", str(path))
    assert result.exit_code == 10
    assert len(result.stderr.splitlines()) == 1
    assert not (cases.parent / "html").exists()


def test_a_report_is_replaced_as_a_whole(cases: Path) -> None:
    """Pages of what is no longer there are gone, and nothing else lies about."""
    assert run(cases).exit_code == 0
    (cases.parent / "html" / "case" / "old.html").write_text("old", "utf-8")
    assert run(cases).exit_code == 0
    assert not (cases.parent / "html" / "case" / "old.html").exists()
    assert sorted(path.name for path in cases.parent.iterdir()) == ["cases", "html"]


@pytest.mark.parametrize("kind", ["folder", "file", "link"])
def test_what_is_no_report_is_not_touched(cases: Path, kind: str) -> None:
    """A folder of somebody's files, a file, a link to an empty folder."""
    out = cases.parent / "html"
    if kind == "folder":
        out.mkdir()
        (out / "thesis.tex").write_text("years", "utf-8")
    elif kind == "file":
        out.write_text("years", "utf-8")
    else:
        (cases.parent / "elsewhere").mkdir()
        out.symlink_to(cases.parent / "elsewhere")
    result = run(cases)
    assert result.exit_code == 10
    assert "is not a report" in result.stderr
    assert kind != "folder" or (out / "thesis.tex").read_text("utf-8") == "years"


def test_a_folder_that_cannot_be_written_is_one_line(cases: Path) -> None:
    """The parent is a file."""
    (cases.parent / "html").write_text("x", "utf-8")
    arguments = ["report", "--cases", str(cases), "--out", str(cases.parent / "html" / "deeper")]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 10
    assert len(result.stderr.splitlines()) == 1


def test_the_same_run_gives_the_same_pages(cases: Path) -> None:
    """Byte for byte, but for the times: pages can be compared."""
    assert run(cases).exit_code == 0
    out = cases.parent / "html"
    before = {path.relative_to(out): path.read_bytes() for path in (out / "case").iterdir()}
    assert run(cases).exit_code == 0
    assert before == {path.relative_to(out): path.read_bytes() for path in (out / "case").iterdir()}
