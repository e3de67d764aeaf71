"""The fit of a net: the engine computes what the model does, and an interrupted fit resumes."""

from __future__ import annotations

import random
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from amalthea.engine import variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import NetFile, net_file
from amalthea.engine.evaluation.features import Numbering
from amalthea.engine.evaluation.net import CLIP, DIRECT, SCALE, WEIGHT
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_game
from amalthea.training import TrainError
from amalthea.training import fit as fits
from amalthea.training.fit import FitTask, fit_net
from amalthea.training.net_numbers import net_numbers
from amalthea.training.piece_values import of_net
from amalthea.training.recipe import Recipe
from amalthea.training.samples import PADDING, Samples
from helpers.random_nets import CHANCES

if TYPE_CHECKING:
    from amalthea.training.model import Model

np = pytest.importorskip("numpy")
pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="no torch")

SCALE_CP = 300


def numbering(variant: Variant) -> Numbering:
    position, _ = position_and_evaluator(variant, variant.start_fen(1))
    return kind_of(variant).features(position).numbering


def fens(game: str, count: int, seed: int) -> list[str]:
    """Return positions of games played at random."""
    dice = random.Random(seed)
    found: list[str] = []
    while len(found) < count:
        played = new_game(game)
        for _ in range(60):
            if played.position.status().state != "ongoing":
                break
            played.play(dice.choice(played.position.legal_moves()))
            found.append(played.position.fen())
    return dice.sample(found, count)


def noise(model: Any) -> None:
    """Add random numbers of about the size that a fit finds."""
    import torch

    torch.manual_seed(1)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.05)


def material(variant: Variant, seen_fens: list[str]) -> Samples:
    """Return positions in which the side with more pieces wins, White's and Black's alike."""
    seen = []
    rows = []
    for at, fen in enumerate(seen_fens):
        position, _ = position_and_evaluator(variant, fen)
        numbers, men = kind_of(variant).features(position).active()
        board = fen.split()[0]
        lead = sum(map(str.isupper, board)) - sum(map(str.islower, board))
        black = position.turn == "b"
        won = 0.5 if not lead else float((lead > 0) != black)
        seen.append(numbers)
        rows.append((black, men, 100 * lead * (-1 if black else 1), won, at))
    table = np.full((len(seen), max(map(len, seen))), PADDING, np.uint16)
    for at, numbers in enumerate(seen):
        table[at, : len(numbers)] = numbers
    black, men, score, won, game = (np.array(column) for column in zip(*rows, strict=True))
    values = won.astype(np.float32)
    men = men.astype(np.int16)
    settled = np.ones(len(seen), bool)
    unasked = np.zeros((len(seen), 1), np.float32)
    return Samples(
        table,
        black,
        men,
        score,
        np.zeros(len(seen), np.int16),
        values,
        values,
        game,
        settled,
        game,
        unasked[:, 0],
        unasked,
    )


@pytest.fixture(scope="module")
def chess() -> tuple[Variant, Samples]:
    variant = variants.get("chess")
    return variant, material(variant, fens("chess", 600, 5))


def task(chess: tuple[Variant, Samples], epochs: int = 3) -> FitTask:
    variant, samples = chess
    recipe = Recipe(width=16, epochs=epochs, held_out=5, rate=0.01)
    return FitTask(samples, numbering(variant), recipe, SCALE_CP, 1)


def leave_nothing_to_round(model: Model) -> None:
    """Round every number to one that the file can hold, except those that a fit rounds itself."""
    import torch

    units = {"rows_of": CLIP, "bias": CLIP, "direct_of": SCALE * DIRECT / 2}
    units["out_bias"] = CLIP * WEIGHT
    with torch.no_grad():
        for name, values in model.named_parameters():
            if unit := units.get(name.split(".")[0]):
                values.copy_((values * unit).round() / unit)


