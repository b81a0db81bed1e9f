"""What docs/tutorial.md tells people to type does what it says."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.common import CASES

ROOT = CASES.parent
PAGE = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
CERTIFICATE = "cases/three_server/routing.K4.y0.json"


def commands(section: str) -> list[str]:
    """The indented lines of a section."""
    (text,) = re.findall(rf"(?ms)^## {section}.*?(?=^## |\Z)", PAGE)
    return [line.strip() for line in text.splitlines() if line.startswith("    ")]


def typed(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line in a shell, with this Python in place of the one a person has."""
    line = line.replace("python3", sys.executable)
    return subprocess.run(line, shell=True, cwd=folder, capture_output=True, text=True, timeout=60)


def test_the_checker_refuses_the_changed_file_and_accepts_it_unchanged(tmp_path: Path) -> None:
    """With the reason that the page names; the accepting twin is the same file before."""
    for name in (CERTIFICATE, "cases/three_server/problem.json", "proofcheck/certificate/check.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    change, check, restore = commands("4")
    assert restore == f"git checkout {CERTIFICATE}"
    before = typed(check, tmp_path)
    assert "proved    three_server.routing.K4.y0.x2+" in before.stdout
    assert typed(change, tmp_path).returncode == 0
    after = typed(check, tmp_path)
    assert after.returncode == 8
    assert "error     three_server.routing.K4.y0.x2+  residual: " in after.stdout


def test_the_case_is_explained_in_the_terminal() -> None:
    """The command of the page, as it stands, and what it prints."""
    (line,) = commands("3")
    line = line.replace(".venv/bin/proofcheck", str(Path(sys.executable).parent / "proofcheck"))
    result = subprocess.run(line, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    assert "a(n+4,0) = 0, a(n+2,1) = 1" in result.stdout
