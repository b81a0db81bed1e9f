"""Tests of proofcheck.simulate."""
