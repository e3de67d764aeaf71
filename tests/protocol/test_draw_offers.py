"""Draw offers: the same rule in every game, by the move number and the pieces that are left."""

from __future__ import annotations

import pytest

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.search.reports import Score
from amalthea.protocol.draw_offers import accepts_draw

OPENING = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 {move}"
ENDGAME = "4k3/pp3ppp/8/8/8/8/PP3PPP/R3K3 w - - 0 2"


@pytest.mark.parametrize(
    ("fen", "score", "accepted"),
    [
        (OPENING.format(move=2), Score(0), False),
        (OPENING.format(move=30), Score(-149), False),
        (OPENING.format(move=2), Score(-150), True),
        (OPENING.format(move=2), Score(-3, mate=True), True),
        (OPENING.format(move=31), Score(0), True),
        (OPENING.format(move=31), Score(1), False),
        (OPENING.format(move=31), Score(3, mate=True), False),
        (ENDGAME, Score(0), True),
        (ENDGAME, Score(1), False),
    ],
)
def test_a_level_game_is_drawn_only_after_the_opening(
    fen: str, score: Score, accepted: bool
) -> None:
    assert accepts_draw(Position("chess", fen), score) is accepted


@pytest.mark.parametrize("name", variants.BUILT_IN)
def test_no_game_is_drawn_as_it_begins(name: str) -> None:
    assert not accepts_draw(Position(name), Score(0))
