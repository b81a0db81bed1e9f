"""What Lean reports with `--json`: one JSON object per line, each at a position in a source."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass

from proofcheck.lean.process import Run

_GAVE_UP = re.compile(r"internal exception #\d+")
SEVERITIES = ("information", "warning", "error")


@dataclass(frozen=True)
class Message:
    """One report of Lean; lines count from 1, columns from 0. `severity` is one of SEVERITIES."""

    severity: str
    file: str
    line: int
    column: int
    text: str

    @property
    def harmless(self) -> bool:
        """False for errors and, because warnings are errors here, for warnings."""
        return self.severity == "information"

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.text}"

    def to_json(self) -> dict[str, object]:
        """The message as plain data."""
        return asdict(self)


def read(run: Run, file: str) -> tuple[Message, ...]:
    """The messages of a run on `file`.

    Whatever Lean prints that is not a message (a panic, text on stderr) becomes an error, and so
    does a failure status without any error: success is only ever what Lean clearly reported.
    """
    found = [_message(line, file) for line in run.stdout.split("\n") if line.strip()]
    if run.stderr.strip():
        found.append(Message("error", file, 1, 0, f"Lean wrote to stderr: {run.stderr.strip()}"))
    if run.status != 0 and not any(message.severity == "error" for message in found):
        found.append(
            Message(
                "error", file, 1, 0, f"Lean ended with status {run.status} and no error message"
            )
        )
    return tuple(found)


def _message(line: str, file: str) -> Message:
    try:
        data = json.loads(line)
        severity, text = data["severity"], data["data"]
        row, column = data["pos"]["line"], data["pos"]["column"]
    except (ValueError, KeyError, TypeError):
        return Message("error", file, 1, 0, f"not a message: {line}")
    if severity not in SEVERITIES or not isinstance(text, str):
        return Message("error", file, 1, 0, f"not a message: {line}")
    if _GAVE_UP.fullmatch(text):
        text += " (a hole such as sorry, or a consequence of the error before it)"
    return Message(severity, file, int(row), int(column), text)