@pytest.mark.parametrize("game", ["chess", "gess"])
def test_engine_and_model_compute_the_same_scores(game: str, tmp_path: Path) -> None:
    import torch

    from amalthea.training.model import Model

    variant = variants.get(game)
    numbers = numbering(variant)
    model = Model(numbers, 32)
    noise(model)
    leave_nothing_to_round(model)
    rules = kind_of(variant).net_rules(variant)
    header = net_file.Header(variant.name, rules, numbers.size, 32, CHANCES)
    net_file.write(tmp_path / "a.net", header, model.arrays())
    evaluation = NetFile(str(tmp_path / "a.net"))
    for fen in fens(game, 30, 2):
        own, evaluator = position_and_evaluator(variant, fen, evaluation=evaluation)
        present, men = kind_of(variant).features(own).active()
        black = own.turn == "b"
        with torch.no_grad():
            said = model(torch.tensor([present]), torch.tensor([black]), torch.tensor([men]))
        _, total = evaluator.terms()
        assert total == pytest.approx(400 * said.item() * (-1 if black else 1), abs=2)


@pytest.mark.parametrize("game", ["chess", "crazyhouse"])
def test_model_starts_from_a_net(game: str) -> None:
    from amalthea.training.model import Model

    numbers = numbering(variants.get(game))
    model = Model(numbers, 32)
    noise(model)
    taken = Model(numbers, 32)
    taken.start_from(net_numbers(model.arrays(), numbers.size, 32))
    assert taken.arrays() == model.arrays()
    cells = taken.rows_of["cell"].detach()
    assert cells.square().mean() < model.rows().var()  # what cells share is not theirs alone


def test_wider_model_gives_the_scores_of_the_net(chess: tuple[Variant, Samples]) -> None:
    import torch

    from amalthea.training.model import Model

    variant, samples = chess
    numbers = numbering(variant)
    model, wide = Model(numbers, 16), Model(numbers, 48)
    noise(model)
    wide.start_from(net_numbers(model.arrays(), numbers.size, 16))
    present = torch.from_numpy(samples.numbers.astype("int32"))
    present[present == PADDING] = numbers.size
    seen = present, torch.from_numpy(samples.black), torch.from_numpy(samples.piece_counts).long()
    with torch.no_grad():
        assert torch.corrcoef(torch.stack([model(*seen), wide(*seen)]))[0, 1] > 0.99
        assert not torch.equal(wide.rows()[:, :16], wide.rows()[:, 16:32])


def test_fit_starts_from_a_net(chess: tuple[Variant, Samples], tmp_path: Path) -> None:
    first = fit_net(task(chess), tmp_path / "first.pt", lambda _: None)
    start = net_numbers(first.arrays, numbering(chess[0]).size, 16)
    onward = replace(task(chess, 1), start=start)
    second = fit_net(onward, tmp_path / "second.pt", lambda _: None)
    assert second.losses[0][1] == pytest.approx(first.losses[-1][1], rel=0.01)
    assert second.arrays != first.arrays


def test_target_mixes_score_and_result_by_the_recipe(chess: tuple[Variant, Samples]) -> None:
    import torch

    size = len(chess[1])
    samples = replace(
        chess[1],
        score=np.zeros(size, np.int16),
        td_value=np.full(size, 0.25, np.float32),
        result=np.ones(size, np.float32),
        settled=np.arange(size) % 2 == 0,
    )
    recipe = Recipe(search_share=0.5, result_share=0.3)
    mixed = fits.targets(torch, FitTask(samples, numbering(chess[0]), recipe, SCALE_CP, 1))
    assert mixed[0].item() == pytest.approx(0.5 * 0.5 + 0.3 * 1 + 0.2 * 0.25)
    assert mixed[1].item() == pytest.approx(0.5 * 0.5 + 0.5 * 0.25)


def test_fit_learns_winning_features(chess: tuple[Variant, Samples], tmp_path: Path) -> None:
    shares: list[float] = []
    fitted = fit_net(task(chess), tmp_path / "fit.pt", shares.append)
    before, *_, after = fitted.losses
    assert before[0] is None
    assert before[1] is not None
    assert after[1] is not None
    assert after[1] < 0.9 * before[1]
    assert len(fitted.losses) == 4
    assert shares == sorted(shares)


