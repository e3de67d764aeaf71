"""Play against the engine in a terminal."""
