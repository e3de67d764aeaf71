#!/usr/bin/env python3
"""Positions of Gess with a forced win or an only defence, proved by exhaustive search; EPD lines.

    .venv/bin/python scripts/find_tactics.py > tests/suites/gess-proofs.epd
    .venv/bin/python scripts/find_tactics.py --seed 1000 --wanted 2

Each line is a position of another game between weak players: `bm` has every move that solves it,
`id` says what there is to find, `c0` which game and ply it is from.

win in N: the moves after which the mover wins in N of its turns whatever the enemy does; it has no
win in fewer turns. save in N: the moves after which the enemy has no forced win in N of its turns;
any other loses within N, not all of them in fewer, and the mover has no such win itself.
The engine only plays the games, so another version of it gives other positions. A proof tries every
move, and every reply until one refutes the move; whether there is a win in the last turn is told by
Position.has_win().
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator

import amalthea
from amalthea.engine.core.game import Game
from amalthea.engine.errors import IllegalMove
from amalthea.engine.search.solo import SoloSearcher

Kind = tuple[str, int]  # "win" or "save", and in how many turns
Target = tuple[str, int, str]  # the same and the side to move
Solution = tuple[str, int]  # a move and the key of the position it leads to

WANTED = {("win", 1): 6, ("save", 1): 6, ("win", 2): 8, ("save", 2): 8, ("win", 3): 16}
MOST_SOLUTIONS = {"win": 5, "save": 6}  # that lead to different positions
TABLE_MIB = 16
DEEPEST = 40  # plies of an iteration, at most
MOST_PLIES = 150  # of a game
RANDOM_PLIES = (2, 16)  # at the start of a game
LEVELS = (100, 300, 1_000, 4_000)  # nodes of a move in a game
BLUNDERS = (0.0, 0.05, 0.2)  # chances of a random move in a game
LOOKED_AT = 12  # positions of a game
REMEMBERED = 8  # moves that are tried first, because they decided before


class Prover:
    """Forced wins in a position, by trying everything; moves that decided before come first."""

    def __init__(self, position: amalthea.Position) -> None:
        self._position = position
        self._decisive: dict[tuple[str, int], list[str]] = {}

    def wins(self, turns: int) -> bool:
        """Whether the side to move has won or can force a win within so many of its turns."""
        if self._position.has_win():
            return turns > 0
        if self._position.status().winner == self._position.turn:
            return True
        return turns > 1 and self._any_move(("win", turns), lambda: self.loses(turns - 1))

    def loses(self, turns: int) -> bool:
        """Whether the side to move has lost or the enemy can force that within so many turns."""
        status = self._position.status()
        if status.state != "ongoing":
            return status.winner not in (None, self._position.turn)
        return turns > 0 and not self._any_move(("save", turns), lambda: not self.wins(turns))

    def winning(self, turns: int) -> Iterator[Solution]:
        """The moves that force a win within so many turns."""
        return self._solutions(lambda: self.loses(turns - 1))

    def saving(self, turns: int) -> Iterator[Solution]:
        """The moves after which the enemy cannot force a win within so many of its turns."""
        return self._solutions(lambda: not self.wins(turns))

    def _solutions(self, holds: Callable[[], bool]) -> Iterator[Solution]:
        """Every move after which that holds."""
        for move in self._position.legal_moves():
            self._position.play(move)
            key = self._position.key()
            held = holds()
            self._position.undo()
            if held:
                yield move, key

    def _any_move(self, purpose: tuple[str, int], holds: Callable[[], bool]) -> bool:
        """Whether there is a move after which that holds."""
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
        try:
            self._position.play(move)
        except IllegalMove:
            return False
        return True

    def _holds(self, holds: Callable[[], bool]) -> bool:
        """Whether that holds after the move just played, which is taken back."""
        held = holds()
        self._position.undo()
        return held


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1, help="number of the first game")
    parser.add_argument("--wanted", type=int, help="positions of each kind and side to move")
    options = parser.parse_args()
    missing = Counter(
        {
            (*kind, side): options.wanted or number // 2
            for kind, number in WANTED.items()
            for side in "wb"
        }
    )
    game = options.seed
    while missing.total():
        found = look_at_game(game, set(+missing))
        if found:
            target, line = found
            missing[target] -= 1
            print(line, flush=True)
        game += 1


def look_at_game(game: int, wanted: set[Target]) -> tuple[Target, str] | None:
    """The first position of a wanted kind and its line, of some positions in random order."""
    dice = random.Random(game)
    fens = play_game(dice)
    for ply in dice.sample(sorted(fens), min(LOOKED_AT, len(fens))):
        placement, side, *_ = fens[ply].split()
        fen = f"{placement} {side} - -"
        kinds = {(aim, turns) for aim, turns, mover in wanted if mover == side}
        for (aim, turns), moves in look_at_position(fen, kinds):
            name = f'id "{aim} in {turns}"; c0 "game {game}, ply {ply}"; variant gess;'
            return (aim, turns, side), f"{fen} bm {' '.join(moves)}; {name}"
    return None


def play_game(dice: random.Random) -> dict[int, str]:
    """The positions, by ply, of a game of two players of drawn strength after its random start."""
    searcher = SoloSearcher(TABLE_MIB)  # of its own, so that a game depends on its seed alone
    position = amalthea.new_position("gess")
    levels = {side: dice.choice(LEVELS) for side in "wb"}
    blunders = dice.choice(BLUNDERS)
    random_plies = dice.randint(*RANDOM_PLIES)
    fens = {}
    for ply in range(MOST_PLIES):
        if position.status().state != "ongoing":
            break
        if ply >= random_plies:
            fens[ply] = position.fen()
        if ply < random_plies or dice.random() < blunders:
            position.play(random_move(position, dice))
        else:
            line = searcher.search(Game(position), levels[position.turn], DEEPEST)
            position.play(line.moves[0])
    return fens


def random_move(position: amalthea.Position, dice: random.Random) -> str:
    """Any move that does not lose at once, if there is one."""
    moves = dice.sample(position.legal_moves(), len(position.legal_moves()))
    for move in moves:
        position.play(move)
        loses = position.status().state != "ongoing" or position.has_win()
        position.undo()
        if not loses:
            return move
    return moves[0]


def look_at_position(fen: str, kinds: set[Kind]) -> Iterator[tuple[Kind, list[str]]]:
    """What of these kinds there is to find, and every move that does it."""
    prover = Prover(amalthea.new_position("gess", fen))
    for turns in range(1, max((turns for aim, turns in kinds if aim == "win"), default=0) + 1):
        if prover.wins(turns):
            moves = few(prover.winning(turns), "win")
            if moves and ("win", turns) in kinds:
                yield ("win", turns), moves
            return
    for turns in sorted((turns for aim, turns in kinds if aim == "save"), reverse=True):
        if prover.wins(turns) or not threatens(fen, turns):
            continue
        moves = few(prover.saving(turns), "save")
        if moves and moves != few(prover.saving(turns - 1), "save"):
            yield ("save", turns), moves


def threatens(fen: str, turns: int) -> bool:
    """Whether the enemy, were it to move instead, could force a win within so many turns."""
    placement, side, *rest = fen.split()
    passed = " ".join([placement, "b" if side == "w" else "w", *rest])
    return Prover(amalthea.new_position("gess", passed)).wins(turns)


def few(solutions: Iterator[Solution], aim: str) -> list[str]:
    """The moves, none if they lead to too many different positions."""
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
