"""What the description of a game of pieces says beside how they move, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.kinds.army.chase_rules import Chases
from engine.kinds.army.regions import zone_of
from protocol.drawing.style import either

if TYPE_CHECKING:
    from engine.kinds.army.end_rules import Counting, Extinction, Goal, Line, PseudoRoyals
    from engine.kinds.army.regions import Region
    from engine.kinds.army.rules import (
        ArmyVariant,
        Castling,
        InsufficientMaterial,
        PieceType,
        Promotion,
    )


_ALONE = {"win": "wins", "loss": "loses"}
_OTHER = {"win": "loss", "loss": "win"}
_ALL = 64  # pieces of a side: no limit
_WAYS = {"h": "rank", "v": "file", "d": "diagonal"}
_MATE = {"loss": "wins", "win": "loses", "draw": "is a draw"}


def aim(variant: ArmyVariant) -> Iterator[str]:
    """What wins and what loses, checkmate first."""
    ends = variant.ends
    if variant.royal and ends.checking:
        yield (
            f"Checkmate {_MATE[ends.mate]}: the other side's {_name(variant, variant.royal)} is"
            " attacked, and no move of that side leaves it unattacked."
        )
    if ends.pseudo_royals:
        scarce = _scarce(variant, ends.pseudo_royals)
        yield f"{scarce} attacked, and no move against that: this is mate, too."
    for goal in ends.goals:
        yield from _arriving(variant, goal)
    if ends.checks:
        yield f"Who has given {ends.checks} checks wins."
    for extinction in ends.extinctions:
        if extinction.value in _ALONE:
            yield f"{_extinct(variant, extinction)} {_ALONE[extinction.value]}."
    for line in ends.lines:
        if line.value in _ALONE:
            yield f"{_line(variant, line)} {_ALONE[line.value]}."
    if ends.stalemate in _ALONE:
        fewer = " and fewer pieces than the other side" if ends.by_count else ""
        opposite = f", who has more {_ALONE[_OTHER[ends.stalemate]]}" if ends.by_count else ""
        yield (
            f"Who has no legal move{fewer} and is not in check {_ALONE[ends.stalemate]}{opposite}."
        )
    yield from _repeating(variant)
    if ends.draws:
        winner = "The side with more pieces" if ends.draws == "more" else ends.draws
        yield f"{winner} wins where the game would be drawn."


def _repeating(variant: ArmyVariant) -> Iterator[str]:
    """Who wins when a position occurs again."""
    draws, ends = variant.draws, variant.ends
    if draws.repetitions and draws.repetition in _ALONE:
        who = "White" if ends.absolute else "the side to move"
        yield (
            f"Where the same position occurs {draws.repetitions} times, {who}"
            f" {_ALONE[draws.repetition]}."
        )
    if draws.repetitions and ends.perpetual:
        yield "Who repeats a position and has given check on every move since loses."
    if draws.repetitions and ends.chases:
        yield from _chasing(variant, ends.chases)


def _chasing(variant: ArmyVariant, chases: Chases) -> Iterator[str]:
    may = [_name(variant, letter) for letter in (variant.royal, *chases.harmless) if letter]
    yield "Who has attacked one piece anew by all moves between repetitions loses, unless both did."
    yield "To attack what is protected, or could as well take a like attacker, does not count."
    yield from [f"Nor does an attack by a {either(may)}."] if may else []
    for letter, others in chases.dearer:
        dearer = either([_name(variant, other) for other in others])
        yield f"A {_name(variant, letter)} may not do so to a {dearer} even where it is protected."
    for letter, region in chases.spared:
        yield f"A {_name(variant, letter)} on {_place(variant, region)} may be attacked."


def _arriving(variant: ArmyVariant, goal: Goal) -> Iterator[str]:
    what = _name(variant, goal.piece) if goal.piece else "piece"
    counted = f"a {what}" if goal.count == 1 else f"{goal.count} {what}s"
    yield f"Who has {counted} on {_place(variant, goal.region)} wins."
    if goal.held:
        yield "It must still be so after the other side's next move."
    if goal.safe:
        yield "Pieces there do not count while one of them could be taken."
    if goal.filled:
        yield "Fewer do, too, when no square is left there."
    if goal.answered:
        yield f"Where White's {what} is there first, Black's may follow at once: that is a draw."


def _scarce(variant: ArmyVariant, pseudo_royals: PseudoRoyals) -> str:
    """Which of several pieces may not be left attacked."""
    what = either([_name(variant, letter) for letter in pseudo_royals.pieces])
    most = "the last" if pseudo_royals.most == 1 else f"one of at most {pseudo_royals.most}"
    return f"{most[0].upper()}{most[1:]} {what} of a side"


def _line(variant: ArmyVariant, line: Line) -> str:
    """Who has pieces in line."""
    what = either([_name(variant, letter) for letter in line.pieces]) if line.pieces else "piece"
    if "b" in line.ways:
        return f"Who fills a square of {line.length} by {line.length} with a {what} each"
    ways = [name for way, name in _WAYS.items() if way in line.ways]
    beside = "" if line.gaps else " side by side"
    return f"Who has {line.length} of {what} on one {either(ways)}{beside}"


def _extinct(variant: ArmyVariant, extinction: Extinction) -> str:
    """Who it comes over."""
    names = [_name(variant, letter) for letter in extinction.pieces]
    what = either(names) if names else "piece"
    left = f"at most {extinction.left} {what}" if extinction.left else f"no {what}"
    against = f" against {extinction.against} or more" if extinction.against else ""
    claim = ", and cannot at once do the same to the other side," if extinction.claim else ""
    return f"Who has {left} left{against}{claim}"


def _place(variant: ArmyVariant, region: Region) -> str:
    """A region in words: ranks as each side counts them, all else as the board is written."""
    white = [_part(part) for part in region.white]
    if region.black is not None and set(region.black) == set(region.white):
        ranks = any(part.startswith("*") for part in region.white)
        return either(white) + (" by White's count" if ranks else "")
    if region.black is None:
        black = [_part(_mirrored(variant, part)) for part in region.white]
    else:
        black = [_part(_turned(variant, part)) for part in region.black]
    if set(white) == set(black):
        return either(white)
    told = (either(parts) if parts else "nothing" for parts in (white, black))
    return " (White) or ".join(told) + " (Black)"


def _part(part: str) -> str:
    if part.startswith("*"):
        return f"rank {part[1:]}"
    return f"file {part[0]}" if part.endswith("*") else part


def _mirrored(variant: ArmyVariant, part: str) -> str:
    """A square on the other side of the board; ranks and files that stand for both sides' own."""
    return part if "*" in part else f"{part[0]}{variant.ranks + 1 - int(part[1:])}"


