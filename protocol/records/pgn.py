"""Games as PGN text, written and read. Chess moves are SAN, those of other games coordinates.

A choice of both sides is one token, "P@e5,p@d4". python-chess knows SAN; it is not asked to read
files because it cannot tell in which line a mistake stands.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import engine
from engine.board.game import Game
from engine.errors import AmaltheaError, FenError, IllegalMove, UnknownVariant
from engine.games import new_game
from protocol.records.game_record import UNFINISHED, GameRecord, Ply, Thought
from protocol.records.variations import Line, Variation, branches

LINE_WIDTH = 79  # the standard's export format keeps lines below 80 characters
UNKNOWN = "?"
UNKNOWN_DATE = "????.??.??"
FIRST_TAG = "Event"
RESULTS = ("1-0", "0-1", "1/2-1/2", UNFINISHED)

# The variant of a game without a Variant tag, whose moves python-chess reads and writes as SAN.
ORTHODOX = "chess"
_ORTHODOX_NAMES = (ORTHODOX, "standard", "classical", "normal", "from position")

# The standard's words for how a game ended, by our reasons; all others are "normal".
_TERMINATIONS = {
    "time": "time forfeit",
    "illegal": "rules infraction",
    "garbage": "rules infraction",
    "crash": "abandoned",
    "stall": "abandoned",
    "adjudication": "adjudication",
    "plies": "adjudication",
}

_ESCAPED = re.compile(r'\\(["\\])')
_TAG = re.compile(r"\[\s*([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s+\"(.*)\"\s*\]\s*")
_NUMBER = re.compile(r"^(\d+\.+|\d+$)")  # before a move, "12." or "12...", or alone
_TOKEN = re.compile(r"[{}();]|[^\s{}();]+")
_JUDGEMENT = re.compile(r"[!?]+$")
_IGNORED = re.compile(r"\$\d+|\.+|[!?]+|e\.?p\.?")  # glyphs, loose dots, "e.p."


_Word = tuple[int, str]  # where it stands, from 1, and what


class PgnError(AmaltheaError, ValueError):
    """PGN text cannot be read. line: from 1, where the mistake stands."""

    def __init__(self, source: str, line: int, message: str) -> None:
        super().__init__(f"{source} line {line}: {message}")
        self.line = line


@dataclass(frozen=True, slots=True)
class PgnGame:
    """A game as it was read: every move is legal, in the engine's text.

    fen: None for the variant's own start. result: "1-0", "0-1", "1/2-1/2" or "*". side_lines: as
    they stand there from the first move on, with line numbers; see `read_variations`.
    """

    tags: dict[str, str]
    variant: str
    fen: str | None
    moves: tuple[str, ...]
    result: str
    side_lines: tuple[tuple[_Word, ...], ...] = ()


# Writing.


def to_pgn(game: GameRecord, event: str = "", variations: Iterable[Variation] = ()) -> str:
    """The game with its tags and, after each move, what its player told, ended by an empty line.

    variations: side lines of it, none longer than another one that it begins.
    Raises IllegalMove and FenError for a record that contradicts itself.
    """
    lines = [game.moves, *(game.moves[: each.ply] + each.moves for each in variations)]
    tags = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in _tags(game, event).items())
    moves = "\n".join(_wrapped(_move_text(game, lines)))
    return f"{tags}\n{moves}\n\n"


def _tags(game: GameRecord, event: str) -> dict[str, str]:
    """All tags in the standard's order."""
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
    if game.variant != ORTHODOX or game.fen != engine.variants.get(ORTHODOX).start:
        tags |= {"SetUp": "1", "FEN": game.fen}
    tags |= _time_tags(game.controls)
    tags["Termination"] = _TERMINATIONS.get(game.reason, "normal")
    tags["PlyCount"] = str(len(game.plies))
    return tags


def _time_tags(controls: Mapping[str, str]) -> dict[str, str]:
    white, black = controls.get("w", UNKNOWN), controls.get("b", UNKNOWN)
    if white == black:
        return {"TimeControl": white}
    return {"WhiteTimeControl": white, "BlackTimeControl": black}


