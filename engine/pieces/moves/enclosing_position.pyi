from amalthea.engine.pieces.moves.position import PiecesPosition

class EnclosingPosition(PiecesPosition):
    """A position of a game of pieces that change sides, unlimited drops or passes when stuck."""