def _turned(variant: ArmyVariant, part: str) -> str:
    """A rank as Black counts it."""
    return f"*{variant.ranks + 1 - int(part[1:])}" if part.startswith("*") else part


def before_play(variant: ArmyVariant) -> Iterator[str]:
    """What a game begins with, a sentence or more each: blocked squares, placement."""
    if variant.random_start:
        yield f"{variant.blocked} squares are blocked, other ones in each game."
    rules = variant.placement
    if rules is None:
        return
    counts = Counter(rules.order).items()
    royal = _name(variant, variant.royal)
    yield (
        "Both sides choose squares in secret, one piece at a time, in this order:"
        f" {', '.join(_counted(variant, *each) for each in counts)}. Both pieces appear together."
    )
    yield (
        "Where both choose the same square, both choose again, another one than all that were tried"
        " for this piece."
    )
    yield f"Each side's two {_name(variant, rules.apart)}s go to squares of different shades."
    yield (
        f"A {royal} is not placed where an enemy attacks it. {royal.capitalize()}s that would"
        " attack each other are placed again, neither on a square that its side has tried."
    )
    first, *others = (_name(variant, letter) for letter in rules.first)
    yield (
        f"First to move is the side whose {royal} is nearer to its {first}, by files and ranks"
        f" together; ties are broken by {', '.join(others)}, in this order, of each the nearest"
        " first. Where all is equal it is White."
    )


def _counted(variant: ArmyVariant, letter: str, count: int) -> str:
    name = _name(variant, letter)
    return name if count == 1 else f"{count} {name}s"


