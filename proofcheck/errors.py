"""Errors a person can act on: one line, naming file, place and reason."""

from __future__ import annotations


class BadInput(Exception):
    """Input that cannot be used; ends a command with the exit code for bad input."""


class NothingFound(BadInput):
    """A search came to its end without what it was asked for; ends a command with the code of its verdict."""

    verdict = "unproved"


class Unfinished(NothingFound):
    """A search was not finished in the time allowed."""

    verdict = "timeout"
