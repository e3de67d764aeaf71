"""FEN of games of pieces: reads a `Setup` and writes one.

Everything that can be seen without moving a piece is checked here; the position that takes the
setup checks whether the side that has just moved is in check.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from amalthea.engine.core import fen as fields
from amalthea.engine.core.letters import without_synonyms
from amalthea.engine.core.variant import Square, parse_square, square_name
from amalthea.engine.errors import FenError
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.text.board_reader import BLOCKED, board_reader
from amalthea.engine.pieces.text.en_passant_fen import read_targets, write_targets
from amalthea.engine.pieces.text.hands import (
    MAX_HELD,
    flipped,
    full_hands,
    take_hands,
    write_hands,
)
from amalthea.engine.pieces.text.rights import flipped_rights, read_rights, write_rights
from amalthea.engine.pieces.text.waiting import (
    check_waiting,
    hands_with,
    hands_without,
    take_waiting,
    with_waiting,
)


class Setup(NamedTuple):
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
    waiting: the pieces in hand that wait behind others, by the square of the one in front.
    traded: the square on which an untraded piece has just been captured by another one; the FEN has
    it in place of the target.
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
    hands: Mapping[str, int] = MappingProxyType({})
    traded: Square | None = None
    waiting: Mapping[Square, str] = MappingProxyType({})


def read(text: str, variant: PiecesVariant) -> Setup:
    """Return the setup that a FEN describes. Raises FenError naming what is wrong and where."""
    given = fields.split(text)
    remarks = list(given.remarks)
    if variant.placement and "[" in given.placement:
        raise FenError(f"pieces are still to be placed in {text!r}, nobody is to move")
    placement = without_synonyms(given.placement, variant.synonyms)
    board, hands = take_hands(placement, variant, remarks)
    if variant.drops and variant.drops.unlimited:
        hands = full_hands(variant)
    board, waiting = take_waiting(board, variant)
    if waiting:
        hands = hands_with(hands, waiting)
    reader = board_reader(variant)
    cells, corrected, error, blocked = reader.read(board)
    remarks += corrected
    pieces = reader.joined(cells)
    fields.check_side(given.side)
    reader.check(pieces, hands)
    if error:
        raise FenError(error)
    if variant.drops and variant.drops.waiting:
        check_waiting(waiting, hands, pieces, variant)
    if variant.drops and len(pieces) + sum(hands.values()) > MAX_HELD:
        raise FenError(f"{len(pieces) + sum(hands.values())} pieces, expected at most {MAX_HELD}")
    counting, target = 0, given.target
    if variant.ends.counting and target.isascii() and target.isdigit() and len(target) < 4:
        counting, target = int(target), "-"
    traded = _read_traded(target, variant) if variant.untraded else None
    if traded:
        target = "-"
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
        traded=traded,
        waiting=waiting,
        remarks=tuple(remarks),
    )


def write(setup: Setup, variant: PiecesVariant) -> str:
    """Return the FEN of a setup."""
    rights = write_rights(setup.rights, variant)
    target = write_targets(setup.targets, setup.passer)
    if setup.counting:
        target = str(setup.counting)
    if setup.traded:
        target = square_name(*setup.traded)
    if variant.ends.checks:
        target += f" {setup.checks[0]}+{setup.checks[1]}"
    return (
        f"{write_placement(setup, variant)} {setup.side} {rights} {target}"
        f" {setup.halfmove} {setup.fullmove}"
    )


def write_placement(setup: Setup, variant: PiecesVariant) -> str:
    """Return the first field of a FEN."""
    board = fields.write_placement(_cells(setup, variant), variant.files, variant.ranks)
    if not setup.waiting:
        return board + write_hands(setup.hands, variant)
    unplaced = hands_without(setup.hands, setup.waiting)
    return with_waiting(board, setup.waiting, variant) + write_hands(unplaced, variant)


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
        board_reader(variant).joined(cells),
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
        traded=(setup.traded[0], top - setup.traded[1]) if setup.traded else None,
        waiting={
            (file, top - rank): letter.swapcase() for (file, rank), letter in setup.waiting.items()
        },
    )


def read_scene(text: str, variant: PiecesVariant) -> dict[Square, str]:
    """Return the pieces by square from a FEN's first field alone, legal or not. Raises FenError."""
    placement = without_synonyms(fields.split(text).placement, variant.synonyms)
    board = take_hands(placement.partition("[")[0], variant, [])[0]
    board = take_waiting(board, variant)[0]
    reader = board_reader(variant)
    cells = reader.read(board).cells
    blocked = {square: letter for square, letter in cells.items() if letter == BLOCKED}
    return {**blocked, **reader.joined(cells)}


def _cells(setup: Setup, variant: PiecesVariant) -> dict[Square, str]:
    """Return the contents of a board: a letter on every covered square, and BLOCKED squares."""
    cells = dict.fromkeys(setup.blocked, BLOCKED) | setup.pieces
    if second_squares := board_reader(variant).second_squares:
        for (file, rank), letter in setup.pieces.items():
            if second := second_squares.get(letter.upper()):
                cells[file + second[0], rank + second[1]] = letter
    return cells


def _read_traded(text: str, variant: PiecesVariant) -> Square | None:
    """Return the square of the capture of an untraded piece, None if the text is no square."""
    square = parse_square(text.lower())
    on_board = square and square[0] < variant.files and square[1] < variant.ranks
    return square if on_board else None


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
