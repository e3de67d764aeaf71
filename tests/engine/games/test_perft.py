"""The core's move counts against published ones, and its divide against its moves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from amalthea import new_position
from amalthea.engine import variant_files
from amalthea.engine.new_games import new_game
from amalthea.engine.search.solo import SoloSearcher
from helpers.games import GAMES

if TYPE_CHECKING:
    from helpers.sample import Sample

COUNTS = Path(__file__).parent / "perft"
DIVIDED = [(name, game.divided) for name, game in GAMES.items() if game.divided]
MOST_NODES, MOST_NODES_THOROUGH = 2_000_000, 1_000_000_000
MOST_POSITIONS = 100  # of a game: all, but in the debug build half of them
MOST_LEAVES = 1_000_000  # that are made one by one


def suite() -> dict[str, list[tuple[str, dict[int, int]]]]:
    """Return the counted positions of each game: FENs, and the nodes by depth."""
    positions = {}
    for path in sorted(COUNTS.glob("*.epd")):
        lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
        positions[path.stem] = [counted(line) for line in lines]
    return positions


def counted(line: str) -> tuple[str, dict[int, int]]:
    fen, *counts = line.split(" ;D")
    return fen, {int(depth): int(count) for depth, count in map(str.split, counts)}


SUITE = suite()


@pytest.mark.parametrize("game", SUITE)
def test_perft_gives_the_published_counts(game: str, sample: Sample) -> None:
    most = sample(MOST_NODES, MOST_NODES_THOROUGH)
    for fen, counts in SUITE[game][: sample(MOST_POSITIONS, MOST_POSITIONS)]:
        wanted = {depth: nodes for depth, nodes in counts.items() if nodes <= most}
        position = new_position(game, fen)
        assert {depth: position.perft(depth) for depth in wanted} == wanted, fen
        assert position.fen().split()[:3] == fen.split()[:3], f"perft changed {fen}"


@pytest.mark.parametrize(("game", "depth"), DIVIDED)
def test_divide_names_every_legal_move_and_adds_up_to_perft(game: str, depth: int) -> None:
    position = new_position(game)
    divided = position.divide(depth)
    assert sorted(divided) == sorted(position.legal_moves())
    assert sum(divided.values()) == position.perft(depth)


@pytest.mark.parametrize(("game", "depth"), DIVIDED)
def test_perft_counts_the_same_when_it_makes_its_leaves(
    game: str, depth: int, sample: Sample
) -> None:
    position = new_position(game)
    while position.perft(depth) > sample(MOST_LEAVES, MOST_LEAVES):
        depth -= 1
    assert position.perft(depth, bulk=False) == position.perft(depth)


@pytest.mark.parametrize("game", [game for game, _ in DIVIDED])
def test_perft_of_depth_zero_is_the_position_itself(game: str) -> None:
    assert new_position(game).perft(0) == 1


def test_routes_that_wind_past_the_edge_stay_on_the_padded_board(tmp_path: Path) -> None:
    """Leaps of (3, 2) on a circle reach cells of the board by ways far outside it."""
    file = tmp_path / "winding.ini"
    start = "aaaak4a/10/10/10/10/10/10/10/10/AAAAK4A w - - 0 1"
    lines = ["[winding]", "maxFile = 10", "maxRank = 10", "king = k", "customPiece1 = a:qJ"]
    file.write_text("\n".join([*lines, f"startFen = {start}", ""]))
    (variant,) = variant_files.load(str(file))
    position = new_position(variant)
    assert position.perft(3) == position.perft(3, bulk=False)
    line = SoloSearcher(1).search(new_game(variant), 20_000)
    assert line.moves[0] in position.legal_moves()
