"""The trusted checker of control certificates: bounds of the optimal cost, actions that are optimal.

Standard library only; imports nothing else of proofcheck; runs alone; solves nothing:

    python check_control.py certificate.json ...

Model: x jobs queued or at the fast server, y of m slow servers busy; f is a cost after a decision, g before.

    T f(x,y) = x + y + beta/S (lam g(x+1,y) + mu1 g((x-1)+,y) + mu2 (y g(x,y-1) + (m-y) g(x,y)))
    g(x,y)   = min { f(x-a, y+a) : 0 <= a <= min(m-y, x) },    S = lam + mu1 + m mu2.

`discounted`: T U <= U, U >= 0 and T L >= L, L of linear growth, everywhere, give L <= V* <= U; an action
whose upper bound lies below all other lower bounds is the only optimal one.  `average`: T U <= U + high, U
bounded below, and T L >= L + low, L of linear growth, give low <= optimal average cost <= high.
`stability`: for all rates with lam < mu1 + m mu2 at once, the drift of n^2 when every server works that can.
If U is made with the last job kept at the fast server (`keep_one`) and T L >= L even where the fast server
stays idle, the bounds hold in the original model too, where every server may idle.
docs/control-certificates.md proves all this.

A function is a table of integers in 1/unit for x <= N and, with n = x + y, for x > N the closed form
square n^2 + slope n + constant + (m-y) (idle_slope n + idle_constant).  From x = N + m + 3 on, only closed
forms meet: a quadratic is >= 0 at n = n0, n0 + 1, ... if its differences at n0 are (Newton's formula).
Only tables, tails and gains are taken from a certificate; every claim is written anew and must be equal.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import zip_longest
from math import lcm
from pathlib import Path
from typing import Any

FORMAT = "proofcheck-control/1"
DIGITS = 400  # every number has at most so many
MOST_STATES, MOST_SLOW = 10**6, 20
EXIT = {"proved": 0, "stale": 4, "error": 8}  # rising
TAIL = ["square", "slope", "constant", "idle_slope", "idle_constant"]

Table = list[list[int]]


class Rejected(Exception):
    """A refusal: `reason` is one word, the rest says where and what."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail if len(detail) < 300 else detail[:300] + ' ...'}")
        self.reason = reason


def require(holds: bool, reason: str, detail: str) -> None:
    if not holds:
        raise Rejected(reason, detail)


def read(path: Path) -> Any:
    """The JSON in a file.  Floats, NaN, duplicate keys, huge numbers, deep nesting: refused."""
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        require(len(dict(pairs)) == len(pairs), "malformed", f"a key twice in {[key for key, _ in pairs]}")
        return dict(pairs)

    def integer(digits: str) -> int:
        require(len(digits) <= DIGITS, "too-large", f"{digits[:40]}...: more than {DIGITS} digits")
        return int(digits)

    try:
        return json.loads(path.read_text("utf-8"), object_pairs_hook=unique, parse_float=exact,
                          parse_constant=exact, parse_int=integer)
    except OSError as error:
        raise Rejected("unreadable", str(error.strerror)) from None
    except (RecursionError, ValueError) as error:
        raise Rejected("malformed", str(error).splitlines()[0]) from None


def exact(value: Any) -> Fraction:
    """An integer, or "p/q" in lowest terms with q > 1."""
    if type(value) is int:
        return Fraction(value)
    pattern = f"-?[0-9]{{1,{DIGITS}}}/[0-9]{{1,{DIGITS}}}"
    if isinstance(value, str) and re.fullmatch(pattern, value):
        top, bottom = map(int, value.split("/"))
        if bottom > 1 and str(Fraction(top, bottom)) == value:
            return Fraction(top, bottom)
    raise Rejected("not-exact", f"{str(value)[:60]!r} is not an exact number in lowest terms")


def written(value: Fraction) -> int | str:
    """The number as `exact` reads it."""
    return int(value) if value.denominator == 1 else str(value)


