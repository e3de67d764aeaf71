"""The state of a training as a file."""

from __future__ import annotations

import json
from pathlib import Path

from amalthea.training.recipe import Recipe
from amalthea.training.state import FIT, TRIAL, Generation, State, load


def test_the_trial_of_an_older_training_keeps_its_time(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    generation = Generation(1, Recipe(), None, seconds={FIT: 60.0, TRIAL: 240.0})
    State("chess", "rules", generations=[generation]).save(path)
    values = json.loads(path.read_text())
    seconds = values["generations"][0]["seconds"]
    seconds["match"] = seconds.pop(TRIAL)
    path.write_text(json.dumps(values))
    assert load(path, "chess", "rules").generations == [generation]
