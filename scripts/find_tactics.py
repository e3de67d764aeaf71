#!/usr/bin/env python3
"""Find positions of Gess with a forced win or an only defence, proved by exhaustive search.

    .venv/bin/python scripts/find_tactics.py > tests/suites/gess-proofs.epd
    .venv/bin/python scripts/find_tactics.py --seed 1000 --count 2

Each line of EPD is a position of a different game between weak players: `bm` has all moves that
solve it, `id` the task, `c0` the game and ply.

win in N: the moves after which the side to move wins in N of its turns whatever the opponent does;
there is no win in fewer turns.
save in N: the moves after which the opponent has no forced win in N of its turns. All other moves
lose within N turns, not all of them in fewer, and the side to move has no such win itself.

The engine only plays the games, so another version of it gives other positions. A proof tries every
move, and every reply until one refutes the move; Position.has_win() finds wins in the last turn.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import _missing  # noqa: F401 - a missing package is one line from here on
import amalthea
from amalthea.engine.core.game import Game
from amalthea.engine.core.position import Position
from amalthea.engine.errors import IllegalMove
from amalthea.engine.search.solo import SoloSearcher
from command_line import new_parser

Kind = tuple[str, int]  # "win" or "save", number of turns
Target = tuple[str, int, str]  # "win" or "save", number of turns, side to move
Solution = tuple[str, int]  # a move and the hash key of the position after it

WANTED = {("win", 1): 6, ("save", 1): 6, ("win", 2): 8, ("save", 2): 8, ("win", 3): 16}
MOST_SOLUTIONS = {"win": 5, "save": 6}  # different positions that solutions may lead to
TABLE_MIB = 16
DEEPEST = 40  # maximum search depth in plies
MOST_PLIES = 150  # of a game
RANDOM_PLIES = (2, 16)  # at the start of a game
LEVELS = (100, 300, 1_000, 4_000)  # nodes of a move in a game
BLUNDERS = (0.0, 0.05, 0.2)  # probabilities of a random move in a game
EXAMINED = 12  # positions examined in each game
REMEMBERED = 8  # decisive moves that are tried first in other positions


class Prover:
    """Exhaustive search for forced wins. Moves that were decisive elsewhere are tried first."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._decisive: dict[tuple[str, int], list[str]] = {}

    def wins(self, turns: int) -> bool:
        """Return True if the side to move has won or can force a win within so many turns."""
        if self._position.has_win():
            return turns > 0
        if self._position.status().winner == self._position.turn:
            return True
        return turns > 1 and self._any_move(("win", turns), lambda: self.loses(turns - 1))

    def loses(self, turns: int) -> bool:
        """Return True if the side to move has lost or will lose by force within so many turns."""
        status = self._position.status()
        if status.state != "ongoing":
            return status.winner not in (None, self._position.turn)
        return turns > 0 and not self._any_move(("save", turns), lambda: not self.wins(turns))

    def winning_moves(self, turns: int) -> Iterator[Solution]:
        """Return the moves that force a win within so many turns."""
        return self._solutions(lambda: self.loses(turns - 1))

    def saving_moves(self, turns: int) -> Iterator[Solution]:
        """Return the moves after which the opponent cannot force a win within so many turns."""
        return self._solutions(lambda: not self.wins(turns))

    def _solutions(self, holds: Callable[[], bool]) -> Iterator[Solution]:
        """Yield every move after which `holds` returns True."""
        for move in self._position.legal_moves():
            self._position.play(move)
            key = self._position.key()
            held = holds()
            self._position.undo()
            if held:
                yield move, key

    def _any_move(self, purpose: tuple[str, int], holds: Callable[[], bool]) -> bool:
        """Return True if there is a move after which `holds` returns True."""
        known = self._decisive.setdefault(purpose, [])
        if any(self._may_play(move) and self._holds(holds) for move in known):
            return True
        for move in self._position.legal_moves():
            if move not in known and self._may_play(move) and self._holds(holds):
                known.insert(0, move)
                del known[REMEMBERED:]
                return True
        return False

    def _may_play(self, move: str) -> bool:
        """Play a move if it is legal; return True if it is."""
        try:
            self._position.play(move)
        except IllegalMove:
            return False
        return True

    def _holds(self, holds: Callable[[], bool]) -> bool:
        """Return the result of `holds` and take the last move back."""
        held = holds()
        self._position.undo()
        return held


