"""The models a gate demands: entries of `gate.toml`, and the verdicts on their certificates.

[[model]]
source = "models/mm1_admission.toml"     # its certificates: models/mm1_admission/
without_lean = true                      # may be left out: Lean does not check this model
[model.expected_refutations]             # may be left out
"operator.departure.Cx_x.x0" = "why"
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofcheck.certificate import check_model, model_statement
from proofcheck.certificate.gate import GATE_FILE, SCHEMA, read_list
from proofcheck.certificate.model_statement import Model
from proofcheck.certificate.verify import foreign, with_expected
from proofcheck.certificate.write import differences
from proofcheck.errors import BadInput
from proofcheck.model.reader import read_model
from proofcheck.model.write import MODEL_FILE, generate
from proofcheck.report.summary import Section
from proofcheck.verdict import Result


@dataclass(frozen=True)
class Wanted:
    """A model with its folder of certificates, the ids whose refutation is expected, each with the
    reason, and whether Lean is left out."""

    statement: dict[str, Any]
    folder: Path
    expected: dict[str, str]
    without_lean: bool

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
    return Wanted(statement, source.parent / statement["name"], expected, entry.get("without_lean", False))


def read_models(cases: Path) -> list[Wanted]:
    """All models of `gate.toml`, in its order."""
    path = cases / GATE_FILE
    found = [wanted(cases / entry["source"], entry) for entry in read_list(path, SCHEMA).get("model", [])]
    folders = [one.folder for one in found]
    if len(set(folders)) < len(folders):
        raise BadInput(f"{path}: a model is listed twice")
    return found


def verify(one: Wanted) -> list[Result]:
    """Verdicts on all obligations, then on files that belong to none."""
    model, certificates = Model(one.statement), sorted(one.folder.glob("*.json"))
    try:
        path = one.folder / MODEL_FILE
        model_statement.require_same(model_statement.read(path), one.statement, str(path))
    except model_statement.Rejected as refusal:
        return [Result(o.id, "stale", f"{path}: {refusal}; run: proofcheck prove") for o in model.obligations]
    results = {o.id: Result(o.id, "unproved", "no certificate") for o in model.obligations}
    for path in certificates:
        if path.name != MODEL_FILE:
            for key, (verdict, reason) in check_model.check_file(model, path).items():
                results[key] = Result(
                    key, verdict, f"{path}: {reason or OPEN[verdict]}" if verdict != "proved" else ""
                )
    return [*with_expected(results, one.expected).values(), *foreign(one.folder)]


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
    """Model files and folders beside the listed ones that the gate does not name: nobody checks them."""
    listed = list(models)
    homes = {one.folder.parent for one in listed} - {cases}
    known = {one.folder for one in listed}
    found = sorted(path for home in homes for path in home.iterdir() if path.is_dir() and path not in known)
    return [
        Result(f"{path.relative_to(cases)}", "error", f"not listed in {cases / GATE_FILE}") for path in found
    ]


def sections(cases: Path, compare_too: bool) -> Iterator[Section]:
    """The Python checker's verdicts on all models of the gate, after generating again if asked for."""
    models = read_models(cases)
    if foreign_ones := unlisted(models, cases):
        yield Section("(unlisted models)", "gate", foreign_ones)
    for one in models:
        if compare_too:
            yield timed(one, "regenerate", compare)
        yield timed(one, "python", verify)


def timed(one: Wanted, checker: str, run: Callable[[Wanted], list[Result]]) -> Section:
    """A section with the seconds that it took."""
    start = time.perf_counter()
    results = run(one)
    return Section(one.name, checker, results, time.perf_counter() - start)
