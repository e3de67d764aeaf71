"""Writer and reader of PGN. Moves are written by notation.py; pgn_text.py has the grammar.

Scores in comments are White's view. A file is read line by line, game after game.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

import amalthea
from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import Game, shared_length
from amalthea.engine.core.status import Termination, label
from amalthea.engine.errors import AmbiguousMove, FenError, IllegalMove, UnknownVariant
from amalthea.engine.move_reading import play_move
from amalthea.engine.new_games import new_position, recognise_chess960
from amalthea.engine.text import clip, printable
from amalthea.protocol.records.annotation import NO_ANNOTATION, Annotation, joined
from amalthea.protocol.records.game_record import UNFINISHED, GameRecord, Ply, Thought
from amalthea.protocol.records.notation import LETTERS, ORTHODOX, written
from amalthea.protocol.records.pgn_text import (
    RESULTS,
    GameText,
    PgnError,
    Word,
    Words,
    in_order,
    read_texts,
)
from amalthea.protocol.records.variant_names import written_variant
from amalthea.protocol.records.variations import Line, Variation, branches

if TYPE_CHECKING:
    from amalthea.engine.core import position as core

__all__ = [
    "LINE_WIDTH",
    "NO_NOTES",
    "RESULTS",
    "ROSTER",
    "Notes",
    "PgnError",
    "PgnGame",
    "SideLines",
    "annotation_tokens",
    "braced",
    "game_of",
    "line_tokens",
    "read_pgn",
    "read_variations",
    "tag_line",
    "title_of",
    "to_pgn",
    "wrapped",
]

LINE_WIDTH = 79  # the standard's export format keeps lines below 80 characters
UNKNOWN = "?"
UNKNOWN_DATE = "????.??.??"
_RESULT_TAGS = ("Result", "Termination")
_DERIVED_TAGS = ("Variant", "SetUp", "FEN", "PlyCount")  # tags that follow from the game itself
ROSTER = ("White", "Black", "Result", "Event", "Site", "Date", "Round")

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


# Writing.


class Notes(NamedTuple):
    """Tags and annotations with which a game was loaded.

    annotations: by the number of moves up to there; 0 stands before the first move.
    """

    tags: Mapping[str, str]
    annotations: Mapping[int, Annotation]

    def still_true(self, annotated: Sequence[str], moves: Sequence[str]) -> Notes:
        """Return the notes that are still true after moves were added, changed or taken back.

        annotated: the moves of the game when it was loaded. moves: those that it has now.
        """
        shared = shared_length(annotated, moves)
        is_same = shared == len(annotated) == len(moves)
        return Notes(
            {name: tag for name, tag in self.tags.items() if is_same or name not in _RESULT_TAGS},
            {ply: each for ply, each in self.annotations.items() if ply <= shared},
        )


NO_NOTES = Notes({}, {})


def to_pgn(
    game: GameRecord,
    event: str = "",
    variations: Iterable[Variation] = (),
    notation: str = LETTERS,
    notes: Notes = NO_NOTES,
) -> str:
    """Return a game as PGN, with a comment after each move, ended by an empty line.

    variations: its side lines, none of them the beginning of another. notation: see `written`.
    notes: tags that replace those of the game, and annotations. Raises IllegalMove and FenError
    for a record that contradicts itself.
    """
    lines = [each.from_first_move(game.moves) for each in variations]
    tags = {**_tags(game, event), **notes.tags}
    if notes.tags and "Date" not in notes.tags:  # it was played before it was loaded
        tags["Date"] = UNKNOWN_DATE
    if "Result" in notes.tags and "Termination" not in notes.tags and not game.reason:
        del tags["Termination"]
    shown = "".join(tag_line(name, value) for name, value in tags.items())
    tokens = [*_move_text(game, lines, notation, notes.annotations), tags["Result"]]
    moves = "\n".join(wrapped(tokens))
    return f"{shown}\n{moves}\n\n"


def _tags(game: GameRecord, event: str) -> dict[str, str]:
    """Return all tags in the standard's order."""
    day = datetime.datetime.fromtimestamp(game.started, datetime.UTC)
    tags = {
        "Event": event or UNKNOWN,
        "Site": UNKNOWN,
        "Date": f"{day:%Y.%m.%d}" if game.started else UNKNOWN_DATE,
        "Round": str(game.round) if game.round else UNKNOWN,
        "White": game.white,
        "Black": game.black,
        "Result": game.result,
    }
    if game.number:
        tags["GameId"] = str(game.number)
    if game.variant != ORTHODOX or game.chess960:
        tags["Variant"] = written_variant(game.variant, game.chess960)
    if game.variant != ORTHODOX or game.fen != amalthea.variants.get(ORTHODOX).start:
        tags |= {"SetUp": "1", "FEN": game.fen}
    tags |= _time_tags(game.controls)
    finished = _TERMINATIONS.get(game.reason, "normal")
    tags["Termination"] = finished if game.reason else "unterminated"
    tags["PlyCount"] = str(len(game.plies))
    return tags


