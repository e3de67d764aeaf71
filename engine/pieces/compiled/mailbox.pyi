from amalthea.engine.core.variant import Square

BLACK_CODES: int
HAND: int

def cell_of(square: Square) -> int: ...
