"""Self-play of a training ends with an error if it finds no fair opening."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from amalthea.protocol.progress import Progress
from amalthea.training import TrainError
from amalthea.training.budget import Budget
from amalthea.training.folder import Folder
from amalthea.training.generations import MAX_EMPTY, Training
from amalthea.training.recipe import Recipe
from amalthea.training.state import State
from helpers.executors import InlineExecutor
from helpers.trainings import tiny_variant


class Idle(InlineExecutor):
    """Executor that returns no games."""

    def answer(self, work: Callable[[Any], Any], task: Any) -> Any:
        return []


def test_self_play_gives_up_where_no_opening_is_fair(tmp_path: Path) -> None:
    variant, executor = tiny_variant(tmp_path), Idle()
    with Folder(tmp_path / "out", variant.name) as folder:
        training = Training(
            variant,
            folder,
            State(variant.name, "rules"),
            Recipe(chunk=5),
            Budget(1),
            executor,
            executor,
            1,
            Progress(io.StringIO(), variant.name),
        )
        said = f"none of {5 * MAX_EMPTY} games had a fair opening"
        with pytest.raises(TrainError, match=said):
            training.self_play(training.begin())
    assert len(executor.tasks) == MAX_EMPTY
