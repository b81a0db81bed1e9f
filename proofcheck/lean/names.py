"""Lean names as tuples of components, and the «» quoting that some components need.

`ProofCheck.Generated.«three_server.routing.K4.y0.x2+»` has three components; the dots inside «»
belong to the last one. Two spellings are the same name exactly when `components` agrees.
"""

from __future__ import annotations

import re
from functools import lru_cache

_PLAIN = r"[^\W\d][\w'!?]*"
_COMPONENT = rf"(?:«[^«»\n]*»|{_PLAIN})"
_PLAIN_RE = re.compile(_PLAIN)
_COMPONENT_RE = re.compile(_COMPONENT)
NAME_RE = re.compile(rf"{_COMPONENT}(?:\.{_COMPONENT})*")

Name = tuple[str, ...]


@lru_cache(maxsize=1 << 16)
def components(text: str) -> Name:
    """The components of a name as Lean writes it; ValueError when `text` is not one name."""
    if not NAME_RE.fullmatch(text):
        raise ValueError(f"not a Lean name: {text!r}")
    return tuple(part.strip("«»") for part in _COMPONENT_RE.findall(text))


def show(name: Name) -> str:
    """The name with «» where it needs them."""
    return ".".join(part if _PLAIN_RE.fullmatch(part) else f"«{part}»" for part in name)


def quoted(name: Name) -> str:
    """The name with «» around every component, so that no component can be read as a keyword."""
    for part in name:
        if not part or "«" in part or "»" in part or "\n" in part:
            raise ValueError(f"cannot be written in Lean: {part!r}")
    return ".".join(f"«{part}»" for part in name)


def names_in(text: str) -> set[Name]:
    """Every name that occurs in a text printed by Lean, local variables included."""
    return {components(found) for found in NAME_RE.findall(text)}
