"""FEN of games of pieces: reads a `Setup` and writes one.

Everything that can be seen without moving a piece is checked here; the position that takes the
setup checks whether the side that has just moved is in check.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from amalthea.engine.core import fen as fields
from amalthea.engine.core.letters import TOKEN
from amalthea.engine.core.variant import Square, square_name
from amalthea.engine.errors import FenError
from amalthea.engine.pieces.description.variant import PawnRules, PiecesVariant
from amalthea.engine.pieces.text.en_passant_fen import read_targets, write_targets
from amalthea.engine.pieces.text.hands import (
    MAX_HELD,
    flipped,
    full_hands,
    take_hands,
    write_hands,
)
from amalthea.engine.pieces.text.rights import flipped_rights, read_rights, write_rights
from amalthea.engine.text import counted

BLOCKED = "*"
MAX_PIECES = 64  # of one side

_KEPT = 64  # variants whose letters are kept

_SINGLE_DIGITS = 9  # boards up to this wide have no number of two digits
_DIGITS = re.compile(r"[1-9]{2,}")
_PIECE = re.compile(TOKEN)
_CELLS = re.compile(rf"[0-9]+|{TOKEN}|.", re.ASCII | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Setup:
    """A position as its FEN describes it.

    pieces: letters by square, that of a piece on two squares at its anchor. rights: as bits,
    White's in the variant's order, then Black's.
    targets: the en passant squares, the last one passed first. passer: the square of the piece that
    is captured there.
    blocked: blocked squares. remarks: the corrections made in reading, a sentence each.
    checks: the checks that White and Black still need to win, 0 where checks are not counted.
    counting: the limit of a count of plies that has begun, else 0; then `halfmove` is that count,
    and the FEN has the limit in place of the target.
    hands: the number of pieces in hand, by letter.
    """

    pieces: dict[Square, str]
    side: str
    rights: int
    targets: tuple[Square, ...]
    passer: Square | None
    halfmove: int
    fullmove: int
    blocked: frozenset[Square] = frozenset()
    remarks: tuple[str, ...] = ()
    checks: tuple[int, int] = (0, 0)
    counting: int = 0
    hands: dict[str, int] = field(default_factory=dict)


def read(text: str, variant: PiecesVariant) -> Setup:
    """Return the setup that a FEN describes. Raises FenError naming what is wrong and where."""
    given = fields.split(text)
    remarks = list(given.remarks)
    if variant.placement and "[" in given.placement:
        raise FenError(f"pieces are still to be placed in {text!r}, nobody is to move")
    board, hands = take_hands(given.placement, variant, remarks)
    if variant.drops and variant.drops.unlimited:
        hands = full_hands(variant)
    cells = read_placement(tidied(board, variant, remarks), variant)
    blocked = frozenset(square for square, letter in cells.items() if letter == BLOCKED)
    pieces = _joined(cells, variant)
    fields.check_side(given.side)
    _check_pieces(pieces, hands, variant)
    if variant.drops and len(pieces) + sum(hands.values()) > MAX_HELD:
        raise FenError(f"{len(pieces) + sum(hands.values())} pieces, expected at most {MAX_HELD}")
    counting, target = 0, given.target
    if variant.ends.counting and target.isascii() and target.isdigit() and len(target) < 4:
        counting, target = int(target), "-"
    return Setup(
        pieces,
        given.side,
        read_rights(given.rights, pieces, variant, remarks),
        *read_targets(target, given.side, pieces, variant, remarks),
        given.halfmove,
        given.fullmove,
        blocked,
        checks=_read_checks(given.checks, given.side, variant, remarks),
        counting=counting,
        hands=hands,
        remarks=tuple(remarks),
    )


def write(setup: Setup, variant: PiecesVariant) -> str:
    """Return the FEN of a setup."""
    rights = write_rights(setup.rights, variant)
    target = write_targets(setup.targets, setup.passer)
    if setup.counting:
        target = str(setup.counting)
    if variant.ends.checks:
        target += f" {setup.checks[0]}+{setup.checks[1]}"
    return (
        f"{write_placement(setup, variant)} {setup.side} {rights} {target}"
        f" {setup.halfmove} {setup.fullmove}"
    )


def write_placement(setup: Setup, variant: PiecesVariant) -> str:
    """Return the first field of a FEN."""
    board = fields.write_placement(_cells(setup, variant), variant.files, variant.ranks)
    return board + write_hands(setup.hands, variant)


def flip(setup: Setup, variant: PiecesVariant) -> Setup:
    """Return a setup with colours exchanged and the board mirrored by rank; leaning pieces lean the
    other way.
    """
    top = variant.ranks - 1
    images = {BLOCKED: BLOCKED}
    for piece in variant.pieces:
        image = variant.mirrored(piece.letter)
        images[piece.letter], images[piece.letter.lower()] = image.lower(), image
    cells = {
        (file, top - rank): images[letter]
        for (file, rank), letter in _cells(setup, variant).items()
    }
    return Setup(
        _joined(cells, variant),
        "b" if setup.side == "w" else "w",
        flipped_rights(setup.rights, variant),
        tuple((file, top - rank) for file, rank in setup.targets),
        (setup.passer[0], top - setup.passer[1]) if setup.passer else None,
        setup.halfmove,
        setup.fullmove,
        frozenset(square for square, letter in cells.items() if letter == BLOCKED),
        checks=(setup.checks[1], setup.checks[0]),
        counting=setup.counting,
        hands=flipped(setup.hands),
    )


def read_scene(text: str, variant: PiecesVariant) -> dict[Square, str]:
    """Return the pieces by square from a FEN's first field alone, legal or not. Raises FenError."""
    board = take_hands(fields.split(text).placement.partition("[")[0], variant, [])[0]
    cells = read_placement(tidied(board, variant, []), variant)
    blocked = {square: letter for square, letter in cells.items() if letter == BLOCKED}
    return {**blocked, **_joined(cells, variant)}


