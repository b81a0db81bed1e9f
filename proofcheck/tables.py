"""Read TOML files of exact numbers, of the shape a JSON Schema gives; one line where one cannot be used."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, Generic, TypeVar

import jsonschema

from proofcheck.errors import BadInput

T = TypeVar("T")


def read_table(path: Path) -> dict[str, Any]:
    """The content of a TOML file without floats."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: byte {error.start}: not UTF-8 text") from None
    return parse_table(text, str(path))


def parse_table(text: str, place: str) -> dict[str, Any]:
    """The content of a TOML text without floats; `place` is named in errors."""

    def refuse(literal: str) -> None:
        raise BadInput(f"{place}: {literal} is not exact: only integers may stand here")

    try:
        return tomllib.loads(text, parse_float=refuse)
    except RecursionError:
        raise BadInput(f"{place}: nested too deeply") from None
    except ValueError as error:
        raise BadInput(f"{place}: {error}") from None


class Made(Generic[T]):
    """What was made of tables, so that nobody makes it twice; every caller gets a copy of its own."""

    def __init__(self, make: Callable[..., T], most: int = 256) -> None:
        self.make, self.most = make, most
        self.known: dict[str, T] = {}

    def of(self, raw: Any, *rest: Any, place: str) -> T:
        """What `make(raw, *rest, place)` gives, which but for refusals does not depend on the place."""
        key = repr((raw, rest))
        if key not in self.known:
            if len(self.known) == self.most:
                self.known.clear()
            self.known[key] = self.make(raw, *rest, place)
        return deepcopy(self.known[key])


def require_shape(raw: dict[str, Any], schema: dict[str, Any], place: str) -> None:
    """Refuse content that is not of the schema's shape, naming where it first is not.

    A file of another format is called that: of what it lacks there would be much to say.
    """
    wanted = schema["properties"].get("format", {}).get("const")
    if wanted and raw.get("format", wanted) != wanted:
        raise BadInput(f"{place}: format: {str(raw['format'])[:80]!r}, here {wanted!r} is read")
    try:
        errors = sorted(jsonschema.Draft202012Validator(schema).iter_errors(raw), key=str)
    except RecursionError:
        raise BadInput(f"{place}: nested too deeply") from None
    if errors:
        best = _meant(jsonschema.exceptions.best_match(errors))
        where = best.json_path.removeprefix("$").removeprefix(".")
        raise BadInput(f"{place}: {where + ': ' if where else ''}{best.message[:200]}")


def _meant(error: jsonschema.ValidationError) -> jsonschema.ValidationError:
    """Where one of several shapes may stand: what is wrong with the only one of the right type.

    Of fields that are wrong, one that is there comes before one that is not.
    """
    kinds = {e.schema_path[0] for e in error.context or [] if e.validator == "type" and len(e.path) == 0}
    shapes = {e.schema_path[0] for e in error.context or []} - kinds
    if error.validator not in ("anyOf", "oneOf") or len(shapes) != 1:
        return error
    inside = [e for e in error.context or [] if e.schema_path[0] in shapes]
    return _meant(min(inside, key=lambda e: (len(e.path) == 0, e.validator == "required")))
