"""Random placements and positions of Go-Chess that meet the rare rules often."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from helpers.random_walks import Setting, Settings, accepted, fen_of, some_of
from reference.common import (
    Board,
    Square,
    king_distance,
    of_colour,
    opponent,
    square_name,
    square_named,
)
from reference.gochess import (
    BLOCK,
    BLOCKS,
    SQUARES,
    GoChessPlacement,
    GoChessPosition,
    steps_apart,
)

PIECES = "QRBNPPP"
CLASH = 0.15  # chance that both choose the same square
MEETING = 0.4  # that the kings are put next to each other
MIRRORED = 0.97  # that Black answers on the opposite square, where the blocks allow it
LOWERED = 0.1  # that a host writes both choices in lower case
CHOICES_LEFT = (0, 1, 1, 2, 3, 5)  # in a late placement, to draw from

PlacementStep = tuple[tuple[str, ...], GoChessPlacement | GoChessPosition]


# Placements.


def random_placement_walk(rng: random.Random) -> Iterator[PlacementStep]:
    """Yield a placement move by move with the joint moves so far, last the play position.

    The first position may be a late one. A walk in which a piece has no square left ends with the
    draw "unplaceable".
    """
    begin, mirrored = rng.choices(BEGINNINGS, BEGINNING_SHARES)[0]
    position: GoChessPlacement | GoChessPosition = begin(rng)
    moves: tuple[str, ...] = ()
    yield moves, position
    while isinstance(position, GoChessPlacement) and position.status() != "draw unplaceable":
        text = joint_choice(rng, position, mirrored)
        moves = (*moves, text.lower() if rng.random() < LOWERED else text)
        position = position.play(moves[-1])
        yield moves, position


def joint_choice(rng: random.Random, placement: GoChessPlacement, mirrored: float) -> str:
    """Return both sides' choices, often conflicting ones."""
    white, black = (goals_of(placement, colour) for colour in "wb")
    pairs = []
    if rng.random() < CLASH:
        pairs = [(square, square) for square in white if square in black]
    elif placement.left == "K" and rng.random() < MEETING:
        pairs = [(a, b) for a in white for b in black if king_distance(a, b) == 1]
    elif rng.random() < mirrored:
        pairs = [(square, opposite(square)) for square in white if opposite(square) in black]
    pair = rng.choice(pairs) if pairs else (rng.choice(white), rng.choice(black))
    return joint_text(placement, *pair)


def joint_text(placement: GoChessPlacement, white: Square, black: Square) -> str:
    piece = placement.left[0]
    return f"{piece}@{square_name(white)},{piece.lower()}@{square_name(black)}"


def goals_of(placement: GoChessPlacement, colour: str) -> list[Square]:
    return [square_named(choice[2:]) for choice in placement.choices(colour)]


def opposite(square: Square) -> Square:
    """Return the square after a half turn of the board."""
    return GoChessPosition.FILES - 1 - square[0], GoChessPosition.RANKS - 1 - square[1]


def random_blocks(rng: random.Random) -> GoChessPlacement:
    return GoChessPlacement.start(rng.sample(SQUARES, BLOCKS))


