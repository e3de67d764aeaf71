"""A person and the engine at a board in the terminal."""
