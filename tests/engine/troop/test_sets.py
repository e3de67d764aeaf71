"""An author's own sets of Troop Chess, read from a file: core against reference.

The file is the core's; here are the same rules once more, by the places of the stones.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from amalthea import new_position
from amalthea.engine import variants
from amalthea.engine.troop.variant import TroopVariant
from amalthea.engine.variant_loading import read_variants
from helpers.comparison import compare_known, compare_walks
from helpers.games import GAMES, RULES, troop_game
from helpers.paths import CROSSES
from helpers.random_walks import walks
from helpers.sample import one_in
from reference.formations import CAPTURE, LOSS, TRADE, Rules, formation
from reference.troop import TroopPosition, troop

if TYPE_CHECKING:
    from helpers.sample import Sample

SEED = 5
COMPARED = 100, 20_000
NAMED, NAMED_THOROUGH = 300, 5_000
OTHERS = 300, 5_000

CHEVRON = [(-1, -1), (1, -1), (-2, -2), (2, -2)]
COLUMN = [(0, -1), (0, -2), (0, -3), (0, -4)]
RING = [(-1, 0), (1, 0), (-1, -1), (1, -1), (-1, -2), (0, -2), (1, -2)]
OTHER_SIDES = {(-1, -1): "w", (1, -1): "e", (0, -2): "s"}
SETS = {
    "crosses": Rules(
        files=13,
        ranks=13,
        start=(
            "1sssssssssss1/sssssssssssss/2sssssssss2/13/13/13/13/13/13/13/"
            "2SSSSSSSSS2/SSSSSSSSSSSSS/1SSSSSSSSSSS1 w - - 0 1"
        ),
        formations=(
            formation("c", CHEVRON, "n", two_steps=(-1, 0, 1)),
            formation("x", [(0, -1), *OTHER_SIDES], "n", more_heads=OTHER_SIDES),
            formation("k", COLUMN, "n", more_heads={(0, -4): "s"}),
            formation("g", RING, "n", more_heads=OTHER_SIDES, steps=(0, 2, 4, 6), hard=False),
            formation("t", [(-1, -1), (0, -1)], "ne", two_steps=()),
        ),
        hardness={"00": CAPTURE, "10": CAPTURE, "01": LOSS, "11": TRADE},
        front=1,
        no_capture_plies=80,
    ),
    "plain": Rules(
        files=7, ranks=9, start="sssssss/7/7/7/7/7/7/7/SSSSSSS w - - 0 1", stalled="draw"
    ),
}


@pytest.fixture(params=SETS)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Register the file's sets here and among the tests' games; return the name of one."""
    name: str = request.param
    found, faults = read_variants(str(CROSSES))
    assert not faults
    for variant in found:
        variants.register(variant)
    rules = troop(SETS[name])
    monkeypatch.setitem(GAMES, name, troop_game(rules))
    monkeypatch.setitem(RULES, name, rules)
    return name


def test_core_and_reference_agree_on_an_authors_set(game: str, sample: Sample) -> None:
    compare_known(game, sample(*COMPARED), SEED)


@pytest.mark.parametrize("depth", [1, 2])
def test_the_first_moves_are_as_many(game: str, depth: int) -> None:
    start = RULES[game].start()
    counts = [len(start.legal), sum(len(start.after(move).legal) for move in start.legal)]
    assert new_position(game).perft(depth) == counts[depth - 1]


def test_each_leading_stone_names_the_move(game: str, sample: Sample) -> None:
    """By each of these names the core makes the same move as by the name that it writes."""
    named, size = 0, sample(NAMED, NAMED_THOROUGH)
    for rng, steps in walks(game, SEED):
        for walk, reference in steps:
            assert isinstance(reference, TroopPosition)
            core = new_position(game, reference.fen())
            for move in rng.sample(reference.legal, min(5, len(reference.legal))):
                after = reference.after(move).fen()
                for text in reference.names(move):
                    core.play(text)
                    assert core.fen() == after, f"{text} for {move} after {walk}"
                    core.undo()
                    named += text != str(move)
        if named >= size:
            return


# A start with a rank of stones each, by (files, ranks), outcomes of 00 01 10 11, front, stalled.
OTHER_RULES = [
    ((9, 9), "xxtc", 0, "count"),
    ((9, 9), "tlxc", 1, "draw"),
    ((9, 9), "lcxt", 0, "count"),
    ((3, 19), "ctcx", 1, "draw"),
    ((19, 3), "cxct", 0, "count"),
    ((2, 12), "cxcl", 0, "count"),
    ((16, 11), "xlcx", 1, "count"),
    ((19, 19), "cxct", 1, "draw"),
]


@pytest.mark.parametrize(("size", "table", "front", "stalled"), one_in(3, OTHER_RULES))
def test_core_and_reference_agree_by_other_rules(
    size: tuple[int, int],
    table: str,
    front: int,
    stalled: str,
    sample: Sample,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody plays these tables and boards; they show that the rules are read as data."""
    files, ranks = size
    empty = "/".join([str(files)] * (ranks - 2))
    start = f"{'s' * files}/{empty}/{'S' * files} w - - 0 1"
    hardness = dict(zip(("00", "01", "10", "11"), table, strict=True))
    rules = troop(Rules(files, ranks, start, hardness=hardness, front=front, stalled=stalled))
    base = variants.get("troop")
    assert isinstance(base, TroopVariant)
    variants.register(
        replace(
            base,
            name="other",
            files=files,
            ranks=ranks,
            start=start,
            hardness=hardness,
            front=front,
            counts=stalled == "count",
        )
    )
    monkeypatch.setitem(GAMES, "other", troop_game(rules))
    monkeypatch.setitem(RULES, "other", rules)
    wanted = sample(*OTHERS)
    seen = compare_walks("other", wanted, SEED)
    assert wanted < OTHERS[0] or {"w 1 landings", "b 1 landings"} <= set(seen)
