"""One game between two engines: from a task to the record of the game.

A task contains everything that the game needs, so that any process on any machine can play it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from amalthea.engine.core.color import Color
from amalthea.engine.core.game import find_choice, joint_move
from amalthea.engine.core.status import Termination
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import IllegalMove
from amalthea.protocol.match.controls import Clock, FlagFall, go_arguments
from amalthea.protocol.match.entrants import Entrant
from amalthea.protocol.match.live.snapshots import Snapshot, SnapshotListener, last_scores
from amalthea.protocol.match.openings import Opening
from amalthea.protocol.match.player import Answer, Forfeit, Player
from amalthea.protocol.match.referee import AdjudicationRules, Referee, Verdict
from amalthea.protocol.records.game_record import GameRecord, Thought


@dataclass(frozen=True, slots=True)
class Conditions:
    """Conditions of every game of a match. margin_s, stall_s: see controls.Clock.

    Attributes:
        variants_file: absolute path of the file that defines the variant for other engines.
    """

    variant: Variant
    variants_file: str | None
    adjudication: AdjudicationRules
    margin_s: float
    stall_s: float
    ponder: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """A game to play. players: by side, with their time controls filled in."""

    number: int
    round: int
    players: Mapping[Color, Entrant]
    opening: Opening
    conditions: Conditions


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game and its diagnostics.

    Attributes:
        gaps: seconds from each best move to the next `go`.
        failed_starts: names of engines that could not be started.
    """

    game: GameRecord
    gaps: tuple[float, ...]
    failed_starts: tuple[str, ...]


def play(
    task: Task, players: Mapping[Color, Player], listener: SnapshotListener | None = None
) -> Outcome:
    """Play the game of a task. listener: called after every move."""
    return _Game(task, players, listener).play()


class _Loss(Exception):
    """Loss of a side by a failure of its engine."""

    def __init__(self, side: Color, forfeit: Forfeit) -> None:
        super().__init__(side, forfeit)
        self.side = side
        self.forfeit = forfeit


