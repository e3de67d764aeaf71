"""What the settings of a variant file mean: from a section to a validated description.

The meaning of the keys is Fairy-Stockfish's (its `variants.ini` and parser); where one of its
rules has no counterpart among our mechanisms, only the value that switches it off is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn

from engine.board.variant import DrawRules
from engine.errors import BetzaError, VariantError
from engine.kinds.army import betza
from engine.kinds.army.rules import (
    MAX_FILES,
    MAX_RANKS,
    ArmyVariant,
    Castling,
    EnPassant,
    InsufficientMaterial,
    PawnRules,
    PieceType,
    Promotion,
    Right,
)
from engine.variants.ini.keys import CHESS, NAMED_PIECES, ONLY, RULES
from engine.variants.ini.settings import Section

_CUSTOM_PIECE = re.compile(r"customPiece[1-9][0-9]?", re.ASCII)
_PIECE = re.compile(r"(?P<letter>[A-Za-z])(?::(?P<moves>\S+))?", re.ASCII)

Square = tuple[str, int]  # file letter, rank
Board = Mapping[Square, str]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of the section: the key that defines it, its letter, its Betza notation."""

    key: str
    letter: str
    moves: str


def variant_of(section: Section) -> ArmyVariant:
    """The game that a section describes. Raises VariantError naming the line and the key."""
    _check_keys(section)
    files = ord(section.file("maxFile", "h")) - ord("a") + 1
    if files > MAX_FILES:
        section.fail("maxFile", f"expected at most {MAX_FILES} files")
    return _Rules(section, files, section.number("maxRank", 8, 2, MAX_RANKS)).variant()


def _check_keys(section: Section) -> None:
    for key, entry in section.entries.items():
        if key in RULES or key in NAMED_PIECES or _CUSTOM_PIECE.fullmatch(key):
            continue
        if key not in ONLY:
            supported = ", ".join(sorted([*RULES, *NAMED_PIECES]))
            section.fail(key, f"key not supported, those are customPiece1 to 99, {supported}")
        if entry.value != ONLY[key]:
            section.fail(key, f"that rule is not supported, expected {ONLY[key]}")


