"""The trusted checker of models: one way to cheat per test, each with what is accepted beside it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proofcheck.certificate import check_model, model_statement
from proofcheck.certificate.check_model import check_file
from proofcheck.certificate.model_statement import Model, Rejected
from proofcheck.model.write import generate
from proofcheck.verdict import EXIT_CODES
from tests.model.common import MODELS, QUEUE, committed, written

Document = Any
TRUSTED = (check_model, model_statement)
# A model with a given function, an assumption that needs n, a refuted operator and a refuted claim.
MIXED = (
    QUEUE.replace('value = "h*x"', 'value = "h*x + k + c*x - d*x"')
    .replace("[[operator]]", '[[function]]\nname = "k"\ninequalities = ["I(x)", "Cx(x)"]\n[[operator]]', 1)
    .replace('parameters = ["c", "h"]', 'parameters = ["c", "d", "h"]')
    .replace('assume = ["c >= 0", "h >= 0"]', 'assume = ["c >= d", "d >= 0", "h >= 0"]')
    .replace('says = "c + f(x+1) <= f(x+2)"', 'says = "c + c + f(x+1) <= f(x+2)"')
)


def made(text: str, folder: Path) -> tuple[Model, Path]:
    """A model and its folder of certificates."""
    statement = written(text)
    for name, content in generate(statement).items():
        (folder / name).write_text(content)
    return Model(statement), folder


@pytest.fixture(scope="module")
def queue(tmp_path_factory: pytest.TempPathFactory) -> tuple[Model, Path]:
    """M/M/1 admission control."""
    return made(QUEUE, tmp_path_factory.mktemp("queue"))


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Model, Path]:
    """The model MIXED."""
    return made(MIXED, tmp_path_factory.mktemp("mixed"))


def verdicts(
    model: Model, folder: Path, group: str, cheat: Callable[[Document], None] | None = None
) -> set[str]:
    """`verdict` or `verdict: reason` of the group's obligations, after a falsification."""
    path = folder / f"{group}.json"
    text = path.read_text()
    document = json.loads(text)
    if cheat:
        cheat(document)
        path.write_text(json.dumps(document))
        assert json.dumps(document) != json.dumps(json.loads(text)), "the cheat changed nothing"
    try:
        return {": ".join(part for part in found if part) for found in check_file(model, path).values()}
    finally:
        path.write_text(text)


def entry(document: Document, end: str) -> Document:
    """The obligation whose id ends so."""
    return next(e for e in document["obligations"] if e["id"].endswith(end))


def set_at(end: str, *path: Any, to: Any) -> Callable[[Document], None]:
    """Change one place of an obligation."""

    def cheat(document: Document) -> None:
        place = entry(document, end)
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to

    return cheat


