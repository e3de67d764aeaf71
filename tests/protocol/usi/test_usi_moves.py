"""Moves and positions in USI, compared with a slow conversion square by square."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from amalthea.engine.errors import IllegalMove
from amalthea.engine.new_games import new_game, new_position
from amalthea.protocol.uci.parsing import CommandError
from amalthea.protocol.usi.moves import UsiMoves
from amalthea.protocol.usi.sfen import read_sfen, write_sfen
from helpers.random_games import random_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from amalthea.engine.core.position import Position
    from helpers.sample import Sample

GAMES = ("shogi", "minishogi", "kyotoshogi", "euroshogi", "okisakishogi", "chess")
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
MATCH = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124"


def positions(game: str, seeds: range) -> Iterator[Position]:
    """Yield random positions of a game."""
    for seed in seeds:
        record = random_game(game, seed, longest=120)
        count = random.Random(seed).randint(0, len(record.moves))
        yield new_game(game, record.fen, record.moves[:count]).position


def usi_square(position: Position, name: str) -> str:
    """Return USI's name of a square by counting files from the right and ranks from the top."""
    files = [chr(ord("a") + number) for number in range(position.variant.files)]
    ranks = [str(number + 1) for number in range(position.variant.ranks)]
    right_to_left, top_down = list(reversed(files)), list(reversed(ranks))
    return f"{right_to_left.index(name[0]) + 1}{'abcdefghijklmnop'[top_down.index(name[1:])]}"


def usi_move(position: Position, move: str) -> str:
    """Return a move of the engine in USI, read sign by sign."""
    if "@" in move:
        piece, square = move.split("@")
        return f"{piece}*{usi_square(position, square)}"
    squares, rest = [], move
    for _ in range(2):
        digits = 2 if rest[1:3].isdigit() else 1
        squares.append(usi_square(position, rest[: 1 + digits]))
        rest = rest[1 + digits :]
    return "".join(squares) + rest


def sfen(position: Position) -> str:
    """Return the SFEN of a position, field by field from its FEN."""
    placement, side, _, _, _, number = position.fen().split()
    board, _, held = placement.partition("[")
    hand = ""
    for letters in ("RBGSNLP", "rbgsnlp"):
        for letter in letters:
            if count := held.count(letter):
                hand += letter if count == 1 else f"{count}{letter}"
    plies = 2 * (int(number) - 1) + (1 if side == "w" else 2)
    return f"{board} {'b' if side == 'w' else 'w'} {hand or '-'} {plies}"


@pytest.mark.parametrize("game", GAMES)
def test_moves_there_and_back(game: str, sample: Sample) -> None:
    for position in positions(game, range(sample(3, 60))):
        text = UsiMoves(position.variant.files, position.variant.ranks)
        for move in position.legal_moves():
            assert text.write(move) == usi_move(position, move)
            assert text.read(usi_move(position, move)) == move


@pytest.mark.parametrize("game", ["shogi", "minishogi", "euroshogi"])
def test_positions_there_and_back(game: str, sample: Sample) -> None:
    for position in positions(game, range(sample(5, 100))):
        assert write_sfen(position.fen()) == sfen(position)
        back = new_position(game, read_sfen(sfen(position).split()))
        assert back.contents() == position.contents()
        assert (back.turn, back.fullmove()) == (position.turn, position.fullmove())
        assert sorted(back.legal_moves()) == sorted(position.legal_moves())


def test_positions_of_the_specification() -> None:
    assert write_sfen(new_position("shogi").fen()) == f"{START} b - 1"
    position = new_position("shogi", read_sfen(MATCH.split()))
    assert position.turn == "b"
    assert write_sfen(position.fen()) == MATCH


def test_hand_and_number_may_be_missing() -> None:
    assert read_sfen([START, "w"]) == f"{START}[] b - - 0 1"
    assert read_sfen([START, "b", "2P3p"]) == f"{START}[PPppp] w - - 0 1"
    assert read_sfen([START, "b", "-", "0"]) == f"{START}[] w - - 0 1"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "0 fields"),
        (START, "1 fields"),
        (f"{START} x", "side 'x'"),
        (f"{START} b 3", "pieces in hand '3'"),
        (f"{START} b 0P", "pieces in hand '0P'"),
        (f"{START} b P! 1", "pieces in hand 'P!'"),
        (f"{START} b 999P999p 1", "more than 1000 pieces in hand"),
        (f"{START} b - x", "move number 'x'"),
        (f"{START} b - 1 2", "5 fields"),
    ],
)
def test_wrong_positions_are_refused(words: str, why: str) -> None:
    with pytest.raises(CommandError, match=why):
        read_sfen(words.split())


def test_a_promotion_that_is_declined_may_be_named() -> None:
    assert UsiMoves(9, 9).read("8h2b=") == "b2h8"


@pytest.mark.parametrize(
    "text", ["c3c4", "e2e4", "", "7g", "P@5e", "7g7fx7", "resign", "0a1a", "7g7z", "9j9i", "10a9a"]
)
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove, match="is no move"):
        UsiMoves(9, 9).read(text)
