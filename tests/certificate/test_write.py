"""Writing certificates: the same bytes every time, each file whole or not at all."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate import write
from proofcheck.certificate.write import differences, generate, layout, write_folder
from proofcheck.errors import BadInput
from proofcheck.problem.reader import read_statement
from tests.common import CASES

GATED = [("two_server", {}, "two_server"), ("three_server", {}, "three_server"),
         ("many_server", {"m": 3}, "many_server_m3")]  # fmt: skip


@pytest.mark.parametrize(("name", "sizes", "folder"), GATED)
def test_generating_twice_gives_the_committed_bytes(name: str, sizes: dict[str, int], folder: str) -> None:
    """Two runs agree with each other and with what is committed, byte by byte."""
    once, twice = generate(read_statement(name, sizes)), generate(read_statement(name, sizes))
    assert once == twice
    assert differences(CASES / folder, once) == []
    assert {path.name for path in (CASES / folder).glob("*.json")} == set(once)


@pytest.mark.parametrize("value", [
    {}, [], [1, -2, "x"], {"a": {"b": []}}, "\u03bb \"quoted\"\n", None, True,
    {"long": ["word" * 9] * 9, "nested": [{"k": list(range(60))}] * 3},
])  # fmt: skip
def test_layout_is_json(value: Any) -> None:
    """The layout keeps the content, and breaks what does not fit on a line."""
    text = layout(value)
    assert json.loads(text) == value
    assert all(len(line) <= write.WIDTH + 60 for line in text.splitlines())


def test_what_fits_stands_on_one_line() -> None:
    """Short values are not broken, long ones are, item by item."""
    assert layout({"a": [1, 2]}) == '{"a": [1, 2]}'
    assert layout(["w" * 60, "v" * 60]) == '[\n "' + "w" * 60 + '",\n "' + "v" * 60 + '"\n]'


def test_files_are_written_and_named(tmp_path: Path) -> None:
    """All files at first, none the second time, then only what changed; what does not belong goes."""
    folder, files = tmp_path / "new" / "folder", {"a.json": "1\n", "b.json": "2\n"}
    assert list(write_folder(folder, files)) == ["a.json", "b.json"]
    assert {path.name: path.read_text() for path in folder.iterdir()} == files
    stamp = (folder / "a.json").stat().st_mtime_ns
    assert list(write_folder(folder, files)) == []
    (folder / "old.json").write_text("3")
    (folder / ".b.json.part").write_text("half")
    (folder / "README.md").write_text("kept")
    changed = list(write_folder(folder, files | {"b.json": "4\n"}))
    assert changed[0] == "b.json"
    assert {"b.json", "old.json"} <= set(changed) <= {"b.json", "old.json", ".b.json.part"}
    assert sorted(path.name for path in folder.iterdir()) == ["README.md", "a.json", "b.json"]
    assert (folder / "b.json").read_text() == "4\n"
    assert (folder / "a.json").stat().st_mtime_ns == stamp


@pytest.mark.parametrize("failing", ["write_text", "replace"])
def test_a_failure_leaves_every_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    """If writing fails in the middle, each file has its old or its new content, and nothing is removed."""
    old = {name: f"old {name}\n" for name in ("a.json", "b.json", "c.json", "gone.json")}
    list(write_folder(tmp_path, old))
    original, calls = getattr(Path, failing), []

    def fail(self: Path, *args: Any, **keywords: Any) -> Any:
        calls.append(self)
        if len(calls) < 2:
            return original(self, *args, **keywords)
        if failing == "write_text":
            original(self, args[0][:3], **keywords)  # the disk is full after three bytes
        raise OSError(28, "No space left on device", str(self))

    monkeypatch.setattr(Path, failing, fail)
    with pytest.raises(BadInput, match="No space left on device"):
        list(write_folder(tmp_path, {name: f"new {name}\n" for name in ("a.json", "b.json", "c.json")}))
    monkeypatch.undo()
    assert {path.name: path.read_text() for path in tmp_path.glob("[a-z]*.json")} == old | {
        "a.json": "new a.json\n"
    }
    assert list(write_folder(tmp_path, old))
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == old


def test_an_interruption_leaves_every_file_whole(tmp_path: Path) -> None:
    """Stopping after any file leaves that file new and the others old."""
    old, new = (dict.fromkeys(("a.json", "b.json"), f"{word}\n") for word in ("old", "new"))
    list(write_folder(tmp_path, old))
    assert next(write_folder(tmp_path, new)) == "a.json"
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == old | {"a.json": "new\n"}


def test_a_folder_that_cannot_be_made_is_bad_input(tmp_path: Path) -> None:
    """One line that names the place."""
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match=r"file.*: (Not a directory|File exists)"):
        list(write_folder(tmp_path / "file" / "folder", {"a.json": ""}))


def test_differences(tmp_path: Path) -> None:
    """Missing, extra and changed files are named, in order; a folder that is not there lacks all."""
    files = {"a.json": "1", "b.json": "2", "c.json": "3"}
    assert differences(tmp_path / "nowhere", files) == ["a.json", "b.json", "c.json"]
    list(write_folder(tmp_path, files))
    assert differences(tmp_path, files) == []
    (tmp_path / "a.json").write_text("1 ")
    (tmp_path / "b.json").unlink()
    (tmp_path / "z.json").write_text("")
    assert differences(tmp_path, files) == ["a.json", "b.json", "z.json"]


def test_a_certificate_that_the_checker_refuses_is_never_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong result of the search stops the generation: the checker writes the words, or refuses."""
    certificate = write.Search.certificate

    def wrong(self: write.Search, task: Any) -> Any:
        found = certificate(self, task)
        tree = found["proof"]
        while "split" in tree:
            tree = tree["cases"][-1]
        tree["sum"] = [{**use, "times": use["times"] + 1} for use in tree["sum"]]
        return found

    monkeypatch.setattr(write.Search, "certificate", wrong)
    with pytest.raises((BadInput, write.check.Rejected)):
        generate(read_statement("two_server"))


def test_side_by_side_gives_the_same_files() -> None:
    """However many processes: the same bytes, in the same order."""
    statement = read_statement("three_server")
    with ProcessPoolExecutor(max_workers=2) as pool:
        assert list(generate(statement, pool=pool).items()) == list(generate(statement).items())


def test_side_by_side_refuses_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker's bad input is bad input here."""

    def refuse(text: str) -> Any:
        raise BadInput("refused there")

    monkeypatch.setattr(write, "_maker", refuse)
    with ThreadPoolExecutor(max_workers=1) as pool, pytest.raises(BadInput, match="refused there"):
        generate(read_statement("two_server"), pool=pool)
