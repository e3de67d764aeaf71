"""One game between two players: referees, clocks, players, the result. No statistics here."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import chess

from uci_process import EngineDied, NoAnswer, UciProcess

FIXED_LIMIT_S = 600.0  # longest move when no clock runs; then the engine counts as stalled
STALL_S = 10.0  # wait this long past a flag fall, so that a late answer is not read next time
OTHER = {"w": "b", "b": "w"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a game ended: the winner's colour, None for a draw, and why in a few words."""

    winner: str | None
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: all its moves, opening included, and how it ended."""

    moves: tuple[str, ...]
    verdict: Verdict

    def result(self, side: str) -> str:
        """What it was for "w" or "b": "win", "draw" or "loss"."""
        if self.verdict.winner is None:
            return "draw"
        return "win" if self.verdict.winner == side else "loss"


class Forfeit(Exception):
    """The player to move loses by its own fault; reason and detail as in Verdict."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


class Referee(Protocol):
    """Knows the rules. It follows one game: `reset`, then `play` move by move."""

    def reset(self, number: int) -> None:
        """To the start position; where that is drawn by lot, `number` says which."""

    def position(self) -> str:
        """The UCI command that sets the game up as it stands."""

    def turn(self) -> str:
        """The side to move, "w" or "b"; "-" while both choose."""

    def legal(self, side: str) -> list[str]:
        """A side's legal moves, as text."""

    def play(self, move: str) -> None:
        """Plays a legal move."""

    def verdict(self) -> Verdict | None:
        """None while the game goes on."""


class Player(Protocol):
    """Chooses moves."""

    name: str

    def new_game(self) -> None:
        """Forgets the last game."""

    def choose(self, position: str, legal: Sequence[str], clock: Clock, secret: str) -> str:
        """A move for the position that a UCI command sets up. Raises Forfeit.

        secret: the own side while both choose, else "".
        """


class ChessReferee:
    """Orthodox chess by python-chess. Draws that could be claimed end the game."""

    def __init__(self) -> None:
        self._board = chess.Board()

    def reset(self, number: int) -> None:
        self._board.reset()

    def position(self) -> str:
        return _position("startpos", [move.uci() for move in self._board.move_stack])

    def turn(self) -> str:
        return "w" if self._board.turn else "b"

    def legal(self, side: str) -> list[str]:
        return [move.uci() for move in self._board.legal_moves]

    def play(self, move: str) -> None:
        self._board.push_uci(move)

    def verdict(self) -> Verdict | None:
        outcome = self._board.outcome()
        if outcome is not None:
            winner = None if outcome.winner is None else "w" if outcome.winner else "b"
            return Verdict(winner, outcome.termination.name.lower().replace("_", " "))
        if self._board.is_repetition(3):
            return Verdict(None, "repetition")
        if self._board.is_fifty_moves():
            return Verdict(None, "fifty moves")
        return None


class EngineReferee:
    """Any variant, by the answers of an engine of ours to `moves` and `d`."""

    def __init__(self, command: str, options: Mapping[str, str], variant: str) -> None:
        self._engine = UciProcess(command, "referee")
        self._engine.start_uci(options)
        self._variant = variant
        self._moves: list[str] = []
        self._start = ""
        self._turn = ""
        self._status: list[str] = []
        self.reset(0)

    def reset(self, number: int) -> None:
        self._engine.send(f"setoption name Seed value {number + 1}")
        self._engine.send(f"setoption name UCI_Variant value {self._variant}")
        self._engine.send("d")
        lines = self._engine.read_until("Status:")
        told = [line.text for line in lines if f" variant {self._variant} " in line.text]
        self._start = "fen " + told[-1].partition(" startpos ")[2]
        self._moves = []
        self._look()

    def position(self) -> str:
        return _position(self._start, self._moves)

    def turn(self) -> str:
        return self._turn

    def legal(self, side: str) -> list[str]:
        secret = f" side {side}" if self._turn == "-" else ""
        return self._engine.ask(f"moves{secret}", "legalmoves").text.split()[1:]

    def play(self, move: str) -> None:
        self._moves.append(move)
        self._look()

    def _look(self) -> None:
        """Lets the engine tell how the game stands."""
        self._engine.send(self.position())
        self._engine.send("d")
        told = {line.text.partition(": ")[::2] for line in self._engine.read_until("Status:")}
        shown = dict(told)
        self._turn = shown["Fen"].split()[1]
        self._status = shown["Status"].split()

    def verdict(self) -> Verdict | None:
        match self._status:
            case ["ongoing", *_]:
                return None
            case ["win", winner, *reason]:
                return Verdict(winner, " ".join(reason))
            case ["draw", *reason]:
                return Verdict(None, " ".join(reason))
            case other:
                raise ValueError(f"status not understood: {other}")

    def close(self) -> None:
        self._engine.close()


@dataclass(frozen=True, slots=True)
class Limit:
    """What a player may spend: base and increment in seconds, or a fixed `go` limit a move."""

    base_s: float = 0.0
    increment_s: float = 0.0
    fixed: str = ""

    @staticmethod
    def from_clock(text: str) -> Limit:
        """Reads "5+0.05" as 5 s and 0.05 s a move. Raises ValueError."""
        base, _, increment = text.partition("+")
        limit = Limit(float(base), float(increment or 0))
        if limit.base_s <= 0 or limit.increment_s < 0:
            raise ValueError(f"no time in {text!r}")
        return limit


