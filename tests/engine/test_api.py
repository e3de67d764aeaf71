"""Positions as values, in every game: pieces, moves with their effects, notations, taking back."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import chess.variant
import pytest

import amalthea
from amalthea.engine.api import (
    Color,
    Move,
    Notation,
    Piece,
    Position,
    Regional,
    Square,
    Termination,
)
from amalthea.engine.errors import (
    AmbiguousMove,
    FenError,
    IllegalMove,
    UnknownVariant,
    VariantError,
)
from amalthea.engine.events import Score
from amalthea.engine.regional_notation import suitable
from helpers.sample import Sample, one_of_each_rule
from helpers.variant_files import load_one

PLIES = 24
TRIED = 6  # legal moves of a position that are written and read


def drawn_moves(position: Position, dice: random.Random) -> list[Move]:
    """Return some legal moves; of the many pairs of choices, without making them all."""
    if position.turn is None:
        sides = [position.choices(color) for color in position.choosers]
        pairs = (",".join(dice.choice(moves).text for moves in sides) for _ in range(TRIED))
        return [position.parse_move(pair) for pair in pairs]
    legal = position.legal_moves
    return dice.sample(legal, min(TRIED, len(legal)))


@pytest.mark.parametrize("name", one_of_each_rule(amalthea.variants.names()))
def test_moves_of_random_games_have_their_effects(name: str) -> None:
    dice = random.Random(name)
    position = Position(name)
    history: list[tuple[dict[Square, Piece], str, Move]] = []
    while len(history) < PLIES and not position.is_over():
        moves = drawn_moves(position, dice)
        for move in moves:
            for notation in Notation:
                text = position.format_move(move, notation)
                assert position.parse_move(text) == move, (notation, text, position.fen())
        before, fen = position.pieces(), position.fen()
        move = dice.choice(moves)
        history.append((before, fen, move))
        assert position.push(move) == move
        assert move.applied(before) == position.pieces(), (fen, move)
        check_move(move, before)
    outcome = position.outcome()
    assert outcome is None or outcome.termination is not Termination.OTHER
    while history:
        before, fen, move = history.pop()
        assert position.pop() == move
        assert (position.pieces(), position.fen()) == (before, fen)


def check_move(move: Move, before: dict[Square, Piece]) -> None:
    """Assert that what a move says agrees with the board on which it was made."""
    for square, old, new in move.effects:
        assert before.get(square) == old
        assert old != new
    for part in move.choices or (move,):
        assert part.color
        if part.drop:
            assert part.from_square is None
        elif part.piece and part.from_square:
            assert before[part.from_square] == part.piece
        assert all(piece.color is not part.color for piece in part.captures)


def test_san_of_chess_equals_python_chess(sample: Sample) -> None:
    import chess

    dice = random.Random(39)
    for _ in range(sample(4, 100)):
        position, board = Position("chess"), chess.Board()
        while not position.is_over() and board.ply() < 120:
            found = {position.format_move(move): move.text for move in position.legal_moves}
            assert found == {board.san(move): move.uci() for move in board.legal_moves}
            move = dice.choice(position.legal_moves)
            position.push(move)
            board.push_uci(move.text)


@pytest.mark.parametrize("word", ["O-O", "0-0", "e1g1", "e1h1", "Kg1", "O-O+"])
def test_castling_is_read_in_every_form(word: str) -> None:
    position = Position("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    move = position.push(word)
    assert (move.text, move.promotion, move.captured) == ("e1g1", None, None)
    assert {str(effect.square) for effect in move.effects} == {"e1", "f1", "g1", "h1"}


def test_castling_of_chess960_names_the_rook() -> None:
    position = Position("chess", "4k3/8/8/8/8/8/8/1RK4R w KQ - 0 1", chess960=True)
    assert position.parse_move("O-O-O").text == "c1b1"
    assert position.format_move("c1b1") == "O-O-O"


def test_en_passant_captures_on_another_square() -> None:
    position = Position("chess", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", ["d2d4"])
    move = position.parse_move("exd3")
    assert (str(move.captured), str(move.to_square)) == ("P", "d3")
    emptied = {str(square) for square, before, after in move.effects if before and not after}
    assert emptied == {"d4", "e4"}


def test_promotions_and_drops_say_so() -> None:
    position = Position("crazyhouse", "7k/P7/8/8/8/8/8/K7[N] w - - 0 1")
    promoting, dropping = position.parse_move("a8=Q"), position.parse_move("N@b6")
    assert promoting.promotion == position.parse_move("a7a8q").promotion
    assert str(promoting.promotion) == "Q"
    assert dropping.drop
    assert (str(dropping.drop), dropping.from_square) == ("N", None)
    assert position.hands[Color.WHITE] == {dropping.drop: 1}


def test_a_piece_that_waits_is_no_longer_in_hand() -> None:
    position = Position("musketeer", moves=["C@b1"])
    numbers = {str(piece): number for piece, number in position.hands[Color.WHITE].items()}
    assert numbers == {"L": 1}
    assert len(position.hands[Color.BLACK]) == 2


def test_gess_moves_patches_and_takes_stones() -> None:
    mover = "1s5s2s2s4/15s2/13s1s2/1s1s3sssss2s1s1/sss1s1ssss1s3sss/1s1s1ssssssss1s1s1"
    other = "1S1S1SSSSSSSS1S1S1/1SS1S1SSSS1S1S1SSS/2SS1SSSSSSSS1S1S1/18/2S15/4S2S2S2S4/17S"
    position = Position("gess", f"{other}/18/18/18/18/18/{mover} b - - 4 4")
    (move,) = [each for each in position.legal_moves if len(each.captures) > 1]
    before = position.pieces()
    position.push(move)
    lost = Counter(before.values()) - Counter(position.pieces().values())
    assert sum(lost[piece] for piece in move.captures[:1]) == len(move.captures)
    assert str(position.square("t19")) == "t19"


def test_troop_carries_formations() -> None:
    position = Position("troop")
    move = next(each for each in position.legal_moves if len(each.carried) > 2)
    assert move.carried[0] == (move.from_square, move.to_square)
    moved = dict(move.carried)
    assert {square for square, _, after in move.effects if after} <= set(moved.values())


def test_walls_stand_on_two_squares() -> None:
    position = Position("ganymede")
    standing = {square.name for square in position.pieces()}
    covered = [
        name
        for name in (f"{file}{rank}" for file in "abcdefghijkl" for rank in range(1, 13))
        if position.piece_at(name) and name not in standing
    ]
    assert covered
    assert all(position.piece_at(name).type.name == "lying wall" for name in covered)  # type: ignore[union-attr]


def test_both_sides_of_go_chess_choose_in_secret() -> None:
    position = Position("gochess")
    assert (position.turn, position.choosers) == (None, tuple(Color))
    assert len(position.blocked) == position.variant.blocked  # type: ignore[attr-defined]
    white, black = (position.choices(color)[0] for color in Color)
    move = position.push(f"{white},{black}")
    assert [choice.color for choice in move.choices] == list(Color)
    left = len(position.to_place)
    if move.effects:
        assert position.piece_at(white.to_square or "") == white.piece
    position.pop()
    assert len(position.to_place) == left + bool(move.effects)


def test_copies_go_on_by_themselves() -> None:
    position = Position("chess")
    position.push("e4")
    other = position.copy()
    other.push("e5")
    assert [move.text for move in position.moves] == ["e2e4"]
    assert other.pop() == Move("e7e5", None, None, None, None)
    assert other.fen() == position.fen()


def test_outcome_has_winner_and_termination() -> None:
    position = Position("chess", moves=["f2f3", "e7e5", "g2g4", "d8h4"])
    outcome = position.outcome()
    assert outcome
    assert (outcome.winner, outcome.termination) == (Color.BLACK, Termination.CHECKMATE)
    assert (outcome.result, str(outcome)) == ("0-1", "Black wins by checkmate")
    assert position.is_check()
    assert position.legal_moves == ()


@pytest.mark.parametrize("text", ["e5", "", "Ke2", "e2e5", "P@e4", "e2,e4", "e2"])
def test_invalid_moves_are_refused(text: str) -> None:
    position = Position("chess")
    with pytest.raises(IllegalMove):
        position.push(text)
    assert position.moves == ()


@pytest.mark.parametrize("text", ["0000", "--", "Z0", "@@@@", "--!?"])
def test_a_text_of_a_null_move_is_refused(text: str) -> None:
    position = Position("chess")
    for call in (position.push, position.parse_move, lambda word: Position(moves=[word])):
        with pytest.raises(IllegalMove):
            call(text)
    move = position.push(text, null=True)
    assert (move.text, position.turn) == ("0000", Color.BLACK)
    replayed = Position(moves=position.moves)
    assert (replayed.fen(), pickle.loads(pickle.dumps(position))) == (position.fen(), position)


@pytest.mark.parametrize(
    ("game", "fen"),
    [
        ("knightmate", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
        ("eurasian", "4k5/10/10/10/10/10/10/10/10/R4K4 w - - 0 1"),
        ("grand", "4k5/10/10/10/10/10/10/10/10/R4K4 w - - 0 1"),
    ],
)
def test_a_bare_king_mates_nobody(game: str, fen: str) -> None:
    position = Position(game, fen)
    assert [position.has_insufficient_material(side) for side in ("w", "b")] == [False, True]


def test_a_bare_king_may_mate_where_kings_attack_to_one_side(tmp_path: Path) -> None:
    game = load_one(tmp_path / "left.ini", "[left:chess]\nking = k:lWvW\ncastling = false\n")
    position = Position(game, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert not position.has_insufficient_material("b")


def test_texts_that_equal_a_side_or_a_notation_mean_it() -> None:
    bare = Position("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1")
    assert [bare.has_insufficient_material(side) for side in ("w", "b")] == [False, True]
    assert bare.choices("w") == bare.legal_moves
    for wrong in ("white", True, 3):
        with pytest.raises(ValueError, match="expected w or b"):
            bare.has_insufficient_material(wrong)  # type: ignore[arg-type]
    for notation in (*Notation, Regional.LAN):
        assert bare.format_move("h1h8", notation.value) == bare.format_move("h1h8", notation)
    with pytest.raises(ValueError, match="no notation short for chess, expected one of coord"):
        bare.format_move("h1h8", "short")


def test_values_are_short_in_notebooks() -> None:
    position = Position("chess", moves=["e4"])
    assert repr(position.moves) == "(<Move e2e4>,)"
    assert repr(amalthea.variants.get("shogi")) == "<Variant shogi 9x9>"
    assert [str(score) for score in (Score(-31), Score(3, mate=True), Score(-2, mate=True))] == [
        "-0.31",
        "mate in 3",
        "mated in 2",
    ]
    castling = Position("chess", "4k3/8/8/8/8/8/8/1RK4R w KQ - 0 1", chess960=True)
    assert eval(repr(castling), {"Position": Position}) == castling


@pytest.mark.parametrize("text", ["e4", " e2e4 ", "E2E4", "e2-e4", "e4!?"])
def test_one_reader_reads_moves_everywhere(text: str) -> None:
    position = Position("chess")
    move = position.parse_move("e2e4")
    assert position.parse_move(text) == position.parse_move(move) == move
    assert position.is_legal(text)
    assert position.is_legal(move)
    assert not position.is_legal("e5")
    assert position.format_move(text) == "e4"


def test_a_plus_that_may_mean_check_or_promotion_is_refused() -> None:
    quiet = Position("shogi", "k8/7p1/9/9/9/9/9/1B7/4K4[] w - - 0 1")
    assert quiet.parse_move("Bxh8+").text == "b2h8+"
    assert quiet.parse_move("Bh8+").text == "b2h8+"
    assert quiet.parse_move("Bxh8=").text == quiet.parse_move("Bxh8").text == "b2h8"
    assert quiet.format_move("b2h8") == "Bxh8="
    both = Position("shogi", "8k/7p1/9/9/9/9/9/1B7/4K4[] w - - 0 1")
    assert both.format_move("b2h8") == "Bxh8=+"
    assert both.parse_move("Bxh8=+").text == "b2h8"
    with pytest.raises(AmbiguousMove, match=r"may be b2h8 or b2h8\+"):
        both.parse_move("Bxh8+")


@pytest.mark.parametrize(
    ("variant", "board", "text", "move"),
    [
        ("shogi", None, "7g7f", "c3c4"),
        ("shogi", None, "P-7f", "c3c4"),
        ("shogi", None, "P-76", "c3c4"),
        ("shogi", None, "P76", "c3c4"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4[B] w - - 0 1", "B*e4", "B@e4"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4[B] w - - 0 1", "B*5f", "B@e4"),
        ("shogi", "k8/9/4P4/9/9/9/9/9/4K4[] w - - 0 1", "5c5b+", "e7e8+"),
        ("xiangqi", None, "C2=5", "h3e3"),
        ("xiangqi", None, "H08-87", "h1g3"),
    ],
)
def test_notations_of_countries_are_read(
    variant: str, board: str | None, text: str, move: str
) -> None:
    assert Position(variant, board).parse_move(text).text == move


@pytest.mark.parametrize(
    ("board", "text", "move"),
    [
        (None, "nf3", "g1f3"),
        (None, "ng1f3", "g1f3"),
        (None, "b4", "b2b4"),
        ("4k3/8/8/8/2p5/8/8/K4B2 w - - 0 1", "bxc4", "f1c4"),
        ("4k3/8/8/8/2p5/1P6/8/K4B2 w - - 0 1", "bxc4", "b3c4"),
        ("4k3/8/8/8/2p5/1P6/8/K4B2 w - - 0 1", "Bxc4", "f1c4"),
        ("4k3/8/8/8/2p5/8/8/K4B2 w - - 0 1", "bc4+", "f1c4"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "o-o", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "o-o-o", "e1c1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=q+", "a7a8q"),
    ],
)
def test_the_letter_of_a_piece_may_be_in_lower_case(
    board: str | None, text: str, move: str
) -> None:
    assert Position("chess", board).parse_move(text).text == move


def test_a_move_in_lower_case_that_may_be_two_is_ambiguous() -> None:
    position = Position("chess", "4k3/8/8/8/8/5N2/8/KN6 w - - 0 1")
    with pytest.raises(AmbiguousMove, match="'nd2' may be b1d2 or f3d2"):
        position.parse_move("nd2")
    with pytest.raises(IllegalMove):
        position.parse_move("nd5")


def test_regional_notations_are_read_as_they_are_written() -> None:
    dice = random.Random(46)
    for name in ("shogi", "minishogi", "xiangqi", "janggi", "chess"):
        position = Position(name)
        while position.ply < 8 and not position.is_over():
            move = dice.choice(position.legal_moves)
            for notation in suitable(position.pieces().values()):
                text = position.format_move(move, notation)
                assert position.parse_move(text) == move, (text, position.fen())
            position.push(move)


@pytest.mark.parametrize("notation", [Regional.WXF, Regional.JANGGI, Regional.HODGES])
def test_a_notation_of_other_games_is_refused(notation: Regional) -> None:
    with pytest.raises(ValueError, match=f"no notation {notation} for chess"):
        Position("chess").format_move("e2e4", notation)


@pytest.mark.parametrize(
    "call",
    [
        lambda: Position("chess").parse_move(None),  # type: ignore[arg-type]
        lambda: Position("chess").push(3),  # type: ignore[arg-type]
        lambda: Position("chess", fen=12),  # type: ignore[arg-type]
        lambda: Position("chess", moves="e2e4"),
    ],
)
def test_what_is_of_another_type_is_a_type_error(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="expected a"):
        call()


@pytest.mark.parametrize(
    ("game", "text", "why"),
    [
        ("xiangqi", "b1d2", "c1 is in the way"),
        ("xiangqi", "e1e3", "a king does not move like that"),
        ("shogi", "b2b4", "a bishop does not move like that"),
        ("xiangqi", "h3h9", "illegal move"),  # what a cannon jumps over is not looked at
        ("gess", "a1a3", "illegal move"),
    ],
)
def test_an_illegal_move_says_why_in_other_games(game: str, text: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        Position(game).parse_move(text)


@pytest.mark.parametrize(
    ("board", "text", "why"),
    [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "h8g8", "the game is over"),
        (None, "e4e5", "there is no piece on e4"),
        (None, "e9e5", "e9 is off the board"),
        (None, "e2e4e5", "illegal move 'e2e4e5' in '[^']*'$"),
        (None, "e2e4q", "illegal move 'e2e4q' in '[^']*'$"),
        (None, "e7e5", "the piece on e7 is the other side's"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8", "what the piece becomes, as in a7a8"),
        ("4k3/8/8/8/8/8/8/K2R3r w - - 0 1", "d1d3", "the king would be in check"),
        ("4k3/1r6/8/8/8/8/8/K2R4 w - - 0 1", "a1b1", "the king would be in check"),
        ("4k3/4r3/8/8/8/8/8/R3K3 w - - 0 1", "a1a3", "the king is in check"),
        (None, "a1a3", "a2 is in the way"),
        (None, "a1a2", "a piece of the same side is on a2"),
        (None, "a1b3", "a rook does not move like that"),
        (None, "a1i9", "i9 is off the board"),
        (None, "e2d3", "a pawn moves like that only to capture"),
        ("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e3", "a pawn does not capture like that"),
        (None, "e1g1", "the piece on e1 has no legal move"),
        (None, "Ke3", "a king does not move like that"),
        (None, "Rxa2+", "no rook can go to a2"),
        (None, "Raxa2", "a piece of the same side is on a2"),
        (None, "e5", "no pawn can go to e5"),
        ("4k3/8/8/8/8/8/8/K2R3r w - - 0 1", "Rd3", "the king would be in check"),
        ("4k3/8/8/8/8/8/8/K2R3r w - - 0 1", "Qd3", "no queen can go to d3"),
    ],
)
def test_an_illegal_move_says_why(board: str | None, text: str, why: str) -> None:
    position = Position("chess", board)
    with pytest.raises(IllegalMove, match=why):
        position.parse_move(text)


def test_claims_are_distinguished_from_forced_ends() -> None:
    repeated = Position(moves=["g1f3", "g8f6", "f3g1", "f6g8"] * 2)
    mated = Position(moves=["f3", "e5", "g4", "Qh4"])
    assert [each.is_over() for each in (repeated, mated)] == [True, True]
    assert [each.is_over(claims=False) for each in (repeated, mated)] == [False, True]
    assert repeated.outcome(claims=False) is None


def test_small_questions_have_exact_answers() -> None:
    position = Position("chess")
    royal = {piece.type.name for piece in position.pieces().values() if piece.type.royal}
    assert royal == {"king"}
    assert amalthea.__version__
    for wrong in ("e9", "i1", "e10", "zz"):
        with pytest.raises(ValueError, match="expected one from a1 to h8"):
            position.piece_at(wrong)
    with pytest.raises(ValueError, match="at least 0"):
        position.perft(-1)
    with pytest.raises(UnknownVariant, match="a FEN is given by fen="):
        Position(position.fen())
    with pytest.raises(VariantError, match="text= takes a text"):
        amalthea.load_variants("[mine:chess]\n")


def test_checkers_are_those_of_python_chess() -> None:
    dice = random.Random(4)
    for number in range(20):
        board = chess.Board() if number % 2 else chess.variant.CrazyhouseBoard()
        position = Position("chess" if number % 2 else "crazyhouse")
        while not board.is_game_over() and board.ply() < 120:
            checking = [move for move in board.legal_moves if board.gives_check(move)]
            move = dice.choice(checking or list(board.legal_moves))
            board.push(move)
            position.push(move.uci())
            names = {chess.square_name(square) for square in board.checkers()}
            assert {str(square) for square in position.checkers()} == names, position.fen()


@pytest.mark.parametrize("name", one_of_each_rule(amalthea.variants.names()))
def test_a_side_is_in_check_just_if_a_piece_gives_check(name: str) -> None:
    position, dice = Position(name), random.Random(name)
    while not position.is_over() and position.ply < PLIES:
        assert bool(position.checkers()) == position.is_check(), position
        position.push(dice.choice(drawn_moves(position, dice)))


def test_legal_moves_are_written_in_a_notation() -> None:
    position = Position("chess", "4k3/8/8/8/8/8/7R/R3K3 w - - 0 1")
    texts = position.format_moves()
    assert [position.parse_move(text) for text in texts] == list(position.legal_moves)
    assert {"Raa2", "Rha2", "Rh8+"} <= {*texts}


@pytest.mark.parametrize("game", ["chess", "crazyhouse", "capablanca"])
def test_a_random_array_of_chess960_is_repeated_by_its_seed(game: str) -> None:
    one, same = (Position.random_chess960(game, seed=7) for _ in range(2))
    assert one == same
    assert one.variant.chess960
    assert len({Position.random_chess960(game).fen() for _ in range(5)}) > 1


def test_games_without_castling_have_no_other_array() -> None:
    assert Position.random_chess960("xiangqi").fen() == Position("xiangqi").fen()


@pytest.mark.parametrize("name", one_of_each_rule(amalthea.variants.names()))
def test_a_position_is_made_of_its_pieces(name: str) -> None:
    position = Position(name)
    if position.turn is None:
        return  # pieces that are still to be placed have no squares
    again = Position.from_pieces(
        name,
        position.tokens(),
        position.turn,
        rights=position.fen().split()[2],
        hands=position.fen().split()[0].partition("[")[2].rstrip("]"),
    )
    assert (again.pieces(), again.hands) == (position.pieces(), position.hands)
    assert again.legal_moves == position.legal_moves


@pytest.mark.parametrize(
    ("pieces", "said"),
    [
        ({"e1": "K"}, "Black has 0 kings"),
        ({"e1": "X"}, "no piece 'X', expected one of P N"),
        ({"j1": "K"}, "no square 'j1'"),
    ],
)
def test_impossible_pieces_are_an_error(pieces: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Position.from_pieces("chess", pieces)


def test_a_line_is_written_without_playing_it() -> None:
    position = Position("xiangqi")
    line = ["h3e3", "h10g8", "h1g3"]
    assert position.format_line(line, "wxf") == ("C2=5", "H8+7", "H2+3")
    assert position.format_line(()) == ()
    assert position.ply == 0
    with pytest.raises(IllegalMove):
        position.format_line(["h3e3", "h3e3"])
    with pytest.raises(IndexError, match="no move to take back"):
        position.pop()


def test_a_line_of_epd_has_its_operations() -> None:
    start = "4k3/8/8/8/8/8/8/4K2R w K -"
    position, operations = Position.from_epd(f'{start} bm O-O Kf1; hmvc 3; c0 "a; b"; noop;')
    assert position.fen() == f"{start} 3 1"
    assert operations == {"bm": ("O-O", "Kf1"), "hmvc": ("3",), "c0": ("a; b",), "noop": ()}
    assert Position.from_epd(f"{start} 0 1") == (Position("chess", f"{start} 0 1"), {})
    with pytest.raises(FenError):
        Position.from_epd("bm e4;")
