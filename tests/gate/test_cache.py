"""Verdicts of earlier runs: never used unasked, only for the same content, never when damaged."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate.gate import choose
from proofcheck.gate import cache as module
from proofcheck.gate.cache import Cache
from proofcheck.gate.check import Question, answer
from proofcheck.gate.plan import plan
from proofcheck.gate.run import timed
from proofcheck.report.summary import Report, fingerprint
from proofcheck.work import Piece
from tests.gate import pieces
from tests.gate.common import check_all, small_gate
from tests.gate.pieces import piece


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where entries are kept."""
    return tmp_path / "verdicts"


def remembered(folder: Path, work: Piece) -> bool:
    """Whether an entry is found for a piece."""
    return Cache(folder, read=True).get(work) is not None


def asked(cases: Path, folder: Path, read: bool = False, **other: Any) -> Report:
    """A run of the small gate without Lean."""
    return answer(Question(cases, cache=Cache(folder, read), **other))


def cached(report: Report) -> int:
    """How many verdicts are from the cache."""
    return sum(result.cached for section in report.sections for result in section.results)


def test_an_entry_is_found_again_only_if_asked(folder: Path) -> None:
    """Written always, read on request; the results are the same."""
    work = piece(pieces.good, "p.a")
    done = timed(work, Cache(folder))
    assert Cache(folder, read=False).get(work) is None
    found = Cache(folder, read=True).get(work)
    assert found is not None
    assert (found.results, found.cached) == (done.results, True)


def test_another_file_argument_or_work_has_no_entry(folder: Path, tmp_path: Path) -> None:
    """One byte is enough; so is another argument, another function, another id."""
    file = tmp_path / "certificate.json"
    file.write_text("{}")
    work = piece(pieces.good, "p.a", reads=(file,))
    timed(work, Cache(folder))
    assert remembered(folder, work)
    assert not remembered(folder, piece(pieces.good, "p.a", 0.001, reads=(file,)))
    assert not remembered(folder, piece(pieces.failing, "p.a", reads=(file,)))
    assert not remembered(folder, replace(work, ids=("p.a", "p.b")))
    file.write_text("{ }")
    assert not remembered(folder, work)
    file.write_text("{}")
    assert remembered(folder, work)
    file.unlink()
    assert not remembered(folder, work)


def test_a_folder_that_is_read_counts_with_names_and_content(folder: Path, tmp_path: Path) -> None:
    """A file more, or the same content under another name."""
    place = tmp_path / "folder"
    place.mkdir()
    (place / "a").write_text("1")
    work = piece(pieces.good, "p.a", reads=(place,))
    timed(work, Cache(folder))
    assert remembered(folder, work)
    (place / "a").rename(place / "b")
    assert not remembered(folder, work)
    (place / "b").rename(place / "a")
    (place / "c").touch()
    assert not remembered(folder, work)


