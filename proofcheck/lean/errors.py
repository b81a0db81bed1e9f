"""What can go wrong between this package and Lean, one class per cause.

Every message is one line that names the cause and says what to install or do. `verdict` is the
word a report uses for the obligation that could not be checked because of the error.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path


class LeanError(Exception):
    """Base of all errors of `proofcheck.lean`."""

    verdict = "error"


class LeanUnavailable(LeanError):
    """No usable Lean on this machine, or the requested one is not installed."""

    verdict = "unavailable"


class LeanNotLoadable(LeanUnavailable):
    """The wheel is installed, but its library cannot be loaded on this platform."""


class LeanWrongVersion(LeanUnavailable):
    """A Lean was found, and it is not the one that `lean-toolchain` or the wheel pin names."""


class LeanCrashed(LeanError):
    """The Lean process died by a signal or with a status that Lean itself never returns."""


class LeanTimeout(LeanError):
    """The Lean process ran longer than its time limit and was stopped."""

    verdict = "timeout"


class LeanCancelled(LeanError):
    """The Lean process was stopped because the build around it is being abandoned."""


class ModuleGraphError(LeanError):
    """The import graph of the project is not a finite order of known modules."""


class MissingModule(ModuleGraphError):
    """A source imports a module that the project does not have."""


class ImportCycle(ModuleGraphError):
    """Some modules import each other in a circle."""


class BadSource(LeanError):
    """A Lean source cannot be read: not UTF-8, an unclosed comment, a header not understood."""


class BuildBusy(LeanError):
    """Another process is building in the same directory."""


class NotWritable(LeanError):
    """The folder for compiled modules and questions cannot be written: read-only, or the disk is full."""


class BadLock(LeanError):
    """`statements.lock` is not a file that `accept` wrote."""


class BadAnswer(LeanError):
    """Lean answered an audit question in a way that this package does not understand."""


@contextlib.contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Raise NotWritable where the system refuses to write in the folder."""
    try:
        yield
    except OSError as error:
        raise NotWritable(f"{error.filename or folder}: {error.strerror}; Lean's products go there") from None
