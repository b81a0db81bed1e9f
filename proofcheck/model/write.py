"""Write the certificates of a model: one JSON file per group of obligations, the same bytes every time.

The trusted checker checks what the search found and writes the words around it; a certificate that
it would refuse is never written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import groupby
from typing import Any

from proofcheck.certificate import check_model, model_statement
from proofcheck.certificate.check_model import Checker
from proofcheck.certificate.model_statement import Model, Obligation
from proofcheck.certificate.write import layout
from proofcheck.errors import BadInput
from proofcheck.model.search import prove
from proofcheck.model.size import require_size
from proofcheck.workers import each

MODEL_FILE = "model.json"
Progress = Callable[[list[Obligation]], Iterable[Obligation]]


def generate(
    statement: dict[str, Any],
    progress: Progress = lambda found: found,
    jobs: int = 1,
    timeout: float | None = None,
) -> dict[str, str]:
    """The files of a model's folder, by name: the statement and one certificate per group.

    They are the same for any number of `jobs`; Unfinished if an obligation takes more than `timeout` seconds.
    """
    model = Model(statement)
    require_size(model)
    found = each(partial(searched, layout(statement)), [o.id for o in model.obligations], jobs, timeout)
    entries = {o.id: next(found) for o in progress(model.obligations)}
    files = {MODEL_FILE: layout(statement) + "\n"}
    for group, members in groupby(model.obligations, lambda o: o.group):
        document = {
            "format": check_model.CERTIFICATE_FORMAT,
            "model": {"name": model.name, "sha256": model.digest},
            "group": group,
            "obligations": [entries[o.id] for o in members],
        }
        files[f"{group}.json"] = layout(document) + "\n"
    return files


def searched(text: str, key: str) -> dict[str, Any]:
    """The entry of the obligation with this id, of a statement as text."""
    model, obligations = _read(text)
    return entry(model, obligations[key])


@lru_cache(maxsize=1)
def _read(text: str) -> tuple[Model, dict[str, Obligation]]:
    model = Model(json.loads(text))
    return model, {o.id: o for o in model.obligations}


def entry(model: Model, obligation: Obligation) -> dict[str, Any]:
    """The obligation's entry, searched, checked and written by the checker."""
    try:
        return Checker(model, obligation).obligation({"proof": prove(model, obligation)})[1]
    except model_statement.Rejected as refusal:
        raise BadInput(f"{obligation.id}: the search found what the checker refuses: {refusal}") from None
