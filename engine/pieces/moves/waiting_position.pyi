from amalthea.engine.pieces.moves.position import PiecesPosition

class WaitingPosition(PiecesPosition):
    """A position of a game in which pieces wait behind others, like Musketeer Chess."""