def whole(value: Any, what: str) -> int:
    require(type(value) is int, "wrong-type", f"{what}: {str(value)[:60]!r} is not an integer")
    return int(value)


def keys(value: Any, names: list[str], place: str) -> dict[str, Any]:
    """A JSON object with exactly these keys."""
    require(isinstance(value, dict) and sorted(value) == sorted(names), "wrong-type",
            f"{place}: wants the keys {names}, has {sorted(value) if isinstance(value, dict) else value!r}")
    return dict(value)


def require_same(found: Any, expected: Any) -> None:
    """Refuse at the first line where a claim differs from what was checked."""
    if json.dumps(found, sort_keys=True) != json.dumps(expected, sort_keys=True):
        texts = [json.dumps(side, indent=0, sort_keys=True).splitlines() for side in (found, expected)]
        a, b = next(pair for pair in zip_longest(*texts) if pair[0] != pair[1])
        raise Rejected("differs", f"claims: expected {b}, found {a}")


class Model:
    """The rates as integers (arrival, fast, slow, total) and the discount; 1 for average cost."""

    def __init__(self, raw: Any, average: bool) -> None:
        found = keys(raw, ["lam", "mu1", "mu2", "slow"] + ["discount"] * (not average), "model")
        rates = [exact(found[name]) for name in ("lam", "mu1", "mu2")]
        require(min(rates) > 0, "bad-model", "a rate is not positive")
        self.m = whole(found["slow"], "slow")
        require(1 <= self.m <= MOST_SLOW, "bad-model", f"slow = {self.m}")
        require(rates[0] < rates[1] + self.m * rates[2], "bad-model", "lam >= mu1 + m mu2: not stable")
        self.beta = Fraction(1) if average else exact(found["discount"])
        require(average or 0 < self.beta < 1, "bad-model", f"discount {self.beta} is not between 0 and 1")
        scale = lcm(*(rate.denominator for rate in rates))
        self.lam, self.mu1, self.mu2 = (int(rate * scale) for rate in rates)
        self.total = self.lam + self.mu1 + self.m * self.mu2
        self.average = average

    def step(self, y: int, cost: Any, now: Any, up: Any, down: Any, fewer: Any, same: Any) -> Any:
        """(T f - f) times S and the denominator of beta, from the g values after each event."""
        after = self.lam * up + self.mu1 * down + self.mu2 * (y * fewer + (self.m - y) * same)
        return self.beta.denominator * self.total * (cost - now) + self.beta.numerator * after


