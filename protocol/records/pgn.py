"""Writer and reader of PGN. Moves are written by notation.py.

Scores in comments are White's view. A file is read line by line, each move played as soon as it is
read, so that no time is spent on text after an error.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import amalthea
from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.core.status import Termination, label
from amalthea.engine.errors import AmaltheaError, FenError, IllegalMove, UnknownVariant
from amalthea.engine.text import clip
from amalthea.protocol.records.game_record import UNFINISHED, GameRecord, Ply, Thought
from amalthea.protocol.records.notation import LETTERS, ORTHODOX, written
from amalthea.protocol.records.variations import Line, Variation, branches

LINE_WIDTH = 79  # the standard's export format keeps lines below 80 characters
UNKNOWN = "?"
UNKNOWN_DATE = "????.??.??"
FIRST_TAG = "Event"
RESULTS = ("1-0", "0-1", "1/2-1/2", UNFINISHED)

_MOST_MOVES = 10_000  # of a game, as of one of the protocol
_MOST_BESIDE = 100_000  # moves in the variations of a game
# What other programs call the game that needs no Variant tag.
_ORTHODOX_NAMES = (ORTHODOX, "standard", "classical", "normal", "from position")

# The standard's words for how a game ended, by our reasons; all others are "normal".
_TERMINATIONS: dict[str, str] = {
    Termination.TIME: "time forfeit",
    Termination.ILLEGAL_MOVE: "rules infraction",
    Termination.INVALID_ANSWER: "rules infraction",
    Termination.CRASH: "abandoned",
    Termination.STALL: "abandoned",
    Termination.ADJUDICATION: "adjudication",
    Termination.PLY_LIMIT: "adjudication",
}

_ESCAPED = re.compile(r'\\(["\\])')
_TAG = re.compile(r"\[\s*([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s+\"(.*)\"\s*\]\s*")
_NUMBER = re.compile(r"^(\d+\.+|(?!0000$)\d+$)")  # before a move, "12." or "12...", or alone
_TOKEN = re.compile(r"[{}();]|[^\s{}();]+")
_JUDGEMENT = re.compile(r"[!?]+$")
_IGNORED = re.compile(r"\$\d+|\.+|[!?]+|e\.?p\.?")  # glyphs, loose dots, "e.p."

_Words = tuple[int, str, "_Words"] | None  # a word's line, from 1, the word, and those before it


class PgnError(AmaltheaError, ValueError):
    """Error in a PGN text. line: the line of the error, from 1."""

    def __init__(self, source: str, line: int, message: str) -> None:
        super().__init__(f"{source} line {line}: {message}")
        self.line = line


@dataclass(frozen=True, slots=True)
class PgnGame:
    """Game of a PGN file: every move is legal, in the engine's text.

    fen: None for the variant's own start. result: "1-0", "0-1", "1/2-1/2" or "*". side_lines: their
    words from the first move on, with line numbers; see `read_variations`. remarks: the
    corrections of the FEN.
    """

    tags: dict[str, str]
    variant: str
    fen: str | None
    moves: tuple[str, ...]
    result: str
    side_lines: tuple[_Words, ...] = ()
    remarks: tuple[str, ...] = ()


# Writing.


def to_pgn(
    game: GameRecord,
    event: str = "",
    variations: Iterable[Variation] = (),
    notation: str = LETTERS,
) -> str:
    """Return a game as PGN, with a comment after each move, ended by an empty line.

    variations: its side lines, none of them the beginning of another. notation: see `written`.
    Raises IllegalMove and FenError for a record that contradicts itself.
    """
    lines = [game.moves, *(game.moves[: each.ply] + each.moves for each in variations)]
    tags = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in _tags(game, event).items())
    moves = "\n".join(_wrapped(_move_text(game, lines, notation)))
    return f"{tags}\n{moves}\n\n"


def _tags(game: GameRecord, event: str) -> dict[str, str]:
    """Return all tags in the standard's order."""
    day = datetime.datetime.fromtimestamp(game.started, datetime.UTC)
    tags = {
        "Event": event or UNKNOWN,
        "Site": UNKNOWN,
        "Date": f"{day:%Y.%m.%d}" if game.started else UNKNOWN_DATE,
        "Round": str(game.round),
        "White": game.white,
        "Black": game.black,
        "Result": game.result,
        "GameId": str(game.number),
    }
    if game.variant != ORTHODOX:
        tags["Variant"] = game.variant
    if game.variant != ORTHODOX or game.fen != amalthea.variants.get(ORTHODOX).start:
        tags |= {"SetUp": "1", "FEN": game.fen}
    tags |= _time_tags(game.controls)
    tags["Termination"] = _TERMINATIONS.get(game.reason, "normal")
    tags["PlyCount"] = str(len(game.plies))
    return tags