# path into the first leaf of admission's Cx: split, split, leaf
LEAF = ("proof", "cases", 0, "cases", 0)
CHEATS: list[tuple[str, str, Callable[[Document], None], str]] = [
    ("operator.admission", "a multiplier", set_at("Cx_x.x0+", *LEAF, "sum", 0, "times", to=7), "residual"),
    (
        "operator.admission",
        "a negative multiplier",
        set_at("Cx_x.x0+", *LEAF, "sum", 0, "times", to=-1),
        "not-positive",
    ),
    ("operator.admission", "goal_times 0", set_at("Cx_x.x0+", *LEAF, "goal_times", to=0), "not-positive"),
    ("operator.admission", "goal_times doubled", set_at("Cx_x.x0+", *LEAF, "goal_times", to=2), "residual"),
    ("operator.admission", "a fraction", set_at("Cx_x.x0+", *LEAF, "sum", 0, "times", to="1/2"), "not-exact"),
    ("operator.admission", "a float", set_at("Cx_x.x0+", *LEAF, "sum", 0, "times", to=1.0), "not-exact"),
    ("operator.admission", "an empty sum", set_at("Cx_x.x0+", *LEAF, "sum", to=[]), "residual"),
    (
        "operator.admission",
        "a case less",
        lambda d: entry(d, "Cx_x.x0+")["proof"]["cases"].pop(),
        "not-exhaustive",
    ),
    (
        "operator.admission",
        "a case twice",
        lambda d: entry(d, "Cx_x.x0+")["proof"]["cases"].append(entry(d, "Cx_x.x0+")["proof"]["cases"][0]),
        "not-exhaustive",
    ),
    (
        "operator.admission",
        "cases exchanged",
        lambda d: entry(d, "I_x.x0+")["proof"]["cases"].reverse(),
        "not-in-this-case",
    ),
    ("operator.admission", "a split elsewhere", set_at("Cx_x.x0+", "proof", "split", to=[5]), "bad-split"),
    (
        "operator.admission",
        "a split of the lesser side",
        set_at("Cx_x.x0+", "proof", "split", to=[1]),
        "bad-split",
    ),
    (
        "operator.admission",
        "a split twice",
        set_at("Cx_x.x0+", "proof", "cases", 0, "split", to=[0]),
        "bad-split",
    ),
    (
        "operator.admission",
        "an unknown inequality",
        lambda d: use_of(d, "I_x").update(use="K9"),
        "unknown-hypothesis",
    ),
    (
        "operator.admission",
        "of an unknown function",
        lambda d: use_of(d, "I_x").update(of="g"),
        "unknown-hypothesis",
    ),
    (
        "operator.admission",
        "at a state that is none",
        lambda d: use_of(d, "I_x").update(at=[-1]),
        "outside-domain",
    ),
    (
        "operator.admission",
        "at a vector too long",
        lambda d: use_of(d, "I_x").update(at=[0, 0]),
        "outside-domain",
    ),
    (
        "operator.admission",
        "an unknown action",
        lambda d: use_of(d, "upper").update(action="leave"),
        "outside-domain",
    ),
    (
        "operator.admission",
        "an action elsewhere",
        lambda d: use_of(d, "upper").update(at=[9]),
        "outside-domain",
    ),
    (
        "operator.admission",
        "given in an obligation without",
        lambda d: leaf_of(d)["sum"].append({"times": 1, "use": "given", "number": 0, "says": ""}),
        "unknown-hypothesis",
    ),
    (
        "operator.admission",
        "an assumption that is none",
        lambda d: leaf_of(d)["sum"].append(
            {"times": 1, "use": "assumed", "number": 2, "offset": "", "says": ""}
        ),
        "unknown-hypothesis",
    ),
    (
        "operator.departure",
        "times n where there is no n",
        lambda d: entry(d, "Cx_x.x0")["proof"]["sum"].append(
            {"times": 1, "use": "assumed", "number": 0, "offset": "x", "says": ""}
        ),
        "outside-domain",
    ),
    ("claim", "another given", lambda d: use_of(d, "given", "claim").update(number=1), "unknown-hypothesis"),
    (
        "claim",
        "the verdict of an open leaf",
        set_at("threshold.x0+", "proof", to={"unproved": "why"}),
        "differs",
    ),
    ("operator.admission", "words", lambda d: use_of(d, "I_x").update(says="0 <= 0"), "differs"),
    ("operator.admission", "the goal", set_at("I_x.x0+", "goal", to="0 <= 0"), "differs"),
    ("operator.admission", "the verdict", set_at("I_x.x0+", "verdict", to="unproved"), "differs"),
    ("operator.admission", "a field more", set_at("I_x.x0+", "remark", to="true"), "differs"),
    ("operator.admission", "a field less", lambda d: entry(d, "I_x.x0+").pop("proof"), "malformed"),
    ("operator.admission", "an obligation less", lambda d: d["obligations"].pop(), "differs"),
    ("operator.admission", "obligations exchanged", lambda d: d["obligations"].reverse(), "differs"),
    ("operator.admission", "another group's name", lambda d: d.update(group="operator.departure"), "differs"),
    ("operator.admission", "another statement", lambda d: d["model"].update(sha256="0" * 64), "stale"),
    (
        "operator.admission",
        "another format",
        lambda d: d.update(format="proofcheck-model-certificate/2"),
        "stale",
    ),
    (
        "assumptions",
        "a point outside",
        set_at("assumptions", "proof", "holds_at", "c", to=-1),
        "bad-refutation",
    ),
    (
        "assumptions",
        "a parameter less",
        lambda d: entry(d, "s")["proof"]["holds_at"].pop("c"),
        "bad-refutation",
    ),
    (
        "assumptions",
        "no contradiction",
        set_at("assumptions", "proof", to={"goal_times": 1, "sum": []}),
        "residual",
    ),
]


def leaf_of(document: Document, end: str = "Cx_x.x0+") -> Document:
    """The first leaf of an obligation's tree."""
    proof = entry(document, end)["proof"]
    while "cases" in proof:
        proof = proof["cases"][0]
    return proof


def use_of(document: Document, kind: str, end: str = "") -> Document:
    """The first hypothesis of a kind in a certificate."""

    def walk(proof: Document) -> Any:
        for inner in proof.get("cases", []):
            yield from walk(inner)
        yield from (use for use in proof.get("sum", []) if use["use"] == kind)

    return next(use for e in document["obligations"] for use in walk(e["proof"]))


@pytest.mark.parametrize(
    ("group", "what", "cheat", "reason"), CHEATS, ids=[f"{c[0]}: {c[1]}" for c in CHEATS]
)
def test_a_cheat_is_refused_with_its_reason(
    queue: tuple[Model, Path], group: str, what: str, cheat: Callable[[Document], None], reason: str
) -> None:
    """The whole file is refused; without the cheat it is accepted."""
    assert verdicts(*queue, group) == {"proved"}
    (found,) = verdicts(*queue, group, cheat)
    word = "stale" if reason == "stale" else "error"
    assert found.startswith(f"{word}: {reason}: "), found
    assert "): '" not in found, "a case is named in words"