def notes(variant: ArmyVariant, piece: PieceType) -> Iterator[str]:
    """What the moves of a piece do not say."""
    for place, moves in piece.from_rank.items():
        yield f"from {_place(variant, zone_of(place))} {moves}"
    if piece.region:
        yield f"goes only to {_place(variant, piece.region)}"
    if piece.aloof:
        yield f"gets over no {piece.name} and takes none"
    if piece.royal:
        yield "royal"
    if piece.settings:
        yield f"may turn into {either(piece.settings)}, after a move or instead of one"
    if piece.covers:
        yield f"covers the square {'on its right' if piece.covers[0] else 'above'} too"
    if piece.pivots:
        yield f"pivots into {piece.pivots} instead of a move"
    for promotion in variant.promotions:
        if promotion.piece == piece.letter:
            yield _promotes(variant, promotion)


def _promotes(variant: ArmyVariant, promotion: Promotion) -> str:
    may = "may promote" if promotion.optional else "promotes"
    out = ", or leaving it," if promotion.leaving else ""
    how = " with a capture" if promotion.capturing else ""
    how += f" coming from rank {promotion.coming}" if promotion.coming else ""
    return f"{may} on {_place(variant, promotion.zone)}{out} to {either(promotion.to)}{how}"


def moving(variant: ArmyVariant) -> Iterator[str]:
    """What holds for the moves of all pieces."""
    yield (
        "A piece takes an enemy by moving to its square; pieces of one's own are in the way."
        + (
            f" No move may leave one's own {_name(variant, variant.royal)} attacked."
            if variant.royal
            else ""
        )
    )
    if variant.ends.pseudo_royals:
        yield f"{_scarce(variant, variant.ends.pseudo_royals)} may not be left attacked."
        if variant.ends.pseudo_royals.duple:
            yield "Nor may all of them be attacked at once, however many there are."
    if not variant.ends.checking:
        yield "No move may give check."
    if any(variant.passes):
        who = "Each side" if all(variant.passes) else ("White", "Black")[variant.passes[1]]
        yield f"{who} may pass, unless in check. When both do, the game is over."
    if variant.flying_general:
        yield (
            f"No move may leave the two {_name(variant, variant.royal)}s facing each other along a"
            " rank or a file with nothing between them."
        )
    if variant.safe_leap:
        yield (
            f"On its first move a {_name(variant, variant.royal)} may leap two squares, taking"
            " nothing, when it is not attacked and the square between is not; of two squares"
            " between one that is not attacked is enough."
        )
    if variant.ends.must_capture:
        yield "Who can capture must capture, with whichever piece."
    if variant.ends.king_stays:
        yield "A king in check may only move to take the piece that checks him."
    if not variant.stranding:
        yield "A piece does not go where it could never move again."
    if variant.blocked:
        yield "Nothing goes to a blocked square or slides across it; leaps pass over it."
    by_rank = any(piece.from_rank or piece.region for piece in variant.pieces)
    if by_rank or variant.promotions:
        yield "Ranks are counted from each side's own edge of the board."


def en_passant(variant: ArmyVariant) -> Iterator[str]:
    """The capture of a pawn that has just passed."""
    rules = variant.pawns
    if rules is None or rules.en_passant is None:
        return
    passing = rules.en_passant
    taken = either([_name(variant, letter) for letter in rules.passing])
    takers = either([_name(variant, letter) for letter in rules.takers])
    steps = either([str(length) for length in passing.lengths])
    where = "a square that it passed" if passing.every else "the square that it passed last"
    on = f" on {_place(variant, passing.region)}" if passing.region else ""
    yield (
        f"A {taken} that has gone {steps} squares at once may be taken on {where}{on}, by an enemy"
        f" {takers} that could take a piece there, in the very next move."
    )


def promotions(variant: ArmyVariant) -> Iterator[str]:
    """What becomes what, where, and whether it must; then how many there may be of what."""
    becoming: dict[str, list[str]] = {}
    for promotion in variant.promotions:
        name, going = _name(variant, promotion.piece), _going_to(variant, promotion)
        forms = [_name(variant, letter) for letter in promotion.to]
        if len(forms) > 1:
            becomes = "may become" if promotion.optional else "becomes"
            yield f"A {name} that {going} {becomes} a {either(forms)}."
        else:
            may = "may" if promotion.optional else "must"
            told = f"A piece that {going} {may} promote: "
            becoming.setdefault(told, []).append(f"{name} to {forms[0]}")
    yield from (f"{told}{', '.join(each)}." for told, each in becoming.items())
    if variant.limits:
        most = [_counted(variant, *each) for each in variant.limits.items()]
        yield f"None becomes what its side has enough of: {', '.join(most)}."


