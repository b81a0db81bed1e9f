"""What a gate demands, as blocks: each problem and each list, generated again and compared, and checked."""

from __future__ import annotations

from pathlib import Path

from proofcheck.certificate.gate import GATE_FILE, LISTS, Demand, demanded_lists, read_gate
from proofcheck.certificate.verify import checks, comparisons
from proofcheck.control import gate as control_gate
from proofcheck.errors import BadInput
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


def named(cases: Path, names: tuple[str, ...]) -> list[Block]:
    """The checks of all that the gate demands, or those with these names: of a problem, a model, a list or a
    part of one, or the folder of any of these.  Raises BadInput for another name."""
    blocks = plan(cases, read_gate(cases), False)
    if not names:
        return blocks
    mine = {block.problem: [block] for block in blocks if block.checker == "python"}
    folders = {name: cases / name for name in mine}
    folders |= {model.name: model.folder for model in model_gate.read_models(cases)}
    lists = {name: [b for part in LISTS[name] for b in mine[part]] for name in demanded_lists(cases)}
    known, found = mine | lists, []
    for name in names:
        plain = Path(name).name
        if plain not in known:
            raise BadInput(f"{name}: not in {cases / GATE_FILE}; there are {', '.join(known)}")
        folder = folders.get(plain, cases / plain)
        if plain != name and Path(name).resolve() != folder.resolve():
            raise BadInput(f"{name}: {cases / GATE_FILE} lists {folder}, not this folder")
        found += known[plain]
    return [block for number, block in enumerate(found) if block not in found[:number]]


def stated_for_lean(cases: Path) -> list[Stated]:
    """The lists whose obligations have Lean theorems written by hand."""
    return [index_gate.symbolic_for_lean(cases)] if "index" in demanded_lists(cases) else []


def listed(cases: Path, compare: bool) -> list[Block]:
    """The blocks of the models of `gate.toml`, and of the lists that it names."""
    lists = [block for name in demanded_lists(cases) for block in LISTED[name](cases, compare)]
    return model_gate.blocks(cases, compare) + lists
