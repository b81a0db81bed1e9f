"""What the gate demands of Model 2: `cases/index.toml` lists instances, `cases/model2/` has a file for each.

Every instance listed gets one verdict; a file that no instance asks for is a failure of its own.  A
refutation counts as success only where it is expected; what is expected and not refuted fails.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema

from proofcheck.certificate import check_index
from proofcheck.errors import BadInput
from proofcheck.index.certify import certify, default_delta
from proofcheck.index.instance import Instance, exact, instance
from proofcheck.verdict import Result

GATE_FILE, FOLDER = "index.toml", "model2"
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
        "expected_refutation": {"type": "string", "minLength": 1},
    },
}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["instance"],
    "properties": {"instance": {"type": "array", "minItems": 1, "items": ITEM}},
}


@dataclass(frozen=True)
class IndexDemand:
    """An instance, the margin below K, and why its refutation is expected (or nothing)."""

    instance: Instance
    delta: Fraction
    expected: str = ""

    @property
    def id(self) -> str:
        """The name of its verdict; its file is the last part."""
        return f"{FOLDER}.{self.instance.name}"


Progress = Callable[[Iterable[IndexDemand]], Iterable[IndexDemand]]


def read_demands(cases: Path) -> list[IndexDemand]:
    """All instances of `index.toml`, lists of values multiplied out; an empty list is refused."""
    path = cases / GATE_FILE
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
        jsonschema.validate(raw, SCHEMA)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except (RecursionError, ValueError) as error:
        raise BadInput(f"{path}: {error}") from None
    except jsonschema.ValidationError as error:
        raise BadInput(f"{path}: {error.json_path.removeprefix('$.')}: {error.message[:200]}") from None
    found = [demand for item in raw["instance"] for demand in _multiplied(item)]
    names = [demand.id for demand in found]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"{path}: {name} is listed twice")
    return found


def _multiplied(item: dict[str, Any]) -> Iterable[IndexDemand]:
    def choices(key: str) -> list[Any]:
        value = item.get(key)
        return value if isinstance(value, list) else [value]

    for size, mu, beta in product(choices("K"), choices("mu"), choices("beta")):
        arm = instance(size, beta, mu=mu, law=item.get("law"))
        delta = exact(item["delta"], "delta") if "delta" in item else default_delta(arm)
        yield IndexDemand(arm, delta, item.get("expected_refutation", ""))


def certificate_path(cases: Path, demand: IndexDemand) -> Path:
    """Where its certificate is."""
    return cases / FOLDER / f"{demand.instance.name}.json"


def generate_files(demands: Iterable[IndexDemand]) -> dict[str, str]:
    """The certificates by file name; BadInput where none is found."""
    files = {}
    for demand in demands:
        found = certify(demand.instance, demand.delta)
        if found.certificate is None:
            raise BadInput(f"{demand.id}: {found.verdict}: {found.reason}")
        files[f"{demand.instance.name}.json"] = found.text
    return files


def verify_files(
    cases: Path, demands: list[IndexDemand], progress: Progress = lambda demands: demands
) -> list[Result]:
    """The trusted checker's verdict on every demand, then on files that belong to none."""
    results = [_verdict(certificate_path(cases, demand), demand) for demand in progress(demands)]
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
