"""GitHub Actions: a summary without foreign markup, annotations that cannot be broken out of."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofcheck.report.github import MOST_ANNOTATIONS, command, commands, summary
from proofcheck.report.place import Places
from proofcheck.report.summary import Report, Section
from proofcheck.verdict import Result
from tests.report.common import ODD, every_verdict

ROOT = Path(__file__).parents[2]
PLACES = Places(ROOT / "cases", ROOT / "lean")


def test_a_command_is_escaped_as_github_wants_it() -> None:
    """% first, line ends, and in properties colon and comma too."""
    text = command("error", {"title": "a:b,c%"}, "50% of\nx: y")
    assert text == "::error title=a%3Ab%2Cc%25::50%25 of%0Ax: y"


def test_no_text_breaks_out_of_its_line() -> None:
    """Whatever ids and reasons hold, there is one command per line."""
    found = commands(every_verdict(), PLACES, ROOT)
    assert found
    for text in found:
        assert "\n" not in text
        assert "\r" not in text
        assert text.startswith("::error file=")
        assert text.isprintable()


def test_an_annotation_names_file_and_line() -> None:
    """The certificate, from the root of the repository."""
    key = "two_server.cost.K1.y0.x0+"
    report = Report([Section("two_server", "python", [Result(key, "error", "residual")])])
    (text,) = commands(report, PLACES, ROOT)
    assert text.startswith("::error file=cases/two_server/cost.json,line=11,title=error%3A two_server.cost")
    assert text.endswith("::residual")


def test_no_more_annotations_than_github_shows_and_the_rest_is_counted() -> None:
    """Ten, then how many more."""
    many = [Result(f"p.{n}", "unproved") for n in range(25)]
    found = commands(Report([Section("p", "python", many)]), PLACES, ROOT)
    assert len(found) == MOST_ANNOTATIONS + 1
    assert "15 more" in found[-1]


@pytest.mark.parametrize("report", [Report(), Report([Section("p", "python", [])])])
def test_nothing_to_prove_is_annotated(report: Report) -> None:
    """A failure without results still shows."""
    (text,) = commands(report, PLACES, ROOT)
    assert (
        text
        == "::error title=vacuous::nothing to prove: an empty list, or assumptions that contradict each other"
    )


def test_a_pass_has_no_annotation_and_a_green_summary() -> None:
    """The accepting twin."""
    report = Report([Section("p", "python", [Result("p.a", "proved")])])
    assert commands(report, PLACES, ROOT) == []
    assert "## proofcheck passed (exit code 0)" in summary(report)


def test_the_summary_shows_failures_as_text() -> None:
    """No foreign HTML, no foreign table cell, no line of its own; what was left out is there."""
    text = summary(every_verdict())
    assert "<script>" not in text
    assert "&#60;script&#62;" in text
    assert "failed: error (exit code 8)" in text
    rows = [line for line in text.splitlines() if line.startswith("| refuted |")]
    assert len(rows) == 1
    assert rows[0].count("|") == 5
    assert "left out: <code>nothing was left out but" in text
    assert ODD not in text
    linked = Report([Section("p", "python", [Result("![x](http://a)", "error", "@you [b](http://c) **d**")])])
    assert not any(word in summary(linked) for word in ("](", "@you", "**d", "://"))
