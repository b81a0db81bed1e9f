"""The command line: exit codes, one-line errors, stable output."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofcheck.certificate.gate import read_gate
from proofcheck.cli import main
from proofcheck.gate.plan import named
from proofcheck.verdict import EXIT_CODES

CASES = Path(__file__).parents[1] / "cases"
NO_LEAN = "--without-lean"


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A copy of the committed cases."""
    shutil.copytree(CASES, tmp_path / "cases")
    return tmp_path / "cases"


def run(*arguments: str) -> Result:
    """Run the command line, its listing in a folder of its own."""
    extra: list[str] = []
    if arguments[0] == "check-all" and "--listing" not in arguments:
        extra = ["--listing", f"{tempfile.mkdtemp()}/all.txt"]
    return CliRunner().invoke(main, [*arguments, *extra])


def one_line(result: Result) -> str:
    """The error, which must be one line and no traceback."""
    assert "Traceback" not in result.output
    lines = [line for line in result.stderr.splitlines() if line]
    assert len(lines) == 1, result.stderr
    return lines[0]


def test_everything_the_gate_demands_passes_without_lean(cases: Path) -> None:
    """Regenerated, compared, checked; what was left out is said first."""
    result = run("check-all", NO_LEAN, "--cases", str(cases))
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[0].startswith("LEFT OUT: Lean")
    assert "114 proved" in result.output


def test_every_obligation_is_listed_with_its_verdict_by_checker(cases: Path, tmp_path: Path) -> None:
    """The file has a line for each, in words a person can search."""
    path = tmp_path / "verdicts" / "all.txt"
    result = run("check-all", NO_LEAN, "--cases", str(cases), "--listing", str(path))
    assert result.exit_code == 0, result.output
    assert str(path) in result.output
    head, columns, *rows = path.read_text().splitlines()
    assert head.startswith("LEFT OUT: Lean")
    assert columns.split() == ["regenerate", "python", "obligation"]
    assert sum(row.endswith(" three_server.routing.K4.y0.x2+") and "proved" in row for row in rows) == 1


def test_the_report_as_json_has_one_verdict_per_obligation(cases: Path) -> None:
    """Programs read ids, verdicts and counts."""
    result = run("verify", "three_server", "--cases", str(cases), "--json")
    report = json.loads(result.stdout)
    assert report["format"] == "proofcheck-report/2"
    (section,) = report["sections"]
    assert section["counts"] == {"proved": 114}
    assert len({r["id"] for r in section["results"]}) == 114