def _time_tags(controls: Mapping[Color, str]) -> dict[str, str]:
    white, black = (controls.get(side, UNKNOWN) for side in Color)
    if white == black:
        return {"TimeControl": white}
    return {"WhiteTimeControl": white, "BlackTimeControl": black}


def _move_text(game: GameRecord, lines: Sequence[Line], notation: str) -> list[str]:
    """Yield move numbers, moves and comments as tokens, the result last.

    lines: the game, then its side lines, all from its first move on.
    """
    last = len(game.plies) - 1
    comments = [
        _comment(ply, _ending(game) if index == last else "")
        for index, ply in enumerate(game.plies)
    ]
    tokens = _line_text(Position(game.variant, game.fen), lines, notation, comments)
    if not game.plies and game.reason:
        tokens.append(_braced(_ending(game)))
    return [*tokens, game.result]


def _line_text(
    position: Position,
    lines: Sequence[Line],
    notation: str,
    comments: Sequence[str] = (),
    together: int = 0,
) -> list[str]:
    """Return the first line from a position on, with the others in brackets where they leave it.

    together: number of joint choices before it, which count as moves. The position is the same
    afterwards.
    """
    beside = branches(lines[0], lines[1:])
    numbered = False  # whether White's move, with its number, stands right before
    tokens: list[str] = []
    for index, move in enumerate(lines[0]):
        turn = position.turn
        number = together + position.fullmove_number  # play goes on counting
        dots = "..." if turn is Color.BLACK else "."
        count = "" if turn is Color.BLACK and numbered else f"{number}{dots} "
        tokens.append(count + written(position, move, notation))
        more = [comments[index]] if comments and comments[index] else []
        for group in beside.get(index, ()):
            first, *rest = _line_text(position, group, notation, together=together)
            more += [f"({first}", *rest]
            more[-1] += ")"
        tokens += more
        numbered = turn is Color.WHITE and not more
        together += turn is None
        position.push(move)
    for _ in lines[0]:
        position.pop()
    return tokens


def _ending(game: GameRecord) -> str:
    """Return the reason for the end of the game, in words."""
    reason = label(game.reason)
    return f"{reason}: {game.detail}" if game.detail else reason


def _comment(ply: Ply, ended: str) -> str:
    """Return the comment of a move in braces, or ""."""
    sides = sorted(ply.thoughts, reverse=True)  # White first
    thoughts = [_thought(ply.thoughts[side], 1 if side is Color.WHITE else -1) for side in sides]
    if len(thoughts) > 1:
        thoughts = [f"{side} {text}" for side, text in zip(sides, thoughts, strict=True)]
    text = ", ".join(part for part in (*thoughts, ended) if part)
    return _braced(text) if text else ""


def _thought(thought: Thought, sign: int) -> str:
    """Return a comment such as "+0.35/12 0.123s". sign: turns the score to White's view."""
    score = ""
    if thought.mate is not None:
        white_mates = (thought.mate > 0) == (sign > 0)
        score = f"{'+' if white_mates else '-'}M{abs(thought.mate)}"
    elif thought.cp is not None:
        score = f"{sign * thought.cp / 100:+.2f}"
    if score and thought.depth is not None:
        score += f"/{thought.depth}"
    return f"{score} {thought.seconds:.3f}s".strip()


def _quoted(value: str) -> str:
    """Return a tag's value, with special characters escaped or left out."""
    return _one_line(value).replace("\\", "\\\\").replace('"', '\\"')


def _braced(text: str) -> str:
    """Return a comment, without braces inside it."""
    return "{" + _one_line(text).replace("{", "(").replace("}", ")") + "}"


