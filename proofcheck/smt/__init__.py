"""The certificates put before SMT solvers: a third reading, which the gate may ask for."""
