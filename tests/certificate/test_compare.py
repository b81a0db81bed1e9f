"""Generate again and compare: missing, foreign and changed files, whatever part of the work is done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from proofcheck.certificate.compare import Search, comparison
from proofcheck.gate.run import alone
from proofcheck.work import Block


def made() -> dict[str, str]:
    """Two files."""
    return {"a.json": "1\n", "b.json": "2\n"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """They are there."""
    for name, text in made().items():
        (tmp_path / name).write_text(text)
    return tmp_path


def block(folder: Path) -> Block:
    """One search for both."""
    return comparison(folder, "again", [Search(("a.json", "b.json"), made)])


def verdicts(block: Block) -> dict[str, str]:
    """By file name."""
    return {result.id.split("/")[1]: result.verdict for result in alone(block).results}


def test_the_same_bytes_are_accepted(folder: Path) -> None:
    """The accepting twin of all below."""
    assert verdicts(block(folder)) == {"a.json": "proved", "b.json": "proved"}


def test_changed_missing_and_foreign_files_are_stale(folder: Path) -> None:
    """Each with the remedy."""
    (folder / "a.json").write_text("1")
    (folder / "b.json").unlink()
    (folder / "c.json").touch()
    assert verdicts(block(folder)) == dict.fromkeys(("a.json", "b.json", "c.json"), "stale")
    assert alone(block(folder)).results[0].reason == "not what generating gives; run: proofcheck again"


def test_a_file_that_should_be_made_and_is_not_is_stale(folder: Path) -> None:
    """Even if it lies there."""
    (folder / "c.json").touch()
    three = comparison(folder, "again", [Search(("a.json", "b.json", "c.json"), made)])
    assert verdicts(three) == {"a.json": "proved", "b.json": "proved", "c.json": "stale"}


def test_a_file_made_unasked_is_compared(folder: Path) -> None:
    """It must be there, as any other."""
    only = comparison(folder, "again", [Search(("a.json",), made)])
    assert verdicts(only) == {"a.json": "proved", "b.json": "proved"}
    (folder / "b.json").unlink()
    assert verdicts(only) == {"a.json": "proved", "b.json": "stale"}


def test_part_of_the_work_does_not_make_the_rest_foreign(folder: Path) -> None:
    """A file whose search is left out gets no verdict; a foreign one still does."""
    whole = comparison(folder, "again", [Search(("a.json",), dict), Search(("b.json",), dict)])
    (folder / "c.json").touch()
    part = replace(whole, pieces=whole.pieces[:1])
    assert verdicts(part) == {"a.json": "stale", "c.json": "stale"}
