"""docs/gate-your-own-model.md, run literally: an empty folder, a wheel, and every command on the page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "gate-your-own-model.md"
BLOCK = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
MARK = "#### end of block"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A virtual environment in which the wheel is installed, without network: its libraries are those of
    this one."""
    place = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--no-input"]
    build = ["wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(place), str(ROOT)]
    subprocess.run([*pip, *build], check=True, timeout=300)
    (wheel,) = place.glob("*.whl")
    venv = place / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True, timeout=300)
    python = str(venv / "bin" / "python")
    install = ["--python", python, "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([*pip, *install], check=True, timeout=300)
    (home,) = venv.glob("lib/python*/site-packages")
    (home / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    ask = [python, "-c", "import proofcheck; print(proofcheck.__file__)"]
    where = subprocess.run(ask, cwd=place, check=True, capture_output=True, text=True)
    assert where.stdout.startswith(str(home))
    foreign = ("GITHUB_", "PYTEST", "PYTHON")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
    return kept | {"PATH": f"{venv / 'bin'}:{os.environ['PATH']}", "HOME": str(place), "LC_ALL": "C.UTF-8"}


def blocks() -> list[tuple[str, str]]:
    """Language and text of every block of the page, in order."""
    return BLOCK.findall(PAGE.read_text("utf-8"))


def expected() -> list[tuple[str, str]]:
    """Each block of commands, with what it prints: the text block right after it, or nothing."""
    found: list[tuple[str, str]] = []
    for language, text in blocks():
        if language == "sh":
            found.append((text, ""))
        elif language == "text":
            found[-1] = found[-1][0], text
    return found


def timeless(text: str) -> str:
    """The text without seconds and without the spaces before them."""
    return re.sub(r" +[0-9]+\.[0-9]{2}$", " SECONDS", text, flags=re.MULTILINE)


def test_the_page_has_commands_and_output() -> None:
    """The test below tests something."""
    languages = [language for language, _ in blocks()]
    assert languages.count("sh") >= 8
    assert languages.count("text") >= 7
    assert languages.count("sh install") == 1


def test_every_command_prints_what_the_page_says(environment: dict[str, str], tmp_path: Path) -> None:
    """In one shell, from an empty folder on; it stops at the first command that fails."""
    pairs = expected()
    script = "set -eu\n" + "".join(f"{commands}echo '{MARK}'\n" for commands, _ in pairs)
    ran = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=580
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    printed = ran.stdout.split(f"{MARK}\n")[:-1]
    assert len(printed) == len(pairs)
    for (commands, says), found in zip(pairs, printed, strict=True):
        assert timeless(found).rstrip() == timeless(says).rstrip(), commands
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"my-model"}
