"""Games as PGN text, written and read. Chess moves are SAN, those of other games coordinates.

A choice of both sides is one token, "P@e5,p@d4". python-chess knows SAN; it is not asked to read
files because it cannot tell in which line a mistake stands.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import engine
from engine.errors import AmaltheaError, FenError, IllegalMove, UnknownVariant
from engine.games import new_game
from protocol.records.game_record import UNFINISHED, GameRecord, Ply, Thought

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


class PgnError(AmaltheaError, ValueError):
    """PGN text cannot be read. line: from 1, where the mistake stands."""

    def __init__(self, source: str, line: int, message: str) -> None:
        super().__init__(f"{source} line {line}: {message}")
        self.line = line


@dataclass(frozen=True, slots=True)
class PgnGame:
    """A game as it was read: every move is legal, in the engine's text.

    fen: None for the variant's own start. result: "1-0", "0-1", "1/2-1/2" or "*".
    """

    tags: dict[str, str]
    variant: str
    fen: str | None
    moves: tuple[str, ...]
    result: str


# Writing.


def to_pgn(game: GameRecord, event: str = "") -> str:
    """The game with its tags and, after each move, what its player told, ended by an empty line.

    Raises IllegalMove and FenError for a record that contradicts itself.
    """
    tags = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in _tags(game, event).items())
    moves = "\n".join(_wrapped(_move_text(game)))
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


def _move_text(game: GameRecord) -> list[str]:
    """Move numbers, moves and comments, each a token; the result last."""
    write = move_writer(game.variant, game.fen)
    followed = new_game(game.variant, game.fen)
    together = 0  # choices of both sides, numbered like full moves; play goes on counting
    numbered = False  # whether White's move, with its number, stands right before
    tokens: list[str] = []
    last = len(game.plies) - 1
    for index, ply in enumerate(game.plies):
        position = followed.position
        is_black, both = position.choosers() == "b", len(position.choosers()) > 1
        number = together + position.fullmove()
        count = "" if is_black and numbered else f"{number}{'...' if is_black else '.'} "
        tokens.append(count + write(ply.move))
        comment = _comment(ply, _ending(game) if index == last else "")
        tokens += [comment] if comment else []
        numbered = not is_black and not both and not comment
        together += both
        followed.play(ply.move)
    if not game.plies and game.reason:
        tokens.append(_braced(_ending(game)))
    return [*tokens, game.result]


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
    moves: list[tuple[int, str]] = field(default_factory=list)
    result: str = ""

    def where(self, tag: str) -> int:
        """The line of a tag, or where the game begins."""
        return self.tag_lines.get(tag, self.line)


def read_pgn(text_or_lines: str | Iterable[str], source_name: str) -> Iterator[PgnGame]:
    """The games of a text or of an open file, one by one.

    Comments, variations and glyphs are left out. Raises PgnError, naming the source, at the first
    thing that cannot be read: an unknown variant, a bad FEN, a move that is illegal or no move.
    """
    lines = text_or_lines.splitlines() if isinstance(text_or_lines, str) else text_or_lines
    for draft in _drafts(lines, source_name):
        yield _finished(draft, source_name)


def _drafts(lines: Iterable[str], source: str) -> Iterator[_Draft]:
    """The games, with moves as they stand there."""
    draft: _Draft | None = None
    for number, word in _words(lines, source):
        tag = _TAG.fullmatch(word)
        if draft and (draft.result or (tag and _begins(tag[1], draft))):
            yield draft
            draft = None
        draft = draft or _Draft(number)
        if tag:
            draft.tags[tag[1]] = _ESCAPED.sub(r"\1", tag[2])
            draft.tag_lines[tag[1]] = number
        elif word in RESULTS:
            draft.result = word
        else:
            draft.moves.append((number, word))
    if draft:
        yield draft


def _begins(tag: str, draft: _Draft) -> bool:
    """Whether a tag belongs to another game than the one that is being read."""
    return bool(draft.moves) or (tag == FIRST_TAG and tag in draft.tags)


def _words(lines: Iterable[str], source: str) -> Iterator[tuple[int, str]]:
    """Tag lines, moves and results with their line numbers; nothing of comments and variations."""
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
            elif token in ")}":
                if token == "}" or not variations:
                    raise PgnError(source, number, f"{token!r} closes nothing")
                variations.pop()
            elif not variations and (move := _bare_move(token)):
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
    return PgnGame(draft.tags, variant, fen, moves, result)


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
        read = _reader(variant, followed.fen)
    except FenError as error:
        raise PgnError(source, draft.where("FEN"), str(error)) from error
    for number, (line, word) in enumerate(draft.moves, start=1):
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