def _one_line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _wrapped(tokens: Iterable[str]) -> Iterator[str]:
    """Return the tokens in lines. A comment is broken only if it does not fit into a line."""
    line = ""
    for token in tokens:
        for word in [token] if len(token) <= LINE_WIDTH else token.split(" "):
            # A line that begins with "%" would be skipped by readers.
            if line and len(line) + 1 + len(word) > LINE_WIDTH and not word.startswith("%"):
                yield line
                line = word
            else:
                line = f"{line} {word}".strip()
    if line:
        yield line


# Reading.


class _Draft:
    """Game being read; every item comes with its line number. Raises PgnError.

    Its own moves are played as they come; those of variations are kept, each with those before it.
    """

    def __init__(self, source: str, line: int, default: str = ORTHODOX) -> None:
        self.source = source
        self.line = line
        self._default = default  # the variant without a tag
        self.tags: dict[str, str] = {}
        self.tag_lines: dict[str, int] = {}
        self.result = ""
        self._line_of_play: _LineOfPlay | None = None  # from the first move on
        self._last: _Words = None
        self._outer: list[tuple[_Words, int]] = []  # lines that go on later
        self._side_lines: list[_Words] = []
        self._beside = 0  # moves in them

    @property
    def begun(self) -> bool:
        """True if the game has more than tags."""
        return self._last is not None or bool(self._side_lines)

    @property
    def within(self) -> bool:
        """True within a variation."""
        return bool(self._outer)

    def tag(self, name: str, value: str, line: int) -> None:
        """Add a tag."""
        self.tags[name] = _ESCAPED.sub(r"\1", value)
        self.tag_lines[name] = line

    def add(self, line: int, word: str) -> None:
        """Add the next move of the current line."""
        if not self.within:
            self._playing().play(line, word)
        elif self._beside == _MOST_BESIDE:
            message = f"more than {_MOST_BESIDE:,} moves in the variations of a game"
            raise PgnError(self.source, line, message)
        self._beside += self.within
        self._last = (line, word, self._last)

    def branch(self) -> None:
        """Begin a variation, in place of the last move."""
        self._outer.append((self._last, len(self._side_lines)))
        self._side_lines.append(None)  # its place: before those within it
        self._last = self._last and self._last[2]

    def join(self) -> None:
        """End a variation."""
        line = self._last
        self._last, at = self._outer.pop()
        self._side_lines[at] = line

    def game(self) -> PgnGame:
        """Return the complete game."""
        playing = self._playing()
        tagged = self.tags.get("Result", "")
        return PgnGame(
            self.tags,
            playing.position.variant.name,
            self.tags.get("FEN"),
            playing.moves,
            self.result or (tagged if tagged in RESULTS else UNFINISHED),
            tuple(line for line in self._side_lines if line),
            playing.position.remarks,
        )

    def _playing(self) -> _LineOfPlay:
        """Return the game so far; its tags are complete when the first move comes."""
        if self._line_of_play is None:
            variant, fen = self._variant(), self.tags.get("FEN")
            if fen is None and amalthea.variants.get(variant).random_start:
                message = f"every game of {variant} has its own board, expected a FEN tag"
                raise PgnError(self.source, self._where("Variant"), message)
            try:
                position = Position(variant, fen)
            except FenError as error:
                raise PgnError(self.source, self._where("FEN"), str(error)) from error
            self._line_of_play = _LineOfPlay(position, self.source)
        return self._line_of_play

    def _variant(self) -> str:
        """Return the name of the game's variant."""
        name = self.tags.get("Variant", self._default).strip().lower()
        if name in _ORTHODOX_NAMES:
            return ORTHODOX
        try:
            return amalthea.variants.get(name).name
        except UnknownVariant as error:
            raise PgnError(self.source, self._where("Variant"), str(error)) from error

    def _where(self, tag: str) -> int:
        """Return the line of a tag, or the first line of the game."""
        return self.tag_lines.get(tag, self.line)


class _LineOfPlay:
    """Line of play, extended word by word."""

    def __init__(self, position: Position, source: str) -> None:
        self.position = position
        self._source = source

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves in the engine's text."""
        return tuple(move.text for move in self.position.moves)

    def play(self, line: int, word: str) -> None:
        """Play the next word. Raises PgnError."""
        number = self.position.ply + 1
        if number > _MOST_MOVES:
            raise PgnError(self._source, line, f"a game of more than {_MOST_MOVES:,} moves")
        try:
            self.position.push(word)
        except IllegalMove as error:
            where = self.position.fen()
            message = f"move {number}, {clip(word)}, is not a legal move in {where!r}"
            raise PgnError(self._source, line, message) from error