def _going_to(variant: ArmyVariant, promotion: Promotion) -> str:
    place = _place(variant, promotion.zone)
    going = f"moves to {place}, or from there," if promotion.leaving else f"moves to {place}"
    going += f" from rank {promotion.coming}" if promotion.coming else ""
    return f"{going} with a capture" if promotion.capturing else going


def drops(variant: ArmyVariant) -> Iterator[str]:
    """What may be dropped, where, and how it came to hand."""
    rules = variant.drops
    if not rules:
        return
    if rules.captured:
        yield "What a side captures goes to its hand and is its own piece from then on."
    told: dict[str, list[str]] = {}
    if any(letter == f"+{held}" for letter, held in rules.held.items()):
        yield "A promoted form is there what it was before."
    for letter, held in rules.held.items():
        if letter != f"+{held}":
            told.setdefault(_name(variant, held), []).append(_name(variant, letter))
    yield from (f"There a {either(forms)} is a {held}." for held, forms in told.items())
    yield "Instead of moving, a side may put a piece from its hand on an empty square."
    for letter, region in rules.regions.items():
        where = f"dropped on {_place(variant, region)} only" if region.white else "never dropped"
        yield f"A {_name(variant, letter)} is {where}."
    for letter, most in rules.most_on_file.items():
        beside = "one" if most == 1 else f"{most}"
        yield f"A {_name(variant, letter)} is not dropped on a file with {beside} of its side's."
    if rules.never_mating:
        names = either([_name(variant, letter) for letter in rules.never_mating])
        yield f"No drop of a {names} may mate."
    if not rules.checking:
        yield "No drop may give check."
    if rules.promoted:
        yield "A piece may be dropped as its promoted form."
    if rules.first:
        names = either([_name(variant, letter) for letter in rules.first])
        yield f"As long as a side can drop a {names}, it must, and before any other piece."


def turns(variant: ArmyVariant) -> Iterator[str]:
    """The pieces that have settings."""
    names = [piece.name for piece in variant.pieces if piece.settings]
    if names:
        yield (
            f"A piece with settings ({', '.join(names)}) may take another one when it has moved, or"
            " instead of a move."
        )


def pieces_on_two_squares(variant: ArmyVariant) -> Iterator[str]:
    """How they slide, take, pivot and are taken."""
    if not any(piece.covers for piece in variant.pieces):
        return
    yield (
        "Such a piece slides as a whole: at each step the squares that it newly covers must be"
        " empty, two when it goes across, one when it goes along its length."
    )
    yield (
        "It takes all enemies on the squares that it newly covers, one piece or two, and ends its"
        " move there; a piece of its own side on one of them blocks it. It attacks what it could"
        " take so."
    )
    yield "Who takes one of its squares takes all of it."
    if any(piece.pivots for piece in variant.pieces):
        yield (
            "Instead of a move it may pivot: a quarter turn about either of its squares, onto an"
            " empty one. A pivot takes nothing."
        )


def castlings(variant: ArmyVariant) -> Iterator[str]:
    """What holds for all, then how each goes for White, and what it needs."""
    if not variant.castlings:
        return
    castlers = list(dict.fromkeys(variant.castles(castling) for castling in variant.castlings))
    names = either([_name(variant, letter) for letter in castlers])
    unattacked = ""
    if variant.royal in castlers:
        royal = _name(variant, variant.royal)
        unattacked = f" The {royal} may not be attacked, nor any square that it passes or goes to."
    yield (
        f"Castling moves the {names} and its partners at once.{unattacked} Unmoved means never"
        " moved since the start. Black's castlings mirror White's:"
    )
    kinds = {right.square: right.piece for right in variant.rights}
    for castling in variant.castlings:
        stands = dict(castling.stands)
        moves = [_going(variant, variant.castles(castling), castling.king)]
        for ends in castling.partners:
            moves.append(_going(variant, (kinds | stands)[ends[0]], ends))
        yield f"{castling.name}: {', '.join(moves)}; {', '.join(_needs(castling))}"


