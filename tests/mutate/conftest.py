"""A small project of one problem, and the whole one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from proofcheck.mutate.project import Project, freeze

HOME = Path(__file__).parents[2]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder of cases whose gate demands `two_server` and nothing else."""
    cases = tmp_path / "cases"
    shutil.copytree(HOME / "cases" / "two_server", cases / "two_server")
    (cases / "gate.toml").write_text('[[problem]]\nsource = "two_server"\n')
    return cases


@pytest.fixture
def frozen(small: Path, tmp_path: Path) -> Project:
    """The small project, frozen."""
    return freeze(small, None, tmp_path / "work" / "project")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The committed project, frozen."""
    return freeze(HOME / "cases", HOME / "lean", tmp_path_factory.mktemp("whole") / "project")
