"""The games and parents that come along as files: each is what its folder says."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import games as shipped_games
from amalthea.engine import variants
from amalthea.engine.errors import UnknownVariant, VariantError
from amalthea.engine.evaluation import NetFile, net_file, tables_file
from amalthea.engine.evaluators import default_evaluation
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.games import descriptions, gess
from amalthea.engine.pieces.reading import sections
from amalthea.engine.pieces.rules import registry
from amalthea.engine.variant_files import shipped
from helpers.dialogue import completed
from helpers.random_games import begun
from reference.gast14 import Gast14Position

FINGERPRINTS = Path(__file__).with_name("fingerprints.txt")  # of every shipped game
GAMES_WITH_NETS = (
    "chess capablanca embassy gothic grand nocastle gast gast14 ganymede gochess gess gess-cvp"
)
GAMES_WITH_TABLES = (
    "chess nocastle gast gast14 ganymede gochess gess troop troop11 troop13 chennis duck tamerlane"
)
GAMES = tuple(sorted(path.stem for path in shipped_games.FILES.glob("*.ini")))
SETS = tuple(sorted(path.stem for path in shipped_games.FILES.glob("*.toml")))
PARENTS = tuple(sorted(path.stem for path in shipped_games.PARENTS.glob("*.ini")))
OTHER_NAMES = {"normal", "fairy", "fischerandom", "caparandom"}  # played by another name


def test_names_begin_with_those_that_are_built_in() -> None:
    others = tuple(name for name in GAMES if name not in variants.BUILT_IN)
    assert variants.names()[: len(variants.BUILT_IN) + len(others)] == (*variants.BUILT_IN, *others)
    assert not set(GAMES) & set(PARENTS)


def test_every_game_of_pieces_or_formations_is_a_file() -> None:
    assert set(variants.BUILT_IN) - {*GAMES, *SETS} == set(gess.VARIANTS)


def test_fingerprints_of_all_games_are_pinned() -> None:
    """Another fingerprint makes every net and table of the game useless, the users' own, too."""
    pinned = dict(line.split() for line in FINGERPRINTS.read_text(encoding="utf-8").splitlines())
    games = {name: variants.get(name) for name in (*variants.BUILT_IN, *GAMES)}
    found = {name: kind_of(game).net_rules(game) for name, game in games.items()}
    changed = [f"{name} {found.get(name)}" for name in {**found, **pinned}]
    changed = [line for line in changed if pinned.get(line.split()[0]) != line.split()[1]]
    assert changed == [], f"lines of {FINGERPRINTS.name} for these games"


@pytest.mark.parametrize("name", GAMES_WITH_NETS.split())
def test_a_game_with_a_shipped_net_finds_it(name: str) -> None:
    game = variants.get(name)
    evaluation = default_evaluation(game)
    assert isinstance(evaluation, NetFile)
    header, _ = net_file.load(evaluation)
    features = kind_of(game).features(begun(name, random.Random(1)))
    assert header.features == features.numbering.size


@pytest.mark.parametrize("name", GAMES_WITH_TABLES.split())
def test_a_game_with_shipped_tables_finds_them(name: str) -> None:
    game = variants.get(name)
    kind = kind_of(game)
    file = tables_file.shipped(kind.net_rules(game))
    assert file
    assert tables_file.load(file, kind.layout(game)).rules == kind.net_rules(game)


@pytest.mark.parametrize("name", [*GAMES, *SETS])
def test_every_game_is_valid_and_has_a_title(name: str) -> None:
    game = variants.get(name)
    assert game.name == name
    assert game.title != name
    start = game.start_fen(seed=1)
    assert new_position(name, start).fen().split()[0] == start.split()[0]


@pytest.mark.parametrize("name", GAMES)
def test_the_build_has_read_each_game_as_its_file_says(name: str) -> None:
    read, built = shipped.variant(name), descriptions.find(name)
    assert built == read
    assert repr(built) == repr(read)
    assert built.fingerprint == registry.fingerprint_of(read)


def test_no_file_is_read_for_a_game_and_the_net_of_its_nearest_kin() -> None:
    code = (
        "import sys\n"
        "from amalthea.engine import evaluators, variants\n"
        "print(evaluators.default_evaluation(variants.get('torpedo')).file.path)\n"
        "assert 'amalthea.engine.pieces.reading' not in sys.modules"
    )
    done = completed([sys.executable, "-I", "-c", code])
    assert (done.returncode, done.stderr) == (0, "")
    assert Path(done.stdout).name.startswith("chess-")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_can_be_played(name: str) -> None:
    position = begun(name, random.Random(1))
    for _ in range(20):
        if moves := position.legal_moves():
            position.play(moves[0])
    assert position.status().state in {"ongoing", "draw", "win"}


@pytest.mark.parametrize("name", PARENTS)
def test_parent_names_the_missing_rule(name: str) -> None:
    """If no rule were missing it could be played, and would belong to the games."""
    if name in OTHER_NAMES:
        assert shipped.variant(name).pieces
        return
    with pytest.raises(VariantError, match=r"not supported: |unsupported modifier"):
        shipped.variant(name)
    with pytest.raises(UnknownVariant):
        variants.get(name)


@pytest.mark.parametrize("name", [*GAMES, *PARENTS])
def test_a_file_has_one_section_of_its_own_name(name: str) -> None:
    folder = shipped_games.FILES if name in GAMES else shipped_games.PARENTS
    text = sections.read(str(Path(folder) / f"{name}.ini"))
    assert [section.name for section in text.sections] == [name]
    assert not text.errors
    assert not text.sections[0].errors


class Gast14x14Position(Gast14Position):
    """Gast's second game on fourteen ranks."""

    RANKS = 14
    START = Gast14Position.START.replace("14/14", "14/14/14/14", 1)


@pytest.mark.parametrize("seed", range(3))
def test_gast_on_fourteen_ranks_agrees_with_the_reference(seed: int) -> None:
    draw = random.Random(seed)
    ours, slow = new_position("gast14x14"), Gast14x14Position.from_fen(Gast14x14Position.START)
    for _ in range(60):
        moves = sorted(ours.legal_moves())
        assert moves == sorted(slow.legal_moves())
        if ours.status().state != "ongoing":
            break
        move = draw.choice(moves)
        ours.play(move)
        slow = slow.play(move)
        assert ours.fen() == slow.fen()
