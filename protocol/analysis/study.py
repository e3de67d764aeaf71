"""A whole game looked at: every position's standing, every move's mark, both sides' accuracy.

Where both sides choose in secret each one's choice is judged by itself, against what the other side
should mix; it does not count for accuracy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median_low
from typing import TYPE_CHECKING, Protocol

from amalthea.engine.core.game import choices_in
from amalthea.protocol.analysis import judgement
from amalthea.protocol.analysis.judgement import ONLY_MOVE, Standing

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.search.limits import Limits
    from amalthea.engine.search.reports import Info
    from amalthea.protocol.analysis.analyst import Opinion
    from amalthea.protocol.analysis.moments import Moment

LEAST_DEPTH = 6  # from which accuracy is told: below it is that of the analyst
MOST_LINES = 500

_SQUARES = re.compile(r"([a-t][0-9]+)([a-t][0-9]+)")  # at the beginning of a move's text


@dataclass(frozen=True, slots=True)
class Played:
    """A game as its file tells it, checked: moments are one more than moves.

    where: file and number of the game, for a person. white, black: the players' names.
    tags: those of a PGN file.
    """

    where: str
    variant: Variant
    white: str
    black: str
    result: str
    moments: tuple[Moment, ...]
    moves: tuple[str, ...]
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return f"{self.white} - {self.black}"


@dataclass(frozen=True, slots=True)
class Remark:
    """What there is to say of a side's move, or of its choice; None and "" where nothing is known.

    ply: from 1, the same for the choices of both sides. loss: of the mover's chances, 0 to 1.
    better: the line of play to prefer.
    """

    ply: int
    side: str
    move: str
    loss: float | None = None
    mark: str = ""
    better: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Study:
    """opinions, standings: by moment, {} and None where not looked at; opinions by who chooses.

    accuracy: percent, and centipawn_loss: the average, by side; {} where the scores are noise.
    depth: to which half of the positions were searched. complete: False after an interrupt.
    """

    game: Played
    opinions: tuple[Mapping[str, Opinion], ...]
    standings: tuple[Standing | None, ...]
    remarks: tuple[Remark, ...]
    accuracy: Mapping[str, float]
    centipawn_loss: Mapping[str, float]
    depth: int
    complete: bool

    @property
    def is_shallow(self) -> bool:
        """Whether marks are guesses."""
        return 0 < self.depth < LEAST_DEPTH

    def marks(self, side: str) -> dict[str, int]:
        """How many moves of a side got each mark."""
        own = [remark.mark for remark in self.remarks if remark.side == side]
        return {mark: own.count(mark) for mark in judgement.MARKS}

    def mark_at(self, ply: int) -> str:
        """The mark of a ply, the worse one where two sides chose."""
        given = {remark.mark for remark in self.remarks if remark.ply == ply}
        return next((mark for mark in reversed(judgement.MARKS) if mark in given), "")

    def depth_at(self, at: int) -> int | None:
        """How deep a moment was looked at, None if not at all."""
        depths = [each.lines[0].depth for each in self.opinions[at].values() if each.lines]
        return min(depths, default=None)


class Adviser(Protocol):
    """What a study needs of an analyst."""

    @property
    def interrupted(self) -> bool: ...

    def opinion(self, moment: Moment, limits: Limits, lines: int = 1) -> Opinion: ...


def study(
    game: Played,
    analyst: Adviser,
    limits: Limits,
    lines: int = 2,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Study:
    """Looks at every moment within the limits, from the last to the first.

    Backwards, because what is known of later positions in the table helps the earlier ones.
    lines: two or more, or no move is seen to be the only one. progress: (done, total) moments.
    """
    end = len(game.moments) - 1
    asked = [at for at, moment in enumerate(game.moments) if not (at == end and moment.over)]
    opinions: list[Mapping[str, Opinion]] = [{} for _ in game.moments]
    for done, at in enumerate(reversed(asked)):
        progress(done, len(asked))
        found = _opinions(game, at, analyst, limits, lines)
        if analyst.interrupted:  # these were broken off
            break
        opinions[at] = found
    progress(len(asked), len(asked))
    standings = _standings(game, opinions)
    remarks = tuple(
        remark
        for at in range(len(game.moves))
        for remark in _remarks(game, opinions[at], standings, at)
    )
    depth = _usual_depth(game, opinions)
    known, movers = _judged(game, standings)
    deep = depth >= LEAST_DEPTH
    return Study(
        game,
        tuple(opinions),
        tuple(standings),
        remarks,
        judgement.game_accuracy(known, movers) if deep else {},
        judgement.centipawn_loss(known, movers) if deep else {},
        depth,
        not analyst.interrupted,
    )


def _opinions(
    game: Played, at: int, analyst: Adviser, limits: Limits, lines: int
) -> dict[str, Opinion]:
    """Of a moment, by who moves; where both choose, each with the worth of what it chose."""
    moment = game.moments[at]
    if not moment.both_choose:
        return {moment.turn: analyst.opinion(moment, limits, lines)}
    chosen = dict(choices_in(game.moves[at], moment.choosers)) if at < len(game.moves) else {}
    return {
        side: analyst.opinion(
            moment,
            replace(limits, side=side, weigh=tuple(chosen.get(side, "").split())),
            MOST_LINES,
        )
        for side in moment.choosers
    }


def _standings(game: Played, opinions: Sequence[Mapping[str, Opinion]]) -> list[Standing | None]:
    """Of every moment. A move that was played is worth what came of it.

    So the engine's own choice loses nothing if nothing else was better, however its score falls
    afterwards: then it was overrated, and who had moved before is to be blamed.
    """
    found: list[Standing | None] = [None] * len(game.moments)
    for at in reversed(range(len(game.moments))):
        moment = game.moments[at]
        seen = {side: each.lines for side, each in opinions[at].items() if each.lines}
        if moment.both_choose and seen:
            first = {side: lines[0] for side, lines in seen.items()}
            found[at] = judgement.standing_of_choices(first)
        elif seen:
            found[at] = _best(game, at, seen[moment.turn], found)[0]
        elif moment.over:
            found[at] = judgement.final_standing(moment.status)
    return found


def _best(
    game: Played, at: int, lines: Sequence[Info], standings: Sequence[Standing | None]
) -> tuple[Standing, tuple[str, ...]]:
    """What a moment is worth to its mover, and the line of play to choose."""
    side = game.moments[at].turn
    move = game.moves[at] if at < len(game.moves) else None
    after = standings[at + 1] if move else None
    known = [
        (judgement.standing(line, side), line.pv)
        for line in lines
        if after is None or line.pv[0] != move
    ]
    if move and after:
        known.append((judgement.before_move(after, side), (move,)))
    return max(known, key=lambda each: each[0].chances_of(side))


def _usual_depth(game: Played, opinions: Sequence[Mapping[str, Opinion]]) -> int:
    """Of the searches in play that found no mate, which ends them early; 0 if there are none."""
    lines = [
        opinion.lines[0]
        for moment, found in zip(game.moments, opinions, strict=True)
        for opinion in found.values()
        if opinion.lines and not moment.both_choose
    ]
    return median_low([line.depth for line in lines if not line.score.mate] or [0])


def _judged(game: Played, standings: Sequence[Standing | None]) -> tuple[list[Standing], list[str]]:
    """The standings in play that are known, which are the last ones, and the movers between."""
    known: list[Standing] = []
    movers: list[str] = []
    for moment, standing in zip(reversed(game.moments), reversed(standings), strict=True):
        if standing is None or moment.both_choose:
            break
        known.append(standing)
        movers.append(moment.turn)
    return known[::-1], movers[:0:-1]


def _remarks(
    game: Played,
    opinions: Mapping[str, Opinion],
    standings: Sequence[Standing | None],
    at: int,
) -> Iterator[Remark]:
    """Of the move, or the choices, from a moment to the next one."""
    moment = game.moments[at]
    for side, move in choices_in(game.moves[at], moment.choosers):
        opinion = opinions.get(side)
        if opinion is None or not opinion.lines:
            yield Remark(at + 1, side, move)
        elif moment.both_choose:
            yield _choice_remark(at + 1, side, move, opinion.lines)
        elif standings[at + 1] is None:
            yield Remark(at + 1, side, move)
        else:
            yield _move_remark(game, at, opinion, standings)


def _choice_remark(ply: int, side: str, choice: str, lines: Sequence[Info]) -> Remark:
    """The first line's score is that of choosing as the engine would."""
    own = next((line for line in lines if line.pv[0] == choice), None)
    if own is None:
        return Remark(ply, side, choice)
    mixed, chosen = (judgement.standing(line, side).chances_of(side) for line in (lines[0], own))
    loss = max(0.0, mixed - chosen)
    mark = judgement.mark_of(loss)
    return Remark(ply, side, choice, loss, mark, lines[0].pv[:1] if mark else ())


