"""What `proofcheck control` prints."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from proofcheck.control.enclose import Enclosure
from proofcheck.control.grow import Proved
from proofcheck.control.horizon import Failure, Iterate, not_threshold
from proofcheck.control.model import ServerModel

ROWS_SHOWN = 12


def model_line(model: ServerModel) -> str:
    """The model in one line."""
    kind = "average cost" if model.average else f"discount {model.discount} per step"
    servers = f"{model.slow} slow server{'s' * (model.slow > 1)}"
    return f"lam = {model.lam}, mu1 = {model.mu1}, {servers} with mu2 = {model.mu2}; {kind}"


def decimals(low: Fraction, high: Fraction) -> str:
    """An interval as a number and its width."""
    width = float(high - low)
    return f"{float(low):.15g}" + (f" (bounds {width:.1e} apart)" if width else " exactly")


def lines(proved: Proved) -> Iterator[str]:
    """The claims of a checked certificate, in words."""
    found, claims, model = proved.found, proved.document["claims"], proved.found.model
    yield model_line(model)
    cost = claims.get("cost_from_empty") or claims["average_cost"]
    what = "optimal average number of jobs" if model.average else "optimal cost from the empty system"
    yield f"{what}: {decimals(Fraction(cost['low']), Fraction(cost['high']))}"
    for y, at in enumerate(claims["thresholds"]):
        yield f"threshold y = {y}: " + (f"send a job at x >= {at}" if at is not None else "not settled")
    last = len(claims["actions"]) - 1
    certain = "a policy within these bounds" if model.average else "each the only optimal one, or listed"
    yield f"actions known for x = 0..{last}: {certain}; values up to x = {found.size}, closed forms beyond"
    yield from action_table(claims["actions"][: ROWS_SHOWN + 1], model.slow)
    yield from value_table(found)
    relaxed = " (mu1 < mu2: this model is only a relaxation)" if model.mu1 < model.mu2 else ""
    yield f"original model (q,z,y): {claims['original_model']}{relaxed}"
    if not model.average:
        yield f"a slow server used while the fast one is idle: {claims['slow_while_fast_idle']}"
        yield f"the fast server idle while jobs wait: {claims['idle_fast_with_jobs']}"
    if not proved.complete:
        yield "NOT SETTLED: two actions are equally good, or need more --bits, or the load is too high"


def original_lines(summary: dict[str, Any] | None) -> Iterator[str]:
    """The original model solved in floating point, if it was."""
    if summary:
        yield f"original model, floating point: {summary['low']:.12g} .. {summary['high']:.12g}"
        yield f"  fast server left idle with jobs waiting at (q,z,y): {summary['fast_idle'] or 'nowhere'}"


def iteration_lines(summary: dict[str, Any] | None) -> Iterator[str]:
    """Relative value iteration, if it was asked for."""
    if summary:
        ends = f"{summary['low']:.12g} .. {summary['high']:.12g}"
        yield f"relative value iteration, floating point: {ends} after {summary['steps']} steps"


def action_table(actions: list[list[Any]], slow: int) -> Iterator[str]:
    """Jobs sent, one line for each y, x from left to right."""
    yield "jobs sent at x = 0, 1, ..."
    for y in range(slow):
        cells = ["/".join(map(str, a)) if isinstance(a, list) else str(a) for a in (r[y] for r in actions)]
        yield f"  y = {y}:  " + " ".join(cells)


def values_json(found: Enclosure, last: int) -> list[list[dict[str, str]]]:
    """Rows x = 0..last of the optimal cost after a decision, exact bounds for each y; for programs."""

    def text(value: Any) -> str:
        return str(Fraction(int(value), found.unit))

    rows = list(zip(found.lower.box, found.upper.box, strict=True))[: last + 1]
    return [[{"low": text(a), "high": text(b)} for a, b in zip(*row, strict=True)] for row in rows]


def value_table(found: Enclosure) -> Iterator[str]:
    """The cost after a decision, one line for each y; for average cost relative to the empty system."""
    average, box = found.model.average, found.upper.box
    what = "relative cost (not certified)" if average else "optimal cost"
    yield f"{what} after a decision, at x = 0, 1, ..."
    first = box[0, 0] if average else 0
    for y in range(found.model.slow + 1):
        row = (float(Fraction(int(v) - int(first), found.unit)) for v in box[: ROWS_SHOWN + 1, y])
        yield f"  y = {y}:  " + " ".join(f"{value:.5g}" for value in row)


def horizon_lines(found: Iterate, window: int, failures: list[Failure] | None) -> Iterator[str]:
    """One exact iterate: its actions, where they are no threshold, and whether it is in the cone."""
    _, sent = found.routed()
    yield f"step {found.steps}"
    yield from action_table(sent[: window + 1].tolist(), sent.shape[1] - 1)
    for one in not_threshold(found, window):
        yield (
            f"  NOT A THRESHOLD at y = {one['y']}: {one['sends']} sent at x = {one['x']}, {one['then']} at "
            f"x = {one['x'] + 1}, each the only optimal number"
        )
    if failures is not None:
        count = f"{len(failures)} violation{'s' if len(failures) > 1 else ''}"
        yield f"  cone on x <= {window}: {count if failures else 'inside'}"
        for failure in failures[:5]:
            by = f"{float(failure.amount):.3g}, exactly {failure.amount}"
            yield f"    {failure.name} at {failure.at} by {by}"


def horizon_json(found: Iterate, window: int, failures: list[Failure] | None) -> dict[str, Any]:
    """The same for programs."""
    _, sent = found.routed()
    entry = {
        "step": found.steps,
        "actions": sent[: window + 1].tolist(),
        "only_optimal": found.only()[: window + 1].tolist(),
        "not_a_threshold": not_threshold(found, window),
        "values": [[str(Fraction(int(v), found.scale)) for v in row] for row in found.values[: window + 1]],
    }
    if failures is None:
        return entry
    listed = [{"inequality": f.name, "at": list(f.at), "by": str(f.amount)} for f in failures]
    return entry | {"cone_violations": listed}
