"""Table entries are not trusted shortly before a draw by plies without progress."""

from __future__ import annotations

import mmap
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from amalthea.engine import variant_files
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.search.control import CONTROL_BYTES, Control
from amalthea.engine.search.searcher import Searcher
from amalthea.engine.search.transposition_table import MIB, Table

if TYPE_CHECKING:
    from helpers.sample import Sample

ROOK_AHEAD = "r7/1k6/8/8/3K4/8/8/8 b - - {} 60"  # mate takes more than ten plies
MOVES = [20, 50]  # as variant files count them: two plies each


@pytest.mark.parametrize("moves", MOVES)
def test_a_stored_win_is_scored_as_a_draw_near_the_last_ply(
    moves: int, tmp_path: Path, sample: Sample
) -> None:
    left = max(4, sample(10, 10))  # plies
    file = tmp_path / "variants.ini"
    file.write_text(f"[hasty:chess]\nnMoveRule = {moves}\n")
    (variant,) = variant_files.load(str(file))
    table = Table(mmap.mmap(-1, 4 * MIB))
    control = Control(mmap.mmap(-1, CONTROL_BYTES))

    def score(halfmove: int, depths: range) -> int:
        searcher = Searcher(
            *position_and_evaluator(variant, ROOK_AHEAD.format(halfmove), evaluation=HandWritten()),
            table,
            control,
        )
        searcher.start(1, 0, ())
        for depth in depths:
            searcher.iterate(depth, 1)
        return searcher.line(0).score

    assert score(0, range(1, left + 3)) > 500
    at_once = range(left + 4, left + 5)  # four more, since late moves are searched less deep
    assert score(2 * moves - left, at_once) == 0
