"""The certificate format, and the trusted checker (`check.py`)."""
