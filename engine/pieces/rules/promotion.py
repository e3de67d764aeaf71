"""Promotion: the types that pieces become, the region, and the limit of pieces of a type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from amalthea.engine.core import english
from amalthea.engine.core.english import capitalised, with_article
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.core.letters import FORM
from amalthea.engine.pieces.description.regions import Region, value_of, zone_of
from amalthea.engine.pieces.description.variant import PiecesVariant, Promotion
from amalthea.engine.pieces.reading import letters as named
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import BOTH, SIDES, Key, each, flag, rank
from amalthea.engine.pieces.reading.piece_keys import KING, PAWN
from amalthea.engine.pieces.reading.settings import Settings
from amalthea.engine.pieces.rules.places import ANYWHERE, owner
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_FORMS = ("promotedPieceType", "promotesInto", "promotionOnEntry")
_TYPE_KEYS = ("promotionPawnTypes", "promotionPieceTypes")
_COUNTING_KEYS = (
    *("extinctionPieceTypes", "flagPieceWhite", "flagPieceBlack", "connectPieceTypes"),
    *("untradedTypes",),
)
_STANDARD = ("queen", "rook", "bishop", "knight")
_PROMOTION = (
    rf"(?P<piece>{FORM})@((?P<coming>[0-9]{{1,2}})-)?(?P<place>[a-p]?[0-9]{{1,2}})(?P<optional>\??)"
    r":(?P<value>\S+)"
)

_CONDITION = (
    "captures",
    "moves",
    "moves into, within or out of",
    "reaches",
    "moves into {}, or captures within or out of it,",
)
_OCCASION = (
    "with every capture",
    "with every move",
    "when moving into, within or out of",
    "on reaching",
    "when moving into {}, or by a capture within or out of it",
)

# From a section to the description


def _read(draft: Draft) -> Mapping[str, object]:
    by_piece = draft.settings.by_piece("promotionLimit")
    limits = {
        letter: most
        for key, most in by_piece.items()
        if (letter := draft.letter(key)) and isinstance(most, int) and most > 0
    }
    return {
        "promotions": tuple(_promotions(draft)),
        **({"limits": limits} if limits else {}),
        **({"counts_as": alike} if (alike := _counts_as(draft)) else {}),
    }


def promoting(draft: Draft) -> set[str]:
    """Return the letters of the pieces that promote. Raises VariantError."""
    return {promotion.piece for promotion in _promotions(draft)}


def twins(draft: Draft) -> tuple[str, ...]:
    """Return the letters of pieces for which a promoted pawn is a separate type.

    Such a piece goes to a hand as a pawn. Raises VariantError.
    """
    if not draft.settings.flag("pieceDrops"):
        return ()
    marked = {letter for each in _promotions(draft) for letter in each.to if letter[-1] == "~"}
    return tuple(piece.letter for piece in draft.pieces if f"{piece.letter}~" in marked)


def main_pawn(draft: Draft) -> str:
    """Return the letter of the pawn from which promoted pieces come."""
    kinds = draft.settings.kinds("promotionPawnTypes")
    letter = draft.letter(PAWN if PAWN in kinds else kinds[0])
    assert letter
    return letter


def forms(draft: Draft) -> Mapping[str, str]:
    """Return the promoted types of pieces other than pawns, by key. Raises VariantError."""
    key = "promotedPieceType"
    found = {
        piece: form
        for piece, form in draft.settings.by_piece(key).items()
        if isinstance(form, str) and draft.letter(piece) and draft.letter(form)
    }
    for piece, form in found.items():
        if KING in (piece, form):
            draft.settings.fail(key, "a king neither promotes nor comes from promotion")
        if piece == PAWN and draft.settings.flag("piecePromotionOnCapture"):
            draft.settings.fail(key, "not supported: pawns that promote by capturing only")
        if form in found and not draft.settings.flag("promotionOnEntry"):
            draft.settings.fail(key, "not supported: promoted forms that promote again")
        kinds = (draft.settings.kinds(f"promotionPawnTypes{side}") for side in SIDES)
        if piece != PAWN and any(piece in each for each in kinds):
            draft.settings.fail(key, "not supported: promotion of pawns with another form")
    return found


def forms_like(draft: Draft) -> Mapping[str, str]:
    """Return the letter of the piece that each promoted form moves like, by the form's letter."""
    letters = ((draft.letter(piece), draft.letter(form)) for piece, form in forms(draft).items())
    return {f"+{piece}": like for piece, like in letters if like}