def _time_tags(controls: Mapping[Color, str]) -> dict[str, str]:
    white, black = (controls.get(side, UNKNOWN) for side in Color)
    if white == black:
        return {"TimeControl": white}
    return {"WhiteTimeControl": white, "BlackTimeControl": black}


def _move_text(
    game: GameRecord,
    side_lines: Sequence[Variation],
    notation: str,
    given: Mapping[int, Annotation],
) -> list[str]:
    """Return move numbers, moves and annotations as tokens.

    side_lines: from the first move of the game on. given: annotations of the notes, by the number
    of moves up to there.
    """
    last = len(game.plies) - 1
    behind = [
        _annotations(
            ply, _ending(game) if index == last else "", given.get(index + 1, NO_ANNOTATION)
        )
        for index, ply in enumerate(game.plies)
    ]
    start = Position(game.variant, game.fen, chess960=game.chess960)
    tokens = annotation_tokens(given.get(0, NO_ANNOTATION))
    tokens += line_tokens(start, Variation(0, game.moves), side_lines, notation, behind)
    if not game.plies and game.reason:
        tokens.append(braced(_ending(game)))
    return tokens


def line_tokens(
    position: Position,
    line: Variation,
    others: Sequence[Variation],
    notation: str,
    behind: Sequence[Sequence[str]] | None = None,
    joint_choices: int = 0,
) -> list[str]:
    """Return the tokens of a line from a position on, with side lines in brackets.

    others: the side lines, from the same position on. behind: the tokens behind each move of the
    line, None for those of its annotations. joint_choices: the number of choices of both sides
    before the position, which count as moves. The position is the same afterwards.
    """
    side_lines = branches(line.moves, others)
    numbered = False  # True if White's move with its number stands right before
    tokens: list[str] = []
    for index, move in enumerate(line.moves):
        annotation = line.annotations.get(index + 1, NO_ANNOTATION)
        if annotation.before:
            tokens.append(braced(annotation.before))
            numbered = False
        turn = position.turn
        number = joint_choices + position.fullmove_number
        dots = "..." if turn is Color.BLACK else "."
        count = "" if turn is Color.BLACK and numbered else f"{number}{dots} "
        tokens.append(count + written(position, move, notation))
        more = [*(annotation_tokens(annotation) if behind is None else behind[index])]
        for head, *rest in side_lines.get(index, ()):
            first = head.with_annotations_of(rest)
            begin, *end = line_tokens(position, first, rest, notation, joint_choices=joint_choices)
            more += [f"({begin}", *end]
            more[-1] += ")"
        tokens += more
        numbered = turn is Color.WHITE and not more
        joint_choices += turn is None
        position.push(move, null=True)
    for _ in line.moves:
        position.pop()
    return tokens


def _ending(game: GameRecord) -> str:
    """Return the reason for the end of the game, in words."""
    reason = label(game.reason)
    return f"{reason}: {game.detail}" if game.detail else reason


def _annotations(ply: Ply, ended: str, given: Annotation) -> list[str]:
    """Return the glyphs and the comment of a move as tokens.

    ended: how the game ended with it, "" if it went on. given: the annotation of the notes.
    """
    sides = sorted(ply.thoughts, reverse=True)  # White first
    thoughts = [_thought(ply.thoughts[side], 1 if side is Color.WHITE else -1) for side in sides]
    if len(thoughts) > 1:
        thoughts = [f"{side} {text}" for side, text in zip(sides, thoughts, strict=True)]
    text = ", ".join(part for part in (*thoughts, ended, given.text) if part)
    return annotation_tokens(Annotation(given.glyphs, text))


def annotation_tokens(annotation: Annotation) -> list[str]:
    """Return the glyphs and the comment that stand behind a move as tokens."""
    return [*annotation.glyphs, *([braced(annotation.text)] if annotation.text else [])]


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


def tag_line(name: str, value: str) -> str:
    """Return a tag with its value, of which special characters are escaped or left out."""
    return f'[{name} "{_quoted(value)}"]\n'


