from amalthea.engine.pieces.moves.position import PiecesPosition

class LionPosition(PiecesPosition):
    """A position of a game with rules like those of Chu Shogi."""
