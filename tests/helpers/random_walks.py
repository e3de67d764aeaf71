"""Random positions and walks that meet the rare rules often, all from a seed.

A walk starts from a drawn setting (castling homes, pawns about to promote or to be captured en
passant, bare endings, the start position) and plays random moves, often special ones.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module

from helpers.games import ARMIES, GAMES, RULES, homes
from reference import ArmyPosition, Position
from reference.common import Board, Fault, Move, Square, forward, of_colour, opponent, square_named

MOST_ATTEMPTS = 1_000


@dataclass(frozen=True)
class Setting:
    """A kind of start position of random walks, and preferences for their moves."""

    draw: Callable[[random.Random, str], str]  # gives a FEN
    plies: int
    special: float = 0.4  # chance to play a castling, en passant capture or promotion on offer
    leap: float = 0.1  # to play a pawn's longest first move
    capture: float = 0.1
    retreat: float = 0.0  # to take back the own move before, towards a repetition
    quiet: float = 0.0  # to play nothing special, tried last


Settings = tuple[tuple[Setting, int], ...]  # each with its share of the walks


@dataclass(frozen=True)
class Walk:
    """The start and the moves of a walk, for messages about differences."""

    game: str
    fen: str
    moves: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.game}: position fen {self.fen} moves {' '.join(self.moves)}"


def walks(game: str, seed: int) -> Iterator[tuple[random.Random, Iterator[tuple[Walk, Position]]]]:
    """Yield endless random walks: their positions, each with the walk up to it."""
    rng = random.Random(f"{game} {seed}")
    settings, shares = zip(*settings_of(game), strict=True)
    while True:
        setting = rng.choices(settings, shares)[0]
        yield rng, walk(rng, game, setting)


def settings_of(game: str) -> Settings:
    settings: Settings = import_module(GAMES[game].settings).SETTINGS
    return settings


def walk(rng: random.Random, game: str, setting: Setting) -> Iterator[tuple[Walk, Position]]:
    fen = setting.draw(rng, game)
    position = RULES[game].from_fen(fen)
    played: list[Move] = []
    while True:
        yield Walk(game, fen, tuple(map(str, played))), position
        over = position.status() != "ongoing" and rng.random() < 0.5
        if over or not position.legal or len(played) >= setting.plies:
            return
        played.append(choose(rng, position, setting, played))
        position = position.after(played[-1])


def choose(rng: random.Random, position: Position, setting: Setting, played: list[Move]) -> Move:
    """Return a random legal move; the preferences of the setting are tried first, in order."""
    tastes: list[tuple[float, Callable[[Move], bool]]] = [
        (setting.special, lambda move: bool(move.kind)),
        (setting.leap, position.is_longest_pawn_move),
        (setting.capture, position.captures),
    ]
    if len(played) >= 2:
        back = played[-2].goal, played[-2].origin
        tastes.append((setting.retreat, lambda move: (move.origin, move.goal) == back))
    if setting.quiet:
        tastes.append((setting.quiet, lambda move: not move.kind))
    for chance, likes in tastes:
        liked = [move for move in position.legal if likes(move)] if rng.random() < chance else []
        if liked:
            return rng.choice(liked)
    return rng.choice(position.legal)


# Settings. Each draws until the reference accepts the position.


def accepted(rng: random.Random, game: str, make: Callable[[], str]) -> str:
    for _ in range(MOST_ATTEMPTS):
        fen = make()
        try:
            RULES[game].from_fen(fen)
        except Fault:
            continue
        return fen
    raise RuntimeError(f"no position drawn for {game}")


def fen_of(game: str, board: Board, turn: str, rights: str = "-", halfmove: int = 0) -> str:
    rules = ARMIES[game]
    placement = rules(board, turn, frozenset(), None, halfmove, 1).placement()
    return f"{placement} {turn} {rights} - {halfmove} {1 + halfmove // 2}"


def squares_of(rules: type[ArmyPosition]) -> list[Square]:
    return [(file, rank) for file in range(rules.FILES) for rank in range(rules.RANKS)]


def scatter(rng: random.Random, game: str, board: Board, pieces: str) -> None:
    """Put pieces on random empty squares, pawns not on the outer ranks."""
    rules = ARMIES[game]
    for piece in pieces:
        ranks = range(1, rules.RANKS - 1) if piece in "Pp" else range(rules.RANKS)
        free = [
            square for square in squares_of(rules) if square not in board and square[1] in ranks
        ]
        board[rng.choice(free)] = piece


def some_of(rng: random.Random, letters: str, fewest: int, most: int) -> str:
    """Return random pieces of both colours."""
    return "".join(
        of_colour(rng.choice(letters), rng.choice("wb")) for _ in range(rng.randint(fewest, most))
    )


def from_start(rng: random.Random, game: str) -> str:
    return RULES[game].START


def castling_homes(rng: random.Random, game: str) -> str:
    """Return a FEN with kings and castling partners at home, a few other pieces anywhere."""

    def make() -> str:
        board: Board = {}
        rights = ""
        for colour in "wb":
            rights += place_homes(rng, game, board, colour)
        scatter(rng, game, board, some_of(rng, homes(game).pieces + "PPP", 0, 7))
        return fen_of(game, board, rng.choice("wb"), rights)

    return accepted(rng, game, make)


def place_homes(rng: random.Random, game: str, board: Board, colour: str) -> str:
    """Put king and partners on their home squares, sometimes without one; return the rights."""
    home = homes(game)
    rank = 0 if colour == "w" else ARMIES[game].RANKS - 1
    board[square_named(home.king)[0], rank] = of_colour("K", colour)
    missing = rng.sample(list(home.partners), rng.randint(0, 2))
    present = {letter: home for letter, home in home.partners.items() if letter not in missing}
    for piece, name in present.values():
        board[square_named(name)[0], rank] = of_colour(piece, colour)
    return of_colour("".join(present), colour)


def promotions_near(rng: random.Random, game: str) -> str:
    """Return a FEN with pawns of both sides one or two steps from their last rank."""
    rules = ARMIES[game]

    def make() -> str:
        board: Board = {}
        for colour in "wb":
            for file in rng.sample(range(rules.FILES), rng.randint(1, 3)):
                own_rank = rules.RANKS - rng.choice((1, 1, 2))
                board[file, rules.absolute_rank(own_rank, colour)] = of_colour("P", colour)
        scatter(rng, game, board, "Kk" + some_of(rng, homes(game).pieces, 0, 6))
        return fen_of(game, board, rng.choice("wb"))

    return accepted(rng, game, make)


def en_passant_near(rng: random.Random, game: str) -> str:
    """Return a FEN with pawns at home whose longest move meets enemy pawns, riders about."""
    rules = ARMIES[game]

    def make() -> str:
        board: Board = {}
        mover = rng.choice("wb")
        target_rank = rules.absolute_rank(1 + rules.longest_pawn_move(), mover)
        for file in rng.sample(range(rules.FILES), rng.randint(1, 3)):
            board[file, rules.absolute_rank(2, mover)] = of_colour("P", mover)
            steps = rng.randint(1, rules.PAWN_CAPTURE_STEPS)
            capturer = file + rng.choice((-steps, steps)), target_rank + forward(mover) * steps
            if 0 <= capturer[0] < rules.FILES:
                board[capturer] = of_colour("P", opponent(mover))
        if rng.random() < 0.4:
            put_in_line(rng, game, board, opponent(mover))
        kings = "".join(king for king in "Kk" if king not in board.values())
        scatter(rng, game, board, kings + some_of(rng, homes(game).pieces, 0, 7))
        return fen_of(game, board, mover)

    return accepted(rng, game, make)


def put_in_line(rng: random.Random, game: str, board: Board, colour: str) -> None:
    """Put a king of `colour` and an enemy rook on the rank of one of its pawns, if there is one."""
    ranks = [rank for (_, rank), piece in board.items() if piece == of_colour("P", colour)]
    if ranks:
        rank = rng.choice(ranks)
        free = [file for file in range(ARMIES[game].FILES) if (file, rank) not in board]
        king, rook = rng.sample(free, 2)
        board[king, rank] = of_colour("K", colour)
        board[rook, rank] = of_colour("R", opponent(colour))


def small_ending(rng: random.Random, game: str) -> str:
    """Return a FEN with two kings and few pieces, perhaps near 100 plies without progress."""

    def make() -> str:
        board: Board = {}
        letters = homes(game).ends
        few = some_of(rng, letters, 0, 2)
        strong = "".join(of_colour(rng.choice("QQR"), "w") for _ in range(rng.randint(1, 3)))
        scatter(rng, game, board, "Kk" + rng.choice((few, few, strong)))
        halfmove = rng.choice((0, rng.randint(90, 99)))
        return fen_of(game, board, rng.choice("wb"), halfmove=halfmove)

    return accepted(rng, game, make)


def cornered_king(rng: random.Random, game: str) -> str:
    """Return a FEN with a lone king to move on the edge: often mate or stalemate."""
    rules = ARMIES[game]

    def make() -> str:
        king = rng.randrange(rules.FILES), rng.choice((0, rules.RANKS - 1))
        hunter = rng.choice("wb")
        board: Board = {king: of_colour("K", opponent(hunter))}
        heavies = rng.choices(homes(game).pieces.replace("B", "Q"), k=rng.randint(2, 6))
        scatter(rng, game, board, "".join(of_colour(piece, hunter) for piece in ["K", *heavies]))
        return fen_of(game, board, opponent(hunter))

    return accepted(rng, game, make)


SETTINGS: Settings = (
    (Setting(from_start, plies=160), 1),
    (Setting(castling_homes, plies=8, special=0.6), 18),
    (Setting(promotions_near, plies=8), 4),
    (Setting(en_passant_near, plies=5, leap=0.7), 20),
    (Setting(small_ending, plies=24, capture=0.3, retreat=0.6), 6),
    (Setting(cornered_king, plies=2), 30),
)
