"""Puzzles: positions of `puzzles/GAME.epd` with one best answer, the easiest first.

`scripts/make_puzzles.py` makes the files and describes their operations.
"""

from __future__ import annotations

from amalthea.engine.core import epd
from amalthea.protocol.exercises.exercise import Exercise, Exercises


def read(game: str, text: str) -> tuple[Exercise, ...]:
    """Return the puzzles of a file, the easiest first."""
    found = [_puzzle(game, line) for line in text.splitlines()]
    return tuple(sorted(found, key=_difficulty))


def _difficulty(puzzle: Exercise) -> tuple[int, int, int]:
    return puzzle.level or 0, len(puzzle.answers), len(puzzle.line)


def _puzzle(game: str, line: str) -> Exercise:
    fen, rest = epd.split_line(line)
    found = dict(epd.operations(rest))
    (name,), (what,), (level,) = found["id"], found["c0"], found["c1"]
    further = found.get("c2", ("",))[0].split()
    answers = (found["bm"], *(tuple(each.split("|")) for each in further))
    side = "White" if fen.split()[1] == "w" else "Black"
    several = len(answers) > 1
    best = f"line of {len(answers)} moves" if several else "move"
    task = f"{side} to move: find the best {best}."
    if what.startswith("mate in "):
        distance = int(what.removeprefix("mate in "))
        moves = f"{len(answers)} moves" if several else "move"
        first = "" if distance == len(answers) else f": find the first {moves}"
        task = f"{side} to move wins in {distance}{first}."
    number = int(name.split()[-1])
    why = " ".join(found.get("c3", ()))
    return Exercise(f"Puzzle {number}", game, task, fen, answers, why, found["pv"], int(level))


PUZZLES = Exercises("puzzles", ".epd", read)
