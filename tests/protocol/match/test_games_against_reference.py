"""Finished games replayed by the reference rules: every move is legal, and the end the same."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from amalthea.engine import variants
from amalthea.protocol.match.controls import TimeControl
from amalthea.protocol.match.entrants import Entrant
from amalthea.protocol.match.openings import RANDOM_PLIES, at_random
from amalthea.protocol.match.worker import PlayerPool, play_with
from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.uci_client.process import OURS
from helpers.games import RULES, begins_in_secret
from helpers.matches import BASELINE, FAULTS, conditions, task
from helpers.sample import one_in
from reference import GoChessPlacement

if TYPE_CHECKING:
    from helpers.sample import Sample

pytestmark = pytest.mark.long

ORDINARY, THOROUGH = 2, 200  # games of each variant

DEPTH_1 = TimeControl.read("depth", "1")
ANY_MOVE = Entrant("any", (sys.executable, BASELINE, "random", "1"), control=DEPTH_1)
OTHER_ANY_MOVE = Entrant("other", (sys.executable, BASELINE, "random", "2"), control=DEPTH_1)
SHALLOW = Entrant("shallow", OURS, options=(("Threads", "1"),), control=DEPTH_1)
WEAK = Entrant(
    "weak",
    OURS,
    options=(("Threads", "1"), ("Skill Level", "0")),
    control=TimeControl.read("depth", "2"),
)
MEETINGS = ((ANY_MOVE, OTHER_ANY_MOVE), (SHALLOW, WEAK), (WEAK, ANY_MOVE), (SHALLOW, SHALLOW))


@pytest.fixture(scope="module")
def pool() -> Iterator[PlayerPool]:
    pool = PlayerPool()
    yield pool
    pool.close()


@pytest.mark.parametrize("variant", one_in(3, list(RULES)))
def test_a_finished_game_is_confirmed_by_the_reference_rules(
    variant: str, pool: PlayerPool, sample: Sample
) -> None:
    terms = conditions(variant)
    openings = at_random(variants.get(variant), RANDOM_PLIES, 1, 0)
    places = begins_in_secret(variant)
    at = list(RULES).index(variant)  # variants begin with different meetings
    for number in range(1, sample(ORDINARY, THOROUGH) + 1):
        white, black = MEETINGS[(at + number - 1) % len(MEETINGS)]
        # Placing their own pieces takes engines long; here only those do that choose at random.
        own_placing = places and (white, black) == MEETINGS[0]
        opening = None if own_placing else openings.opening(number)
        game = play_with(task(white, black, terms, opening, number), pool).game
        assert game.reason not in FAULTS, game
        confirm(game)


def confirm(game: GameRecord) -> None:
    rules = GoChessPlacement if "[" in game.fen else RULES[game.variant]
    position = rules.from_fen(game.fen)
    for number, move in enumerate(game.moves, 1):
        assert position.status().startswith("ongoing"), f"ply {number} of {game}"
        position = position.play(move)
    words = ["win", game.winner] if game.winner else ["draw"]
    assert position.status() == " ".join([*words, game.reason]), game
