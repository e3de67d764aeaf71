"""Evaluations learned from games: the engine plays itself, and what it saw is fitted."""
