"""Compiled modules on disk, each with a manifest that says from what it was made.

A product is trusted only when its manifest has the key that its sources, imports, flags and
toolchain give now, and when every file still has the digest the manifest recorded. The manifest is
written last, so a build killed at any moment leaves nothing that passes. This guards against
accidents, not against somebody who rewrites manifests: a build from clean does not read them.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from proofcheck.lean.errors import BuildBusy
from proofcheck.lean.modules import Module

SUFFIXES = (".olean", ".ilean")
_MANIFEST = ".manifest.json"
_FORMAT = 1


def key(
    module: Module, import_keys: Mapping[str, str], identity: str, flags: tuple[str, ...]
) -> str:
    """The digest of everything that the compiled module depends on, imports' imports included."""
    content = hashlib.sha256(module.content).hexdigest()
    parts = [_FORMAT, module.name, content, sorted(import_keys.items()), identity, list(flags)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


class Store:
    """The directory of compiled modules, laid out as Lean's search path wants it."""

    def __init__(self, directory: Path) -> None:
        self.lib = directory / "lib"
        self._scratch = directory / "tmp"
        self._lock = directory / "lock"

    def file(self, name: str, suffix: str) -> Path:
        """Where the product of module `name` with this suffix lives."""
        return self.lib.joinpath(*name.split(".")).with_suffix(suffix)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Exclusive use of the store; BuildBusy when another process has it."""
        self.lib.mkdir(parents=True, exist_ok=True)
        with self._lock.open("w") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BuildBusy(
                    f"{self.lib.parent}: another build is running here, wait for it to end"
                ) from None
            shutil.rmtree(self._scratch, ignore_errors=True)
            self._scratch.mkdir()
            yield

    def scratch(self) -> Path:
        """A new empty directory on the same file system, for products that are not finished."""
        return Path(tempfile.mkdtemp(dir=self._scratch))

    def is_current(self, name: str, wanted: str) -> bool:
        """Whether the products of `name` are complete, unchanged, and made from `wanted`."""
        try:
            manifest = json.loads(self.file(name, _MANIFEST).read_text(encoding="utf-8"))
            digests = {suffix: _sha256(self.file(name, suffix)) for suffix in SUFFIXES}
        except (OSError, ValueError):
            return False
        return bool(manifest == {"key": wanted, "sha256": digests})

    def install(self, name: str, made_from: str, finished: Path) -> None:
        """Move the products out of the directory `finished`, then write their manifest."""
        self.discard(name)
        digests = {suffix: _sha256(finished / f"module{suffix}") for suffix in SUFFIXES}
        self.file(name, "").parent.mkdir(parents=True, exist_ok=True)
        for suffix in SUFFIXES:
            (finished / f"module{suffix}").replace(self.file(name, suffix))
        note = finished / "manifest"
        note.write_text(json.dumps({"key": made_from, "sha256": digests}) + "\n", encoding="utf-8")
        note.replace(self.file(name, _MANIFEST))

    def discard(self, name: str) -> None:
        """Remove the products of `name`, manifest first."""
        for suffix in (_MANIFEST, *SUFFIXES):
            self.file(name, suffix).unlink(missing_ok=True)

    def prune(self, names: set[str]) -> None:
        """Remove every file that is not a product of one of these modules."""
        kept = {self.file(name, suffix) for name in names for suffix in (_MANIFEST, *SUFFIXES)}
        for directory, _, files in os.walk(self.lib):
            for file in files:
                if (path := Path(directory, file)) not in kept:
                    path.unlink()


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
