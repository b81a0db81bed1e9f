"""What a change proves more or less: two runs of a gate compared, statement by statement."""