def tidied(placement: str, variant: PiecesVariant, remarks: list[str]) -> str:
    """Return a board without marks and numbers that other programs write."""

    def without_mark(match: re.Match[str]) -> str:
        piece = match[0]
        if not piece.endswith("~") or piece in _tokens(variant):
            return piece
        remarks.append(f"piece {piece!r} read as {piece[:-1]!r}")
        return piece[:-1]

    def added(match: re.Match[str]) -> str:
        total = sum(map(int, match[0]))
        remarks.append(f"empty squares {match[0]!r} read as {total}")
        return str(total)

    plain = _PIECE.sub(without_mark, placement) if "~" in placement else placement
    return _DIGITS.sub(added, plain) if variant.files <= _SINGLE_DIGITS else plain


def read_placement(text: str, variant: PiecesVariant) -> dict[Square, str]:
    """Return the letter on each occupied square, BLOCKED for blocked squares. Raises FenError."""
    rows = fields.split_placement(text, variant.ranks)
    pieces: dict[Square, str] = {}
    for rank, row in zip(reversed(range(variant.ranks)), rows, strict=True):
        pieces.update(_read_row(row, rank, variant))
    blocked = list(pieces.values()).count(BLOCKED)
    if not variant.blocked <= blocked <= variant.blocked + variant.most_walls:
        given = counted(blocked, "blocked square")
        expected = (
            f"at most {variant.most_walls}" if variant.most_walls else f"not {variant.blocked}"
        )
        raise FenError(f"placement {text!r} has {given}, {expected}")
    return pieces


def _joined(cells: dict[Square, str], variant: PiecesVariant) -> dict[Square, str]:
    """Return the pieces of a board, those on two squares at their anchors alone.

    Their squares are paired from left to right and from the top down. Raises FenError.
    """
    second_squares = _second_squares(variant)
    if not second_squares:
        return {square: letter for square, letter in cells.items() if letter != BLOCKED}
    pieces: dict[Square, str] = {}
    paired: set[Square] = set()
    for square in sorted(cells, key=lambda square: (-square[1], square[0])):
        letter = cells[square]
        if letter == BLOCKED or square in paired:
            continue
        second = second_squares.get(letter.upper())
        if second is None:
            pieces[square] = letter
            continue
        other = (square[0] + second[0], square[1] - second[1])  # the later one of the two
        if cells.get(other) != letter or other in paired:
            raise FenError(f"{letter!r} on {square_name(*square)} lacks its second square")
        paired.add(other)
        pieces[other if second[1] else square] = letter
    return pieces


@lru_cache(maxsize=_KEPT)
def _tokens(variant: PiecesVariant) -> frozenset[str]:
    """Return everything that may stand on a square: letters in both cases, and BLOCKED."""
    letters = [piece.letter for piece in variant.pieces]
    blocked = [BLOCKED] if variant.has_blocked_squares else []
    return frozenset((*letters, *map(str.lower, letters), *blocked))


@lru_cache(maxsize=_KEPT)
def _second_squares(variant: PiecesVariant) -> dict[str, Square]:
    """Return the offset of the second square of each type on two squares, by letter."""
    return {piece.letter: piece.second_square for piece in variant.pieces if piece.second_square}


