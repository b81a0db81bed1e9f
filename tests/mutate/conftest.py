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


def gathered(folder: Path, gate: str, *parts: str) -> Project:
    """A project of some parts of the committed cases, with a gate of its own, frozen."""
    cases = folder / "cases"
    for part in parts:
        source, target = HOME / "cases" / part, cases / part
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    (cases / "gate.toml").write_text(gate)
    return freeze(cases, None, folder / "work" / "project")


MODELS = """
[[model]]
source = "models/mm1_admission.toml"

[[model]]
source = "models/service_rate.toml"

[[model]]
source = "models/lin_kumar.toml"

[[model]]
source = "models/convex_alone.toml"

[model.expected_refutations]
"operator.departure.Cx_x.x0" = "at x = 0 a convex function must also be increasing"
"""


@pytest.fixture
def models(tmp_path: Path) -> Project:
    """Four models, one with a refutation."""
    names = ("mm1_admission", "service_rate", "lin_kumar", "convex_alone")
    parts = [f"models/{name}{suffix}" for name in names for suffix in ("", ".toml")]
    return gathered(tmp_path, MODELS, *parts)


SHARED = """
[[problem]]
source = "many_server_routing.toml"
sizes = { m = 3 }

[[problem]]
source = "many_server_routing.toml"
sizes = { m = 4 }
"""


@pytest.fixture
def shared(tmp_path: Path) -> Project:
    """Two problems that are made from one file."""
    folders = ("many_server_routing_m3", "many_server_routing_m4")
    return gathered(tmp_path, SHARED, "many_server_routing.toml", *folders)


@pytest.fixture
def frontier(tmp_path: Path) -> Project:
    """A problem, and the list of refutations at the frontier."""
    gate = 'frontier = "frontier.toml"\n\n[[problem]]\nsource = "two_server"\n'
    return gathered(tmp_path, gate, "two_server", "frontier", "frontier.toml")
