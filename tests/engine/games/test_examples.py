"""The worked examples of the games' pages do what they say, by the core and the reference."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pytest

import amalthea
from amalthea import new_game
from amalthea.engine import variants
from amalthea.protocol.drawing.chapters import chapters
from amalthea.protocol.drawing.guide import Example, games_with_guides, guide_of
from amalthea.protocol.drawing.replay import board
from amalthea.protocol.drawing.squares import squares
from helpers.games import RULES, army
from reference import GoChessPlacement, Position
from reference.described import rules_of

SECRET = " choose wb"  # of a status in which both sides choose

EXAMPLES = [
    pytest.param(game, example, id=f"{game}: {example.title}")
    for game in games_with_guides()
    for example in guide_of(variants.get(game)).examples
]


class GameByMoves(Protocol):
    """Interface of a game by moves; `play` raises ValueError for an illegal move."""

    def play(self, move: str) -> None: ...
    def fen(self) -> str: ...
    def status(self) -> str: ...


class Core:
    def __init__(self, game: str, fen: str) -> None:
        self.game = new_game(game, fen)

    def play(self, move: str) -> None:
        self.game.play(move)

    def fen(self) -> str:
        return self.game.position.fen()

    def status(self) -> str:
        return str(self.game.position.status())


class Reference:
    def __init__(self, game: str, fen: str) -> None:
        self.position: Position | GoChessPlacement = (
            GoChessPlacement.from_fen(fen)
            if game == "gochess" and "[" in fen
            else _rules(game).from_fen(fen)
        )

    def play(self, move: str) -> None:
        self.position = self.position.play(move)

    def fen(self) -> str:
        return self.position.fen()

    def status(self) -> str:
        return self.position.status()


def _rules(game: str) -> type[Position]:
    """Return the slow rules of the game itself, or else those that read its description."""
    return RULES[game] if game in RULES else rules_of(army(game))


@pytest.mark.parametrize("rules", [Core, Reference])
@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_examples_have_the_stated_effect(
    game: str, example: Example, rules: Callable[[str, str], GameByMoves]
) -> None:
    played = rules(game, example.fen)
    assert played.fen() == example.fen
    for move in example.moves:
        assert played.status().startswith("ongoing")
        played.play(move)
    assert played.status().removesuffix(SECRET) == example.status
    stands = on_squares(game, played.fen())
    assert {square: stands.get(square, "") for square in example.then} == example.then
    for move in example.refused:
        with pytest.raises(ValueError, match="illegal"):
            played.play(move)


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_examples_state_an_effect(game: str, example: Example) -> None:
    assert example.refused or example.status != "ongoing" or example.then
    before = on_squares(game, example.fen)
    changed = {square for square, token in example.then.items() if before.get(square, "") != token}
    assert changed or not example.then or example.refused


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_refused_moves_belong_to_the_side_to_move(game: str, example: Example) -> None:
    fen = new_game(game, example.fen, example.moves).position.fen()
    stands, turn = on_squares(game, fen), fen.split()[1]
    for move in example.refused:
        token = stands.get(squares(move)[0], "")
        assert "@" in move or not token or token.isupper() == (turn == "w")


@pytest.mark.parametrize("game", games_with_guides())
def test_every_example_has_its_chapter(game: str) -> None:
    variant = variants.get(game)
    shown = [example for chapter in chapters(variant) for example in chapter.examples]
    guide = guide_of(variant)
    assert sorted(map(title, shown)) == sorted(map(title, (*guide.examples, *guide.plans)))
    assert len(set(map(title, shown))) == len(shown) > 0


@pytest.mark.parametrize("game", games_with_guides())
def test_every_special_rule_has_an_example(game: str) -> None:
    plain = {"Notation", "Sources", "Where the sources are silent or disagree"}
    plain |= guide_of(variants.get(game)).rulings.keys()
    expected = [chapter for chapter in chapters(variants.get(game)) if chapter.title not in plain]
    assert [chapter.title for chapter in expected if not chapter.examples] == []


def title(example: Example) -> str:
    return example.title


def on_squares(game: str, fen: str) -> dict[str, str]:
    """Return the tokens by square; a piece on two squares stands on its anchor."""
    return board(amalthea.Position(game, fen))
