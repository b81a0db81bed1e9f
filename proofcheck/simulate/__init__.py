"""Load balancing with partial queue information: simulation, exact values, bounds."""
