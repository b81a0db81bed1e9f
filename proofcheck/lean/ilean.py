"""What Lean wrote next to a compiled module: the names it declared and the imports it saw."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from proofcheck.lean.errors import BadAnswer

_VERSION = 5


@dataclass(frozen=True)
class Index:
    """Top-level declarations with their source lines (from 1), and direct imports, in order."""

    declarations: dict[str, int]
    imports: tuple[str, ...]


def read(path: Path) -> Index:
    """The index file that Lean wrote; BadAnswer when it has another format."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["version"] != _VERSION:
            raise ValueError(f"version {data['version']}")
        declarations = {str(name): int(place[0]) + 1 for name, place in data["decls"].items()}
        imports = tuple(str(entry[0]) for entry in data["directImports"])
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise BadAnswer(
            f"{path}: not an index that Lean wrote ({error}): build again from clean"
        ) from None
    return Index(declarations, imports)
