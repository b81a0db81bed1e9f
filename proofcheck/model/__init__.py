"""Models that people write: reader, templates, operators, elaboration into a statement.  Nothing about proofs."""
