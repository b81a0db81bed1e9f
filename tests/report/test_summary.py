"""The report as JSON: of the published form, with a digest that notices a slip."""

from __future__ import annotations

import io
import json
from importlib import resources

import jsonschema
import pytest
from rich.console import Console

from proofcheck.report.summary import Report, Section, fingerprint, listing, show
from proofcheck.verdict import Result
from tests.report.common import ODD, every_verdict

SCHEMA = json.loads((resources.files("proofcheck.report") / "report.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


@pytest.mark.parametrize("report", [every_verdict(), Report()])
def test_a_report_follows_its_schema(report: Report) -> None:
    """Also as text, whatever characters it holds."""
    VALIDATOR.check_schema(SCHEMA)
    VALIDATOR.validate(json.loads(json.dumps(report.as_json())))


def test_the_schema_is_not_generous() -> None:
    """An unknown field or verdict is refused."""
    good = every_verdict().as_json()
    assert VALIDATOR.is_valid(good)
    assert not VALIDATOR.is_valid(good | {"extra": 1})
    good["sections"][0]["results"][0]["verdict"] = "fine"
    assert not VALIDATOR.is_valid(good)


def test_the_digest_is_of_everything_else() -> None:
    """It changes with any field, and not with the layout."""
    content = every_verdict().as_json()
    digest = content.pop("sha256")
    assert digest == fingerprint(json.loads(json.dumps(content, indent=3)))
    content["sections"][0]["results"][2]["verdict"] = "proved"
    assert digest != fingerprint(content)


def test_odd_names_are_shown_on_one_line_and_in_utf_8() -> None:
    """In the listing and on the terminal."""
    report = every_verdict()
    rows = listing(report).encode("utf-8").decode("utf-8").split("\n")
    assert len(rows) == 1 + 1 + len(report.sections[0].results) + 2 + 1
    stream = io.StringIO()
    show(report, Console(file=stream, width=200), every=True)
    printed = stream.getvalue()
    printed.encode("utf-8")
    assert "\x1b" not in printed
    assert "\u202e" not in printed
    assert ODD not in printed


def test_a_reason_keeps_its_lines() -> None:
    """Lean's messages have several."""
    stream = io.StringIO()
    show(Report([Section("p", "lean", [Result("p.a", "error", "one\ntwo")])]), Console(file=stream))
    assert "    one\ntwo" in stream.getvalue()
