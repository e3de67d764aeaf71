from typing import final

from engine.board.position import Position
from engine.board.worth import Worth
from engine.variants.description import Variant

@final
class Army(Position):
    def __init__(
        self, variant: Variant, text: str | None = None, worth: Worth | None = None
    ) -> None: ...