def _move_text(game: GameRecord, lines: Sequence[Line]) -> list[str]:
    """Move numbers, moves and comments, each a token; the result last.

    lines: the game, then its side lines, all from its first move on.
    """
    last = len(game.plies) - 1
    comments = [
        _comment(ply, _ending(game) if index == last else "")
        for index, ply in enumerate(game.plies)
    ]
    tokens = _line_text(_Place(game.variant, game.fen), lines, comments)
    if not game.plies and game.reason:
        tokens.append(_braced(_ending(game)))
    return [*tokens, game.result]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a line begins. together: choices of both sides before it, which count like moves."""

    variant: str
    fen: str
    together: int = 0


def _line_text(place: _Place, lines: Sequence[Line], comments: Sequence[str] = ()) -> list[str]:
    """The first of some lines from one place on, the others in brackets where they leave it."""
    write = move_writer(place.variant, place.fen)
    followed = new_game(place.variant, place.fen)
    beside = branches(lines[0], lines[1:])
    together = place.together
    numbered = False  # whether White's move, with its number, stands right before
    tokens: list[str] = []
    for index, move in enumerate(lines[0]):
        position = followed.position
        is_black, both = position.choosers() == "b", len(position.choosers()) > 1
        number = together + position.fullmove()  # play goes on counting
        count = "" if is_black and numbered else f"{number}{'...' if is_black else '.'} "
        tokens.append(count + write(move))
        more = [comments[index]] if comments and comments[index] else []
        here = _Place(place.variant, position.fen(), together)
        for group in beside.get(index, ()):
            first, *rest = _line_text(here, group)
            more += [f"({first}", *rest]
            more[-1] += ")"
        tokens += more
        numbered = not is_black and not both and not more
        together += both
        followed.play(move)
    return tokens


def move_writer(variant: str, fen: str) -> Callable[[str], str]:
    """Writes move after move of a game that begins with that FEN."""
    if variant != ORTHODOX:
        return lambda move: move
    import chess

    board = chess.Board(fen)
    return lambda move: board.san_and_push(board.parse_uci(move))


def _ending(game: GameRecord) -> str:
    """Why the game ended, for a person."""
    return f"{game.reason}: {game.detail}" if game.detail else game.reason


def _comment(ply: Ply, ending: str) -> str:
    """What was told with a move, in braces; "" for nothing."""
    sides = sorted(ply.thoughts, reverse=True)  # White first
    told = [_thought(ply.thoughts[side]) for side in sides]
    if len(told) > 1:
        told = [f"{side} {text}" for side, text in zip(sides, told, strict=True)]
    text = ", ".join(part for part in (*told, ending) if part)
    return _braced(text) if text else ""


def _thought(thought: Thought) -> str:
    """ "+0.35/12 0.123s", or the time alone."""
    score = ""
    if thought.mate is not None:
        score = f"{'-' if thought.mate < 0 else '+'}M{abs(thought.mate)}"
    elif thought.cp is not None:
        score = f"{thought.cp / 100:+.2f}"
    if score and thought.depth is not None:
        score += f"/{thought.depth}"
    return f"{score} {thought.seconds:.3f}s".strip()


def _quoted(value: str) -> str:
    """A tag's value with what would break its line escaped or left out."""
    return _one_line(value).replace("\\", "\\\\").replace('"', '\\"')


def _braced(text: str) -> str:
    """A comment; braces in it would end it early."""
    return "{" + _one_line(text).replace("{", "(").replace("}", ")") + "}"


def _one_line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _wrapped(tokens: Iterable[str]) -> Iterator[str]:
    """The tokens in lines. A comment is broken only when no line could hold it."""
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


