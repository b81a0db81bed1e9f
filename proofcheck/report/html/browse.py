"""The data of the case browser: one row per case, in a script file, for `fetch` does not work on file://."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from proofcheck.report.html.run import Judged
from proofcheck.report.html.text import visible


@dataclass(frozen=True)
class Row:
    """A case of an obligation (or the whole obligation, where there is no case): where its page is, and what
    it can be found by.  `tuples` are without parentheses, `0,1`."""

    judged: Judged
    url: str
    claim: str = ""
    case: str = ""
    step: str = ""
    inequality: str = ""
    mode: str = ""
    region: str = ""
    tuples: list[str] = field(default_factory=list)
    excluded: bool = False


def script(rows: Iterable[Row], checkers: list[str]) -> str:
    """The script that hands the rows to browse.js; keys are short, for there may be many rows."""
    found = [
        {
            "i": visible(row.judged.id),
            "u": row.url,
            "d": visible(row.claim),
            "c": visible(row.case),
            "p": visible(row.judged.problem),
            "s": visible(row.step),
            "k": visible(row.inequality),
            "m": visible(row.mode),
            "r": visible(row.region),
            "t": row.tuples,
            "v": [row.judged.results[c].verdict if c in row.judged.results else "" for c in checkers],
            "w": row.judged.verdict,
            "x": int(row.excluded),
        }
        for row in rows
    ]
    data = {"checkers": [visible(checker) for checker in checkers], "rows": found}
    return f"window.PROOFCHECK = {json.dumps(data, separators=(',', ':'))};\n"
