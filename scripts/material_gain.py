"""Sentences on what the line of a puzzle wins: the pieces that both sides have lost by its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from amalthea.engine.api import Position
from amalthea.engine.core import english
from amalthea.engine.core.board import PieceType
from amalthea.engine.core.color import Color
from amalthea.engine.core.variant import Variant
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.evaluation.values import Appraisal
from amalthea.engine.pieces.evaluation.weights import DEFAULTS
from amalthea.protocol.drawing.styles import style_of

LEAST_GAIN_CP = 80  # of pieces for which others are given
_STONE_CP = 100


def sentence_on_gain(position: Position, line: Sequence[str]) -> str:
    """Return a sentence on the pieces that a line wins for the side to move, "" if it wins none.

    An exchange that the end of the line breaks off does not count.
    """
    winner, end = position.turn, _settled(position, line)
    assert winner
    changes = _balance(end, winner)
    changes.subtract(_balance(position, winner))
    shares = 2 if _go_to_hands(position, end) else 1  # one side has lost it, the other has got it
    counts = {letter: change // shares for letter, change in changes.items() if change}
    worth = {letter: _worth(position.variant, letter) for letter in counts}
    if sum(worth[letter] * counts[letter] for letter in counts) < LEAST_GAIN_CP:
        return ""
    dearest = {letter: counts[letter] for letter in sorted(counts, key=lambda each: -worth[each])}
    by_family = _by_family(position.variant, dearest).items()
    won = [_counted(count, name) for name, count in by_family if count > 0]
    lost = [_counted(-count, name) for name, count in by_family if count < 0]
    price = f" for {english.both(lost)}" if lost else ""
    return f"{winner.label} wins {english.both(won)}{price}." if won else ""


def _settled(position: Position, line: Sequence[str]) -> Position:
    """Return the position after a line, without a last capture that can be answered by another."""
    end = Position(position.variant, position.fen(), line)
    last = end.moves[-1]
    if len(line) % 2 and last.captures:
        answers = (move for move in end.legal_moves if move.captures)
        if any(move.to_square == last.to_square for move in answers):
            end.pop()
    return end


def _go_to_hands(before: Position, after: Position) -> bool:
    """Return True if captured pieces have gone to the other side's hand."""
    return bool(kind_of(before.variant).hand_tokens(before.variant)) and (
        _total(before) == _total(after)
    )


def _total(position: Position) -> int:
    """Return the number of all pieces."""
    return len(position.pieces()) + sum(sum(held.values()) for held in position.hands.values())


def _balance(position: Position, side: Color) -> Counter[str]:
    """Return how many pieces of each letter a side has more than the other, on board and in hand.

    A promoted form counts as what it was.
    """
    found: Counter[str] = Counter()

    def add(kind: PieceType, color: Color, number: int) -> None:
        found[kind.letter.strip("+~")] += number if color is side else -number

    for piece in position.pieces().values():
        add(piece.type, piece.color, 1)
    for color, held in position.hands.items():
        for kind, number in held.items():
            add(kind, color, number)
    return found


def _worth(variant: Variant, letter: str) -> float:
    """Return the centipawns of a piece in exchanges."""
    if not isinstance(variant, PiecesVariant):
        return _STONE_CP
    return Appraisal(variant, dict(DEFAULTS), frozenset()).exchange(variant.piece(letter))


def _by_family(variant: Variant, counts: Mapping[str, int]) -> dict[str, int]:
    """Return counts by name, those of one family together: a turned spearman is still a spearman.

    A family is the last word of a name. If only one of its pieces has changed, the whole name is
    used.
    """
    known = {sheet.letter: sheet.name for sheet in style_of(variant).pieces()}
    families: dict[str, dict[str, int]] = {}
    for letter, change in counts.items():
        name = known.get(letter, "stone")
        families.setdefault(name.split()[-1], {})[name] = change
    return {
        family if len(names) > 1 else next(iter(names)): sum(names.values())
        for family, names in families.items()
    }


def _counted(count: int, name: str) -> str:
    return english.with_article(name) if count == 1 else english.count(count, name)
