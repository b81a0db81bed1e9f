"""Obligations against theorems, both ways."""

from __future__ import annotations

import json

import pytest

from proofcheck.lean.coverage import coverage, theorem_of

IDS = ["two.K1.y0.x0", "two.K1.y0.x1+"]
THEOREMS = [theorem_of(obligation) for obligation in IDS]


def test_equal_sets_are_covered():
    result = coverage(IDS, THEOREMS)
    assert result.ok
    assert result.covered == 2
    assert json.loads(json.dumps(result.to_json()))["ok"] is True


def test_the_name_of_a_theorem_quotes_the_obligation():
    assert theorem_of("two.K1.y0.x1+") == "ProofCheck.Generated.«two.K1.y0.x1+»"


def test_the_namespace_may_be_another_or_none():
    assert theorem_of("two.K1", ()) == "«two.K1»"
    assert coverage(["two.K1"], ["«two.K1»"], ()).ok
    assert not coverage(["two.K1"], ["«two.K1»"]).ok


def test_an_obligation_without_theorem_is_missing():
    result = coverage(IDS, THEOREMS[:1])
    assert (result.ok, result.missing) == (False, ("two.K1.y0.x1+",))


@pytest.mark.parametrize(
    "orphan",
    [
        theorem_of("two.K9"),
        "ProofCheck.Generated.two.K1.y0.x0",
        "ProofCheck.«two.K1.y0.x0»",
        "ProofCheck.Generated.«two.K1.y0.x0».aux",
        "sound",
    ],
)
def test_a_theorem_without_obligation_is_an_orphan(orphan):
    result = coverage(IDS, [*THEOREMS, orphan])
    assert (result.ok, result.orphans) == (False, (orphan,))


def test_duplicates_on_either_side_fail():
    assert coverage([*IDS, IDS[0]], THEOREMS).duplicates == (THEOREMS[0],)
    assert coverage(IDS, [*THEOREMS, THEOREMS[1]]).duplicates == (THEOREMS[1],)
    assert not coverage(IDS, [*THEOREMS, THEOREMS[1]]).ok


@pytest.mark.parametrize(("ids", "theorems"), [([], []), ([], THEOREMS), (IDS, [])])
def test_an_empty_list_fails(ids, theorems):
    assert not coverage(ids, theorems).ok