def _counts_as(draft: Draft) -> Mapping[str, str]:
    """Return the types as which pieces count: those of `countsAs`, and those of promoted forms."""
    stated = {
        piece: named.letter(other, "countsAs", draft)
        for piece, other in named.by_piece("countsAs", draft).items()
    }
    return {**stated, **_forms_counted(draft)}


def _forms_counted(draft: Draft) -> Mapping[str, str]:
    """Return the types as which promoted forms count, if a rule of the game counts those types."""
    counted = set(draft.settings.by_piece("promotionLimit"))
    for key in _COUNTING_KEYS:
        counted |= set(draft.settings.kinds(key))
    return forms_like(draft) if counted & set(forms(draft).values()) else {}


def _promotions(draft: Draft) -> list[Promotion]:
    """Return all promotions; pieces that go to a hand as pawns are marked as other types."""
    listed = list(_listed(draft)) or [*_pawn_promotions(draft), *_piece_promotions(draft)]
    pawns = {letter for side in SIDES for letter in draft.letters(f"promotionPawnTypes{side}")}
    return [
        replace(each, to=tuple(to if to[0] == "+" else draft.as_promoted(to) for to in each.to))
        if each.piece in pawns
        else each
        for each in listed
    ]


def _listed(draft: Draft) -> Iterator[Promotion]:
    """Yield those of the key `promotions`: on a rank, on a rank from another one, or on squares."""
    squares: dict[tuple[str, tuple[str, ...], bool], tuple[str, ...]] = {}
    parts = named.parts("promotions", draft)
    for promotion, place in draft.each(lambda part: _listed_part(part, draft), parts):
        if place:
            case = promotion.piece, promotion.to, promotion.optional
            squares[case] = (*squares.get(case, ()), place)
        else:
            yield promotion
    for (letter, becomes, optional), places in squares.items():
        yield Promotion(letter, Region(places), becomes, optional)


def _listed_part(part: str, draft: Draft) -> tuple[Promotion, str]:
    """Return a promotion of the key `promotions`, and its square or file, "" if it has a rank.

    Raises VariantError.
    """
    key = "promotions"
    match = named.matched(_PROMOTION, part)
    if not match or (match["coming"] and not match["place"].isdecimal()):
        named.fail(draft, key, part, "p@10:+p, a piece, its rank and what it becomes")
    sides = (match["piece"], match["value"])
    pieces, becomes = draft.each(lambda text: named.letters(text, key, draft), sides)
    optional = bool(match["optional"])
    if not match["place"].isdecimal():
        return Promotion(pieces[0], 0, becomes, optional), match["place"]
    coming = int(match["coming"] or "0")
    return Promotion(pieces[0], int(match["place"]), becomes, optional, from_own_rank=coming), ""


def _pawn_promotions(draft: Draft) -> Iterator[Promotion]:
    """Yield the promotions of pawns, those of each side apart if they differ."""
    zone = draft.zone("promotionRegion")
    rules = {
        side: tuple(draft.settings.kinds(f"{key}{side}") for key in _TYPE_KEYS) for side in SIDES
    }
    if zone is None or rules["White"] == rules["Black"]:
        yield from _promotions_of("White", zone, draft)
        return
    white, black = (zone_of(zone).squares(n, draft.files, draft.ranks) for n in range(2))
    yield from _promotions_of("White", Region(draft.named(white), ()), draft)
    yield from _promotions_of("Black", Region((), draft.named(black)), draft)


def has_own_types(settings: Settings) -> bool:
    """Return False for a game without a parent that does not name what pawns become.

    In Fairy-Stockfish they then become nothing but what `promotedPieceType` says.
    """
    return settings.derived or settings.is_set("promotionPieceTypes")