def main() -> None:
    """Print positions until enough of each kind are found."""
    parser = new_parser(__doc__)
    add = parser.add_argument
    add("--seed", type=int, default=1, metavar="N", help="number of the first game (default: 1)")
    targets = ", ".join(f"{number} of {aim} in {turns}" for (aim, turns), number in WANTED.items())
    help_ = f"positions of each kind and side to move (default: in all {targets})"
    add("--count", type=int, metavar="N", help=help_)
    options = parser.parse_args()
    missing = Counter(
        {
            (*kind, side): options.count or number // 2
            for kind, number in WANTED.items()
            for side in "wb"
        }
    )
    game = options.seed
    while missing.total():
        found = examine_game(game, set(+missing))
        if found:
            target, line = found
            missing[target] -= 1
            print(line, flush=True)
        game += 1


def examine_game(game: int, targets: set[Target]) -> tuple[Target, str] | None:
    """Play a game and return a target with the line of a position that has it, None without one.

    Only EXAMINED random positions are searched.
    """
    rng = random.Random(game)
    fens = play_game(rng)
    for ply in rng.sample(sorted(fens), min(EXAMINED, len(fens))):
        placement, side, *_ = fens[ply].split()
        fen = f"{placement} {side} - -"
        kinds = {(aim, turns) for aim, turns, mover in targets if mover == side}
        for (aim, turns), moves in examine_position(fen, kinds):
            name = f'id "{aim} in {turns}"; c0 "game {game}, ply {ply}"; variant gess;'
            return (aim, turns, side), f"{fen} bm {' '.join(moves)}; {name}"
    return None


def play_game(rng: random.Random) -> dict[int, str]:
    """Play a game with a random start between players of random strength; return FENs by ply."""
    searcher = SoloSearcher(TABLE_MIB)  # a fresh one, so that a game depends only on its seed
    position = amalthea.new_position("gess")
    levels = {side: rng.choice(LEVELS) for side in "wb"}
    blunders = rng.choice(BLUNDERS)
    random_plies = rng.randint(*RANDOM_PLIES)
    fens = {}
    for ply in range(MOST_PLIES):
        if position.status().state != "ongoing":
            break
        if ply >= random_plies:
            fens[ply] = position.fen()
        if ply < random_plies or rng.random() < blunders:
            position.play(random_move(position, rng))
        else:
            line = searcher.search(Game(position), levels[position.turn], DEEPEST)
            position.play(line.moves[0])
    return fens


def random_move(position: Position, rng: random.Random) -> str:
    """Return a random move that does not lose at once, if there is one."""
    moves = rng.sample(position.legal_moves(), len(position.legal_moves()))
    for move in moves:
        position.play(move)
        loses = position.status().state != "ongoing" or position.has_win()
        position.undo()
        if not loses:
            return move
    return moves[0]


def examine_position(fen: str, kinds: set[Kind]) -> Iterator[tuple[Kind, list[str]]]:
    """Yield the kinds of solutions in a position, with all moves that solve it."""
    prover = Prover(amalthea.new_position("gess", fen))
    for turns in range(1, max((turns for aim, turns in kinds if aim == "win"), default=0) + 1):
        if prover.wins(turns):
            moves = few_moves(prover.winning_moves(turns), "win")
            if moves and ("win", turns) in kinds:
                yield ("win", turns), moves
            return
    for turns in sorted((turns for aim, turns in kinds if aim == "save"), reverse=True):
        if prover.wins(turns) or not threatens(fen, turns):
            continue
        moves = few_moves(prover.saving_moves(turns), "save")
        if moves and moves != few_moves(prover.saving_moves(turns - 1), "save"):
            yield ("save", turns), moves


def threatens(fen: str, turns: int) -> bool:
    """Return True if the opponent, if it were to move, could force a win within so many turns."""
    placement, side, *rest = fen.split()
    opponent_to_move = " ".join([placement, "b" if side == "w" else "w", *rest])
    return Prover(amalthea.new_position("gess", opponent_to_move)).wins(turns)


def few_moves(solutions: Iterator[Solution], aim: str) -> list[str]:
    """Return the moves, or none if they lead to too many different positions."""
    moves = []
    keys = set()
    for move, key in solutions:
        moves.append(move)
        keys.add(key)
        if len(keys) > MOST_SOLUTIONS[aim]:
            return []
    return moves


if __name__ == "__main__":
    main()