REFUTATION = ("proof", "refuted")
LIES: list[tuple[str, Callable[[Document], None], str]] = [
    ("the goal holds", set_at("threshold.x0+", *REFUTATION, "parameters", "c", to=0), "the goal holds"),
    (
        "an assumption fails",
        set_at("threshold.x0+", *REFUTATION, "parameters", "h", to=-1),
        "assumption 2 does not hold",
    ),
    ("a parameter more", set_at("threshold.x0+", *REFUTATION, "parameters", "z", to=0), "values of"),
    ("f is not in the cone", set_at("threshold.x0+", *REFUTATION, "f", "(3)", to=-99), "f does not satisfy"),
    (
        "a given function is not",
        set_at("threshold.x0+", *REFUTATION, "functions", "k", "(0)", to=9),
        "k does not satisfy",
    ),
    (
        "no given function",
        set_at("threshold.x0+", *REFUTATION, "functions", to={}),
        "not a value for every state",
    ),
    (
        "a state less",
        lambda d: entry(d, "x0+")["proof"]["refuted"]["f"].pop("(0)"),
        "not a value for every state",
    ),
    ("a state more", set_at("threshold.x0+", *REFUTATION, "f", "(99)", to=0), "not a value for every state"),
    (
        "what is given fails",
        set_at("threshold.x0+", *REFUTATION, "parameters", "c", to=99),
        "what is given does not hold",
    ),
    ("a negative offset", set_at("threshold.x0+", *REFUTATION, "n", to=[-1]), "no offsets"),
    ("degree 3", set_at("threshold.x0+", *REFUTATION, "degree", to=3), "the window lacks"),
    ("a huge window", set_at("threshold.x0+", *REFUTATION, "window", to=[10**7]), "the window lacks"),
    ("no window", set_at("threshold.x0+", *REFUTATION, "window", to=[]), "zip()"),
    ("the scope", set_at("threshold.x0+", *REFUTATION, "scope", to="window"), "differs"),
    ("the sides", set_at("threshold.x0+", *REFUTATION, "greater", to="-5"), "differs"),
]


@pytest.mark.parametrize(("what", "cheat", "reason"), LIES, ids=[lie[0] for lie in LIES])
def test_a_false_witness_is_refused(
    mixed: tuple[Model, Path], what: str, cheat: Callable[[Document], None], reason: str
) -> None:
    """A witness is evaluated anew; the true one refutes the claim."""
    assert verdicts(*mixed, "claim") == {"refuted"}
    (found,) = verdicts(*mixed, "claim", cheat)
    assert found.startswith("error: ")
    assert reason in found


@pytest.mark.parametrize(("degree", "refused"), [(None, False), (1, False), (2, True)])
def test_a_witness_is_global_only_if_its_continuation_is(degree: int | None, refused: bool) -> None:
    """0, 3, 5, 6, 6 increases; so does its affine continuation, but the quadratic one goes down again."""
    model = Model(committed("monotone_alone"))
    f = {f"({x})": v for x, v in enumerate([0, 3, 5, 6, 6])}
    witness = {"window": [4], "degree": degree, "n": [0], "f": f, "functions": {}}
    witness["parameters"] = {"c": 3, "h": 0}
    if refused:
        with pytest.raises(Rejected, match="bad-refutation: f does not satisfy I_x"):
            check_model.Witness(model, witness)
    else:
        found = check_model.Witness(model, witness).refutes(model.obligations[-1])
        assert found["scope"] == ("window" if degree is None else "global")


def test_the_second_degree_is_checked_in_two_dimensions(tmp_path: Path) -> None:
    """x^2 + xy + y^2 continues to all states in the cone MM; with -3xy in place of xy it does not."""
    model = Model(committed("two_stations"))
    corner = [4, 4]

    def witness(mixed_term: int) -> Document:
        f = {
            f"({x},{y})": 5 * x + 5 * y + x * x + mixed_term * x * y + y * y
            for x in range(5)
            for y in range(5)
        }
        return {
            "window": corner,
            "degree": 2,
            "n": [0, 0],
            "parameters": {"c1": 0, "c2": 0},
            "f": f,
            "functions": {},
        }

    values = check_model.Witness(model, witness(1))
    assert values.value("f", (9, 7)) == 45 + 35 + 81 + 63 + 49  # the continuation is the polynomial itself
    with pytest.raises(Rejected, match="bad-refutation: f does not satisfy"):
        check_model.Witness(model, witness(-3))


