"""Lean and the Python checker agree on proofs of models, right ones and falsified ones.

Committed proofs are changed in one place each.  What the trusted checker says of a changed proof, the Lean
checker must say too: `Model.check model obligation certificate` is put as an equation, which the kernel
decides.  One more model, made here, uses what the committed ones do not: clipped moves, prices with negative
parts in actions, assumptions with constants, multiples of given functions after a move, a constant that is
left over.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate.check_model import Checker, Model, Obligation, Rejected
from proofcheck.lean import build, messages, toolchain
from proofcheck.lean.model_data import ModelData, Proof
from proofcheck.lean.model_emit import Emitted, proofs
from proofcheck.model.gate import read_models
from proofcheck.model.reader import statement
from proofcheck.model.search import prove
from tests.common import follow, leaves

HOME = Path(__file__).parents[2]
ROOT = HOME / "lean"
MODELS = ("mm1_admission", "admission_reward", "service_rate", "environment_admission", "shorter_queue")
ODD = """
format = "proofcheck-model/1"
name = "odd"
rates = ["beta"]
parameters = ["c", "h"]
assume = ["c >= 0", "h >= 0", "2*c <= 3", "123456789*h + c >= 0"]
cone = ["I(x)", { name = "positive", says = "0 <= f(x, y)" }]
step = "price + beta*(pairs(f) + repair(f) + sale(f) + keep(f))"

[[coordinate]]
name = "x"

[[coordinate]]
name = "y"
to = 2

[[function]]
name = "w"
inequalities = ["I(x)", { name = "positive", says = "0 <= w(x, y)" }]

[[operator]]
name = "pairs"
value = "clip(f(x-2, y))"

[[operator]]
name = "repair"
value = "y*f(x, y-1) + (2-y)*f(x, y)"

[[operator]]
name = "sale"
max = [{ name = "wait", value = "f(x, y)" }, { name = "sell", value = "f(x+1, y) - c + 2 + 3*w(x+2, y)" }]

[[operator]]
name = "keep"
value = "f(x, y) + 3 - 2*c + h*x"

[[cost]]
name = "price"
value = "5 - 2*c + h*x + 2*w(x, y)"
"""


@cache
def odd() -> tuple[Any, dict[str, Any]]:
    """The statement of the model made here, and its proofs."""
    found = statement(tomllib.loads(ODD), "odd")
    model = Model(found)
    return found, {o.id: prove(model, o) for o in model.obligations}


@cache
def known() -> dict[str, tuple[Any, dict[str, Any]]]:
    """Statements with their proofs, by name."""
    listed = {one.name: one for one in read_models(HOME / "cases")}
    chosen = {name: (listed[name].statement, proofs(listed[name].folder)) for name in MODELS}
    return chosen | {"odd": odd()}


def changed(tree: Any) -> Iterator[tuple[str, Any]]:
    """Proofs that differ from a tree in one place."""

    def at(path: tuple[Any, ...]) -> tuple[Any, Any]:
        copied = copy.deepcopy(tree)
        return copied, follow(copied, path)

    path = next(leaves(tree))[0]
    for number, use in enumerate(follow(tree, path)["sum"][:3]):
        new, leaf = at(path)
        leaf["sum"][number]["times"] += 1
        yield "times", new
        new, leaf = at(path)
        del leaf["sum"][number]
        yield "dropped", new
        if "at" in use:
            new, leaf = at(path)
            leaf["sum"][number]["at"][0] += 1
            yield "moved", new
    new, leaf = at(path)
    leaf["goal_times"] += 1
    yield "goal", new
    if "split" in tree:
        new, top = at(())
        top["cases"].pop()
        yield "case dropped", new
        new, top = at(())
        top["cases"].append(top["cases"][0])
        yield "case added", new
        new, top = at(())
        top["split"][0] += 1
        yield "split moved", new
        yield "no split", tree["cases"][0]


def python_accepts(model: Model, o: Obligation, proof: Any) -> bool:
    """What the trusted checker says."""
    try:
        return Checker(model, o).obligation({"proof": proof})[0] == "proved"
    except (Rejected, LookupError, ValueError):
        return False


def equation(data: ModelData, o: Obligation, proof: Any, accepted: bool) -> str | None:
    """That Lean's checker gives the verdict; None if Lean's data cannot even express the proof."""
    try:
        term = Proof(data, o).certificate(proof)
    except (Rejected, LookupError, ValueError):
        return None
    what = f"{data.m.name}.check {data.obligation(o)} {term}"
    return None if "-" in term else f"example : Eq ({what}) {str(accepted).lower()} := rfl"


def equations(name: str) -> tuple[list[str], list[tuple[str, bool]], int]:
    """Equations on right and changed proofs of a model, what each is, and how many cannot be expressed."""
    found, proved = known()[name]
    data, lines, rows, left_out = ModelData(Model(found)), [], [], 0
    for o in data.m.obligations[1:]:
        if o.id in proved:
            for kind, proof in [("right", proved[o.id]), *changed(proved[o.id])]:
                accepted = python_accepts(data.m, o, proof)
                line = equation(data, o, proof, accepted)
                if line is None:
                    assert not accepted, (o.id, kind)
                    left_out += 1
                else:
                    lines.append(line)
                    rows.append((f"{o.id} {kind}", accepted))
    return lines, rows, left_out


@pytest.fixture(scope="module")
def lean() -> toolchain.Toolchain:
    """A toolchain with the project built."""
    found = toolchain.find("auto", root=ROOT)
    assert build.build(ROOT, found).ok
    return found


def refused(lean: toolchain.Toolchain, folder: Path, head: list[str], lines: list[str]) -> list[int]:
    """The positions of the lines that Lean does not accept after a head; -1 for the head."""
    source = folder / "Agreement.lean"
    source.write_text("\n".join([*head, *lines, ""]), "utf-8")
    run = lean.run_lean(
        ["--json", "-D", "maxErrors=1000", str(source)],
        what="agreement",
        cwd=ROOT,
        search_path=build.search_path(ROOT, lean),
        timeout=120,
    )
    before = "\n".join(head).count("\n") + 2
    found = messages.read(run, str(source))
    return sorted({max(-1, m.line - before) for m in found if not m.harmless})


def definition(name: str) -> list[str]:
    """The lines of a module that has the model's data only."""
    lines = list(Emitted(known()[name][0], {}).lines())
    end = next(k for k, line in enumerate(lines) if line.startswith("theorem"))
    return lines[:end]


