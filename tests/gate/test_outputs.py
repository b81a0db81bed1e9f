"""`check-all`'s files and log lines: valid, complete, and never those of an earlier run."""

from __future__ import annotations

import html
import json
import os
import subprocess
import sys
from importlib import resources
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
import xmlschema

from proofcheck.certificate import check
from tests.gate.common import NO_LEAN, check_all, small_gate
from tests.report.common import DATA, schema

FILES = {"--junit": "junit.xml", "--sarif": "log.sarif", "--json-report": "report.json"}


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """The small gate."""
    return small_gate(tmp_path)


def arguments(folder: Path) -> list[str]:
    """All files at once."""
    return [text for name, file in FILES.items() for text in (name, str(folder / file))]


def require_valid(folder: Path) -> None:
    """Each file by its published schema."""
    xmlschema.XMLSchema(str(DATA / "junit-10.xsd")).validate(str(folder / "junit.xml"))
    log = json.loads((folder / "log.sarif").read_text())
    jsonschema.Draft7Validator(schema("sarif-2.1.0.json")).validate(log)
    own = json.loads((resources.files("proofcheck.report") / "report.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(own).validate(json.loads((folder / "report.json").read_text()))


def test_all_files_of_a_run_that_passes(cases: Path, tmp_path: Path) -> None:
    """One case per obligation and file, no failure; digests are those of the files."""
    out = tmp_path / "out"
    result = check_all(cases, *arguments(out))
    assert result.exit_code == 0, result.output
    require_valid(out)
    names = [case.get("name") for case in ElementTree.parse(out / "junit.xml").iter("testcase")]
    problem = check.Problem(check.read(cases / "two_server" / "problem.json"))
    assert {o.id for o in problem.obligations} <= set(names)
    report = json.loads((out / "report.json").read_text())
    digests = {name: value for name, value in report["digests"].items() if name.endswith("problem.json")}
    assert list(digests) == ["two_server/problem.json"]
    assert report["versions"]["proofcheck"].startswith("0.")
    assert report["seconds"] > 0


def test_all_files_of_a_run_that_fails(cases: Path, tmp_path: Path) -> None:
    """The same exit code everywhere, and the reason."""
    path = cases / "two_server" / "cost.json"
    path.write_text(path.read_text().replace('"0 <= 1"', '"0 <= 2"', 1))
    out = tmp_path / "out"
    result = check_all(cases, *arguments(out))
    assert result.exit_code == 8
    require_valid(out)
    tree = ElementTree.parse(out / "junit.xml")
    failure, *_ = tree.iterfind(".//testsuite[@name='two_server.python']//failure")
    assert "differs" in failure.get("message", "")
    log = json.loads((out / "log.sarif").read_text())["runs"][0]
    assert log["invocations"][0]["exitCode"] == 8
    assert {r["properties"]["checker"] for r in log["results"]} == {"python", "regenerate"}
    assert json.loads((out / "report.json").read_text())["verdict"] == "error"


def test_the_name_of_a_file_may_hold_anything(cases: Path, tmp_path: Path) -> None:
    """Bytes that are no UTF-8, markup, line ends: an error, and valid files."""
    for name in (b"\xff\xfe.txt", b"<b>&\n::error::.txt", "\u202e.txt".encode()):
        Path(os.fsdecode(os.fsencode(cases / "two_server") + b"/" + name)).touch()
    out = tmp_path / "out"
    result = check_all(cases, *arguments(out), GITHUB_STEP_SUMMARY=str(tmp_path / "summary.md"))
    assert result.exit_code == 8
    assert "Traceback" not in result.output
    require_valid(out)
    assert r"\udcff\udcfe.txt" in html.unescape((tmp_path / "summary.md").read_text("utf-8"))


def test_files_of_an_earlier_run_are_gone_when_a_run_cannot_be(cases: Path, tmp_path: Path) -> None:
    """A green file must not stay when the gate could not be read."""
    out = tmp_path / "out"
    assert check_all(cases, *arguments(out)).exit_code == 0
    assert len(list(out.iterdir())) == len(FILES)
    (cases / "gate.toml").write_text("problem = []")
    assert check_all(cases, *arguments(out)).exit_code == 10
    assert list(out.iterdir()) == []


def test_a_file_that_cannot_be_written_is_one_line(cases: Path, tmp_path: Path) -> None:
    """Exit code 10, the path and why."""
    (tmp_path / "file").touch()
    result = check_all(cases, "--junit", str(tmp_path / "file" / "junit.xml"))
    assert result.exit_code == 10
    (line,) = [line for line in result.stderr.splitlines() if line]
    assert "junit.xml" in line
    assert "Not a directory" in line


def test_two_reports_in_one_file_are_refused(cases: Path, tmp_path: Path) -> None:
    """However the file is named; nothing is removed."""
    (tmp_path / "x").write_text("before")
    result = check_all(cases, "--junit", str(tmp_path / "x"), "--sarif", str(tmp_path / "cases/../x"))
    assert result.exit_code == 10
    assert "two reports cannot be written to one file" in result.stderr
    assert (tmp_path / "x").read_text() == "before"


@pytest.mark.parametrize("arguments", [["--all"], ["--json"]])
def test_a_reader_that_goes_away_does_not_turn_a_red_gate_green(cases: Path, arguments: list[str]) -> None:
    """`check-all | head -1`: the exit code is the gate's, and there is no traceback."""
    path = cases / "two_server" / "cost.json"
    path.write_text(path.read_text().replace('"0 <= 1"', '"0 <= 2"', 1))
    command = [sys.executable, "-c", "from proofcheck.entry import main; main()", "check-all", NO_LEAN]
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run(
        [*command, *arguments], cwd=cases.parent, stdout=writer, stderr=subprocess.PIPE, timeout=300
    )
    os.close(writer)
    assert ran.returncode == 8
    assert ran.stderr == b""


def test_github_gets_a_summary_and_annotations(cases: Path, tmp_path: Path) -> None:
    """Appended to the file it names; annotations on stderr; stdout is guarded against foreign commands."""
    (cases / "two_server" / "cost.json").unlink()
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    result = check_all(cases, GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY=str(summary))
    assert result.exit_code == 4
    text = summary.read_text("utf-8")
    assert text.startswith("before\n## proofcheck failed: stale (exit code 4)")
    assert "two_server.cost.K1.y0.x0+" in html.unescape(text)
    commands = [line for line in result.stderr.splitlines() if line.startswith("::error ")]
    assert any("title=unproved%3A two_server.cost.K1.y0.x0+" in line for line in commands)
    stop, *others = [line for line in result.stdout.splitlines() if line.startswith("::")]
    assert stop.startswith("::stop-commands::")
    assert others == [f"::{stop.removeprefix('::stop-commands::')}::"]


def test_elsewhere_nothing_of_github_is_printed(cases: Path) -> None:
    """The accepting twin."""
    result = check_all(cases)
    assert result.exit_code == 0
    assert "::" not in result.output


def test_json_on_stdout_is_the_report(cases: Path, tmp_path: Path) -> None:
    """The same content as the file, also under GitHub."""
    out = tmp_path / "report.json"
    result = check_all(cases, "--json", "--json-report", str(out), GITHUB_ACTIONS="true")
    assert json.loads(result.stdout) == json.loads(out.read_text())
