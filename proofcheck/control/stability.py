"""Write stability certificates: Sennott's conditions for m slow servers and all stable rates at once.

With n = x + y and s = mu1 + m mu2 - lam, L(n) has increments D(n) = L(n+1) - L(n):

    D(n)   = n/s + (lam + s)/s^2                          for n >= m: all servers work above, the drift is -n,
    D(n-1) = (1/mu1 + 1/mu2) (1 + lam D(n)/n)             for n = m, ..., 1.

For n <= m the policy is at (0,n) or (1,n-1), where departures have rates n mu2 and mu1 + (n-1) mu2.  Both are
at least n mu1 mu2/(mu1 + mu2), which D(n-1) counts on.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofcheck.certificate.check_control import FORMAT, LAM, MU1, MU2, UNIT, S, Series, total, written
from proofcheck.control.certify import closed


def stability(slow: int) -> dict[str, Any]:
    """The certificate for m = `slow` slow servers."""
    document = {
        "format": FORMAT,
        "kind": "stability",
        "slow": slow,
        "constant": square_constant(slow),
        "lyapunov": lyapunov(slow),
        "down": {f"({x},{y})": "fast" if x else "slow" for x in (0, 1) for y in range(slow + 1) if x + y},
        "replies": replies(slow),
    }
    return closed(document)


def square_constant(slow: int) -> dict[str, int]:
    """By what the drift of n^2 exceeds -2 s n, at (x,y) with x = 0 or 1:
    lam + mu1 (x + 2n (1 - x)) + mu2 (y + 2n (m - y)); the largest coefficients are taken.
    """
    states = [(x, y) for x in (0, 1) for y in range(slow + 1)]
    fast = max(x + 2 * (x + y) * (1 - x) for x, y in states)
    return {"lam": 1, "mu1": fast, "mu2": max(y + 2 * (x + y) * (slow - y) for x, y in states)}


def lyapunov(slow: int) -> dict[str, Any]:
    """The increments of L as the checker reads them."""
    slope, constant = inverse(S), total((1, inverse(S, S), {LAM: Fraction(1), S: Fraction(1)}))
    weakest = inverse(MU1) | inverse(MU2)
    increments = [total((slow, slope, UNIT), (1, constant, UNIT))]
    for n in range(slow, 0, -1):
        rising = total((1, {LAM: Fraction(1, n)}, increments[0]))
        increments.insert(0, total((1, weakest, UNIT), (1, weakest, rising)))
    return {
        "increments": [terms(p) for p in increments[:-1]],
        "slope": terms(slope),
        "constant": terms(constant),
    }


def inverse(*symbols: tuple[int, ...]) -> Series:
    """One over the product of some symbols."""
    return {tuple(-sum(exponents) for exponents in zip(*symbols, strict=True)): Fraction(1)}


def terms(p: Series) -> list[list[Any]]:
    """The terms of a series, sorted."""
    return [[written(c), *exponents] for exponents, c in sorted(p.items())]


def replies(slow: int) -> dict[str, Any]:
    """For each action at (x+1,y), and at (x,y+1), how many to send from (x,y): as many, if there are."""
    rows = range(slow + 1)
    return {
        "x": [[[min(a, x) for a in range(min(slow - y, x + 1) + 1)] for y in rows] for x in rows],
        "y": [[[*range(min(slow - y - 1, x) + 1)] for y in range(slow)] for x in rows],
    }
