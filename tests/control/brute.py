"""Independent brute force for the server models: plain value iteration, written from the statement."""

from __future__ import annotations

from itertools import product

State = tuple[int, ...]
Values = dict[State, float]


def reduced(lam: float, mu1: float, mu2: float, m: int, beta: float, cut: int, rounds: int) -> Values:
    """f(x,y) after `rounds` steps from 0, arrivals lost at x = cut."""
    total = lam + mu1 + m * mu2
    f = {(x, y): 0.0 for x in range(cut + 1) for y in range(m + 1)}
    for _ in range(rounds):
        g = {(x, y): min(f[x - a, y + a] for a in range(min(m - y, x) + 1)) for x, y in f}
        f = {
            (x, y): x + y
            + beta / total * (
                lam * g[min(x + 1, cut), y]
                + mu1 * g[max(x - 1, 0), y]
                + mu2 * (y * g[x, max(y - 1, 0)] + (m - y) * g[x, y])
            )
            for x, y in f
        }  # fmt: skip
    return f


def sends(f: dict[State, float], x: int, y: int, m: int) -> int:
    """The smallest best number of jobs to send."""
    options = [f[x - a, y + a] for a in range(min(m - y, x) + 1)]
    return options.index(min(options))


def original(lam: float, mu1: float, mu2: float, m: int, beta: float, cut: int, rounds: int) -> Values:
    """f(q,z,y) after `rounds` steps from 0, all actions, arrivals lost at q = cut."""
    total = lam + mu1 + m * mu2
    states = list(product(range(cut + 1), (0, 1), range(m + 1)))
    after = {
        (q, z, y): [
            (q - i - j, z + i, y + j)
            for i in range(2 - z)
            for j in range(m - y + 1)
            if i + j <= q
        ]
        for q, z, y in states
    }  # fmt: skip
    f = dict.fromkeys(states, 0.0)
    for _ in range(rounds):
        g = {s: min(f[t] for t in after[s]) for s in states}
        f = {
            (q, z, y): q + z + y
            + beta / total * (
                lam * g[min(q + 1, cut), z, y]
                + mu1 * g[q, 0, y]
                + mu2 * (y * g[q, z, max(y - 1, 0)] + (m - y) * g[q, z, y])
            )
            for q, z, y in states
        }  # fmt: skip
    return f
