"""First steps: short tasks of `steps/GAME.toml`, made from the worked examples of the game's guide.

Each task names an example by its title, whose first move is the answer and whose text explains it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.protocol.drawing.guide import Example, guide_of
from amalthea.protocol.exercises.exercise import Exercise, Exercises


def read(game: str, text: str) -> tuple[Exercise, ...]:
    """Return the tasks of a file, in their order."""
    examples = {example.title: example for example in guide_of(variants.get(game)).examples}
    tasks = enumerate(tomllib.loads(text)["tasks"], 1)
    return tuple(_step(game, number, task, examples) for number, task in tasks)


def _step(
    game: str, number: int, task: Mapping[str, str], examples: Mapping[str, Example]
) -> Exercise:
    example = examples[task["example"]]
    position = Position(variants.get(game), example.fen)
    answers = (_equivalent_moves(position, example.moves[0]),)
    name = f"{number}. {example.title}"
    return Exercise(name, game, task["task"], example.fen, answers, example.text, example.moves)


def _equivalent_moves(position: Position, answer: str) -> tuple[str, ...]:
    """Return the answer, then all other moves that lead to the same position."""

    def after(text: str) -> int:
        position.push(text)
        key = position.key()
        position.pop()
        return key

    wanted = after(answer)
    others = (each.text for each in position.legal_moves if each.text != answer)
    return (answer, *(text for text in others if after(text) == wanted))


STEPS = Exercises("steps", ".toml", read)
