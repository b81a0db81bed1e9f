"""The trusted checker of indexability certificates (Model 2, blocking queues).

Standard library only; imports nothing of proofcheck; runs alone: python check_index.py certificate.json ...

The model.  A queue holds 0..K jobs; each slot D of them depart (or all, if fewer), D independent, Poisson(mu)
or a given law.  A probe that finds the queue empty pays K and fills it; another pays nothing.  State (q,tau):
q jobs seen tau slots ago.  Idling pays the subsidy gamma; discount beta.  With v_q = V(q,1), a probe at age t
is worth R(q,t) = P^t(q,0) (K + beta v_K) + beta sum_j P^t(q,j) v_j, and a policy that probes first at t_q has

    v_q = gamma (1 - beta^(t_q-1))/(1 - beta) + beta^(t_q-1) R(q,t_q).                                    (*)

    gain(q,t) = R(q,t) - gamma - beta R(q,t+1)        known(0) = (1 - beta)(K + beta v_K) - gamma
    known(j)  = beta v_j - gamma - beta R(j,1)        (which is - gamma where t_j = 1)

A certificate with `breakpoints` encloses each of them by a decimal.  Between two of them the thresholds t are
fixed and all of the above is affine in gamma, so signs at the outer ends of two enclosures hold on all that
lies between.  docs/index-certificates.md proves that the signs required by `interval` make the policy optimal
and the passive sets nested.  A certificate with `points` shows by the full Bellman equation, at one or two
subsidies, actions that no threshold, or no nested passive set, allows.

Numbers are intervals (lo, hi) of integers, in units of 2^-bits, rounded outwards.  v is approximate: what it
misses in (*), divided by 1 - beta, bounds its error, for the matrix in (*) has row sums of at most beta.
From the numbers in a certificate it is written anew, and the one found must equal that word by word.
"""

import json
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import ceil
from operator import mul
from pathlib import Path
from typing import Any

FORMAT = "proofcheck-indexability/1"
EXIT = {"proved": 0, "refuted": 1, "stale": 4, "error": 8}  # rising
MOST_K, MOST_MU, MOST_LAW, MOST_BITS, MOST_AGE = 64, 1000, 1000, 2**14, 10**6
MOST_TABLE, MOST_WORK = 2 * 10**9, 10**11  # ages K^2 bits, products K bits: against files that never end
CLAIM = ("{departures}, K = {K}, beta = {beta}: for every subsidy in [0, {upto}] a threshold policy is "
         "optimal, thresholds do not fall with q, and the set of states where idling is optimal loses no "
         "state as the subsidy grows")  # fmt: skip

Interval = tuple[int, int]
Line = tuple[list[int], list[int], Interval]  # lower and upper coefficients of v_1, ..., v_K, and a constant
Ratio = tuple[int, int]  # numerator and denominator
Plan = tuple[int, ...]  # t_1, ..., t_K
Values = tuple[list[int], int]  # v_1, ..., v_K with one bound of their errors


