"""`amalthea analyse`: analysis of positions, whole games and test suites."""
