"""The server models solved: optimal policies, enclosures of the optimal cost, exact certificates."""
