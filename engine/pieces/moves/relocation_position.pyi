from amalthea.engine.pieces.moves.position import PiecesPosition

class RelocationPosition(PiecesPosition):
    """A position of a game with rules like those of Tamerlane Chess."""
