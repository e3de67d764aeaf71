"""Pawns: their moves reset the count of moves without progress, and they have a first rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description import betza
from amalthea.engine.pieces.description.variant import EnPassant, PawnRules, PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import BOTH, SIDES, Key, each
from amalthea.engine.pieces.reading.piece_keys import EN_PASSANT, PAWN
from amalthea.engine.pieces.rules.double_step import double_step_zone
from amalthea.engine.pieces.rules.en_passant import en_passant
from amalthea.engine.pieces.rules.rule import Rule


def _read(draft: Draft) -> Mapping[str, object]:
    return {"pawns": _pawn_rules(draft)}


def _pawn_rules(draft: Draft) -> PawnRules | None:
    """Return the rules of the first piece that resets the count, or may be captured en passant."""
    resetting = tuple(
        dict.fromkeys(letter for side in SIDES for letter in draft.letters(f"nMoveRuleTypes{side}"))
    )
    passing = en_passant(draft)
    pawns = [*resetting, *(passing.taken if passing else ())]
    if not pawns:
        return None
    usual = draft.letter(PAWN)
    pawn = usual if usual in pawns else pawns[0]
    return PawnRules(
        pawn,
        _first_rank(pawn, draft),
        passing and _simplified(passing, pawn),
        None if resetting == (pawn,) else resetting,
    )


def _first_rank(pawn: str, draft: Draft) -> int:
    """Return the rank, as its side counts, behind which a pawn never stands."""
    own_ranks = [
        draft.own_rank(letter.isupper(), rank)
        for (_, rank), letter in draft.board.items()
        if letter.upper() == pawn
    ]
    zone = double_step_zone(draft)
    own_ranks += [zone] if isinstance(zone, int) else []
    if _retreats(pawn, draft) or draft.settings.text("swaps"):
        own_ranks = [1]
    if draft.settings.flag("pieceDrops"):
        barred = pawn == draft.letter(PAWN) and not draft.settings.flag("firstRankPawnDrops")
        own_ranks.append(2 if barred else 1)
    return min(own_ranks, default=1)


def _retreats(pawn: str, draft: Draft) -> bool:
    """Return True if a pawn has a backward move, so that it may come to its first rank."""
    (piece,) = (each for each in draft.pieces if each.letter == pawn)
    paths = betza.parse(piece.moves.replace(EN_PASSANT, ""), draft.ranks)
    return any(step.dy < 0 for path in paths for step in path.steps)


def _simplified(rules: EnPassant, pawn: str) -> EnPassant:
    """Return the rule without values that are equal to the defaults."""
    return replace(
        rules,
        taken=() if rules.taken == (pawn,) else rules.taken,
        takers=() if rules.takers == (pawn,) else rules.takers,
    )


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if variant.pawns and not 1 <= variant.pawns.first_rank <= variant.ranks:
        yield f"pawns have no rank {variant.pawns.first_rank} to begin on"


def _letters(variant: PiecesVariant) -> Iterator[str]:
    if variant.pawns:
        yield from (variant.pawns.letter, *variant.pawns.irreversible)


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    """Return the values of the pawns, en passant among them."""
    pawns = variant.pawns
    if pawns is None:
        return {}
    values = without_defaults(
        ("letter", pawns.letter, ""),
        ("first_rank", pawns.first_rank, 0),
        ("en_passant", _passing(pawns.en_passant) if pawns.en_passant else {}, {}),
        ("resetting_draw_count", None if pawns.resetting is None else list(pawns.resetting), None),
    )
    return {"pawns": values}


def _passing(rules: EnPassant) -> Mapping[str, object]:
    return without_defaults(
        ("steps", rules.steps, 0),
        ("always_shown", rules.always_shown, False),
        ("other_steps", rules.also, 0),
        ("every_square", rules.every, False),
        ("captured", list(rules.taken), []),
        ("capturing", list(rules.takers), []),
        ("region", rules.region and rules.region.value(), None),
    )


RULE = Rule(
    name="pawns",
    fields=("pawns", "pawns.letter", "pawns.first_rank", "pawns.resetting"),
    keys={
        "pawnTypes": Key(values.kinds, (PAWN,)),
        "nMoveRuleTypes": Key(values.kinds, each((PAWN,)), sides=BOTH, requires=("nMoveRule",)),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
)
