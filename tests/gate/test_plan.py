"""The plan of the committed gate: everything owed says what it is, and keys of pieces are stable."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import FunctionType
from typing import Any

import pytest

from proofcheck.certificate.gate import choose
from proofcheck.certificate.verify import said
from proofcheck.gate.cache import described
from proofcheck.gate.plan import plan
from proofcheck.model import gate as model_gate
from proofcheck.work import Block
from tests.gate.common import CASES

BLOCKS = plan(CASES, choose(CASES, ()), compare=True)


def name(block: Block) -> str:
    """For the test's id."""
    return f"{block.problem}.{block.checker}"


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.checker == "python"], ids=name)
def test_every_obligation_says_what_it_is(block: Block) -> None:
    """With a digest of its own, by which `proofcheck diff` notices that it says something else."""
    found = block.said()
    owed = {key for piece in block.pieces for key in piece.ids}
    assert owed
    assert owed <= set(found)
    assert all(said.words and len(said.sha256) == 64 for said in found.values())
    assert block.version


@pytest.mark.parametrize("block", BLOCKS, ids=name)
def test_no_address_of_an_object_is_in_a_key(block: Block) -> None:
    """Another process must find the same entry."""
    for piece in block.pieces:
        assert isinstance(piece.work, partial)
        assert isinstance(piece.work.func, FunctionType)
        assert " at 0x" not in repr(described(piece.work)), piece.about


def test_no_two_pieces_owe_the_same() -> None:
    """One of the verdicts would be lost."""
    for checker in {block.checker for block in BLOCKS}:
        owed = [key for b in BLOCKS if b.checker == checker for piece in b.pieces for key in piece.ids]
        assert len(set(owed)) == len(owed)


def changed(statement: Any, **fields: Any) -> Any:
    """A statement with other fields."""
    return statement | fields


def test_what_a_problem_says_depends_on_mathematics_and_not_on_words() -> None:
    """Another title is the same statement, another price another; only where the price occurs."""
    demand = choose(CASES, ("two_server",))[0]
    before = said(demand)
    assert said(replace(demand, statement=changed(demand.statement, title="x", source="y"))) == before
    dearer = said(replace(demand, statement=changed(demand.statement, cost=[2, 1])))
    differing = {key for key in before if before[key].sha256 != dearer[key].sha256}
    assert "two_server.cost.K1.y0.x0+" in differing
    assert not any(".event." in key for key in differing)


def test_a_hypothesis_that_changes_changes_what_is_said() -> None:
    """The goal is the same, but more is assumed."""
    demand = choose(CASES, ("two_server",))[0]
    before = said(demand)
    cone = demand.statement["inequalities"]
    assert len(cone) > 1
    fewer = said(replace(demand, statement=changed(demand.statement, inequalities=cone[1:], claims=[])))
    shared = [key for key in before if key in fewer and ".event." in key]
    assert shared
    assert all(before[key].words == fewer[key].words for key in shared)
    assert all(before[key].sha256 != fewer[key].sha256 for key in shared)


def test_what_a_model_says_depends_on_the_model_and_not_on_words() -> None:
    """The same, for models."""
    one = model_gate.read_models(CASES)[0]
    before = model_gate.said(one)
    assert model_gate.said(replace(one, statement=changed(one.statement, title="x"))) == before
    other = model_gate.said(replace(one, statement=changed(one.statement, claims=[])))
    assert set(other) < set(before)
    assert all(before[key].sha256 != found.sha256 for key, found in other.items())