def symmetric_blocks(rng: random.Random) -> GoChessPlacement:
    """Return a start with blocks in opposite pairs, so that both sides can be placed alike."""
    half = rng.sample([square for square in SQUARES if square < opposite(square)], BLOCKS // 2)
    return GoChessPlacement.start([*half, *map(opposite, half)])


def late_placement(rng: random.Random) -> GoChessPlacement:
    """Return a placement of which only the kings are left, with few or no squares for them."""
    placement = without_trouble(rng, random_blocks(rng), until="K")
    goals = {colour: goals_of(placement, colour) for colour in "wb"}
    if not all(goals.values()):
        return placement
    barred = {}
    for colour, squares in goals.items():
        left = min(rng.choice(CHOICES_LEFT), len(squares) - 1)
        barred[colour] = tuple(rng.sample(squares, len(squares) - left))
    return GoChessPlacement(placement.board, placement.left, barred)


def without_trouble(
    rng: random.Random, placement: GoChessPlacement, until: str
) -> GoChessPlacement:
    """Play random choices without conflicts until only the pieces `until` are left."""
    while placement.left != until:
        white = rng.choice(goals_of(placement, "w"))
        black = rng.choice([square for square in goals_of(placement, "b") if square != white])
        after = placement.play(joint_text(placement, white, black))
        assert isinstance(after, GoChessPlacement)
        placement = after
    return placement


BEGINNINGS: tuple[tuple[Callable[[random.Random], GoChessPlacement], float], ...] = (
    (random_blocks, 0.0),
    (symmetric_blocks, MIRRORED),
    (late_placement, 0.0),
)
BEGINNING_SHARES = (4, 3, 4)


# Positions of the play phase.


def scatter(rng: random.Random, board: Board, pieces: str) -> None:
    """Put pieces and blocks on random empty squares."""
    free = [square for square in SQUARES if square not in board]
    board.update(zip(rng.sample(free, len(pieces)), pieces, strict=True))


def fill_blocks(rng: random.Random, board: Board) -> None:
    scatter(rng, board, BLOCK * (BLOCKS - list(board.values()).count(BLOCK)))


def placed(rng: random.Random, game: str) -> str:
    """Return the FEN with which play begins after a placement."""
    while True:
        last = without_trouble(rng, random_blocks(rng), until="K")
        for _ in range(10):
            if last.status() == "draw unplaceable":
                break
            after = last.play(joint_choice(rng, last, mirrored=0.0))
            if isinstance(after, GoChessPosition):
                return after.fen()


def small_ending(rng: random.Random, game: str) -> str:
    """Return a FEN with two kings and few pieces, perhaps near 100 plies without a capture."""

    def make() -> str:
        board: Board = {}
        strong = "".join(rng.choices("QQR", k=rng.randint(1, 3)))
        few = some_of(rng, PIECES, 0, 2)
        scatter(rng, board, "Kk" + rng.choice((few, few, of_colour(strong, rng.choice("wb")))))
        fill_blocks(rng, board)
        halfmove = rng.choice((0, rng.randint(90, 99)))
        return fen_of(game, board, rng.choice("wb"), halfmove=halfmove)

    return accepted(rng, game, make)


def long_without_capture(rng: random.Random, game: str) -> str:
    """Return a FEN with pawns and pieces shortly before 100 plies without a capture."""

    def make() -> str:
        board: Board = {}
        scatter(rng, board, "KPPkpp" + some_of(rng, PIECES, 0, 6))
        fill_blocks(rng, board)
        return fen_of(game, board, rng.choice("wb"), halfmove=rng.randint(94, 99))

    return accepted(rng, game, make)


def cornered_king(rng: random.Random, game: str) -> str:
    """Return a FEN with a king to move among blocks and heavy pieces: often mate or stalemate."""

    def make() -> str:
        king = rng.choice([square for square in SQUARES if rng.random() < 0.3 or on_edge(square)])
        hunter = rng.choice("wb")
        board: Board = {king: of_colour("K", opponent(hunter))}
        beside = [square for square in SQUARES if king_distance(square, king) == 1]
        for square in rng.sample(beside, rng.randint(1, len(beside) - 1)):
            board[square] = BLOCK
        heavies = "".join(rng.choices("QQRRNPP", k=rng.randint(1, 5)))
        helper = of_colour(rng.choice(PIECES), opponent(hunter)) if rng.random() < 0.3 else ""
        scatter(rng, board, of_colour("K" + heavies, hunter) + helper)
        fill_blocks(rng, board)
        return fen_of(game, board, opponent(hunter))

    return accepted(rng, game, make)


def on_edge(square: Square) -> bool:
    return bool({0, GoChessPosition.FILES - 1} & set(square))


def pawn_crowd(rng: random.Random, game: str) -> str:
    """Return a FEN with pawns of both sides close together, pieces and kings among them."""

    def make() -> str:
        middle = rng.choice(SQUARES)
        near = [square for square in SQUARES if steps_apart(square, middle) <= 4]
        pawns = rng.sample(near, rng.randint(4, 8))
        board: Board = {square: of_colour("P", rng.choice("wb")) for square in pawns}
        scatter(rng, board, "Kk" + some_of(rng, PIECES, 0, 7))
        fill_blocks(rng, board)
        return fen_of(game, board, rng.choice("wb"))

    return accepted(rng, game, make)


def to_and_fro(rng: random.Random, game: str) -> str:
    """Return a FEN with a few quick pieces of each side, made for going to and fro."""

    def make() -> str:
        board: Board = {}
        scatter(rng, board, "Kk" + some_of(rng, "RBNP", 2, 5))
        fill_blocks(rng, board)
        return fen_of(game, board, rng.choice("wb"))

    return accepted(rng, game, make)


SETTINGS: Settings = (
    (Setting(placed, plies=60, leap=0.0, capture=0.2), 1),
    (Setting(small_ending, plies=24, leap=0.0, capture=0.3, retreat=0.6), 4),
    (Setting(long_without_capture, plies=8, special=0.1, leap=0.0, capture=0.05), 4),
    (Setting(cornered_king, plies=2, leap=0.0), 50),
    (Setting(pawn_crowd, plies=8, leap=0.0), 10),
    (Setting(to_and_fro, plies=16, special=0.0, leap=0.0, capture=0.0, retreat=0.95), 3),
)
