"""The script that writes games of the engine and plans for openings."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import make_engine_games
from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.new_games import new_game
from amalthea.protocol.records.self_play import Record, append

WHITE = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"
BLACK = "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5"


def test_games_and_plans_of_a_training_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_engine_games, "GAMES", tmp_path)
    monkeypatch.setattr(make_engine_games, "PLANS", tmp_path)
    file, start = tmp_path / "g1.games.gz", variants.get("chess").start
    games = [(WHITE, Color.WHITE), (WHITE, Color.WHITE), (BLACK, Color.BLACK), (BLACK, None)]
    append(file, [Record(start, text, [0] * 6, [], winner) for text, winner in games])
    monkeypatch.setattr("sys.argv", ["make", "chess", str(file), "--about", "at random"])
    make_engine_games.main()
    written = tomllib.loads((tmp_path / "chess.toml").read_text("utf-8"))
    assert written["games"] == "4 games of the engine with itself, at random"
    assert 1 <= len(written["plan"]) <= 3
    for plan in written["plan"]:
        new_game("chess", plan["fen"], plan["moves"].split())
    assert (tmp_path / "chess.xz").stat().st_size


def test_errors_of_means_shrink_with_their_number() -> None:
    assert make_engine_games.mean_and_error([0.0, 1.0]) == (0.5, 0.5)
    assert make_engine_games.mean_and_error([0.0, 1.0] * 50)[1] < 0.06
