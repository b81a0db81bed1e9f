"""proofcheck: structural claims about queueing control, as exact certificates that are checked.

Search is untrusted, checking is small: see docs/trust.md.
"""

__version__ = "0.1.0"
