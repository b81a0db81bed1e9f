"""Find a Lean that can check the project: lake on PATH first, else the library in the wheel.

Both must report the version that `lean-toolchain` names. A `Toolchain` is a command prefix that
behaves like the `lean` program, plus an identity that build products are keyed by.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from proofcheck.lean import process, runner, wheel
from proofcheck.lean.errors import LeanError, LeanUnavailable, LeanWrongVersion

CHOICES = ("auto", "lake", "wheel")
STATE_DIR = ".proofcheck"
_PIN = re.compile(r"leanprover/lean4:v(\d+\.\d+\.\d+)")
_VERSION = re.compile(r"Lean \(?version (\d+\.\d+\.\d+(?:-[\w.]+)?)")
_LAKE_START_SECONDS = 900.0  # elan may fetch the toolchain on the first call
_WHEEL_START_SECONDS = 60.0
_KEPT_VARIABLES = (
    "PATH",
    "HOME",
    "TMPDIR",
    "ELAN_HOME",
    "SSL_CERT_FILE",
    "HTTPS_PROXY",
    "https_proxy",
)


@dataclass(frozen=True)
class Toolchain:
    """A Lean of the pinned version.

    `lean` is the command prefix of the Lean program, `identity` changes whenever another Lean
    is used, `passed_over` says why a toolchain that comes first in the order was not taken.
    """

    kind: Literal["lake", "wheel"]
    version: str
    identity: str
    lean: tuple[str, ...]
    lake: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()

    def run_lean(
        self,
        arguments: Sequence[str],
        *,
        what: str,
        cwd: Path,
        search_path: Path,
        timeout: float,
        cancel: threading.Event | None = None,
    ) -> process.Run:
        """Run the Lean program with `search_path` as the only place of compiled modules."""
        return process.run(
            [*self.lean, *arguments],
            what=what,
            cwd=cwd,
            env=environment(LEAN_PATH=str(search_path)),
            timeout=timeout,
            cancel=cancel,
        )


def environment(**extra: str) -> dict[str, str]:
    """The few variables a Lean process gets: no setting of the caller's can change a result."""
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    return {"LC_ALL": "C.UTF-8", **kept, **extra}


def find(choice: str = "auto", *, root: Path) -> Toolchain:
    """The toolchain for the Lean project in `root`.

    `auto` takes lake when it is on PATH with the right version, else the wheel. Raises
    LeanUnavailable or one of its subclasses when there is none; ValueError for another choice.
    """
    if choice not in CHOICES:
        raise ValueError(f"toolchain {choice!r} is not one of {', '.join(CHOICES)}")
    root = root.resolve()
    pin = pinned_version(root)
    finders: dict[str, Callable[[Path, str], Toolchain]] = {"lake": find_lake, "wheel": find_wheel}
    if choice != "auto":
        return finders[choice](root, pin)
    failures: dict[str, LeanError] = {}
    for name, finder in finders.items():
        try:
            found = finder(root, pin)
        except LeanError as error:
            failures[name] = error
        else:
            notes = tuple(f"{other}: {failure}" for other, failure in failures.items())
            return Toolchain(
                found.kind, found.version, found.identity, found.lean, found.lake, notes
            )
    raise type(failures["wheel"])("; ".join(f"{name}: {error}" for name, error in failures.items()))


def pinned_version(root: Path) -> str:
    """The version that `lean-toolchain` in `root` names; LeanWrongVersion when it names none."""
    path = root / "lean-toolchain"
    try:
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise LeanWrongVersion(
            f"{path} cannot be read ({type(error).__name__}): restore the file"
        ) from None
    match = _PIN.fullmatch(text)
    if match is None:
        raise LeanWrongVersion(f"{path} holds {text[:60]!r}: it must name leanprover/lean4:vX.Y.Z")
    return match[1]


def find_lake(root: Path, pin: str) -> Toolchain:
    """Lake from PATH, whose Lean must have version `pin`."""
    lake = shutil.which("lake")
    if lake is None:
        raise LeanUnavailable(
            "lake is not on PATH: install elan from https://github.com/leanprover/elan"
        )
    line = _version_line((lake, "--version"), root, _LAKE_START_SECONDS)
    version = _require_version(line, pin, "lake", f"elan toolchain install leanprover/lean4:v{pin}")
    return Toolchain("lake", version, f"lake {line}", (lake, "env", "lean"), (lake,))


def find_wheel(root: Path, pin: str) -> Toolchain:
    """The library of the installed wheel, run in a process of its own; same version demand."""
    library = wheel.locate()
    digest = wheel.require_pinned(library, root / STATE_DIR / "library.json")
    lean = (sys.executable, "-I", "-S", str(Path(runner.__file__).resolve()), str(library))
    line = _version_line((*lean, "--version"), root, _WHEEL_START_SECONDS)
    version = _require_version(line, pin, f"{wheel.PACKAGE} {wheel.VERSION}", wheel.INSTALL)
    return Toolchain(
        "wheel", version, f"{wheel.PACKAGE} {wheel.VERSION} sha256 {digest} {line}", lean
    )


def _version_line(command: Sequence[str], root: Path, timeout: float) -> str:
    result = process.run(
        command, what="the version check", cwd=root, env=environment(), timeout=timeout
    )
    return (result.stdout.strip().splitlines() or [""])[0]


def _require_version(line: str, pin: str, where: str, remedy: str) -> str:
    match = _VERSION.search(line)
    if match is None or match[1] != pin:
        found = match[1] if match else repr(line[:60])
        raise LeanWrongVersion(f"{where} has Lean {found}, the project needs {pin}: {remedy}")
    return match[1]
