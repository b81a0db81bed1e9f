"""Lean's JSON messages, and everything that is not one."""

from __future__ import annotations

import json

import pytest

from proofcheck.lean import messages
from proofcheck.lean.process import Run

GOOD = {"severity": "information", "data": "text", "pos": {"line": 3, "column": 4}}


def read(stdout: str, status: int = 0, stderr: str = "") -> list[tuple[str, str]]:
    found = messages.read(Run(status, stdout, stderr, 0.0), "T.lean")
    return [(m.severity, m.text) for m in found]


def test_a_message_has_severity_place_and_text():
    (message,) = messages.read(Run(0, json.dumps(GOOD) + "\n", "", 0.0), "T.lean")
    assert str(message) == "T.lean:3:4: information: text"
    assert message.harmless


@pytest.mark.parametrize("severity", ["warning", "error"])
def test_warnings_and_errors_are_not_harmless(severity):
    (message,) = messages.read(Run(0, json.dumps({**GOOD, "severity": severity}), "", 0.0), "T")
    assert not message.harmless


def test_a_line_separator_inside_a_text_does_not_split_a_message():
    assert read(json.dumps({**GOOD, "data": "a\u2028b"}, ensure_ascii=False)) == [
        ("information", "a\u2028b")
    ]


@pytest.mark.parametrize(
    "line", ["PANIC at f", "{}", "[]", "null", json.dumps({**GOOD, "severity": "fatal"})]
)
def test_what_is_no_message_is_an_error(line):
    ((severity, text),) = read(line)
    assert (severity, text) == ("error", f"not a message: {line}")


def test_text_on_stderr_and_a_bare_failure_status_are_errors():
    assert read("", 0) == []
    assert read("", 0, "boom\n") == [("error", "Lean wrote to stderr: boom")]
    assert read("", 1) == [("error", "Lean ended with status 1 and no error message")]
    assert [s for s, _ in read(json.dumps(GOOD), 1)] == ["information", "error"]
