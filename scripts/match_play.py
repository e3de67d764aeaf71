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

    def reset(self) -> None:
        """Back to the start position."""

    def turn(self) -> str:
        """The side to move, "w" or "b"."""

    def legal(self) -> list[str]:
        """The legal moves, as text."""

    def play(self, move: str) -> None:
        """Plays a legal move."""

    def verdict(self) -> Verdict | None:
        """None while the game goes on."""


class Player(Protocol):
    """Chooses moves."""

    name: str

    def new_game(self) -> None:
        """Forgets the last game."""

    def choose(self, moves: Sequence[str], legal: Sequence[str], clock: Clock) -> str:
        """A move for the position after `moves`. Raises Forfeit."""


class ChessReferee:
    """Orthodox chess by python-chess. Draws that could be claimed end the game."""

    def __init__(self) -> None:
        self._board = chess.Board()

    def reset(self) -> None:
        self._board.reset()

    def turn(self) -> str:
        return "w" if self._board.turn else "b"

    def legal(self) -> list[str]:
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
    """Any variant, by the answers of an engine of ours to `moves` and `status`."""

    def __init__(self, command: str, options: Mapping[str, str], variant: str) -> None:
        self._engine = UciProcess(command, "referee")
        self._engine.start_uci(options)
        self._engine.send(f"setoption name UCI_Variant value {variant}")
        line = self._engine.read_until(lambda text: f"variant {variant} " in text)[-1].text
        self._first = line.partition(" startpos ")[2].split()[1]
        self._moves: list[str] = []

    def reset(self) -> None:
        self._moves = []

    def turn(self) -> str:
        return self._first if len(self._moves) % 2 == 0 else OTHER[self._first]

    def legal(self) -> list[str]:
        self._engine.send(_position(self._moves))
        return self._engine.ask("moves", "legalmoves").text.split()[1:]

    def play(self, move: str) -> None:
        self._moves.append(move)

    def verdict(self) -> Verdict | None:
        self._engine.send(_position(self._moves))
        match self._engine.ask("status", "status").text.split()[1:]:
            case ["ongoing"]:
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

    def go(self) -> str:
        """The `go` command for the player to move."""
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

    def choose(self, moves: Sequence[str], legal: Sequence[str], clock: Clock) -> str:
        return self._dice.choice(legal)


class EnginePlayer:
    """A UCI engine; started on first use and again after it died."""

    def __init__(self, command: str, options: Mapping[str, str], name: str) -> None:
        self.name = name
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

    def choose(self, moves: Sequence[str], legal: Sequence[str], clock: Clock) -> str:
        assert self._engine is not None, "new_game comes first"
        try:
            self._engine.send(_position(moves))
            begin = time.perf_counter()
            answer = self._engine.ask(clock.go(), "bestmove", clock.patience_s())
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
) -> Game:
    """Plays a game from the end of the opening; `longest` plies are a draw."""
    for player in players.values():
        player.new_game()
    referee.reset()
    for move in opening:
        referee.play(move)
    moves = list(opening)
    verdict = referee.verdict()
    while verdict is None and len(moves) < longest:
        turn = referee.turn()
        clock.start(turn)
        try:
            moves.append(players[turn].choose(moves, referee.legal(), clock))
        except Forfeit as fault:
            reason = f"{players[turn].name} {fault.reason}"
            return Game(tuple(moves), Verdict(OTHER[turn], reason, fault.detail))
        referee.play(moves[-1])
        verdict = referee.verdict()
    return Game(tuple(moves), verdict or Verdict(None, f"stopped after {longest} plies"))


def random_opening(referee: Referee, plies: int, dice: random.Random) -> list[str]:
    """`plies` random legal moves from the start after which the game still goes on."""
    while True:
        referee.reset()
        moves: list[str] = []
        while len(moves) < plies and referee.verdict() is None:
            moves.append(dice.choice(referee.legal()))
            referee.play(moves[-1])
        if referee.verdict() is None:
            return moves


def _position(moves: Sequence[str]) -> str:
    return f"position startpos moves {' '.join(moves)}" if moves else "position startpos"