def _promotions_of(side: str, zone: int | Region | None, draft: Draft) -> Iterator[Promotion]:
    """Yield the promotions of one side's pawns, in a zone that may hold for both."""
    pieces, choices = (draft.letters(f"{key}{side}") for key in _TYPE_KEYS)
    king = draft.letter(KING)
    for key, letters in zip(_TYPE_KEYS, (pieces, choices), strict=True):
        if king in letters:
            draft.settings.fail(key, "a king neither promotes nor comes from promotion")
    if set(pieces) & set(choices):
        draft.settings.fail("promotionPieceTypes", "a piece cannot become itself")
    has_form = PAWN in forms(draft)
    if has_form and not has_own_types(draft.settings):
        choices = ()
    in_place = draft.settings.flag("sittuyinPromotion")
    optional = not draft.settings.flag("mandatoryPawnPromotion") and not in_place
    pawn = draft.letter(PAWN)
    for piece in dict.fromkeys((*pieces, *([pawn] if has_form and pawn else []))):
        to = choices if piece in pieces else ()
        to += (f"+{piece}",) if piece == pawn and has_form else ()
        if zone and to:
            yield Promotion(piece, zone, to, optional, in_place=in_place)


def _piece_promotions(draft: Draft) -> Iterator[Promotion]:
    """Yield the promotions of other pieces to promoted forms or other types, and demotions."""
    zone = draft.zone("promotionRegion")
    optional = not draft.settings.flag("mandatoryPiecePromotion")
    capturing = draft.settings.flag("piecePromotionOnCapture")
    inside = draft.settings.flag("promotionOnEntry")
    for piece in _other_pieces(draft):
        if zone:
            yield Promotion(
                piece, zone, (f"+{piece}",), optional, True, capturing, captures_inside=inside
            )
            if draft.settings.flag("pieceDemotion"):
                yield Promotion(f"+{piece}", zone, (piece,), optional, True, capturing)
    for piece, other in named.by_piece("promotesInto", draft).items():
        if zone:
            to = (named.letter(other, "promotesInto", draft),)
            yield Promotion(piece, zone, to, optional, True, capturing, captures_inside=inside)


def _other_pieces(draft: Draft) -> Iterator[str]:
    """Yield the pieces other than pawns that promote to a form of their own."""
    for key in forms(draft):
        if key != PAWN and (piece := draft.letter(key)):
            yield piece
    if draft.settings.flag("promotionOnEntry"):
        letters = {piece.letter for piece in draft.pieces}
        yield from sorted(letter for letter in letters if f"+{letter}" in letters)


# The description


def _errors(variant: PiecesVariant) -> Iterator[str]:
    letters = [piece.letter for piece in variant.pieces]
    royal = {piece.letter for piece in variant.pieces if piece.royal}
    for letter, most in variant.limits.items():
        if letter not in letters or most < 1:
            yield f"a limit of {most} for {letter!r}"
    for letter, other_letter in variant.counts_as.items():
        if letter == other_letter or other_letter in variant.counts_as:
            yield f"{letter!r} counts as {other_letter!r}, which is itself or counts as another"
        if letter[0] != "+" and letter in counting_letters(variant):
            yield f"{letter!r} counts as {other_letter!r}: expected that one in rules that count"
    for promotion, other in combinations(variant.promotions, 2):
        if promotion.piece == other.piece and _overlap(promotion, other, variant):
            yield f"{promotion.piece!r} promotes in two ways"
    for promotion in variant.promotions:
        if {promotion.piece, *promotion.to} & royal or promotion.piece in promotion.to:
            yield f"{promotion.piece!r} may not promote to {promotion.to!r}"
        if not promotion.to:
            yield f"{promotion.piece!r} promotes to nothing"
        if not 0 <= promotion.from_own_rank <= variant.ranks:
            yield f"{promotion.piece!r} promotes from a missing rank, {promotion.from_own_rank}"
        if promotion.in_place and (promotion.optional or promotion.on_leaving):
            yield f"{promotion.piece!r} promotes in place, and also by moving"
        hopping = [to for to in promotion.to if to in letters and _hops(variant, to)]
        if promotion.in_place and hopping:
            yield f"{promotion.piece!r} promotes in place to {hopping[0]!r}, which hops"
        if promotion.captures_inside and (promotion.by_capture or not promotion.on_leaving):
            yield f"{promotion.piece!r} promotes on entry, and only by capturing or arriving"
        if error := promotion.zone.error(variant.files, variant.ranks):
            yield f"{promotion.piece!r} promotes: {error}"


