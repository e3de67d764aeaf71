"""Openings of matches: from the engine's own sets, from a file, or by random moves.

The opening of a round follows from the seed and the number of the round, so that a match that is
resumed is the same match.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import inf
from typing import TYPE_CHECKING

from amalthea.engine.core import epd
from amalthea.engine.core.board import NULL_MOVE
from amalthea.engine.core.game import Game, joint_move
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import FenError
from amalthea.engine.evaluators import chances
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_game, new_position
from amalthea.engine.openings import Line
from amalthea.protocol.match import MatchBroken, MatchError
from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.records.variant_names import written_variant
from amalthea.protocol.text_file import TextFileError, read_lines

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position

BALANCE_CP = 100  # default limit for random openings
BALANCE_NODES = 10_000  # of the search that scores an opening: some milliseconds
MAX_DRAWS = 500  # attempts to find a balanced opening for a round
RANDOM_PLIES = 4  # for games with neither an opening set nor a placement phase

_BEGINS_GAME = re.compile(r"\s*(\[|[0-9]+\s*\.)")  # a line of PGN
_TABLE_MIB = 4
_MAX_DEPTH = 20


@dataclass(frozen=True, slots=True)
class Opening:
    """A position and moves that are played from it before the players move.

    chess960: castling as in Chess960.
    """

    fen: str
    moves: tuple[str, ...] = ()
    chess960: bool = False

    def to_game(self, variant: Variant) -> Game:
        """Return the game after the opening. Raises FenError and IllegalMove."""
        return new_game(variant, self.fen, self.moves, self.chess960)


class Openings:
    """The openings of a match by round, from 1.

    Args:
        draw: returns an opening for a round and the number of an attempt, from 0.
        balance_cp: greatest advantage of an opening, 0 for any.
        known: number of rounds, from the first on, whose openings are known to be balanced.
        strict: False plays the opening nearest to balance if none drawn is within `balance_cp`.
    """

    def __init__(
        self,
        variant: Variant,
        draw: Callable[[int, int], Opening],
        balance_cp: int,
        known: int = 0,
        strict: bool = True,
    ) -> None:
        self._variant = variant
        self._draw = draw
        self._balance_cp = balance_cp
        self._known = known
        self._strict = strict

    def opening(self, number: int) -> Opening:
        """Return the first balanced opening drawn for that round. Raises MatchBroken."""
        nearest, least_cp = None, inf
        for attempt in range(MAX_DRAWS):
            drawn = self._draw(number, attempt)
            if number <= self._known:
                return drawn
            lead_cp = self._lead(drawn)
            if lead_cp <= self._balance_cp:
                return drawn
            if lead_cp < least_cp:
                nearest, least_cp = drawn, lead_cp
        if nearest is not None and not self._strict:
            return nearest
        raise MatchBroken(
            f"no opening of {MAX_DRAWS} for round {number} is within {self._balance_cp}"
            " centipawns of balance: raise --balance, or 0 for no check"
        )

    def _lead(self, drawn: Opening) -> float:
        """Return the advantage after an opening, 0 if any will do, infinity if the game is over."""
        position = drawn.to_game(self._variant).position
        if position.status().state != "ongoing":
            return inf
        if not self._balance_cp or len(position.choosers()) > 1:
            return 0
        return abs(advantage(position))


def from_set(
    variant: Variant, lines: Sequence[Line], seed: int, balance_cp: int | None = None
) -> Openings:
    """Return the lines of an opening set in random order.

    When all have been played they are repeated, each time with one more random move at the end, so
    that deterministic engines do not repeat games.

    Args:
        balance_cp: None uses all lines.

    Raises MatchError if there are no lines, or none is balanced.
    """
    if not lines:
        raise MatchError(f"{variant.name} has no openings of its own")
    strict = balance_cp is not None
    fair = [line for line in lines if not balance_cp or abs(line.score) <= balance_cp]
    if balance_cp is None:  # the random moves of repetitions may double the advantage
        balance_cp = 2 * max(BALANCE_CP, *(abs(line.score) for line in lines))
    if not fair:
        raise MatchError(f"--balance {balance_cp}: no opening of {variant.name} is that balanced")
    random.Random(seed).shuffle(fair)

    def draw(number: int, attempt: int) -> Opening:
        times, place = divmod(number - 1, len(fair))
        line = fair[place]
        if not times:
            return Opening(line.fen, line.moves)
        rng = random.Random(f"{seed} {number} {attempt}")
        reached = new_game(variant, line.fen, line.moves).position
        return Opening(line.fen, (*line.moves, *_random_moves(reached, times, rng)))

    return Openings(variant, draw, balance_cp, known=len(fair), strict=strict)


def from_file(
    variant: Variant,
    path: str,
    in_order: bool,
    seed: int,
    balance_cp: int,
    vary: bool = False,
    chess960: bool = False,
) -> Openings:
    """Return the balanced openings of a file, repeated when all have been played.

    Args:
        vary: add one more random move in each repetition, one that hardly changes the score.

    Raises MatchError naming the line that contains no position to play from.
    """
    read = read_openings(variant, path, chess960)
    if not in_order:
        random.Random(seed).shuffle(read)
    unseen = iter(read)
    fair: list[Opening] = []

    def draw(number: int, attempt: int) -> Opening:
        while len(fair) < number and (opening := next(unseen, None)):
            reached = opening.to_game(variant).position
            if not balance_cp or abs(advantage(reached)) <= balance_cp:
                fair.append(opening)
        if not fair:
            raise MatchBroken(f"--openings {path}: no position is within --balance {balance_cp}")
        times, place = divmod(number - 1, len(fair))
        return _varied(variant, fair[place], times if vary else 0, f"{seed} {number}")

    return Openings(variant, draw, 0)


def at_random(
    variant: Variant, plies: int, seed: int, balance_cp: int | None, chess960: bool = False
) -> Openings:
    """Return random legal moves from the start position, different ones for each round.

    Random blocks, and arrays of Chess960, are drawn for each round. Simultaneous choices of both
    sides are drawn, too, but do not count as plies; with 0 plies the players make them.

    Args:
        balance_cp: None takes openings within `BALANCE_CP`, or the nearest one if there are none:
            unlike armies may be far apart from the first move on.
    """
    strict = balance_cp is not None
    limit_cp = BALANCE_CP if balance_cp is None else balance_cp

    def draw(number: int, attempt: int) -> Opening:
        rng = random.Random(f"{seed} {number} {attempt}")
        array = rng.getrandbits(32)  # the number of a random start position
        shuffled = kind_of(variant).shuffled
        fen = shuffled(variant, array) if chess960 else variant.start_fen(array)
        first = new_position(variant, fen, chess960)
        return Opening(fen, tuple(_random_moves(first, plies, rng)), chess960)

    return Openings(variant, draw, limit_cp if plies else 0, strict=strict)


def of_game(game: GameRecord) -> Opening:
    """Return the opening with which a game was played."""
    return Opening(game.fen, tuple(ply.move for ply in game.opening), game.chess960)


def read_openings(variant: Variant, path: str, chess960: bool = False) -> list[Opening]:
    """Return all openings of a file, see `read_file`. Raises MatchError."""
    return [opening for _, opening, _ in read_file(variant, path, chess960)]


def read_file(
    variant: Variant, path: str, chess960: bool = False
) -> Iterator[tuple[str, Opening, Sequence[str]]]:
    """Yield (place, opening, corrections) for the openings of a file.

    The place is its line or game, for messages. The file has lines of FEN or EPD, with empty lines
    and # comments, or games in PGN, whose moves are all played. Raises MatchError naming file, line
    and error.
    """
    named = f"--openings {path}"
    found = False
    try:
        first, lines = _first_line(read_lines(path))
        read = _read_games if _BEGINS_GAME.match(first) else _read_lines
        for where, opening, remarks in read(variant, lines, named, chess960):
            found = True
            _check(variant, opening, where)
            yield where, opening, remarks
    except TextFileError as error:
        raise MatchError(f"{named}: {error}") from error
    if not found:
        raise MatchError(f"{named}: expected at least one position")


def _first_line(lines: Iterator[str]) -> tuple[str, Iterator[str]]:
    """Return the first line that is neither empty nor a comment, and all lines."""
    read = []
    for line in lines:
        read.append(line)
        if line.strip() and line[0] not in "#%;":
            return line, chain(read, lines)
    return "", iter(read)


def _read_lines(
    variant: Variant, lines: Iterable[str], named: str, chess960: bool
) -> Iterator[tuple[str, Opening, Sequence[str]]]:
    """Yield the openings of lines of FEN or EPD. Raises MatchError."""
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        where = f"{named}: line {number}"
        try:
            position = new_position(variant, epd.split_line(text)[0], chess960)
        except FenError as error:
            raise MatchError(f"{where}: {error}") from error
        yield where, Opening(position.fen(), (), chess960), position.remarks


def _read_games(
    variant: Variant, lines: Iterable[str], named: str, chess960: bool
) -> Iterator[tuple[str, Opening, Sequence[str]]]:
    """Yield the openings of games in PGN. Raises MatchError."""
    from amalthea.protocol.records.pgn import read_pgn

    expected = written_variant(variant.name, chess960)
    default = expected if chess960 else variant.name
    for number, game in enumerate(read_pgn(lines, named, default), 1):
        where = f"{named}: game {number}"
        if game.errors:
            raise MatchError(str(game.errors[0]))
        if (game.variant, game.chess960) != (variant.name, chess960):
            played = written_variant(game.variant, game.chess960)
            raise MatchError(f"{where}: the game is {played}, expected {expected}")
        if NULL_MOVE in game.moves:
            raise MatchError(f"{where}: a null move is impossible in an opening")
        yield where, Opening(game.start().fen(), game.moves, chess960), game.remarks


def advantage(position: Position) -> int:
    """Return the score for the side to move in shown centipawns, by a reproducible search."""
    from amalthea.engine.search.solo import SoloSearcher

    line = SoloSearcher(_TABLE_MIB).search(Game(position), BALANCE_NODES, _MAX_DEPTH)
    return chances(position.variant).normalised(line.score)


def _varied(variant: Variant, opening: Opening, plies: int, seed: str) -> Opening:
    """Return an opening with random moves after it that leave the score about the same.

    After MAX_DRAWS attempts without such moves, the last ones drawn are taken.
    """
    if not plies:
        return opening
    before = _white_advantage(opening.to_game(variant).position)
    varied = opening
    for attempt in range(MAX_DRAWS):
        rng = random.Random(f"{seed} {attempt}")
        more = _random_moves(opening.to_game(variant).position, plies, rng)
        varied = replace(opening, moves=(*opening.moves, *more))
        reached = varied.to_game(variant).position
        goes_on = reached.status().state == "ongoing"
        if goes_on and abs(_white_advantage(reached) - before) <= BALANCE_CP:
            break
    return varied


def _white_advantage(position: Position) -> int:
    """Return White's advantage, 0 while both sides choose."""
    if len(position.choosers()) > 1:
        return 0
    return advantage(position) if position.choosers() == "w" else -advantage(position)


def _random_moves(position: Position, plies: int, rng: random.Random) -> list[str]:
    """Return legal moves until `plies` of them were choices of one side, or the game is over."""
    moves: list[str] = []
    left = plies
    while left > 0 and position.status().state == "ongoing":
        choosers = position.choosers()
        moves.append(joint_move(rng.choice(position.choices(side)) for side in choosers))
        left -= len(choosers) == 1
        position = position.play(moves[-1])
    return moves


def _check(variant: Variant, opening: Opening, where: str) -> None:
    """Raise MatchError if the game is over after an opening."""
    position = opening.to_game(variant).position
    if position.status().state != "ongoing":
        fen = position.fen()
        raise MatchError(f"{where}: the game is over in {fen!r}: {position.status()}")
