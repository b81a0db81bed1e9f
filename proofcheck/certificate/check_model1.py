"""The trusted checker of the symbolic certificates: Model 1 for all beta, tau and laws; Theorem 5 of Model 2.

Standard library only; imports nothing of proofcheck; runs alone: python check_model1.py certificate.json ...

The model.  A probe at age tau pays K less the backlog found, E(tau) on average, and fills the queue: the
state is the age.  Idling pays the subsidy c; the discount is b, 0 < b < 1.  Per slot d jobs depart with
chance p_d (p_K: K or more), or all there are, if fewer.  With a power B = b^tau, 0 < B <= b,

    (1 - b) W(tau) = (1 - B)(K - E(tau-1)) - (b - B)(K - E(tau)).

This file lists the *obligations*: a goal, a polynomial to be shown `>= 0` or `= 0`, and polynomials that are
positive, not negative or zero, which may be used.  A certificate says

    product of positive ones * goal = sum of (positive number) * product of such + sum of multiples of zeros

and the two sides are expanded and compared, coefficient by coefficient.  A claim that is expected to fail is
refuted by a law at which it does.  docs/model1-certificates.md says how the theorems follow.  From the
numbers and names in a certificate it is written anew, and the one found must equal that word by word.
"""

import json
import re
import sys
from collections import namedtuple
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

FORMAT, MOST_K = "proofcheck-symbolic/1", 12
EXIT = {"proved": 0, "unproved": 3, "refuted": 1, "stale": 4, "error": 8}  # rising

Monomial = tuple[str, ...]  # sorted names of symbols


