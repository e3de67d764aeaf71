"""Set-up of games that XBoard does not know: board, letters, moves, start position.

`unshowable` says which games XBoard cannot show at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from amalthea.engine import game_kinds, variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.kind import PieceInfo
from amalthea.protocol.holdings import holdings

# Games that XBoard knows: our names and its own.
_KNOWN = {"chess": "normal", "crazyhouse": "crazyhouse"}
CHESS960 = "fischerandom"

MAX_FILES, MAX_RANKS = 16, 15  # of XBoard's board, holdings included
_HOLDING_FILES = 4

# Indices in XBoard's row of pieces, which determine the pictures. A piece gets the first free index
# whose atoms are all among its moves, after those of exactly its moves.
_LOOKS = (
    ("QN", 29),  # amazon
    ("RN", 8),  # marshal
    ("BN", 7),  # angel
    ("Q", 4),
    ("R", 3),
    ("B", 2),
    ("N", 1),
)
# The same for pieces of exactly these moves: advisor, elephants, cannons.
_SAME_MOVES = {"F": 5, "FA": 6, "nA": 6, "nZ": 6, "mRcpR": 11, "pR": 11}
_SPARE = (10, 9, 6, 5, 11, 12, 13, 14, 15, 20, 22, 23, 24, 25, 26, 27, 28, 30, 31, 16, 1, 2, 3, 4)
_PAWN = 0  # XBoard promotes it on the last rank
_BOUNDLESS_PAWN = 35  # never promotes; its picture, a pointed hat, is the one most like a pawn
_PAWN_LETTER = "P"
_QUEEN = 4  # every row has at least the pieces up to this index
_NO_PIECE = "."

_OTHER_ATOMS = {"L": "C", "J": "Z"}  # our atoms -> XBoard's
_GRIFFON = "FyafsF"
_DOUBLED = re.compile(r"([WFDNAHCZG])\1")


def is_known(variant: Variant) -> bool:
    """Return True if XBoard knows the game, and not just another game of that name."""
    return variant.name in _KNOWN and variants.comes_along(variant)


def xboards_name(variant: Variant) -> str:
    """Return XBoard's name of a game."""
    return _KNOWN[variant.name] if is_known(variant) else variant.name


def unshowable(variant: Variant) -> str | None:
    """Return the reason why XBoard cannot show a game, None if it can."""
    if is_known(variant):
        return None
    kind = game_kinds.kind_of(variant)
    pieces = kind.piece_types(variant)
    if not pieces:
        return "its stones have no moves of their own"
    if kind.blocks_squares(variant):
        return "its moves block squares"
    if kind.pieces_wait(variant):
        return "its pieces wait behind others"
    if any(len(kind.covered(variant, token)) > 1 for token in kind.tokens(variant)):
        return "pieces cover two squares"
    if any(piece.letter.startswith("+") for piece in pieces):
        return "pieces have promoted forms"
    if any(piece.letter.endswith("~") for piece in pieces):
        return "promoted pieces become pawns again when captured"
    if any(len(piece.letter) > 1 for piece in pieces):
        return "letters of its pieces have apostrophes"
    width = variant.files + (_HOLDING_FILES if holdings(variant) else 0)
    if width > MAX_FILES or variant.ranks > MAX_RANKS:
        return f"its board is {variant.files}x{variant.ranks}"
    return None


def hosting_lines(variant: Variant, fen: str) -> Iterator[str]:
    """Yield the answer to `variant`: the board with the start position, then each piece's moves."""
    pieces = game_kinds.kind_of(variant).piece_types(variant)
    table, held = _table(pieces), holdings(variant)
    parent = "crazyhouse" if held else "fairy"
    yield f"setup ({table}) {variant.files}x{variant.ranks}+{held}_{parent} {_showable_fen(fen)}"
    for piece in pieces:
        moves = _betza(piece.moves)
        if moves and not (piece.royal and "i" in moves):  # XBoard would not let such a king castle
            yield f"piece {piece.letter}& {moves}"


def _showable_fen(fen: str) -> str:
    """Return a FEN without the rights and secret choices, which XBoard cannot read."""
    placement, side, _, _, *counters = fen.split()
    return " ".join((placement, side.replace("-", "w"), "-", "-", *counters))


def _table(pieces: tuple[PieceInfo, ...]) -> str:
    """Return the letters in XBoard's order of pieces, White's and then Black's, each king last.

    XBoard takes the last letter for the king, so a game without one has none there.
    """
    letters: dict[int, str] = {}  # by index in XBoard's row
    royal, pawn = _NO_PIECE, pawn_of(pieces)
    for piece in pieces:
        if piece.royal:
            royal = piece.letter
        else:
            letters[_picture_index(piece, pawn, letters)] = piece.letter
    row = "".join(letters.get(at, _NO_PIECE) for at in range(max(_QUEEN, *letters) + 1)) + royal
    return row + row.lower()


def holding_order(pieces: tuple[PieceInfo, ...]) -> str:
    """Return the upper-case letters in the order of XBoard's holdings."""
    table = _table(pieces)
    return table[: len(table) // 2].replace(_NO_PIECE, "")


def pawn_of(pieces: tuple[PieceInfo, ...]) -> str:
    """Return the letter of XBoard's pawns, which promote on the last rank; "" for none."""
    return next((piece.letter for piece in pieces if piece.pawn), "")


def _picture_index(piece: PieceInfo, pawn: str, taken: dict[int, str]) -> int:
    """Return the index of a piece in XBoard's row of pieces, one that is not taken."""
    if piece.letter == pawn:
        return _PAWN
    preferred = [index for atoms, index in _LOOKS if all(atom in piece.moves for atom in atoms)]
    if piece.moves in _SAME_MOVES:
        preferred = [_SAME_MOVES[piece.moves]]
    if piece.letter == _PAWN_LETTER:
        preferred = [_BOUNDLESS_PAWN]
    return next(index for index in (*preferred, *_SPARE) if index not in taken)


def _betza(moves: str) -> str:
    """Return XBoard's Betza notation for ours, "" if it has none."""
    text = moves.replace("[F?R]", _GRIFFON)
    if set("[q-") & set(text):
        return ""
    text = "".join(_OTHER_ATOMS.get(letter, letter) for letter in text)
    return _DOUBLED.sub(lambda rider: rider[1] + "0", text)