class Bound:
    """One side.  `sign` +1: upper, T f <= f + gain; -1: lower.  All numbers are integers in 1/unit."""

    def __init__(self, model: Model, raw: Any, unit: int, sign: int, keep_one: bool) -> None:
        self.p, self.sign, self.keep_one, self.m = model, sign, keep_one, model.m
        self.side = "upper" if sign > 0 else "lower"
        found = keys(raw, ["tail", "box"] + ["gain"] * model.average, self.side)
        tail = keys(found["tail"], TAIL, f"{self.side}.tail")
        coefficients = {name: exact(tail[name]) for name in TAIL}
        scale = lcm(*(c.denominator for c in coefficients.values()))
        self.unit = unit * scale
        self.tail = {name: int(c * self.unit) for name, c in coefficients.items()}
        self.gain = whole(found["gain"], "gain") * scale if model.average else 0
        self.f = self.rows(found["box"], scale)
        self.last = len(self.f) - 1  # N
        self.edge = self.last + self.m + 2  # the last x where tables and tails are compared one by one
        self.f += [[self.beyond(x + y, y) for y in range(self.m + 1)]
                   for x in range(self.last + 1, self.edge + 2)]
        self.g = [[min(self.sends(x, y)) for y in range(self.m + 1)] for x in range(self.edge + 2)]

    def rows(self, box: Any, scale: int) -> Table:
        """The table, one row of m + 1 integers for each x = 0, 1, ..."""
        require(isinstance(box, list) and 1 <= len(box) <= MOST_STATES, "wrong-shape", f"{self.side}.box")
        for x, row in enumerate(box):
            require(isinstance(row, list) and len(row) == self.m + 1, "wrong-shape",
                    f"{self.side}.box[{x}]: not a list of {self.m + 1} integers")
        return [[whole(value, f"{self.side}.box[{x}]") * scale for value in row] for x, row in enumerate(box)]

    def full(self, n: int) -> int:
        """The closed form when all slow servers are busy."""
        return self.tail["square"] * n * n + self.tail["slope"] * n + self.tail["constant"]

    def beyond(self, n: int, y: int) -> int:
        """The closed form, for x > N."""
        return self.full(n) + (self.m - y) * (self.tail["idle_slope"] * n + self.tail["idle_constant"])

    def sends(self, x: int, y: int) -> list[int]:
        """The values after sending a = 0, 1, ... jobs, for all that are allowed."""
        most = min(self.m - y, max(x - 1, 0) if self.keep_one else x)
        return [self.f[x - a][y + a] for a in range(most + 1)]

    def require_everywhere(self) -> None:
        """T f <= f + gain (upper) or T f >= f + gain (lower), at every state."""
        for x in range(self.edge + 1):
            for y in range(self.m + 1):
                g = self.g
                off = self.p.step(y, self.unit * (x + y), self.f[x][y] + self.gain, g[x + 1][y],
                                  g[max(x - 1, 0)][y], g[x][max(y - 1, 0)], g[x][y])
                require(self.sign * off <= 0, f"not-{self.side}", f"at x = {x}, y = {y}")
        for y in range(self.m + 1):
            def off_from(n: int, y: int = y) -> int:  # upper: slow servers are filled; lower: n alone matters
                q, now = self.full, self.beyond(n, y) + self.gain
                off = self.p.step(y, self.unit * n, now, q(n + 1), q(n - 1), q(n - 1), q(n))
                return -self.sign * int(off)
            self.require_rising(off_from, self.edge + 1 + y, f"tail-not-{self.side}", 0)
        (self.require_upper_kind if self.sign > 0 else self.require_lower_kind)()

    def require_rising(self, p: Callable[[int], int], start: int, reason: str, first: int) -> None:
        """The differences of order `first`, ..., 2 of a quadratic p at `start` are >= 0."""
        a, b, c = (p(start + k) for k in range(3))
        require(min([a, b - a, c - 2 * b + a][first:]) >= 0, reason, f"for all x >= {start}, near there")

    def require_upper_kind(self) -> None:
        """Nonnegative (discounted), or bounded below (average); idle slow servers never make it cheaper."""
        average = self.p.average
        require(average or min(map(min, self.f)) >= 0, "tail-growth", "upper: a negative cost")
        self.require_rising(self.full, self.last + 1, "tail-growth", int(average))
        slope, constant = self.tail["idle_slope"], self.tail["idle_constant"]
        first = slope * (self.last + 1) + constant
        require(min(slope, first) >= 0, "tail-growth", "upper: the idle terms are negative")

    def require_lower_kind(self) -> None:
        """At most linear growth, and beyond the table a rising function of n = x + y alone."""
        flat = [self.tail[name] for name in ("square", "idle_slope", "idle_constant")]
        require(not any(flat) and self.tail["slope"] >= 0, "tail-growth", "lower: not a rising line in x + y")

    def holds_when_idle(self) -> bool:
        """Whether T f >= f + gain also without a fast departure, at every x >= 1; beyond, f rises."""
        return all(self.idle_step(x, y, self.f[x][y] + self.gain) >= 0
                   for x in range(1, self.edge + 1) for y in range(self.m + 1))

    def idle_step(self, x: int, y: int, now: Any) -> Any:
        """T f - now, scaled as in `step`, where the fast server stays idle."""
        g = self.g
        return self.p.step(y, self.unit * (x + y), now, g[x + 1][y], g[x][y], g[x][max(y - 1, 0)], g[x][y])


