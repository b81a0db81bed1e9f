"""Search a certificate of indexability, or of a refutation, and have the trusted checker write it.

The path (path.py) gives the breakpoints; each is written as a decimal cut off after so few digits as keep it
apart from its neighbours.  Nothing here is trusted: certificate/check_index.py refuses what does not prove
the claim, and the precision grows until it decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from flint import ctx

from proofcheck.certificate import check_index
from proofcheck.certificate.write import layout
from proofcheck.errors import BadInput
from proofcheck.index.enclosure import Undecided, ball, ends
from proofcheck.index.instance import Instance
from proofcheck.index.optimal import Violated, best_actions, search
from proofcheck.index.path import Breakpoint, walk

WITNESS_BITS, MOST_BREAKPOINTS = 256, 200_000
ORDER = ("format", "verdict", "claim", "shows", "K", "mu", "law", "beta", "delta", "bits", "exp_minus_mu",
         "thresholds_at_the_end", "breakpoints", "points")  # fmt: skip
Progress = Callable[[Iterable[Breakpoint]], Iterable[Breakpoint]]


@dataclass(frozen=True)
class Outcome:
    """`proved` or `refuted` with the certificate, or `unproved` with the reason."""

    verdict: str
    certificate: dict[str, Any] | None
    reason: str = ""

    @property
    def text(self) -> str:
        """The certificate as its file has it."""
        return layout(self.certificate) + "\n"


def default_delta(instance: Instance) -> Fraction:
    """K / 10^9: what is certified is [0, K - delta]."""
    return Fraction(instance.K, 10**9)


def certify(
    instance: Instance,
    delta: Fraction | None = None,
    progress: Progress = iter,
    witness: Fraction | None = None,
) -> Outcome:
    """Decide the claim for all subsidies in [0, K - delta]; a refutation is looked for at `witness` first."""
    delta = default_delta(instance) if delta is None else delta
    if not 0 < delta < instance.K:
        raise BadInput(f"delta: {delta} is not between 0 and K = {instance.K} (both excluded)")
    try:
        found = []
        for point in progress(walk(instance, instance.K - delta)):
            found.append(point)
            if len(found) > MOST_BREAKPOINTS:
                raise Undecided(f"more than {MOST_BREAKPOINTS} breakpoints; a larger delta has fewer")
        return _proved(instance, delta, found)
    except Violated as violation:
        return _refuted(instance, delta, violation, witness)
    except Undecided as reason:
        undecided = Outcome("unproved", None, str(reason))
        return undecided if instance.law is None else _refuted(instance, delta, reason, witness)


def head(instance: Instance, delta: Fraction, bits: int) -> dict[str, Any]:
    """What a certificate says of its instance."""
    about: dict[str, Any] = {"format": check_index.FORMAT, "K": instance.K, "bits": bits}
    about |= {"beta": str(instance.beta), "delta": str(delta)}
    if instance.mu is None:
        return about | {"law": [str(p) for p in instance.law or ()]}
    with ctx.workprec(2 * bits):
        low, high = ends((-ball(instance.mu)).exp())
    return about | {"mu": str(instance.mu), "exp_minus_mu": cut(low, high, bits * 3 // 10)}


def cut(low: Fraction, high: Fraction, digits: int) -> str:
    """The decimal cut off after so many digits, or a few more, below all of [low, high]."""
    for more in range(12):
        unit = 10 ** (digits + more)
        if low * unit // 1 == high * unit // 1:
            whole, rest = divmod(int(low * unit // 1), unit)
            return f"{whole}.{rest:0{digits + more}d}"
    raise Undecided(f"the first {digits} decimals of {float(low):.15g}")


def breakpoints(found: list[Breakpoint], upto: Fraction, more: int) -> list[list[Any]]:
    """[q, age, decimal], with `more` digits than it takes to tell neighbours apart."""
    middles = [(p.index.value.lower + p.index.value.upper) / 2 for p in found]
    gaps = [b - a for a, b in pairwise([Fraction(0), *middles, upto])]
    rows = []
    for point, gap in zip(found, map(min, pairwise(gaps)), strict=True):
        digits = max(1, len(str(int(1 / gap))) + more) if gap > 0 else 1
        rows.append([point.q, point.age, cut(point.index.value.lower, point.index.value.upper, digits)])
    return rows


def _proved(instance: Instance, delta: Fraction, found: list[Breakpoint]) -> Outcome:
    def attempts() -> Iterator[dict[str, Any]]:
        for more in range(1, 8):
            rows = breakpoints(found, instance.K - delta, more)
            places = max((len(text) for _, _, text in rows), default=0)
            bits = 32 + 4 * (places + more) + 2 * (1 / (1 - instance.beta)).__floor__().bit_length()
            yield head(instance, delta, max(64, bits)) | {"breakpoints": rows}

    return _first_accepted(attempts())


def _first_accepted(attempts: Iterable[dict[str, Any]]) -> Outcome:
    reason = "no attempt"
    for attempt in attempts:
        try:
            verdict, anew = check_index.check(attempt)
        except check_index.Rejected as refusal:
            reason = str(refusal)
        else:
            return Outcome(verdict, {key: anew[key] for key in ORDER if key in anew})
    return Outcome("unproved", None, reason)


def _refuted(
    instance: Instance, delta: Fraction, trouble: Violated | Undecided, witness: Fraction | None
) -> Outcome:
    upto = instance.K - delta
    near = trouble.near if isinstance(trouble, Violated) else ()
    simple = {gamma.limit_denominator(100) for gamma in near}
    grid = {Fraction(instance.K * k, 64) for k in range(64)}
    first = [] if witness is None else [witness]
    tried = (
        first + sorted(g for g in simple | set(near) if 0 <= g <= upto) + sorted(g for g in grid if g <= upto)
    )
    found = _first_accepted(_contradictions(instance, delta, tried))
    if found.verdict == "refuted":
        return found
    return Outcome("unproved", None, f"{trouble}, and no witness was found")


def _contradictions(instance: Instance, delta: Fraction, gammas: list[Fraction]) -> Iterator[dict[str, Any]]:
    """Candidate witnesses at these subsidies: one point without a threshold, or two that are not nested."""
    about, before = head(instance, delta, WITNESS_BITS), None
    for gamma in gammas:
        try:
            with ctx.workprec(2 * WITNESS_BITS):
                values = search(instance, gamma)
                probes = {q: best_actions(values, q, ball(gamma)) for q in range(1, instance.K + 1)}
        except (Undecided, Violated):
            continue
        here = {"gamma": str(gamma), "first_probes": list(values.thresholds)}
        for q, acts in probes.items():
            first = acts.index(True)
            if False in acts[first:]:
                states = [[q, first + 1, ""], [q, acts.index(False, first) + 1, ""]]
                yield about | {"points": [here | {"states": states}]}
        for (q, one), (p, two) in combinations(enumerate(values.thresholds, 1), 2):
            if one > two:
                yield about | {"points": [here | {"states": [[q, two, ""], [p, two, ""]]}]}
        if before and before[0] < gamma:
            for state in _lost(before[1], probes):
                both = [before[2] | {"states": [state]}, here | {"states": [state]}]
                yield about | {"points": both}
        before = gamma, probes, here


def _lost(before: dict[int, list[bool]], after: dict[int, list[bool]]) -> Iterator[list[Any]]:
    """States that idled before and probe after."""
    for q, acts in before.items():
        for age, probes in enumerate(acts, 1):
            if not probes and (age > len(after[q]) or after[q][age - 1]):
                yield [q, age, ""]
