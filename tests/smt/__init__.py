"""The certificates put before real solvers."""
