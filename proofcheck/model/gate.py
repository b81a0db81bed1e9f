"""The models a gate demands: entries of `gate.toml`, and the verdicts on their certificates.

[[model]]
source = "models/mm1_admission.toml"     # its certificates: models/mm1_admission/
without_lean = true                      # may be left out: Lean does not check this model
[model.expected_refutations]             # may be left out
"operator.departure.Cx_x.x0" = "why"

An expected refutation must be by functions on all states.  Where only a window can be had, the entry says so;
where more is had, it must not:
refuted_on_a_window = ["operator.departure.Cx_x.x0"]
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from proofcheck.certificate import check_model, model_statement
from proofcheck.certificate.compare import Search, comparison
from proofcheck.certificate.gate import GATE_FILE, SCHEMA, read_list
from proofcheck.certificate.model_statement import Model
from proofcheck.certificate.verify import by_group, foreign, with_expected
from proofcheck.certificate.write import differences
from proofcheck.errors import BadInput
from proofcheck.model.reader import read_model
from proofcheck.model.write import MODEL_FILE, generate
from proofcheck.verdict import Result, Said
from proofcheck.work import Block, Piece, version


@dataclass(frozen=True)
class Wanted:
    """A model with its folder of certificates, the ids whose refutation is expected, each with the
    reason, whether Lean is left out, and the ids for which a refutation on a window is enough."""

    statement: dict[str, Any]
    folder: Path
    expected: dict[str, str]
    without_lean: bool
    on_a_window: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The model's name."""
        return str(self.statement["name"])


def wanted(source: Path, entry: dict[str, Any]) -> Wanted:
    """The demand that an entry makes of the model file `source`; its folder stands beside it."""
    statement = read_model(source)
    expected = {
        f"{statement['name']}.{key}": why for key, why in entry.get("expected_refutations", {}).items()
    }
    windows = frozenset(f"{statement['name']}.{key}" for key in entry.get("refuted_on_a_window", []))
    if strange := sorted(windows - expected.keys()):
        raise BadInput(f"{source}: refuted_on_a_window: {strange[0]} is not an expected refutation")
    folder = source.parent / statement["name"]
    return Wanted(statement, folder, expected, entry.get("without_lean", False), windows)


def read_models(cases: Path) -> list[Wanted]:
    """All models of `gate.toml`, in its order.  Two of one name, in two folders, would be one for Lean."""
    path = cases / GATE_FILE
    found = [wanted(cases / entry["source"], entry) for entry in read_list(path, SCHEMA).get("model", [])]
    if len({one.name for one in found}) < len(found):
        raise BadInput(f"{path}: a model is listed twice")
    return found


def certificates(one: Wanted) -> list[Path]:
    """The certificate files of a model, sorted."""
    return sorted(path for path in one.folder.glob("*.json") if path.name != MODEL_FILE)


def verify(one: Wanted) -> list[Result]:
    """Verdicts on all obligations, then on files that belong to none."""
    return gathered(one, [result for path in certificates(one) for result in group(one, path)])


def model_of(one: Wanted) -> Model:
    """The trusted checker's reading of what is demanded; made once, as its obligations take time to list."""
    return _model(json.dumps(one.statement))


@lru_cache(maxsize=64)
def _model(statement: str) -> Model:
    return Model(json.loads(statement))


def group(one: Wanted, path: Path) -> list[Result]:
    """The trusted checker's verdicts on the obligations of one certificate file."""
    found = check_model.check_file(model_of(one), path)
    refuted = {key for key, (verdict, _) in found.items() if verdict == "refuted"} & one.expected.keys()
    narrow = refuted & on_a_window(path) if refuted else set()
    found |= dict.fromkeys(narrow - one.on_a_window, ("unproved", WINDOW))
    found |= dict.fromkeys((refuted & one.on_a_window) - narrow, ("error", EVERYWHERE))
    return [
        Result(key, verdict, f"{path}: {reason or OPEN[verdict]}" if verdict != "proved" else "")
        for key, (verdict, reason) in found.items()
    ]


