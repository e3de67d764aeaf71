from collections.abc import Collection

from amalthea.engine.pieces.description.betza import Path

def mobilities(
    paths: list[Path],
    second_square: tuple[int, int] | None,
    files: int,
    ranks: int,
    blocked: Collection[tuple[int, int]],
    within: Collection[tuple[int, int]] | None,
    chances: tuple[int, int, int],
) -> dict[tuple[int, int], float]:
    """Return {(file, rank): expected number of squares} for every square the piece can stand on.

    second_square: the offset of its second square, or None. blocked: blocked squares.
    within: the squares that it may go to, None for all.
    chances: percentages (of squares that are empty, that a target counts where the piece may only
    move, where it may only capture).
    """
