#!/usr/bin/env python3
"""Simple players as UCI engines, to measure the strength of an engine in matches.

    scripts/amalthea match ours ".venv/bin/python scripts/baseline.py greedy" --variant gess

random: any legal move.
greedy: a winning move if there is one, otherwise the move with the best material after it.
two-ply, three-ply: alpha-beta search of that depth with the hand-written evaluation.

The limits of `go` are ignored. Where both sides place pieces in secret, all players choose any free
square.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

import _missing  # noqa: F401 - a missing package is one line from here on
from amalthea.engine import variants
from amalthea.engine.core.game import Game
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.new_games import new_game

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.evaluation.evaluator import Evaluator

WIN_CP = 100_000
MATERIAL = ("material", "stones", "rings")  # evaluation terms of the greedy player


class Board:
    """The current position with its evaluation from the view of the side to move."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def _evaluated(self) -> tuple[Position, Evaluator]:
        game = self.game
        return position_and_evaluator(game.variant, game.fen, game.moves, HandWritten())

    @property
    def position(self) -> Position:
        """The position that is evaluated, a copy of the game's."""
        return self._evaluated[0]

    def value(self, terms: tuple[str, ...] = ()) -> int:
        """Return the value in cp for the side to move, by some terms or by the whole evaluation."""
        status = self.position.status()
        sign = 1 if self.position.turn == "w" else -1
        if status.state == "win":
            return WIN_CP if status.winner == self.position.turn else -WIN_CP
        if status.state == "draw":
            return 0
        terms_by_side, total = self._evaluated[1].terms()
        if not terms:
            return sign * total
        return sign * sum(white - black for name, white, black in terms_by_side if name in terms)

    def is_open(self) -> bool:
        """Return True if the game is not over."""
        return self.position.status().state == "ongoing"

    def value_after(self, move: str, evaluate: Callable[[], int]) -> int:
        """Return the value of a move for its side. evaluate: values the position after it."""
        self.position.play(move)
        value = -evaluate()
        self.position.undo()
        return value


def any_move(board: Board, rng: random.Random) -> str:
    """Return a random legal move."""
    return rng.choice(board.game.position.legal_moves())


def greedy(board: Board, rng: random.Random) -> str:
    """Return a move with the best material after it."""
    values = {
        move: board.value_after(move, lambda: board.value(MATERIAL))
        for move in board.position.legal_moves()
    }
    best = max(values.values())
    return rng.choice([move for move, value in values.items() if value == best])


def deep(plies: int) -> Callable[[Board, random.Random], str]:
    """Return a player that searches so many plies deep."""

    def player(board: Board, rng: random.Random) -> str:
        moves = board.position.legal_moves()
        rng.shuffle(moves)
        chosen, best = moves[0], -2 * WIN_CP
        for move in _ordered(board, moves):
            value = board.value_after(move, partial(_alphabeta, board, plies - 1, -best))
            if value > best:
                chosen, best = move, value
        return chosen

    return player


def _alphabeta(board: Board, plies: int, beta: int, alpha: int = -2 * WIN_CP) -> int:
    """Return the value of the position after a search of `plies`, within alpha and beta."""
    moves = board.position.legal_moves() if plies and board.is_open() else []
    best = -2 * WIN_CP if moves else board.value()
    for move in _ordered(board, moves) if plies > 1 else moves:
        search = partial(_alphabeta, board, plies - 1, -max(best, alpha), -beta)
        best = max(best, board.value_after(move, search))
        if best >= beta:
            break
    return best


def _ordered(board: Board, moves: list[str]) -> list[str]:
    """Return the moves ordered by the evaluation after them, best first."""
    values = {move: board.value_after(move, board.value) for move in moves}
    return sorted(moves, key=lambda move: -values[move])


PLAYERS = {"random": any_move, "greedy": greedy, "two-ply": deep(2), "three-ply": deep(3)}


def main() -> None:
    """Speak UCI until `quit`."""
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in PLAYERS:
        sys.exit(f"usage: baseline.py {'|'.join(PLAYERS)} [SEED]")
    choose = PLAYERS[sys.argv[1]]
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) == 3 else None)
    variant = variants.get("chess")
    game, start = new_game(variant), ""
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                print(f"id name baseline {sys.argv[1]}")
                print("option name UCI_Variant type string default chess\nuciok", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["setoption", "name", "UCI_Variant", "value", name]:
                variant, start = variants.get(name), ""
            case ["position", kind, *words]:
                fen, _, moves = " ".join(words).partition("moves")
                if start != f"{kind} {fen}":
                    game = new_game(variant, None if kind == "startpos" else fen)
                    start = f"{kind} {fen}"
                game.go_to(moves.split())
            case ["go", *_, "side", side]:
                print("bestmove", rng.choice(game.position.choices(side)), flush=True)
            case ["go", *_]:
                print("bestmove", choose(Board(game), rng), flush=True)
            case ["quit"]:
                return


if __name__ == "__main__":
    main()