def on_a_window(path: Path) -> set[str]:
    """The obligations of an accepted certificate that are refuted by functions on a window only."""
    entries = model_statement.read(path)["obligations"]
    return {e["id"] for e in entries if e["proof"].get("refuted", {}).get("scope") == "window"}


def gathered(one: Wanted, found: Iterable[Result]) -> list[Result]:
    """A verdict for each obligation, from those of the files; then those on files that belong to none."""
    obligations, path = model_of(one).obligations, one.folder / MODEL_FILE
    try:
        model_statement.require_same(model_statement.read(path), one.statement, str(path))
    except model_statement.Rejected as refusal:
        return [Result(o.id, "stale", f"{path}: {refusal}; run: proofcheck prove") for o in obligations]
    results = {o.id: Result(o.id, "unproved", "no certificate") for o in obligations}
    results |= {result.id: result for result in found}
    return [*with_expected(results, one.expected).values(), *foreign(one.folder)]


WINDOW = "refuted on a window only; refuted_on_a_window in gate.toml names obligations where that is enough"
EVERYWHERE = "refuted_on_a_window in gate.toml names it, but refuted on all states"
OPEN = {
    "refuted": "a function that was checked refutes it; see proofcheck explain",
    "unproved": "a case is open; see proofcheck explain",
    "vacuous": "the assumptions contradict each other: whatever follows from them says nothing",
}


def compare(one: Wanted) -> list[Result]:
    """Whether generating again gives the same bytes."""
    made = generate(one.statement)
    changed = set(differences(one.folder, made))
    why = "not what generating gives; run: proofcheck prove"
    return [
        Result(f"{one.name}/{name}", "stale" if name in changed else "proved", why if name in changed else "")
        for name in sorted(made.keys() | changed)
    ]


def unlisted(models: Iterable[Wanted], cases: Path) -> list[Result]:
    """Folders beside the listed ones, or beside those that these are in, that the gate does not name: nobody
    checks them."""
    listed = list(models)
    homes = {home for one in listed for home in one.folder.parents if cases in home.parents}
    known = {one.folder for one in listed} | homes
    found = sorted(path for home in homes for path in home.iterdir() if path.is_dir() and path not in known)
    return [
        Result(f"{path.relative_to(cases)}", "error", f"not listed in {cases / GATE_FILE}") for path in found
    ]


def blocks(cases: Path, compare_too: bool) -> list[Block]:
    """The work on all models of the gate: generating again, if asked for, and the trusted checker."""
    models = read_models(cases)
    strays = unlisted(models, cases)
    found = [Block("(unlisted models)", "gate", (), partial(list[Result].__add__, strays))] if strays else []
    for one in models:
        found += [comparisons(one)] if compare_too else []
        found.append(checks(one))
    return found


def checks(one: Wanted) -> Block:
    """The trusted checker on a model: a piece per certificate file."""
    owed = by_group(model_of(one).obligations)
    pieces = tuple(
        Piece(str(path), owed.get(path.stem, (path.name,)), partial(group, one, path), (path,))
        for path in certificates(one)
    )
    join, says = partial(gathered, one), partial(said, one)
    return Block(one.name, "python", pieces, join, says, version(check_model.__file__))


WORDS = ("title", "source", "meaning", "standard")  # of a statement, for people: no proof depends on them


def said(one: Wanted) -> dict[str, Said]:
    """What each obligation says: its goal in words, and the digest of it with the whole model, on which all
    of its hypotheses depend."""

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: bare(inner) for key, inner in value.items() if key not in WORDS}
        return [bare(inner) for inner in value] if isinstance(value, list) else value

    model, whole = model_of(one), json.dumps(bare(one.statement), sort_keys=True)
    return {
        o.id: Said(model.words(o.goal, o.symbolic), sha256(f"{o.id}\n{whole}".encode()).hexdigest())
        for o in model.obligations
    }


def comparisons(one: Wanted) -> Block:
    """All files of a model generated again and compared."""
    names = (MODEL_FILE, *(f"{name}.json" for name in by_group(model_of(one).obligations)))
    source = one.folder.with_suffix(".toml")
    return comparison(one.folder, "prove", [Search(names, partial(generate, one.statement), (source,))])
