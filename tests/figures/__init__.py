"""Tests of proofcheck.figures."""
