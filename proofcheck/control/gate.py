"""The control certificates a gate demands: `control.toml` beside `gate.toml`, files in `control/`.

[[certificate]]
name = "three_server_discounted"
lam = "1/2"
mu1 = "1"
mu2 = "1/3"
slow = 2
discount = "999/1000"      # left out: average cost

[[certificate]]
name = "stability_m2"
stability = 2              # slow servers; all stable rates at once
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from proofcheck.certificate import check_control
from proofcheck.certificate.compare import Search, comparison
from proofcheck.certificate.gate import read_list
from proofcheck.certificate.write import layout
from proofcheck.control.certify import model_entry
from proofcheck.control.grow import grow
from proofcheck.control.model import ServerModel, number, server_model
from proofcheck.control.stability import stability
from proofcheck.errors import BadInput
from proofcheck.verdict import Result, Said
from proofcheck.work import Block, Piece, version

GATE_FILE, FOLDER = "control.toml", "control"
ACCURACY, WINDOW, BITS = Fraction(1, 10**9), 8, 64
RATES = {name: {"type": "string"} for name in ("lam", "mu1", "mu2", "discount")}
ENTRY = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z0-9_]+$"},
        "slow": {"type": "integer"},
        "stability": {"type": "integer", "minimum": 1, "maximum": 20},
        **RATES,
    },
    "oneOf": [{"required": ["lam", "mu1", "mu2", "slow"]}, {"required": ["stability"]}],
}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["certificate"],
    "properties": {"certificate": {"type": "array", "minItems": 1, "items": ENTRY}},
}


@dataclass(frozen=True)
class Wanted:
    """One certificate of the gate: of a model, or of stability for `slow` slow servers."""

    name: str
    model: ServerModel | None
    slow: int

    def document(self) -> dict[str, Any]:
        """The certificate, made anew."""
        if self.model is None:
            return stability(self.slow)
        return grow(self.model, WINDOW, ACCURACY, BITS).document

    def about(self, raw: Any) -> bool:
        """Whether a certificate is about what is wanted."""
        if self.model is None:
            return bool(raw.get("kind") == "stability" and raw.get("slow") == self.slow)
        kind = "average" if self.model.average else "discounted"
        return bool(raw.get("kind") == kind and raw.get("model") == model_entry(self.model))


def text(document: dict[str, Any]) -> str:
    """The certificate as a file."""
    return layout(document) + "\n"


def read_gate(cases: Path) -> list[Wanted]:
    """All certificates demanded."""
    path = cases / GATE_FILE
    raw = read_list(path, SCHEMA)
    found = [wanted(entry) for entry in raw["certificate"]]
    if len({one.name for one in found}) < len(found):
        raise BadInput(f"{path}: a name stands twice")
    return found


def wanted(entry: dict[str, Any]) -> Wanted:
    """One entry of the gate."""
    if "stability" in entry:
        return Wanted(entry["name"], None, entry["stability"])
    lam, mu1, mu2 = (number(entry[name], name) for name in ("lam", "mu1", "mu2"))
    discount = number(entry.get("discount", "1"), "discount")
    return Wanted(entry["name"], server_model(lam, mu1, mu2, entry["slow"], discount), entry["slow"])


def blocks(cases: Path, compare: bool) -> list[Block]:
    """All certificates demanded: made again and compared, and checked."""
    demanded, folder, reads = read_gate(cases), cases / FOLDER, (cases / GATE_FILE,)
    checks = tuple(
        Piece(str(path), (f"control.{one.name}",), partial(checked, path, one), (path,))
        for one, path in ((one, folder / f"{one.name}.json") for one in demanded)
    )
    join, says = partial(with_strays, cases, demanded), partial(said, demanded)
    python = Block(FOLDER, "python", checks, join, says, version(check_control.__file__))
    searches = [Search((f"{one.name}.json",), partial(file, one), reads) for one in demanded]
    return [comparison(folder, "control-gate", searches), python] if compare else [python]


def verify(cases: Path) -> list[Result]:
    """The trusted checker's verdict on every certificate demanded, and on files that nobody demands."""
    demanded = read_gate(cases)
    results = [one_verdict(cases / FOLDER / f"{one.name}.json", one) for one in demanded]
    return with_strays(cases, demanded, results)


def with_strays(cases: Path, demanded: Iterable[Wanted], found: list[Result]) -> list[Result]:
    """The verdicts, and those on files in the folder that nobody demands."""
    names = {f"{one.name}.json" for one in demanded}
    strays = sorted(p.name for p in (cases / FOLDER).glob("*") if p.name not in names)
    return found + [Result(f"control.{name}", "error", f"not in {GATE_FILE}") for name in strays]


def checked(path: Path, one: Wanted) -> list[Result]:
    """The verdict on one file, in a list."""
    return [one_verdict(path, one)]


def said(demanded: Iterable[Wanted]) -> dict[str, Said]:
    """What each certificate claims, and the digest of it."""
    found = {}
    for one in demanded:
        what = f"stability with {one.slow} slow servers" if one.model is None else f"bounds for {one.model}"
        found[f"control.{one.name}"] = Said(what, sha256(repr((one.model, one.slow)).encode()).hexdigest())
    return found


def one_verdict(path: Path, one: Wanted) -> Result:
    """The verdict on one file."""
    name = f"control.{one.name}"
    if not path.exists():
        return Result(name, "unproved", f"{path}: no certificate; run: proofcheck control-gate")
    verdict, reason = check_control.check_file(path)
    if verdict == "proved" and not one.about(check_control.read(path)):
        verdict, reason = "stale", "made for another model than the gate demands"
    return Result(name, verdict, reason and f"{path}: {reason}")


def files(cases: Path, progress: Callable[[list[Wanted]], Any] = lambda items: items) -> dict[str, str]:
    """All files of the folder, made anew."""
    return {name: made for one in progress(read_gate(cases)) for name, made in file(one).items()}


def file(one: Wanted) -> dict[str, str]:
    """One certificate by file name, made anew."""
    return {f"{one.name}.json": text(one.document())}