def read_pgn(
    text_or_lines: str | Iterable[str], source_name: str, default: str = ORTHODOX
) -> Iterator[PgnGame]:
    """Yield the games of a text or an open file. default: the variant of games without a tag.

    Comments and glyphs are left out, variations are not checked. Raises PgnError, naming the
    source, at the first thing that cannot be read: an unknown variant, a bad FEN, an illegal move,
    or a word that is not a move.
    """
    lines = text_or_lines.splitlines() if isinstance(text_or_lines, str) else text_or_lines
    draft: _Draft | None = None
    late = 0  # brackets that are open behind a result: what they hold belongs to no game
    for number, word in _words(lines, source_name):
        if late or (draft and draft.result and word == "("):
            late += (word == "(") - (word == ")")
            continue
        tag = _TAG.fullmatch(word) if word.startswith("[") else None
        if draft and (draft.result or (tag and _begins(tag[1], draft))):
            yield draft.game()
            draft = None
        draft = draft or _Draft(source_name, number, default)
        if tag:
            draft.tag(tag[1], tag[2], number)
        elif word == "(":
            draft.branch()
        elif word == ")":
            draft.join()
        elif word not in RESULTS:
            draft.add(number, word)
        elif not draft.within:
            draft.result = word
    if draft:
        yield draft.game()


def read_variations(game: PgnGame, source: str) -> list[Variation]:
    """Return the side lines of a game, each from where it leaves the game.

    Raises PgnError at the first illegal move or invalid word.
    """
    found = []
    for last in game.side_lines:
        playing = _LineOfPlay(Position(game.variant, game.fen), source)
        for line, word in _in_order(last):
            playing.play(line, word)
        if variation := Variation(0, playing.moves).diverging_from(game.moves):
            found.append(variation)
    return found


def _in_order(last: _Words) -> list[tuple[int, str]]:
    """Return the words of a line with their line numbers, from the first move on."""
    found = []
    while last:
        line, word, last = last
        found.append((line, word))
    return found[::-1]


def _begins(tag: str, draft: _Draft) -> bool:
    """Return True if a tag begins another game."""
    return draft.begun or (tag == FIRST_TAG and tag in draft.tags)


def _words(lines: Iterable[str], source: str) -> Iterator[tuple[int, str]]:
    """Yield tags, moves, results and brackets with their line numbers, without comments."""
    number = 0
    comment_line = 0  # where the comment in braces began, 0 outside one
    variations: list[int] = []  # where those began that are open
    for number, text in enumerate(lines, start=1):
        line = text.removeprefix("\ufeff") if number == 1 else text
        if line.startswith("%"):
            continue
        if not comment_line and not variations and line.lstrip().startswith("["):
            yield number, _tag_line(line.strip(), source, number)
            continue
        for token in map(re.Match.group, _TOKEN.finditer(line)):
            if comment_line:
                comment_line = 0 if token == "}" else comment_line
            elif token == "{":
                comment_line = number
            elif token == ";":
                break
            elif token == "(":
                variations.append(number)
                yield number, token
            elif token in ")}":
                if token == "}" or not variations:
                    raise PgnError(source, number, f"unmatched {token!r}")
                variations.pop()
                yield number, token
            elif move := _bare_move(token):
                yield number, move
    if comment_line or variations:
        begun = comment_line or variations[-1]
        kind = "comment" if comment_line else "variation"
        raise PgnError(source, begun, f"the {kind} that begins here is never closed")


def _tag_line(line: str, source: str, number: int) -> str:
    if not _TAG.fullmatch(line):
        raise PgnError(source, number, f'{line!r} is not a tag, expected [Name "value"]')
    return line


def _bare_move(token: str) -> str:
    """Return a move or result without its number and annotation; "" if nothing is left."""
    if token in RESULTS:
        return token
    move = _JUDGEMENT.sub("", _NUMBER.sub("", token))
    return "" if _IGNORED.fullmatch(move) else move
