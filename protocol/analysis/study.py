"""Analysis of a whole game: the score of every position, the mark of every move, the accuracy.

If both sides choose in secret, each choice is judged against the other side's optimal mixed
strategy; choices do not count for accuracy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median_low
from typing import TYPE_CHECKING, Protocol

from amalthea.engine.core.game import choices_in
from amalthea.engine.core.variant import SQUARE
from amalthea.protocol.statistics import scoring
from amalthea.protocol.statistics.scoring import ONLY_MOVE, PositionScore

if TYPE_CHECKING:
    from amalthea.engine.core.color import Color
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.search.limits import Limits
    from amalthea.engine.search.reports import Info
    from amalthea.protocol.analysis.analyst import SearchResult
    from amalthea.protocol.analysis.moments import Moment
    from amalthea.protocol.records.annotation import Annotation
    from amalthea.protocol.records.variations import Variation

MIN_DEPTH = 6  # for accuracy; below it the analyst's own errors dominate
MAX_LINES = 500

_SQUARES = re.compile(rf"({SQUARE})({SQUARE})")  # at the start of a move's text


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """Game of a file, with all moves legal; it has one moment more than moves.

    source: the name of the file, for people. number: that of the game in it, from 1. white, black:
    the players' names. tags: those of a PGN file. annotations: those on its moves, by the number
    of moves up to there. side_lines: its variations.
    """

    source: str
    number: int
    variant: Variant
    white: str
    black: str
    result: str
    moments: tuple[Moment, ...]
    moves: tuple[str, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    annotations: Mapping[int, Annotation] = field(default_factory=dict)
    side_lines: tuple[Variation, ...] = ()

    @property
    def where(self) -> str:
        """The file and the number of the game in it."""
        return f"{self.source}, game {self.number}"

    @property
    def title(self) -> str:
        """Both players' names."""
        return f"{self.white} - {self.black}"


@dataclass(frozen=True, slots=True)
class Remark:
    """Verdict on a move or on a side's choice; None and "" for unknown values.

    ply: from 1, the same for the choices of both sides. loss: of the mover's chances, 0 to 1.
    better: a better line.
    """

    ply: int
    side: Color
    move: str
    loss: float | None = None
    mark: str = ""
    better: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Study:
    """Result of analysing a game.

    results, scores: by moment, {} and None if not analysed; results by the side that chooses.
    accuracy: percent by side, and centipawn_loss: average by side; {} if the depth is too low.
    depth: the median. complete: False after an interrupt.
    """

    game: CheckedGame
    results: tuple[Mapping[Color, SearchResult], ...]
    scores: tuple[PositionScore | None, ...]
    remarks: tuple[Remark, ...]
    accuracy: Mapping[Color, float]
    centipawn_loss: Mapping[Color, float]
    depth: int
    complete: bool

    @property
    def is_shallow(self) -> bool:
        """True if the depth is too low for reliable marks."""
        return 0 < self.depth < MIN_DEPTH

    def marks(self, side: Color) -> dict[str, int]:
        """Return the number of a side's moves with each mark."""
        own = [remark.mark for remark in self.remarks if remark.side == side]
        return {mark: own.count(mark) for mark in scoring.MARKS}

    def mark_at(self, ply: int) -> str:
        """Return the mark of a ply, the worse one if two sides chose."""
        given = {remark.mark for remark in self.remarks if remark.ply == ply}
        return next((mark for mark in reversed(scoring.MARKS) if mark in given), "")

    def depth_at(self, at: int) -> int | None:
        """Return the depth of a moment's search, None if it was not searched."""
        depths = [each.lines[0].depth for each in self.results[at].values() if each.lines]
        return min(depths, default=None)


class Searcher(Protocol):
    """Interface of an analyst that analyses games."""

    @property
    def interrupted(self) -> bool:
        """True once the user has pressed Ctrl-C."""

    def search(self, moment: Moment, limits: Limits, lines: int = 1) -> SearchResult:
        """Search a moment and return the result."""