def counting_letters(variant: PiecesVariant) -> set[str]:
    """Return the letters in rules that look at what a piece counts as."""
    ends = variant.ends
    pieces = [goal.piece for goal in ends.goals if goal.piece]
    pieces += [letter for end in ends.extinctions for letter in end.pieces]
    pieces += [letter for line in ends.lines for letter in line.pieces]
    pieces += ends.pseudo_royals.pieces if ends.pseudo_royals else ()
    pieces += ends.chain.pieces if ends.chain else ()
    pieces += variant.untraded.pieces if variant.untraded else ()
    return {*variant.limits, *variant.mutually_immune, *pieces}


def _hops(variant: PiecesVariant, letter: str) -> bool:
    """Return True if a piece needs another one to jump over."""
    return bool(variant.hops(variant.piece(letter).moves))


def _overlap(promotion: Promotion, other: Promotion, variant: PiecesVariant) -> bool:
    """Return True if two promotions have a square in common."""
    board = variant.files, variant.ranks
    return any(
        promotion.zone.squares(colour, *board) & other.zone.squares(colour, *board)
        for colour in range(2)
    )


def _letters(variant: PiecesVariant) -> Iterator[str]:
    for promotion in variant.promotions:
        yield from (promotion.piece, *promotion.to)


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    promotions = [
        without_defaults(
            ("piece", promotion.piece, ""),
            ("place", value_of(promotion.rank), None),
            ("to", list(promotion.to), []),
            ("optional", promotion.optional, False),
            ("on_leaving", promotion.on_leaving, False),
            ("by_capture_only", promotion.by_capture, False),
            ("from_rank", promotion.from_own_rank, 0),
            ("in_place", promotion.in_place, False),
            ("captures_inside", promotion.captures_inside, False),
        )
        for promotion in variant.promotions
    ]
    return without_defaults(
        ("promotions", promotions, []),
        ("promotion_limits", dict(variant.limits), {}),
        ("counts_as", dict(variant.counts_as), {}),
    )


# Sentences


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    """Yield sentences on the promotions, their regions, and whether they are forced."""
    single: dict[str, list[Promotion]] = {}
    for promotion in variant.promotions:
        if promotion.in_place:
            yield from _in_place(words, promotion)
        elif len(promotion.to) == 1:
            single.setdefault(_beginning(words, promotion), []).append(promotion)
        else:
            yield _sentence(words, promotion)
    for beginning, alike in single.items():
        if len(alike) == 1:
            yield _sentence(words, alike[0])
        else:
            yield f"{beginning}: {'; '.join(_becoming(words, alike))}."


def _in_place(words: Words, promotion: Promotion) -> Iterator[str]:
    """Yield the sentences on a promotion that is a move of its own."""
    name, to = words.piece_name(promotion.piece), words.any_piece(promotion.to)
    forms = words.alternatives(promotion.to)
    yield (
        f"Instead of moving, {with_article(name)} {words.on(promotion.zone)}, or the last {name} of"
        f" its side, may become {to} where it stands, or on an empty square that the {forms} could"
        " move to from there."
    )
    yield f"Such a {forms} may attack no enemy piece at once, and the move may not give check."
    yield (
        f"The game is a draw if a side that is not in check has only its king and one {name} and"
        " cannot move but by promotion."
    )


