"""Squares that are blocked together with moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import Position, new_position
from amalthea.engine import variant_files
from amalthea.engine.errors import AmbiguousMove, VariantError
from amalthea.engine.new_games import new_game
from amalthea.engine.search.solo import SoloSearcher
from helpers.rule_cases import RuleCase, check

KINGLESS = (
    "king = -\ncommoner = k\ncastling = false\nextinctionValue = loss\nextinctionPieceTypes = k"
)
ROOKS = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
CASES = (
    RuleCase(
        "wallingRule = duck",
        base=KINGLESS,
        allowed="a1a3,a3a1 a1a3,a3a2 a1a3,a3h8",
        forbidden="a1a3",
    ),
    RuleCase(  # the rook goes on from where it has come to, also back
        "wallingRule = arrow",
        base=KINGLESS,
        allowed="a1a3,a3a1 a1a3,a3h3",
        forbidden="a1a3",
    ),
    RuleCase("wallingRule = past", base=KINGLESS, allowed="a1a3,a3a1", forbidden="a1a3"),
    RuleCase("wallingRule = static", base=KINGLESS, allowed="a1a3,a3c4"),
    RuleCase("wallingRule = edge", base=KINGLESS, allowed="a1a3,a3h4 a1a3,a3a1"),
    RuleCase(
        "wallingRegion = *4",
        base=f"{KINGLESS}\nwallingRule = static",
        forbidden="a1a3,a3a1",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_keys_change_the_game(case: RuleCase, tmp_path: Path) -> None:
    check(case, tmp_path)


@pytest.mark.parametrize(
    ("game", "fen", "moves", "after"),
    [
        # The duck leaves its square.
        ("duck", ROOKS, "a1a3,a3a2 e8e7,e7d5", "8/4k3/8/3*4/8/R7/8/4K3 w"),
        # It may come to the square that was left.
        ("duck", ROOKS, "a1a3,a3a1", "4k3/8/8/8/8/R7/8/*3K3 b"),
        # The king castles, and the duck comes to its square.
        ("duck", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1,g1e1", "4k3/8/8/8/8/8/8/4*RK1 b"),
        # The promotion is written before the square of the duck.
        ("duck", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n,a8a7", "N3k3/*7/8/8/8/8/8/4K3 b"),
        ("joust", "", "d4e6,e6d4 e5d3,d3e5", "8/8/4N3/4*3/3*4/3n4/8/8 w"),
    ],
)
def test_a_move_blocks_a_square(game: str, fen: str, moves: str, after: str) -> None:
    position = new_position(game, fen) if fen else new_position(game)
    before = position.fen(), position.key()
    for move in moves.split():
        position.play(move)
    assert " ".join(position.fen().split()[:2]) == after
    position.verify()
    for _ in moves.split():
        position.undo()
    assert (position.fen(), position.key()) == before


@pytest.mark.parametrize("key", ["duckGating", "duckWalling"])
def test_keys_of_earlier_versions_mean_the_same(key: str, tmp_path: Path) -> None:
    file = tmp_path / "walls.ini"
    file.write_text(f"[walled:chess]\n{KINGLESS}\n{key} = true\n", encoding="utf-8")
    (game,) = variant_files.load(str(file))
    assert game.walls
    assert game.walls.rule == "duck"


def test_more_promotions_than_a_move_word_holds_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "walls.ini"
    pieces = "archbishop = a\nchancellor = c\ncustomPiece1 = m:W\npromotionPieceTypes = acqrbnm"
    text = f"[walled:capablanca]\n{KINGLESS}\n{pieces}\nwallingRule = duck\n"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(VariantError, match="at most 6 promotions"):
        variant_files.load(str(file))


def test_the_duck_stays_neither_where_it_is_nor_on_a_piece() -> None:
    position = new_position("duck", "4k3/8/8/3*4/8/8/8/R3K3 w - - 0 1")
    legal = set(position.legal_moves())
    assert "a1a3,a3d5" not in legal
    assert "a1a3,a3e8" not in legal
    assert not position.is_legal_text("a1a3,a3d5")
    assert "a1a3,a3a1" in legal


def test_a_pawn_is_not_captured_where_the_duck_stands() -> None:
    fen = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"
    targets = {}
    for wall in ("e3", "a8"):
        position = new_position("duck", fen)
        position.play(f"e2e4,e4{wall}")
        targets[wall] = position.fen().split()[3]
    assert targets == {"e3": "-", "a8": "e3"}


def test_a_captured_king_loses_and_stalemate_wins() -> None:
    captured = new_position("duck", "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1")
    captured.play("e7e8,e8a1")
    assert str(captured.status()) == "win w extinction"
    stuck = new_position("duck", "4K3/8/8/8/8/8/ppp5/kb*5 b - - 0 1")
    assert str(stuck.status()) == "win b stalemate"


def test_a_side_without_a_move_loses_amazons() -> None:
    position = new_position("amazons", "q****5/*****5/10/10/10/10/10/10/10/9Q b - - 0 30")
    assert str(position.status()) == "win w stalemate"


@pytest.mark.parametrize(
    ("game", "text", "move"),
    [
        ("duck", "e4,d5", "e2e4,e4d5"),
        ("duck", "Nf3,e5", "g1f3,f3e5"),
        ("duck", "e2e4,d5", "e2e4,e4d5"),
        ("duck", "e2e4,e4d5", "e2e4,e4d5"),
        ("amazons", "Qd1-d7,g7", "d1d7,d7g7"),
        ("joust", "Nf5", "d4f5,f5d4"),
    ],
)
def test_moves_are_read_with_their_walls(game: str, text: str, move: str) -> None:
    assert Position(game).parse_move(text).text == move


def test_moves_are_written_with_their_walls() -> None:
    position = Position("duck", "4k3/8/8/3*4/8/8/8/R3K2R w K - 0 1")
    assert position.format_move("a1a8,a8d8") == "Ra8,d8"
    assert position.format_move("e1g1,g1h1") == "O-O,h1"
    assert position.parse_move("O-O,h1").text == "e1g1,g1h1"


def test_a_move_without_its_wall_is_refused_with_what_is_missing() -> None:
    with pytest.raises(AmbiguousMove, match="lacks the square to block, as in 'e4,"):
        Position("duck").parse_move("e4")


def test_a_move_says_which_squares_it_blocks_and_unblocks() -> None:
    move = Position("duck", "4k3/8/8/3*4/8/8/8/R3K3 w - - 0 1").parse_move("a1a3,a3a1")
    assert (str(move.blocks), str(move.unblocks)) == ("a1", "d5")
    assert not move.captures
    assert move.to_square
    assert move.to_square.name == "a3"


def test_walls_repeat_as_part_of_the_position() -> None:
    position = new_position("duck", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    keys = set()
    for wall in ("a1", "a2", "h8"):
        position.play(f"a1a3,a3{wall}")
        keys.add(position.key())
        position.undo()
    assert len(keys) == 3


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ("wallingRule = duck", "walls are not supported in a game with a king"),
        (f"{KINGLESS}\nwallingRule = swan", "expected none, duck, arrow, past, static or edge"),
        (f"{KINGLESS}\nwallingRule = duck\npieceDrops = true", "combined with drops"),
        (f"{KINGLESS}\nwallingRule = duck\nmustCapture = true", "forced captures"),
    ],
)
def test_unsupported_combinations_are_refused(lines: str, error: str, tmp_path: Path) -> None:
    file = tmp_path / "walls.ini"
    file.write_text(f"[walled:chess]\n{lines}\n", encoding="utf-8")
    with pytest.raises(VariantError, match=error):
        variant_files.load(str(file))


@pytest.mark.parametrize(
    ("fen", "best"),
    [
        # The king is captured.
        ("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "e1e8"),
        # The duck protects the king, as nothing else can: Black's rooks attack on rank and file.
        ("4k3/8/8/8/7r/8/PP6/K6r w - - 0 1", None),
    ],
)
def test_a_search_captures_and_shields_kings(fen: str, best: str | None) -> None:
    game = new_game("duck", fen)
    line = SoloSearcher(4).search(game, 3000)
    move = line.moves[0]
    if best:
        assert move.startswith(best)
        return
    game.position.play(move)
    replies = game.position.legal_moves()
    assert not any(reply.startswith("h1a1,") for reply in replies)