def _move_remark(
    game: Played, at: int, opinion: Opinion, standings: Sequence[Standing | None]
) -> Remark:
    """What was lost against the best of what is known."""
    side, move = game.moments[at].turn, game.moves[at]
    after = standings[at + 1]
    assert after
    best, pv = _best(game, at, opinion.lines, standings)
    loss = best.chances_of(side) - judgement.before_move(after, side).chances_of(side)
    mark = judgement.mark_of(loss)
    if mark:
        return Remark(at + 1, side, move, loss, mark, pv)
    back = at > 0 and _takes_back(game.moves[at - 1], move)
    only = move == opinion.best and not back and _is_only_move(opinion, side, after)
    return Remark(at + 1, side, move, loss, ONLY_MOVE if only else "")


def _takes_back(last: str, move: str) -> bool:
    """Whether a move goes where the enemy's last one went: nobody is praised for that."""
    there, back = squares(last), squares(move)
    return bool(there and back and there[1] == back[1])


def _is_only_move(opinion: Opinion, side: str, after: Standing) -> bool:
    """Whether the second line is much worse than what came of the first."""
    if len(opinion.lines) < 2:
        return False
    second = judgement.standing(opinion.lines[1], side)
    return judgement.is_only_move(after.chances_of(side), second.chances_of(side))


def squares(move: str) -> tuple[str, str] | None:
    """("e2", "e4") of a move from a square to another; None for any other text."""
    match = _SQUARES.match(move)
    return (match[1], match[2]) if match else None
