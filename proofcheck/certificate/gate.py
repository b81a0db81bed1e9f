"""What a gate demands: `gate.toml` names the problems and the refutations that are expected."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import jsonschema

from proofcheck.errors import BadInput
from proofcheck.problem.reader import read_statement
from proofcheck.tables import read_table
from proofcheck.verdict import Result

GATE_FILE = "gate.toml"
# Lists beside it, and their folders.
LISTS = {"index": ("model1", "model2"), "control": ("control",), "frontier": ("frontier",)}
PROBLEM_FILE = "problem.json"
ENTRY: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["source"],
    "properties": {
        "source": {"type": "string"},
        "without_lean": {"const": True},
        "expected_refutations": {
            "type": "object",
            "additionalProperties": {"type": "string", "minLength": 1},
        },
    },
}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "theorems": {"type": "array", "minItems": 1, "items": {"type": "string"}},
        **{name: {"const": f"{name}.toml"} for name in LISTS},
        "problem": {
            "type": "array",
            "minItems": 1,
            "items": ENTRY
            | {
                "properties": {
                    **ENTRY["properties"],
                    "sizes": {"type": "object", "additionalProperties": {"type": "integer"}},
                }
            },
        },
        "model": {
            "type": "array",
            "minItems": 1,
            "items": ENTRY
            | {
                "properties": {
                    **ENTRY["properties"],
                    "refuted_on_a_window": {"type": "array", "minItems": 1, "items": {"type": "string"}},
                }
            },
        },
    },
}


@dataclass(frozen=True)
class Demand:
    """A problem of the gate: its statement in full, its folder of certificates, the ids of the
    obligations whose refutation is expected, each with the reason, and whether Lean is left out."""

    statement: dict[str, Any]
    folder: Path
    expected: dict[str, str]
    without_lean: bool = False

    @property
    def name(self) -> str:
        """The problem's name, which is also its folder's."""
        return str(self.statement["name"])


def demand(
    cases: Path, source: str, sizes: dict[str, int], expected: dict[str, str], without_lean: bool = False
) -> Demand:
    """The demand for a built-in problem, or for a problem file beside `gate.toml`."""
    place = str(cases / source) if Path(source).suffix else source
    statement = read_statement(place, sizes)
    name = statement["name"]
    full = {f"{name}.{key}": why for key, why in expected.items()}
    return Demand(statement, cases / name, full, without_lean)


def read_list(path: Path, schema: dict[str, Any]) -> dict[str, Any]:
    """A TOML list of demands, of the shape that a JSON Schema gives; one line where it is not."""
    try:
        raw: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        wrong = jsonschema.exceptions.best_match(jsonschema.Draft202012Validator(schema).iter_errors(raw))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}; --cases names the folder it is in") from None
    except RecursionError:
        raise BadInput(f"{path}: nested too deeply") from None
    except ValueError as error:
        raise BadInput(f"{path}: {error}") from None
    if wrong is not None:
        raise BadInput(f"{path}: {wrong.json_path.removeprefix('$.')}: {wrong.message[:200]}")
    return raw


def demanded_lists(cases: Path) -> list[str]:
    """The lists beside `gate.toml` whose certificates it demands too: index, control."""
    raw = read_list(cases / GATE_FILE, SCHEMA)
    return [name for name in LISTS if name in raw]


def demanded_theorems(cases: Path) -> list[str]:
    """The Lean theorems that `gate.toml` demands by name, besides those of the obligations."""
    return list(read_list(cases / GATE_FILE, SCHEMA).get("theorems", []))


def read_gate(cases: Path) -> list[Demand]:
    """All demands of `gate.toml` in the folder of cases; an empty list is refused."""
    path = cases / GATE_FILE
    raw = read_list(path, SCHEMA)
    if not raw.keys() & {"problem", "model"}:
        raise BadInput(f"{path}: names no problem and no model")
    found = [
        demand(
            cases,
            p["source"],
            p.get("sizes", {}),
            p.get("expected_refutations", {}),
            p.get("without_lean", False),
        )
        for p in raw.get("problem", [])
    ]
    names = [d.name for d in found]
    if len(set(names)) < len(names):
        raise BadInput(f"{path}: a problem is listed twice")
    models = {str(read_table(cases / entry["source"]).get("name")) for entry in raw.get("model", [])}
    if both := sorted(models.intersection(names)):
        raise BadInput(f"{path}: {both[0]} is the name of a problem and of a model")
    lists = {name for kind, folders in LISTS.items() for name in (kind, *folders)}
    if both := sorted(lists & {*names, *models}):
        raise BadInput(f"{path}: {both[0]} is the name of a list, or of its folder: take another name")
    return found


def unlisted(cases: Path, demands: list[Demand]) -> list[Result]:
    """Folders of certificates, lists, and files of problems and models, that the gate does not name: nobody
    checks them."""
    asked = demanded_lists(cases)
    known = {d.folder.name for d in demands} | {folder for name in asked for folder in LISTS[name]}
    known |= model_folders(cases)
    folders = [path.name for path in cases.iterdir() if path.is_dir() and path.name not in known]
    why = f"not listed in {cases / GATE_FILE}"
    strays = [name for name in stray_files(cases, asked) if name.split("/")[0] not in folders]
    return [Result(name, "error", why) for name in sorted([*folders, *strays])]


def stray_files(cases: Path, asked: list[str]) -> list[str]:
    """The files that could be a problem, a model or a list (`.toml` anywhere, `.json` where no certificates
    are), and that belong to no entry of the gate, as paths from its folder."""
    raw = read_list(cases / GATE_FILE, SCHEMA)
    sources = [cases / e["source"] for e in [*raw.get("problem", []), *raw.get("model", [])]]
    lists = [cases / f"{name}.toml" for name in asked]
    known = {path.resolve() for path in [cases / GATE_FILE, *lists, *sources]}
    homes = {cases, *(source.parent for source in sources)}
    found = {*cases.rglob("*.toml"), *(path for home in homes for path in home.glob("*.json"))}
    inside = [path for path in found if path.is_relative_to(cases) and path.resolve() not in known]
    return [path.relative_to(cases).as_posix() for path in inside]


def model_folders(cases: Path) -> set[str]:
    """The folders beside `gate.toml` that hold its models' certificates."""
    sources = [Path(entry["source"]) for entry in read_list(cases / GATE_FILE, SCHEMA).get("model", [])]
    beside = [read_table(cases / source)["name"] for source in sources if len(source.parts) == 1]
    return {source.parts[0] for source in sources if len(source.parts) > 1} | {*beside}


class Named(Protocol):
    """A problem or a model of a gate."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def folder(self) -> Path:
        """Its folder of certificates."""


N = TypeVar("N", bound=Named)


def choose(cases: Path, wanted: tuple[str, ...]) -> list[Demand]:
    """The demands of the gate with these names (problem or folder), or all of them."""
    return select(cases, read_gate(cases), wanted, "problem")


def select(cases: Path, every: list[N], wanted: tuple[str, ...], what: str) -> list[N]:
    """Those of a gate with these names or folders, or all of them."""
    if not wanted:
        return every
    by_name = {one.name: one for one in every}
    for name in wanted:
        found = by_name.get(Path(name).name)
        if found is None:
            raise BadInput(f"{name}: no {what} of {cases / GATE_FILE}; these are {', '.join(by_name)}")
        if Path(name).name != name and Path(name).resolve() != found.folder.resolve():
            raise BadInput(f"{name}: {cases / GATE_FILE} lists {found.folder}, not this folder")
    return [by_name[Path(name).name] for name in wanted]
