"""A whole run of a gate: everything it demands, checked by every checker, and what is told about it."""
