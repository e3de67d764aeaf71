"""How XBoard is told to host a game that it does not know: board, letters, moves, first position.

Nothing here plays; what XBoard cannot show at all is said by `unshowable`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from amalthea.engine import game_kinds, variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.kind import Man
from amalthea.protocol.holdings import holdings

# Games that XBoard has itself, by our names and by its own.
_KNOWN = {"chess": "normal", "crazyhouse": "crazyhouse"}
CHESS960 = "fischerandom"

MOST_FILES, MOST_RANKS = 16, 15  # of XBoard's board, holdings included
_HOLDING_FILES = 4

# Places in XBoard's row of pieces, each with a picture, by what a piece's moves are like: the first
# place whose atoms are all among the moves' is taken, where it is still free.
_LOOKS = (
    ("QN", 29),  # amazon
    ("RN", 8),  # marshal
    ("BN", 7),  # angel
    ("Q", 4),
    ("R", 3),
    ("B", 2),
    ("N", 1),
)
_SPARE = (10, 9, 6, 5, 11, 12, 13, 14, 15, 20, 22, 23, 24, 25, 26, 27, 28, 30, 31, 16, 1, 2, 3, 4)
_PAWN, _BOUNDLESS_PAWN = 0, 10  # the latter never promotes
_PAWN_LETTER = "P"
_QUEEN = 4  # the last place that a row may not lack
_NO_PIECE = "."

_OTHER_ATOMS = {"L": "C", "J": "Z"}  # what XBoard calls our atoms
_GRIFFON = "FyafsF"
_DOUBLED = re.compile(r"([WFDNAHCZG])\1")


def is_known(variant: Variant) -> bool:
    """Whether XBoard has the game itself; a user's file may have another one by such a name."""
    return variant.name in _KNOWN and variants.comes_along(variant)


def xboards_name(variant: Variant) -> str:
    """What XBoard calls a game."""
    return _KNOWN[variant.name] if is_known(variant) else variant.name


def our_name(asked: str) -> str:
    """What a game of XBoard's is called here."""
    return next((ours for ours, theirs in _KNOWN.items() if theirs == asked), asked)


def unshowable(variant: Variant) -> str | None:
    """Why XBoard cannot show a game, None where it can."""
    if is_known(variant):
        return None
    kind = game_kinds.kind_of(variant)
    men = kind.men(variant)
    if not men:
        return "what stands on its board has no moves of its own"
    if any(len(kind.covered(variant, token)) > 1 for token in kind.tokens(variant)):
        return "pieces cover two squares"
    if any(man.letter.startswith("+") for man in men):
        return "pieces have promoted forms"
    if any(man.letter.endswith("~") for man in men):
        return "promoted pieces are pawns again when they are taken"
    if any(len(man.letter) > 1 for man in men):
        return "letters of pieces have apostrophes"
    width = variant.files + (_HOLDING_FILES if holdings(variant) else 0)
    if width > MOST_FILES or variant.ranks > MOST_RANKS:
        return f"its board is {variant.files}x{variant.ranks}"
    return None


def hosting_lines(variant: Variant, fen: str) -> Iterator[str]:
    """What follows `variant`: the board with the first position, then how each piece moves."""
    men = game_kinds.kind_of(variant).men(variant)
    table, held = _table(men), holdings(variant)
    parent = "crazyhouse" if held else "fairy"
    yield f"setup ({table}) {variant.files}x{variant.ranks}+{held}_{parent} {_shown(fen)}"
    for man in men:
        moves = _betza(man.moves)
        if moves and not (man.royal and "i" in moves):  # such a king would not castle
            yield f"piece {man.letter}& {moves}"


def _shown(fen: str) -> str:
    """A FEN without what XBoard does not read: rights by letters of its own, secret choices."""
    placement, side, _, _, *counters = fen.split()
    return " ".join((placement, side.replace("-", "w"), "-", "-", *counters))


def _table(men: tuple[Man, ...]) -> str:
    """Letters in XBoard's order of pieces, White's and then Black's, the king last."""
    places: dict[int, str] = {}
    royal, pawn = "", pawn_of(men)
    for man in men:
        if man.royal:
            royal = man.letter
        else:
            places[_place(man, pawn, places)] = man.letter
    row = "".join(places.get(at, _NO_PIECE) for at in range(max(_QUEEN, *places) + 1)) + royal
    return row + row.lower()


def holding_order(men: tuple[Man, ...]) -> str:
    """The letters, upper case, in the order in which XBoard has the pieces in its holdings."""
    table = _table(men)
    return table[: len(table) // 2].replace(_NO_PIECE, "")


def pawn_of(men: tuple[Man, ...]) -> str:
    """What XBoard is to take for pawns, which it promotes at the board's end; "" for nothing."""
    return next((man.letter for man in men if man.pawn), "")


def _place(man: Man, pawn: str, taken: dict[int, str]) -> int:
    if man.letter == pawn:
        return _PAWN
    wanted = [place for atoms, place in _LOOKS if all(atom in man.moves for atom in atoms)]
    if man.letter == _PAWN_LETTER:
        wanted = [_BOUNDLESS_PAWN]
    return next(place for place in (*wanted, *_SPARE) if place not in taken)


def _betza(moves: str) -> str:
    """XBoard's Betza notation for ours, "" for what it cannot say."""
    text = moves.replace("[F?R]", _GRIFFON)
    if "[" in text or "q" in text:
        return ""
    text = "".join(_OTHER_ATOMS.get(letter, letter) for letter in text)
    return _DOUBLED.sub(lambda rider: rider[1] + "0", text)