def _quoted(value: str) -> str:
    return _one_line(value).replace("\\", "\\\\").replace('"', '\\"')


def braced(text: str) -> str:
    """Return a comment in braces, without any inside it."""
    return "{" + _one_line(text).replace("{", "(").replace("}", ")") + "}"


def _one_line(text: str) -> str:
    return " ".join(printable(text, " ").split())


def wrapped(tokens: Iterable[str]) -> Iterator[str]:
    """Yield lines of tokens. A comment is broken only if it does not fit into a line."""
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


@dataclass(frozen=True, slots=True)
class PgnGame:
    """Game of a PGN file, as far as it could be read: every move is legal, in the engine's text.

    variant: "" if the game is unknown or its FEN is invalid; then there are no moves. fen: None for
    the variant's own start. moves: up to the first that is not legal; a null move is "0000".
    annotations: those on the game's moves, by the number of moves up to there.
    result: "1-0", "0-1", "1/2-1/2" or "*". side_lines, side_annotations: the words of side lines
    from the first move on, and what is said of them; see `read_variations`. remarks: corrections
    of the tags. errors: what could not be read, in order.
    """

    tags: dict[str, str]
    variant: str
    fen: str | None
    moves: tuple[str, ...]
    result: str
    side_lines: tuple[Words, ...] = ()
    remarks: tuple[str, ...] = ()
    errors: tuple[PgnError, ...] = ()
    chess960: bool = False
    annotations: Mapping[int, Annotation] = field(default_factory=dict)
    side_annotations: Mapping[Word, Annotation] = field(default_factory=dict)

    @property
    def is_readable(self) -> bool:
        """True unless the variant, the FEN or the first move could not be read."""
        return bool(self.variant and (self.moves or not self.errors))

    @property
    def known_tags(self) -> dict[str, str]:
        """The tags that say something beyond the game itself.

        A result that no tag has is that behind the moves.
        """
        told = (("Result", self.result), *self.tags.items())
        return {name: each for name, each in told if name not in _DERIVED_TAGS and _is_known(each)}

    def start(self) -> Position:
        """Return the first position. Raises UnknownVariant and FenError."""
        return Position(self.variant, self.fen, chess960=self.chess960)


def title_of(tags: Mapping[str, str], result: str) -> str:
    """Return a game's players, result, event and date, as far as they are known."""
    players = f"{tags.get('White', UNKNOWN)} \u2013 {tags.get('Black', UNKNOWN)}"
    others = (tags.get(name, "") for name in ("Event", "Date"))
    return ", ".join([f"{players} {result}", *filter(_is_known, others)])


def _is_known(value: str) -> bool:
    """Return True for the value of a tag that says something."""
    return value not in ("", UNKNOWN, UNKNOWN_DATE, UNFINISHED)


def read_pgn(
    text_or_lines: str | Iterable[str], source_name: str, default: str = ORTHODOX
) -> Iterator[PgnGame]:
    """Yield the games of a text or an open file, each as far as it can be read.

    Variations are not checked. A game's errors name the source, line and column; reading goes on
    with the next game. source_name: for errors. default: the variant of games without a tag.
    """
    return (game_of(text, default) for text in read_texts(_lines(text_or_lines), source_name))


def _lines(text_or_lines: str | Iterable[str]) -> Iterable[str]:
    """Return the lines of a text, split at the line ends of any system."""
    return StringIO(text_or_lines, None) if isinstance(text_or_lines, str) else text_or_lines


def game_of(text: GameText, default: str = ORTHODOX) -> PgnGame:
    """Return a game that was cut out of a file, with its moves played."""
    tags = {name: word.text for name, word in text.tags.items()}
    tagged = tags.get("Result", "")
    result = text.result or (tagged if tagged in RESULTS else UNFINISHED)
    read = partial(
        PgnGame,
        tags,
        result=result,
        side_lines=tuple(text.side_lines),
        annotations=text.annotations,
        side_annotations=text.side_annotations,
    )
    try:
        position = _start(text, default)
    except PgnError as error:
        return read("", tags.get("FEN"), (), errors=(error, *text.errors))
    remarks = tuple(position.remarks)
    moves, illegal = _play(Game(position), in_order(text.moves), text)
    errors = sorted([*text.errors, *illegal], key=lambda each: (each.line, each.column))
    if tags.get("SetUp") == "1" and "FEN" not in tags:
        remarks = ("SetUp is 1 without a FEN, read from the start position", *remarks)
    return read(
        position.variant.name,
        tags.get("FEN"),
        moves,
        remarks=remarks,
        errors=tuple(errors),
        chess960=position.variant.chess960,
    )


