"""A front end is little work: one with a protocol of four words has less than sixty lines.

It plays a whole game of random moves against the engine.
"""

from __future__ import annotations

import random

import pytest

import amalthea
from amalthea.engine.engine import Engine
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.events import BestMove, EngineError, Event
from amalthea.engine.search.limits import Limits

NODES = 300
MOST_PLIES = 400
OVER = "the game is over"


class Toy:
    """A front end: `play GAME` begins, a move is answered, `board` shows the FEN, `bye` ends."""

    def __init__(self) -> None:
        self._engine = Engine(self._hear)
        self._moves: list[str] = []
        self._said: list[str] = []

    def ask(self, line: str) -> str:
        """Return the answer to a line."""
        self._said.clear()
        try:
            self._obey(line.split())
        except AmaltheaError as error:
            self._said.append(f"no: {error}")
        return "; ".join(self._said)

    def _obey(self, words: list[str]) -> None:
        match words:
            case ["play", name]:
                self._engine.set_option("UCI_Variant", name)
                self._moves = []
            case ["board"]:
                self._engine.set_position(moves=self._moves)
                self._said.append(self._engine.game.position.fen())
            case ["bye"]:
                self._engine.close()
            case [move]:
                self._engine.set_position(moves=[*self._moves, move])
                self._moves.append(move)
                self._engine.go(Limits(nodes=NODES))
                self._engine.wait()

    def _hear(self, event: Event) -> None:
        match event:
            case BestMove(str(move)):
                self._moves.append(move)
                self._said.append(move)
            case BestMove(None):
                self._said.append(OVER)
            case EngineError(text):
                self._said.append(f"oh: {text}")


@pytest.mark.parametrize("name", ["chess", "gast"])
def test_a_game_is_played_through_another_protocol(name: str) -> None:
    dice = random.Random(1)
    toy = Toy()
    toy.ask(f"play {name}")
    game = amalthea.new_game(name)
    while game.position.status().state == "ongoing" and len(game.moves) < MOST_PLIES:
        ours = dice.choice(game.position.legal_moves())
        game.play(ours)
        answer = toy.ask(ours)
        if answer != OVER:
            game.play(answer)
    assert len(game.moves) >= 8
    assert game.position.status().winner == "b"
    assert toy.ask("board") == game.position.fen()
    assert toy.ask("e9e9").startswith("no: move ")
    toy.ask("bye")
