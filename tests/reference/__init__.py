"""Slow, obvious rule sets in plain Python to compare the engine with; they import none of it."""

from reference.common import Position
from reference.gast import GastPosition
from reference.orthodox import ChessPosition

RULES: dict[str, type[Position]] = {"chess": ChessPosition, "gast": GastPosition}

__all__ = ["RULES", "ChessPosition", "GastPosition", "Position"]
