"""The numbers behind a figure."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Table:
    """Named columns of equal length."""

    columns: dict[str, list[Any]]

    def csv(self) -> str:
        """Floats are written so that reading them gives the same ones."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        for row in zip(*self.columns.values(), strict=True):
            writer.writerow(["" if v is None else repr(v) if isinstance(v, float) else v for v in row])
        return text.getvalue()
