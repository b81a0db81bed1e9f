"""Three and more slow servers: refutations that no cone of the proof's kind can get around."""
