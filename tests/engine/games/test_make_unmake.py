"""Playing and taking back: what the core keeps by increments stays equal to a recomputation."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from amalthea import new_position
from amalthea.engine.errors import AmaltheaError, IllegalMove
from helpers.games import GAMES, RULES
from helpers.random_walks import settings_of, walks

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position as Core
    from helpers.sample import Sample

pytestmark = pytest.mark.long

ORDINARY_SIZE, THOROUGH_SIZE = 300, 50_000
WALKED, WALKED_THOROUGH = 500, 50_000  # without the reference
SEED = 7


def drawn(game: str, seed: int) -> Iterator[tuple[random.Random, Core, int]]:
    """Yield start positions of random walks without end, with the number of plies to play."""
    rng = random.Random(f"{game} {seed}")
    settings, shares = zip(*settings_of(game), strict=True)
    while True:
        (setting,) = rng.choices(settings, shares)
        yield rng, new_position(game, setting.draw(rng, game)), setting.plies


@pytest.mark.parametrize("game", RULES)
def test_key_pieces_and_scores_equal_a_recomputation_after_every_step(
    game: str, sample: Sample
) -> None:
    size = sample(WALKED, WALKED_THOROUGH)
    seen = 0
    for rng, position, plies in drawn(game, SEED):
        position.verify()
        for _ in range(plies):
            legal = position.legal_moves()
            if not legal:
                break
            for move in rng.sample(legal, min(3, len(legal))):
                position.play(move)
                position.verify()
                position.undo()
                position.verify()
            position.play(rng.choice(legal))
            position.verify()
            seen += 1
        if seen >= size:
            return


@pytest.mark.parametrize("game", RULES)
def test_undo_restores_fen_and_key_all_the_way_back(game: str, sample: Sample) -> None:
    size = sample(WALKED, WALKED_THOROUGH)
    seen = 0
    for rng, position, plies in drawn(game, SEED + 1):
        trail: list[tuple[str, int, str]] = []
        while len(trail) < plies and (legal := position.legal_moves()):
            trail.append((position.fen(), position.key(), str(position.status())))
            position.play(rng.choice(legal))
        for before in reversed(trail):
            position.undo()
            position.verify()
            assert (position.fen(), position.key(), str(position.status())) == before
        seen += len(trail)
        if seen >= size:
            return


@pytest.mark.parametrize("game", RULES)
def test_two_positions_have_one_key_when_they_repeat_each_other_and_else_two(
    game: str, sample: Sample
) -> None:
    size = sample(ORDINARY_SIZE // 3, THOROUGH_SIZE)
    keys: dict[str, int] = {}
    for _, steps in walks(game, SEED + 2):
        position = new_position(game, next(steps)[0].fen)
        for walk, reference in steps:
            position.play(walk.moves[-1])
            assert keys.setdefault(reference.identity, position.key()) == position.key(), str(walk)
            assert new_position(game, position.fen()).key() == position.key(), str(walk)
        if len(keys) >= size:
            break
    assert len(set(keys.values())) == len(keys)


@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize(
    "move", ["a2a1", "a2a9", "z9z9", "a2", "", "0000", "a2a3q", "nonsense", "é"]
)
def test_illegal_move_raises_and_changes_nothing(game: str, move: str) -> None:
    position = new_position(game, RULES[game].START)
    key = position.key()
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    assert move in str(caught.value)
    assert (position.fen(), position.key()) == (RULES[game].START, key)
    position.verify()


@pytest.mark.parametrize("game", RULES)
def test_every_legal_text_is_played_and_no_other(game: str, sample: Sample) -> None:
    size = sample(100, 5_000)
    seen = 0
    earlier: list[str] = []
    for rng, position, plies in drawn(game, SEED + 3):
        for _ in range(plies):
            legal = position.legal_moves()
            if not legal:
                break
            before = position.fen()
            for move in legal:
                position.play(move)
                position.undo()
            for move in rng.sample(earlier, min(20, len(earlier))):
                if move not in legal:
                    with pytest.raises(IllegalMove):
                        position.play(move)
            assert position.fen() == before
            position.play(rng.choice(legal))
            assert new_position(game, position.fen()).key() == position.key(), before
            earlier = [*earlier[-400:], *legal]
            seen += 1
        if seen >= size:
            return


def test_squares_with_a_common_prefix_are_distinguished() -> None:
    position = new_position("gast", "11k/12/P11/12/12/12/12/12/12/12/12/R10K w - - 0 1")
    position.play("a10a11")
    assert position.fen().startswith("11k/P11/12/")
    position.undo()
    position.play("a1a9")
    assert position.fen().startswith("11k/12/P11/R11/")


@pytest.mark.parametrize("game", RULES)
def test_undo_at_the_start_raises(game: str) -> None:
    position = new_position(game, RULES[game].START)
    with pytest.raises(AmaltheaError):
        position.undo()
    assert position.fen() == RULES[game].START


@pytest.mark.parametrize("game", RULES)
def test_play_and_undo_after_a_draw(game: str) -> None:
    """Draws end the game, not the rules of movement."""
    plies, reason = GAMES[game].stalls
    position = new_position(game, RULES[game].START.replace(" 0 1", f" {plies - 1} 60"))
    position.play(GAMES[game].to_and_fro.split()[0])
    assert str(position.status()) == f"draw {reason}"
    assert position.legal_moves()
    position.undo()
    assert str(position.status()) == "ongoing"


@pytest.mark.parametrize("game", RULES)
def test_a_long_game_can_be_played_and_taken_back(game: str) -> None:
    """It is far longer than any table of fixed length for its history would be."""
    position = new_position(game, RULES[game].START)
    for _ in range(600):
        for move in GAMES[game].to_and_fro.split():
            position.play(move)
    position.verify()
    assert str(position.status()) == "draw repetition"
    for _ in range(4 * 600):
        position.undo()
    assert position.fen() == RULES[game].START


def test_keys_tell_boards_apart_that_differ_in_their_blocked_squares_alone() -> None:
    boards = (f"{row}/10/10/10/*********1/10/10/10/10/9K w - - 0 1" for row in ("k*8", "k1*7"))
    assert len({new_position("gochess", board).key() for board in boards}) == 2