class Clock:
    """Both players' remaining seconds."""

    def __init__(self, limit: Limit, margin_s: float = 0.0) -> None:
        self.limit = limit
        self._margin_s = margin_s
        self._left = {"w": limit.base_s, "b": limit.base_s}
        self._turn = "w"

    def go(self, own: str = "") -> str:
        """The `go` command for the player to move; `own`: its own limit, see EnginePlayer."""
        if own.startswith("share "):
            share = self._left[self._turn] / int(own.split()[1]) + self.limit.increment_s
            return f"go movetime {max(1, round(share * 1000))}"
        if own:
            return f"go {own}"
        if self.limit.fixed:
            return f"go {self.limit.fixed}"
        left = {side: max(1, round(seconds * 1000)) for side, seconds in self._left.items()}
        increment = round(self.limit.increment_s * 1000)
        return f"go wtime {left['w']} btime {left['b']} winc {increment} binc {increment}"

    def patience_s(self) -> float:
        """How long to wait for the player to move before it counts as stalled."""
        return FIXED_LIMIT_S if self.limit.fixed else self._left[self._turn] + STALL_S

    def start(self, turn: str) -> None:
        """The move is `turn`'s now."""
        self._turn = turn

    def spend(self, seconds: float) -> None:
        """Takes time from the player to move. Raises Forfeit when its flag falls."""
        if self.limit.fixed:
            return
        left = self._left[self._turn] - seconds
        if left + self._margin_s < 0:
            raise Forfeit("time loss", f"{-left * 1000:.0f} ms")
        self._left[self._turn] = max(0.0, left) + self.limit.increment_s


class RandomPlayer:
    """Every legal move is as likely as any other."""

    def __init__(self, seed: int) -> None:
        self.name = "random"
        self._dice = random.Random(seed)

    def new_game(self) -> None:
        pass

    def choose(self, position: str, legal: Sequence[str], clock: Clock, secret: str) -> str:
        return self._dice.choice(legal)


class EnginePlayer:
    """A UCI engine; started on first use and again after it died.

    fixed: its own `go` limit whatever the clock says, as "depth 2"; "share 30" is a 30th of the
    time left, and the increment.
    """

    def __init__(
        self, command: str, options: Mapping[str, str], name: str, fixed: str = ""
    ) -> None:
        self.name = name
        self._fixed = fixed
        self._command = command
        self._options = options
        self._engine: UciProcess | None = None

    def new_game(self) -> None:
        try:
            if self._engine is not None:
                self._engine.send("ucinewgame")
                self._engine.ask("isready", "readyok")
                return
        except (EngineDied, NoAnswer):
            self.close()
        self._engine = UciProcess(self._command, self.name)
        self._engine.start_uci(self._options)

    def choose(self, position: str, legal: Sequence[str], clock: Clock, secret: str) -> str:
        assert self._engine is not None, "new_game comes first"
        try:
            self._engine.send(position)
            begin = time.perf_counter()
            order = clock.go(self._fixed)
            order += f" side {secret}" if secret else ""
            answer = self._engine.ask(order, "bestmove", clock.patience_s())
        except EngineDied as error:
            raise Forfeit("died", str(error)) from error
        except NoAnswer as error:
            self.close()
            raise Forfeit("stalled") from error
        clock.spend(answer.at - begin)
        move = answer.text.split()[1] if " " in answer.text else ""
        if move not in legal:
            raise Forfeit("illegal move", repr(move))
        return move

    def close(self) -> None:
        """Ends the process, if there is one."""
        if self._engine is not None:
            with suppress(EngineDied):
                self._engine.close()
            self._engine = None


def play_game(
    players: Mapping[str, Player],
    referee: Referee,
    opening: Sequence[str],
    clock: Clock,
    longest: int,
    number: int = 0,
) -> Game:
    """Plays a game from the end of the opening; `longest` plies are a draw.

    number: which start position, where that is drawn by lot.
    """
    for player in players.values():
        player.new_game()
    referee.reset(number)
    for move in opening:
        referee.play(move)
    moves = list(opening)
    verdict = referee.verdict()
    while verdict is None and len(moves) < longest:
        secret = referee.turn() == "-"
        chosen = []
        for side in "wb" if secret else referee.turn():
            clock.start(side)
            try:
                legal = referee.legal(side)
                position = referee.position()
                chosen.append(players[side].choose(position, legal, clock, side if secret else ""))
            except Forfeit as fault:
                reason = f"{players[side].name} {fault.reason}"
                return Game(tuple(moves), Verdict(OTHER[side], reason, fault.detail))
        moves.append(",".join(chosen))
        referee.play(moves[-1])
        verdict = referee.verdict()
    return Game(tuple(moves), verdict or Verdict(None, f"stopped after {longest} plies"))


def random_opening(referee: Referee, plies: int, dice: random.Random, number: int = 0) -> list[str]:
    """`plies` random legal moves from the start after which the game still goes on.

    Choices that both sides make at once are made at random, too, and not counted; without any
    plies they are left to the players.
    """
    while True:
        referee.reset(number)
        moves: list[str] = []
        left = plies
        while referee.verdict() is None and (left > 0 or (plies > 0 and referee.turn() == "-")):
            sides = "wb" if referee.turn() == "-" else referee.turn()
            left -= len(sides) == 1
            moves.append(",".join(dice.choice(referee.legal(side)) for side in sides))
            referee.play(moves[-1])
        if referee.verdict() is None:
            return moves


def _position(start: str, moves: Sequence[str]) -> str:
    return f"position {start} moves {' '.join(moves)}" if moves else f"position {start}"
