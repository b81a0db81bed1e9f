"""Copies: everything that the original has, and never written through."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofcheck.certificate.gate import read_gate
from proofcheck.errors import BadInput
from proofcheck.mutate.project import Project, freeze, linked
from tests.mutate.conftest import HOME

CLAIM = "cases/two_server/claim.json"


def test_the_frozen_copy_demands_what_the_original_demands(whole: Project) -> None:
    """The same statements and expected refutations, though the problem files stand elsewhere."""
    original = read_gate(HOME / "cases")
    assert [d.statement for d in whole.demands()] == [d.statement for d in original]
    assert [d.expected for d in whole.demands()] == [d.expected for d in original]
    for path in whole.files("cases", ".json"):
        assert whole.read(path) == (HOME / path).read_bytes()
    assert list(whole.files("lean", ".lean"))


def test_a_changed_copy_leaves_the_frozen_one_alone(frozen: Project, tmp_path: Path) -> None:
    """A file that is written or removed in a copy stays what it was in the frozen one."""
    before = frozen.digest()
    edits = {CLAIM: b"{}", "cases/two_server/cost.json": None, "cases/x": b""}
    copy = linked(frozen, tmp_path / "copy", edits)
    assert copy.read(CLAIM) == b"{}"
    assert not (copy.cases / "two_server" / "cost.json").exists()
    assert (copy.cases / "x").exists()
    assert frozen.digest() == before
    assert copy.digest() != before
    assert frozen.read(CLAIM) == (HOME / CLAIM).read_bytes()


def test_a_copy_without_edits_is_the_same(frozen: Project, tmp_path: Path) -> None:
    """The digest speaks of paths and bytes, not of places."""
    assert linked(frozen, tmp_path / "copy", {}).digest() == frozen.digest()


def test_without_cases_there_is_no_project(tmp_path: Path) -> None:
    """A missing folder, or one without gate.toml, is bad input."""
    with pytest.raises(BadInput, match="no such folder"):
        freeze(tmp_path / "none", None, tmp_path / "a")
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match=r"gate\.toml: no such file"):
        freeze(tmp_path / "empty", None, tmp_path / "b")
