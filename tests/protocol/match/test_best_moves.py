"""The pattern of moves that engines write: every legal move of every game fits it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

import pytest

from amalthea.engine import variants
from amalthea.engine.core.game import joint_move
from amalthea.engine.new_games import new_game
from amalthea.protocol.match.entrants import Entrant
from amalthea.protocol.match.play import Conditions
from amalthea.protocol.match.player import MOVE, Answer, Player
from amalthea.protocol.match.referee import AdjudicationRules
from amalthea.protocol.match.worker import PlayerPool, play_with
from amalthea.protocol.uci.parsing import parse_position
from helpers.matches import conditions, scripted, task
from helpers.sample import one_of_each_rule

PLIES = 60


class Whisperer:
    """A player of Go Chess that writes every choice in lower case."""

    def __init__(self, entrant: Entrant) -> None:
        self.entrant = entrant

    def new_game(self) -> None:
        """Do nothing: it is always ready."""

    settle = kill = close = new_game

    def choose(self, position: str, words: str, *_: object) -> Answer:
        here = parse_position(position.split()[1:])
        reached = new_game("gochess", here.fen, here.moves).position
        choice = reached.choices(words[-1])[0]
        return Answer(choice.lower(), "", 0.0, 0.0, None)


class Whisperers(PlayerPool):
    def take(self, entrant: Entrant, _: Conditions) -> Player:
        return cast(Player, Whisperer(entrant))

    def give_back(self, *_: object) -> None:
        """Do nothing: its players are no engines."""


def unusual_move(moves: Sequence[str], dice: random.Random) -> str:
    """Choose a move at random, most often one that is more than two squares."""
    more = [move for move in moves if "@" in move or not move[-1].isdigit()]
    return dice.choice(more if more and dice.random() < 0.8 else moves)


@pytest.mark.parametrize("name", one_of_each_rule(variants.names()))
def test_every_legal_move_is_read(name: str) -> None:
    dice = random.Random(name)
    game = new_game(name, variants.get(name).start_fen(1))
    for _ in range(PLIES):
        position = game.position
        if position.status().state != "ongoing":
            break
        choices = [position.choices(side) for side in position.choosers()]
        assert [move for moves in choices for move in moves if not MOVE.fullmatch(move)] == []
        game.play(joint_move(unusual_move(moves, dice) for moves in choices))


@pytest.mark.parametrize("text", ["e5e4-", "e5e4+", "+P@e4", "N'@e4", "(none)", "0000", "e7e8q"])
def test_a_move_is_read(text: str) -> None:
    assert MOVE.fullmatch(text)


@pytest.mark.parametrize("text", ["e5", "e5e4--", "e5e4+-", "-P@e4", "P@", "e2e4,e7e5", "hello"])
def test_an_invalid_move_is_not_read(text: str) -> None:
    assert not MOVE.fullmatch(text)


def test_a_choice_is_read_in_either_case() -> None:
    held = conditions("gochess", AdjudicationRules(plies=2))
    game = play_with(task(scripted(), scripted(name="other"), held), Whisperers()).game
    assert game.reason == "plies"
    assert [ply.move[0] + ply.move.split(",")[1][0] for ply in game.plies] == ["Pp", "Pp"]
