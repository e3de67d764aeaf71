"""Stages of a training by themselves: what ends them, and how long they are said to have taken."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from amalthea.training import TrainError
from amalthea.training.budget import Budget
from amalthea.training.folder import Folder
from amalthea.training.generations import MOST_EMPTY, Training
from amalthea.training.progress import Progress
from amalthea.training.recipe import Recipe
from amalthea.training.state import State
from trainings import Result, Task, tiny_variant


class Idle:
    """A crew that brings nothing, whatever it is given; asked: how often."""

    def __init__(self) -> None:
        self.asked = 0

    def __enter__(self) -> Idle:
        return self

    def __exit__(self, *_exc: object) -> None: ...

    def map(self, work: Callable[[Task], Result], tasks: Iterator[Task]) -> Iterator[Result]:
        for _ in tasks:
            self.asked += 1
            yield []  # type: ignore[misc]


def test_self_play_gives_up_where_no_opening_is_fair(tmp_path: Path) -> None:
    variant, crew = tiny_variant(tmp_path), Idle()
    with Folder(tmp_path / "out", variant.name) as folder:
        training = Training(
            variant,
            folder,
            State(variant.name, "rules"),
            Recipe(chunk=5),
            Budget(1),
            crew,
            crew,
            1,
            Progress(io.StringIO(), variant.name),
        )
        said = f"none of {5 * MOST_EMPTY} games had a fair opening"
        with pytest.raises(TrainError, match=said):
            training.self_play(training.begin())
    assert crew.asked == MOST_EMPTY