class Certificate:
    """Discounted or average: both bounds, and what they settle."""

    def __init__(self, raw: Any) -> None:
        names = ["format", "kind", "model", "unit", "keep_one", "upper", "lower", "window"]
        found = keys(raw, names, "certificate")
        self.average = found["kind"] == "average"
        self.p = Model(found["model"], self.average)
        unit, self.keep_one = whole(found["unit"], "unit"), found["keep_one"]
        require(unit > 0, "wrong-type", "unit is not positive")
        require(type(self.keep_one) is bool, "wrong-type", "keep_one is neither true nor false")
        self.upper = Bound(self.p, found["upper"], unit, 1, self.keep_one)
        self.lower = Bound(self.p, found["lower"], unit, -1, False)
        self.window = whole(found["window"], "window")
        inside = 0 <= self.window <= min(self.upper.last, self.lower.last)
        require(inside, "bad-window", f"{self.window} is not within both tables")

    def claims(self) -> dict[str, Any]:
        """All that follows, written anew."""
        self.upper.require_everywhere()
        self.lower.require_everywhere()
        actions = [[self.action(x, y) for y in range(self.p.m + 1)] for x in range(self.window + 1)]
        original = self.keep_one and self.lower.holds_when_idle()
        surely, no = original and not self.average, "not claimed"
        slow = "never optimal for the last job" if surely and self.last_job_stays() else no
        return self.cost() | {
            "actions": actions, "actions_are": "in a policy within the bounds" if self.average else
            "the only optimal ones, or a list of all that may be",
            "thresholds": [self.threshold([row[y] for row in actions]) for y in range(self.p.m)],
            "original_model": "the same bounds" if original else no,
            "slow_while_fast_idle": slow,
            "idle_fast_with_jobs": f"never optimal at x <= {self.idling_costs()}" if surely else no}

    def threshold(self, column: list[Any]) -> int | None:
        """The x before which no job is sent, and at which one is, if that is certain."""
        x = next((x for x, a in enumerate(column) if a != 0), None)
        return x if x is not None and type(column[x]) is int else None

    def cost(self) -> dict[str, Any]:
        """The bounds: of the cost from the empty system, or of the average cost."""
        low, high = ((b.gain if self.average else b.f[0][0], b.unit) for b in (self.lower, self.upper))
        ends = {"low": written(Fraction(*low)), "high": written(Fraction(*high))}
        require(Fraction(*low) <= Fraction(*high), "bounds-cross", "the lower bound is above the upper one")
        return {"average_cost" if self.average else "cost_from_empty": ends}

    def action(self, x: int, y: int) -> Any:
        """The only optimal number to send, or a list of all that are not excluded; average: the smallest
        that is best for the upper bound."""
        highs, lows = self.upper.sends(x, y), self.lower.sends(x, y)
        best = highs.index(min(highs))
        possible = [a for a, low in enumerate(lows) if low * self.upper.unit <= highs[best] * self.lower.unit]
        require(best in possible or self.average, "bounds-cross", f"at x = {x}, y = {y}")
        return best if self.average or possible == [best] else possible

    def last_job_stays(self) -> bool:
        """Whether f(1,y) < f(0,y+1) for certain, for every y < m."""
        return all(self.upper.f[1][y] * self.lower.unit < self.lower.f[0][y + 1] * self.upper.unit
                   for y in range(self.p.m))

    def idling_costs(self) -> int:
        """The last x <= window such that leaving the fast server idle for a step costs more, for certain, at
        1, ..., x jobs."""
        upper, lower = self.upper, self.lower
        for x in range(1, self.window + 1):
            for y in range(self.p.m + 1):
                now = Fraction(upper.f[x][y] * lower.unit, upper.unit)
                if lower.idle_step(x, y, now) <= 0:
                    return x - 1
        return self.window