def test_another_version_of_the_code_has_no_entry(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of this package, Python or a library."""
    work = piece(pieces.good, "p.a")
    timed(work, Cache(folder))
    assert remembered(folder, work)
    monkeypatch.setattr(module, "versions", lambda: {"proofcheck": "0 (code 0)"})
    assert not remembered(folder, work)


def test_the_key_is_the_same_in_another_process(tmp_path: Path) -> None:
    """No address of an object is in it: a second run finds all entries of the first."""
    cases = small_gate(tmp_path)
    asked(cases, tmp_path / "verdicts")
    report = asked(cases, tmp_path / "verdicts", read=True)
    assert cached(report) == sum(len(section.results) for section in report.sections)


def test_what_failed_is_not_remembered(folder: Path) -> None:
    """It is always done again."""
    for work in (pieces.failing, pieces.crash):
        timed(piece(work, "p.a"), Cache(folder))
    assert not folder.exists()


def test_what_changed_while_it_was_checked_is_not_remembered(folder: Path, tmp_path: Path) -> None:
    """The verdict may be on the content before or after."""
    file = tmp_path / "file"
    file.touch()
    timed(piece(pieces.counted, "p.a", file, reads=(file,)), Cache(folder))
    assert not folder.exists()


@pytest.mark.parametrize(
    "harm",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("proved", "proveD"),
        lambda text: text.replace('"p.a"', '"p.b"'),
        lambda text: json.dumps(json.loads(text) | {"seconds": 7}),
        lambda text: "[]",
        lambda text: "null",
        lambda text: '{"sha256": 1}',
        lambda text: "\x00" * len(text),
    ],
)
def test_a_damaged_entry_is_noticed_and_not_used(folder: Path, harm: Callable[[str], str]) -> None:
    """Torn, edited, of another form."""
    work = piece(pieces.good, "p.a")
    timed(work, Cache(folder))
    (path,) = folder.glob("*.json")
    cache = Cache(folder, read=True)
    assert cache.get(work) is not None
    path.write_text(harm(path.read_text()))
    assert cache.get(work) is None
    assert cache.damaged == [path.name]


def test_an_entry_moved_to_another_key_is_not_used(folder: Path) -> None:
    """A proof of one thing is none of another."""
    one, other = piece(pieces.good, "p.a"), piece(pieces.good, "p.b")
    timed(one, Cache(folder))
    (path,) = folder.glob("*.json")
    path.rename(folder / f"{Cache(folder).key(other)}.json")
    cache = Cache(folder, read=True)
    assert cache.get(other) is None
    assert len(cache.damaged) == 1


def poison(folder: Path) -> int:
    """Rewrite every entry, with a right digest, so that everything is proved."""
    paths = list(folder.glob("*.json"))
    for path in paths:
        entry = json.loads(path.read_text())
        del entry["sha256"]
        entry["results"] = [result | {"verdict": "proved", "reason": ""} for result in entry["results"]]
        path.write_text(json.dumps(entry | {"sha256": fingerprint(entry)}))
    return len(paths)


def falsify(cases: Path) -> None:
    """Take a word of a certificate away."""
    path = cases / "two_server" / "cost.json"
    path.write_text(path.read_text().replace('"0 <= 1"', '"0 <= 2"', 1))


def test_a_poisoned_cache_does_not_touch_a_default_run(tmp_path: Path) -> None:
    """Entries that say `proved` for a refused certificate: red without --cached, whatever they say."""
    cases, folder = small_gate(tmp_path), tmp_path / "verdicts"
    falsify(cases)
    one = check_all(cases, "--cache", str(folder))
    assert one.exit_code == 8
    blocks = plan(cases, choose(cases, ()), compare=False)
    work = [p for block in blocks for p in block.pieces if "cost" in p.about]
    for piece_ in work:
        entry = {"format": module.FORMAT, "key": Cache(folder).key(piece_), "about": piece_.about}
        entry |= {"results": [{"id": key, "verdict": "proved"} for key in piece_.ids], "seconds": 0.0}
        (folder / f"{entry['key']}.json").write_text(json.dumps(entry | {"sha256": fingerprint(entry)}))
    assert poison(folder)
    again = check_all(cases, "--cache", str(folder))
    assert again.exit_code == 8
    trusting = check_all(cases, "--cache", str(folder), "--cached", "--without-compare")
    assert trusting.exit_code == 0  # whoever can write there can change verdicts, and the report says so
    assert "LEFT OUT: 62 verdicts are of an earlier run" in trusting.output.replace("\n", " ")
    assert "whoever can write there" in trusting.output


def test_with_cached_only_what_changed_is_done_again(tmp_path: Path) -> None:
    """And the report says which verdicts are from the cache, one by one."""
    cases, folder = small_gate(tmp_path), tmp_path / "verdicts"
    asked(cases, folder)
    falsify(cases)
    report = asked(cases, folder, read=True, compare=False)
    (section,) = report.sections
    fresh = [result for result in section.results if not result.cached]
    assert {result.verdict for result in fresh} == {"error"}
    assert {result.id.split(".")[1] for result in fresh} == {"cost"}
    assert report.exit_code == 8
    assert f"{len(section.results) - len(fresh)} verdicts are of an earlier run" in report.left_out[-1]
    rows = report.as_json()["sections"][0]["results"]
    assert sum(row["cached"] for row in rows) == cached(report)


def test_a_damaged_cache_gives_the_right_verdicts_and_is_told(tmp_path: Path) -> None:
    """What it was about is checked now."""
    cases, folder = small_gate(tmp_path), tmp_path / "verdicts"
    asked(cases, folder)
    count = 0
    for path in folder.glob("*.json"):
        path.write_text(path.read_text()[:-5])
        count += 1
    report = asked(cases, folder, read=True)
    assert report.exit_code == 0
    assert cached(report) == 0
    assert report.left_out[-1].startswith(f"{count} damaged entries")


def test_a_folder_that_cannot_be_written_changes_no_verdict(tmp_path: Path) -> None:
    """A file stands in its place."""
    cases = small_gate(tmp_path)
    (tmp_path / "file").touch()
    assert asked(cases, tmp_path / "file" / "verdicts").exit_code == 0


def test_a_file_that_cannot_be_read_is_never_remembered(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its verdict is the checker's, each time."""
    file = tmp_path / "file"
    file.touch()
    work = piece(pieces.good, "p.a", reads=(file,))

    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert timed(work, Cache(folder)).results[0].verdict == "proved"
    assert Cache(folder).key(work) == ""
    assert not folder.exists()


def test_old_entries_are_removed_and_git_is_kept_away(folder: Path) -> None:
    """A month old; young ones stay."""
    work = piece(pieces.good, "p.a")
    timed(work, Cache(folder))
    old = folder / ("0" * 64 + ".json")
    old.touch()
    past = time.time() - 2 * module.MOST_AGE
    os.utime(old, (past, past))
    Cache(folder).prune()
    assert not old.exists()
    assert remembered(folder, work)
    assert (folder / ".gitignore").read_text() == "*\n"
