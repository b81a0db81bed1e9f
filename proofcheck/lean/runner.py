"""Run as a script in a process of its own: load the Lean library and call its entry point.

    python -I -S runner.py LIBRARY [ARGUMENT ...]

`lean_main` is the `lean` program as a C function; its result is the exit status. When the library
cannot be loaded the status is `CANNOT_LOAD` and stderr holds one line that starts with `MARK`.
Imports nothing of the package, so that a crash here can take nothing else down.
"""

from __future__ import annotations

import contextlib
import ctypes
import signal
import sys

CANNOT_LOAD = 97
MARK = "proofcheck-runner: "
_PR_SET_PDEATHSIG = 1


def _die_with_parent() -> None:
    """Ask Linux to end this process when the build that started it ends."""
    with contextlib.suppress(OSError, AttributeError):  # not Linux: it then ends on its own
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def main(argv: list[str]) -> int:
    """Load the library `argv[0]` and return what `lean_main` returns on the other arguments."""
    _die_with_parent()
    try:
        lean_main = ctypes.CDLL(argv[0], mode=ctypes.RTLD_GLOBAL).lean_main
    except (OSError, AttributeError) as error:
        print(f"{MARK}{error}", file=sys.stderr)
        return CANNOT_LOAD
    arguments = [b"lean", *(text.encode() for text in argv[1:])]
    vector = (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None)
    status: int = lean_main(len(arguments), vector)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
