"""Statements and candidates that several tests need."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
from click.testing import CliRunner

from proofcheck.cli import main
from proofcheck.infer.language import Language
from proofcheck.infer.languages import read
from proofcheck.infer.lattice import Values, Window
from proofcheck.infer.models import ModelLanguage
from proofcheck.infer.problems import ProblemLanguage
from proofcheck.problem.model import Inequality
from proofcheck.tables import parse_table
from tests.model.common import MODELS


def run(*arguments: str) -> Any:
    """`proofcheck infer` with these arguments."""
    return CliRunner().invoke(main, ["infer", *arguments])


def data(*arguments: str) -> Any:
    """What it finds, as JSON; it must succeed."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@cache
def language(name: str, m: int = 0) -> ProblemLanguage:
    """A built-in problem."""
    found = read(name, {"m": m} if m else None)
    assert isinstance(found, ProblemLanguage)
    return found


@cache
def model(name: str) -> ModelLanguage:
    """A committed model."""
    found = read(str(MODELS / f"{name}.toml"))
    assert isinstance(found, ModelLanguage)
    return found


def text(name: str, *changes: tuple[str, str]) -> str:
    """The file of a committed model, changed here and there."""
    content = (MODELS / f"{name}.toml").read_text()
    for old, new in changes:
        assert old in content
        content = content.replace(old, new)
    return content


def changed(name: str, *changes: tuple[str, str]) -> ModelLanguage:
    """A committed model, changed here and there."""
    return ModelLanguage(parse_table(text(name, *changes), name), name)


def by_name(name: str, m: int = 0) -> dict[str, Inequality]:
    """The inequalities of a built-in problem."""
    return {i.name: i for i in language(name, m).cone}


def column(window: Window, table: object, *rest: int) -> Values:
    """A function as a column: its values in the order of the states, then the parameters, else 1."""
    statement: Language = window.language
    parameters = rest or (1,) * len(statement.parameters)
    values = np.array(table, dtype=object).reshape(-1)
    return np.array([*values, *parameters], dtype=np.int64).reshape(-1, 1)
