from amalthea.engine.core.variant import Square

MAX_PIECE_TYPES: int
BLACK_CODES: int
HAND: int

def cell_of(square: Square) -> int: ...
