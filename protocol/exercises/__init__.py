"""Exercises: puzzles and first steps, positions in which one answer is asked for."""

from __future__ import annotations

from amalthea.protocol.exercises.exercise import Exercises
from amalthea.protocol.exercises.first_steps import STEPS
from amalthea.protocol.exercises.puzzles import PUZZLES

KINDS: dict[str, Exercises] = {"puzzles": PUZZLES, "steps": STEPS}