@pytest.mark.parametrize(
    ("names", "sections"),
    [
        (["mm1_admission"], ["mm1_admission"]),
        ([str(CASES / "models" / "mm1_admission")], ["mm1_admission"]),
        (["frontier"], ["frontier"]),
        (["control", "two_server"], ["control", "two_server"]),
        (["model1", "model1"], ["model1"]),
        ([str(CASES / "two_server")], ["two_server"]),
    ],
)
def test_whatever_the_gate_demands_is_verified_by_its_name(names: list[str], sections: list[str]) -> None:
    """Models and lists like problems; in the order asked for, each once."""
    result = run("verify", *names, "--cases", str(CASES), "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)["sections"]
    assert [section["problem"] for section in found] == sections
    assert all(section["results"] for section in found)


def test_a_list_is_all_of_its_parts() -> None:
    """index is model1 and model2."""
    parts = [block.problem for block in named(CASES, ("index",))]
    assert parts == ["model1", "model2"]
    assert [block.problem for block in named(CASES, ("model2",))] == ["model2"]


def test_a_refused_refutation_of_the_list_fails_by_its_name(cases: Path) -> None:
    """The exit code is that of its verdict."""
    path = cases / "frontier" / "no_cone_m3.json"
    assert run("verify", "frontier", "--cases", str(cases)).exit_code == 0
    path.write_text(path.read_text().replace('"times": 24', '"times": 23'))
    result = run("verify", "frontier", "--cases", str(cases))
    assert result.exit_code == EXIT_CODES["error"]
    assert "frontier.no_cone_m3" in result.output


def test_generating_again_changes_nothing(cases: Path) -> None:
    """Byte for byte the committed files."""
    result = run("generate", "--cases", str(cases), "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {demand.name: [] for demand in read_gate(cases)}


def test_compare_reports_what_would_change_and_writes_nothing(cases: Path) -> None:
    """A changed, a missing and a foreign file are stale."""
    folder = cases / "two_server"
    (folder / "cost.json").unlink()
    (folder / "claim.json").write_text("{}")
    (folder / "other.json").write_text("{}")
    result = run("generate", "--compare", "two_server", "--cases", str(cases), "--json")
    (section,) = json.loads(result.stdout)["sections"]
    stale = [r["id"] for r in section["results"] if r["verdict"] == "stale"]
    assert sorted(stale) == ["two_server/claim.json", "two_server/cost.json", "two_server/other.json"]
    assert result.exit_code == EXIT_CODES["stale"]
    assert (folder / "claim.json").read_text() == "{}"


def test_generating_mends_and_removes(cases: Path) -> None:
    """After generating, the same folder passes."""
    folder = cases / "two_server"
    (folder / "cost.json").unlink()
    (folder / "other.json").write_text("{}")
    assert run("verify", "two_server", "--cases", str(cases)).exit_code != 0
    assert run("generate", "two_server", "--cases", str(cases)).exit_code == 0
    assert run("verify", "two_server", "--cases", str(cases)).exit_code == 0


def test_any_size_of_the_many_server_problem_can_be_generated(cases: Path) -> None:
    """A new folder, which must be listed before it can be verified."""
    result = run("generate", "--problem", "many_server", "--size", "m=1", "--cases", str(cases))
    assert result.exit_code == 0, result.output
    assert (cases / "many_server_m1" / "problem.json").exists()
    listed = run("verify", "many_server_m1", "--cases", str(cases))
    assert listed.exit_code == 10
    assert "many_server_m1: not in" in one_line(listed)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["verify", "five_server"], 10, "five_server: not in"),
        (["verify", "elsewhere/two_server"], 10, "two_server, not this folder"),
        (["coverage", "five_server"], 10, "no problem of"),
        (["verify", "--cases", "/nowhere"], 10, "/nowhere/gate.toml: No such file or directory"),
        (["generate", "--problem", "five_server"], 10, "no such problem; built in are"),
        (["generate", "--problem", "/nowhere.toml"], 10, "/nowhere.toml: No such file"),
        (["generate", "--problem", "many_server", "--size", "k=2"], 10, "no size 'k'"),
        (["explain", "/nowhere.json"], 10, "/nowhere.json: unreadable: No such file"),
    ],
)
def test_bad_input_is_one_line_with_its_own_exit_code(arguments: list[str], code: int, words: str) -> None:
    """File, place and reason; no traceback."""
    if "--cases" not in arguments and arguments[0] != "explain":
        arguments = [*arguments, "--cases", str(CASES)]
    result = run(*arguments)
    assert result.exit_code == code, result.output
    assert words in one_line(result)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "problem"),
        ("problem = []", "problem"),
        ("[[problem]]", "source"),
        ('[[problem]]\nsource = "two_server"\nexpect = 1', "expect"),
        ('[[problem]]\nsource = "two_server"\n[[problem]]\nsource = "two_server"', "listed twice"),
        ('[[problem]]\nsource = "six.toml"', "six.toml"),
        ("[[problem]", "line 1"),
    ],
)
def test_a_gate_that_is_empty_or_not_understood_is_refused(tmp_path: Path, text: str, words: str) -> None:
    """An emptied list never passes."""
    (tmp_path / "gate.toml").write_text(text)
    result = run("check-all", NO_LEAN, "--cases", str(tmp_path))
    assert result.exit_code == 10
    assert words in one_line(result)


def test_an_interrupt_leaves_the_files_and_says_so(cases: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C during the search writes nothing."""
    before = {path: path.read_bytes() for path in (cases / "two_server").iterdir()}

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("proofcheck.search.farkas.Search.certificate", interrupt)
    result = run("generate", "two_server", "--cases", str(cases))
    assert result.exit_code == 130
    assert "interrupted" in one_line(result)
    assert {path: path.read_bytes() for path in (cases / "two_server").iterdir()} == before


def test_help_teaches_and_lists_every_exit_code() -> None:
    """The table in --help is the table of the code."""
    text = run("--help").output
    for verdict, code in EXIT_CODES.items():
        assert f"{code}  {verdict}:" in text
    assert "proofcheck explain" in text


def test_the_two_readings_must_agree(cases: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the enumeration missed an obligation, generating would stop."""
    from proofcheck.certificate import write
    from proofcheck.enumerate.obligations import obligations

    monkeypatch.setattr(write, "obligations", lambda problem: list(obligations(problem))[:-1])
    result = run("generate", "two_server", "--cases", str(cases))
    assert result.exit_code == 10
    assert "two readings" in one_line(result)