class _Game:
    """A game in progress."""

    def __init__(
        self, task: Task, players: Mapping[Color, Player], listener: SnapshotListener | None = None
    ) -> None:
        conditions = task.conditions
        self._task = task
        self._listener = listener
        self._seen = (-2, "")  # number of plies and position of the last snapshot
        self._players = players
        opening = task.opening
        self._referee = Referee(
            conditions.variant, opening.fen, conditions.adjudication, opening.chess960
        )
        self._clocks: dict[Color, Clock] = {}
        for side in Color:
            control = task.players[side].control
            assert control is not None, "controls are filled in before tasks are made"
            self._clocks[side] = Clock(control, conditions.margin_s, conditions.stall_s)
        self._gaps: list[float] = []
        self._answered_at: float | None = None
        self._unstarted: list[str] = []

    def play(self) -> Outcome:
        started, begun = time.time(), time.perf_counter()
        for move in self._task.opening.moves:
            self._referee.play(move)
        verdict = self._verdict()
        self._show(over=True)
        task = self._task
        game = GameRecord(
            number=task.number,
            round=task.round,
            variant=task.conditions.variant.name,
            white=task.players[Color.WHITE].name,
            black=task.players[Color.BLACK].name,
            fen=task.opening.fen,
            plies=tuple(self._referee.plies),
            winner=verdict.winner,
            reason=verdict.reason,
            detail=verdict.detail,
            controls={side: str(task.players[side].control) for side in Color},
            started=round(started, 3),
            seconds=round(time.perf_counter() - begun, 3),
            chess960=task.opening.chess960,
        )
        return Outcome(game, tuple(self._gaps), tuple(self._unstarted))

    def _verdict(self) -> Verdict:
        """Play to the end."""
        try:
            for side in Color:
                self._start(side)
            while (verdict := self._referee.verdict()) is None:
                if len(self._referee.choosers) > 1:
                    self._choose_together()
                else:
                    self._move(*self._referee.choosers)
        except _Loss as loss:
            name = self._task.players[loss.side].name
            detail = f"{name}: {loss.forfeit.detail}"
            return Verdict(loss.side.other, loss.forfeit.reason, detail)
        return verdict

    def _start(self, side: Color) -> None:
        player = self._players[side]
        try:
            player.new_game()
        except Forfeit as forfeit:
            self._unstarted.append(player.entrant.name)
            raise _Loss(side, forfeit) from forfeit

    def _choose_together(self) -> None:
        """Let both sides choose in secret.

        One thinks after the other, so that each has the whole machine.
        """
        moves, thoughts = [], dict[Color, Thought]()
        for side in self._referee.choosers:
            answer, thoughts[side] = self._ask(side, f" side {side}")
            choice = find_choice(answer.move, self._referee.choices(side))
            if choice is None:
                raise self._illegal(side, answer)
            moves.append(choice)
        self._referee.play(joint_move(moves), thoughts)

    def _move(self, side: Color) -> None:
        answer, thought = self._ask(side)
        try:
            self._referee.play(answer.move, {side: thought})
        except IllegalMove as error:
            raise self._illegal(side, answer) from error
        if self._task.conditions.ponder and answer.ponder and self._referee.verdict() is None:
            self._let_ponder(side, answer.ponder)

    def _ask(self, side: Color, secret: str = "") -> tuple[Answer, Thought]:
        """Return a side's answer and its report, and spend the time. Raises _Loss.

        secret: more words of `go` if both sides choose.
        """
        clock = self._clocks[side]
        words = go_arguments(self._clocks, side) + secret
        try:
            position = self._referee.position()
            answer = self._players[side].choose(position, words, clock.timeout_s, self._show)
            if self._answered_at is not None:
                self._gaps.append(answer.asked_at - self._answered_at)
            self._answered_at = answer.answered_at
            clock.spend(answer.seconds)
        except Forfeit as forfeit:
            raise _Loss(side, forfeit) from forfeit
        except FlagFall as flag_fall:
            raise _Loss(side, Forfeit(Termination.TIME, str(flag_fall))) from flag_fall
        return answer, answer.thought(clock.left)

    def _show(self, over: bool = False) -> None:
        """Send a snapshot to the listener, if there is one and plies were added since the last."""
        plies = self._referee.plies
        seen, before = self._seen
        if self._listener is None or (len(plies) == seen and not over):
            return
        fen = self._referee.fen()
        self._seen = len(plies), fen
        left = {side: clock.left for side, clock in self._clocks.items()}
        followed = len(plies) == seen + 1
        self._listener(
            Snapshot(
                number=self._task.number,
                white=self._task.players[Color.WHITE].name,
                black=self._task.players[Color.BLACK].name,
                variant=self._task.conditions.variant.name,
                plies=len(plies),
                before=before if followed else "",
                move=plies[-1].move if followed else "",
                fen=fen,
                left={side: seconds for side, seconds in left.items() if seconds is not None},
                scores=last_scores(plies),
                over=over,
                chess960=self._task.opening.chess960,
            )
        )

    def _let_ponder(self, side: Color, expected: str) -> None:
        """Start pondering, unless the expected move is illegal or ends the game."""
        if len(self._referee.choosers) > 1 or not self._referee.allows(expected):
            return
        words = go_arguments(self._clocks, side)
        try:
            self._players[side].ponder(self._referee.position(expected), words)
        except Forfeit as forfeit:
            raise _Loss(side, forfeit) from forfeit

    def _illegal(self, side: Color, answer: Answer) -> _Loss:
        """Return the loss by an illegal move; stop the engine, whose position may differ."""
        self._players[side].kill()
        where = self._referee.fen()
        return _Loss(
            side, Forfeit(Termination.ILLEGAL_MOVE, f"{answer.move!r} is illegal in {where!r}")
        )