def study(
    game: CheckedGame,
    analyst: Searcher,
    limits: Limits,
    lines: int = 2,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Study:
    """Analyse every moment of a game within the limits, from the last to the first.

    The order is backwards because table entries of later positions help earlier searches.
    lines: two or more, or no move gets a "!". progress: called with (done, total) moments.
    """
    end = len(game.moments) - 1
    to_search = [at for at, moment in enumerate(game.moments) if at < end or not moment.is_over]
    results: list[Mapping[Color, SearchResult]] = [{} for _ in game.moments]
    for done, at in enumerate(reversed(to_search)):
        progress(done, len(to_search))
        found = _results(game, at, analyst, limits, lines)
        if analyst.interrupted:  # the last search is incomplete
            break
        results[at] = found
    progress(len(to_search), len(to_search))
    scores = _scores(game, results)
    remarks = tuple(
        remark
        for at in range(len(game.moves))
        for remark in _remarks(game, results[at], scores, at)
    )
    depth = _median_depth(game, results)
    known, movers = _scores_after_placement(game, scores)
    deep = depth >= MIN_DEPTH
    return Study(
        game,
        tuple(results),
        tuple(scores),
        remarks,
        scoring.game_accuracy(known, movers) if deep else {},
        scoring.centipawn_loss(known, movers) if deep else {},
        depth,
        not analyst.interrupted,
    )


def _results(
    game: CheckedGame, at: int, analyst: Searcher, limits: Limits, lines: int
) -> dict[Color, SearchResult]:
    """Return the results for a moment by side.

    If both sides choose, each result has a line for every choice, also for the one made.
    """
    moment = game.moments[at]
    if not moment.both_choose:
        return {moment.choosers[0]: analyst.search(moment, limits, lines)}
    chosen = dict(choices_in(game.moves[at], moment.choosers)) if at < len(game.moves) else {}
    return {
        side: analyst.search(
            moment,
            replace(limits, side=side, weigh=tuple(chosen.get(side, "").split())),
            MAX_LINES,
        )
        for side in moment.choosers
    }


def _scores(
    game: CheckedGame, results: Sequence[Mapping[Color, SearchResult]]
) -> list[PositionScore | None]:
    """Return the score of every moment, None if it is unknown.

    The move played counts with the score after it, which is more reliable than that of its line. So
    the engine's own choice is never marked unless another move was better. If the score falls after
    it, the position was overrated, and an earlier move is to blame.
    """
    found: list[PositionScore | None] = [None] * len(game.moments)
    for at in reversed(range(len(game.moments))):
        moment = game.moments[at]
        seen = {side: each.lines for side, each in results[at].items() if each.lines}
        if moment.both_choose and seen:
            first = {side: lines[0] for side, lines in seen.items()}
            found[at] = scoring.score_of_choices(first)
        elif seen:
            found[at] = _best_line(game, at, seen[moment.choosers[0]], found)[0]
        elif moment.is_over:
            found[at] = scoring.final_score(moment.status)
    return found


def _best_line(
    game: CheckedGame, at: int, lines: Sequence[Info], scores: Sequence[PositionScore | None]
) -> tuple[PositionScore, tuple[str, ...]]:
    """Return the best score of a moment for the side to move, and its line."""
    side = game.moments[at].choosers[0]
    move = game.moves[at] if at < len(game.moves) else None
    after = scores[at + 1] if move else None
    known = [
        (scoring.line_score(line, side), line.pv)
        for line in lines
        if after is None or line.pv[0] != move
    ]
    if move and after:
        known.append((scoring.before_move(after, side), (move,)))
    return max(known, key=lambda each: each[0].chances_of(side))


def _median_depth(game: CheckedGame, results: Sequence[Mapping[Color, SearchResult]]) -> int:
    """Return the median depth of searches without a mate, which would end early; 0 for none."""
    lines = [
        result.lines[0]
        for moment, found in zip(game.moments, results, strict=True)
        for result in found.values()
        if result.lines and not moment.both_choose
    ]
    return median_low([line.depth for line in lines if not line.score.mate] or [0])


def _scores_after_placement(
    game: CheckedGame, scores: Sequence[PositionScore | None]
) -> tuple[list[PositionScore], list[Color]]:
    """Return the known scores after the placement, which are the last ones, and their movers."""
    known: list[PositionScore] = []
    movers: list[Color] = []
    for moment, score in zip(reversed(game.moments), reversed(scores), strict=True):
        if score is None or moment.both_choose:
            break
        known.append(score)
        movers.append(moment.choosers[0])
    return known[::-1], movers[:0:-1]


def _remarks(
    game: CheckedGame,
    results: Mapping[Color, SearchResult],
    scores: Sequence[PositionScore | None],
    at: int,
) -> Iterator[Remark]:
    """Yield the remarks on the move, or on both choices, from a moment to the next one."""
    moment = game.moments[at]
    for side, move in choices_in(game.moves[at], moment.choosers):
        result = results.get(side)
        if result is None or not result.lines:
            yield Remark(at + 1, side, move)
        elif moment.both_choose:
            yield _choice_remark(at + 1, side, move, result.lines)
        elif scores[at + 1] is None:
            yield Remark(at + 1, side, move)
        else:
            yield _move_remark(game, at, result, scores)


def _choice_remark(ply: int, side: Color, choice: str, lines: Sequence[Info]) -> Remark:
    """Return the remark on a choice; the first line's score is that of the mixed strategy."""
    own = next((line for line in lines if line.pv[0] == choice), None)
    if own is None:
        return Remark(ply, side, choice)
    mixed, chosen = (scoring.line_score(line, side).chances_of(side) for line in (lines[0], own))
    loss = max(0.0, mixed - chosen)
    mark = scoring.mark_of(loss)
    return Remark(ply, side, choice, loss, mark, lines[0].pv[:1] if mark else ())


def _move_remark(
    game: CheckedGame, at: int, result: SearchResult, scores: Sequence[PositionScore | None]
) -> Remark:
    """Return the remark on a move, compared with the best known line."""
    side, move = game.moments[at].choosers[0], game.moves[at]
    after = scores[at + 1]
    assert after
    best, pv = _best_line(game, at, result.lines, scores)
    loss = best.chances_of(side) - scoring.before_move(after, side).chances_of(side)
    mark = scoring.mark_of(loss)
    if mark:
        return Remark(at + 1, side, move, loss, mark, pv)
    recapture = at > 0 and _is_recapture(game.moves[at - 1], move)
    only = move == result.best and not recapture and _is_only_move(result, side, after)
    return Remark(at + 1, side, move, loss, ONLY_MOVE if only else "")


def _is_recapture(last: str, move: str) -> bool:
    """Return True if a move goes to the destination of the enemy's last move."""
    before, after = squares(last), squares(move)
    return bool(before and after and before[1] == after[1])


def _is_only_move(result: SearchResult, side: Color, after: PositionScore) -> bool:
    """Return True if the second line is much worse than the position after the move."""
    if len(result.lines) < 2:
        return False
    second = scoring.line_score(result.lines[1], side)
    return scoring.is_only_move(after.chances_of(side), second.chances_of(side))


def squares(move: str) -> tuple[str, str] | None:
    """Return ("e2", "e4") for a move from one square to another, None for any other text."""
    match = _SQUARES.match(move)
    return (match[1], match[2]) if match else None
