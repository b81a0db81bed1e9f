"""Ways to cheat, as data: how a committed certificate is falsified, and why the checker must refuse it.

A `Cheat` changes a parsed certificate, a `TextCheat` the bytes of its file.  A cheat is *semantic* if
the proof itself is wrong (tree, multipliers, hypotheses), so that any checker of the same obligation
must refuse it, whatever is written around the proof; `semantic_cheats` gives these with the falsified
document and the id of the obligation that it claims to prove.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.common import Document, document, follow, leaves

Path = tuple[Any, ...]
Mutate = Callable[[Document], None]


@dataclass(frozen=True)
class Cheat:
    """A falsification of the certificate of `group`; `index` is the position of the obligation it harms."""

    name: str
    group: str
    mutate: Mutate
    reason: str
    index: int = 0
    problem: str = "three_server"
    semantic: bool = False


@dataclass(frozen=True)
class TextCheat:
    """A falsification of the bytes of a file, or of its name (`rename`, with the suffix)."""

    name: str
    edit: Callable[[bytes], bytes]
    reason: str
    group: str = "routing.K3.y1"
    rename: str = ""
    problem: str = "three_server"


def mutated(cheat: Cheat) -> tuple[Document, str]:
    """The falsified document, and the id of the obligation whose proof it harms."""
    original = document(cheat.problem, cheat.group)
    changed = copy.deepcopy(original)
    cheat.mutate(changed)
    return changed, original["obligations"][cheat.index]["id"]


def semantic_cheats() -> Iterator[tuple[Cheat, Document, str]]:
    """All cheats whose proof is wrong, each with the falsified document and the obligation's id."""
    for cheat in CHEATS:
        if cheat.semantic:
            yield cheat, *mutated(cheat)


# ---------------------------------------------------------------- ways to change a document


def put(path: Path, value: Any) -> Mutate:
    """Write a value (or, if callable, what it makes of the old one) at a path."""

    def mutate(changed: Document) -> None:
        place = follow(changed, path[:-1])
        place[path[-1]] = value(place[path[-1]]) if callable(value) else copy.deepcopy(value)

    return mutate


def drop(path: Path) -> Mutate:
    """Remove a field or an item."""

    def mutate(changed: Document) -> None:
        del follow(changed, path[:-1])[path[-1]]

    return mutate


def append(path: Path, value: Any) -> Mutate:
    """Append a value to the list at a path."""
    return put(path, lambda old: [*old, copy.deepcopy(value)])


def repeat(path: Path) -> Mutate:
    """Append the first item of a list to it once more."""
    return put(path, lambda old: [*old, copy.deepcopy(old[0])])


def move(source: Path, target: Path) -> Mutate:
    """Put a copy of one part in place of another."""

    def mutate(changed: Document) -> None:
        put(target, follow(changed, source))(changed)

    return mutate


def exchange(one: Path, other: Path) -> Mutate:
    """Exchange two parts."""

    def mutate(changed: Document) -> None:
        first, second = copy.deepcopy(follow(changed, one)), copy.deepcopy(follow(changed, other))
        put(one, second)(changed)
        put(other, first)(changed)

    return mutate


def import_proof(folder: str, group: str, source: int, target: int) -> Mutate:
    """Take the proof from another certificate."""

    def mutate(changed: Document) -> None:
        changed["obligations"][target]["proof"] = document(folder, group)["obligations"][source]["proof"]

    return mutate


def each(*mutations: Mutate) -> Mutate:
    """One change after the other."""

    def mutate(changed: Document) -> None:
        for one in mutations:
            one(changed)

    return mutate


def proof(index: int, *rest: Any) -> Path:
    """A path into the proof of an obligation."""
    return ("obligations", index, "proof", *rest)


def leaf(*uses: dict[str, Any], case: str = "all") -> dict[str, Any]:
    """A leaf that uses each hypothesis once."""
    return {"case": case, "goal_times": 1, "sum": [{"times": 1, **use} for use in uses]}


def cone(name: str, at: list[int], of: str = "f") -> dict[str, Any]:
    """An inequality of the cone, as a certificate uses it."""
    return {"times": 1, "use": name, "of": of, "at": at, "says": ""}


def sending(kind: str, at: list[int], sends: int) -> dict[str, Any]:
    """`upper` or `attained`, as a certificate uses it."""
    return {"times": 1, "use": kind, "at": at, "sends": sends, "says": ""}