class Rejected(Exception):
    """A refusal: `reason` is a word of docs/model1-certificates.md, the rest says where and what."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail[:300]}")
        self.reason = reason


class Polynomial:
    """A polynomial with rational coefficients."""

    def __init__(self, terms: dict[Monomial, Fraction]) -> None:
        self.terms = {m: c for m, c in terms.items() if c}

    def __add__(self, other: Any) -> "Polynomial":
        total = dict(self.terms)
        for m, c in polynomial(other).terms.items():
            total[m] = total.get(m, Fraction(0)) + c
        return Polynomial(total)

    def __mul__(self, other: Any) -> "Polynomial":
        total: dict[Monomial, Fraction] = {}
        for m, c in self.terms.items():
            for n, d in polynomial(other).terms.items():
                both = tuple(sorted(m + n))
                total[both] = total.get(both, Fraction(0)) + c * d
        return Polynomial(total)

    def __sub__(self, other: Any) -> "Polynomial":
        return self + polynomial(other) * -1

    def __rsub__(self, other: Any) -> "Polynomial":
        return polynomial(other) - self

    __radd__, __rmul__ = __add__, __mul__

    def __str__(self) -> str:
        parts = []
        for m, c in sorted(self.terms.items(), key=lambda term: (len(term[0]), term[0])):
            size = " ".join([*([str(abs(c))] if abs(c) != 1 or not m else []), *m])
            parts.append(f"{'-' if c < 0 else '+'} {size}")
        return " ".join(parts).removeprefix("+ ") or "0"


def polynomial(value: Any) -> Polynomial:
    """A number or the name of a symbol as a polynomial."""
    if isinstance(value, Polynomial):
        return value
    return Polynomial({(value,): Fraction(1)} if isinstance(value, str) else {(): Fraction(value)})


# goal >= 0, or goal = 0 if `exactly`; positive, nonnegative, zero: polynomials by name, of which it is known.
# Without a goal: a claim about E that a law may refute.
Obligation = namedtuple("Obligation", "id group claim goal exactly positive nonnegative zero")


@cache
def obligations() -> list[Obligation]:
    """All that must be proved."""
    return list(all_obligations())


def all_obligations() -> Iterator[Obligation]:
    yield from index_obligations()
    yield from threshold_obligations()
    yield from theorem5_obligations()
    yield from backlog_obligations()
    claim = "as printed: for every law, E(tau) - E(tau-1) is non-increasing in tau"
    yield Obligation("model1.lemma1.printed", "lemma1", claim, None, False, {}, {}, {})


def w(power: Polynomial, before: Polynomial, here: Polynomial) -> Polynomial:
    """(1 - b) W(tau), with power = b^tau, before = E(tau-1), here = E(tau)."""
    b, size = polynomial("b"), polynomial("K")
    return (1 - power) * (size - before) - (b - power) * (size - here)


def shape() -> tuple[dict[str, Polynomial], dict[str, Polynomial]]:
    """What is known of beta and its powers, and of a decreasing convex E at three ages."""
    b, power, e0, e1, e2 = map(polynomial, ("b", "B", "E0", "E1", "E2"))
    positive = {"b": b, "B": power, "1-b": 1 - b, "1-B": 1 - power}
    return positive, {"decreasing": e1 - e2, "convex": e0 - 2 * e1 + e2}


def index_obligations() -> Iterator[Obligation]:
    """W increases: B = b^tau; E0, E1, E2 are E(tau-1), E(tau), E(tau+1)."""
    b, power, size, e0, e1, e2 = map(polynomial, ("b", "B", "K", "E0", "E1", "E2"))
    positive, convex = shape()
    step = w(b * power, e1, e2) - w(power, e0, e1)
    for name, claim, goal, exactly in (
            ("identity", "(1-b)(W(tau+1)-W(tau)) = (1-B)[(E(tau-1)-E(tau)) - b(E(tau)-E(tau+1))]",
             step - (1 - power) * (e0 - e1 - b * (e1 - e2)), True),
            ("first", "W(1) = 0", w(b, size, e1), True),
            ("shortfall", "(1-b)(K-W(tau+1)) = (1-b) E(tau) + b(1-B)(E(tau)-E(tau+1))",
             (1 - b) * size - w(b * power, e1, e2) - (1 - b) * e1 - b * (1 - power) * (e1 - e2), True),
            ("step", "W(tau+1) - W(tau) >= (1-B)(E(tau)-E(tau+1)) if E is convex",
             step - (1 - b) * (1 - power) * (e1 - e2), False),
            ("monotone", "W(tau+1) >= W(tau) if E is decreasing and convex", step, False)):
        yield Obligation(f"model1.index.{name}", "index", claim, goal, exactly, positive, convex, {})


def threshold_obligations() -> Iterator[Obligation]:
    """Theorems 1 and 2.  The policy probes at age t and later; A = b^(t-1), v = V(1) solves `value`, and
    gain(tau) = K - E(tau) + b v - c - b (K - E(tau+1) + b v) compares probing with idling once."""
    b, power, size, c, v, e0, e1, e2 = map(polynomial, ("b", "A", "K", "c", "v", "E0", "E1", "E2"))
    positive = {"b": b, "A": power, "1-b": 1 - b, "1-bA": 1 - b * power}
    value = {"value": (1 - b) * (1 - b * power) * v - c * (1 - power) - (1 - b) * power * (size - e1)}

    def gain(here: Polynomial, after: Polynomial) -> Polynomial:
        return (size - here + b * v) - c - b * (size - after + b * v)

    above = {"W(t+1)-c": w(b * b * power, e1, e2) - (1 - b) * c}
    below = {"c-W(t)": (1 - b) * c - w(b * power, e0, e1)}
    wait, g, probe, later, d, x, y = map(polynomial, ("D", "g", "R0", "R1", "d", "W(t)", "W(s+1)"))
    for name, claim, goal, exactly, nonnegative, zero in (
            ("probe", "gain(t) >= 0 if c <= W(t+1)", gain(e1, e2), False, above, value),
            ("idle", "gain(t-1) <= 0 if W(t) <= c", gain(e0, e1) * -1, False, below, value),
            ("rising", "gain(tau) >= gain(tau-1) if E is decreasing and convex",
             gain(e1, e2) - gain(e0, e1), False, shape()[1], {}),
            ("recursion", "R0, R1 worth of probing now and next, V = R1 + D next: c + b V - R0 = b D - gain",
             c + b * (later + wait) - probe - (b * wait - (probe - c - b * later)), True, {}, {}),
            ("waiting", "b D - g >= 0 if D >= 0 and g <= 0: idling is optimal before t, from age to age",
             b * wait - g, False, {"D": wait, "-g": g * -1}, {}),
            ("indexable", "thresholds t at c and s < t at d, W increasing: then d <= c", c - d, False,
             {"c-W(t)": c - x, "W(t)-W(s+1)": x - y, "W(s+1)-d": y - d}, {})):
        known = positive, nonnegative, zero
        yield Obligation(f"model1.threshold.{name}", "threshold", claim, goal, exactly, *known)


def theorem5_obligations() -> Iterator[Obligation]:
    """Model 2 at a boundary state: discounted active and passive times, Ap, Pp after probing, Ai, Pi after
    idling.  The gain of probing has slope Pp - Pi in the subsidy; where it falls through 0, idling begins."""
    b, ap, ai, pp, pi = map(polynomial, ("b", "Ap", "Ai", "Pp", "Pi"))
    both = {"probing": (1 - b) * (ap + pp) - 1, "idling": (1 - b) * (ai + pi) - 1}
    bounds = {"Ap-1": ap - 1, "b-(1-b)Ai": b - (1 - b) * ai, "1-2b": 1 - 2 * b}
    for name, claim, goal, exactly, nonnegative, zero in (
            ("slope", "Pi - Pp = Ap - Ai: the gain falls where the active time after probing is larger",
             pi - pp - ap + ai, True, {}, both),
            ("active_time", "Ap >= Ai if b <= 1/2: Ap >= 1, and Ai <= b/(1-b) as it begins a slot later",
             ap - ai, False, bounds, {})):
        yield Obligation(f"model2.theorem5.{name}", "theorem5", claim, goal, exactly, {"1-b": 1 - b},
                         nonnegative, zero)


def moved(chances: list[Any], law: list[Any], nothing: Any) -> list[Any]:
    """The distribution of the backlog one slot later."""
    after = [nothing] * len(chances)
    for i, chance in enumerate(chances):
        for d, share in enumerate(law):
            after[max(i - d, 0)] = after[max(i - d, 0)] + chance * share
    return after


def mean(chances: list[Any], nothing: Any) -> Any:
    return sum((chance * i for i, chance in enumerate(chances)), nothing)


def backlog_obligations() -> Iterator[Obligation]:
    """E for each K and any law: x_i is the chance of i jobs at age tau - 1 >= 0, p_d that of d departures
    (p_K: K or more); s = p_0 + ... + p_K, which is 1, makes both sides of one degree."""
    for size in range(1, MOST_K + 1):
        x, law = ([polynomial(f"{name}{i}") for i in range(size + 1)] for name in "xp")
        none = polynomial(0)
        once, s = moved(x, law, none), sum(law, none)
        e0, e1, e2 = mean(x, none), mean(once, none), mean(moved(once, law, none), none)
        nonnegative = {str(one): one for one in x + law}
        for name, claim, goal in (
                ("decreasing", "E(tau) <= E(tau-1)", e0 * s - e1),
                ("convex", "E(tau-1) - E(tau) >= E(tau) - E(tau+1)", e0 * s * s - 2 * e1 * s + e2),
                ("vanishing", "K E(tau) <= (K - 1 + p_0) E(tau-1): E tends to 0 if p_0 < 1",
                 (size * s - s + law[0]) * e0 - size * e1)):
            claim = f"K = {size}, any law, any tau: {claim}"
            yield Obligation(f"model1.K{size}.{name}", f"K{size}", claim, goal, False, {}, nonnegative, {})


def proves(o: Obligation, entry: dict[str, Any]) -> dict[str, Any]:
    """The sum in a certificate, written anew, if both sides of its equation are the same polynomial."""
    left, total = o.goal, polynomial(0)
    if o.exactly and entry["sum"]:
        raise Rejected("not-zero", f"{o.id}: only zeros can show that a goal is 0")
    lists = entry["times"], entry["sum"], entry["zero"], *entry["sum"], *entry["zero"]
    if any(type(one) is not list for one in lists):
        raise Rejected("malformed", f"{o.id}: times, sum, zero and their items are lists")
    for name in entry["times"]:
        left = left * known(o.positive, name)
    for number, *names in entry["sum"]:
        term = polynomial(coefficient(number, True))
        for name in names:
            term = term * known(o.positive | o.nonnegative, name)
        total = total + term
    for number, equation, *names in entry["zero"]:
        term = known(o.zero, equation) * coefficient(number, False)
        for name in names:
            term = term * symbol(name)
        total = total + term
    if (left - total).terms:
        raise Rejected("residual", f"{o.id}: the two sides differ by {left - total}")
    return {key: entry[key] for key in ("times", "sum", "zero")}


def known(table: dict[str, Polynomial], name: Any) -> Polynomial:
    if not isinstance(name, str) or name not in table:
        raise Rejected("unknown-factor", f"{name!r:.60} is not among {', '.join(table) or 'nothing'}")
    return table[name]


def symbol(name: Any) -> str:
    if not isinstance(name, str) or not re.fullmatch("[a-zA-Z][a-zA-Z0-9]{0,9}", name):
        raise Rejected("unknown-factor", f"{name!r:.60} is not a symbol")
    return name


def coefficient(value: Any, positive: bool) -> Fraction:
    """An integer or a string "p/q" in lowest terms; if so asked, positive."""
    parts = re.fullmatch("(-?[0-9]{1,40})/([0-9]{1,40})", value) if isinstance(value, str) else None
    if type(value) is int and abs(value) < 10**40:
        result = Fraction(value)
    elif not parts or str(result := Fraction(int(parts[1]), int(parts[2]) or 1)) != value:
        raise Rejected("not-exact", f"{value!r:.60} is not an integer or p/q")
    if positive and result <= 0:
        raise Rejected("not-positive", f"{value} is not positive")
    return result


def refutes(found: Any) -> dict[str, Any]:
    """A witness against the printed Lemma 1, written anew with the exact values of E."""
    size, tau, law = found["K"], found["tau"], [coefficient(p, False) for p in found["law"]]
    if type(size) is not int or type(tau) is not int or not 1 <= size <= MOST_K or not 1 <= tau <= 1000:
        raise Rejected("bad-witness", f"K from 1 to {MOST_K} and tau from 1 to 1000 are wanted")
    if not 2 <= len(law) <= 1000 or min(law) < 0 or sum(law) != 1:
        raise Rejected("bad-witness", "the law is not a list of probabilities that sum to 1")
    chances, e = [Fraction(0)] * size + [Fraction(1)], []
    for _ in range(tau + 2):
        e.append(mean(chances, Fraction(0)))
        chances = moved(chances, law, Fraction(0))
    before, after = e[tau] - e[tau - 1], e[tau + 1] - e[tau]
    if before >= after:
        raise Rejected("bad-witness", f"there the claim holds: {before} >= {after}")
    shows = f"E({tau})-E({tau - 1}) = {before} < {after} = E({tau + 1})-E({tau})"
    return {"K": size, "law": found["law"], "tau": tau, "shows": shows}


def words(o: Obligation) -> dict[str, Any]:
    """The claim, its goal, and what is known, but for single symbols that are not negative."""
    if o.goal is None:
        return {"id": o.id, "claim": o.claim}
    goal = text if len(text := str(o.goal)) < 400 else f"{len(o.goal.terms)} terms"
    tables = (o.positive, "> 0"), (o.nonnegative, ">= 0"), (o.zero, "= 0")
    facts = [(name, str(one), sign) for table, sign in tables for name, one in table.items()]
    given = [f"{name}: {one} {sign}" for name, one, sign in facts if one != name]
    return {"id": o.id, "claim": o.claim, "goal": f"{goal} {'=' if o.exactly else '>='} 0", "given": given}


def check(o: Obligation, entry: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The verdict on an obligation, and its entry written anew."""
    rest: dict[str, Any]
    if "unproved" in entry:
        verdict, rest = "unproved", {"unproved": str(entry["unproved"])}
    elif o.goal is None:
        verdict, rest = "refuted", {"refuted": refutes(entry["refuted"])}
    else:
        verdict, rest = "proved", proves(o, entry)
    return verdict, words(o) | rest | {"verdict": verdict}


