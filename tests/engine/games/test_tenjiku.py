"""Tenjiku Shogi: the core against rules that were written without it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from amalthea import new_position
from helpers.described_comparison import choose, compare_children, compare_position
from helpers.games import army
from reference.described import rules_of
from reference.large_shogi import ZONE, squares_of
from reference.tenjiku import KINDS, SIZE, TenjikuPosition, promotion

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from helpers.sample import Sample

POSITIONS = 150  # in which all of MET occurs
PLIES = 10
MET = {  # by the walks from them
    *("promotion", "becomes another piece", "second step", "two captures", "pass"),
    *("rifle capture", "jump over several", "area move"),
    *("burns", "burns several", "is burnt", "demon burnt beside a demon"),
    *("ongoing", "win w extinction", "win b extinction"),
}
CAPTURES = 0.5  # chance to capture where that is possible
DEMON = "F'"
DARING = ("G'", "V'", "B'", "R'", "+H'", "N", "L'", "E'", "+J")  # pieces with ways of their own
PROMOTING = sorted(letter for letter in KINDS if promotion(letter)[0] in KINDS)


def random_fen(rng: random.Random) -> str:
    """Return a FEN with kings, princes or both, and other pieces of all kinds anywhere.

    Demons and what else moves by rules of its own are frequent, as are pieces about to promote.
    """
    squares = [(file, rank) for file in range(SIZE) for rank in range(SIZE)]
    rng.shuffle(squares)
    board: dict[tuple[int, int], str] = {}
    others = sorted(KINDS.keys() - {"K", "+E"})
    for side, edge in ((str.upper, SIZE - ZONE), (str.lower, ZONE - 1)):
        near = [square for square in squares if abs(square[1] - edge) <= 1]
        for letter in rng.choices(PROMOTING, k=rng.choice((0, 2, 6))):
            board[near[-1]] = side(letter)
            squares.remove(near.pop())
        royals = rng.choice((["K"], ["K"], ["+E"], ["K", "+E"]))
        demons = [DEMON] * rng.choice((0, 1, 1, 4))
        daring = rng.choices(DARING, k=rng.choice((0, 3, 6)))
        army = rng.choices(others, k=rng.choice((0, 1, 2, 8, 30, 70)))
        for letter in (*royals, *demons, *daring, *army):
            board[squares.pop()] = side(letter)
    return f"{TenjikuPosition(board, rng.choice('wb')).fen()} - - 0 1"


def compare(core: Position, reference: TenjikuPosition) -> list[str]:
    """Compare the two, and return the legal moves."""
    moves = reference.legal_moves()
    assert core.fen().split()[:2] == reference.fen().split()
    assert sorted(core.legal_moves()) == moves, core.fen()
    assert str(core.status()) == reference.status(), core.fen()
    return moves


def walk(fen: str, rng: random.Random, plies: int) -> Counter[str]:
    """Compare along random moves; return how often each event of MET occurred."""
    core, reference = new_position(army("tenjiku"), fen), TenjikuPosition.from_fen(fen)
    seen: Counter[str] = Counter()
    for _ in range(plies):
        moves = compare(core, reference)
        seen.update([reference.status()])
        if not moves:
            break
        captures = [move for move in moves if taken(reference, move)]
        move = rng.choice(captures if captures and rng.random() < CAPTURES else moves)
        seen.update(happenings(reference, move))
        core.play(move)
        reference = reference.after(move)
    return seen


def taken(reference: TenjikuPosition, move: str) -> set[tuple[int, int]]:
    origin, *others = squares_of(move)
    return {square for square in others if square in reference.board} - {origin}


def happenings(before: TenjikuPosition, move: str) -> Iterator[str]:
    """Yield what a move brings with it, as `MET` names it."""
    origin, *_, goal = squares_of(move)
    letter = before.board[origin].upper()
    captures = taken(before, move)
    if re.search(r"\D$", move):
        yield "promotion" if move.endswith("+") else "becomes another piece"
    if "," in move:
        yield "rifle capture" if letter == "+J" else "second step"
    elif origin == goal:
        yield "pass"
    elif jumped(before, move) > 1:
        yield "jump over several"
    elif KINDS[letter].area and not sliding(letter, goal[0] - origin[0], goal[1] - origin[1]):
        yield "area move"
    if len(captures) == 2:
        yield "two captures"
    after = before.after(move).board
    burnt = before.board.keys() - after.keys() - captures - {origin}
    if burnt:
        yield "burns" if len(burnt) == 1 else "burns several"
    if goal not in after:
        demon = letter == DEMON or move.endswith("f'")
        yield "demon burnt beside a demon" if demon else "is burnt"


def jumped(before: TenjikuPosition, move: str) -> int:
    """Return how many pieces stand between origin and goal of a general that slides."""
    origin, goal = squares_of(move)
    letter = before.board[origin].upper()
    across, ahead = goal[0] - origin[0], goal[1] - origin[1]
    if not KINDS[letter].general or not sliding(letter, across, ahead):
        return 0
    far = max(abs(across), abs(ahead))
    between = ((origin[0] + across * n // far, origin[1] + ahead * n // far) for n in range(1, far))
    return sum(square in before.board for square in between)


def sliding(letter: str, across: int, ahead: int) -> bool:
    """Return True if a piece that looks the same both ways slides in a direction."""
    far = max(abs(across), abs(ahead))
    return any((x * far, y * far) == (across, ahead) for x, y in KINDS[letter].reach)


def fen_of(pieces: str, turn: str = "w") -> str:
    """Return the FEN of pieces and their squares, written like "Kp2 f'h8"."""
    found = re.findall(r"(\+?[A-Za-z]'?)([a-p]\d+)", pieces)
    board = {squares_of(square)[0]: piece for piece, square in found}
    return f"{TenjikuPosition(board, turn).fen()} - - 0 1"


def test_each_side_has_78_pieces_of_36_kinds() -> None:
    board = TenjikuPosition.from_fen(army("tenjiku").start).board
    white = Counter(piece for piece in board.values() if piece == piece.upper())
    black = Counter(piece.upper() for piece in board.values() if piece == piece.lower())
    assert white == black
    assert (white.total(), len(white)) == (78, 36)
    turned = {(SIZE - 1 - file, SIZE - 1 - rank): piece for (file, rank), piece in board.items()}
    assert {square: piece.swapcase() for square, piece in turned.items()} == board


def test_the_game_has_the_kinds_of_the_rules_and_no_others() -> None:
    assert {piece.letter for piece in army("tenjiku").pieces} == set(KINDS)


def test_games_from_the_start_go_by_the_rules(sample: Sample) -> None:
    for seed in range(sample(2, 20)):
        walk(army("tenjiku").start, random.Random(seed), sample(40, 300))


def test_random_positions_go_by_the_rules(sample: Sample) -> None:
    size = sample(POSITIONS // 3, 10 * POSITIONS)
    seen: Counter[str] = Counter()
    for seed in range(size):
        rng = random.Random(seed)
        seen += walk(random_fen(rng), rng, PLIES)
    if size >= POSITIONS:
        assert set(seen) >= MET, seen


@pytest.mark.long
def test_slow_rules_of_its_description_agree(sample: Sample) -> None:
    game = army("tenjiku")
    for seed in range(sample(2, 40)):
        rng = random.Random(seed)
        fen = random_fen(rng)
        core, reference = new_position(game, fen), rules_of(game).from_fen(fen)
        for _ in range(3):
            compare_position(game, core, reference)
            compare_children(core, reference, rng)
            if not reference.legal:
                break
            move = choose(reference, rng)
            core.play(move)
            reference = reference.play(move)


@pytest.mark.parametrize(
    ("pieces", "legal", "illegal"),
    [
        # Generals jump only to capture, and only over what is of lower rank than they.
        ("R'h2 Ph4 bh6 nh9", "h2h3 h2h6 h2h9", "h2h4 h2h5 h2h7 h2h10"),
        ("R'h2 Ph4 b'h6 nh9", "h2h6", "h2h9"),
        ("G'h2 Ph4 v'h6 r'h8 qh9 g'h11 nh13", "h2h6 h2h8 h2h9 h2h11", "h2h7 h2h13"),
        ("G'h2 G'h4 ph6", "h2h3", "h2h6"),
        ("G'h2 +Eh4 ph6", "h2h3", "h2h6"),
        ("G'h2 Ph4 +eh6 ph8", "h2h6", "h2h8"),
        ("B'c2 pd3 pe4 pf5 pc4 pc6", "c2d3 c2e4 c2f5", "c2g6 c2c6"),
        ("V'c3 +h'd4 +d'e5 g'f6 pg7 pc4 pc5 pc7", "c3d4 c3e5 c3f6", "c3g7 c3c7"),
        ("+H'c3 +d'd4 pe5", "c3d4", "c3e5"),
        ("Qh2 Ph4 ph6", "h2h3", "h2h6"),
    ],
)
def test_generals_jump_over_lower_ranks(pieces: str, legal: str, illegal: str) -> None:
    check_moves(pieces, legal, illegal)


def check_moves(pieces: str, legal: str, illegal: str) -> None:
    moves = set(new_position("tenjiku", fen_of(f"Kp2 ka15 {pieces}")).legal_moves())
    assert set(legal.split()) <= moves
    assert not set(illegal.split()) & moves


@pytest.mark.parametrize(
    ("pieces", "legal", "illegal"),
    [
        ("+Je8 pe9", "e8e10 e8e16 e8e9,e9e8", "e8e9 e8e8 e8e9,e9e10 e8e12+"),
        ("+Je8", "e8g8 e8h8 e8c8 e8b8 e8e6 e8h11", "e8f8 e8i8 e8a8 e8f9 e8e7 e8e8"),
        ("+Je8 Pe9 pe10 Pf9 Pg8", "e8e10 e8g10", "e8e11 e8f9,f9e8 e8g8 e8h8"),
        ("+Je13 pd13", "e13d13,d13e13 e13c13", "e13d13,d13e13+ e13d13"),
    ],
)
def test_tetrarchs_skip_a_square_and_capture_from_afar(
    pieces: str, legal: str, illegal: str
) -> None:
    check_moves(pieces, legal, illegal)


CAGE = "Pd7 Pe7 Pf7 Pd8 Pf8 Pd9 Pf9"  # around e8, but for e9


@pytest.mark.parametrize(
    ("pieces", "legal", "illegal"),
    [
        (f"F'e8 {CAGE}", "e8e9 e8e11 e8d11 e8c10 e8c9", "e8e8 e8e12 e8c8 e8e6"),
        (f"F'e8 {CAGE} pe9", "e8e9", "e8e10 e8d10 e8e8"),
        (f"V'e8 {CAGE} pe10 pe11", "e8e10 e8c9 e8e11", "e8e12 e8d12"),
        (f"V'e8 {CAGE} Pe9", "", "e8e8 e8e9 e8e10 e8d10"),
        ("F'e8 Pe9", "e8e10 e8e11 e8f6 e8h10", "e8e12 e8f12 e8i10 e8e8"),
    ],
)
def test_area_moves_turn_but_go_through_nothing(pieces: str, legal: str, illegal: str) -> None:
    check_moves(pieces, legal, illegal)


@pytest.mark.parametrize(
    ("pieces", "legal", "illegal"),
    [
        ("H'e5 pe6 pe7 pe8", "e5e7 e5e6,e6e7 e5e6,e6e5", "e5e8 e5e6,e6f7 e5e5"),
        ("+De5 pf6 pd6", "e5f6,f6g7 e5f6,f6e5 e5d6,d6c7 e5g7", "e5f6,f6e7 e5h8 e5e5"),
        ("D'e5 pf6", "e5e5 e5f6,f6g7", "e5f6,f6f7"),
        ("E'e5 pf6 pe6", "e5f6,f6e7 e5f6,f6e5 e5e7 e5e5", "e5e6,e6e7 e5f6,f6f7 e5e8"),
        ("E'e5 pd4 pd6 pf4 pf6", "e5e6", "e5e5"),
        ("L'e5 pe6 pd7", "e5e6,e6d7 e5e6,e6d5 e5b8 e5d7 e5e5", "e5f6,f6g7 e5e8"),
    ],
)
def test_lion_power_has_its_directions(pieces: str, legal: str, illegal: str) -> None:
    check_moves(pieces, legal, illegal)


@pytest.mark.parametrize(
    ("pieces", "legal", "illegal"),
    [
        # A lion promotes by where a move begins and ends, not by what it passes.
        ("Nh10 ph11", "h10h12l' h10h11,h11h12l'", "h10h12+ h10h11l' h10h11,h11h10l'"),
        ("Nh11 ph12", "h11h12l' h11h12,h12h11", "h11h12,h12h11l' h11h11l'"),
        ("Nh13 ph14", "h13h13 h13h14,h14h13l' h13h14,h14h15l'", "h13h13l' h13h12l'"),
        ("Qh8 B'd8 R'j8", "h8h12e' d8h12v' j8j12g'", "h8h11e' h8h12+ h8h12f' j8j11g'"),
        ("F'd11 V'g11 G'j11 L'm11", "d11e12 j11j12", "d11e12+ j11j12+ g11g12g' m11m12+"),
        # Pieces that would be stuck may promote at any time, but need not.
        ("Ph15 Lb12 Id15", "h15h16 h15h16+ b12b16+ d15c16+", "b12b15+"),
        ("N'h14 N'd13 N'l12 Sf15", "h14g16+ d13c15+ d13c15 f15e16", "l12k14+ f15e16+"),
    ],
)
def test_pieces_promote_in_the_last_five_ranks(pieces: str, legal: str, illegal: str) -> None:
    check_moves(pieces, legal, illegal)


@pytest.mark.parametrize(
    ("pieces", "move", "left"),
    [
        # A demon burns all enemies beside it when it arrives, and only then.
        ("F'e4 pg8 nh8 Pi8 pf9", "e4h7", "F'h7 Pi8 pf9"),
        ("F'c5 pf5 pg5 qg6 ph5", "c5f5", "F'f5 ph5"),
        ("F'e5 pe6 Ph2", "h2h3", "F'e5 pe6 Ph3"),
        ("Wc8 ph13 pg13", "c8g12f'", "F'g12"),
        ("Wc8 ph13 pg13", "c8g12", "Wg12 ph13 pg13"),
        # What comes beside an enemy demon is burnt, and burns nothing.
        ("Bc3 f'h8", "c3g7", "f'h8"),
        ("Pe3 F'e5", "e3e4", "Pe4 F'e5"),
        ("F'e4 f'h8 pg8", "e4h7", "f'h8 pg8"),
        ("Wc8 f'h13 pg13", "c8g12f'", "f'h13 pg13"),
        ("Ne5 f'e6", "e5e5", "f'e6"),
        ("Ne5 f'e6 pd5", "e5d5,d5e5", "f'e6"),
        ("+Je5 f'e6 pd5", "e5d5,d5e5", "f'e6"),
        ("Bc3 ph8 f'i8", "c3h8", "f'i8"),
        # A captured demon burns no more, but another one does.
        ("Bc3 f'h8 pg8", "c3h8", "Bh8 pg8"),
        ("F'c3 f'h8 pg8", "c3h8", "F'h8"),
        ("Bc3 f'h8 f'i8", "c3h8", "f'i8"),
        ("Ne5 f'e6", "e5e6,e6e5", "Ne5"),
        ("Ne5 f'e6 f'f7 pg5", "e5e6,e6f7", "Nf7 pg5"),
        ("+Je5 f'e6", "e5e6,e6e5", "+Je5"),
    ],
)
def test_fire_demons_burn(pieces: str, move: str, left: str) -> None:
    check_play("w", pieces, move, left)


def check_play(turn: str, pieces: str, move: str, left: str) -> None:
    position = new_position("tenjiku", fen_of(f"Kp2 ka15 {pieces}", turn))
    assert move in position.legal_moves()
    position.play(move)
    assert position.fen().split()[:2] == fen_of(f"Kp2 ka15 {left}", "wb"[turn == "w"]).split()[:2]


@pytest.mark.parametrize(
    ("turn", "pieces", "move", "left"),
    [
        ("w", "Nh11 ph12 pi13", "h11h12,h12i13l'", "L'i13"),
        ("b", "nh6 Ph5", "h6h5l'", "l'h5"),
        ("b", "r'h6", "h6h5g'", "g'h5"),
        ("b", "wh6 Pi4 ng6", "h6h5f'", "f'h5 ng6"),
        ("w", "H'e11", "e11e12+", "+H'e12"),
    ],
)
def test_promoted_pieces_are_others(turn: str, pieces: str, move: str, left: str) -> None:
    check_play(turn, pieces, move, left)


@pytest.mark.parametrize(
    ("pieces", "move", "status"),
    [
        ("Kh2 f'i4 ka15", "h2h3", "win b extinction"),
        ("Kh2 +Ea1 f'i4 ka15", "h2h3", "ongoing"),
        ("Kh2 F'c5 kd7", "c5d6", "win w extinction"),
        ("Kh2 F'c5 kd7 +ek9", "c5d6", "ongoing"),
        ("Kh8 kh9 f'i10", "h8h9", "win b extinction"),  # both are gone, by White's move
        ("Kh2 ka1 pa2 pb2 pb1", "h2h3", "win w stalemate"),
        ("Kh2 kh9", "h2h3", "ongoing"),
    ],
)
def test_games_end_without_royals_or_moves(pieces: str, move: str, status: str) -> None:
    position = new_position("tenjiku", fen_of(pieces))
    assert move in position.legal_moves()
    position.play(move)
    assert str(position.status()) == status
