"""How a position changes: compiled positions behind one abstract face, and their text forms."""