def _cells(setup: Setup, variant: PiecesVariant) -> dict[Square, str]:
    """Return the contents of a board: a letter on every covered square, and BLOCKED squares."""
    cells = dict.fromkeys(setup.blocked, BLOCKED)
    second_squares = _second_squares(variant)
    for (file, rank), letter in setup.pieces.items():
        cells[file, rank] = letter
        second = second_squares.get(letter.upper())
        if second:
            cells[file + second[0], rank + second[1]] = letter
    return cells


def _read_row(row: str, rank: int, variant: PiecesVariant) -> dict[Square, str]:
    tokens = _tokens(variant)
    pieces: dict[Square, str] = {}
    file = 0
    for cell in _CELLS.findall(row):
        if cell in tokens:
            pieces[file, rank] = cell
            file += 1
        elif cell.isascii() and cell.isdigit():
            if len(cell) > 2 or cell[0] == "0":
                raise FenError(f"rank {rank + 1} {row!r}: {cell!r} is not a number of squares")
            file += int(cell)
        elif cell == BLOCKED:
            raise FenError(f"rank {rank + 1} {row!r}: {variant.name} has no blocked squares")
        else:
            raise FenError(f"rank {rank + 1} {row!r}: unknown piece letter {cell!r}")
    if file != variant.files:
        given = counted(file, "square")
        raise FenError(f"rank {rank + 1} {row!r} has {given}, expected {variant.files}")
    return pieces


def _read_checks(
    text: str, side: str, variant: PiecesVariant, remarks: list[str]
) -> tuple[int, int]:
    """Return the checks that White and Black still need; without a field, all that the game asks.

    The field is "3+3", those still needed, or "+0+0", those already given. The side to move needs
    some: it cannot have won with its move before. Raises FenError.
    """
    most = variant.ends.checks
    if not text or not most:
        if text:
            remarks.append(f"checks {text!r}, which {variant.name} does not count, left out")
        return most, most
    white, black = (int(each) for each in text.removeprefix("+").split("+"))
    left = (most - white, most - black) if text[0] == "+" else (white, black)
    if not all(0 <= each <= most for each in left) or not any(left):
        raise FenError(f"checks {text!r}, expected 0 to {most} of each side, not both 0")
    if left["wb".index(side)] == 0:
        raise FenError(f"checks {text!r}, but the side to move, {side!r}, cannot have given all")
    return left


def _check_pieces(pieces: dict[Square, str], hands: dict[str, int], variant: PiecesVariant) -> None:
    royal, kingless = variant.royal, variant.kingless
    letters = list(pieces.values())
    white = sum(map(str.isupper, letters))
    for colour, own, letter, has_none in zip(
        ("White", "Black"),
        (white, len(letters) - white),
        (royal, royal.lower()),
        kingless,
        strict=True,
    ):
        kings = letters.count(letter) + hands.get(letter, 0)
        if royal and kings != (not has_none):
            on = [square_name(*square) for square, found in pieces.items() if found == letter]
            on += hands.get(letter, 0) * ["in hand"]
            where = f" ({', '.join(on)})" if on else ""
            expected = "none" if has_none else "one"
            raise FenError(f"{colour} has {counted(kings, 'king')}{where}, expected {expected}")
        if own > MAX_PIECES:
            raise FenError(f"{colour} has {own} pieces, expected at most {MAX_PIECES}")
    flips = variant.enclosing is not None and variant.enclosing.flips != ""
    if variant.pawns and not flips:  # a pawn that changes sides may stand anywhere
        _check_pawns(pieces, variant.pawns, variant)


def _check_pawns(pieces: dict[Square, str], pawns: PawnRules, variant: PiecesVariant) -> None:
    """Raise FenError for a pawn behind its first rank, or one that should have promoted."""
    last = [
        promotion.rank
        for promotion in variant.promotions
        if promotion.piece == pawns.letter
        and isinstance(promotion.rank, int)
        and not (promotion.optional or promotion.in_place)
    ]
    for (file, rank), letter in pieces.items():
        if letter.upper() != pawns.letter:
            continue
        own_rank = rank + 1 if letter.isupper() else variant.ranks - rank
        where = f"pawn {letter!r} on {square_name(file, rank)}"
        if own_rank < pawns.first_rank:
            raise FenError(f"{where}: pawns never stand behind their first rank")
        if last and own_rank >= min(last) and not _dropped_there(letter, own_rank, variant):
            raise FenError(f"{where}: pawns promote there")


def _dropped_there(letter: str, own_rank: int, variant: PiecesVariant) -> bool:
    """Return True if a piece may be dropped on that rank, as its side counts."""
    if not variant.drops:
        return False
    region = variant.drops.regions.get(letter.upper())
    squares = region.squares(0, variant.files, variant.ranks) if region else None
    return squares is None or any(rank + 1 == own_rank for _, rank in squares)