class SideLines(NamedTuple):
    """Side lines of a game, each from where it leaves the game, and their errors.

    annotations: those of the game, with those that side lines have on its moves.
    """

    lines: list[Variation]
    errors: list[PgnError]
    annotations: Mapping[int, Annotation]


def read_variations(game: PgnGame, source: str) -> SideLines:
    """Return the side lines of a game. A line ends before its first illegal move."""
    lines: list[tuple[Line, list[Word]]] = []
    errors: dict[tuple[int, int], PgnError] = {}
    known = {(error.line, error.column) for error in game.errors}
    for last in game.side_lines:
        words = in_order(last)
        moves, illegal = _play(game.start().game, words, GameText(source, 1))
        errors |= {(error.line, error.column): error for error in illegal}
        lines.append((moves, words))
    tree = _AnnotatedTree(lines, game.side_annotations)
    whole = (Variation(0, moves, tree.on(moves)) for moves, _ in lines)
    found = [variation for line in whole if (variation := line.diverging_from(game.moves))]
    new_errors = [error for place, error in errors.items() if place not in known]
    return SideLines(found, new_errors, _with_those_of_side_lines(game, tree.on(game.moves)))


class _AnnotatedTree:
    """The annotations of side lines, joined where lines have their first moves in common."""

    def __init__(
        self,
        lines: Iterable[tuple[Line, Sequence[Word]]],
        annotations: Mapping[Word, Annotation],
    ) -> None:
        self._nodes: dict[tuple[int, str], int] = {}  # by the node before and the move
        found: dict[int, dict[Word, Annotation]] = {}
        for moves, words in lines:
            for node, word in zip(self._path(moves), words, strict=False):
                if word in annotations:
                    found.setdefault(node, {})[word] = annotations[word]
        self._annotations = {node: joined(those.values()) for node, those in found.items()}

    def on(self, moves: Line) -> dict[int, Annotation]:
        """Return the annotations on the moves of a line, by the number of moves up to there."""
        path = enumerate(self._path(moves), 1)
        return {ply: self._annotations[node] for ply, node in path if node in self._annotations}

    def _path(self, moves: Line) -> Iterator[int]:
        """Yield the node of the tree behind each move."""
        node = 0
        for move in moves:
            node = self._nodes.setdefault((node, move), len(self._nodes) + 1)
            yield node


def _with_those_of_side_lines(
    game: PgnGame, found: Mapping[int, Annotation]
) -> dict[int, Annotation]:
    """Return the annotations of a game, with those that its side lines have on its moves.

    A comment before a move is added behind the move before it.
    """
    merged = dict(game.annotations)

    def add(ply: int, annotation: Annotation) -> None:
        merged[ply] = joined([merged.get(ply, NO_ANNOTATION), annotation])

    for ply, each in found.items():
        if each.before:
            add(ply - 1, Annotation(text=each.before))
        add(ply, replace(each, before=""))
    return merged


def _start(text: GameText, default: str) -> core.Position:
    """Return the first position of a game. Raises PgnError."""
    first = Word(text.line, 1, "")
    try:
        variant, chess960 = amalthea.variants.find(text.value("Variant") or default)
    except UnknownVariant as error:
        raise text.error(text.tags.get("Variant", first), str(error)) from error
    fen = text.value("FEN")
    if fen is None:
        if amalthea.variants.get(variant).random_start:
            message = f"every game of {variant} has its own board, expected a FEN tag"
            raise text.error(text.tags.get("Variant", first), message)
        return new_position(variant, None, chess960)
    try:
        if chess960:
            return new_position(variant, fen, chess960)
        return new_position(recognise_chess960(amalthea.variants.get(variant), fen), fen)
    except FenError as error:
        raise text.error(text.tags["FEN"], str(error)) from error


def _play(
    game: Game, words: Iterable[Word], text: GameText
) -> tuple[tuple[str, ...], list[PgnError]]:
    """Play words up to the first that is not a legal move; return the moves, and its error."""
    moves: list[str] = []
    for word in words:
        try:
            moves.append(play_move(game, word.text))
        except AmbiguousMove as error:
            return tuple(moves), [text.error(word, f"move {len(moves) + 1}, {error}")]
        except IllegalMove as error:
            where = f"is not a legal move in {game.position.fen()!r}"
            why = f": {error.reason}" if error.reason else ""
            message = f"move {len(moves) + 1}, {clip(word.text)}, {where}{why}"
            return tuple(moves), [text.error(word, message)]
    return tuple(moves), []
