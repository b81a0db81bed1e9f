"""The command `proofcheck`, so that an interrupt while it loads ends in one line as well."""

from __future__ import annotations

import sys


def main() -> None:
    """Load the command line and run it."""
    try:
        from proofcheck.cli import main as command

        command()
    except KeyboardInterrupt:
        print("proofcheck: interrupted", file=sys.stderr)
        sys.exit(130)
