"""What the gate demands of the restless-bandit models: `cases/index.toml`.

Model 1 and Theorem 5 are all obligations of check_model1.py, in `cases/model1/`.  Model 2 is a list of
instances, each with a file in `cases/model2/`.  Every obligation and every instance gets one verdict; a file
that nothing asks for is a failure of its own.  A refutation counts as success only where it is expected; what
is expected and not refuted fails.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from proofcheck.certificate import check_index, check_model1
from proofcheck.certificate.gate import read_list
from proofcheck.certificate.verify import with_expected
from proofcheck.errors import BadInput
from proofcheck.index.certify import certify, default_delta
from proofcheck.index.instance import Instance, exact, instance
from proofcheck.index.symbolic import symbolic_files
from proofcheck.lean.stated import Stated
from proofcheck.verdict import Result

GATE_FILE, FOLDER, SYMBOLIC = "index.toml", "model2", "model1"
INTEGERS = {"oneOf": [{"type": "integer"}, {"type": "array", "minItems": 1, "items": {"type": "integer"}}]}
NUMBER = {"type": ["string", "integer"]}
NUMBERS = {"oneOf": [NUMBER, {"type": "array", "minItems": 1, "items": NUMBER}]}
ITEM = {
    "type": "object",
    "additionalProperties": False,
    "required": ["K", "beta"],
    "properties": {
        "K": INTEGERS,
        "beta": NUMBERS,
        "mu": NUMBERS,
        "law": {"type": "string"},
        "delta": NUMBER,
        "witness": NUMBER,
        "expected_refutation": {"type": "string", "minLength": 1},
    },
}
REASONS = {"type": "object", "additionalProperties": {"type": "string", "minLength": 1}}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["symbolic", "instance"],
    "properties": {
        "symbolic": {
            "type": "object",
            "additionalProperties": False,
            "required": ["expected_refutations"],
            "properties": {
                "expected_refutations": REASONS,
                "without_lean": REASONS,
            },
        },
        "instance": {"type": "array", "minItems": 1, "items": ITEM},
    },
}


@dataclass(frozen=True)
class IndexDemand:
    """An instance, the margin below K, where to look for a witness first, and why its refutation is expected
    (or nothing)."""

    instance: Instance
    delta: Fraction
    witness: Fraction | None = None
    expected: str = ""

    @property
    def id(self) -> str:
        """The name of its verdict; its file is the last part."""
        return f"{FOLDER}.{self.instance.name}"


Progress = Callable[[Iterable[Any]], Iterable[Any]]  # the same items, counted as they come


@dataclass(frozen=True)
class IndexGate:
    """All of `index.toml`: the refutations expected among the symbolic obligations, the instances, and the
    symbolic obligations that Lean does not cover, with the reason."""

    expected: dict[str, str]
    instances: list[IndexDemand]
    without_lean: dict[str, str] = field(default_factory=dict)


def read_index_gate(cases: Path) -> IndexGate:
    """`index.toml`, lists of values multiplied out; an empty list is refused."""
    path = cases / GATE_FILE
    raw = read_list(path, SCHEMA)
    found = [demand for item in raw["instance"] for demand in _multiplied(item)]
    names = [demand.id for demand in found]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"{path}: {name} is listed twice")
    symbolic = raw["symbolic"]
    return IndexGate(symbolic["expected_refutations"], found, symbolic.get("without_lean", {}))


def symbolic_for_lean(cases: Path) -> Stated:
    """What Lean is asked of the symbolic obligations: a theorem of its name for each, or a reason."""
    gate = read_index_gate(cases)
    ids = tuple(o.id for o in check_model1.obligations())
    return Stated(SYMBOLIC, ids, gate.expected, gate.without_lean)


def _multiplied(item: dict[str, Any]) -> Iterable[IndexDemand]:
    def choices(key: str) -> list[Any]:
        value = item.get(key)
        return value if isinstance(value, list) else [value]

    for size, mu, beta in product(choices("K"), choices("mu"), choices("beta")):
        arm = instance(size, beta, mu=mu, law=item.get("law"))
        delta = exact(item["delta"], "delta") if "delta" in item else default_delta(arm)
        witness = exact(item["witness"], "witness") if "witness" in item else None
        yield IndexDemand(arm, delta, witness, item.get("expected_refutation", ""))


def certificate_path(cases: Path, demand: IndexDemand) -> Path:
    """Where its certificate is."""
    return cases / FOLDER / f"{demand.instance.name}.json"


def generated(gate: IndexGate, progress: Progress = lambda demands: demands) -> dict[str, dict[str, str]]:
    """The files of both folders, by folder and name."""
    return {SYMBOLIC: symbolic_files(), FOLDER: instance_files(gate.instances, progress)}


def instance_files(
    demands: Iterable[IndexDemand], progress: Progress = lambda texts: texts
) -> dict[str, str]:
    """The certificates by file name, searched side by side; BadInput where none is found."""
    wanted = list(demands)
    with ProcessPoolExecutor() as pool:
        found = progress(pool.map(_certified, wanted))
        return {f"{demand.instance.name}.json": text for demand, text in zip(wanted, found, strict=True)}


def _certified(demand: IndexDemand) -> str:
    found = certify(demand.instance, demand.delta, witness=demand.witness)
    if found.certificate is None:
        raise BadInput(f"{demand.id}: {found.verdict}: {found.reason}")
    return found.text


def verify_symbolic(cases: Path, expected: dict[str, str]) -> list[Result]:
    """The trusted checker's verdict on every symbolic obligation, then on files that belong to none."""
    results = {o.id: Result(o.id, "unproved", "no certificate") for o in check_model1.obligations()}
    for path in sorted((cases / SYMBOLIC).glob("*")):
        for key, (verdict, reason) in check_model1.check_file(path).items():
            results[key] = Result(key, verdict, reason and f"{path}: {reason}")
    return list(with_expected(results, expected).values())