def _limits(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.limits:
        most = [
            english.count(most, words.piece_name(letter)) for letter, most in variant.limits.items()
        ]
        yield f"No promotion may give a side more than {english.either(most)}."


def _stranded(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if any(promotion.captures_inside for promotion in variant.promotions):
        yield "A piece that could never move on from where it goes may promote there in any case."


def _alike(variant: PiecesVariant, words: Words) -> Iterator[str]:
    for form, letter in variant.counts_as.items():
        name = words.piece_name(letter)
        what = (
            f"a promoted {words.piece_name(form[1:])}"
            if form[0] == "+"
            else with_article(words.piece_name(form))
        )
        yield f"{capitalised(what)} counts as {with_article(name)}."


def note(words: Words, promotion: Promotion) -> str:
    """Return the promotion of one piece type as a note beside its moves."""
    if promotion.in_place:
        where = words.on(promotion.zone)
        return f"may promote to {words.alternatives(promotion.to)} {where} instead of moving"
    may = "may promote" if promotion.optional else "promotes"
    side = owner(promotion.zone)
    only = f" ({side} only)" if side else ""
    return f"{may} to {words.alternatives(promotion.to)} {_when(words, promotion, _OCCASION)}{only}"


def is_demotion(promotion: Promotion) -> bool:
    """Return True if a promoted form becomes its base again."""
    return promotion.piece == f"+{promotion.to[0]}"


def _sentence(words: Words, promotion: Promotion) -> str:
    becomes = "may become" if promotion.optional else "becomes"
    side = owner(promotion.zone).lower()
    piece = with_article(f"{side} {words.piece_name(promotion.piece)}".lstrip())
    to = words.any_piece(promotion.to)
    return f"{capitalised(piece)} that {_when(words, promotion, _CONDITION)} {becomes} {to}."


def _becoming(words: Words, alike: Sequence[Promotion]) -> Iterator[str]:
    """Yield the pieces that become the same type, type by type, and those that become it again."""
    demoted = {promotion.to[0] for promotion in alike if is_demotion(promotion)}
    pieces: dict[str, list[str]] = {}
    for promotion in alike:
        letter, form = promotion.piece, promotion.to[0]
        if is_demotion(promotion) and any(each.piece == form for each in alike):
            continue
        again = " and back" if letter in demoted else ""
        name = words.piece_name(letter)
        pieces.setdefault(f"{words.piece_name(form)}{again}", []).append(name)
    for form, names in pieces.items():
        yield f"{english.both(names)} to {form}"


def _beginning(words: Words, promotion: Promotion) -> str:
    """Return the beginning of a sentence on several pieces that promote alike."""
    if words.place(promotion.zone) == ANYWHERE:
        made = "capture" if promotion.by_capture else "move"
        promotes = "may promote" if promotion.optional else "promotes"
        return f"Every {made} {promotes} the piece that makes it"
    side = owner(promotion.zone).lower()
    may = "may" if promotion.optional else "must"
    piece = with_article(f"{side} piece".lstrip())
    return f"{capitalised(piece)} that {_when(words, promotion, _CONDITION)} {may} promote"


def _when(words: Words, promotion: Promotion, phrases: tuple[str, ...]) -> str:
    """Return when a promotion happens: "reaches rank 8" or "on reaching rank 8"."""
    capturing, moving, within, reaching, entering = phrases
    if words.place(promotion.zone) == ANYWHERE:
        return capturing if promotion.by_capture else moving
    if promotion.captures_inside:
        return entering.format(words.zone(promotion.zone))
    if promotion.on_leaving:
        going = f"{within} {words.zone(promotion.zone)}"
    else:
        going = f"{reaching} {words.goal(promotion.zone)}"
    going += f" from rank {promotion.from_own_rank}" if promotion.from_own_rank else ""
    return f"{going} with a capture" if promotion.by_capture else going


def _rank_numbers(variant: PiecesVariant, words: Words) -> Iterator[str]:
    """Yield a sentence on how ranks are counted, if rules name some."""
    by_rank = any(piece.from_rank or piece.region for piece in variant.pieces)
    if by_rank or variant.promotions:
        yield "Ranks are counted from each side's own edge of the board."


RULE = Rule(
    name="promotion",
    fields=("promotions", "limits", "counts_as"),
    keys={
        "promotionRegion": Key(values.squares, (rank(8), rank(1)), sides=SIDES),
        "promotionPawnTypes": Key(values.kinds, each((PAWN,)), sides=BOTH),
        "promotionPieceTypes": Key(values.kinds, each(_STANDARD), sides=BOTH),
        "promotedPieceType": Key(values.becomes, {}, merges=True),
        "promotionLimit": Key(values.counts, {}, merges=True),
        "mandatoryPawnPromotion": flag(default=True),
        "mandatoryPiecePromotion": flag(requires=_FORMS),
        "piecePromotionOnCapture": flag(requires=_FORMS),
        "pieceDemotion": flag(requires=_FORMS),
        "promotesInto": Key(values.text, "", extension=True),
        "promotionOnEntry": Key(values.flag, default=False, extension=True),
        "sittuyinPromotion": flag(),
        "promotions": Key(values.text, "", extension=True),
        "countsAs": Key(values.text, "", extension=True),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(
        Text("Pieces", _rank_numbers),
        Text("Promotion", _sentences),
        Text("Promotion", _stranded),
        Text("Promotion", _limits),
        Text("Promotion", _alike),
    ),
)
