"""Notation of moves in files: one form for writing, every form for reading.

Moves of chess are SAN, which python-chess knows. Those of other games are written with the letters
of their pieces, as each kind of game has it, or in coordinates, as the engine writes them itself. A
choice of both sides is one word, "P@e5,p@d4".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from amalthea.engine.errors import IllegalMove
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_game
from amalthea.engine.text import clip

if TYPE_CHECKING:
    from amalthea.engine.core.game import Game

LETTERS, COORDINATES = "letters", "coordinates"
NOTATIONS = (LETTERS, COORDINATES)

ORTHODOX = "chess"  # the game whose moves are SAN


def move_writer(variant: str, fen: str, notation: str = LETTERS) -> Callable[[str], str]:
    """Return a function that writes the moves of a game from a FEN on. Raises IllegalMove."""
    if variant == ORTHODOX:
        import chess

        board = chess.Board(fen)

        def write_san(move: str) -> str:
            try:
                return board.san_and_push(board.parse_uci(move))
            except ValueError as error:
                raise IllegalMove(str(error)) from error

        return write_san
    if notation == COORDINATES:
        return lambda move: move
    game = new_game(variant, fen)

    def write(move: str) -> str:
        both, before = len(game.position.choosers()) > 1, game.position.contents()
        game.play(move)
        if both:
            return move
        return kind_of(game.variant).full_notation(game.variant, before, move, game.position)

    return write


def move_player(game: Game) -> Callable[[str], str]:
    """Return a function that plays moves in any form and returns the engine's text of each.

    Raises IllegalMove, and ValueError for a text that is not a move of chess; nothing is played
    then.
    """
    if game.variant.name == ORTHODOX:
        import chess

        board = chess.Board(game.fen)

        def play_san(word: str) -> str:
            move = board.parse_san(word)
            game.play(move.uci())
            board.push(move)
            return move.uci()

        return play_san
    return lambda word: _play(game, word)


def _play(game: Game, word: str) -> str:
    try:
        game.play(word)
        return word
    except IllegalMove:
        if len(game.position.choosers()) > 1:
            raise
        found = kind_of(game.variant).moves_matching(game.variant, game.position, word)
        if not found:
            raise
    if len(found) > 1:
        raise IllegalMove(f"{clip(word)} may be {' or '.join(found)}")
    game.play(found[0])
    return found[0]