def verify_instances(
    cases: Path, demands: list[IndexDemand], progress: Progress = lambda demands: demands
) -> list[Result]:
    """The trusted checker's verdict on every demand, then on files that belong to none."""
    with ProcessPoolExecutor() as pool:
        paths = [certificate_path(cases, demand) for demand in demands]
        results = list(progress(pool.map(_verdict, paths, demands)))
    known = {certificate_path(cases, demand) for demand in demands}
    for path in sorted((cases / FOLDER).glob("*")):
        if path not in known:
            results.append(Result(f"{FOLDER}/{path.name}", "error", "no instance asks for this file"))
    return results


def _verdict(path: Path, demand: IndexDemand) -> Result:
    if not path.exists():
        return Result(demand.id, "unproved", "no certificate")
    verdict, reason = check_index.check_file(path)
    if verdict in ("proved", "refuted"):
        other = _another_instance(json.loads(path.read_text("utf-8")), demand)
        if other:
            return Result(demand.id, "stale", f"{path}: {other}")
    if verdict == "refuted" and demand.expected:
        return Result(demand.id, "expected refutation", demand.expected)
    if verdict == "proved" and demand.expected:
        return Result(demand.id, "error", "expected to be refuted, but proved")
    return Result(demand.id, verdict, reason and f"{path}: {reason}")


def _another_instance(found: dict[str, Any], demand: IndexDemand) -> str:
    """Where a certificate speaks of another instance than the one demanded, or nothing."""
    arm = demand.instance
    wanted: dict[str, Any] = {"K": arm.K, "beta": str(arm.beta), "delta": str(demand.delta)}
    wanted["mu"] = None if arm.mu is None else str(arm.mu)
    wanted["law"] = None if arm.law is None else [str(p) for p in arm.law]
    wrong = [key for key in wanted if found.get(key) != wanted[key]]
    return f"made for {wrong[0]} {found.get(wrong[0])}, not {wanted[wrong[0]]}" if wrong else ""
