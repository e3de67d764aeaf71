"""The settings of a section and its parents, each value read as its key demands.

A value that cannot be read is kept with its error, which is raised whenever the value is asked for;
a child's own value may still replace it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple, NoReturn

from amalthea.engine.core.letters import FORM
from amalthea.engine.core.variant import Square
from amalthea.engine.errors import BetzaError, UnknownLetter, VariantError
from amalthea.engine.pieces.description import betza
from amalthea.engine.pieces.reading import old_keys, piece_keys
from amalthea.engine.pieces.reading.keys import SIDES, Key, KeyTable
from amalthea.engine.pieces.reading.sections import Entry, Section
from amalthea.engine.pieces.reading.values import ALL_PIECES, Pieces, Reader, errors_of
from amalthea.engine.text import clip

_NO_MOVES = "-"  # of a custom piece
_PIECE = re.compile(rf"(?P<letter>{FORM})(?::(?P<moves>\S+))?", re.ASCII)
_OFF = ("none", "-")  # words for a rule that a game does not have
_SHOWN = 30  # characters of a value in a message
_PAWN_KEYS = ("promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes")  # set by `pawnTypes`


class Piece(NamedTuple):
    """A piece of a game: the key that defines it, its upper-case letter, its Betza notation."""

    key: str
    letter: str
    moves: str


class Replacement(NamedTuple):
    """A piece that took the letter of another one, both by key.

    is_inherited: the other piece is one of a parent.
    """

    key: str
    letter: str
    other: str
    is_inherited: bool


class _Value(NamedTuple):
    """The value of an entry, or why it has none. key: as the entry writes it.

    A piece with wrong moves has a value, too: other keys may name its letter. errors: one for each
    wrong part of the entry.
    """

    entry: Entry
    key: str
    held: object = None
    errors: tuple[VariantError, ...] = ()


class Settings:
    """The settings of one game.

    name, place: the section's. derived: the section has a parent. pieces: the king last.
    own: the keys of the section itself. corrections: a sentence for each entry that is not quite in
    order, with how it was read. replaced: the pieces of the section that took the letter of another
    one, unless that is certainly intended.
    """

    def __init__(self, section: Section, table: KeyTable, parent: Settings | None = None) -> None:
        self.table = table
        self.name = section.name
        self.place = section.place
        self.derived = parent is not None
        self.own = frozenset(section.entries)
        self._own_places = frozenset(entry.place for entry in section.entries.values())
        self.corrections = list(section.corrections)
        self._lines_are_valid = not section.errors
        self.replaced: list[Replacement] = []
        self._values: dict[str, _Value] = dict(parent._values) if parent else {}
        for key in table.not_inherited:
            self._values.pop(key, None)
        for key in piece_keys.in_order(filter(piece_keys.is_piece, section.entries)):
            self._set_piece(key, section.entries[key])
        self.pieces = self._pieces()
        letters = {piece.letter: piece.key for piece in self.pieces}
        entries = {
            key: entry for key, entry in section.entries.items() if not piece_keys.is_piece(key)
        }
        if "maxRank" in entries:  # old keys count ranks from it
            self._set("maxRank", entries["maxRank"], "maxRank", letters)
        self._set_old(entries, letters)
        if "pawnTypes" in entries:
            for key in _PAWN_KEYS:
                self._set("pawnTypes", entries["pawnTypes"], key, letters)
        for key in sorted(entries, key=lambda key: key.endswith(SIDES)):  # both sides' first
            self._set(key, entries[key], key, letters)
        for name in self._values:
            found = self.table.find(name)
            if found and found[0].note and self._is_changed(name):
                self.corrections.append(str(self.error(name, found[0].note)))

    def _pieces(self) -> tuple[Piece, ...]:
        """Return the pieces in order, the king last."""
        found = {key: value.held for key, value in self._values.items() if piece_keys.is_piece(key)}
        held = (found[key] for key in piece_keys.in_order(found))
        return tuple(piece for piece in held if isinstance(piece, Piece))

    # Reading entries

    def _set_piece(self, key: str, entry: Entry) -> None:
        """Define a piece, or remove it for the value `-`; a wrong value is kept with its error."""
        if entry.text == "-":
            self._remove(key, entry, key)
            return
        match = _PIECE.fullmatch(entry.text)
        usual = piece_keys.NAMED_PIECES.get(key)
        moves = match["moves"] if match and key not in piece_keys.NAMED_PIECES else usual
        if key == piece_keys.KING:
            moves = moves or "K"
        if not match or moves is None or (match["moves"] and usual is not None):
            error = _expected(key, match)
        else:
            error = _moves_error(moves)
        errors = (VariantError(error),) if error else ()
        letter = match["letter"].upper() if match else self._likely_letter(key, entry)
        if not letter:
            self._values[key] = _Value(entry, key, errors=errors)
            return
        piece = Piece(key, letter, "" if moves in (None, _NO_MOVES) or errors else moves)
        self._remove_namesake(piece, entry)
        self._values[key] = _Value(entry, key, piece, errors)

    def _remove_namesake(self, piece: Piece, entry: Entry) -> None:
        """Remove the piece that has had the letter of a new one so far, if there is one."""
        for other in self._pieces():
            if other.letter != piece.letter:
                continue
            inherited = self._values[other.key].entry.place not in self._own_places
            self._remove(other.key, entry, piece.key)
            is_intended = piece.key in piece_keys.NAMED_PIECES or other.key in self.own
            if other.key != piece.key and not (inherited and is_intended):
                letter = piece.letter.lower()
                self.replaced.append(Replacement(piece.key, letter, other.key, inherited))

    def _likely_letter(self, key: str, entry: Entry) -> str:
        """Return the letter of a piece whose value cannot be read, "" if none is likely.

        It is the piece's letter in the parent, or the first of the value that no piece has.
        """
        before = self._values.get(key)
        if before and isinstance(before.held, Piece):
            return before.held.letter
        first = entry.text[:1].upper()
        taken = {piece.letter for piece in self._pieces()}
        return first if re.fullmatch(FORM, first, re.ASCII) and first not in taken else ""

    def _remove(self, key: str, entry: Entry, written: str) -> None:
        """Remove a piece from the game and from the promotions of pawns."""
        self._values[key] = _Value(entry, written)
        for side in SIDES:
            name = f"promotionPieceTypes{side}"
            value = self._values.get(name)
            if value and isinstance(value.held, tuple):
                held = tuple(each for each in value.held if each != key)
                self._values[name] = value._replace(held=held)

    def _set_old(self, entries: dict[str, Entry], letters: Pieces) -> None:
        """Take old keys out of a section's entries, and read them as what they stand for."""
        known = self._values.get("maxRank")
        ranks = known.held if known and not known.errors else self.table.default("maxRank")
        assert isinstance(ranks, int)
        texts = {key: entry.text for key, entry in entries.items()}
        for key, stands_for in old_keys.read(texts, ranks, letters).items():
            entry = entries.pop(key)
            for name, text in stands_for.items():
                self._set(key, entry._replace(text=text), name, letters)
            now = " and ".join(f"{name} = {text}" for name, text in stands_for.items())
            self._correct(key, entry, f"an old key, read as {now or 'nothing'}")

    def _set(self, written: str, entry: Entry, name: str, letters: Pieces) -> None:
        """Read an entry as the value of the key `name`."""
        found = self.table.find(name)
        if found is None:
            nearest = self.table.nearest(name)
            hint = f"; did you mean {nearest}?" if nearest else ""
            self._correct(written, entry, f"there is no such key, skipped{hint}")
            return
        key, stored_names = found
        held, error = _read(key, entry.text, letters)
        for text, why in _likely_meant(entry.text) if error else ():
            meant, still_wrong = _read(key, text, letters)
            if not still_wrong:
                held, error = meant, None
                self._correct(written, entry, f"read as {text}; {why}")
                break
        for stored_name in stored_names:
            before = self._values.get(stored_name)
            if before and isinstance(before.held, dict) and isinstance(held, dict):
                held = before.held | held
            if error is None:
                self._values[stored_name] = _Value(entry, written, held)
                continue
            self._values[stored_name] = _Value(entry, written, held, errors_of(error))

    def _correct(self, key: str, entry: Entry, how: str) -> None:
        """Add a correction: how an entry was read that is not quite in order."""
        shown = _shown(entry.text)
        self.corrections.append(f"{entry.place}: [{self.name}] {key} = {shown}: {how}")

    # What is wrong

    def errors(self) -> Iterator[VariantError]:
        """Yield the errors of values that are invalid or need a missing rule, each entry once.

        A list has an error for each of its wrong parts.
        """
        reported: set[Entry] = set()
        for name, value in self._values.items():
            errors = value.errors or self._missing_rule_errors(name)
            if errors and value.entry not in reported:
                reported.add(value.entry)
                for error in errors:
                    yield self.error(name, str(error), type(error))

    def has_all_letters(self) -> bool:
        """Return True if the letter of each piece of the section is known.

        It is not if a line could not be read at all, as that line may define a piece. The letter of
        a custom piece is known even if its moves are wrong.
        """
        wrong = (key for key, value in self._values.items() if value.errors)
        unsure = (
            key in piece_keys.NAMED_PIECES or not _PIECE.fullmatch(self._values[key].entry.text)
            for key in filter(piece_keys.is_piece, wrong)
        )
        return self._lines_are_valid and not any(unsure)

    def _missing_rule_errors(self, name: str) -> tuple[VariantError, ...]:
        """Return the error of a value that needs a missing rule, () if there is none.

        A key that it requires has the error instead of it if that key needs a missing rule, too.
        """
        found = self.table.find(name)
        if not found or not found[0].lacks or not self._is_changed(name):
            return ()
        key = found[0]
        required = [each for other in key.requires for each in self._stored_names(other)]
        if not self._has_effect(key) or any(map(self._missing_rule_errors, required)):
            return ()
        return (VariantError(f"not supported: {key.lacks}"),)

    def _has_effect(self, key: Key) -> bool:
        """Return True if a key requires no other keys, or if one of these is on."""
        required = [each for name in key.requires for each in self._stored_names(name)]
        return not required or not all(map(self._is_off, required))

    def _is_off(self, name: str) -> bool:
        """Return True if a value means that its rule does not exist."""
        value = self._values.get(name)
        held = value.held if value else self.table.default(name)
        return not (value and value.errors) and (not held or held in _OFF)

    def without_effect(self) -> Iterator[tuple[str, str]]:
        """Yield each key of the section without effect, and the keys of which it needs one."""
        reported: set[Entry] = set()
        for name, value in self._values.items():
            found = self.table.find(name)
            if not found or value.entry.place not in self._own_places or value.entry in reported:
                continue
            is_set = self._is_changed(name) and not self._is_off(name)
            if is_set and not self._has_effect(found[0]):
                reported.add(value.entry)
                yield name, " or ".join(found[0].requires)

    def error(self, key: str, what: str, kind: type[VariantError] = VariantError) -> VariantError:
        """Return the error of a key, on its line, or the section's if the key is not set."""
        return kind(f"{self.shown(key)}: {what}")

    def shown(self, key: str) -> str:
        """Return a key with its line and its value, as a message about it begins."""
        value = next(filter(None, map(self._values.get, self._stored_names(key))), None)
        if not value:
            return f"{self.place}: [{self.name}] {key} (not set)"
        text, place = value.entry.text, value.entry.place
        shown = _shown(text)
        if place.rpartition(":")[0] != self.place.rpartition(":")[0]:
            place, shown = self.place, f"{shown} (inherited)"
        return f"{place}: [{self.name}] {value.key} = {shown}"

    def fail(self, key: str, what: str) -> NoReturn:
        """Raise VariantError about a key."""
        raise self.error(key, what)

    def fail_letter(self, key: str, letter: str) -> NoReturn:
        """Raise UnknownLetter about a letter in the value of a key."""
        raise self.error(key, f"no piece has the letter {clip(letter)}", UnknownLetter)

    # Values by key, each of one type

    def is_set(self, key: str) -> bool:
        """Return True if the section or a parent sets that key."""
        return any(name in self._values for name in self._stored_names(key))

    def is_decisive(self) -> bool:
        """Return True if some key decides games without a royal piece."""
        names = (name for key in self.table.decisive for name in self._stored_names(key))
        return any(map(self._is_changed, names))

    def extensions(self) -> tuple[str, ...]:
        """Return the keys that Fairy-Stockfish does not know and that are set."""
        return tuple(filter(self.table.is_extension, self._values))

    def text(self, key: str) -> str:
        """Return a value that is text."""
        held = self._held(key)
        assert isinstance(held, str)
        return held

    def result(self, key: str) -> str:
        """Return a value that is "win", "loss" or "draw". Raises VariantError for "none"."""
        value = self.text(key)
        if value == "none":
            self.fail(key, "expected win, loss or draw")
        return value

    def own_texts(self) -> Iterator[tuple[str, str]]:
        """Yield the key and text of each value of the section itself."""
        entries = {value.key: value.entry for value in self._values.values()}
        yield from ((name, entries[name].text) for name in sorted(self.own & entries.keys()))

    def is_read_by(self, key: str, read: Reader) -> bool:
        """Return True if that reader reads the values of a key."""
        found = self.table.find(key)
        return bool(found and found[0].read is read)

    def numbered(self, key: str) -> Mapping[str, str]:
        """Return the texts of the keys that are this name and a number, by number."""
        found = [name for name in self._values if re.fullmatch(rf"{key}[0-9]+", name)]
        found.sort(key=lambda name: int(name.removeprefix(key)))
        return {name: self.text(name) for name in found}

    def flag(self, key: str) -> bool:
        """Return a value that is true or false."""
        held = self._held(key)
        assert isinstance(held, bool)
        return held

    def moves(self, key: str) -> str:
        """Return the moves of a piece that the game has. Raises VariantError if they are wrong."""
        held = self._value(key)
        assert isinstance(held, Piece)
        return held.moves

    def number(self, key: str) -> int:
        """Return a whole number, a file from 0 or a rank from 1."""
        held = self._held(key)
        assert isinstance(held, int)
        return held

    def squares(self, key: str) -> frozenset[Square]:
        """Return squares, also those that the board lacks."""
        held = self._held(key)
        assert isinstance(held, frozenset)
        return held

    def kinds(self, key: str) -> tuple[str, ...]:
        """Return the keys of pieces that the game has; `*` for all of them together."""
        held = self._held(key)
        assert isinstance(held, tuple)
        known = {ALL_PIECES, *(piece.key for piece in self.pieces)}
        return tuple(each for each in held if each in known)

    def by_piece(self, key: str) -> Mapping[str, object]:
        """Return a value for each piece, by its key."""
        held = self._held(key)
        assert isinstance(held, dict)
        return held

    def _held(self, key: str) -> object:
        """Return the value of a key; with sides, both must agree. Raises VariantError."""
        first, *others = self._stored_names(key)
        held = self._value(first)
        for other in others:
            if self._value(other) != held:
                self.fail(other, "not supported: other pieces for Black than for White")
        return held

    def _stored_names(self, key: str) -> tuple[str, ...]:
        """Return the names under which a key's values are stored, one a side."""
        found = self.table.find(key)
        return found[1] if found else (key,)

    def _value(self, name: str) -> object:
        """Return a value or its default. Raises VariantError if it cannot be read."""
        value = self._values.get(name)
        if value is None:
            return self.table.default(name)
        if value.errors:
            first = value.errors[0]
            raise self.error(name, str(first), type(first))
        return value.held

    def _is_changed(self, name: str) -> bool:
        """Return True if a value is not the default, or cannot be read."""
        value = self._values.get(name)
        return value is not None and (bool(value.errors) or value.held != self.table.default(name))


