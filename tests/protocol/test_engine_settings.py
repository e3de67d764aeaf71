"""Settings of the engine on a command line: read by all tools alike, checked before they begin."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import pytest

from amalthea.engine import variants
from amalthea.engine.engine import Engine
from amalthea.engine.errors import AmaltheaError
from amalthea.protocol.engine_settings import (
    NO_SETTINGS,
    EngineSettings,
    add_settings,
    named_values,
    read_settings,
)
from helpers.random_nets import write_net

ELSEWHERE = {"Skill Level": "expected --level N"}


def settings(
    words: Sequence[str], game: str | None = "chess", warned: list[str] | None = None
) -> EngineSettings:
    parser = argparse.ArgumentParser()
    add_settings(parser)
    warn = ([] if warned is None else warned).append
    variant = variants.get(game) if game else None
    return read_settings(parser.parse_args(words), variant, ELSEWHERE, warn)


def test_a_name_ends_at_the_first_equals_sign() -> None:
    assert named_values(["Hash=64", "EvalFile=a=b", "Seed="]) == (
        ("Hash", "64"),
        ("EvalFile", "a=b"),
        ("Seed", ""),
    )


def test_an_engine_gets_the_settings(tmp_path: Path) -> None:
    net = write_net(tmp_path, "chess")
    with Engine(lambda event: None) as engine:
        found = settings(["--option", "hash=32", "--eval-file", net.path])
        found.apply(engine)
        assert engine.options.hash.value == 32
        assert engine.eval_file
        assert engine.eval_file.made_for == "chess"
    assert settings([]) == NO_SETTINGS


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--option", "Hash"], "--option 'Hash': expected NAME=VALUE"),
        (["--option", "=5"], "--option '=5': expected NAME=VALUE"),
        (["--option", "Hush=5"], "unknown option 'Hush', did you mean Hash?"),
        (["--option", "Hash=much"], "option Hash: value 'much', expected a whole number from 1"),
        (["--option", "Clear Hash="], "option Clear Hash: a button, expected one with a value"),
        (["--option", "skill level=3"], "--option Skill Level: expected --level N"),
        (["--option", "UCI_Variant=gast"], "--option UCI_Variant: expected the game as VARIANT"),
        (["--option", "EvalFile=a.net"], "--option EvalFile: expected --eval-file FILE"),
        (["--option", "TablebasePath=nowhere"], "--option TablebasePath: 'nowhere': No such file"),
        (["--eval-file", "nowhere.net"], "cannot read 'nowhere.net': No such file or directory"),
    ],
)
def test_invalid_settings_are_refused(words: list[str], message: str) -> None:
    with pytest.raises(AmaltheaError) as raised:
        settings(words)
    assert str(raised.value).startswith(message)


def test_the_file_must_fit_the_game_or_without_one_the_game_that_it_names(tmp_path: Path) -> None:
    words = ["--eval-file", write_net(tmp_path, "gast").path]
    assert settings(words, None).eval_file == settings(words, "gast").eval_file
    with pytest.raises(AmaltheaError, match="a net for other rules, those of 'gast'"):
        settings(words)


def test_a_folder_without_tables_is_warned_about(tmp_path: Path) -> None:
    warned: list[str] = []
    (tmp_path / "KQK.tablebase").write_bytes(b"nothing")
    settings(["--option", f"TablebasePath={tmp_path}"], warned=warned)
    assert warned[-1].startswith("TablebasePath: no tables in '")
