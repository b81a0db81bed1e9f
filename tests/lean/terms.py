"""A parser for the Lean terms of generated files, of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any


def parse(text: str) -> Any:
    """A parenthesised term as nested lists."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    (only,) = stack
    return only


def items(term: Any) -> Iterator[Any]:
    """The items of a list in constructors."""
    while term != ".nil":
        assert term[0] == ".cons"
        yield term[1]
        term = term[2]
