"""En passant: a piece that advanced several squares at once may be captured where it passed."""

from __future__ import annotations

from collections.abc import Iterator

from amalthea.engine.core import english
from amalthea.engine.pieces.description import betza
from amalthea.engine.pieces.description.regions import Region, zone_of
from amalthea.engine.pieces.description.variant import MAX_ADVANCE, EnPassant, PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import BOTH, Key, each
from amalthea.engine.pieces.reading.piece_keys import EN_PASSANT, PAWN
from amalthea.engine.pieces.reading.values import EVERYWHERE
from amalthea.engine.pieces.rules.double_step import double_step_zone, triple_step_zone
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def en_passant(draft: Draft) -> EnPassant | None:
    """Return the rule of a section, None without one.

    `enPassantSteps` gives the length of the advances; by default the pieces' moves do.
    """
    steps = draft.settings.number("enPassantSteps")
    if steps:
        return EnPassant(steps, always_shown=draft.settings.flag("enPassantAlwaysShown"))
    return _usual(draft, double_step_zone(draft))


def _usual(draft: Draft, zone: int | Region | None) -> EnPassant | None:
    """Return the rule for pawns' steps of two or three squares and other pieces' `i` moves.

    zone: where these begin, None for nowhere. None is returned if nothing can be captured so.
    """
    takers = draft.letters("enPassantTypes")
    if not draft.settings.is_set("enPassantTypes"):
        marked = [piece.letter for piece in draft.pieces if "e" in piece.moves]
        takers = tuple(dict.fromkeys((*takers, *marked)))
    advances = {letter: steps for letter, steps in _advances(draft, zone) if steps}
    lengths = sorted(set().union(*advances.values()))
    if not takers or not lengths:
        return None
    if len(lengths) > 2 or lengths[-1] > MAX_ADVANCE:
        draft.settings.fail("enPassantTypes", "not supported: advances of several lengths")
    region = _region(draft, zone, lengths)
    if region and not (region.white or region.black):
        return None
    return EnPassant(
        steps=lengths[0],
        always_shown=False,
        also=0 if len(lengths) == 1 else lengths[1],
        every=lengths[-1] > 2,
        taken=tuple(advances),
        takers=takers,
        region=region,
    )


def _advances(draft: Draft, zone: int | Region | None) -> Iterator[tuple[str, set[int]]]:
    """Yield each piece that may advance, with the numbers of steps after which it may be captured.

    zone: where pawns make a double step and other pieces `i` moves, None for nowhere.
    """
    for piece in draft.pieces:
        if piece.key == PAWN:
            steps = {2, 3} if triple_step_zone(draft) else {2}
            yield piece.letter, steps if zone else set()
        elif zone is not None and "i" in piece.moves:
            paths = betza.parse(piece.moves.replace(EN_PASSANT, ""), draft.ranks)
            yield piece.letter, {_advance(path, piece.key, draft) for path in paths} - {0}


def _advance(path: betza.Path, key: str, draft: Draft) -> int:
    """Return the number of squares of a first move straight on, 0 for other moves and for leaps."""
    if not path.initial or len(path.steps) == 1:
        return 0
    ways = {(step.dx, step.dy) for step in path.steps}
    (across, forward), *others = ways
    if others or forward != 1 or abs(across) > 1:
        draft.settings.fail(key, "not supported: en passant after moves that are not forward")
    return len(path.steps)


def _region(draft: Draft, zone: int | Region | None, lengths: list[int]) -> Region | None:
    """Return the region of such captures; None if it has every square that an advance passes."""
    homes = [
        zone_of(zone).squares(colour, draft.files, draft.ranks) if zone else frozenset()
        for colour in range(2)
    ]
    passed = {  # by the side that captures
        side: {
            (file + across * n, rank + forward * n)
            for file, rank in homes[mover]
            for n in range(1, lengths[-1])
            for across in (-1, 0, 1)
        }
        for side, mover, forward in (("White", 1, -1), ("Black", 0, 1))
    }
    allowed = {side: draft.region(f"enPassantRegion{side}") for side in passed}
    if all(passed[side] & draft.all_squares <= allowed[side] for side in passed):
        return None
    return Region(draft.named(allowed["White"]), draft.named(allowed["Black"]))


def _rules(variant: PiecesVariant) -> EnPassant | None:
    return variant.pawns.en_passant if variant.pawns else None


def _errors(variant: PiecesVariant) -> Iterator[str]:
    rules = _rules(variant)
    if rules is None:
        return
    for steps in rules.lengths:
        if not 2 <= steps <= MAX_ADVANCE:
            yield f"en passant after {steps} steps, expected 2 to {MAX_ADVANCE}"
    if rules.region and (error := rules.region.error(variant.files, variant.ranks)):
        yield f"en passant: {error}"
    for piece in variant.pieces:
        letters = (*rules.takers, *rules.taken)
        if piece.letter in letters and (piece.second_square or variant.hops(piece.moves)):
            yield (
                f"{piece.name}: a hopper, or a piece on two squares, cannot take part in en passant"
            )


def _letters(variant: PiecesVariant) -> Iterator[str]:
    if rules := variant.pawns:
        yield from (*rules.passing, *rules.takers)


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    rules = variant.pawns
    if rules is None or rules.en_passant is None:
        return
    passing = rules.en_passant
    steps = english.either([english.number(length) for length in passing.lengths])
    where = "any square that it passed" if passing.every else "the last square that it passed"
    region = f", but only {words.on(passing.region)}" if passing.region else ""
    yield (
        f"{english.capitalised(words.any_piece(rules.passing))} that advances {steps} squares"
        f" at once may be captured en passant: in the very next move, an enemy"
        f" {english.either(words.piece_names(rules.takers))} may capture it on {where}{region}."
    )


RULE = Rule(
    name="en_passant",
    fields=("pawns.en_passant",),
    keys={
        "enPassantRegion": Key(values.squares, each(EVERYWHERE), sides=BOTH),
        "enPassantTypes": Key(values.kinds, each((PAWN,)), sides=BOTH),
        "enPassantSteps": Key(values.number, 0, extension=True),
        "enPassantAlwaysShown": Key(values.flag, False, extension=True),
    },
    errors=_errors,
    letters=_letters,
    texts=(Text("En passant", _sentences),),
)
