"""Options of the whole suite."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--without-browser` leaves out what needs a real browser; without it a missing browser is a failure."""
    parser.addoption("--without-browser", action="store_true", help="Skip the tests in a real browser.")
