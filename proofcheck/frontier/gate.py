"""The refutations a gate demands at the frontier: `frontier.toml` beside `gate.toml`, files in `frontier/`.

    [[refutation]]
    name = "no_cone_m3"                 # no set of functions has thresholds: by a chain, which is searched
    slow = 3
    expected_refutation = "why"

    [[refutation]]
    name = "costs_by_position"          # value iteration with constant rates, without a threshold
    slow = 3
    expected_refutation = "why"
    model = { lam = "4/15", mu1 = 1, mu2 = "14/19", discount = "9/10", cost = [1, 1], terminal = [0, 0], ... }

With `violates = { lesser = [{ times = 1, at = [1, 0] }], greater = [...] }` the inequality fails instead,
with offsets from a state.  The discount is that of a uniformised step, the model's `steps` are those of
value iteration.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from proofcheck.certificate import check_frontier
from proofcheck.certificate.compare import Search, comparison
from proofcheck.certificate.gate import read_list
from proofcheck.certificate.write import layout
from proofcheck.errors import BadInput
from proofcheck.frontier import chain, constant
from proofcheck.verdict import Result, Said
from proofcheck.work import Block, Piece, version

GATE_FILE, FOLDER = "frontier.toml", "frontier"
NUMBER = {"type": ["string", "integer"]}
PAIR = {"type": "array", "minItems": 2, "maxItems": 2, "items": NUMBER}
OFFSET = {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "integer"}}


def closed_object(properties: dict[str, Any], *optional: str) -> dict[str, Any]:
    """The schema of an object with these fields and no others."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}


TERM = closed_object({"times": {"type": "integer", "minimum": 1}, "at": OFFSET})
SIDE = {"type": "array", "minItems": 1, "items": TERM}
MODEL = closed_object(
    {
        **dict.fromkeys(("lam", "mu1", "mu2", "discount"), NUMBER),
        "cost": PAIR,
        "terminal": PAIR,
        "steps": {"type": "integer", "minimum": 0, "maximum": check_frontier.MOST_STEPS},
    }
)
ENTRY = closed_object(
    {
        "name": {"type": "string", "pattern": "^[a-z0-9_]+$"},
        "slow": {"type": "integer", "minimum": 1, "maximum": check_frontier.MOST_SLOW},
        "expected_refutation": {"type": "string", "minLength": 1},
        "model": MODEL,
        "violates": closed_object({"lesser": SIDE, "greater": SIDE}),
    },
    "model",
    "violates",
) | {"dependentRequired": {"violates": ["model"]}}
SCHEMA = closed_object({"refutation": {"type": "array", "minItems": 1, "items": ENTRY}})


@dataclass(frozen=True)
class Wanted:
    """One refutation: by a chain for `slow` slow servers, or of a model."""

    name: str
    slow: int
    expected: str
    model: dict[str, Any] | None = None
    inequality: dict[str, Any] | None = None

    @property
    def id(self) -> str:
        """The name of its verdict."""
        return f"{FOLDER}.{self.name}"

    @property
    def file(self) -> str:
        """The name of its certificate."""
        return f"{self.name}.json"

    def document(self) -> dict[str, Any]:
        """The certificate, searched anew."""
        if self.model is None:
            return chain.certificate(self.slow)
        return constant.certificate(self.slow, self.model, self.inequality)

    def about(self, raw: Any) -> bool:
        """Whether a certificate refutes what is wanted."""
        found = {key: raw.get("violates", {}).get(key) for key in self.inequality or ()}
        same_kind = ("not_threshold" in raw) == (self.inequality is None)
        same_model = raw["slow"] == self.slow and raw.get("model") == self.model
        used = {event for step in raw.get("chain", ()) for term in step["sum"] for event in term["after"]}
        departures = used <= {"fast_departure", "slow_departure"}  # closed under arrivals too would say less
        return same_kind and same_model and departures and found == (self.inequality or {})


def read_gate(cases: Path) -> list[Wanted]:
    """All refutations demanded; a name twice is refused."""
    path = cases / GATE_FILE
    found = [
        Wanted(e["name"], e["slow"], e["expected_refutation"], e.get("model"), e.get("violates"))
        for e in read_list(path, SCHEMA)["refutation"]
    ]
    if len({one.name for one in found}) < len(found):
        raise BadInput(f"{path}: a name stands twice")
    return found


def blocks(cases: Path, compare: bool) -> list[Block]:
    """All refutations demanded: searched again and compared, and checked."""
    demanded, folder, reads = read_gate(cases), cases / FOLDER, (cases / GATE_FILE,)
    checks = tuple(
        Piece(str(path), (one.id,), partial(checked, path, one), (path,))
        for one, path in ((one, folder / one.file) for one in demanded)
    )
    join, says = partial(with_strays, cases, demanded), partial(said, demanded)
    python = Block(FOLDER, "python", checks, join, says, version(check_frontier.__file__))
    searches = [Search((one.file,), partial(file, one), reads) for one in demanded]
    return [comparison(folder, "frontier-gate", searches), python] if compare else [python]


def checked(path: Path, one: Wanted) -> list[Result]:
    """The trusted checker's verdict on one file, in a list."""
    if not path.exists():
        return [Result(one.id, "unproved", f"{path}: no certificate; run: proofcheck frontier-gate")]
    verdict, reason = check_frontier.check_file(path)
    if verdict == "refuted" and one.about(check_frontier.read(path)):
        return [Result(one.id, "expected refutation", one.expected)]
    if verdict == "refuted":
        verdict, reason = "stale", "made for something else than the gate demands"
    return [Result(one.id, verdict, f"{path}: {reason}")]


def with_strays(cases: Path, demanded: Iterable[Wanted], found: list[Result]) -> list[Result]:
    """The verdicts, and those on files in the folder that nobody demands."""
    names = {one.file for one in demanded}
    strays = sorted(p.name for p in (cases / FOLDER).glob("*") if p.name not in names)
    return found + [Result(f"{FOLDER}.{name}", "error", f"not in {GATE_FILE}") for name in strays]


def said(demanded: Iterable[Wanted]) -> dict[str, Said]:
    """What each certificate refutes, and the digest of it."""
    return {one.id: Said(one.expected, sha256(repr(one).encode()).hexdigest()) for one in demanded}


def files(cases: Path) -> dict[str, str]:
    """All files of the folder, searched anew."""
    return {name: made for one in read_gate(cases) for name, made in file(one).items()}


def file(one: Wanted) -> dict[str, str]:
    """One certificate by file name, searched anew."""
    return {one.file: layout(one.document()) + "\n"}
