from amalthea.engine.core.position import Position
from amalthea.engine.search.history import History

def set_constant(number: int, value: int) -> None: ...

class MovePicker:
    def __init__(self, position: Position, history: History) -> None: ...
