"""Reading the words of a certificate, as a person would: independent of the package."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

Atom = tuple[str, Any]  # function and state, with n at a symbolic coordinate left out; ("1", ()), ("n", ())
TERM = re.compile(r"(?:(?P<times>\d+) )?(?P<function>s f|t h|f|g)\((?P<x>[^,]+),(?P<y>\d+)\)")


def parsed(text: str) -> Counter[tuple[str, int, int, bool]]:
    """Larger side minus smaller side; an atom is (function, x or x - n, y, whether n was there)."""
    total: Counter[tuple[str, int, int, bool]] = Counter()
    lesser, greater = text.split(" <= ")
    for sign, side in ((-1, lesser), (1, greater)):
        for term in side.split(" + "):
            match = TERM.fullmatch(term)
            if match:
                place = re.fullmatch(r"n(?:\+(\d+))?|(\d+)", match["x"])
                assert place, term
                symbolic = match["x"].startswith("n")
                x = int(place[1] or 0) if symbolic else int(place[2])
                total[match["function"], x, int(match["y"]), symbolic] += sign * int(match["times"] or 1)
            elif term.endswith("n"):
                total["n", 0, 0, True] += sign * int(term.removesuffix("n").strip() or 1)
            else:
                total["1", 0, 0, False] += sign * int(term)
    return Counter({atom: value for atom, value in total.items() if value})


def value_of(text: str, functions: dict[str, Any], n: int) -> tuple[Any, Any]:
    """Smaller and larger side of printed words, for functions given as arrays."""
    sides: dict[bool, Any] = {False: 0, True: 0}
    for (function, x, y, symbolic), times in parsed(text).items():
        if function in ("1", "n"):
            found: Any = n if function == "n" else 1
        else:
            found = functions[function][x + n if symbolic else x, y]
        sides[times > 0] += abs(times) * found
    return sides[False], sides[True]
