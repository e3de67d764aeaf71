"""The words of our own: the built-in games, written as files, are the same games."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from engine import games, new_position
from engine.board.position import Position
from engine.errors import VariantError
from engine.kinds.army.rules import ArmyVariant
from engine.variants import ini
from games import army

FILE = Path(__file__).with_name("builtins.ini")
NAMES = ("gast", "ganymede", "gochess")


@pytest.fixture(scope="module")
def again() -> dict[str, ArmyVariant]:
    found = ini.load(str(FILE))
    return {variant.name.removesuffix("-again"): variant for variant in found}


@pytest.mark.parametrize("name", NAMES)
def test_the_description_is_that_of_the_built_in_game(
    name: str, again: dict[str, ArmyVariant]
) -> None:
    """But for names and the order of pieces, which mean nothing."""
    built_in, file = army(name), again[name]
    assert {piece.letter: piece for piece in file.pieces} == {
        piece.letter: piece for piece in built_in.pieces
    }
    named = [castling.name for castling in built_in.castlings]
    castlings = tuple(
        replace(castling, name=name) for castling, name in zip(file.castlings, named, strict=True)
    )
    plain = replace(
        file, name=built_in.name, pieces=built_in.pieces, castlings=castlings, promotions=()
    )
    assert plain == replace(built_in, promotions=())
    assert set(file.promotions) == set(built_in.promotions)


def test_a_front_end_finds_them_sound() -> None:
    for found in (games.read_variants, games.check_variants):
        sound, faults = found(str(FILE))[:2]
        assert [variant.name for variant in sound] == [f"{name}-again" for name in NAMES]
        assert not faults


@pytest.mark.parametrize("name", ["gast", "ganymede"])
def test_moves_are_counted_alike(name: str, again: dict[str, ArmyVariant]) -> None:
    draw = random.Random(17)
    ours, theirs = new_position(again[name]), new_position(name)
    for _ in range(60):
        assert ours.divide(2) == theirs.divide(2)
        move = draw.choice(ours.legal_moves())
        ours.play(move)
        theirs.play(move)
        assert ours.fen() == theirs.fen()
        if ours.status().state != "ongoing":
            break


def test_pieces_are_placed_and_played_alike(again: dict[str, ArmyVariant]) -> None:
    start = army("gochess").start_fen(seed=5)
    assert again["gochess"].start_fen(seed=5) == start
    draw = random.Random(17)
    ours: Position = new_position(again["gochess"], start)
    theirs: Position = new_position("gochess", start)
    while ours.turn == "-":
        move = ",".join(draw.choice(ours.choices(side)) for side in "wb")
        ours, theirs = ours.play(move), theirs.play(move)
        assert ours.fen() == theirs.fen()
    assert ours.divide(2) == theirs.divide(2)


GANYMEDE = FILE.read_text(encoding="utf-8").partition("[ganymede-again]")
WRONG = [
    ("rankMoves = p3:fmR2", "'p3:fmR2', expected p@2:fmR4, a piece, its rank and its moves there"),
    ("rankMoves = x@3:fmR2", "no piece has the letter 'x'"),
    ("rankMoves = p@13:fmR2", "moves from rank 13, which the board lacks"),
    ("rankMoves = p@3:fmX", "unknown letter 'X'"),
    ("settings = s", "'s', expected a piece and its value, like s:lz"),
    ("settings = s:l?", "'l?', expected letters of pieces"),
    ("settings = s:s", "'S' turns into itself"),
    ("settings = k:s", "a royal piece may not turn or cover two cells"),
    ("twoSquares = w:long v:tall", "'long', expected wide or tall, like w:wide v:tall"),
    ("pivots = q:r", "only pieces on two cells pivot, into such a piece"),
    ("promotions = p10:+p", "'p10:+p', expected p@10:+p, a piece, its rank and what it becomes"),
    ("promotions = p@10:k", "may not promote to"),
    ("promotions = p@9-a10:q", "'p@9-a10:q', expected p@10:+p"),
    ("promotions = n@99-12:q", "promotes coming from no rank, 99"),
    ("promotions = n@a99:q", "no square, rank or file 'a99'"),
    ("rights = a1", "'a1', expected a1:r, a square and the piece on it"),
    ("castling1 = g1-k1 l1 needs l1", "'l1', expected g1-k1 l1-j1 needs l1 empty h1 i1"),
    ("castling1 = needs l1", "'needs l1', expected the king's move first, like g1-k1"),
    ("castling2 = g1-k1 l1-j1 k1-g1 needs l1 beside k1", "expected beside k1:g"),
    ("castling4 = g1-b1 a1-c1 needs b1", "b1 carries no right"),
    ("blockedSquares = many", "expected a whole number"),
    ("placement = pp", "'w', expected - for the side"),
    ("gameLength = 96", "expected two numbers of moves, like 70 22"),
    ("gameLength = 96 38 1.5", "and perhaps a part, like 0.6"),
    ("enPassantSteps = -1", "expected a whole number"),
]


@pytest.mark.parametrize(("setting", "message"), WRONG)
def test_what_is_wrong_is_told(tmp_path: Path, setting: str, message: str) -> None:
    text = "".join(GANYMEDE[1:]).partition("[gochess-again]")[0]
    key = setting.partition(" ")[0]
    lines = [line for line in text.splitlines() if not line.startswith(f"{key} =")]
    path = tmp_path / "wrong.ini"
    path.write_text("\n".join([*lines, setting]), encoding="utf-8")
    with pytest.raises(VariantError) as caught:
        ini.load(str(path))
    told = str(caught.value).removeprefix(str(path))
    assert message in told
    assert len(told) < 200
