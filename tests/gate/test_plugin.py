"""The pytest plugin: an item per obligation and checker, red where the gate is, silent unless asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gate.common import small_gate

pytest_plugins = "pytester"
COUNT = 1 + 62 + 1 + 15 + 1  # unlisted; obligations and the rest; files and the rest


@pytest.fixture
def cases(pytester: pytest.Pytester) -> Path:
    """The small gate, beside a test of the user's own."""
    pytester.makepyfile(test_own="def test_own(): pass")
    return small_gate(pytester.path)


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """pytest in a process of its own, without the settings of this one."""
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *arguments, timeout=200)


def test_nothing_is_done_unless_asked(pytester: pytest.Pytester, cases: Path) -> None:
    """Only the user's own test."""
    (cases / "two_server" / "cost.json").unlink()
    result = run(pytester)
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*proofcheck: *")


def test_every_obligation_is_an_item_per_checker(pytester: pytest.Pytester, cases: Path) -> None:
    """Beside the user's own tests; what is left out is said in the header."""
    result = run(pytester, "--proofcheck", "cases", "-v")
    result.assert_outcomes(passed=COUNT + 1)
    result.stdout.fnmatch_lines(["proofcheck: LEFT OUT: Lean does not check anything*"])
    result.stdout.fnmatch_lines(["*two_server.python::two_server.cost.K1.y0.x0+ PASSED*"])


def test_the_setting_counts_without_arguments_only(pytester: pytest.Pytester, cases: Path) -> None:
    """`pytest` checks the gate, `pytest FILE` the file."""
    pytester.makeini("[pytest]\nproofcheck = cases\ntestpaths = test_own.py\n")
    run(pytester).assert_outcomes(passed=COUNT + 1)
    run(pytester, "test_own.py").assert_outcomes(passed=1)


def test_a_refused_certificate_fails_with_the_reason(pytester: pytest.Pytester, cases: Path) -> None:
    """One line each, no traceback; exit code 1."""
    path = cases / "two_server" / "cost.json"
    path.write_text(path.read_text().replace('"0 <= 1"', '"0 <= 2"', 1))
    result = run(pytester, "--proofcheck", "cases")
    outcomes = result.parseoutcomes()
    owed = path.read_text().count('"id": ')
    assert outcomes["failed"] == owed + 1  # and the comparison
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["stale: not what generating gives*", "error: *cost.json: differs: *"])
    assert "Traceback" not in result.stdout.str()


def test_without_compare_says_so(pytester: pytest.Pytester, cases: Path) -> None:
    """The option loosens, so it is in the header."""
    result = run(pytester, "--proofcheck", "cases", "--proofcheck-without-compare")
    result.assert_outcomes(passed=COUNT + 1 - 16)
    result.stdout.fnmatch_lines(["proofcheck: LEFT OUT: certificates are not generated again"])


def test_a_missing_certificate_fails_the_obligations_it_should_prove(
    pytester: pytest.Pytester, cases: Path
) -> None:
    """They are items all the same."""
    (cases / "two_server" / "cost.json").unlink()
    result = run(pytester, "--proofcheck", "cases", "--proofcheck-without-compare")
    result.stdout.fnmatch_lines(["unproved: no certificate"])
    assert result.parseoutcomes()["failed"] > 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("two_server/foreign.txt", "error: foreign.txt: *does not belong here"),
        ("other/a.json", "error: other: not listed*"),
    ],
)
def test_what_belongs_to_nothing_fails(pytester: pytest.Pytester, cases: Path, name: str, words: str) -> None:
    """A file in a folder, a folder beside the gate: one item."""
    (cases / name).parent.mkdir(exist_ok=True)
    (cases / name).touch()
    result = run(pytester, "--proofcheck", "cases", "--proofcheck-without-compare")
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines([words])


@pytest.mark.parametrize("text", ["problem = []", "", "["])
def test_an_empty_or_broken_gate_is_an_error(pytester: pytest.Pytester, cases: Path, text: str) -> None:
    """In one line; never no items and green."""
    (cases / "gate.toml").write_text(text)
    result = run(pytester, "--proofcheck", "cases")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["proofcheck: *cases/gate.toml: *"])
    assert "Traceback" not in result.stdout.str()


def test_a_gate_that_is_not_there_is_an_error(pytester: pytest.Pytester, cases: Path) -> None:
    """A wrong folder does not pass."""
    result = run(pytester, "--proofcheck", "nowhere")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: file or directory not found: *nowhere/gate.toml"])


def test_a_checker_that_gives_no_verdict_fails(pytester: pytest.Pytester, cases: Path) -> None:
    """Every obligation is owed one, whatever the checker says of others."""
    pytester.makeconftest(
        "from proofcheck.gate import run\n"
        "from proofcheck.report.summary import Section\n"
        "run.alone = lambda block: Section(block.problem, block.checker, [])\n"
    )
    result = run(pytester, "--proofcheck", "cases", "--proofcheck-without-compare")
    outcomes = result.parseoutcomes()
    assert (outcomes["failed"], outcomes["passed"]) == (62 + 1, 1 + 1)
    result.stdout.fnmatch_lines(["unproved: the checker gave no verdict on it", "vacuous: nothing to prove"])
