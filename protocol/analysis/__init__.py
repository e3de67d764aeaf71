"""`amalthea analyse`: positions, whole games and test suites looked at by the engine."""
