"""A whole game looked at: every position's standing, every move's mark, both sides' accuracy.

While both sides choose in secret there is no best move to miss: those choices are not judged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from protocol.analyse import judgement
from protocol.analyse.judgement import ONLY_MOVE, Standing

if TYPE_CHECKING:
    from engine.board.variant import Variant
    from engine.search.limits import Limits
    from protocol.analyse.analyst import Opinion
    from protocol.analyse.moments import Moment

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
    """What there is to say of a move; None and "" where nothing is known.

    ply: from 1. loss: of the mover's chances, 0 to 1. better: the line of play to prefer.
    """

    ply: int
    side: str
    move: str
    loss: float | None = None
    mark: str = ""
    better: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Study:
    """opinions, standings: by moment, None where not looked at. accuracy: percent by side.

    complete: False when the analysis was interrupted.
    """

    game: Played
    opinions: tuple[Opinion | None, ...]
    standings: tuple[Standing | None, ...]
    remarks: tuple[Remark, ...]
    accuracy: Mapping[str, float]
    complete: bool

    def marks(self, side: str) -> dict[str, int]:
        """How many moves of a side got each mark."""
        own = [remark.mark for remark in self.remarks if remark.side == side]
        return {mark: own.count(mark) for mark in judgement.MARKS}


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
    asked = [
        at
        for at, moment in enumerate(game.moments)
        if not moment.both_choose and not (at == end and moment.over)
    ]
    opinions: list[Opinion | None] = [None] * len(game.moments)
    for done, at in enumerate(reversed(asked)):
        progress(done, len(asked))
        opinion = analyst.opinion(game.moments[at], limits, lines)
        if analyst.interrupted:  # this one was broken off
            break
        opinions[at] = opinion
    progress(len(asked), len(asked))
    standings = tuple(map(_standing, game.moments, opinions))
    remarks = tuple(_remark(game, opinions, standings, at) for at in range(len(game.moves)))
    accuracy = _accuracy(standings, remarks)
    return Study(game, tuple(opinions), standings, remarks, accuracy, not analyst.interrupted)


def _standing(moment: Moment, opinion: Opinion | None) -> Standing | None:
    if opinion and opinion.lines:
        return judgement.standing(opinion.lines[0], moment.turn)
    return judgement.final_standing(moment.status) if moment.over else None


def _remark(
    game: Played,
    opinions: Sequence[Opinion | None],
    standings: Sequence[Standing | None],
    at: int,
) -> Remark:
    """Of the move from a moment to the next one.

    The engine's own choice loses nothing, and a move that turns out better than it neither.
    """
    side, move = game.moments[at].turn, game.moves[at]
    before, after = standings[at], standings[at + 1]
    opinion = opinions[at]
    if before is None or after is None or opinion is None:
        return Remark(at + 1, side, move)
    if move == opinion.best:
        back = at > 0 and _takes_back(game.moves[at - 1], move)
        only = not back and _found_only_move(opinion, side)
        return Remark(at + 1, side, move, 0.0, ONLY_MOVE if only else "")
    loss = max(0.0, before.chances_of(side) - after.chances_of(side))
    mark = judgement.mark_of(loss)
    return Remark(at + 1, side, move, loss, mark, opinion.lines[0].pv if mark else ())


def _takes_back(last: str, move: str) -> bool:
    """Whether a move goes where the enemy's last one went: nobody is praised for that."""
    there, back = squares(last), squares(move)
    return bool(there and back and there[1] == back[1])


def _found_only_move(opinion: Opinion, side: str) -> bool:
    """Whether the second line is much worse than the first."""
    if len(opinion.lines) < 2:
        return False
    best, second = (judgement.standing(line, side) for line in opinion.lines[:2])
    return judgement.is_only_move(best.chances_of(side), second.chances_of(side))


def _accuracy(
    standings: Sequence[Standing | None], remarks: Sequence[Remark]
) -> Mapping[str, float]:
    """Of the moves that were judged: where both standings are known, these are the game's last."""
    judged = [remark for remark in remarks if remark.loss is not None]
    if not judged:
        return {}
    at = [judged[0].ply - 1, *(remark.ply for remark in judged)]
    known = [each.chances for each in (standings[moment] for moment in at) if each]
    losses = [(remark.side, remark.loss or 0.0) for remark in judged]
    return judgement.game_accuracy(known, losses)


def squares(move: str) -> tuple[str, str] | None:
    """("e2", "e4") of a move from a square to another; None for any other text."""
    match = _SQUARES.match(move)
    return (match[1], match[2]) if match else None
