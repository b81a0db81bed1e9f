"""From a statement to its proof obligations: regions, goals, hypotheses, minimiser cases."""
