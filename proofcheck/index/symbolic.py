"""The symbolic certificates for Model 1: sums of products that prove its theorems for all beta, tau, laws.

The few sums about W are written down here; those about E are read off the expanded goal, whose coefficients
are positive.  Nothing here is trusted: certificate/check_model1.py expands both sides and writes the words.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from proofcheck.certificate import check_model1
from proofcheck.certificate.write import layout

PROVED: dict[str, dict[str, list[Any]]] = {
    "step": {"sum": [[1, "1-B", "convex"]]},
    "monotone": {"sum": [[1, "1-B", "convex"], [1, "1-B", "1-b", "decreasing"]]},
    "probe": {"times": ["1-bA"], "sum": [[1, "W(t+1)-c"]], "zero": [[1, "value", "b"]]},
    "idle": {"times": ["1-bA"], "sum": [[1, "c-W(t)"]], "zero": [[-1, "value", "b"]]},
    "rising": {"sum": [[1, "convex"], [1, "1-b", "decreasing"]]},
    "waiting": {"sum": [[1, "b", "D"], [1, "-g"]]},
    "slope": {"times": ["1-b"], "zero": [[1, "idling"], [-1, "probing"]]},
    "active_time": {"times": ["1-b"], "sum": [[1, "1-b", "Ap-1"], [1, "b-(1-b)Ai"], [1, "1-2b"]]},
    "indexable": {"sum": [[1, "c-W(t)"], [1, "W(t)-W(s+1)"], [1, "W(s+1)-d"]]},
}
WITNESS = {"K": 1, "law": ["1/2", "1/2"], "tau": 1}  # e^-mu = 1/2
ORDER = ("id", "verdict", "claim", "goal", "given", "times", "sum", "zero", "refuted", "unproved")


def symbolic_files() -> dict[str, str]:
    """All certificates, by file name."""
    files = {}
    for group, members in groupby(check_model1.obligations(), key=lambda o: str(o.group)):
        entries = [_entry(o) for o in members]
        document = {"format": check_model1.FORMAT, "group": group, "obligations": entries}
        files[f"{group}.json"] = layout(document) + "\n"
    return files


def _entry(o: Any) -> dict[str, Any]:
    if o.goal is None:
        found: dict[str, Any] = {"refuted": WITNESS}
    elif o.group.startswith("K"):
        terms = sorted(o.goal.terms.items())
        found = {"times": [], "sum": [[_number(c), *monomial] for monomial, c in terms], "zero": []}
    else:
        found = {"times": [], "sum": [], "zero": []} | PROVED.get(o.id.rpartition(".")[2], {})
    _, anew = check_model1.check(o, found)
    return {key: anew[key] for key in ORDER if key in anew}


def _number(value: Any) -> int | str:
    return int(value) if value.denominator == 1 else str(value)
