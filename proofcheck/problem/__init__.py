"""Statements: lattices of states, linear inequalities, events, routing.  Nothing about proofs."""
