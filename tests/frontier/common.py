"""Functions of the server model by their definitions, on the whole lattice: no tables, no windows."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

Function = Callable[[int, int], Any]


def cost(x: int, y: int) -> int:
    return x + y


def remembered(f: Function) -> Function:
    return lru_cache(maxsize=None)(f)


def sends(f: Function, m: int, x: int, y: int) -> list[Any]:
    return [f(x - a, y + a) for a in range(min(x, m - y) + 1)]


def after(event: str, f: Function, m: int) -> Function:
    """The event of f routed."""
    g = remembered(lambda x, y: min(sends(f, m, x, y)))
    made: dict[str, Function] = {
        "arrival": lambda x, y: g(x + 1, y),
        "fast_departure": lambda x, y: g(x - 1, y) if x else g(0, y),
        "slow_departure": lambda x, y: (y * g(x, y - 1) if y else 0) + (m - y) * g(x, y),
    }
    return remembered(made[event])


def chain(derivation: list[dict[str, Any]], m: int) -> Function:
    """The last function of a chain."""
    made: dict[str, Function] = {"cost": cost}
    for step in derivation:
        parts = []
        for term in step["sum"]:
            f = made[term["of"]]
            for event in term["after"]:
                f = after(event, f, m)
            parts.append((term["times"], f))
        made[step["name"]] = remembered(lambda x, y, parts=parts: sum(k * f(x, y) for k, f in parts))
    return made[derivation[-1]["name"]]


def best(f: Function, m: int, x: int, y: int) -> list[int]:
    """All optimal numbers of jobs to send."""
    values = sends(f, m, x, y)
    return [a for a, value in enumerate(values) if value == min(values)]
