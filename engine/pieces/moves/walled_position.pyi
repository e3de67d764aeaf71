from amalthea.engine.pieces.moves.position import PiecesPosition

class WalledPosition(PiecesPosition):
    """A position of a game in which each move also blocks a square."""
