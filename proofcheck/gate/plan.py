"""What a gate demands, as blocks: each problem and each list, generated again and compared, and checked."""

from __future__ import annotations

from pathlib import Path

from proofcheck.certificate.gate import Demand, demanded_lists
from proofcheck.certificate.verify import checks, comparisons
from proofcheck.control import gate as control_gate
from proofcheck.frontier import gate as frontier_gate
from proofcheck.index import gate as index_gate
from proofcheck.lean.stated import Stated
from proofcheck.model import gate as model_gate
from proofcheck.work import Block

LISTED = {"index": index_gate.blocks, "control": control_gate.blocks, "frontier": frontier_gate.blocks}


def plan(cases: Path, demands: list[Demand], compare: bool) -> list[Block]:
    """The blocks of problems, in the order of the gate, then those of lists."""
    found = []
    for demand in demands:
        found += [comparisons(demand, cases)] if compare else []
        found.append(checks(demand))
    return found + listed(cases, compare)


def stated_for_lean(cases: Path) -> list[Stated]:
    """The lists whose obligations have Lean theorems written by hand."""
    return [index_gate.symbolic_for_lean(cases)] if "index" in demanded_lists(cases) else []


def listed(cases: Path, compare: bool) -> list[Block]:
    """The blocks of the models of `gate.toml`, and of the lists that it names."""
    lists = [block for name in demanded_lists(cases) for block in LISTED[name](cases, compare)]
    return model_gate.blocks(cases, compare) + lists
