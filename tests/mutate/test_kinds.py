"""The table of kinds: what it plants, where, and how a sample is drawn."""

from __future__ import annotations

import json
import tomllib
from collections import Counter

import pytest

from proofcheck.errors import BadInput
from proofcheck.lean import lock
from proofcheck.mutate.fault import Fault
from proofcheck.mutate.kinds import KINDS, chosen
from proofcheck.mutate.project import Project, changes


@pytest.fixture(scope="module")
def faults(whole: Project) -> dict[str, list[Fault]]:
    """All faults of the committed project, by kind."""
    return {kind.name: list(kind.faults(whole, 0)) for kind in KINDS.values()}


def test_every_kind_says_what_it_does_and_finds_a_place_in_the_project(
    whole: Project, faults: dict[str, list[Fault]]
) -> None:
    """No kind is an empty promise; no two faults have one name; each changes the project."""
    names: Counter[str] = Counter()
    for kind in KINDS.values():
        found = faults[kind.name]
        assert kind.meaning, kind.name
        assert found, kind.name
        assert {fault.kind for fault in found} == {kind.name}
        names.update(fault.name for fault in found)
        assert changes(whole, found[-1].edits()), found[-1].name
    assert max(names.values()) == 1


def test_the_seed_decides_and_nothing_else(frozen: Project) -> None:
    """The same seed gives the same faults, another seed harms other places."""

    def places(seed: int) -> list[tuple[str, object]]:
        return [(fault.name, fault.edits()) for fault in KINDS["multiplier"].faults(frozen, seed)]

    assert places(1) == places(1)
    assert places(1) != places(2)


def test_a_sample_takes_every_kind_in_turn(frozen: Project) -> None:
    """As many faults as kinds: one of each; a larger sample contains a smaller one."""
    patterns = ("hypothesis-*", "case-*", "files-swapped")

    def names(size: int, seed: int) -> list[str]:
        return [fault.name for fault in chosen(frozen, patterns, size, seed)]

    assert len({fault.kind for fault in chosen(frozen, patterns, 6, 3)}) == 6
    assert names(11, 3)[:6] == names(6, 3)
    assert len(names(11, 3)) == len(set(names(11, 3))) == 11
    assert names(6, 3) != names(6, 4)


def test_without_lean_nothing_is_planted_that_only_lean_can_notice(
    frozen: Project, faults: dict[str, list[Fault]]
) -> None:
    """Nothing in the Lean project, no withdrawn theorem, no statement with everything made anew for it."""
    for kind, found in faults.items():
        touched = {path.split("/")[0] for path in found[0].edits()}
        assert found[0].only_lean or touched == {"cases"}, kind
    kinds = {fault.kind for fault in chosen(frozen, ("claim-*", "delete-*"), None, 0, lean=False)}
    assert "claim-dropped.consistent" in kinds
    assert "claim-dropped.regenerated" not in kinds


def test_deletions_leave_nothing_out(whole: Project, faults: dict[str, list[Fault]]) -> None:
    """One for each certificate, each theorem that the lock knows, each line of a problem or model file."""
    assert len(faults["delete-certificate"]) == len(list(whole.cases.rglob("*.json")))
    assert len(faults["delete-theorem"]) == len(lock.read(whole.lean / lock.FILE).theorems)
    gate = tomllib.loads(whole.text("cases/gate.toml"))
    names = {entry["source"] for entry in (*gate["problem"], *gate["model"])}
    assert names > {"two_server.toml", "three_server.toml", "many_server.toml", "models/mm1_admission.toml"}
    lines = [line for name in names for line in (whole.cases / name).read_text().splitlines()]
    assert len(faults["delete-problem-line"]) == len(lines)


def test_only_lines_that_say_nothing_are_equivalent(faults: dict[str, list[Fault]]) -> None:
    """Comments, empty lines, and a range that is the default; every other line must be missed."""
    for fault in faults["delete-problem-line"]:
        text = fault.site.split(": ", 1)[1] if ": " in fault.site else ""
        comment = not text or text.startswith("#")
        assert fault.equivalent or not comment, fault.site
        assert comment or not fault.equivalent or text.startswith("for = "), fault.site


def test_a_rescaled_certificate_has_other_numbers_and_the_same_words(
    whole: Project, faults: dict[str, list[Fault]]
) -> None:
    """Equivalent means: another file, the same claims."""
    fault = faults["rescaled"][0]
    ((path, content),) = fault.edits().items()
    assert fault.equivalent
    assert content is not None
    old, new = json.loads(whole.read(path)), json.loads(content)
    assert [e["goal"] for e in old["obligations"]] == [e["goal"] for e in new["obligations"]]
    assert old != new


def test_an_unknown_kind_is_bad_input(frozen: Project) -> None:
    """A pattern that matches nothing is a mistake, not an empty list."""
    with pytest.raises(BadInput, match="no such kind"):
        chosen(frozen, ("multiplier", "nonsense-*"), None, 0)
    assert {f.kind for f in chosen(frozen, ("hypothesis-*",), None, 0)} == {
        "hypothesis-moved",
        "hypothesis-replaced",
        "hypothesis-dropped",
    }


def test_a_size_that_the_problem_file_has_anyway_may_go(faults: dict[str, list[Fault]]) -> None:
    """`m = 3` says nothing where the file has that size; any other is demanded by this line alone."""
    sizes = {f.site.split(": ")[1]: set() for f in faults["delete-list-line"] if "sizes" in f.site}
    for fault in faults["delete-list-line"]:
        if (line := fault.site.split(": ")[1]) in sizes:
            sizes[line].add(fault.equivalent)
    assert sizes["sizes = { m = 3 }"] == {True}
    assert sizes["sizes = { m = 4 }"] == sizes["sizes = { m = 5 }"] == {False}
