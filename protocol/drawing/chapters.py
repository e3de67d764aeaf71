"""The chapters of a game's rules, in order, for every view that shows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from amalthea.protocol.drawing.guide import PLANS, Example, guide_of
from amalthea.protocol.drawing.styles import style_of

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.protocol.drawing.piece_sheet import PieceSheet

PIECES = "Pieces"  # the chapter that shows the types of pieces


@dataclass(frozen=True, slots=True)
class Chapter:
    """One subject of the rules.

    lines: one or more sentences each. charts: small diagrams in text, line by line.
    """

    title: str
    lines: tuple[str, ...] = ()
    pieces: tuple[PieceSheet, ...] = ()
    charts: tuple[tuple[str, ...], ...] = ()
    examples: tuple[Example, ...] = ()


def chapters(variant: Variant) -> Iterator[Chapter]:
    """Yield the rules by subject with their examples, then the decisions and the sources."""
    style, guide = style_of(variant), guide_of(variant)
    subjects = {**style.rules()}
    subjects.setdefault(PIECES, ())
    for title, sentences in subjects.items():
        lines = tuple(sentences)
        pieces = tuple(style.pieces()) if title == PIECES else ()
        charts = tuple(map(tuple, style.charts().get(title, ())))
        examples = tuple(example for example in guide.examples if example.rule == title)
        if lines or pieces or charts or examples:
            yield Chapter(title, lines, pieces, charts, examples)
    if guide.plans:
        source = f"From {guide.games}; ± is a standard error, twice as much may be chance."
        yield Chapter(PLANS, (source,), examples=guide.plans)
    for title, rules in guide.rulings.items():
        yield Chapter(title, rules)
    if guide.gaps:
        yield Chapter("Where the sources are silent or disagree", guide.gaps)
    if guide.sources:
        yield Chapter("Sources", guide.sources)