class Rejected(Exception):
    """A refusal: `reason` is a word of docs/index-certificates.md, the rest says where and what."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail[:300]}")
        self.reason = reason


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


def integer(value: Any, low: int, high: int, what: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise Rejected("out-of-range", f"{what}: {value!r:.60} is not an integer from {low} to {high}")
    return value


def rational(value: Any, what: str) -> Fraction:
    """From "p/q" in lowest terms, or "p"."""
    parts = re.fullmatch("(-?[0-9]{1,120})(/([0-9]{1,120}))?", value) if isinstance(value, str) else None
    if parts and str(result := Fraction(int(parts[1]), int(parts[3] or 1) or 1)) == value:
        return result
    raise Rejected("not-exact", f'{what}: {value!r:.60} is not "p" or "p/q" in lowest terms')


def decimal(value: Any, what: str) -> tuple[Fraction, Fraction]:
    """A decimal cut off after its last digit encloses a number: itself, and one unit more."""
    if not isinstance(value, str) or not re.fullmatch("(0|[1-9][0-9]{0,9})[.][0-9]{1,5000}", value):
        raise Rejected("not-exact", f"{what}: {value!r:.60} is not a decimal")
    return Fraction(value), Fraction(value) + Fraction(1, 10 ** len(value.partition(".")[2]))


def require_exp(mu: Fraction, low: Fraction, high: Fraction) -> None:
    """That low <= e^-mu <= high.  With n >= mu the terms of the alternating series of e^-(mu/n) fall, so that
    partial sums ending in a negative term lie below, others above; then the n-th power."""
    n = ceil(mu)
    term, total, other, k = Fraction(1), Fraction(1), Fraction(0), 0
    while 10**9 * n * abs(term) > high - low:  # until the bounds are much closer than what is to hold them
        k += 1
        term *= -mu / n / k
        total, other = total + term, total
    if not low <= min(total, other) ** n <= max(total, other) ** n <= high:
        raise Rejected("bad-enclosure", f"e^-{mu} is not shown to lie from {float(low)} to {float(high)}")


class Arm:
    """One instance in fixed point: beliefs, probes, values, gains."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.K, self.bits = integer(raw["K"], 1, MOST_K, "K"), integer(raw["bits"], 64, MOST_BITS, "bits")
        self.one, self.beta = 1 << self.bits, rational(raw["beta"], "beta")
        if not 0 < self.beta < 1:
            raise Rejected("out-of-range", f"beta = {self.beta} is not between 0 and 1")
        self.ratio, self.rest = self.beta.as_integer_ratio(), (1 - self.beta).as_integer_ratio()
        self.rate, self.oldest = self.fixed(self.beta), min(MOST_AGE, MOST_TABLE // (self.K**2 * self.bits))
        self.left = MOST_WORK // (self.K * self.bits)
        self.poisson = "mu" in raw
        if self.poisson:
            self.mu = rational(raw["mu"], "mu")
            if not 0 < self.mu <= MOST_MU or self.mu.denominator > 10**9:
                raise Rejected("out-of-range", f"mu = {self.mu} is not above 0, at most {MOST_MU}, in 1/10^9")
            low, high = decimal(raw["exp_minus_mu"], "exp_minus_mu")
            require_exp(self.mu, low, high)
            self.decay = self.fixed(low)[0], self.fixed(high)[1]
        else:
            law = [rational(p, "law") for p in raw["law"]]
            if not 2 <= len(law) <= MOST_LAW or min(law) < 0 or sum(law) != 1 or law[0] == 1:
                raise Rejected("bad-law", "probabilities are not negative, sum to 1, and p_0 < 1")
            self.law = [self.fixed(p) for p in law[: self.K]]
        most = self.K if self.poisson else max(k for k, p in enumerate(law) if p)  # departures in a slot
        self.start = tuple([ceil(Fraction(q, most)) for q in range(1, self.K + 1)])
        self.powers, self.discounts = [(self.one, self.one)], [(self.one, self.one)]
        self.folds = [[(self.one, self.one)] + [(0, 0)] * (self.K - 1)]
        self.rows: dict[tuple[int, int], Line] = {}
        self.steps: dict[tuple[int, int], Line] = {}

    def fixed(self, x: Fraction) -> Interval:
        return (x.numerator << self.bits) // x.denominator, -((-x.numerator << self.bits) // x.denominator)

    def times(self, a: Interval, b: Interval) -> Interval:
        """The product of two intervals that are not negative."""
        return a[0] * b[0] >> self.bits, -(-a[1] * b[1] >> self.bits)

    def scaled(self, a: Interval, x: Ratio) -> Interval:
        """x times the interval; x >= 0, the interval may be negative."""
        return a[0] * x[0] // x[1], -(-a[1] * x[0] // x[1])

    def departures(self, age: int) -> list[Interval]:
        """P(k jobs depart in that many slots), k = 0..K-1."""
        if not self.poisson:
            while len(self.folds) <= integer(age, 0, self.oldest, "age"):
                last, sums = self.folds[-1], range(self.K)
                terms = [[self.times(last[k - i], p) for i, p in enumerate(self.law[: k + 1])] for k in sums]
                self.folds.append([(sum(a for a, _ in t), sum(b for _, b in t)) for t in terms])
            return self.folds[age]
        found = [self.power(self.powers, self.decay, age)]
        for k in range(1, self.K):
            found.append(self.scaled(found[-1], (self.mu * age / k).as_integer_ratio()))
        return found

    def discount(self, t: int) -> Interval:
        return self.power(self.discounts, self.rate, t - 1)

    def power(self, known: list[Interval], base: Interval, n: int) -> Interval:
        while len(known) <= integer(n, 0, self.oldest, "age"):
            known.append(self.times(known[-1], base))
        return known[n]

    def occupied(self, q: int, age: int) -> Interval:
        """P(not empty at that age, last seen with q jobs): no more than q - 1 departures."""
        some = self.departures(age)[:q]
        return sum(a for a, _ in some), min(self.one, sum(b for _, b in some))

    def row(self, q: int, age: int) -> Line:
        """R(q,age): its coefficients of v_1, ..., v_K, and its constant."""
        if (q, age) not in self.rows:
            gone, (low, high) = self.departures(age), self.occupied(q, age)
            empty = self.one - high, self.one - low
            row = [self.scaled(gone[q - j], self.ratio) if j <= q else (0, 0) for j in range(1, self.K + 1)]
            (a, b), (c, d) = row[-1], self.scaled(empty, self.ratio)
            row[-1] = a + c, b + d
            lows, highs = [a for a, _ in row], [b for _, b in row]
            self.rows[q, age] = lows, highs, (self.K * empty[0], self.K * empty[1])
        return self.rows[q, age]

    def step(self, q: int, age: int) -> Line:
        """The same for R(q,age) - beta R(q,age+1)."""
        if (q, age) not in self.steps:
            (lows, highs, (a, b)), (later_lows, later_highs, (c, d)) = self.row(q, age), self.row(q, age + 1)
            pairs = zip([*lows, a], [*highs, b], [*later_lows, c], [*later_highs, d], strict=True)
            late = [(a, b, *self.scaled((c, d), self.ratio)) for a, b, c, d in pairs]
            less = [(a - d, b - c) for a, b, c, d in late]
            self.steps[q, age] = [a for a, _ in less[:-1]], [b for _, b in less[:-1]], less[-1]
        return self.steps[q, age]

    def dot(self, line: Line, values: Values, slack: int) -> Interval:
        """coefficients . v + constant, where the moduli of the coefficients sum to at most `slack`."""
        (lows, highs, (low, high)), (v, error) = line, values
        self.left -= 1
        if self.left < 0:
            raise Rejected("too-much-work", f"more than {MOST_WORK} / (K bits) products of rows and values")
        low += sum(map(mul, lows, v)) >> self.bits
        high -= -sum(map(mul, highs, v)) >> self.bits
        return low - slack * error, high + slack * error

    def probe(self, q: int, age: int, values: Values) -> Interval:
        return self.dot(self.row(q, age), values, 1)

    def gain(self, q: int, age: int, values: Values, gamma: Interval) -> Interval:
        low, high = self.dot(self.step(q, age), values, 2)
        return low - gamma[1], high - gamma[0]

    def known(self, j: int, plan: Plan, values: Values, gamma: Interval) -> Interval:
        v, error = values
        low, high = self.scaled((v[j - 1] - error, v[j - 1] + error), self.ratio)  # for j = 0 this is v_K
        if j == 0:
            low, high = self.scaled((self.K * self.one + low, self.K * self.one + high), self.rest)
        elif plan[j - 1] == 1:
            low, high = 0, 0
        else:
            a, b = self.scaled(self.probe(j, 1, values), self.ratio)
            low, high = low - b, high - a
        return low - gamma[1], high - gamma[0]

    def solve(self, plan: Plan) -> list[list[int]]:
        """About the slopes and constants of v, from v_q = slope gamma + constant + share v_K one by one, as
        R(q,.) is about v_1, ..., v_q and v_K.  Nothing but acceptance depends on how good they are."""
        lines: list[tuple[int, int, int]] = []
        for q, t in enumerate(plan, 1):
            (discount, _), (lows, _, (constant, _)) = self.discount(t), self.row(q, t)
            own = [discount * low >> self.bits for low in lows]
            slope = (self.one - discount) * self.rest[1] // self.rest[0]
            constant, share = discount * constant >> self.bits, own[-1]
            for times, (a, b, c) in zip(own, lines, strict=False):  # v_1, ..., v_(q-1)
                slope, constant = slope + (times * a >> self.bits), constant + (times * b >> self.bits)
                share += times * c >> self.bits
            pivot = self.one - own[q - 1] if q < self.K else self.one
            lines.append(((slope << self.bits) // pivot, (constant << self.bits) // pivot,
                          (share << self.bits) // pivot))  # fmt: skip
        *last, share = lines.pop()
        last = [(x << self.bits) // (self.one - share) for x in last]
        return [[line[i] + (line[2] * last[i] >> self.bits) for line in lines] + [last[i]] for i in (0, 1)]

    def values(self, plan: Plan, about: list[list[int]], gamma: Fraction) -> Values:
        """v at a subsidy, and how far each entry may be off."""
        n, d = gamma.as_integer_ratio()
        v, miss = [max(0, a * n // d + b) for a, b in zip(*about, strict=True)], 0
        idling = (gamma / (1 - self.beta)).as_integer_ratio()
        for found, q, t in zip(v, range(1, self.K + 1), plan, strict=True):
            early, late = self.discount(t)
            idle = self.scaled((self.one - late, self.one - early), idling)
            low, high = self.times((early, late), self.probe(q, t, (v, 0)))
            miss = max(miss, found - idle[0] - low, idle[1] + high - found)
        return v, -(-miss * self.rest[1] // self.rest[0])


def sign(value: Interval, wanted: int, what: str, gamma: Fraction) -> None:
    """Refuse unless the interval has the sign."""
    if (value[0] > 0) - (value[1] < 0) != wanted:
        word = "undecided" if value[0] <= 0 <= value[1] else "wrong-sign"
        raise Rejected(word, f"{what} is not {'<=>'[wanted + 1]} 0 at gamma = {float(gamma):.15g}")


def interval(arm: Arm, plan: Plan, ends: list[Fraction], entered: int, leaving: int) -> None:
    """The signs at the outer ends of two breakpoints between which the plan is used.

    Outside the left one the state (entered, t - 1) still gains by probing, outside the right one (leaving, t)
    no longer does; all else is as in between.  At gamma = 0 the thresholds are the ages from which on the
    queue can be empty; before these all actions tie, exactly.
    """
    if list(plan) != sorted(plan):
        raise Rejected("not-monotone", f"thresholds {list(plan)} fall with q")
    about = arm.solve(plan)
    for last, gamma in enumerate(ends):
        values, subsidy = arm.values(plan, about, gamma), arm.fixed(gamma)
        sign(arm.known(0, plan, values, subsidy), 1, "known(0)", gamma)
        for q, t in enumerate(plan, 1):
            later = -1 if last and q == leaving else 1
            before = 1 if not last and q == entered else -1
            sign(arm.gain(q, t, values, subsidy), later, f"gain({q},{t})", gamma)
            if t > 1 and gamma > 0:
                sign(arm.gain(q, t - 1, values, subsidy), before, f"gain({q},{t - 1})", gamma)
            if not arm.poisson:
                every_age(arm, q, t, values, gamma)
            elif t > 1:
                sign(arm.known(q, plan, values, subsidy), -1, f"known({q})", gamma)


def every_age(arm: Arm, q: int, t: int, values: Values, gamma: Fraction) -> None:
    """For a general law: gain > 0 at each age from t + 1, and V(q,age) > R(q,age) at each age below t - 1."""
    subsidy, waiting = arm.fixed(gamma), (0, 0)
    for age in range(t + 1, tail(arm, q, values, gamma)):
        sign(arm.gain(q, age, values, subsidy), 1, f"gain({q},{age})", gamma)
    for age in range(t - 1, 0, -1):
        (low, high), (a, b) = arm.gain(q, age, values, subsidy), arm.scaled(waiting, arm.ratio)
        waiting = a - high, b - low
        if age < t - 1 and gamma > 0:
            sign(waiting, 1, f"V({q},{age}) - R({q},{age})", gamma)


def tail(arm: Arm, q: int, values: Values, gamma: Fraction) -> int:
    """An age from which on gain(q,.) > 0: with d_j = K + beta (v_K - v_j) for j >= 1 and 0 for j = 0, gain is
    known(0) - mean of d at this age + beta mean of d at the next, and the chance of j >= 1 falls with age."""
    v, error = values
    most = 2 * (arm.K * arm.one + max(abs(v[-1] - x) for x in v) + 2 * error)
    gap, age = arm.known(0, (), values, arm.fixed(gamma)), 1
    sign(gap, 1, "known(0)", gamma)
    while gap[0] << arm.bits <= most * arm.occupied(q, age)[1]:
        age = integer(age + 1 + age // 4, 1, MOST_AGE, "the age where the tail begins")
    return age


def nested(arm: Arm, upto: Fraction, breakpoints: Any) -> dict[str, Any]:
    """That the claim holds; breakpoints are [q, age, decimal]."""
    plan, left, entered, anew = arm.start, (Fraction(0), Fraction(0)), 0, list[Any]()
    for number, (q, age, text) in enumerate(breakpoints):
        right = decimal(text, place := f"breakpoint {number}")
        if not left[1] <= right[0] < right[1] <= upto or not right[0] > 0:  # at 0 `interval` asks for less
            raise Rejected("not-in-order", f"{place} is not above 0 and the one before, or passes {upto}")
        if plan[integer(q, 1, arm.K, place) - 1] != integer(age, 1, MOST_AGE, place):
            raise Rejected("wrong-state", f"{place}: the threshold of q = {q} is {plan[q - 1]}, not {age}")
        interval(arm, plan, [left[0], right[1]], entered, q)
        plan = (*plan[: q - 1], age + 1, *plan[q:])
        anew.append([q, age, text])
        left, entered = right, q
    interval(arm, plan, [left[0], upto], entered, 0)
    return {"breakpoints": anew, "thresholds_at_the_end": list(plan)}


def actions(arm: Arm, gamma: Fraction, plan: Plan) -> Callable[[int, int], str]:
    """The only optimal action of each state at a subsidy, by the Bellman equation: v is right for the plan,
    and going back from the tail every choice is strict and probes first at plan[q - 1]."""
    values, subsidy, chosen = arm.values(plan, arm.solve(plan), gamma), arm.fixed(gamma), {}
    for q, first in enumerate(plan, 1):
        last = max(tail(arm, q, values, gamma), first)
        ahead = arm.probe(q, last, values)
        for age in range(last - 1, 0, -1):
            now, wait = arm.probe(q, age, values), arm.scaled(ahead, arm.ratio)
            wait = wait[0] + subsidy[0], wait[1] + subsidy[1]
            if now[0] <= wait[1] and wait[0] <= now[1]:
                raise Rejected("undecided", f"the action at ({q},{age}), gamma = {gamma}")
            chosen[q, age], ahead = ("probe", now) if now[0] > wait[1] else ("idle", wait)
        probed = next((age for age in range(1, last) if chosen[q, age] == "probe"), last)
        if probed != first:
            raise Rejected("not-optimal", f"after seeing {q} the first probe is at {probed}, not {first}")
    return lambda q, age: chosen.get((q, age), "probe")


def refuted(arm: Arm, upto: Fraction, points: Any) -> dict[str, Any]:
    """That the claim fails; points are {gamma, first_probes, states: [[q, age, action]]}."""
    anew, seen = [], list[tuple[Any, ...]]()
    for point in points:
        gamma = rational(point["gamma"], "gamma")
        plan = [integer(t, 1, MOST_AGE, "first_probes") for t in point["first_probes"]]
        if len(plan) != arm.K or not 0 <= gamma <= upto:
            raise Rejected("out-of-range", f"one age per q = 1..{arm.K}, and gamma from 0 to {upto}")
        action, states = actions(arm, gamma, tuple(plan)), []
        for q, age, _ in point["states"]:
            states.append([integer(q, 1, arm.K, "q"), integer(age, 1, MOST_AGE, "age"), action(q, age)])
            seen.append((gamma, *states[-1]))
        anew.append({"gamma": str(gamma), "first_probes": plan, "states": states})
    for (g, q, age, first), (h, p, later, second) in product(seen, seen):
        cases = {"no threshold": (g, q, first, second) == (h, p, "probe", "idle") and age < later,
                 "not indexable": (q, age, first, second) == (p, later, "idle", "probe") and g < h,
                 "thresholds fall": (g, first, second) == (h, "idle", "probe") and q < p and later <= age}
        for why in [word for word, holds in cases.items() if holds]:
            return {"points": anew, "shows": f"the only optimal action in ({q},{age}) at gamma = {g} is to "
                    f"{first}, in ({p},{later}) at gamma = {h} to {second}: {why}"}
    raise Rejected("no-contradiction", "a threshold and nested passive sets allow these actions")


def check(found: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The verdict, and the certificate written anew."""
    if found["format"] != FORMAT:
        raise Rejected("stale", f"format {found['format']!r:.60}, known: {FORMAT}")
    arm, delta = Arm(found), rational(found["delta"], "delta")
    if not 0 < (upto := arm.K - delta) < arm.K:
        raise Rejected("out-of-range", f"delta = {delta} is not between 0 and K")
    about = {key: found[key] for key in ("beta", "delta", *(["mu", "exp_minus_mu"] if arm.poisson else []))}
    about |= {} if arm.poisson else {"law": list(map(str, found["law"]))}
    law = f"Poisson({arm.mu}) departures" if arm.poisson else f"departures by {', '.join(about['law'])}"
    claim = CLAIM.format(departures=law, K=arm.K, beta=arm.beta, upto=upto)
    anew = {"format": FORMAT, "claim": claim, "K": arm.K, "bits": arm.bits} | about
    if "points" in found:
        return "refuted", anew | refuted(arm, upto, found["points"]) | {"verdict": "refuted"}
    return "proved", anew | nested(arm, upto, found["breakpoints"]) | {"verdict": "proved"}


def check_file(path: Path) -> tuple[str, str]:
    """The verdict on the claim in a file, and why it is refused."""
    try:
        found = read(path)
        verdict, anew = check(found)
        for key in sorted(found.keys() | anew.keys()):
            texts = [json.dumps(side[key]) if key in side else "nothing" for side in (anew, found)]
            if texts[0] != texts[1]:
                raise Rejected("differs", f"{key!r:.60}: expected {texts[0]:.100}, found {texts[1]:.100}")
        return verdict, ""
    except Rejected as refusal:
        return "stale" if refusal.reason == "stale" else "error", str(refusal)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
        return "error", f"malformed: {type(error).__name__} {error}"[:300]


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    if len(sys.argv) == 1:
        sys.exit("usage: check_index.py certificate.json ...")
    results = [(name, *check_file(Path(name))) for name in sys.argv[1:]]
    for name, verdict, why in results:
        print(f"{verdict:9} {name}{why and '  ' + why}")
    sys.exit(max(EXIT[verdict] for _, verdict, _ in results))
