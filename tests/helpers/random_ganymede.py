"""Random positions of Ganymede Chess that meet the rare rules often."""

from __future__ import annotations

import random

from helpers.random_walks import Setting, Settings, accepted, fen_of, from_start
from reference.common import Board, Square, colour_of, forward, of_colour, opponent, square_named
from reference.ganymede import GanymedePosition, cells_of_piece, inside

PLAIN = [*"QBRNIGODSLZWVP"]
PROMOTED = ["+Q", "+B", "+R", "+N", "+I", "+G", "+D", "+S", "+P"]
PIECES = PLAIN + PROMOTED
HEAVY = ["Q", "R", "W", "V", "O", "G", "+Q", "+G", "+I", "+S"]
PROMOTING = [*"QBRNIGDSLZ"]
WHITE_RIGHTS = {"A": ("R", "a1"), "F": ("P", "f4"), "G": ("P", "g4"), "L": ("R", "l1")}
WHITE_GRIFFONS = ("b1", "k1")


def put(board: Board, piece: str, square: Square) -> bool:
    """Put a piece on a square if its squares are free and a pawn may stand there."""
    cells = cells_of_piece(piece, square)
    own_rank = GanymedePosition.own_rank(square, colour_of(piece))
    fits = piece not in "Pp" or own_rank in GanymedePosition.PAWN_RANKS
    if not fits or not all(inside(cell) and cell not in board for cell in cells):
        return False
    board.update(cells)
    return True


def scatter(rng: random.Random, board: Board, pieces: list[str]) -> None:
    """Put pieces on random squares with enough room."""
    for piece in pieces:
        while not put(board, piece, random_square(rng)):
            pass


def random_square(rng: random.Random) -> Square:
    return rng.randrange(GanymedePosition.FILES), rng.randrange(GanymedePosition.RANKS)


def some_of(rng: random.Random, letters: list[str], fewest: int, most: int) -> list[str]:
    """Return random pieces of both colours."""
    return [
        of_colour(rng.choice(letters), rng.choice("wb")) for _ in range(rng.randint(fewest, most))
    ]


def of_side(name: str, colour: str) -> Square:
    """Return a square of White's or its mirror image on Black's side."""
    file, rank = square_named(name)
    return file, rank if colour == "w" else GanymedePosition.RANKS - 1 - rank


def unmoved(rng: random.Random, game: str) -> str:
    """Return a FEN with kings, rooks, griffons and the f and g pawns at home, enemies about."""

    def make() -> str:
        board: Board = {}
        rights = "".join(place_unmoved(rng, board, colour) for colour in "wb")
        for colour in "wb":
            if rng.random() < 0.3:
                above = of_side(f"f{rng.randint(5, 8)}", opponent(colour))
                put(board, of_colour("W", colour), above)
        scatter(rng, board, some_of(rng, PIECES, 0, 6))
        return fen_of(game, board, rng.choice("wb"), rights or "-")

    return accepted(rng, game, make)


def place_unmoved(rng: random.Random, board: Board, colour: str) -> str:
    """Put pieces with rights on their home squares, sometimes without one; return the rights."""
    put(board, of_colour("K", colour), of_side("g1", colour))
    rights = ""
    for letter, (piece, name) in WHITE_RIGHTS.items():
        if rng.random() < 0.8:
            put(board, of_colour(piece, colour), of_side(name, colour))
            rights += letter
    for name in WHITE_GRIFFONS:
        if rng.random() < 0.5:
            griffon = rng.choice(("G", "G", "G", "+G"))
            put(board, of_colour(griffon, colour), of_side(name, colour))
    return of_colour(rights, colour)


def promotions_near(rng: random.Random, game: str) -> str:
    """Return a FEN with pieces shortly before their promotion, and enemies on the last ranks."""

    def make() -> str:
        board: Board = {}
        for colour in "wb":
            pieces = [*rng.choices(PROMOTING, k=rng.randint(2, 4)), "P", "P"]
            for piece in pieces:
                own_rank = 9 if piece == "P" else rng.randint(9, 12)
                rank = GanymedePosition.absolute_rank(own_rank, colour)
                put(board, of_colour(piece, colour), (rng.randrange(12), rank))
        scatter(rng, board, ["K", "k", *some_of(rng, PIECES, 0, 6)])
        return fen_of(game, board, rng.choice("wb"))

    return accepted(rng, game, make)