def stability(raw: Any) -> dict[str, Any]:
    """The drift of n^2, n = x + y, when a job is sent to a slow server whenever another one is at the fast
    server and a slow one is idle: for all rates with lam < mu1 + m mu2.

    After sending, the states are (0,y) and (1,y), y <= m, and (x,m), x >= 1.  At (0,y) the fast server is
    idle, for a job in service is not moved.  With b = b0 lam + b1 mu1 + b2 mu2 and slack = mu1 + m mu2 - lam:
    drift + 2 slack n <= b everywhere.  Both sides are linear in the rates, so the coefficients are compared;
    at (x,m), x >= 1, where all servers work, they do not depend on x.
    """
    found = keys(raw, ["format", "kind", "slow", "constant"], "certificate")
    m = whole(found["slow"], "slow")
    require(1 <= m <= MOST_SLOW, "bad-model", f"slow = {m}")
    names = ["lam", "mu1", "mu2"]
    bound = [whole(keys(found["constant"], names, "constant")[name], name) for name in names]
    regions = []
    for x, y in [*((0, y) for y in range(m + 1)), *((1, y) for y in range(m + 1))]:
        n = x + y
        drift = [2 * n + 1, x * (1 - 2 * n), y * (1 - 2 * n)]  # arrivals, the fast server, y slow ones
        left = [b - d - s for b, d, s in zip(bound, drift, [-2 * n, 2 * n, 2 * n * m], strict=True)]
        require(min(left) >= 0, "not-lyapunov", f"({x},{y}): what remains is {left} times the rates")
        shown = " + ".join(f"{c} {name}" for c, name in zip(left, names, strict=True) if c) or "0"
        regions.append({"state": f"({x},{y})" if n <= m else f"(x,{y}), x >= 1", "remains": shown})
    says = " + ".join(f"{b} {name}" for b, name in zip(bound, names, strict=True))
    return {
        "policy": "jobs wait only while all servers work; the fast one first; a job in service is not moved",
        "function": "n^2, n = x + y", "regions": regions,
        "drift": f"E n'^2 - n^2 <= {says} - 2 (mu1 + {m} mu2 - lam) n, per unit of time, at every state",
        "average_cost": f"at most ({says}) / (2 (mu1 + {m} mu2 - lam))",
        "irreducible": "n to 0 by n departures (a server works if n > 0), n to n + 1 by an arrival"}


def claims(raw: Any) -> dict[str, Any]:
    """What the certificate proves, written anew from all of it but the claims."""
    require(isinstance(raw, dict), "wrong-type", "not a JSON object")
    raw = {key: value for key, value in raw.items() if key != "claims"}
    require(raw.get("format") == FORMAT, "stale", f"format {raw.get('format')!r}, known: {FORMAT}")
    kind = raw.get("kind")
    require(kind in ("discounted", "average", "stability"), "wrong-type", f"kind {kind!r}")
    proved = stability(raw) if kind == "stability" else Certificate(raw).claims()
    canonical = json.dumps(raw, sort_keys=True, separators=(",", ":"))  # binds the numbers that have slack
    return proved | {"sha256": hashlib.sha256(canonical.encode()).hexdigest()}


def check(raw: Any) -> dict[str, Any]:
    """The claims of a certificate, if they are what it proves; else Rejected."""
    expected = claims(raw)
    require_same(raw["claims"], expected)
    return expected


def check_file(path: Path) -> tuple[str, str]:
    """The verdict on a file, and why."""
    try:
        check(read(path))
        return "proved", ""
    except Rejected as refusal:
        return "stale" if refusal.reason == "stale" else "error", str(refusal)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        return "error", f"malformed: {type(error).__name__} {error}"[:300]


def main(arguments: list[str]) -> int:
    if not arguments:
        print("usage: check_control.py certificate.json ...", file=sys.stderr)
        return 10
    verdicts = []
    for name in arguments:
        verdict, why = check_file(Path(name))
        verdicts.append(verdict)
        print(f"{verdict:9} {name}{why and '  ' + why}")
    return max(EXIT[verdict] for verdict in verdicts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
