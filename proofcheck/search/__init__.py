"""Untrusted search: linear programs propose, exact arithmetic rebuilds."""
