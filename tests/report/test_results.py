"""Results of an earlier run: read back whole, or refused with the place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proofcheck.errors import BadInput
from proofcheck.report.results import read_report
from proofcheck.report.summary import Report, Section, fingerprint
from proofcheck.verdict import Result, Said


def report() -> Report:
    """Two sections, one failure."""
    good = Section("p", "python", [Result("p.a", "proved")], 0.25, {"p.a": Said("a <= b", "0" * 64)}, "v1")
    bad = Section("p", "lean", [Result("p.a", "error", "why")])
    began, versions, digests = "2026-01-01T00:00:00+00:00", {"python": "3"}, {"a": "1" * 64}
    return Report([good, bad], ["something"], began, 1.5, versions, digests)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Its file."""
    file = tmp_path / "all.json"
    file.write_text(json.dumps(report().as_json()), "utf-8")
    return file


def test_what_was_written_is_read(path: Path) -> None:
    """Every field."""
    assert read_report(path) == report()


def changed(path: Path, change: Callable[[Any], object], sealed: bool = False) -> str:
    """The refusal of a changed file, with the digest made anew if `sealed`."""
    raw = json.loads(path.read_text("utf-8"))
    change(raw)
    if sealed:
        raw["sha256"] = fingerprint({key: value for key, value in raw.items() if key != "sha256"})
    path.write_text(json.dumps(raw), "utf-8")
    with pytest.raises(BadInput) as refusal:
        read_report(path)
    message = str(refusal.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message


def test_an_edit_is_noticed(path: Path) -> None:
    """By the digest."""
    message = changed(path, lambda raw: raw["sections"][1]["results"][0].update(verdict="proved"))
    assert "sha256 is not that of the content" in message


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda raw: raw.update(verdict="proved", exit_code=0), "verdict proved, but its sections"),
        (lambda raw: raw["sections"][1]["results"][0].update(verdict="proved"), "sections[1].counts"),
        (lambda raw: raw["sections"][0]["results"][0].update(verdict="good"), "results[0].verdict"),
        (lambda raw: raw["sections"][0].pop("problem"), "sections[0]"),
        (lambda raw: raw.update(format="proofcheck-report/1"), "format"),
        (lambda raw: raw.update(extra=1), "extra"),
    ],
)
def test_an_edit_with_a_new_digest_must_agree_with_itself(
    path: Path, change: Callable[[Any], object], reason: str
) -> None:
    """What follows from the rows is computed, not read; unknown words and fields are refused."""
    assert reason in changed(path, change, sealed=True)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b"[" * 100_000, b'{"a": NaN}'])
def test_what_is_no_json_is_refused(tmp_path: Path, content: bytes) -> None:
    """One line, whatever the bytes."""
    file = tmp_path / "all.json"
    file.write_bytes(content)
    with pytest.raises(BadInput, match=r"all\.json: "):
        read_report(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """With the system's reason."""
    with pytest.raises(BadInput, match="No such file"):
        read_report(tmp_path / "none.json")
