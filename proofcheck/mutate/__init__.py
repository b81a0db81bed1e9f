"""Can the gate fail?  Faults planted one at a time in a copy of the project, and who catches each."""
