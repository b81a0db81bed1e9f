"""The journal: what is whole is used, what is cut off is done again, what is foreign is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofcheck.errors import BadInput
from proofcheck.infer.examine import Outcome
from proofcheck.infer.journal import Journal, key
from tests.infer.common import by_name, language

ONE = Outcome("routing.K3", (), (2, 3), (0, 1, -2))
OTHER = Outcome("", ("K1", "K3"))
HEAD = b'{"format": "proofcheck-infer/2"}\n'


def filled(path: Path) -> Path:
    journal = Journal(path)
    journal.add("a", ONE)
    journal.add("b", OTHER)
    return path


def test_outcomes_come_back(tmp_path: Path) -> None:
    path = filled(tmp_path / "deep" / "journal")
    assert Journal(path).outcomes == {"a": ONE, "b": OTHER}


def test_a_line_cut_off_is_forgotten(tmp_path: Path) -> None:
    """At any byte: what was whole before is there, and the journal can be continued."""
    content = filled(tmp_path / "journal").read_bytes()
    whole = content.index(b"\n", content.index(b"\n") + 1) + 1
    for cut in range(whole, len(content)):
        path = tmp_path / "cut"
        path.write_bytes(content[:cut])
        journal = Journal(path)
        assert journal.outcomes == {"a": ONE}
        journal.add("c", OTHER)
        assert Journal(path).outcomes == {"a": ONE, "c": OTHER}


@pytest.mark.parametrize(
    "content",
    [
        b"\n",
        b"{}\n",
        b"x\n",
        HEAD.replace(b"/2", b"/1"),
        HEAD + b"{}\n",
        HEAD + b"[]\n",
        HEAD + b'{"key": "a", "outcome": {}}\n',
        b"\xff\n",
    ],
)
def test_another_file_is_refused(content: bytes, tmp_path: Path) -> None:
    """And left as it is."""
    path = tmp_path / "journal"
    path.write_bytes(content)
    with pytest.raises(BadInput, match="not a journal"):
        Journal(path)
    assert path.read_bytes() == content


def test_a_folder_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="directory"):
        Journal(tmp_path)


def test_lines_are_json(tmp_path: Path) -> None:
    first, *others = filled(tmp_path / "journal").read_text().splitlines()
    assert json.loads(first) == {"format": "proofcheck-infer/2"}
    assert [json.loads(line)["key"] for line in others] == ["a", "b"]


def test_a_key_depends_on_everything_examined() -> None:
    """Another problem, inequality or cone, and it is another examination."""
    k = by_name("three_server")
    three, many = language("three_server"), language("many_server", 2)
    cone = [*k.values()]
    keys = [key(three, k["K1"], cone), key(three, k["K2"], cone), key(three, k["K1"], cone[:-1])]
    keys += [key(language("many_server", 3), k["K1"], cone), key(language("two_server"), k["K1"], cone)]
    assert len(set(keys)) == len(keys)
    assert key(many, k["K1"], cone) == key(many, k["K1"], [*cone])