def walls_at_work(rng: random.Random, game: str) -> str:
    """Return a FEN with walls, pairs of enemies in front of them, and kings near their lines."""

    def make() -> str:
        board: Board = {}
        for _ in range(rng.randint(2, 4)):
            colour = rng.choice("wb")
            wall, anchor = of_colour(rng.choice("WV"), colour), random_square(rng)
            if put(board, wall, anchor):
                put_before_wall(rng, board, wall, anchor)
        kings = [king for king in ("K", "k") if king not in board.values()]
        scatter(rng, board, [*kings, *some_of(rng, PIECES, 0, 8)])
        return fen_of(game, board, rng.choice("wb"))

    return accepted(rng, game, make)


def put_before_wall(rng: random.Random, board: Board, wall: str, anchor: Square) -> None:
    """Put pieces, most of them enemies, where the wall's two cells will come to stand."""
    distance = rng.choice((1, 2, 3)) * forward(colour_of(wall))
    across = (0, distance) if wall in "Ww" else (distance, 0)
    for file, rank in cells_of_piece(wall, anchor):
        if rng.random() < 0.8:
            colour = opponent(colour_of(wall)) if rng.random() < 0.85 else colour_of(wall)
            king = of_colour("K", colour)
            pieces = PIECES if king in board.values() else [*PIECES, "K", "K", "K"]
            put(board, of_colour(rng.choice(pieces), colour), (file + across[0], rank + across[1]))


def crowd(rng: random.Random, game: str) -> str:
    """Return a FEN with a few of all pieces."""

    def make() -> str:
        board: Board = {}
        scatter(rng, board, ["K", "k", *some_of(rng, [*PIECES, *"SLZPP"], 6, 14)])
        return fen_of(game, board, rng.choice("wb"))

    return accepted(rng, game, make)


def small_ending(rng: random.Random, game: str) -> str:
    """Return a FEN with two kings and few pieces, perhaps near 100 plies without progress."""

    def make() -> str:
        board: Board = {}
        strong = [of_colour(rng.choice(HEAVY), "w") for _ in range(rng.randint(1, 3))]
        scatter(rng, board, ["K", "k", *rng.choice((some_of(rng, PIECES, 0, 2), strong))])
        halfmove = rng.choice((0, rng.randint(90, 99)))
        return fen_of(game, board, rng.choice("wb"), halfmove=halfmove)

    return accepted(rng, game, make)


def cornered_king(rng: random.Random, game: str) -> str:
    """Return a FEN with a king to move on the edge, among heavy pieces: often mate or stalemate."""

    def make() -> str:
        hunter = rng.choice("wb")
        hunted = opponent(hunter)
        board: Board = {(rng.randrange(12), rng.choice((0, 11))): of_colour("K", hunted)}
        pieces = ["K", *rng.choices(HEAVY, k=rng.randint(2, 6))]
        helper = [of_colour(rng.choice(PIECES), hunted)] if rng.random() < 0.2 else []
        scatter(rng, board, [*(of_colour(piece, hunter) for piece in pieces), *helper])
        return fen_of(game, board, hunted)

    return accepted(rng, game, make)


SETTINGS: Settings = (
    (Setting(from_start, plies=60, special=0.1, capture=0.3), 1),
    (Setting(unmoved, plies=6, special=0.5, capture=0.3), 15),
    (Setting(promotions_near, plies=4, special=0.5), 8),
    (Setting(walls_at_work, plies=5, special=0.5, capture=0.3), 20),
    (Setting(crowd, plies=8, capture=0.2), 8),
    (Setting(small_ending, plies=24, special=0.0, capture=0.3, retreat=0.6), 5),
    (Setting(cornered_king, plies=2), 25),
)
