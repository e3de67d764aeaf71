"""Slow, obvious rule sets in plain Python, to hold the compiled core against. They import no engine."""

from reference.common import Position
from reference.gast import GastPosition
from reference.orthodox import ChessPosition

RULES: dict[str, type[Position]] = {"chess": ChessPosition, "gast": GastPosition}

__all__ = ["RULES", "ChessPosition", "GastPosition", "Position"]
