"""Nets evaluate exactly: as if each position were new, alike for both colours and processors."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from amalthea.engine import evaluators, variant_loading, variants
from amalthea.engine.choosing import ChooserContext
from amalthea.engine.core.position import Position
from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import HandWritten, KinNet
from amalthea.engine.evaluation.net import Net
from amalthea.engine.evaluation.net_evaluator import NetEvaluator
from amalthea.engine.evaluators import default_evaluation, position_and_evaluator
from amalthea.engine.explanation import explain
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_game, new_position
from amalthea.engine.search.reports import MATE_CP
from amalthea.engine.search.solo import SoloSearcher
from helpers.games import GAMES, begins_in_secret
from helpers.random_games import begun
from helpers.random_nets import CHANCES, USUAL, Sizes, random_net, write_net
from helpers.scores import score_of

if TYPE_CHECKING:
    from helpers.sample import Sample

EVALUATIONS, EVALUATIONS_THOROUGH = 10_000, 300_000  # over all games
NODES, NODES_THOROUGH = 50_000, 10_000_000  # searched, over all games
MOST_PLIES = 250
ARMIES = [name for name in GAMES if kind_of(variants.get(name)).name == "pieces"]
EXTREME = Sizes(direct=2**20, output_bias=2**31 - 1, row=2**15 - 1, output=127, extreme=True)


def evaluator_of(position: Position, net: Net) -> NetEvaluator:
    """Return an evaluator that has seen nothing of the position before."""
    return NetEvaluator(position, kind_of(position.variant).features(position), net)


def net_of(variant: Variant, sizes: Sizes = USUAL, plain: bool = False) -> Net:
    header, arrays = random_net(variant, sizes=sizes)
    return Net(header.features, header.width, arrays, plain)


def wander(variant: str, dice: random.Random, plies: int) -> Position:
    """Return a position after so many random plies, or before the one that ends the game."""
    position = begun(variant, dice)
    for _ in range(plies):
        position.play(dice.choice(position.legal_moves()))
        if position.status().state != "ongoing":
            position.undo()
            break
    return position


@pytest.mark.parametrize("name", GAMES)
def test_sums_that_follow_the_moves_are_those_of_a_new_position(name: str, sample: Sample) -> None:
    """Moves are played and undone, and not every position is evaluated."""
    dice = random.Random(f"follow {name}")
    net = net_of(variants.get(name))
    left = sample(EVALUATIONS, EVALUATIONS_THOROUGH) // len(GAMES)
    while left > 0:
        position = begun(name, dice)
        evaluator = evaluator_of(position, net)
        plies = 0
        while plies < MOST_PLIES and position.status().state == "ongoing" and left > 0:
            position.play(dice.choice(position.legal_moves()))
            plies += 1
            if dice.random() < 0.2:
                back = dice.randint(1, min(plies, 9))
                for _ in range(back):
                    position.undo()
                plies -= back
            if dice.random() < 0.7:
                assert evaluator.score() == evaluator_of(position, net).score(), position.fen()
                left -= 1


@pytest.mark.parametrize("name", GAMES)
def test_searches_leave_the_sums_right(name: str, tmp_path: Path, sample: Sample) -> None:
    """The debug build compares them at every node."""
    file = write_net(tmp_path, name)
    net = net_of(variants.get(name))
    searcher = SoloSearcher(4, file)
    dice = random.Random(f"search {name}")
    nodes = sample(NODES, NODES_THOROUGH) // len(GAMES)
    for plies in (0, 8, 20, 60, 120):
        begin = wander(name, dice, plies)
        line = searcher.search(new_game(name, begin.fen()), nodes // 5)
        assert line.moves
        position, evaluator = position_and_evaluator(begin.variant, begin.fen(), (), file)
        assert evaluator.score() == evaluator_of(position, net).score()
        for move in line.moves:
            position.play(move)
            assert evaluator.score() == evaluator_of(position, net).score(), position.fen()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("sizes", [USUAL, EXTREME], ids=["usual", "extreme"])
def test_colours_are_equal(name: str, sizes: Sizes) -> None:
    dice = random.Random(f"colours {name}")
    net = net_of(variants.get(name), sizes)
    scores = set()
    for _ in range(20):
        position = wander(name, dice, dice.randrange(60))
        score = evaluator_of(position, net).score()
        flipped = new_position(name, position.flipped())
        assert score == -evaluator_of(flipped, net).score(), position.fen()
        scores.add(score)
    assert len(scores) > 1


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("sizes", [USUAL, EXTREME], ids=["usual", "extreme"])
def test_every_processor_gives_the_same_scores(name: str, sizes: Sizes) -> None:
    dice = random.Random(f"processors {name}")
    fast, plain = (net_of(variants.get(name), sizes, plain) for plain in (False, True))
    position = begun(name, dice)
    evaluators = evaluator_of(position, fast), evaluator_of(position, plain)
    for _ in range(60):
        if position.status().state != "ongoing":
            break
        position.play(dice.choice(position.legal_moves()))
        one, other = (evaluator.score() for evaluator in evaluators)
        assert one == other, position.fen()
        assert abs(one) <= MATE_CP


@pytest.mark.parametrize("width", [16, 48, 512])
def test_every_width_follows_the_moves(width: int) -> None:
    header, arrays = random_net(variants.get("chess"), width=width, sizes=EXTREME)
    fast, plain = (Net(header.features, width, arrays, plain) for plain in (False, True))
    dice = random.Random(width)
    position = new_position("chess")
    evaluator = evaluator_of(position, fast)
    for _ in range(80):
        position.play(dice.choice(position.legal_moves()))
        if position.status().state != "ongoing":
            break
        assert evaluator.score() == evaluator_of(position, plain).score(), position.fen()


# What a piece is worth.


@pytest.mark.parametrize(
    "name", [name for name in GAMES if kind_of(variants.get(name)).name == "pieces"]
)
def test_every_piece_but_kings_has_a_worth(name: str, tmp_path: Path) -> None:
    """A piece on two squares is listed by its anchor."""
    dice = random.Random(name)
    position = wander(name, dice, 30)
    kind, variant, file = kind_of(position.variant), position.variant, write_net(tmp_path, name)
    found = explain(position, file)
    tokens = kind.scene(variant, position.fen())
    assert {each.square: each.token for each in found.pieces} == tokens
    unknown = {each.token.upper() for each in found.pieces if each.worth is None}
    assert unknown == {"K", "*"} & {token.upper() for token in tokens.values()}
    assert found.net
    total = score_of(variant, position.fen(), file)
    assert found.total == CHANCES.normalised(total)
    assert found.hand == explain(position, HandWritten()).total


def test_the_worth_of_a_pawn_is_the_difference_between_two_positions(tmp_path: Path) -> None:
    file = write_net(tmp_path, "chess")
    start = new_position("chess")
    without = start.fen().replace("PPPPPPPP", "PPPP1PPP")
    found = {each.square: each.worth for each in explain(start, file).pieces}
    rest = explain(new_position("chess", without), file)
    worth = found[4, 1]
    assert worth is not None
    assert abs(worth - (explain(start, file).total - rest.total)) <= 1  # each is rounded


def test_stones_have_no_single_values(tmp_path: Path) -> None:
    """A stone more or less changes the features of all patches around it."""
    found = explain(new_position("gess"), write_net(tmp_path, "gess"))
    assert found.net
    assert found.pieces == ()


# The default evaluation.


def use_nets_of(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluators, "NETS", folder)


def test_game_without_a_net_has_the_hand_written_evaluation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_net(tmp_path, "gast")
    use_nets_of(tmp_path, monkeypatch)
    assert default_evaluation(variants.get("chess")) == HandWritten()
    assert not explain(new_position("chess")).net


@pytest.mark.parametrize("name", GAMES)
def test_shipped_net_is_the_default_evaluation(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_net(tmp_path, name)
    use_nets_of(tmp_path, monkeypatch)
    assert default_evaluation(variants.get(name)) == file
    fen = begun(name, random.Random(1)).fen()
    assert score_of(variants.get(name), fen) == score_of(variants.get(name), fen, file)
    assert score_of(variants.get(name), fen) != score_of(variants.get(name), fen, HandWritten())


def test_games_of_the_same_rules_share_a_net(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names and first positions do not matter, as in Chess960, in files of variants and in Gess."""
    chess, gess = write_net(tmp_path, "chess"), write_net(tmp_path, "gess")
    use_nets_of(tmp_path, monkeypatch)
    fen = "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1"
    shuffled = new_position("chess", fen, chess960=True)
    assert default_evaluation(shuffled.variant) == chess
    assert explain(shuffled).net
    path = tmp_path / "own.ini"
    path.write_text(
        "[ahead:chess]\nstartFen = rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w KQkq - 0 1\n"
        "[hopping:chess]\nking = k:KN\n"
    )
    (ahead, hopping), faults = variant_loading.read_variants(str(path))
    assert not faults
    assert default_evaluation(ahead) == chess
    assert default_evaluation(hopping) == HandWritten()
    assert default_evaluation(variants.get("gess-cvp")) == gess