class _Rules:
    """One section at work: what several rules look up, then a method for each of them."""

    def __init__(self, section: Section, files: int, ranks: int) -> None:
        self.section = section
        self.files = files
        self.ranks = ranks
        self.pieces = tuple(self._read_pieces())
        self.known = {piece.letter for piece in self.pieces}
        self.fen = section.text("startFen", CHESS["startFen"]).split()
        self.board = dict(self._read_board())
        self.leap_rank = self._leap_rank()
        self.pawn = self._pawn()

    def variant(self) -> ArmyVariant:
        section = self.section
        pieces = (*map(self._piece_type, self.pieces), *self._promoted_types())
        promotions = (*self._pawn_promotions(), *self._piece_promotions())
        pawns = self._pawn_rules()
        rights, castlings = self._castling()
        draws, insufficient = self._draws(), self._insufficient()
        try:
            return ArmyVariant(
                name=section.name,
                title=section.name,
                files=self.files,
                ranks=self.ranks,
                start=" ".join(self.fen),
                pieces=pieces,
                pawns=pawns,
                promotions=promotions,
                rights=rights,
                castlings=castlings,
                draws=draws,
                insufficient=insufficient,
                blocked=self.fen[0].count("*"),
            )
        except VariantError as error:  # only the whole shows it: the section's line
            raise VariantError(
                f"{section.path}:{section.line}: [{section.name}] {error}"
            ) from error

    # Pieces

    def _read_pieces(self) -> Iterator[_Piece]:
        letters: dict[str, str] = {}
        for key, entry in self.section.entries.items():
            named = key in NAMED_PIECES
            if not (named or _CUSTOM_PIECE.fullmatch(key)) or entry.value == "-":
                continue
            match = _PIECE.fullmatch(entry.value)
            if not match or (named and key != "king" and match["moves"]):
                self.section.fail(key, "expected a letter or -")
            if not named and not match["moves"]:
                self.section.fail(key, "expected letter:betza, like n:NC")
            letter = match["letter"].upper()
            if letter in letters:
                self.section.fail(key, f"{letter.lower()!r} is already the {letters[letter]}")
            letters[letter] = key
            yield _Piece(key, letter, match["moves"] or NAMED_PIECES[key])
        if "king" not in letters.values():
            self.section.fail(
                "king", "expected a king, royal pieces of other kinds are unsupported"
            )

    def _piece_type(self, piece: _Piece) -> PieceType:
        """First-move-only moves hold, in this dialect, wherever the double step does."""
        try:
            terms = betza.terms(piece.moves)
        except BetzaError as error:
            self.section.fail(piece.key, str(error))
        always = "".join(term for term in terms if "i" not in term)
        first = [term.replace("i", "") for term in terms if "i" in term]
        for term in first:
            if "m" not in term or "c" in term:
                self.section.fail(piece.key, f"'i' moves never capture, expected im before {term}")
        if first and self.leap_rank is None:
            self.section.fail(piece.key, "'i' moves need doubleStep = true and doubleStepRegions")
        if piece.key == "pawn":
            first.append("fmR2")
        from_rank = {self.leap_rank: "".join(first)} if first and self.leap_rank else {}
        return PieceType(piece.letter, piece.key, always, from_rank, royal=piece.key == "king")

    def _by_key(self, key: str) -> str | None:
        """The letter of the piece that a key defines."""
        return next((piece.letter for piece in self.pieces if piece.key == key), None)

    def _letters(self, key: str, default: str) -> tuple[str, ...]:
        return self.section.letters(key, default, self.known)

    # The start position

    def _read_board(self) -> Iterator[tuple[Square, str]]:
        rows = self.fen[0].split("/")
        if len(rows) != self.ranks:
            self._fail_start(f"{len(rows)} ranks, expected maxRank = {self.ranks}")
        for rank, row in zip(range(self.ranks, 0, -1), rows, strict=True):
            file = 0
            for cell in re.findall(r"[0-9]+|\+?.", row, re.ASCII):
                if cell.isascii() and cell.isdigit():
                    file += int(cell[:3])
                    continue
                if cell == "*":
                    file += 1
                    continue
                if not cell.isascii() or cell.upper() not in self.known:
                    self._fail_start(f"no piece has the letter {cell!r}")
                yield (chr(ord("a") + file), rank), cell
                file += 1
            if file != self.files:
                self._fail_start(f"rank {rank} has {file} squares, expected maxFile = {self.files}")

    def _fail_start(self, what: str) -> NoReturn:
        self.section.fail("startFen", what)

    def _rank_of(self, white: bool, rank: int) -> int:
        """A player's own rank on the board, and back."""
        return rank if white else self.ranks + 1 - rank

    # Pawns

    def _leap_rank(self) -> int | None:
        """The own rank from which pawns make their double step, and other pieces `i` moves."""
        needed = any(piece.key == "pawn" or "i" in piece.moves for piece in self.pieces)
        if not self.section.flag("doubleStep", True) or not needed:
            return None
        return self._mirrored_rank("doubleStepRegion", "*2", "*7")

    def _mirrored_rank(self, key: str, white: str, black: str) -> int | None:
        """The one own rank that a pair of regions names for both players; None for none."""
        ranks = self.section.ranks(key + "White", white)
        mirror = {self._rank_of(False, rank) for rank in self.section.ranks(key + "Black", black)}
        if len(ranks) > 1:
            self.section.fail(key + "White", "expected one rank")
        if ranks != mirror:
            expected = " ".join(f"*{self._rank_of(False, rank)}" for rank in ranks) or "-"
            self.section.fail(key + "Black", f"expected White's mirrored, {expected}")
        return next(iter(ranks), None)

    def _pawn(self) -> str | None:
        """The letter of the pawns."""
        letters = self._letters("pawnTypes", (self._by_key("pawn") or "-"))
        if len(letters) > 1:
            self.section.fail("pawnTypes", "expected one kind of pawn")
        pawn = self._by_key("pawn")
        if pawn and letters != (pawn,):
            self.section.fail("pawnTypes", f"expected {pawn.lower()}, the letter of pawn")
        resets = self._letters("nMoveRuleTypes", "".join(letters) or "-")
        if resets != letters:
            expected = "".join(letters).lower() or "-"
            self.section.fail("nMoveRuleTypes", f"expected {expected}, only pawns reset the count")
        return letters[0] if letters else None

    def _pawn_rules(self) -> PawnRules | None:
        if not self.pawn:
            return None
        own_ranks = [
            self._rank_of(letter.isupper(), rank)
            for (_, rank), letter in self.board.items()
            if letter.upper() == self.pawn
        ]
        first_rank = min([*own_ranks, *([self.leap_rank] if self.leap_rank else [])], default=1)
        en_passant = self._en_passant()
        if en_passant and first_rank != self.leap_rank:
            self._fail_start("pawns stand behind the rank of their double step")
        return PawnRules(self.pawn, first_rank, en_passant)

    def _en_passant(self) -> EnPassant | None:
        types = self._letters("enPassantTypes", self.pawn or "-")
        everywhere = " ".join(f"*{rank + 1}" for rank in range(self.ranks))
        region = self.section.ranks("enPassantRegion", everywhere)
        if not types or self.leap_rank is None:
            return None
        if types != (self._by_key("pawn"),):
            self.section.fail(
                "enPassantTypes", "only ordinary pawns capture en passant, expected -"
            )
        passed = {self._rank_of(white, self.leap_rank + 1) for white in (True, False)}
        if not region & passed:
            return None
        if not passed <= region:
            expected = " ".join(f"*{rank}" for rank in sorted(passed))
            self.section.fail("enPassantRegion", f"expected {expected} together, or -")
        return EnPassant(steps=2, always_shown=False)

    # Promotion

    def _pawn_promotions(self) -> Iterator[Promotion]:
        standard = "".join(filter(None, map(self._by_key, ("queen", "rook", "bishop", "knight"))))
        choices = self._letters("promotionPieceTypes", standard or "-")
        pieces = self._letters("promotionPawnTypes", self.pawn or "-")
        for key, letters in (("promotionPieceTypes", choices), ("promotionPawnTypes", pieces)):
            if self._by_key("king") in letters:
                self.section.fail(key, "kings neither promote nor come from promotion")
        if set(pieces) & set(choices):
            self.section.fail("promotionPieceTypes", "a piece cannot become itself")
        rank = self._promotion_rank() if pieces and choices else None
        if rank:
            yield from (Promotion(piece, rank, choices) for piece in pieces)

    def _piece_promotions(self) -> Iterator[Promotion]:
        promoted = self._promoted()
        rank = self._promotion_rank() if promoted else None
        if promoted and rank is None:
            self.section.fail("promotedPieceType", "needs promotionRegions")
        if rank:
            yield from (Promotion(piece, rank, (f"+{piece}",)) for piece in promoted)

    def _promoted_types(self) -> Iterator[PieceType]:
        """The promoted form of a piece, `+N`, moves like the piece it stands for."""
        by_letter = {piece.letter: piece for piece in self.pieces}
        for piece, becomes in self._promoted().items():
            if by_letter[becomes].key == "king":
                self.section.fail("promotedPieceType", "a piece cannot become a king")
            form = self._piece_type(by_letter[becomes])
            yield PieceType(f"+{piece}", form.name, form.moves, form.from_rank)

    def _promoted(self) -> dict[str, str]:
        """Letter of a piece -> letter of the piece that it becomes."""
        key = "promotedPieceType"
        found: dict[str, str] = {}
        for part in self.section.text(key, "-").upper().replace("-", "").split():
            piece, colon, becomes = part.partition(":")
            if not colon or not {piece, becomes} <= self.known or piece in found:
                self.section.fail(
                    key, f"{part.lower()!r}, expected pairs of piece letters like n:g"
                )
            if piece == self.pawn or piece == self._by_key("king"):
                self.section.fail(key, f"{piece.lower()!r} cannot be promoted this way")
            found[piece] = becomes
        if found and not self.section.flag("mandatoryPiecePromotion", False):
            self.section.fail(key, "needs mandatoryPiecePromotion = true, ours is never a choice")
        return found

    def _promotion_rank(self) -> int | None:
        return self._mirrored_rank("promotionRegion", "*8", "*1")

    # Castling

    def _castling(self) -> tuple[tuple[Right, ...], tuple[Castling, ...]]:
        """None when no right stands in the start position: there is no other way to get one."""
        rights = self.fen[2] if len(self.fen) > 2 else "-"
        if rights == "-":
            return (), ()
        if not self.section.flag("castling", True):
            self._fail_start(f"castling rights {rights!r} but castling = false")
        if not re.fullmatch("K?Q?k?q?", rights):
            self._fail_start(f"castling rights {rights!r}, expected KQkq, some of them or -")
        sides = [side for side in "KQ" if side in rights.upper()]
        pairs = [self._castling_of(side) for side in sides]
        return tuple(right for right, _ in pairs), tuple(castling for _, castling in pairs)

    def _castling_of(self, side: str) -> tuple[Right, Castling]:
        name = "kingside" if side == "K" else "queenside"
        home = self.section.file("castlingKingFile", "e")
        goal_key = f"castling{name.capitalize()}File"
        goal = self.section.file(goal_key, "g" if side == "K" else "c")
        rook, letter = self._castling_rook(side, home)
        if not home < goal <= rook and not rook <= goal < home:
            self.section.fail(goal_key, f"expected between the king's {home} and the rook's {rook}")
        if abs(ord(home) - ord(goal)) < 2:
            self.section.fail(goal_key, "the king's move must differ from a step")
        rook_goal = chr(ord(goal) + (-1 if side == "K" else 1))
        crossed = (_span(home, goal) | _span(rook, rook_goal)) - {home, rook}
        return Right(f"{rook}1", letter, side), Castling(
            name=f"{name} castling",
            king=(f"{home}1", f"{goal}1"),
            partners=((f"{rook}1", f"{rook_goal}1"),),
            rights=(f"{rook}1",),
            empty=tuple(f"{file}1" for file in sorted(crossed)),
        )

    def _castling_rook(self, side: str, home: str) -> tuple[str, str]:
        """File and letter of the outermost rook beyond the king, the same for both players."""
        king = self._by_key("king")
        if self._letters("castlingKingPiece", king or "-") != (king,):
            self.section.fail("castlingKingPiece", "expected the king")
        kinds = self._letters("castlingRookPieces", self._by_key("rook") or "-")
        last = chr(ord("a") + self.files - 1)
        beyond = sorted(_span(home, last if side == "K" else "a") - {home}, reverse=side == "K")
        key = f"castlingRook{'Kingside' if side == 'K' else 'Queenside'}File"
        for file in beyond:
            letter = self.board.get((file, 1), "")
            if letter in kinds:
                break
        else:
            self._fail_start(f"no castling rook on rank 1 for the right {side!r}")
        if self.section.file(key, file) != file:
            self.section.fail(key, f"the outermost castling rook stands on file {file}")
        for square, needed in (
            ((home, 1), king),
            ((home, self.ranks), king),
            ((file, self.ranks), letter),
        ):
            if self.board.get(square, "").upper() != needed:
                self._fail_start(f"{needed} should stand on {square[0]}{square[1]} to castle")
        return file, letter

    # Draws

    def _draws(self) -> DrawRules:
        return DrawRules(
            repetitions=self.section.number("nFoldRule", 3, 2, 9),
            plies=2 * self.section.number("nMoveRule", 50, 1, 1000),
        )

    def _insufficient(self) -> InsufficientMaterial:
        """A lone knight or bishop, and bishops on one shade, can mate on no board."""
        knight, bishop = self._by_key("knight"), self._by_key("bishop")
        return InsufficientMaterial(
            lone=tuple(filter(None, (knight, bishop))), same_shade=tuple(filter(None, (bishop,)))
        )


def _span(first: str, last: str) -> set[str]:
    """The files from one to the other, both included."""
    low, high = sorted((ord(first), ord(last)))
    return {chr(file) for file in range(low, high + 1)}
