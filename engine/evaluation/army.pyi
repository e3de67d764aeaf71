from collections.abc import Mapping
from typing import final

from engine.board.army import Army
from engine.evaluation.evaluator import Evaluator

@final
class ArmyEvaluator(Evaluator):
    def __init__(self, army: Army, weights: Mapping[str, int]) -> None: ...
    def terms(self) -> tuple[list[tuple[str, int, int]], int]: ...
