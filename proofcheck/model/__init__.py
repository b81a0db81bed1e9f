"""Models that people write: read, written out in full, searched for proofs, explained.  Nothing trusted."""