def test_everything_of_the_mixed_model_but_the_claim_is_proved(mixed: tuple[Model, Path]) -> None:
    """Costs with given functions and assumptions times n are proved; a refutation stays in its group."""
    for group in ("assumptions", "cost", "operator.admission", "operator.departure"):
        assert verdicts(*mixed, group) == {"proved"}
    uses = (mixed[1] / "cost.json").read_text()
    assert '"offset": "x"' in uses or '"of": "k"' in uses


def test_contradictory_assumptions_are_vacuous(tmp_path: Path) -> None:
    """0 <= -1 is proved from them, and that verdict is graver than `proved`."""
    model, folder = made(QUEUE.replace('"h >= 0"]', '"h >= 0", "2*c + h <= -1"]'), tmp_path)
    assert verdicts(model, folder, "assumptions") == {"vacuous"}
    assert verdicts(model, folder, "operator.departure") == {"proved"}
    (found,) = verdicts(model, folder, "assumptions", set_at("s", "proof", "sum", 0, "times", to=5))
    assert found.startswith("error: residual: ")


def test_under_contradictory_assumptions_nothing_is_refuted(tmp_path: Path) -> None:
    """What is refuted otherwise stays open: nothing satisfies the assumptions, as the constant 1 is not 0."""
    text = (MODELS / "convex_alone.toml").read_text()
    model, folder = made(text, tmp_path)
    assert verdicts(model, folder, "assumptions") == {"proved"}
    assert verdicts(model, folder, "operator.departure") == {"proved", "refuted"}
    model, folder = made(text.replace('"h >= 0"]', '"h >= 0", "h <= -1"]'), tmp_path)
    assert verdicts(model, folder, "assumptions") == {"vacuous"}
    assert verdicts(model, folder, "operator.departure") == {"proved", "unproved"}


def test_two_certificates_of_a_group_and_strange_files_are_errors(
    queue: tuple[Model, Path], tmp_path: Path
) -> None:
    """A file of no group; a key twice; not JSON; deep nesting."""
    model, folder = queue
    good = (folder / "cost.json").read_text()
    for name, text, reason in (
        ("other.json", good, "differs"),
        (
            "cost.json",
            good.replace('"group"', '"group": "cost", "group"', 1),
            "malformed: a key stands twice",
        ),
        ("cost.json", "[" * 100_000, "malformed"),
        ("cost.json", good[:-9], "malformed"),
        ("cost.json", "[]", "malformed"),
        ("cost.json", good.replace('"times": 1', '"times": 1e0'), "not-exact"),
        ("cost.json", good.replace('"times": 1', f'"times": {10**40}'), "too-large"),
    ):
        (tmp_path / name).write_text(text)
        assert all(
            f"error: {reason}" in f"{v}: {why}" for v, why in check_file(model, tmp_path / name).values()
        ), name


def test_it_runs_alone(queue: tuple[Model, Path], tmp_path: Path) -> None:
    """With an isolated interpreter, from another folder: verdicts, exit codes, a group given twice."""
    _, folder = queue
    program = [sys.executable, "-I", "-S", check_model.__file__, str(folder / "model.json")]
    groups = sorted(str(path) for path in folder.glob("*.json") if path.name != "model.json")

    def run(*files: str) -> tuple[int, str]:
        done = subprocess.run(
            [*program, *files], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
        )
        return done.returncode, (done.stdout + done.stderr).strip().split("\n")[-1]

    assert run(*groups) == (0, "10 obligations: proved")
    assert run(*groups[1:])[0] == 3
    assert run(*groups, groups[0])[0] == 8
    (tmp_path / "model.json").write_text("{}")
    program[-1] = str(tmp_path / "model.json")
    assert run()[0] == 10
    (tmp_path / "model.json").write_text(json.dumps(written() | {"name": "\ud800"}))
    assert run()[0] == 10  # and not 1, which a traceback would give: refuted


def test_it_is_short_and_trusts_nobody() -> None:
    """Each file under 400 lines; standard library and each other only; no assert; the codes of the table."""
    for module in TRUSTED:
        text = Path(str(module.__file__)).read_text("utf-8")
        tree = ast.parse(text)
        imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        imported |= {
            name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
        }
        strange = {name for name in imported if name.split(".")[0] not in sys.stdlib_module_names}
        assert strange <= {"proofcheck.certificate.model_statement"}
        assert len(text.split("\n")) < 400
        assert not any(isinstance(node, ast.Assert) for node in ast.walk(tree))
    assert {word: EXIT_CODES[word] for word in check_model.EXIT} == check_model.EXIT
    rising = list(EXIT_CODES)
    assert [*check_model.EXIT] == sorted(check_model.EXIT, key=rising.index)


def test_the_committed_models_are_there() -> None:
    """The tests above are not about an empty folder."""
    assert len(list(MODELS.glob("*.toml"))) >= 20