def check_file(path: Path) -> dict[str, tuple[str, str]]:
    """Verdicts with reasons on the group a file is named after; one wrong entry, and it is refused whole."""
    todo = [o for o in obligations() if o.group == path.stem]
    try:
        found = read(path)
        if found["format"] != FORMAT:
            raise Rejected("stale", f"format {found['format']!r:.60}, known: {FORMAT}")
        if (ids := [entry["id"] for entry in found["obligations"]]) != [o.id for o in todo]:
            raise Rejected("differs", f"obligations: expected {[o.id for o in todo]}, found {ids}"[:300])
        checked = [check(o, entry) for o, entry in zip(todo, found["obligations"], strict=True)]
        whole = {"format": FORMAT, "group": path.stem, "obligations": [anew for _, anew in checked]}
        if (one := json.dumps(found, sort_keys=True)) != (two := json.dumps(whole, sort_keys=True)):
            at = next(k for k in range(len(one) + 1) if one[: k + 1] != two[: k + 1])
            raise Rejected("differs", f"expected {two[max(0, at - 40) : at + 40]}, found {one[at : at + 40]}")
        verdicts = {o.id: (verdict, "") for o, (verdict, _) in zip(todo, checked, strict=True)}
        return verdicts or {path.name: ("error", "unknown-group: no obligation belongs to it")}
    except Rejected as refusal:
        refused = "stale" if refusal.reason == "stale" else "error", str(refusal)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        refused = "error", f"malformed: {type(error).__name__} {error}"[:300]
    return {o.id: refused for o in todo} or {path.name: refused}


def read(path: Path) -> Any:
    """The JSON in a file.  Floats, NaN, duplicate keys, huge numbers, deep nesting: refused."""
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise Rejected("malformed", f"a key stands twice among {[key for key, _ in pairs]}")
        return dict(pairs)

    def refuse(text: str) -> Any:
        raise Rejected("not-exact", f"{text[:60]}: numbers are integers or strings")

    try:
        text = path.read_text("utf-8")
        return json.loads(text, object_pairs_hook=unique, parse_float=refuse, parse_constant=refuse)
    except OSError as error:
        raise Rejected("unreadable", str(error.strerror)) from None
    except (RecursionError, ValueError) as error:
        raise Rejected("malformed", str(error).splitlines()[0]) from None


def main(names: list[str]) -> int:
    results = {o.id: ("unproved", "no certificate was given") for o in obligations()}
    for name in names:
        for key, verdict in check_file(Path(name)).items():
            first = results.get(key, ("unproved",))[0] == "unproved"
            results[key] = verdict if first else ("error", f"two certificates, one is {name}")
    for key, (word, why) in results.items():
        print(f"{word:9} {key}{why and '  ' + why}")
    return max(EXIT[word] for word, _ in results.values()) if names else 2


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(main(sys.argv[1:]))
