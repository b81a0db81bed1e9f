"""JUnit XML: valid, one case per obligation and checker, red where anything is red."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
import xmlschema

from proofcheck.report.junit import junit
from proofcheck.report.summary import Report, Section
from proofcheck.verdict import EXIT_CODES, Result
from tests.report.common import DATA, ODD, every_verdict

SCHEMA = xmlschema.XMLSchema(str(DATA / "junit-10.xsd"))


def parsed(report: Report) -> ElementTree.Element:
    """The document, which must be valid."""
    text = junit(report).decode("utf-8")
    SCHEMA.validate(text)
    return ElementTree.fromstring(text)


def test_every_verdict_and_every_character_is_valid() -> None:
    """A zero byte, a lone surrogate, a cursor sequence: shown as escapes."""
    root = parsed(every_verdict())
    names = [case.get("name", "") for case in root.iter("testcase")]
    assert any(r"a\x00b\x1b[31m\ud800\ufffe" in name for name in names)
    assert len(names) == len(EXIT_CODES) + 2 + 1  # the verdicts, two proofs, what was left out


def test_a_case_fails_exactly_where_the_gate_does() -> None:
    """One case each; a checker that did not come to an end is an error, a refusal is a failure."""
    root = parsed(every_verdict())
    for verdict, code in EXIT_CODES.items():
        (case,) = [c for c in root.iter("testcase") if c.get("name", "").startswith(f"p.{verdict}.a")]
        marks = {child.tag for child in case} - {"system-out"}
        not_done = verdict in ("timeout", "unavailable")
        assert marks == (set() if code == 0 else {"error"} if not_done else {"failure"})
    failing = sum(code != 0 for code in EXIT_CODES.values())
    assert int(root.get("failures", "")) == failing - 2
    assert int(root.get("errors", "")) == 2
    assert int(root.get("tests", "")) == len(EXIT_CODES) + 3


def test_the_reason_is_in_the_failure() -> None:
    """A reader of CI sees why."""
    report = Report([Section("p", "python", [Result("p.a", "error", "residual: 2 f(0,0)")])])
    (failure,) = parsed(report).iter("failure")
    assert failure.get("message") == failure.text == "residual: 2 f(0,0)"
    assert failure.get("type") == "error"
    report.sections[0].results[0] = Result("p.a", "proved")
    assert not list(parsed(report).iter("failure"))


@pytest.mark.parametrize("report", [Report(), Report([Section("p", "python", [])])])
def test_nothing_to_prove_is_red(report: Report) -> None:
    """A run without sections, and a section without results."""
    (failure,) = parsed(report).iter("failure")
    assert failure.get("type") == "vacuous"


def test_what_was_left_out_is_skipped_not_passed() -> None:
    """A sentence each."""
    report = Report([Section("p", "python", [Result("p.a", "proved")])], [f"Lean {ODD}", "another"])
    root = parsed(report)
    assert len(list(root.iter("skipped"))) == 2
    assert root[0].get("skipped") == "2"