@pytest.mark.parametrize("name", [*MODELS, "odd"])
def test_both_checkers_give_the_same_verdicts(lean: toolchain.Toolchain, tmp_path: Path, name: str) -> None:
    """On every right proof and on every changed one that Lean's data can express."""
    lines, rows, _ = equations(name)
    assert sum(accepted for _, accepted in rows) >= 5
    assert sum(not accepted for _, accepted in rows) >= 20
    assert {row for row in rows if row[0].endswith("right")} == {
        (row, True) for row, _ in rows if row.endswith("right")
    }
    assert [rows[k] for k in refused(lean, tmp_path, definition(name), lines)] == []


def test_the_harness_notices_a_wrong_verdict(lean: toolchain.Toolchain, tmp_path: Path) -> None:
    """Controls: the opposite verdicts are all refused by Lean."""
    lines = equations("odd")[0][:12]
    opposite = {"true": "false", "false": "true"}
    words = [line.rsplit(" ", 3) for line in lines]
    turned = [" ".join([head, opposite[word], *rest]) for head, word, *rest in words]
    assert refused(lean, tmp_path, definition("odd"), turned) == list(range(len(lines)))


def test_a_whole_module_of_the_odd_model_is_accepted(lean: toolchain.Toolchain, tmp_path: Path) -> None:
    """Obligations, families, value iteration: every line of it; the data have what it was made for."""
    found, proved = odd()
    lines = list(Emitted(found, proved).lines())
    text = "\n".join(lines)
    assert ".clip" in text
    assert ".max" in text
    assert ModelData(Model(found)).opposites == ["c"]
    assert "(.assumed 0 .none)" in text  # a constant that is left over
    assert "theorem odd_iterates" in text
    assert "theorem odd_exists" in text
    assert refused(lean, tmp_path, lines, []) == []


def test_an_opposite_that_is_not_cancelled_is_refused(lean: toolchain.Toolchain, tmp_path: Path) -> None:
    """Beside the right certificate: the same without the assumption that opposites cancel."""
    found, proved = odd()
    data = ModelData(Model(found))
    o = next(o for o in data.m.obligations if o.id == "odd.cost.price.positive.y0.x0+")
    right = Proof(data, o).certificate(proved[o.id])
    number = len(data.m.assumptions) + 1
    cancels = [f" (.cons (.mk {k} (.assumed {number + j} .none)) .nil)" for k in (1, 2) for j in (0, 1)]
    wrong = right
    for text in cancels:
        wrong = wrong.replace(text, " .nil")
    assert wrong != right
    what = f"odd.check {data.obligation(o)}"
    lines = [f"example : Eq ({what} {right}) true := rfl", f"example : Eq ({what} {wrong}) false := rfl"]
    assert refused(lean, tmp_path, definition("odd"), lines) == []
