"""A game told as text: its board, its pieces and how they move, its castlings and draws."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

import engine
from engine.variants.start import is_drawn, start_fen
from protocol.drawing.moves import LEGEND, diagram

if TYPE_CHECKING:
    from engine.variants.description import Castling, PieceType, Placement, Variant

WIDTH = 100  # columns
_EXAMPLE_SEED = 1  # of the blocked squares shown where each game has others
_GAP = 4  # columns between two move diagrams
_INDENT = "  "

_STONES = """\
Every 3x3 patch that holds a stone of the mover and none of the opponent is a piece. It goes in the
directions whose outer cells hold a stone: up to three steps, or any number with a stone in its
centre. It ends at the latest where it covers any stone that is not its own; what else lies under it
there is removed, friend or foe. A ring is eight stones of one side around an empty cell: who has
none at the end of a turn has lost, the mover if neither has one."""
_OUTSIDE = "The centre of a piece that moves may lie just outside the board."
_INSIDE = "The centre of a piece is always on the board."


def overview(games: Iterable[Variant]) -> str:
    """A table of games: name, size, title."""
    rows = [(game.name, f"{game.files} x {game.ranks}", game.title) for game in games]
    return "\n".join(_table(("name", "board", "title"), rows)) + "\n"


def sheet(variant: Variant) -> str:
    """All that there is to know of one game."""
    parts = [*_head(variant), *(_stones(variant) if variant.stones else _army(variant))]
    parts.append(_titled("Draws", _draws(variant)))
    return "\n\n".join(parts) + "\n"


def _head(variant: Variant) -> Iterator[str]:
    yield f"{variant.title}\n{variant.name}, {variant.files} x {variant.ranks}"
    fen = start_fen(variant, _EXAMPLE_SEED)
    yield engine.new_position(variant, fen).diagram()
    if is_drawn(variant):
        yield f"Every game has other {variant.blocked} squares blocked."


def _stones(variant: Variant) -> Iterator[str]:
    assert variant.stones
    yield f"{_STONES}\n{_OUTSIDE if variant.stones.centres_outside else _INSIDE}"


def _army(variant: Variant) -> Iterator[str]:
    rows = [(piece.letter, piece.name, piece.moves) for piece in variant.pieces]
    notes = ["; ".join(_notes(variant, piece)) for piece in variant.pieces]
    yield _titled("Pieces", _noted(("", "name", "moves"), rows, notes))
    yield _titled("Moves", _diagrams(variant))
    yield "\n".join(_INDENT + line for line in LEGEND)
    if variant.placement:
        yield _titled("Placement", _filled(_placement(variant.placement)))
    if variant.castlings:
        yield _titled("Castling", _castlings(variant))


def _titled(title: str, lines: Iterable[str]) -> str:
    return "\n".join([title, *(f"{_INDENT}{line}".rstrip() for line in lines)])


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Aligned columns, their heads above."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return [
        "  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip()
        for row in (heads, *rows)
    ]


def _noted(
    heads: Sequence[str], rows: Sequence[Sequence[str]], notes: Sequence[str]
) -> Iterator[str]:
    """A table with notes on the right, continued below where they are long."""
    table = _table(heads, rows)
    left = max(map(len, table)) + 2
    for line, note in zip(table, ("", *notes), strict=True):
        first, *rest = textwrap.wrap(note, WIDTH - left - len(_INDENT)) or [""]
        yield f"{line:{left}}{first}"
        yield from (" " * left + more for more in rest)


def _notes(variant: Variant, piece: PieceType) -> Iterator[str]:
    """What the moves of a piece do not say."""
    for rank, moves in piece.from_rank.items():
        yield f"from rank {rank} {moves}"
    if piece.royal:
        yield "royal"
    if piece.settings:
        yield f"may turn into {_either(piece.settings)}, after a move or instead of one"
    if piece.covers:
        yield f"covers the square {'on its right' if piece.covers[0] else 'above'} too"
    if piece.pivots:
        yield f"pivots into {piece.pivots} instead of a move"
    for promotion in variant.promotions:
        if promotion.piece == piece.letter:
            yield f"promotes on rank {promotion.rank} to {_either(promotion.to)}"


def _either(letters: Sequence[str]) -> str:
    *most, last = letters
    return f"{', '.join(most)} or {last}" if most else last


def _diagrams(variant: Variant) -> Iterator[str]:
    """Every piece's moves, as many beside each other as fit."""
    shelf: list[list[str]] = []
    for piece in variant.pieces:
        block = [f"{piece.letter}  {piece.name}", *diagram(variant, piece)]
        if _breadth([*shelf, block]) > WIDTH - len(_INDENT):
            yield from [*_beside(shelf), ""]
            shelf = []
        shelf.append(block)
    yield from _beside(shelf)


def _breadth(blocks: Sequence[Sequence[str]]) -> int:
    return sum(max(map(len, block)) for block in blocks) + _GAP * (len(blocks) - 1)


def _beside(blocks: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, block)) for block in blocks]
    for line in zip_longest(*blocks, fillvalue=""):
        cells = (f"{text:{width}}" for text, width in zip(line, widths, strict=True))
        yield (" " * _GAP).join(cells).rstrip()


def _placement(rules: Placement) -> str:
    counts = ", ".join(f"{count} {letter}" for letter, count in Counter(rules.order).items())
    return (
        f"Before play both sides choose squares in secret, one piece at a time, in this order:"
        f" {counts}. The same square chosen twice is chosen again. Each side's two {rules.apart}"
        " go to squares of different shades. First to move is the side whose king is nearest to"
        f" its {_either(rules.first)}, compared in this order."
    )


def _castlings(variant: Variant) -> Iterator[str]:
    """How each goes for White, and what it needs."""
    kinds = {right.square: right.piece for right in variant.rights}
    for castling in variant.castlings:
        moves = [_going(variant, variant.royal, castling.king)]
        stands = dict(castling.stands)
        for ends in castling.partners:
            moves.append(_going(variant, (kinds | stands)[ends[0]], ends))
        needs = [" ".join(words) for words in _needs(castling)]
        yield from _filled(f"{castling.name}: {', '.join(moves)}; {', '.join(needs)}")


def _going(variant: Variant, letter: str, ends: tuple[str, str]) -> str:
    return f"{variant.piece(letter).name} {ends[0]} to {ends[1]}"


def _needs(castling: Castling) -> Iterator[tuple[str, ...]]:
    if castling.rights:
        yield "unmoved", *castling.rights
    if castling.empty:
        yield "empty", *castling.empty


def _draws(variant: Variant) -> Iterator[str]:
    draws = variant.draws
    yield f"the same position {draws.repetitions} times"
    yield f"{draws.plies} plies without {_either(list(_progress(variant)))}"
    if variant.stones:
        return
    yield "stalemate"
    yield "bare kings"
    if draws.lone:
        yield f"beside the kings only one {_either(draws.lone)}"
    if draws.same_shade:
        yield f"beside the kings only {_either(draws.same_shade)} on squares of one shade"


def _progress(variant: Variant) -> Iterator[str]:
    """What begins the count of plies anew."""
    yield "the removal of a stone" if variant.stones else "a capture"
    if variant.pawns:
        yield "a pawn move"
    if variant.promotions:
        yield "a promotion"


def _filled(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH - len(_INDENT), subsequent_indent=_INDENT)
