from typing import final

from engine.board.position import Position

@final
class Ordering:
    def __init__(self, position: Position) -> None: ...
