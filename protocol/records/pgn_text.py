"""The grammar of PGN: a text cut into games, of which no move is played yet.

It is the grammar of the files that exist: tags and moves may share a line, comments and variations
may be left open, and what cannot be understood becomes an error of its game. Text is read line by
line, and a game is returned as soon as the next one begins.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from amalthea.engine.errors import AmaltheaError
from amalthea.engine.text import clip
from amalthea.protocol.records.annotation import GLYPHS, NO_ANNOTATION, Annotation
from amalthea.protocol.records.game_record import UNFINISHED

FIRST_TAG = "Event"
RESULTS = ("1-0", "0-1", "1/2-1/2", UNFINISHED)
MOST_MOVES = 10_000  # of a game, as of one of the protocol

_MOST_SIDE_MOVES = 100_000  # moves in the variations of a game
_MOST_ERRORS = 20  # that a game keeps
# All forms of results, after dashes and fractions have been made plain.
_RESULTS = dict(zip(RESULTS, RESULTS, strict=True)) | {
    "1:0": "1-0",
    "0:1": "0-1",
    "1/2": "1/2-1/2",
    "1/2:1/2": "1/2-1/2",
}
_PLAIN = str.maketrans(
    dict.fromkeys((*range(0x2010, 0x2016), 0x2212), "-") | {"½": "1/2", "…": "..."}
)

_NAME = r'\[\s*([^\s"\[\]]+)\s+'
_TAG_PAIR = re.compile(rf'{_NAME}"((?:[^"\\]|\\.)*)"\s*\]')
_LAST_TAG_PAIR = re.compile(rf'{_NAME}"(.*)"\s*\]')  # with quotes inside that are not escaped
_FIRST_TAG_PAIR = re.compile(rf'\s*\[\s*{FIRST_TAG}\s+"[^"]*"\s*\]')
_ESCAPED = re.compile(r'\\(["\\])')
# A move number, a word or a sign. A word may end with a promotion in brackets, "e8(Q)".
_TOKEN = re.compile(
    r"[0-9]+\.+"
    r"|[^\s{}()<>\[;*$\x00-\x1f\u200b\ufeff]+(?:(?<=[0-9=])\(=?[^\s(){}0-9]{1,3}\)[+#!?]*)?"
    r"|[{}()<\[;*]|\$[0-9]*"
)
_NUMBER = re.compile(r"^[0-9]+\.+")
# Annotations between moves: signs like "+-" and "±", glyphs, "ch.", "mate", "e.p.", numbers.
_ANNOTATION = re.compile(
    r"(?!(?:--|@@@@)[!?]*$)\W+|\$.*|(?:(?:(?:dis|dbl)\.?)?ch\.?|mate|e\.?p\.?)\W*|(?!0000$)[0-9]+\.*",
    re.ASCII,
)
_GLYPH = re.compile(r"\$([0-9]{1,3})", re.ASCII)
_MARK = re.compile(r"(?<=.)(?:[!?]{1,2}|[□=∞⩲⩱±∓]|\+-|-\+)$")  # right behind a move
_VERDICT = re.compile(r"(?<=.)(?:\+/?-|-/?\+|\+/?=|=/?\+|=)$")  # right behind a move
_SYMBOLS = re.compile(r"(?<=.)[^\w\x00-\x7f\u2020\u2021\u2654-\u265f]+$")  # likewise
_MOVE_LIKE = re.compile(r"[0-9]|^[Oo]-?[Oo]|^(?:--|@@@@)")  # found in every move


class PgnError(AmaltheaError, ValueError):
    """Error in a PGN text, at a line and a column, both from 1."""

    def __init__(self, source: str, line: int, column: int, message: str) -> None:
        super().__init__(f"{source} line {line}, column {column}: {message}")
        self.line = line
        self.column = column


class Word(NamedTuple):
    """A word of a game, with its line and column, both from 1."""

    line: int
    column: int
    text: str


Words = tuple[Word, "Words"] | None
"""The last word of a line of play, and those before it, which other lines may have in common."""


@dataclass(slots=True)
class GameText:
    """A game as it is written.

    line, column: of its first word. end: the word of its result, None without one. tags: each value
    as a word. plies: the number of moves. annotations: those on its moves, by the number of moves
    up to there. side_annotations: those on moves of its side lines.
    """

    source: str
    line: int
    tags: dict[str, Word] = field(default_factory=dict)
    column: int = 1
    result: str = ""
    end: Word | None = None
    moves: Words = None
    plies: int = 0
    side_lines: list[Words] = field(default_factory=list)
    errors: list[PgnError] = field(default_factory=list)
    annotations: dict[int, Annotation] = field(default_factory=dict)
    side_annotations: dict[Word, Annotation] = field(default_factory=dict)

    def error(self, place: Word, message: str) -> PgnError:
        """Return the error at a word of the game."""
        return PgnError(self.source, place.line, place.column, message)

    def value(self, tag: str) -> str | None:
        """Return the value of a tag, None without it."""
        return self.tags[tag].text if tag in self.tags else None


def in_order(last: Words) -> list[Word]:
    """Return the words of a line of play from the first move on."""
    found = []
    while last:
        word, last = last
        found.append(word)
    return found[::-1]


# Cutting a text into tokens.

_MOVE, _RESULT, _TAG, _OPEN, _CLOSE, _ERROR = "move", "result", "tag", "(", ")", "}"
_ANNOTATIONS = _COMMENT, _GLYPH_OR_MARK = "comment", "$"
_SIGNS = "{}()<[;"


class _Token(NamedTuple):
    """A token: a move, a result, a tag with its name, a bracket, or an error with its message.

    A mark such as "!?", right behind a move or alone, is its numeric glyph.
    """

    kind: str
    word: Word
    name: str = ""


def _tokens(lines: Iterable[str]) -> Iterator[_Token]:
    """Yield all tokens."""
    comment: Word | None = None  # the brace of an open comment
    comment_lines: list[str] = []  # of the open comment, so far
    blank = True  # True if the line before is empty
    for number, text in enumerate(lines, 1):
        line = text.lstrip("\ufeff")
        if line.startswith("%"):
            continue
        follows_blank, blank = blank, not line.strip()
        at = 0
        if comment:
            at = line.find("}") + 1
            if follows_blank and _FIRST_TAG_PAIR.match(line):
                yield _Token(_ERROR, comment, _never_closed("comment"))
                at = 0
            elif not at:
                comment_lines.append(line)
                continue
            else:
                yield _comment(comment, [*comment_lines, line[: at - 1]])
        comment = yield from _tokens_of_line(line, number, at)
        comment_lines = [line[comment.column :]] if comment else []
    if comment:
        yield _Token(_ERROR, comment, _never_closed("comment"))


def _comment(place: Word, lines: Iterable[str]) -> _Token:
    text = " ".join(" ".join(lines).split())
    return _Token(_COMMENT, Word(place.line, place.column, text))


def _never_closed(what: str) -> str:
    return f"the {what} that begins here is never closed"


def _tokens_of_line(line: str, number: int, at: int) -> Generator[_Token, None, Word | None]:
    """Yield the tokens of a line from an index on; return the brace of a comment that goes on."""
    while token := _TOKEN.search(line, at):
        at = token.end()
        text = token[0]
        if text[0] not in _SIGNS:
            word = Word(number, token.start() + 1, text)
            if found := _of_word(word):
                yield found
                if found.kind == _MOVE and (mark := _MARK.search(text)):
                    yield _Token(_GLYPH_OR_MARK, word._replace(text=GLYPHS[mark[0]]))
        elif text == "{":
            begin, at = at, line.find("}", at) + 1
            brace = Word(number, token.start() + 1, text)
            if not at:
                return brace
            yield _comment(brace, [line[begin : at - 1]])
        elif text == ";":
            yield _comment(Word(number, token.start() + 1, text), [line[at:]])
            break
        elif text == "<":
            at = line.find(">", at) + 1 or len(line)
        elif text == "[":
            tag, at = _tag(line, Word(number, token.start() + 1, text))
            yield tag
        else:
            yield _Token(text, Word(number, token.start() + 1, text), "unmatched '}'")
    return None


def _of_word(word: Word) -> _Token | None:
    """Return the move, the result or the glyph in a word, or an error, None if it has none."""
    if glyph := _glyph(word.text):
        return _Token(_GLYPH_OR_MARK, word._replace(text=glyph))
    text = _bare(word.text)
    if not text:
        return None
    if text is not word.text:
        word = Word(word.line, word.column + max(0, word.text.find(text)), text)
    if result := _RESULTS.get(text):
        return _Token(_RESULT, word, result)
    if _MOVE_LIKE.search(text):
        return _Token(_MOVE, word)
    return _Token(_ERROR, word, f"{clip(text)} is not a move")


def _glyph(text: str) -> str:
    """Return the numeric glyph of a text such as "$14" or "!?", "" if it is none."""
    found = _GLYPH.fullmatch(text)
    return f"${int(found[1])}" if found else GLYPHS.get(text, "")


def _bare(text: str) -> str:
    """Return a word without the annotation of a move; "" if nothing is left."""
    if not text.isascii():
        text = _NUMBER.sub("", _SYMBOLS.sub("", text.translate(_PLAIN)))
    if _ANNOTATION.fullmatch(text):
        return text if text == UNFINISHED else ""
    return _VERDICT.sub("", text) if text[-1:] in ("-", "=", "+") else text


def _tag(line: str, word: Word) -> tuple[_Token, int]:
    """Return the tag that begins with a bracket, or an error, and the index behind it."""
    at = word.column - 1
    found = _TAG_PAIR.match(line, at)
    if not found and not line[:at].strip():
        found = _LAST_TAG_PAIR.match(line, at)
    if found:
        value = _ESCAPED.sub(r"\1", found[2])
        return _Token(_TAG, Word(word.line, word.column, value), found[1]), found.end()
    end = line.find("]", at) + 1 or len(line)
    shown = clip(line[at:end].rstrip())
    return _Token(_ERROR, word, f'{shown} is not a tag, expected [Name "value"]'), end


# Putting games together.


class _AnnotationDraft:
    """Glyphs and comments on one move, while they are read. before: the comment before the move."""

    def __init__(self, before: str = "", glyphs: Iterable[str] = ()) -> None:
        self._before = before
        self._glyphs = dict.fromkeys(glyphs)
        self._texts: list[str] = []

    def add(self, token: _Token) -> None:
        """Add a glyph or a comment."""
        if token.kind == _COMMENT:
            self._texts.append(token.word.text)
        else:
            self._glyphs[token.word.text] = None

    def extend(self, other: _AnnotationDraft) -> None:
        """Add the glyphs and comments of another draft."""
        self._glyphs |= other._glyphs
        self._texts += other._texts

    def before_move(self) -> _AnnotationDraft:
        """Return the draft of the move that follows, whose comment before it this is."""
        return _AnnotationDraft(self.annotation().text, self._glyphs)

    def annotation(self) -> Annotation:
        """Return the annotation as read so far."""
        text = " ".join(filter(None, self._texts))
        return Annotation(tuple(self._glyphs), text, self._before)


class _Draft:
    """A game that is being put together."""

    def __init__(self, source: str, first: Word) -> None:
        self.game = GameText(source, first.line, column=first.column)
        self._last: Words = None  # of the current line of play
        # Of each open variation: its bracket, the last move of the line around it, its number.
        self._outer: list[tuple[Word, Words, int]] = []
        self._moves = self._side_moves = 0
        # By the number of moves up to there, or in variations by the move.
        self._drafts: dict[int | Word, _AnnotationDraft] = {}
        # Of open variations that have no move yet, by depth.
        self._leading: dict[int, _AnnotationDraft] = {}

    def is_ended_by(self, token: _Token) -> bool:
        """Return True if a token belongs to the next game."""
        game = self.game
        if token.kind == _TAG:
            begun = self._last or game.side_lines or game.result
            return bool(begun) or (token.name == FIRST_TAG and FIRST_TAG in game.tags)
        return token.kind in (_MOVE, _RESULT) and bool(game.result)

    def add(self, token: _Token) -> None:
        """Add the next token."""
        kind, word, name = token
        if kind == _MOVE:
            self._add_move(word)
        elif kind == _RESULT:
            if not self._outer:
                self.game.result, self.game.end = name, word
        elif kind == _TAG:
            self.game.tags[name] = word
        elif kind == _ERROR:
            self._err(word, name)
        elif kind in _ANNOTATIONS:
            self._current_draft().add(token)
        elif kind == _OPEN:
            self._outer.append((word, self._last, len(self.game.side_lines)))
            self.game.side_lines.append(None)  # keeps its place before those within it
            self._last = self._last and self._last[1]
        elif self._outer:
            self._join()
        else:
            self._err(word, "unmatched ')'")

    def finished(self) -> GameText:
        """Return the game."""
        while self._outer:
            self._err(self._outer[-1][0], _never_closed("variation"))
            self._join()
        game = self.game
        game.moves = self._last
        game.plies = self._moves
        game.side_lines = [line for line in game.side_lines if line]
        for place, draft in self._drafts.items():
            annotation = draft.annotation()
            if annotation == NO_ANNOTATION:
                continue
            if isinstance(place, int):
                game.annotations[place] = annotation
            else:
                game.side_annotations[place] = annotation
        game.errors.sort(key=lambda error: (error.line, error.column))
        return game

    def _join(self) -> None:
        """End a variation."""
        line = self._last
        remark = self._leading.pop(len(self._outer), None)  # of a variation without moves
        _, self._last, at = self._outer.pop()
        self.game.side_lines[at] = line
        if remark:
            self._current_draft().extend(remark)

    def _current_draft(self) -> _AnnotationDraft:
        """Return the draft of the last move of the current line, or of what precedes its first."""
        if not self._outer:
            return self._drafts.setdefault(self._moves, _AnnotationDraft())
        before = self._outer[-1][1]
        if self._last is (before and before[1]):
            return self._leading.setdefault(len(self._outer), _AnnotationDraft())
        assert self._last
        return self._drafts.setdefault(self._last[0], _AnnotationDraft())

    def _add_move(self, word: Word) -> None:
        """Add a move to the current line, unless there are too many."""
        if self._outer and self._side_moves == _MOST_SIDE_MOVES:
            self._err(word, f"more than {_MOST_SIDE_MOVES:,} moves in the variations of a game")
        elif not self._outer and self._moves == MOST_MOVES:
            self._err(word, f"a game of more than {MOST_MOVES:,} moves")
        else:
            self._side_moves += bool(self._outer)
            self._moves += not self._outer
            self._last = (word, self._last)
            if leading := self._leading.pop(len(self._outer), None):
                self._drafts[word] = leading.before_move()

    def _err(self, place: Word, message: str) -> None:
        """Keep an error, unless it has the message of the last one or there are many."""
        errors = self.game.errors
        error = self.game.error(place, message)
        if len(errors) < _MOST_ERRORS and not (errors and str(errors[-1]).endswith(message)):
            errors.append(error)


def read_texts(lines: Iterable[str], source: str) -> Iterator[GameText]:
    """Yield the games of a text, given line by line. source: its name, for errors.

    Annotations between two games belong to the second one if it has no tags; those on the line of a
    result belong to no game.
    """
    draft: _Draft | None = None
    before: list[_Token] = []  # annotations between two games
    late = 0  # brackets that are open behind a result: what they hold belongs to no game
    for token in _tokens(lines):
        is_late = token.kind == _OPEN and draft and draft.game.result
        if (late or is_late) and token.kind != _TAG:
            late += (token.kind == _OPEN) - (token.kind == _CLOSE)
            continue
        late = 0
        end = draft.game.end if draft else None
        if token.kind in _ANNOTATIONS and (draft is None or end):
            if end is None or token.word.line > end.line:
                before.append(token)
            continue
        if draft and draft.is_ended_by(token):
            yield draft.finished()
            draft = None
        if draft is None:
            first = before if token.kind != _TAG else []
            before = []
            draft = _Draft(source, (first or [token])[0].word)
            for each in first:
                draft.add(each)
        draft.add(token)
    if draft:
        yield draft.finished()
