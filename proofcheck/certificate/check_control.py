"""The trusted checker of control certificates: bounds of the optimal cost, actions that are optimal.

Standard library only; imports nothing else of proofcheck; runs alone; solves nothing:

    python check_control.py certificate.json ...

Model: x jobs queued or at the fast server, y of m slow servers busy; f is a cost after a decision, g before.

    T f(x,y) = x + y + beta/S (lam g(x+1,y) + mu1 g((x-1)+,y) + mu2 (y g(x,y-1) + (m-y) g(x,y)))
    g(x,y)   = min { f(x-a, y+a) : 0 <= a <= min(m-y, x) },    S = lam + mu1 + m mu2.

`discounted`: T U <= U, U >= 0 and T L >= L, L of linear growth, everywhere, give L <= V* <= U; an action
whose upper bound lies below all other lower bounds is the only optimal one.  `average`: T U <= U + high, U
bounded below, and T L >= L + low, L of linear growth, give low <= optimal average cost <= high.
`stability`: Sennott's conditions for all rates > 0 with lam < mu1 + m mu2 at once: drift of n^2 and of the
expected cost to (0,0) when every server works that can; (0,0) is reached under every policy; V increases.
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
from itertools import product, zip_longest
from math import lcm
from operator import add, le
from pathlib import Path
from typing import Any

FORMAT = "proofcheck-control/1"
DIGITS = 400  # every number has at most so many
MOST_STATES, MOST_SLOW, MOST_TERMS = 10**6, 20, 10**4
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
        texts = [json.dumps(x, indent=0, separators=("", ": "), sort_keys=True) for x in (found, expected)]
        a, b = next(pair for pair in zip_longest(*map(str.splitlines, texts)) if pair[0] != pair[1])
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


Series = dict[tuple[int, ...], Fraction]  # exponents of lam, mu1, mu2, s: coefficient
SYMBOLS = ("lam", "mu1", "mu2", "s")  # s = mu1 + m mu2 - lam; all four are positive
ONE, LAM, MU1, MU2, S = (tuple(int(k == i) for k in range(4)) for i in (4, 0, 1, 2, 3))
UNIT: Series = {ONE: Fraction(1)}


def series(raw: Any, place: str) -> Series:
    """A sum of terms [c, i, j, k, l], each c lam^i mu1^j mu2^k s^l with c > 0; exponents may be negative."""
    shaped = isinstance(raw, list) and all(isinstance(term, list) and len(term) == 5 for term in raw)
    require(shaped, "wrong-shape", f"{place}: wants terms [c, i, j, k, l]")
    require(len(raw) <= MOST_TERMS, "too-large", f"{place}: {len(raw)} terms")
    found = {tuple(whole(e, place) for e in term[1:]): exact(term[0]) for term in raw}
    require(len(found) == len(raw), "malformed", f"{place}: two terms with the same exponents")
    require(all(c > 0 for c in found.values()), "not-positive", f"{place}: a coefficient is not positive")
    return found


def total(*products: tuple[int, Series, Series]) -> Series:
    """The sum of c p q over the products (c, p, q), multiplied out."""
    found: Series = {}
    for c, p, q in products:
        for (d, a), (e, b) in product(p.items(), q.items()):
            key = tuple(map(add, d, e))
            found[key] = found.get(key, Fraction(0)) + c * a * b
    return found


def shown(p: Series) -> str:
    """A series as text."""
    def power(name: str, e: int) -> str:
        return "" if e == 0 else f" {name}" if e == 1 else f" {name}^{e}"
    return " + ".join(f"{c}" + "".join(map(power, SYMBOLS, e)) for e, c in sorted(p.items()) if c) or "0"


def stability(raw: Any) -> dict[str, Any]:
    """Sennott's conditions for all positive rates with lam < mu1 + m mu2 at once.

    The policy: jobs wait only while all servers work, the fast one is used first.  Its states after sending
    are (0,y) and (1,y), y <= m, and (x,m), x >= 1, where the rates of departures do not depend on x: (1,m)
    stands for these.  At (0,y) the fast server is idle, for a job in service is not moved.
    """
    names = ["format", "kind", "slow", "constant", "lyapunov", "down", "replies"]
    found = keys(raw, names, "certificate")
    m = whole(found["slow"], "slow")
    require(1 <= m <= MOST_SLOW, "bad-model", f"slow = {m}")
    regions = [(x, y) for x in (0, 1) for y in range(m + 1)]
    square = square_drift(m, regions, found["constant"])
    increments = finite_cost(m, regions, found["lyapunov"])
    require_down(regions, found["down"])
    require_increasing(m, found["replies"])
    return {
        "policy": "jobs wait only while all servers work; the fast one first; a job in service is not moved",
        **square, "conditions": {
            "means": "V: the optimal discounted cost before a decision; D(n) = L(n+1) - L(n), L(0) = 0; "
            f"s = mu1 + {m} mu2 - lam, S = lam + mu1 + {m} mu2",
            "D": increments,
            "drift": "E L(n') - L(n) <= -n, per unit of time, at every state but (0,0)",
            "S1": "V <= S L + lam D(0) / (1 - discount): finite, for every discount",
            "S2": "V - V(0,0) >= 0, for V increases in x and in y",
            "S3": "V - V(0,0) <= S L, for every discount; one step leads to finitely many states",
            "(0,0)": "reached from everywhere under every policy: a departure is possible while n > 0"}}


def square_drift(m: int, regions: list[tuple[int, int]], raw: Any) -> dict[str, Any]:
    """The drift of n^2, n = x + y: with b = b0 lam + b1 mu1 + b2 mu2, drift + 2 s n <= b everywhere.

    Both sides are linear in the rates, so the coefficients are compared.
    """
    names = ["lam", "mu1", "mu2"]
    bound = [whole(keys(raw, names, "constant")[name], name) for name in names]
    entries = []
    for x, y in regions:
        n = x + y
        drift = [2 * n + 1, x * (1 - 2 * n), y * (1 - 2 * n)]  # arrivals, the fast server, y slow ones
        left = [b - d - s for b, d, s in zip(bound, drift, [-2 * n, 2 * n, 2 * n * m], strict=True)]
        require(min(left) >= 0, "not-lyapunov", f"({x},{y}): what remains is {left} times the rates")
        remains = " + ".join(f"{c} {name}" for c, name in zip(left, names, strict=True) if c) or "0"
        entries.append({"state": f"({x},{y})" if n <= m else f"(x,{y}), x >= 1", "remains": remains})
    says = " + ".join(f"{b} {name}" for b, name in zip(bound, names, strict=True))
    return {
        "function": "n^2, n = x + y", "regions": entries,
        "drift": f"E n'^2 - n^2 <= {says} - 2 (mu1 + {m} mu2 - lam) n, per unit of time, at every state",
        "average_cost": f"at most ({says}) / (2 (mu1 + {m} mu2 - lam))"}


def finite_cost(m: int, regions: list[tuple[int, int]], raw: Any) -> list[str]:
    """The drift of L is at most -n at every state but (0,0), by the increments D(n) = L(n+1) - L(n) >= 0.

    With departures at rate d that is d D(n-1) - lam D(n) - n >= 0.  All are series in the four symbols; one
    with no negative coefficient is >= 0.  At (x,m), x >= 1, all servers work, n = x + m, d = lam + s, and
    D(n) = slope n + constant gives n (s slope - 1) + s constant - (lam + s) slope.
    """
    found = keys(raw, ["increments", "slope", "constant"], "lyapunov")
    require(isinstance(found["increments"], list) and len(found["increments"]) == m, "wrong-shape",
            f"lyapunov.increments: wants D(0), ..., D({m - 1})")
    below = [series(item, f"D({n})") for n, item in enumerate(found["increments"])]
    slope, constant = (series(found[name], name) for name in ("slope", "constant"))
    d = [*below, total((m, slope, UNIT), (1, constant, UNIT))]
    lam, s = ({symbol: Fraction(1)} for symbol in (LAM, S))
    remains = {"(x,m), per n": total((1, s, slope), (-1, UNIT, UNIT)),
               "(x,m)": total((1, s, constant), (-1, lam | s, slope))}
    for x, y in regions[1:-1]:
        n, departures = x + y, {MU1: Fraction(x), MU2: Fraction(y)}
        remains[f"({x},{y})"] = total((1, departures, d[n - 1]), (-1, lam, d[n]), (-n, UNIT, UNIT))
    for place, left in remains.items():
        require(all(c >= 0 for c in left.values()), "not-lyapunov", f"L at {place}: remains {shown(left)}")
    tail = f"D(n) = ({shown(slope)}) n + {shown(constant)}, n >= {m}"
    return [*(f"D({n}) = {shown(p)}" for n, p in enumerate(below)), tail]


def require_down(regions: list[tuple[int, int]], raw: Any) -> None:
    """Wherever a job is, after any action, the server named works: its departures lower n = x + y."""
    found = keys(raw, [f"({x},{y})" for x, y in regions[1:]], "down")
    for x, y in regions[1:]:
        working = {"fast": x, "slow": y}.get(found[f"({x},{y})"], 0)  # x = 1 stands for all x >= 1
        require(working > 0, "not-down", f"({x},{y}): no {found[f'({x},{y})']!r} server works there")


def events(x: int, y: int, m: int) -> list[tuple[int, int]]:
    """Where an arrival, a fast departure and one from slow server k = 1, ..., m lead; those k <= y work."""
    return [(x + 1, y), (max(x - 1, 0), y), *((x, y - (k <= y)) for k in range(1, m + 1))]


def require_increasing(m: int, raw: Any) -> None:
    """V increases in x and y: every action a at a larger state has a reply b at the smaller one that keeps
    the order, and every event keeps it.

    From x = m on the actions do not depend on x, and x cancels: x = m stands for these.
    """
    found = keys(raw, ["x", "y"], "replies")
    for name, (i, j) in (("x", (1, 0)), ("y", (0, 1))):
        actions = [[1 + min(m - y - j, x + i) for y in range(m + 1 - j)] for x in range(m + 1)]
        shape = [[len(replies) for replies in row] for row in found[name]]
        require(shape == actions, "wrong-shape", f"replies.{name}: not one for each action")
        for x, y in product(range(m + 1), range(m + 1 - j)):
            place, more = f"replies.{name}[{x}][{y}]", (x + i, y + j)
            for a, b in enumerate(found[name][x][y]):
                require(0 <= whole(b, place) <= min(m - y, x), "not-increasing", f"{place}: {b} jobs to send")
                less = x - b <= more[0] - a and y + b <= more[1] + a
                require(less, "not-increasing", f"{place}: sending {b} does not stay below sending {a}")
            for low, high in zip(events(x, y, m), events(*more, m), strict=True):
                require(all(map(le, low, high)), "not-increasing", f"{place}: {low} is not below {high}")


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
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
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
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(main(sys.argv[1:]))