def test_fit_resumes_after_its_last_epoch(
    chess: tuple[Variant, Samples], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = fit_net(task(chess), tmp_path / "whole.pt", lambda _: None)
    saved: list[int] = []
    save = fits._Run.save

    def clear(run: Any, checkpoint: Path) -> None:
        save(run, checkpoint)
        saved.append(run.epoch)
        if run.epoch == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(fits._Run, "save", clear)
        with pytest.raises(KeyboardInterrupt):
            fit_net(task(chess), tmp_path / "fit.pt", lambda _: None)
    begun: list[float] = []
    again = fit_net(task(chess), tmp_path / "fit.pt", begun.append)
    assert saved == [1, 2]
    assert begun[0] >= 2 / 3
    assert (whole.resumed_share, again.resumed_share) == (0.0, 2 / 3)
    assert (again.arrays, again.losses) == (whole.arrays, whole.losses)


def test_fit_without_samples_is_refused(tmp_path: Path) -> None:
    """The only game is held out, as every Nth game is."""
    variant = variants.get("chess")
    alone = FitTask(
        material(variant, fens("chess", 1, 5)), numbering(variant), Recipe(), SCALE_CP, 1
    )
    with pytest.raises(TrainError, match="all 1 positions are held out"):
        fit_net(alone, tmp_path / "fit.pt", lambda _: None)


def test_a_checkpoint_of_something_else_is_left_alone(
    chess: tuple[Variant, Samples], tmp_path: Path
) -> None:
    plain = fit_net(task(chess, 1), tmp_path / "plain.pt", lambda _: None)
    fit_net(task(chess, 2), tmp_path / "fit.pt", lambda _: None)
    assert fit_net(task(chess, 1), tmp_path / "fit.pt", lambda _: None) == plain
    (tmp_path / "fit.pt").write_bytes(b"no checkpoint")
    assert fit_net(task(chess, 1), tmp_path / "fit.pt", lambda _: None) == plain


def test_piece_values_come_from_scores(chess: tuple[Variant, Samples]) -> None:
    import torch

    from amalthea.training.model import Model

    variant, samples = chess
    numbers = numbering(variant)
    model = Model(numbers, 16)
    cells = variant.files * variant.ranks
    planes = [plane.name for plane in kind_of(variant).net_planes(variant)]
    knight, rook = planes.index("knight"), planes.index("rook")
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.zero_()
        direct = model.direct_of
        direct["plane"][knight] = 0.75
        direct["plane"][knight + 1] = -0.75
        for rank in range(8):
            direct["rank"][rook * 8 + rank] = rank / 400
            direct["rank"][(rook + 1) * 8 + 7 - rank] = -rank / 400
    seen = {each.name: each for each in of_net(model.arrays(), 16, numbers, samples)}
    assert seen["knight"].value == pytest.approx(300, abs=1)
    assert {cell for cell in seen["knight"].cells if cell is not None} == {0.0}
    assert seen["king"].value is None
    ranks = [seen["rook"].cells[rank * 8 : rank * 8 + 8] for rank in range(8)]
    means = [
        sum(known) / len(known) for row in ranks if (known := [c for c in row if c is not None])
    ]
    assert means == sorted(means)
    assert means[0] < means[-1]
    assert len(seen["rook"].cells) == cells


def test_piece_values_are_those_of_the_board_in_games_with_hands() -> None:
    from amalthea.training.model import Model

    variant = variants.get("crazyhouse")
    board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    hands = ("", "N", "NN", "QNNPn", "pppp")
    samples = material(variant, [f"{board}[{hand}] w KQkq - 0 1" for hand in hands])
    numbers = numbering(variant)
    model = Model(numbers, 16)
    noise(model)
    values = {each.name: each for each in of_net(model.arrays(), 16, numbers, samples)}
    cells = variant.files * variant.ranks
    assert {len(each.cells) for each in values.values()} == {cells}
    assert values["knight"].value is None  # as many on the board everywhere
