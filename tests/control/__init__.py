"""Tests of proofcheck.control."""
