"""The trusted checker of refutations at the frontier: three and more slow servers.

Standard library only; imports nothing else of proofcheck; runs alone; searches nothing:

    python check_frontier.py certificate.json ...

x = 0, 1, 2, ... jobs queued or at the fast server, y of m slow servers busy.  Routing and the events are

    g(x,y) = min { f(x-a, y+a) : 0 <= a <= min(x, m-y) }                    f routed; such a are best at (x,y)
    arrival g(x+1,y)     fast_departure g((x-1)+,y)     slow_departure y g(x,y-1) + (m-y) g(x,y)

A `chain` makes functions from the cost x + y by sums with positive multipliers and by events of routed
functions.  A set of functions that contains x + y and is closed under these contains all of them; if the last
one is routed without a threshold, no such set has thresholds throughout.  A `model` has rates and costs; its
function is that of value iteration after so many steps,

    T f = cost + discount / (lam + mu1 + m mu2) (lam arrival + mu1 fast_departure + mu2 slow_departure) g.

`not_threshold`: at x every best number of jobs to send is larger than every best one at a larger x, same y.
`violates`: an inequality between values fails at a state.

A function is a table, one row for each x = 0, ..., N.  An arrival loses the last row; nothing else looks to
larger x: so every number is exact.  Everything but the derivation and the state of the witness is
written anew and must be equal.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import Any

FORMAT = "proofcheck-frontier/1"
EXIT = {"refuted": 1, "stale": 4, "error": 8}  # rising
DIGITS = 400  # every number has at most so many
MOST_SLOW, MOST_ROWS, MOST_STEPS, MOST_VALUES = 30, 500, 500, 10**6

Table = list[list[Any]]  # of int or Fraction
EVENTS: dict[str, Callable[[Table, int], Table]] = {
    "arrival": lambda g, m: g[1:],
    "fast_departure": lambda g, m: [g[max(x - 1, 0)] for x in range(len(g))],
    "slow_departure": lambda g, m: [[y * row[y - 1] + (m - y) * row[y] for y in range(m + 1)] for row in g],
}


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


def whole(value: Any, low: int, high: int, what: str) -> int:
    require(type(value) is int and low <= value <= high, "out-of-range",
            f"{what}: {str(value)[:60]!r} is not an integer from {low} to {high}")
    return int(value)


def listed(value: Any, what: str, length: int = 0) -> list[Any]:
    """A list that is not empty; of this length, if one is given."""
    right = isinstance(value, list) and 0 < len(value) <= MOST_ROWS and length in (0, len(value))
    require(right, "wrong-type", f"{what}: {str(value)[:60]} is not a list of {length or 'something'}")
    return list(value)


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


def sends(f: Table, m: int, x: int, y: int) -> list[Any]:
    """The values after sending a = 0, 1, ... jobs, for all feasible a."""
    return [f[x - a][y + a] for a in range(min(x, m - y) + 1)]


def routed(f: Table, m: int) -> Table:
    """g, wherever f is known."""
    return [[min(sends(f, m, x, y)) for y in range(m + 1)] for x in range(len(f))]


def total(terms: list[tuple[Any, Table]]) -> Table:
    """The sum of multiples, as far as all of them are known."""
    found = [[sum(k * values[y] for (k, _), values in zip(terms, rows, strict=True))
              for y in range(len(rows[0]))] for rows in zip(*(table for _, table in terms), strict=False)]
    small = all(max(abs(v.numerator), v.denominator) < 10**DIGITS for row in found for v in row)
    require(small, "too-large", f"a value has more than {DIGITS} digits")
    return found


def require_work(tables: int, m: int, rows: int) -> None:
    """No more values than a few seconds are enough for."""
    require(tables <= MOST_STEPS and tables * rows * (m + 1) <= MOST_VALUES, "too-large",
            f"{tables} tables of {rows} rows")


def line(per_x: Any, per_y: Any, m: int, rows: int) -> Table:
    """The function per_x x + per_y y."""
    return [[per_x * x + per_y * y for y in range(m + 1)] for x in range(rows)]


def chain(derivation: Any, m: int, rows: int) -> tuple[Table, dict[str, Any]]:
    """The last function of a chain, and what follows from how it is made."""
    tables, words, unused = {"cost": line(1, 1, m, rows)}, {"cost": "x + y"}, set()
    events: list[str] = []
    made = 0
    for step in listed(derivation, "derivation"):
        step = keys(step, ["name", "sum"], "derivation")
        name, terms, said = step["name"], [], []
        fresh = isinstance(name, str) and re.fullmatch("[a-z][a-z0-9_]{0,30}", name) and name not in tables
        require(bool(fresh), "bad-derivation", f"{name!r} is not a new name of small letters and digits")
        for term in listed(step["sum"], name):
            term = keys(term, ["times", "of", "after"], name)
            times = whole(term["times"], 1, 10**DIGITS, f"{name}: times")
            require(term["of"] in tables, "bad-derivation", f"{name}: {term['of']!r} is not made before it")
            table, after = tables[term["of"]], [] if term["after"] == [] else listed(term["after"], name)
            require_work(made := made + 1 + len(after), m, rows)
            for event in after:
                require(event in EVENTS, "bad-derivation", f"{name}: no event {event!r}")
                events.append(event)
                table = EVENTS[event](routed(table, m), m)
            unused.discard(term["of"])
            terms.append((times, table))
            runs = [f"[{event}]" for event in reversed(after)]  # the first one stands next to the function
            said.append(" ".join([*([f"{times}"] if times > 1 else []), *runs, term["of"]]))
        tables[name], words[name] = total(terms), " + ".join(said)
        unused.add(name)
    require(unused == {name}, "bad-derivation", f"made and not used: {sorted(unused - {name})}")
    runs = [f"[{event}]" for event in sorted({*events})]
    return tables[name], {
        "notation": "[event] f is the event of f routed", "functions": words,
        "every set of functions": f"that contains x + y and is closed under sums, positive multiples, "
        f"{', '.join(runs)}, contains {name}"}


def model(raw: Any, m: int, rows: int) -> tuple[Table, dict[str, Any]]:
    """Value iteration with constant rates, so many steps."""
    found = keys(raw, ["lam", "mu1", "mu2", "discount", "cost", "terminal", "steps"], "model")
    rates = [exact(found[name]) for name in ("lam", "mu1", "mu2")]
    discount = exact(found["discount"])
    costs = [exact(v) for name in ("cost", "terminal") for v in listed(found[name], name, 2)]
    require(min([*rates, discount]) > 0 and discount <= 1, "bad-model", "rates and 0 < discount <= 1")
    require(min(costs) >= 0, "bad-model", "a negative cost")
    f = line(costs[2], costs[3], m, rows)
    factor = discount / (rates[0] + rates[1] + m * rates[2])
    steps = whole(found["steps"], 0, MOST_STEPS, "steps")
    require_work(steps, m, rows)
    for _ in range(steps):
        g = routed(f, m)
        after = [(factor * rate, event(g, m)) for rate, event in zip(rates, EVENTS.values(), strict=True)]
        f = total([(1, line(costs[0], costs[1], m, rows)), *after])
    return f, {"function": f"value iteration after {steps} steps"}


def not_threshold(raw: Any, f: Table, m: int) -> dict[str, Any]:
    """That fewer jobs must be sent at a larger x, y the same."""
    found = keys(raw, ["y", "x", "then"], "not_threshold")
    y = whole(found["y"], 0, m - 1, "y")
    then = whole(found["then"], 1, len(f) - 1, "then")
    x = whole(found["x"], 0, then - 1, "x")
    values = {at: sends(f, m, at, y) for at in (x, then)}
    best = {at: [a for a, v in enumerate(vs) if v == min(vs)] for at, vs in values.items()}
    require(min(best[x]) > max(best[then]), "threshold",
            f"best numbers to send: {best[x]} at ({x},{y}), {best[then]} at ({then},{y})")
    return {"not_a_threshold": [
        {"at": f"({at},{y})", "after sending 0, 1, ...": [*map(str, values[at])], "best": best[at]}
        for at in (x, then)]}


def violates(raw: Any, f: Table, m: int) -> dict[str, Any]:
    """That sum of lesser <= sum of greater, with offsets from a state, fails there."""
    found = keys(raw, ["lesser", "greater", "at"], "violates")
    start = listed(found["at"], "at", 2)
    sums, words = [], []
    for side in ("lesser", "greater"):
        terms = []
        for term in listed(found[side], side):
            term = keys(term, ["times", "at"], side)
            offset = [whole(d, 0, MOST_ROWS, "offset") for d in listed(term["at"], "offset", 2)]
            x = whole(start[0], 0, len(f) - 1 - offset[0], "at")
            y = whole(start[1], 0, m - offset[1], "at")
            terms.append((whole(term["times"], 1, 10**DIGITS, "times"), x + offset[0], y + offset[1]))
        sums.append(sum(k * f[x][y] for k, x, y in terms))
        words.append(" + ".join(f"{k if k > 1 else ''} f({x},{y})".strip() for k, x, y in terms))
    require(sums[0] > sums[1], "holds", f"{words[0]} <= {words[1]}: {sums[0]} <= {sums[1]}")
    return {"fails": " <= ".join(words), "lesser": str(sums[0]), "greater": str(sums[1])}


FUNCTION = {"chain": chain, "model": model}
WITNESS = {"not_threshold": not_threshold, "violates": violates}


def claims(raw: Any) -> dict[str, Any]:
    """What the certificate refutes, written anew from all of it but the claims."""
    require(isinstance(raw, dict), "wrong-type", "not a JSON object")
    raw = {key: value for key, value in raw.items() if key != "claims"}
    require(raw.get("format") == FORMAT, "stale", f"format {raw.get('format')!r}, known: {FORMAT}")
    made, shown = ([name for name in table if name in raw] for table in (FUNCTION, WITNESS))
    require(len(made) == len(shown) == 1, "wrong-type", f"wants one of {[*FUNCTION]} and one of {[*WITNESS]}")
    keys(raw, ["format", "slow", "rows", *made, *shown], "certificate")
    m = whole(raw["slow"], 1, MOST_SLOW, "slow")
    rows = whole(raw["rows"], 1, MOST_ROWS, "rows")
    f, about = FUNCTION[made[0]](raw[made[0]], m, rows)
    return about | WITNESS[shown[0]](raw[shown[0]], f, m)


def check(raw: Any) -> dict[str, Any]:
    """The claims of a certificate, if they are what it shows; else Rejected."""
    expected = claims(raw)
    require_same(raw["claims"], expected)
    return expected


def check_file(path: Path) -> tuple[str, str]:
    """The verdict on a file, and why."""
    try:
        check(read(path))
        return "refuted", ""
    except Rejected as refusal:
        return "stale" if refusal.reason == "stale" else "error", str(refusal)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        return "error", f"malformed: {type(error).__name__} {error}"[:300]


def main(arguments: list[str]) -> int:
    if not arguments:
        print("usage: check_frontier.py certificate.json ...", file=sys.stderr)
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