def _expected(key: str, found: re.Match[str] | None) -> str:
    """Return what the value of a piece's key should be, for a value that cannot be read."""
    if key not in piece_keys.NAMED_PIECES:
        return "expected a letter and moves, like n:NC"
    if found and found["moves"]:
        return f"expected a letter or -; other moves belong to a customPiece, like {found[0]}"
    return "expected a letter or -"


def _moves_error(moves: str) -> str:
    """Return why moves in Betza notation cannot be read, "" if they can."""
    try:
        betza.terms("" if moves == _NO_MOVES else moves.replace(piece_keys.EN_PASSANT, ""))
    except BetzaError as error:
        return str(error)
    return ""


def _read(key: Key, text: str, letters: Pieces) -> tuple[object, VariantError | None]:
    """Return a value and None, or None and why there is none."""
    try:
        return key.read(text, letters), None
    except VariantError as error:
        return None, error


def _likely_meant(text: str) -> Iterator[tuple[str, str]]:
    """Yield other ways to write a value that cannot be read, each with what is wrong about it."""
    lower = text.lower()
    if lower != text:
        yield lower, "Fairy-Stockfish minds the case"
    if "," in lower:
        yield " ".join(lower.replace(",", " ").split()), "lists have no commas in Fairy-Stockfish"
    if lower == "none":
        yield "-", "Fairy-Stockfish reads letters of pieces here"


def _shown(text: str) -> str:
    """Return a value as a message shows it."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
