"""Names of other programs and servers for games, wherever a game is named."""

from __future__ import annotations

import random
import re

import pytest

import amalthea
from amalthea.engine import variants
from amalthea.engine.engine import Engine
from amalthea.engine.errors import UnknownVariant
from amalthea.engine.games import other_names

NAMES = {
    "lichess": {
        "standard": "chess",
        "kingOfTheHill": "kingofthehill",
        "threeCheck": "3check",
        "antichess": "antichess",
        "racingKings": "racingkings",
        "crazyhouse": "crazyhouse",
        "From Position": "chess",
        "Three-check": "3check",
        "King of the Hill": "kingofthehill",
    },
    "cutechess": {"aiwok": "ai-wok", "gustavian": "gustav3", "losalamos": "losalamos"},
    "XBoard": {"normal": "chess", "nocastle": "nocastle", "ASEAN": "asean", "3check": "3check"},
    "pychess": {
        "Kyoto Shogi": "kyotoshogi",
        "Gorogoro+": "gorogoroplus",
        "Khan's Chess": "khans",
        "Manchu+": "manchu",
        "Mini Xiangqi": "minixiangqi",
        "Orda Mirror": "ordamirror",
        "Los Alamos Chess": "losalamos",
        "Dobutsu Shogi": "dobutsu",
    },
    "short forms": {"koth": "kingofthehill", "zh": "crazyhouse", "ZH": "crazyhouse"},
}
CHESS960 = {
    **dict.fromkeys(("chess960", "fischerandom", "Fischer Random", "frc", "DFRC", "960"), "chess"),
    "zh960": "crazyhouse",
    "crazyhouse960": "crazyhouse",
    "capablanca960": "capablanca",
    "caparandom": "capablanca",
    "kingOfTheHill960": "kingofthehill",
}
PYCHESS = """
    chess bughouse crazyhouse atomic kingofthehill 3check antichess racingkings horde placement duck
    alice fogofwar makruk makrukhouse makbug makpong cambodian sittuyin asean shogi shoshogi yokai
    cannonshogi minishogi kyotoshogi dobutsu gorogoro gorogoroplus torishogi xiangqi jieqi
    xiangqihouse supply manchu janggi minixiangqi shatranj capablanca capahouse dragon seirawan
    shouse grand grandhouse shako shogun hoppelpoppel orda khans synochess shinobi shinobiplus
    empire ordamirror chak chennis spartan mansindam embassy embassyhouse gothic gothhouse ataxx
    xiangfu borderlands
"""
NOT_PLAYED = {"bughouse", "alice", "fogofwar", "makbug", "yokai", "jieqi", "supply"}
EVERY_NAME = [pair for names in NAMES.values() for pair in names.items()]


@pytest.mark.parametrize(("theirs", "ours"), EVERY_NAME)
def test_names_of_other_programs_are_understood(theirs: str, ours: str) -> None:
    assert variants.find(theirs) == (ours, False)
    assert variants.get(theirs).name == ours


@pytest.mark.parametrize(("theirs", "ours"), CHESS960.items())
def test_names_of_chess960_are_understood(theirs: str, ours: str) -> None:
    assert variants.find(theirs) == (ours, True)
    position = amalthea.Position(theirs)
    assert position.variant.name == ours
    assert position.variant.chess960


@pytest.mark.parametrize("name", PYCHESS.split())
def test_every_variant_of_pychess_is_played_or_refused_with_the_reason(name: str) -> None:
    if name in NOT_PLAYED:
        with pytest.raises(UnknownVariant, match="is not supported: "):
            variants.get(name)
    else:
        assert variants.get(name).name == name


def test_titles_are_names() -> None:
    for name in variants.names():
        assert variants.find(variants.get(name).title) == (name, False)


@pytest.mark.parametrize("seed", range(50))
def test_signs_and_case_make_no_difference(seed: int) -> None:
    rng = random.Random(seed)
    name = rng.choice([*variants.names(), *(theirs for theirs, _ in EVERY_NAME)])
    signs = "".join(rng.choice([each.upper(), each, f"{each} ", f"-{each}"]) for each in name)
    assert variants.find(signs).name == variants.find(name).name


def test_no_name_means_two_games() -> None:
    ours = {re.sub(r"[^a-z0-9]", "", name) for name in variants.names()}
    theirs = [*other_names._OURS, *other_names._OURS_960]
    assert ours.isdisjoint(theirs)
    assert len(set(theirs)) == len(theirs)
    assert other_names.NOT_PLAYED.keys().isdisjoint(variants.names())


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("xianqi", "did you mean xiangqi"),
        ("crazyhose", "did you mean crazyhouse"),
        ("threechek", "did you mean 3check"),
        ("alice", "is not supported: two linked boards"),
        ("Fog of War", "is not supported: hidden pieces"),
        ("jieqi", "is not supported: covered pieces"),
        ("bughouse", "is not supported: two boards"),
        ("nonesuch", "expected one of chess gast"),
        ("", "expected one of chess gast"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_ones_or_the_reason(
    name: str, answer: str
) -> None:
    with pytest.raises(UnknownVariant, match=answer):
        variants.get(name)


def test_the_engine_sets_its_options_by_other_names() -> None:
    with Engine(lambda _: None) as engine:
        engine.set_option("UCI_Variant", "koth")
        assert engine.options.variant.value == "kingofthehill"
        assert not engine.options.chess960.value
        engine.set_option("UCI_Variant", "fischerandom")
        assert engine.options.variant.value == "chess"
        assert engine.options.chess960.value
        engine.set_option("UCI_Variant", "chess")
        assert not engine.options.chess960.value
        engine.set_option("UCI_Chess960", "true")
        engine.set_option("UCI_Variant", "crazyhouse")
        assert engine.options.chess960.value
        engine.set_option("UCI_Variant", "chess")
        with pytest.raises(UnknownVariant, match="did you mean fischerandom"):
            engine.set_option("UCI_Variant", "fisherandom")
        assert engine.options.variant.value == "chess"