def turned(uses: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same hypotheses with every multiplier negated."""
    return [{**use, "times": -use["times"]} for use in uses]


# ---------------------------------------------------------------- the proof is wrong

# K3.y1 at x1 has two leaves: A where no job is sent from (1,1), B where one is.
K3 = "routing.K3.y1"
A, B = proof(1, "cases", 0, "cases", 0), proof(1, "cases", 1, "cases", 0)
FAST, ARRIVAL = "event.fast_departure", "event.arrival"


def _multipliers() -> Iterator[Cheat]:
    rows: list[tuple[str, Mutate, str]] = [
        ("multiplier-doubled", put((*A, "sum", 4, "times"), 2), "residual"),
        ("multiplier-halved", put((*A, "sum", 4, "times"), "1/2"), "residual"),
        ("multiplier-nearly-right", put((*A, "sum", 4, "times"), f"{10**30 + 1}/{10**30}"), "residual"),
        ("multiplier-zero", put((*A, "sum", 4, "times"), 0), "not-positive"),
        ("multiplier-negative", put((*A, "sum", 4, "times"), -1), "not-positive"),
        ("multiplier-negative-rational", put((*A, "sum", 4, "times"), "-1/2"), "not-positive"),
        ("hypotheses-negated", put((*A, "sum"), turned), "not-positive"),
        ("goal-times-doubled", put((*A, "goal_times"), 2), "residual"),
        ("goal-times-zero", put((*A, "goal_times"), 0), "not-positive"),
        ("goal-times-negative", put((*A, "goal_times"), -1), "not-positive"),
        (
            "nothing-of-the-goal",
            each(put((*A, "goal_times"), 0), put((*A, "sum"), [])),
            "not-positive",
        ),
        ("hypothesis-dropped", drop((*A, "sum", 4)), "residual"),
        ("upper-dropped", drop((*A, "sum", 1)), "residual"),
        ("attained-dropped", drop((*A, "sum", 0)), "residual"),
        ("hypothesis-doubled", repeat((*A, "sum")), "residual"),
        ("hypothesis-too-many", append((*A, "sum"), cone("K1", [0, 0])), "residual"),
        ("empty-sum", put((*A, "sum"), []), "residual"),
    ]
    for name, mutate, reason in rows:
        yield Cheat(name, K3, mutate, reason, 1, semantic=True)
    # these two would do no harm, but a multiplier must be positive
    yield Cheat(
        "everything-negated",
        K3,
        each(put((*A, "goal_times"), -1), put((*A, "sum"), turned)),
        "not-positive",
        1,
    )
    yield Cheat(
        "unused-hypothesis-with-weight-zero",
        K3,
        append((*A, "sum"), {**cone("K1", [0, 0]), "times": 0}),
        "not-positive",
        1,
    )
    yield Cheat(
        "convex-combination-uneven",
        "routing.K5.y0",
        put(proof(1, "cases", 1, "cases", 0, "sum", 1, "times"), 2),
        "residual",
        1,
        semantic=True,
    )
    yield Cheat("empty-sum-in-an-event", FAST, put(proof(3, "sum"), []), "residual", 3, semantic=True)
    yield Cheat("empty-sum-in-a-claim", "claim", put(proof(0, "sum"), []), "residual", semantic=True)


def _off_by_one() -> Iterator[Cheat]:
    """One multiplier too large by one, in every leaf of several groups."""
    for folder, group in (
        ("three_server", K3),
        ("three_server", "routing.K5.y0"),
        ("three_server", "routing.K6.y0"),
        ("two_server", "routing.K3.y0"),
        ("two_server", "routing.Cx.y0"),
        ("many_server_m3", "routing.K5.y1"),
    ):
        for index, entry in enumerate(document(folder, group)["obligations"]):
            for path, found in leaves(entry["proof"]):
                last = len(found["sum"]) - 1
                name = f"off-by-one-{entry['id']}-{'-'.join(str(p) for p in path if p != 'cases')}"
                mutate = put(proof(index, *path, "sum", last, "times"), lambda old: old + 1)
                yield Cheat(name, group, mutate, "residual", index, folder, True)


def _hypotheses() -> Iterator[Cheat]:
    def of_a(name: str, use: dict[str, Any], reason: str) -> Cheat:
        return Cheat(name, K3, put((*A, "sum", 4), use), reason, 1, semantic=True)

    yield of_a("another-inequality", cone("K4", [1, 1]), "residual")
    yield of_a("another-state", cone("K3", [0, 1]), "residual")
    yield of_a("another-mode", cone("K3", [1, 0]), "residual")
    yield of_a("mode-above-the-range", cone("K3", [1, 2]), "outside-domain")
    yield of_a("mode-above-the-range-of-another", cone("K5", [1, 1]), "outside-domain")
    yield of_a("mode-that-does-not-exist", cone("K3", [1, 3]), "outside-domain")
    yield of_a("negative-x", cone("K3", [-1, 1]), "outside-domain")
    yield of_a("negative-mode", cone("K3", [1, -1]), "outside-domain")
    yield of_a("one-coordinate-too-few", cone("K3", [1]), "outside-domain")
    yield of_a("one-coordinate-too-many", cone("K3", [1, 1, 0]), "outside-domain")
    yield of_a("no-coordinates", cone("K3", []), "outside-domain")
    yield of_a("unknown-inequality", cone("K7", [1, 1]), "unknown-hypothesis")
    yield of_a("unnamed-inequality", cone("", [1, 1]), "unknown-hypothesis")
    yield of_a("inequality-of-an-unknown-function", cone("K3", [1, 1], "h"), "unknown-hypothesis")
    yield of_a("inequality-of-no-function", cone("K3", [1, 1], ""), "unknown-hypothesis")
    yield of_a("claim-as-hypothesis", cone("send_one", [0, 1]), "unknown-hypothesis")
    yield of_a("reduction-in-the-cone", cone("F", [0, 1]), "unknown-hypothesis")
    yield of_a("given-where-none-is", {"times": 1, "use": "given", "number": 0}, "unknown-hypothesis")
    yield Cheat(
        "goal-as-its-own-hypothesis",
        K3,
        put(proof(1), leaf(cone("K3", [1, 1], "g"))),
        "unknown-hypothesis",
        1,
        semantic=True,
    )
    yield Cheat(
        "inequality-of-f-for-g", K3, put(proof(1), leaf(cone("K3", [1, 1]))), "residual", 1, semantic=True
    )
    yield Cheat(
        "proof-of-another-inequality",
        K3,
        import_proof("three_server", "routing.K1.y2", 0, 0),
        "residual",
        semantic=True,
    )
    yield Cheat(
        "proof-of-another-mode",
        "routing.K1.y1",
        import_proof("three_server", "routing.K1.y0", 0, 0),
        "bad-split",
        semantic=True,
    )
    yield Cheat(
        "proof-for-another-problem",
        "routing.K1.y1",
        import_proof("two_server", "routing.K1.y1", 0, 0),
        "not-exhaustive",
        semantic=True,
    )
    yield Cheat(
        "symbolic-state-below-the-range",
        "routing.K1.y2",
        put(proof(2, "cases", 0, "sum", 2, "at"), [-1, 2]),
        "outside-domain",
        2,
        semantic=True,
    )
    # F, of f or of g, holds at x = 0 only, and of g only after routing is done
    yield Cheat(
        "reduction-outside-its-range",
        "reduction",
        put(proof(4), leaf(cone("F", [1, 0], "g"))),
        "outside-domain",
        4,
        semantic=True,
    )
    yield Cheat(
        "reduction-of-f-outside-its-range",
        "reduction",
        put(proof(6), leaf(cone("F", [1, 0]))),
        "outside-domain",
        6,
        semantic=True,
    )
    yield Cheat(
        "reduction-assumed-of-g",
        "reduction",
        put(proof(0), leaf(cone("F", [0, 0], "g"))),
        "unknown-hypothesis",
        semantic=True,
    )
    yield Cheat(
        "reduction-of-f-for-g", "reduction", put(proof(6, "sum", 0, "of"), "f"), "residual", 6, semantic=True
    )
    yield Cheat(
        "hypothesis-in-the-cost",
        "cost",
        put(proof(0), leaf(cone("K1", [0, 0]))),
        "unknown-hypothesis",
        semantic=True,
    )
    # closure: f and h are in the cone, nothing else
    yield Cheat("closure-of-f-only", "closure", drop(proof(0, "sum", 1)), "residual", semantic=True)
    yield Cheat(
        "closure-of-f-twice", "closure", put(proof(0, "sum", 1, "of"), "s f"), "residual", semantic=True
    )
    yield Cheat(
        "closure-of-another-function",
        "closure",
        put(proof(0, "sum", 1, "of"), "f"),
        "unknown-hypothesis",
        semantic=True,
    )
    yield Cheat(
        "routed-function-in-an-event",
        ARRIVAL,
        put(proof(0, "sum", 0, "of"), "g"),
        "unknown-hypothesis",
        semantic=True,
    )
    # claims: what is given, and nothing else
    yield Cheat(
        "given-of-another-number", "claim", put(proof(3, "sum", 0, "number"), 1), "residual", 3, semantic=True
    )
    yield Cheat(
        "given-number-too-large",
        "claim",
        put(proof(0, "sum", 0, "number"), 1),
        "unknown-hypothesis",
        semantic=True,
    )
    yield Cheat(
        "given-number-negative",
        "claim",
        put(proof(0, "sum", 0, "number"), -1),
        "unknown-hypothesis",
        semantic=True,
    )
    yield Cheat("given-not-used", "claim", drop(proof(0, "sum", 0)), "residual", semantic=True)
    yield Cheat(
        "given-of-another-claim",
        "claim",
        import_proof("three_server", "claim", 0, 2),
        "residual",
        2,
        semantic=True,
    )


def _minimisers() -> Iterator[Cheat]:
    def of_b(name: str, position: int, use: dict[str, Any], reason: str) -> Cheat:
        return Cheat(name, K3, put((*B, "sum", position), use), reason, 1, semantic=True)

    yield of_b("attained-by-another-number", 0, sending("attained", [1, 1], 0), "not-in-this-case")
    yield of_b("attained-where-nothing-is-split", 1, sending("attained", [2, 1], 1), "not-in-this-case")
    yield of_b("attained-outside-the-goal", 1, sending("attained", [7, 0], 0), "not-in-this-case")
    yield of_b("attained-infeasible", 3, sending("attained", [2, 2], 1), "outside-domain")
    yield of_b("upper-for-attained", 0, sending("upper", [1, 1], 1), "residual")
    yield of_b("upper-with-another-number", 1, sending("upper", [2, 1], 0), "residual")
    yield of_b("upper-at-another-state", 1, sending("upper", [3, 1], 1), "residual")
    yield of_b("sends-more-than-fit", 2, sending("upper", [1, 2], 1), "outside-domain")
    yield of_b("sends-more-than-there-are", 1, sending("upper", [0, 1], 1), "outside-domain")
    yield of_b("sends-a-negative-number", 1, sending("upper", [2, 1], -1), "outside-domain")
    yield of_b("sends-from-no-state", 1, sending("upper", [2, 3], 0), "outside-domain")
    yield of_b("sends-with-a-coordinate-too-few", 1, sending("upper", [2], 0), "outside-domain")
    yield Cheat(
        "sends-depending-on-n",
        K3,
        put(proof(2, "cases", 0, "cases", 0, "sum", 1), sending("upper", [0, 1], 1)),
        "region-too-wide",
        2,
        semantic=True,
    )
    yield Cheat(
        "upper-where-nothing-is-routed",
        ARRIVAL,
        put(proof(0), leaf(sending("upper", [0, 0], 0))),
        "unknown-hypothesis",
        semantic=True,
    )
    yield Cheat(
        "attained-where-nothing-is-routed",
        ARRIVAL,
        put(proof(0), leaf(sending("attained", [0, 0], 0))),
        "unknown-hypothesis",
        semantic=True,
    )
    yield Cheat(
        "upper-in-a-claim",
        "claim",
        append(proof(0, "sum"), sending("upper", [0, 0], 0)),
        "unknown-hypothesis",
        semantic=True,
    )


def _trees() -> Iterator[Cheat]:
    def on(name: str, mutate: Mutate, reason: str) -> Cheat:
        return Cheat(name, K3, mutate, reason, 1, semantic=True)

    yield on("case-dropped", drop(proof(1, "cases", 1)), "not-exhaustive")
    yield on("first-case-dropped", drop(proof(1, "cases", 0)), "not-exhaustive")
    yield on("no-cases", put(proof(1, "cases"), []), "not-exhaustive")
    yield on("inner-case-dropped", put(proof(1, "cases", 1, "cases"), []), "not-exhaustive")
    yield on("case-too-many", repeat(proof(1, "cases")), "not-exhaustive")
    yield on(
        "case-twice-instead-of-another", move(proof(1, "cases", 0), proof(1, "cases", 1)), "not-in-this-case"
    )
    yield on("cases-exchanged", exchange(proof(1, "cases", 0), proof(1, "cases", 1)), "not-in-this-case")
    yield on("one-case-for-all", move(A, proof(1)), "not-in-this-case")
    yield on("one-case-for-a-split", move(B, proof(1, "cases", 1)), "not-in-this-case")
    yield on("split-twice-on-a-state", put(proof(1, "cases", 0, "split"), [1, 1]), "bad-split")
    yield on("split-on-another-state", put(proof(1, "split"), [5, 0]), "bad-split")
    yield on("split-on-another-state-of-the-goal", put(proof(1, "split"), [2, 1]), "not-in-this-case")
    yield on("split-on-a-mode-that-does-not-exist", put(proof(1, "split"), [1, 3]), "bad-split")
    yield on("split-with-a-coordinate-too-few", put(proof(1, "split"), [1]), "bad-split")
    yield on("splits-exchanged", exchange(proof(1, "split"), proof(1, "cases", 0, "split")), "not-exhaustive")
    yield Cheat(
        "split-where-nothing-is-routed",
        ARRIVAL,
        put(proof(0), {"split": [0, 0], "cases": [leaf(cone("K1", [1, 0]))]}),
        "bad-split",
        semantic=True,
    )
    # regions
    rows = [
        ("symbolic-region-at-x0", "routing.K4.y0", 2, 0, "bad-split"),
        ("x0-in-the-symbolic-region", "routing.K4.y0", 0, 2, "bad-split"),
        ("symbolic-region-at-x1", "routing.K1.y2", 2, 1, "bad-split"),
        ("x1-in-the-symbolic-region", "routing.K1.y2", 1, 2, "residual"),
        ("x0-at-x1", "routing.K1.y2", 0, 1, "residual"),
        ("inside-at-the-boundary", FAST, 3, 0, "residual"),
        ("boundary-inside", FAST, 0, 3, "residual"),
        ("another-mode-in-an-event", ARRIVAL, 1, 0, "residual"),
    ]
    for name, group, source, target, reason in rows:
        yield Cheat(name, group, move(proof(source), proof(target)), reason, target, semantic=True)
    yield Cheat("proofs-exchanged", "closure", exchange(proof(0), proof(1)), "residual", semantic=True)
    yield Cheat(
        "proofs-exchanged-when-routed",
        "routing.K5.y0",
        exchange(proof(0), proof(1)),
        "bad-split",
        semantic=True,
    )


# ---------------------------------------------------------------- the words around the proof are wrong

REDUCTION = "reduction"
EXCLUDED = ("obligations", 0, "excluded", 0)  # of the reduction: (1,0) sends 1, (0,1) sends 0


def _words() -> Iterator[Cheat]:
    here = ("obligations", 1)
    rows: list[tuple[str, Path, Any]] = [
        ("goal-edited", (*here, "goal"), "g(1,2) <= g(2,2)"),
        ("goal-weakened", (*here, "goal"), "0 <= 0"),
        ("claim-edited", (*here, "claim"), "K3, for everything"),
        ("verdict-unproved", (*here, "verdict"), "unproved"),
        ("verdict-unknown", (*here, "verdict"), "true"),
        ("states-edited", (*here, "states", 0), "(1,2)"),
        ("states-dropped", (*here, "states"), []),
        ("id-edited", (*here, "id"), "three_server.routing.K3.y1.x0"),
        ("case-edited", (*A, "case"), "all"),
        ("says-edited", (*A, "sum", 4, "says"), "f(0,2) <= f(0,1)"),
        ("minimisers-edited", (*A, "minimisers", 0), "a = (0,0,0,0); y = (0,0,0,0)"),
        ("minimisers-emptied", (*A, "minimisers"), []),
        ("group-edited", ("group",), "routing.K4.y1"),
        ("obligations-empty", ("obligations",), []),
        ("excluded-emptied", (*here, "excluded"), []),
    ]
    for name, path, value in rows:
        yield Cheat(name, K3, put(path, value), "differs", 1)
    yield Cheat("minimisers-exchanged", K3, exchange((*A, "minimisers"), (*B, "minimisers")), "differs", 1)
    yield Cheat("obligation-twice", K3, repeat(("obligations",)), "differs")
    yield Cheat("obligation-dropped", K3, drop(("obligations", 2)), "differs", 2)
    yield Cheat("obligations-in-another-order", K3, put(("obligations",), lambda old: old[::-1]), "differs")
    yield Cheat(
        "open-case-called-proved",
        K3,
        put(A, {"case": "a(1,1) = 0, a(2,2) = 0", "unproved": "later", "minimisers": []}),
        "differs",
        1,
    )
    yield Cheat("open-case-without-words", K3, put(A, {"unproved": 1}), "differs", 1)


def _head() -> Iterator[Cheat]:
    other = document("two_server", "claim")["problem"]
    rows: list[tuple[str, Path, Any]] = [
        ("other-format", ("format",), "proofcheck-certificate/2"),
        ("problem-format", ("format",), "proofcheck-problem/1"),
        ("no-format", ("format",), None),
        ("other-problem", ("problem",), other),
        ("hash-of-another-problem", ("problem", "sha256"), other["sha256"]),
        ("hash-with-one-character-changed", ("problem", "sha256"), lambda old: "0f"[old[0] == "0"] + old[1:]),
        ("hash-in-capitals", ("problem", "sha256"), str.upper),
        ("hash-cut-short", ("problem", "sha256"), lambda old: old[:-1]),
        ("name-of-another-problem", ("problem", "name"), "two_server"),
        ("sizes-of-another-problem", ("problem", "sizes"), {"m": 2}),
    ]
    for name, path, value in rows:
        yield Cheat(name, K3, put(path, value), "stale")


def _excluded() -> Iterator[Cheat]:
    def on(name: str, mutate: Mutate, reason: str) -> Cheat:
        return Cheat(name, REDUCTION, mutate, reason)

    yield on("excluded-multiplier", put((*EXCLUDED, "sum", 0, "times"), 2), "residual")
    yield on("excluded-with-no-proof", put((*EXCLUDED, "sum"), []), "residual")
    yield on("excluded-goal-times", put((*EXCLUDED, "goal_times"), 0), "not-positive")
    yield on("excluded-goal-edited", put((*EXCLUDED, "goal"), "0 <= 0"), "differs")
    yield on("excluded-case-edited", put((*EXCLUDED, "case"), "a(1,0) = 1"), "differs")
    yield on("excluded-dropped", drop(EXCLUDED), "differs")
    yield on("excluded-twice", repeat(("obligations", 0, "excluded")), "bad-exclusion")
    yield on("excluded-for-as-many", put((*EXCLUDED, "fewer"), 1), "bad-exclusion")
    yield on("excluded-for-a-negative-number", put((*EXCLUDED, "fewer"), -1), "bad-exclusion")
    yield on("excluded-at-another-state", put((*EXCLUDED, "pair", 0), [[5, 0], 1]), "bad-exclusion")
    yield on("excluded-outside-the-pair", put((*EXCLUDED, "at"), [0, 0]), "malformed")
    yield on("excluded-number-infeasible", put((*EXCLUDED, "pair", 0, 1), 9), "malformed")
    yield on(
        "excluded-by-what-it-excludes",
        append((*EXCLUDED, "sum"), sending("attained", [1, 0], 1)),
        "not-in-this-case",
    )
    yield on("excluded-pair-twice", put((*EXCLUDED, "pair"), lambda old: [*old, old[0]]), "differs")
    yield on(
        "excluded-minimisers-edited", put((*EXCLUDED, "minimisers", 0), "a = (1,1); y = (1,2)"), "differs"
    )


def _fields() -> Iterator[Cheat]:
    """An unknown field at every level, and every field missing once."""
    one = ("obligations", 1)
    levels: list[tuple[str, Path, str]] = [
        ("certificate", (), "differs"),
        ("problem", ("problem",), "stale"),
        ("obligation", one, "differs"),
        ("split", proof(1), "differs"),
        ("leaf", A, "differs"),
        ("hypothesis", (*A, "sum", 4), "differs"),
    ]
    for level, path, reason in levels:
        yield Cheat(
            f"extra-field-in-{level}", K3, put((*path, "note"), "") if not path else _extra(path), reason, 1
        )
    yield Cheat("extra-field-in-excluded", REDUCTION, _extra(EXCLUDED), "differs")
    yield Cheat("unproved-beside-a-proof", K3, _extra(A, "unproved"), "differs", 1)
    missing: list[tuple[Path, str]] = [
        (("format",), "malformed"),
        (("problem",), "malformed"),
        (("group",), "differs"),
        (("obligations",), "malformed"),
        (("problem", "sha256"), "stale"),
        (("problem", "name"), "stale"),
        (("problem", "sizes"), "stale"),
        ((*one, "id"), "malformed"),
        ((*one, "verdict"), "differs"),
        ((*one, "claim"), "differs"),
        ((*one, "goal"), "differs"),
        ((*one, "states"), "differs"),
        ((*one, "proof"), "malformed"),
        ((*one, "excluded"), "malformed"),
        (proof(1, "split"), "malformed"),
        (proof(1, "cases"), "malformed"),
        ((*A, "case"), "differs"),
        ((*A, "goal_times"), "malformed"),
        ((*A, "sum"), "malformed"),
        ((*A, "minimisers"), "differs"),
        ((*A, "sum", 4, "times"), "malformed"),
        ((*A, "sum", 4, "use"), "malformed"),
        ((*A, "sum", 4, "of"), "malformed"),
        ((*A, "sum", 4, "at"), "malformed"),
        ((*A, "sum", 4, "says"), "differs"),
        ((*A, "sum", 0, "sends"), "malformed"),
    ]
    for path, reason in missing:
        yield Cheat(f"missing-{'-'.join(map(str, path))}", K3, drop(path), reason, 1)
    for key, reason in (
        ("pair", "malformed"),
        ("at", "malformed"),
        ("fewer", "malformed"),
        ("goal", "differs"),
        ("case", "differs"),
        ("minimisers", "differs"),
    ):
        yield Cheat(f"missing-excluded-{key}", REDUCTION, drop((*EXCLUDED, key)), reason)
    yield Cheat("missing-number-of-given", "claim", drop(proof(0, "sum", 0, "number")), "malformed")


def _extra(path: Path, key: str = "note") -> Mutate:
    def mutate(changed: Document) -> None:
        follow(changed, path)[key] = ""

    return mutate


def _numbers() -> Iterator[Cheat]:
    """Numbers that are not exact, not in lowest terms, of another type or too large."""
    times = (*A, "sum", 4, "times")
    for name, value, reason in (
        ("true", True, "not-exact"),
        ("null", None, "not-exact"),
        ("text", "1", "not-exact"),
        ("over-one", "1/1", "not-exact"),
        ("two-over-one", "2/1", "not-exact"),
        ("not-in-lowest-terms", "2/4", "not-exact"),
        ("zero-over-two", "0/2", "not-exact"),
        ("over-zero", "1/0", "not-exact"),
        ("over-minus-two", "1/-2", "not-exact"),
        ("with-a-space", "1 /2", "not-exact"),
        ("with-a-leading-zero", "01/2", "not-exact"),
        ("with-a-plus", "+1/2", "not-exact"),
        ("decimal-text", "0.5", "not-exact"),
        ("in-other-digits", "\u0661/\u0662", "not-exact"),
        ("list", [1], "not-exact"),
        ("ten-to-the-40", 10**40, "too-large"),
        ("ten-to-the-50", 10**50, "too-large"),
        ("minus-ten-to-the-50", -(10**50), "too-large"),
        ("rational-too-long", f"1/{10**41}", "not-exact"),
    ):
        yield Cheat(f"multiplier-{name}", K3, put(times, value), reason, 1)
    for name, path, value, reason in (
        ("goal-times-rational", (*A, "goal_times"), "1/2", "not-exact"),
        ("goal-times-true", (*A, "goal_times"), True, "not-exact"),
        ("goal-times-huge", (*A, "goal_times"), 10**50, "too-large"),
        ("state-rational", (*A, "sum", 4, "at"), ["1/2", 1], "not-exact"),
        ("state-true", (*A, "sum", 4, "at"), [True, 1], "not-exact"),
        ("state-text", (*A, "sum", 4, "at"), "11", "not-exact"),
        ("state-number", (*A, "sum", 4, "at"), 1, "malformed"),
        ("state-nested", (*A, "sum", 4, "at"), [[1, 1]], "not-exact"),
        ("sends-true", (*B, "sum", 0, "sends"), True, "not-exact"),
        ("sends-rational", (*B, "sum", 0, "sends"), "1/2", "not-exact"),
        ("sends-huge", (*B, "sum", 0, "sends"), 10**50, "too-large"),
        ("split-true", proof(1, "split"), [True, True], "not-exact"),
        ("split-number", proof(1, "split"), 1, "malformed"),
        ("split-null", proof(1, "split"), None, "malformed"),
        ("cases-null", proof(1, "cases"), None, "malformed"),
        ("cases-text", proof(1, "cases"), "ab", "malformed"),
        ("cases-object", proof(1, "cases"), {"0": {}, "1": {}}, "malformed"),
        ("sum-object", (*A, "sum"), {}, "residual"),
        ("sum-text", (*A, "sum"), "abc", "malformed"),
        ("hypothesis-list", (*A, "sum", 4), [], "malformed"),
        ("name-list", (*A, "sum", 4, "use"), ["K3"], "malformed"),
        ("function-list", (*A, "sum", 4, "of"), ["f"], "malformed"),
        ("proof-null", proof(1), None, "malformed"),
        ("proof-list", proof(1), [], "malformed"),
        ("obligation-null", ("obligations", 1), None, "malformed"),
        ("obligations-object", ("obligations",), {}, "differs"),
        ("obligations-null", ("obligations",), None, "malformed"),
        ("excluded-null", ("obligations", 1, "excluded"), None, "malformed"),
    ):
        yield Cheat(name, K3, put(path, value), reason, 1)
    yield Cheat("given-true", "claim", put(proof(3, "sum", 0, "number"), True), "not-exact", 3)
    yield Cheat("excluded-at-true", REDUCTION, put((*EXCLUDED, "at"), [True, False]), "not-exact")
    yield Cheat("excluded-pair-true", REDUCTION, put((*EXCLUDED, "pair", 0, 0), [True, 0]), "not-exact")
    yield Cheat("excluded-fewer-true", REDUCTION, put((*EXCLUDED, "fewer"), False), "not-exact")
    yield Cheat("excluded-number-true", REDUCTION, put((*EXCLUDED, "pair", 0, 1), True), "not-exact")
    yield Cheat("goal-times-of-nothing", "cost", put(proof(0, "goal_times"), 2), "differs")


# ---------------------------------------------------------------- refutations

REFUTED = "routing.K3.y0"


def witness(changed: Document, index: int = 1) -> dict[str, Any]:
    """The leaf of an obligation that is refuted."""
    return next(found for _, found in leaves(changed["obligations"][index]["proof"]) if "refuted" in found)


def _on_witness(change: Callable[[dict[str, Any]], Any]) -> Mutate:
    def mutate(changed: Document) -> None:
        change(witness(changed)["refuted"])

    return mutate


def _with_values(value: Callable[[int, int], Any], x: int = 6, y: int = 3) -> Mutate:
    """The witness replaced by a function on a window."""

    def change(refuted: dict[str, Any]) -> None:
        refuted["window"] = [x, y]
        refuted["f"] = {f"({a},{b})": value(a, b) for a in range(x + 1) for b in range(y + 1)}

    return _on_witness(change)


def _cut(x: int, y: int) -> Mutate:
    """The window made smaller, with the values there unchanged."""

    def change(refuted: dict[str, Any]) -> None:
        refuted["window"] = [x, y]
        refuted["f"] = {f"({a},{b})": refuted["f"][f"({a},{b})"] for a in range(x + 1) for b in range(y + 1)}

    return _on_witness(change)


def _spread_witness(changed: Document) -> None:
    """The refuting function under every leaf of its tree."""
    found = witness(changed)["refuted"]
    for _, other in leaves(changed["obligations"][1]["proof"]):
        for key in ("goal_times", "sum"):
            other.pop(key, None)
        other["refuted"] = found


def _copy_witness_to(folder: str, group: str) -> Mutate:
    def mutate(changed: Document) -> None:
        found = witness(document("many_server_m3", REFUTED))
        changed["obligations"][0]["proof"] = {"case": "all", "refuted": found["refuted"]}

    return mutate


def _refutations() -> Iterator[Cheat]:
    def on(name: str, mutate: Mutate, reason: str) -> Cheat:
        return Cheat(name, REFUTED, mutate, reason, 1, "many_server_m3")

    def value(name: str, new: Any) -> Mutate:
        return _on_witness(lambda refuted: refuted["f"].update({name: new}))

    yield on("witness-value-too-large", value("(2,1)", 10**9), "bad-refutation")
    yield on("witness-value-negative", value("(2,1)", -(10**9)), "bad-refutation")
    yield on("witness-that-satisfies-the-goal", _with_values(lambda x, y: x + y), "bad-refutation")
    yield on("witness-zero", _with_values(lambda x, y: 0), "bad-refutation")
    yield on("witness-outside-the-cone", _with_values(lambda x, y: -x - y), "bad-refutation")
    yield on("witness-with-another-minimiser", _with_values(lambda x, y: x * x), "not-in-this-case")
    yield on("witness-window-too-small", _cut(0, 3), "malformed")
    yield on("witness-without-a-mode", _cut(6, 2), "bad-refutation")
    yield on("witness-with-a-mode-too-many", _with_values(lambda x, y: 0, 6, 4), "bad-refutation")
    yield on("witness-window-empty", _on_witness(lambda r: r.update(window=[-1, 3])), "bad-refutation")
    yield on("witness-window-huge", _on_witness(lambda r: r.update(window=[10**30, 3])), "bad-refutation")
    yield on("witness-window-short", _on_witness(lambda r: r.update(window=[6])), "bad-problem")
    yield on("witness-window-not-exact", _on_witness(lambda r: r.update(window=["1/2", 3])), "not-exact")
    yield on("witness-window-true", _on_witness(lambda r: r.update(window=[6, True])), "not-exact")
    yield on("witness-value-missing", _on_witness(lambda r: r["f"].pop("(0,0)")), "malformed")
    yield on("witness-value-too-many", value("(99,0)", 1), "differs")
    yield on("witness-value-not-in-lowest-terms", value("(0,0)", "0/2"), "not-exact")
    yield on("witness-value-true", value("(0,0)", True), "not-exact")
    yield on("witness-value-huge", value("(0,0)", 10**50), "too-large")
    yield on("witness-lesser-edited", _on_witness(lambda r: r.update(lesser="5")), "differs")
    yield on("witness-greater-edited", _on_witness(lambda r: r.update(greater="2")), "differs")
    yield on("witness-extra-field", _on_witness(lambda r: r.update(note="")), "differs")
    yield on("witness-without-lesser", _on_witness(lambda r: r.pop("lesser")), "differs")
    yield on("witness-without-window", _on_witness(lambda r: r.pop("window")), "malformed")
    yield on("witness-null", lambda changed: witness(changed).update(refuted=None), "malformed")
    yield on("witness-under-every-case", _spread_witness, "not-in-this-case")
    yield on("refuted-called-proved", put(("obligations", 1, "verdict"), "proved"), "differs")
    yield on("refuted-called-unproved", put(("obligations", 1, "verdict"), "unproved"), "differs")
    yield on("refuted-and-proved", lambda changed: witness(changed).update(goal_times=1, sum=[]), "differs")
    yield Cheat(
        "refutation-of-a-sum-of-functions",
        "closure",
        _copy_witness_to("many_server_m3", "closure"),
        "bad-refutation",
        problem="many_server_m3",
    )
    yield Cheat(
        "refutation-of-a-claim-with-givens",
        "claim",
        _copy_witness_to("many_server_m3", "claim"),
        "bad-refutation",
        problem="many_server_m3",
    )
    yield Cheat(
        "refutation-of-what-is-proved",
        ARRIVAL,
        _copy_witness_to("many_server_m3", ARRIVAL),
        "bad-refutation",
        problem="many_server_m3",
    )
    yield Cheat("refutation-for-another-problem", K3, _copy_witness_to("three_server", K3), "bad-refutation")


# ---------------------------------------------------------------- the file is wrong


def _swap(old: str, new: str) -> Callable[[bytes], bytes]:
    """Replace the first occurrence, which must exist."""

    def edit(text: bytes) -> bytes:
        if old.encode() not in text:
            raise LookupError(f"{old!r} does not occur")
        return text.replace(old.encode(), new.encode(), 1)

    return edit


def _same(text: bytes) -> bytes:
    return text


TIMES = '"times": 1,'
NESTED = "[" * 100_000 + "]" * 100_000
TEXT_CHEATS = [
    TextCheat("truncated", lambda text: text[: len(text) // 2], "malformed"),
    TextCheat("last-brace-missing", lambda text: text.rstrip()[:-1], "malformed"),
    TextCheat("empty-file", lambda _: b"", "malformed"),
    TextCheat("not-json", lambda _: b"proved\n", "malformed"),
    TextCheat("python-instead-of-json", _swap('"proved"', "'proved'"), "malformed"),
    TextCheat("trailing-comma", _swap('"group"', ',"group"'), "malformed"),
    TextCheat("two-documents", lambda text: text + text, "malformed"),
    TextCheat("byte-order-mark", lambda text: b"\xef\xbb\xbf" + text, "malformed"),
    TextCheat("utf-16", lambda text: text.decode().encode("utf-16"), "malformed"),
    TextCheat("not-utf-8", lambda text: text.replace(b"Super", b"S\xff\xfeper"), "malformed"),
    TextCheat("nan", _swap(TIMES, '"times": NaN,'), "not-exact"),
    TextCheat("nan-for-words", _swap('"group": "routing.K3.y1"', '"group": NaN'), "not-exact"),
    TextCheat("infinity", _swap(TIMES, '"times": Infinity,'), "not-exact"),
    TextCheat("minus-infinity", _swap(TIMES, '"times": -Infinity,'), "not-exact"),
    TextCheat("float", _swap(TIMES, '"times": 1.0,'), "not-exact"),
    TextCheat("float-with-exponent", _swap(TIMES, '"times": 1e0,'), "not-exact"),
    TextCheat("float-in-an-unknown-field", _swap(TIMES, '"times": 1, "p": 0.5,'), "not-exact"),
    TextCheat("ten-to-the-50", _swap(TIMES, f'"times": {10**50},'), "too-large"),
    TextCheat("ten-to-the-5000", _swap(TIMES, f'"times": 1{"0" * 5000},'), "malformed"),
    TextCheat("duplicate-key", _swap(TIMES, '"times": 1, "times": 1,'), "malformed"),
    TextCheat("duplicate-key-at-the-top", _swap('"group"', '"group": "x", "group"'), "malformed"),
    TextCheat("nested-multiplier", _swap(TIMES, f'"times": {NESTED},'), "malformed"),
    TextCheat("nested-file", lambda _: NESTED.encode(), "malformed"),
    TextCheat("nested-objects", lambda _: b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "malformed"),
    TextCheat("nested-splits", lambda _: b'{"split":[0,1],"cases":[' * 100_000, "malformed"),
    TextCheat("list-instead-of-certificate", lambda _: b"[]", "malformed"),
    TextCheat("null-instead-of-certificate", lambda _: b"null", "malformed"),
    TextCheat("text-instead-of-certificate", lambda _: b'"proved"', "malformed"),
    TextCheat("empty-certificate", lambda _: b"{}", "malformed"),
    TextCheat("renamed-to-another-group", _same, "differs", rename="routing.K3.y0.json"),
    TextCheat("renamed-to-no-group", _same, "differs", rename="routing.K3.json"),
    TextCheat(
        "empty-list-for-no-group",
        lambda text: re.sub(rb'"obligations": .*', b'"obligations": []}', text, flags=re.DOTALL).replace(
            b"routing.K3.y1", b"nothing"
        ),
        "unknown-group",
        rename="nothing.json",
    ),
]

CHEATS: list[Cheat] = [
    cheat
    for family in (
        _multipliers,
        _off_by_one,
        _hypotheses,
        _minimisers,
        _trees,
        _words,
        _head,
        _excluded,
        _fields,
        _numbers,
        _refutations,
    )
    for cheat in family()
]
