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
from functools import partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

from proofcheck.certificate import check_index, check_model1
from proofcheck.certificate.compare import Search, comparison
from proofcheck.certificate.gate import read_list
from proofcheck.certificate.verify import by_group, with_expected
from proofcheck.errors import BadInput
from proofcheck.index.certify import certify, default_delta
from proofcheck.index.instance import Instance, exact, instance
from proofcheck.index.symbolic import symbolic_files
from proofcheck.lean.stated import Stated
from proofcheck.verdict import Result, Said
from proofcheck.work import Block, Piece, version

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
    demands: Iterable[IndexDemand], progress: Progress = lambda files: files
) -> dict[str, str]:
    """The certificates by file name, searched side by side; BadInput where none is found."""
    with ProcessPoolExecutor() as pool:
        found = progress(pool.map(instance_file, demands))
        return {name: text for file in found for name, text in file.items()}


def instance_file(demand: IndexDemand) -> dict[str, str]:
    """The certificate of one instance by file name, searched; BadInput where none is found."""
    found = certify(demand.instance, demand.delta, witness=demand.witness)
    if found.certificate is None:
        raise BadInput(f"{demand.id}: {found.verdict}: {found.reason}")
    return {f"{demand.instance.name}.json": found.text}


def blocks(cases: Path, compare: bool) -> list[Block]:
    """Both folders: made again and compared, and checked."""
    gate = read_index_gate(cases)
    symbolic = cases / SYMBOLIC
    owed = by_group(check_model1.obligations())
    groups = tuple(
        Piece(str(path), owed.get(path.stem, (path.name,)), partial(symbolic_group, path), (path,))
        for path in sorted(symbolic.glob("*"))
    )
    instances = tuple(
        Piece(str(path), (demand.id,), partial(instance_group, cases, demand), (path,))
        for demand, path in ((demand, certificate_path(cases, demand)) for demand in gate.instances)
    )
    found = comparisons(cases, gate, [f"{name}.json" for name in owed]) if compare else []
    join = partial(symbolic_results, gate.expected)
    found.append(Block(SYMBOLIC, "python", groups, join, symbolic_said, version(check_model1.__file__)))
    with_strays = partial(instance_results, cases, gate.instances)
    says = partial(instance_said, gate.instances)
    return [*found, Block(FOLDER, "python", instances, with_strays, says, version(check_index.__file__))]


def comparisons(cases: Path, gate: IndexGate, groups: list[str]) -> list[Block]:
    """Both folders made again and compared."""
    reads, remedy = (cases / GATE_FILE,), "certify cases"
    each = [Search((f"{d.instance.name}.json",), partial(instance_file, d), reads) for d in gate.instances]
    return [
        comparison(cases / SYMBOLIC, remedy, [Search(tuple(groups), symbolic_files, reads)]),
        comparison(cases / FOLDER, remedy, each),
    ]


def verify_symbolic(cases: Path, expected: dict[str, str]) -> list[Result]:
    """The trusted checker's verdict on every symbolic obligation, then on files that belong to none."""
    paths = sorted((cases / SYMBOLIC).glob("*"))
    return symbolic_results(expected, [result for path in paths for result in symbolic_group(path)])


def symbolic_group(path: Path) -> list[Result]:
    """The trusted checker's verdicts on the symbolic obligations of one file."""
    found = check_model1.check_file(path)
    return [Result(key, verdict, reason and f"{path}: {reason}") for key, (verdict, reason) in found.items()]


def symbolic_results(expected: dict[str, str], found: Iterable[Result]) -> list[Result]:
    """A verdict for every symbolic obligation, from those of the files."""
    results = {o.id: Result(o.id, "unproved", "no certificate") for o in check_model1.obligations()}
    results |= {result.id: result for result in found}
    return list(with_expected(results, expected).values())


def symbolic_said() -> dict[str, Said]:
    """What each symbolic obligation says, and the digest of it in full."""

    def plain(value: Any) -> Any:
        if isinstance(value, check_model1.Polynomial):
            return sorted((list(monomial), str(c)) for monomial, c in value.terms.items())
        return [(name, plain(one)) for name, one in value.items()] if isinstance(value, dict) else value

    wholes = {o.id: (o.claim, repr([*map(plain, o)]).encode()) for o in check_model1.obligations()}
    return {key: Said(claim, sha256(whole).hexdigest()) for key, (claim, whole) in wholes.items()}


def verify_instances(cases: Path, demands: list[IndexDemand]) -> list[Result]:
    """The trusted checker's verdict on every demand, then on files that belong to none."""
    found = [result for demand in demands for result in instance_group(cases, demand)]
    return instance_results(cases, demands, found)


def instance_results(cases: Path, demands: list[IndexDemand], found: list[Result]) -> list[Result]:
    """The verdicts on the instances, then those on files that none of them asks for."""
    known = {certificate_path(cases, demand) for demand in demands}
    strays = sorted(path for path in (cases / FOLDER).glob("*") if path not in known)
    why = "no instance asks for this file"
    return found + [Result(f"{FOLDER}/{path.name}", "error", why) for path in strays]


def instance_said(demands: Iterable[IndexDemand]) -> dict[str, Said]:
    """What each instance claims, and the digest of it."""
    found = {}
    for demand in demands:
        words = f"{demand.instance}: indexable on [0, {demand.instance.K - demand.delta}]"
        found[demand.id] = Said(words, sha256(repr((demand.instance, demand.delta)).encode()).hexdigest())
    return found


def instance_group(cases: Path, demand: IndexDemand) -> list[Result]:
    """The trusted checker's verdict on one instance, in a list."""
    return [_verdict(certificate_path(cases, demand), demand)]


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
