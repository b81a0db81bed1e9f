"""Symbolic certificates for Model 1: accepted, and each way to cheat refused for its reason."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate import check_model1
from proofcheck.certificate.check_model1 import Polynomial, polynomial
from proofcheck.index.symbolic import symbolic_files

Entry = dict[str, Any]


@cache
def files() -> dict[str, str]:
    """The certificates, made once."""
    return symbolic_files()


def check(
    folder: Path, group: str, change: Callable[[list[Entry]], None] | None = None
) -> set[tuple[str, str]]:
    """The verdicts on a group, changed or not, with the reasons' first words."""
    document = json.loads(files()[f"{group}.json"])
    if change:
        before = copy.deepcopy(document)
        change(document["obligations"])
        assert json.dumps(document) != json.dumps(before)
    path = folder / f"{group}.json"
    path.write_text(json.dumps(document))
    return {(verdict, why.partition(":")[0]) for verdict, why in check_model1.check_file(path).values()}


@pytest.mark.parametrize("group", ["index", "threshold", "theorem5", *(f"K{n}" for n in range(1, 13))])
def test_every_group_is_proved(group: str, tmp_path: Path) -> None:
    """For all beta and tau; for each K up to 12 and every law."""
    assert check(tmp_path, group) == {("proved", "")}


def test_lemma_1_as_printed_is_refuted_with_its_witness(tmp_path: Path) -> None:
    """K = 1, e^-mu = 1/2: the differences of E are -1/2, then -1/4."""
    assert check(tmp_path, "lemma1") == {("refuted", "")}
    found = json.loads(files()["lemma1.json"])["obligations"][0]["refuted"]
    assert found["shows"] == "E(1)-E(0) = -1/2 < -1/4 = E(2)-E(1)"


def test_ids_are_unique_and_files_are_one_per_group() -> None:
    """5 + 6 + 12 * 3 + 1 + 2 obligations in 16 files."""
    ids = [o.id for o in check_model1.obligations()]
    assert len(ids) == len(set(ids)) == 50
    assert len(files()) == 16


@pytest.mark.parametrize("seed", range(5))
def test_goals_hold_at_random_points(seed: int) -> None:
    """Each goal about E, evaluated at a random law and backlog, is what a direct computation of E gives."""
    source = random.Random(seed)
    for o in check_model1.obligations():
        if not o.group.startswith("K"):
            continue
        size = int(o.group[1:])
        weights = [[source.randrange(1, 99) for _ in range(size + 1)] for _ in "xp"]
        x, law = ([Fraction(w, sum(row)) for w in row] for row in weights)
        point = {f"x{i}": v for i, v in enumerate(x)} | {f"p{i}": v for i, v in enumerate(law)}
        before = sum(i * c for i, c in enumerate(x))
        once = sum(a * b * max(i - d, 0) for i, a in enumerate(x) for d, b in enumerate(law))
        twice = sum(
            a * b * c * max(i - d - k, 0)
            for i, a in enumerate(x)
            for d, b in enumerate(law)
            for k, c in enumerate(law)
        )
        direct = {
            "decreasing": before - once,
            "convex": before - 2 * once + twice,
            "vanishing": (size - 1 + law[0]) * before - size * once,
        }[o.id.rpartition(".")[2]]
        assert value(o.goal, point) == direct >= 0


def value(p: Polynomial, point: dict[str, Fraction]) -> Fraction:
    """A polynomial at a point."""
    total = Fraction(0)
    for monomial, coefficient in p.terms.items():
        for name in monomial:
            coefficient *= point[name]
        total += coefficient
    return total


def put(k: int, key: str, new: Any) -> Callable[[list[Entry]], None]:
    """Change a field of the k-th entry."""

    def change(entries: list[Entry]) -> None:
        entries[k][key] = new

    return change