@dataclass(slots=True)
class _Draft:
    """A game whose end has not been read yet; lines say where what stands."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    tag_lines: dict[str, int] = field(default_factory=dict)
    moves: list[_Word] = field(default_factory=list)
    result: str = ""
    side_lines: list[tuple[_Word, ...]] = field(default_factory=list)
    outer: list[tuple[list[_Word], int]] = field(default_factory=list)  # lines that go on later

    def branch(self) -> None:
        """A variation begins, in place of the move before it."""
        self.outer.append((self.moves, len(self.side_lines)))
        self.side_lines.append(())  # its place: before those within it
        self.moves = self.moves[:-1]

    def join(self) -> None:
        """A variation ends."""
        line = tuple(self.moves)
        self.moves, at = self.outer.pop()
        self.side_lines[at] = line

    def where(self, tag: str) -> int:
        """The line of a tag, or where the game begins."""
        return self.tag_lines.get(tag, self.line)


def read_pgn(text_or_lines: str | Iterable[str], source_name: str) -> Iterator[PgnGame]:
    """The games of a text or of an open file, one by one.

    Comments and glyphs are left out, variations not judged. Raises PgnError, naming the source, at
    the first thing that cannot be read: an unknown variant, a bad FEN, a move that is illegal or
    no move.
    """
    lines = text_or_lines.splitlines() if isinstance(text_or_lines, str) else text_or_lines
    for draft in _drafts(lines, source_name):
        yield _finished(draft, source_name)


def _drafts(lines: Iterable[str], source: str) -> Iterator[_Draft]:
    """The games, with moves as they stand there."""
    draft: _Draft | None = None
    late = 0  # brackets that are open behind a result: what they hold belongs to no game
    for number, word in _words(lines, source):
        if late or (draft and draft.result and word == "("):
            late += (word == "(") - (word == ")")
            continue
        tag = _TAG.fullmatch(word)
        if draft and (draft.result or (tag and _begins(tag[1], draft))):
            yield draft
            draft = None
        draft = draft or _Draft(number)
        if tag:
            draft.tags[tag[1]] = _ESCAPED.sub(r"\1", tag[2])
            draft.tag_lines[tag[1]] = number
        elif word == "(":
            draft.branch()
        elif word == ")":
            draft.join()
        elif word not in RESULTS:
            draft.moves.append((number, word))
        elif not draft.outer:
            draft.result = word
    if draft:
        yield draft


def _begins(tag: str, draft: _Draft) -> bool:
    """Whether a tag belongs to another game than the one that is being read."""
    return bool(draft.moves) or (tag == FIRST_TAG and tag in draft.tags)


def _words(lines: Iterable[str], source: str) -> Iterator[tuple[int, str]]:
    """Tag lines, moves, results and brackets with their line numbers; nothing of comments."""
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
        for token in _TOKEN.findall(line):
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
                    raise PgnError(source, number, f"{token!r} closes nothing")
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
        raise PgnError(source, number, f'{line!r} is no tag, expected [Name "value"]')
    return line


def _bare_move(token: str) -> str:
    """A move or result without the number before it and the judgement behind it; maybe ""."""
    if token in RESULTS:
        return token
    move = _JUDGEMENT.sub("", _NUMBER.sub("", token))
    return "" if _IGNORED.fullmatch(move) else move


def _finished(draft: _Draft, source: str) -> PgnGame:
    variant = _variant(draft, source)
    fen = draft.tags.get("FEN")
    if fen is None and engine.variants.get(variant).random_start:
        message = f"every game of {variant} has its own board, expected a FEN tag"
        raise PgnError(source, draft.where("Variant"), message)
    moves = tuple(_moves(draft, variant, fen, source))
    tagged = draft.tags.get("Result", "")
    result = draft.result or (tagged if tagged in RESULTS else UNFINISHED)
    side_lines = tuple(line for line in draft.side_lines if line)
    return PgnGame(draft.tags, variant, fen, moves, result, side_lines)


def read_variations(game: PgnGame, source: str) -> list[Variation]:
    """The side lines of a game that was read, each from where it leaves the game.

    Raises PgnError at the first move that is illegal or none.
    """
    found = []
    for words in game.side_lines:
        line = Variation(0, tuple(_played(words, new_game(game.variant, game.fen), source)))
        if variation := line.beside(game.moves):
            found.append(variation)
    return found


def _variant(draft: _Draft, source: str) -> str:
    """The name of the game's variant."""
    name = draft.tags.get("Variant", ORTHODOX).strip().lower()
    if name in _ORTHODOX_NAMES:
        return ORTHODOX
    try:
        return engine.variants.get(name).name
    except UnknownVariant as error:
        raise PgnError(source, draft.where("Variant"), str(error)) from error


def _moves(draft: _Draft, variant: str, fen: str | None, source: str) -> Iterator[str]:
    """The moves in the engine's text, each played."""
    try:
        followed = new_game(variant, fen)
    except FenError as error:
        raise PgnError(source, draft.where("FEN"), str(error)) from error
    yield from _played(draft.moves, followed, source)


def _played(words: Iterable[_Word], followed: Game, source: str) -> Iterator[str]:
    """Moves in the engine's text, each played in a game that has just begun."""
    read = _reader(followed.variant.name, followed.fen)
    for number, (line, word) in enumerate(words, start=1):
        try:
            move = read(word)
            followed.play(move)
        except (IllegalMove, ValueError) as error:
            message = f"move {number}, {word!r}, is no legal move in {followed.position.fen()!r}"
            raise PgnError(source, line, message) from error
        yield move


def _reader(variant: str, fen: str) -> Callable[[str], str]:
    """Reads move after move of a game; ValueError for what is no legal move."""
    if variant != ORTHODOX:
        return lambda word: word
    import chess

    board = chess.Board(fen)
    return lambda word: board.push_san(word).uci()