def _going(variant: ArmyVariant, letter: str, ends: tuple[str, str]) -> str:
    return f"{_name(variant, letter)} {ends[0]} to {ends[1]}"


def _needs(castling: Castling) -> Iterator[str]:
    if castling.rights:
        yield " ".join(("unmoved", *castling.rights))
    if castling.empty:
        yield " ".join(("empty", *castling.empty))
    if castling.keeps:
        yield " ".join(("afterwards still unmoved", *castling.keeps))


def _name(variant: ArmyVariant, letter: str) -> str:
    return variant.piece(letter).name


def progress(variant: ArmyVariant) -> Iterator[str]:
    """What begins the count of plies to a draw anew."""
    yield "a capture"
    if variant.pawns and variant.pawns.irreversible:
        names = [_name(variant, letter) for letter in variant.pawns.irreversible]
        yield f"a {either(names)} move"
    if variant.promotions:
        yield "a promotion"


def other_draws(variant: ArmyVariant) -> Iterator[str]:
    """The draws besides those of games that come to nothing."""
    ends = variant.ends
    if ends.stalemate == "draw":
        royal = variant.royal
        check = f", and the {_name(variant, royal)} is not attacked" if royal else ""
        yield f"stalemate: no legal move{check}"
    if ends.counting:
        yield from _bare_counts(variant, ends.counting)
    for extinction in ends.extinctions:
        if extinction.value == "draw":
            yield _extinct(variant, extinction).replace("Who", "a side that", 1)
    if variant.placement:
        yield "a side has no square left to place its piece on"
    if ends.only_mate_wins:
        yield "bare kings"
        yield from _dead(variant.insufficient)


def _bare_counts(variant: ArmyVariant, counting: Counting) -> Iterator[str]:
    """The counts of moves that nearly bare sides have."""
    against = [
        f"{moves} against {least if least > 1 else 'a'} {_name(variant, letter)}"
        for letter, least, moves in counting.limits
    ]
    if counting.bare:
        against.append(f"{counting.bare} else")
    begins = ", begun with the number of all pieces" if counting.from_pieces else ""
    yield f"a lone king has counted more moves than he may{begins}: {', '.join(against)}"
    if counting.honour:
        most = f"at most {counting.most} pieces" if counting.most < _ALL else "more than a king"
        pawns = "" if counting.pawns else ", no pawns being left,"
        yield f"a side with {most}{pawns} has counted {counting.honour} moves"


def _dead(insufficient: InsufficientMaterial) -> Iterator[str]:
    """Other material that cannot win."""
    if insufficient.lone:
        yield f"beside the kings only one {either(insufficient.lone)}"
    if insufficient.same_shade:
        yield f"beside the kings only {either(insufficient.same_shade)} on squares of one shade"


def notation(variant: ArmyVariant) -> Iterator[str]:
    """How moves are written."""
    yield "A move is the square that the piece leaves and the one that it goes to: `b2b3`."
    if variant.castlings:
        names = dict.fromkeys(_name(variant, variant.castles(each)) for each in variant.castlings)
        yield f"Castling is the two squares of the {either(list(names))}."
    becoming = {letter for promotion in variant.promotions for letter in promotion.to}
    if any(letter[0] != "+" for letter in becoming):
        yield "A promotion has the letter of what the piece becomes behind it, in lower case."
    if variant.drops:
        yield "A drop is the piece's letter, in upper case, `@` and the square: `P@e5`."
    if any(letter[0] == "+" for letter in becoming):
        yield "A promotion to a promoted form has `+` behind it."
    if any(piece.settings for piece in variant.pieces):
        yield "A turn has the letter of the new setting behind it, on the spot one square twice."
    if any(piece.covers for piece in variant.pieces):
        yield (
            "A piece on two squares is named by the left or lower one, also where it goes; a pivot"
            " has the letter of what the piece becomes behind it."
        )
    if variant.placement:
        yield (
            "A choice is the piece, `@` and its square; both sides' together, White's first:"
            " `P@e5,p@d4`."
        )