COIN = {"K": 1, "law": ["1/2", "1/2"], "tau": 1}
CHEATS: list[tuple[str, str, Callable[[list[Entry]], None], str]] = [
    ("a term left out", "index", put(4, "sum", [[1, "1-B", "convex"]]), "residual"),
    ("another multiplier", "index", put(3, "sum", [[2, "1-B", "convex"]]), "residual"),
    ("a negative multiplier", "index", put(3, "sum", [[-1, "1-B", "convex"]]), "not-positive"),
    ("a zero multiplier", "index", put(3, "sum", [[1, "1-B", "convex"], [0, "b"]]), "not-positive"),
    ("a float", "index", put(3, "sum", [["0.5", "convex"]]), "not-exact"),
    ("a fraction not in lowest terms", "index", put(3, "sum", [["2/2", "1-B", "convex"]]), "not-exact"),
    ("a factor that is not known", "index", put(3, "sum", [[1, "1-B", "concave"]]), "unknown-factor"),
    ("a bare symbol", "index", put(3, "sum", [[1, "E0"]]), "unknown-factor"),
    ("the goal itself", "threshold", put(2, "sum", [[1, "gain"]]), "unknown-factor"),
    ("a sum for an identity", "index", put(0, "sum", [[1]]), "not-zero"),
    ("a nonnegative one divided away", "index", put(3, "times", ["convex"]), "unknown-factor"),
    ("a positive one too many", "index", put(3, "times", ["b"]), "residual"),
    ("an equation that is not known", "index", put(3, "zero", [[1, "value"]]), "unknown-factor"),
    ("an equation twice", "threshold", put(0, "zero", [[2, "value", "b"]]), "residual"),
    ("a strange symbol", "threshold", put(0, "zero", [[1, "value", "1-b"]]), "unknown-factor"),
    ("hypotheses of another case", "threshold", put(1, "sum", [[1, "W(t+1)-c"]]), "unknown-factor"),
    ("beta beyond 1/2", "theorem5", put(1, "sum", [[1, "1-b", "Ap-1"], [1, "b-(1-b)Ai"]]), "residual"),
    ("other words", "index", put(0, "claim", "Lemma 1"), "differs"),
    ("another goal", "index", put(0, "goal", "1 = 0"), "differs"),
    ("more given", "index", put(0, "given", []), "differs"),
    ("another id", "index", put(0, "id", "model1.index.other"), "differs"),
    ("an unknown field", "index", put(0, "note", None), "differs"),
    ("refuted, it says", "index", put(0, "verdict", "refuted"), "differs"),
    ("an obligation left out", "index", lambda entries: entries.pop(), "differs"),
    ("an obligation twice", "index", lambda entries: entries.append(entries[0]), "differs"),
    ("a text for a list", "index", put(0, "times", ""), "malformed"),
    ("an object for a list", "index", put(0, "sum", {}), "malformed"),
    ("an object for an item", "index", put(3, "sum", [{"1": 0, "1-B": 0, "convex": 0}]), "malformed"),
    ("no sum", "index", lambda entries: entries[3].pop("sum"), "malformed"),
    ("a term of E left out", "K3", lambda entries: entries[1]["sum"].pop(), "residual"),
    ("a chance that is not there", "K3", put(0, "sum", [[1, "p4", "x1"]]), "unknown-factor"),
    ("a witness where the claim holds", "lemma1", put(0, "refuted", COIN | {"law": [1, 0]}), "bad-witness"),
    ("a witness without a law", "lemma1", put(0, "refuted", COIN | {"law": ["1/2", "1/3"]}), "bad-witness"),
    ("a witness at age 0", "lemma1", put(0, "refuted", COIN | {"tau": 0}), "bad-witness"),
    ("other values", "lemma1", lambda entries: entries[0]["refuted"].update(shows="0 < 1"), "differs"),
    ("a proof of what is false", "lemma1", lambda entries: entries[0].pop("refuted"), "malformed"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "group", "change", "reason"), CHEATS, ids=[c[0] for c in CHEATS])
def test_a_cheat_is_refused_for_its_reason(
    name: str, group: str, change: Callable[[list[Entry]], None], reason: str, tmp_path: Path
) -> None:
    """The file is refused whole; unchanged it is accepted."""
    assert check(tmp_path, group, change) == {("error", reason)}
    assert check(tmp_path, group) == {("refuted" if group == "lemma1" else "proved", "")}


def test_what_is_left_open_is_unproved(tmp_path: Path) -> None:
    """An entry may say so; it is not success."""

    def open_up(entries: list[Entry]) -> None:
        for key in ("times", "sum", "zero"):
            del entries[3][key]
        entries[3] |= {"unproved": "no idea", "verdict": "unproved"}

    assert check(tmp_path, "index", open_up) == {("proved", ""), ("unproved", "")}


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    """Not JSON, a float, a key twice, another format, another name, nothing at all."""
    good = files()["index.json"]
    for text, name, verdict, reason in [
        (good[:-9], "index", "error", "malformed"),
        (good.replace("[1, ", "[1.0, "), "index", "error", "not-exact"),
        (good.replace('"group"', '"group": "index", "group"'), "index", "error", "malformed"),
        (good.replace("symbolic/1", "symbolic/2"), "index", "stale", "stale"),
        (good, "threshold", "error", "differs"),
        (good, "other", "error", "differs"),
    ]:
        path = tmp_path / f"{name}.json"
        path.write_text(text)
        found = set(check_model1.check_file(path).values())
        assert {(v, why.partition(":")[0]) for v, why in found} == {(verdict, reason)}
    assert {why.partition(":")[0] for _, why in check_model1.check_file(tmp_path / "K1.json").values()} == {
        "unreadable"
    }


def test_the_checker_runs_alone(tmp_path: Path) -> None:
    """Copied to an empty folder; expected to say 1, for the printed lemma is refuted."""
    script = tmp_path / "check_model1.py"
    script.write_text(Path(check_model1.__file__).read_text("utf-8"))
    for name, text in files().items():
        (tmp_path / name).write_text(text)

    def run(*names: str) -> tuple[int, list[str]]:
        command = [sys.executable, "-I", "-S", "check_model1.py", *names]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
        return done.returncode, [line.split()[0] for line in done.stdout.splitlines()]

    assert run(*files()) == (1, ["proved"] * 49 + ["refuted"])
    assert run("index.json") == (3, ["proved"] * 5 + ["unproved"] * 45)
    assert run("index.json", "index.json")[0] == 8


def test_polynomials_compute() -> None:
    """(1 - b)(1 + b) = 1 - b b, and a zero coefficient leaves no term."""
    b = polynomial("b")
    assert str((1 - b) * (1 + b)) == "1 - b b"
    assert (b * 2 - b - b).terms == {}
    assert str(b * Fraction(-1, 2) + 3) == "3 - 1/2 b"


def test_the_checker_is_small_and_has_no_assert() -> None:
    """Under 450 lines, standard library only, nothing that -O would remove."""
    text = Path(check_model1.__file__).read_text("utf-8")
    assert len(text.splitlines()) < 450
    assert "assert " not in text
    assert "import proofcheck" not in text
    assert "from proofcheck" not in text