def test_two_nets_that_are_equally_near_are_compared_though_they_have_vanished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then a search reports that it cannot read the net, and goes on."""
    vanishing = [write_net(tmp_path, name) for name in ("chess", "seirawan")]
    use_nets_of(tmp_path, monkeypatch)
    evaluators._net_paths(tmp_path)
    for file in vanishing:
        Path(file.path).unlink()
    assert isinstance(default_evaluation(variants.get("hoppelpoppel")), KinNet)


def test_games_have_distinct_fingerprints() -> None:
    """Otherwise a net could be taken for that of another game."""
    rules_of_games = {
        name: kind_of(variants.get(name)).net_rules(variants.get(name)) for name in GAMES
    }
    assert len({rules_of_games[name] for name in ARMIES}) == len(ARMIES)
    assert all(rules_of_games.values())


def test_nets_evaluate_secret_choices(tmp_path: Path) -> None:
    name = next(name for name in GAMES if begins_in_secret(name))
    searcher = SoloSearcher(1)
    position = new_position(name)
    kind = kind_of(position.variant)
    values = []
    for file in (write_net(tmp_path, name), HandWritten()):
        context = ChooserContext(file, searcher.make_search, random.Random(1))
        chooser = kind.chooser(position, "w", context)
        values.append(next(chooser.deepen(lambda: False)).value)
    assert values[0] != values[1]


# Left and right.


@pytest.mark.parametrize("name", GAMES)
def test_mirroring_features_twice_is_the_identity(name: str) -> None:
    """Reflecting and exchanging the colours may be done in either order."""
    numbering = kind_of(variants.get(name)).features(wander(name, random.Random(1), 0)).numbering
    reflected, mirrored = numbering.reflected, numbering.mirrored()
    everything = range(numbering.size)
    assert [reflected[reflected[each]] for each in everything] == list(everything)
    assert [reflected[mirrored[each]] for each in everything] == [
        mirrored[reflected[each]] for each in everything
    ]


def test_exchanging_left_and_right_on_a_board_reflects_its_features() -> None:
    """Ganymede Chess has what is hardest: pieces that lean, and walls on two squares."""
    kind = kind_of(variants.get("ganymede"))

    def seen(rows: str) -> list[int]:
        position = new_position("ganymede", f"{rows} w - - 0 1")
        return sorted(kind.features(position).active()[0])

    one = seen("5k6/12/12/1WW9/12/2V9/2V9/12/7N4/12/12/5K6")
    other = seen("6k5/12/12/9WW1/12/9V2/9V2/12/4N7/12/12/6K5")
    position = new_position("ganymede")
    numbering = kind.features(position).numbering
    assert sorted(numbering.reflected[each] for each in one) == other
