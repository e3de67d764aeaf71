"""The placement phase of Go-Chess: rule by rule, and core against reference."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol, cast

import pytest

from engine import new_position
from engine.errors import FenError, IllegalMove
from reference.common import Board, Fault, Square, of_colour, square_named
from reference.gochess import (
    BLOCK,
    CLOSENESS,
    ORDER,
    SQUARES,
    GoChessPlacement,
    GoChessPosition,
    closeness,
)
from rules.gochess_drawing import opposite, random_placement_walk

if TYPE_CHECKING:
    from conftest import Sample

SEED = 3
ORDINARY_SIZE, THOROUGH_SIZE = 300, 3_000


# One face for core and reference.


class Core(Protocol):
    """What the core's positions offer in a placement, the play position at its end included."""

    turn: str

    def fen(self) -> str: ...
    def choices(self, colour: str) -> list[str]: ...
    def play(self, text: str) -> Core: ...
    def legal_moves(self) -> list[str]: ...
    def status(self) -> object: ...


class Story(Protocol):
    def play(self, moves: str) -> Story: ...
    def fen(self) -> str: ...
    def choices(self, colour: str) -> list[str]: ...
    def status(self) -> str: ...


def core_placement(fen: str) -> Core:
    return cast("Core", new_position("gochess", fen))


class CoreStory:
    def __init__(self, fen: str) -> None:
        self.position = core_placement(fen)

    def play(self, moves: str) -> CoreStory:
        for move in moves.split():
            self.position = self.position.play(move)
        return self

    def fen(self) -> str:
        return self.position.fen()

    def choices(self, colour: str) -> list[str]:
        return self.position.choices(colour)

    def status(self) -> str:
        return str(self.position.status())


class ReferenceStory:
    def __init__(self, fen: str) -> None:
        self.position: GoChessPlacement | GoChessPosition = GoChessPlacement.from_fen(fen)

    def play(self, moves: str) -> ReferenceStory:
        for move in moves.split():
            self.position = self.position.play(move)
        return self

    def fen(self) -> str:
        return self.position.fen()

    def choices(self, colour: str) -> list[str]:
        assert isinstance(self.position, GoChessPlacement)
        return self.position.choices(colour)

    def status(self) -> str:
        return self.position.status()


Tell = Callable[[str], Story]
TELLERS: dict[str, Tell] = {"core": CoreStory, "reference": ReferenceStory}


@pytest.fixture(params=TELLERS)
def tell(request: pytest.FixtureRequest) -> Tell:
    """Starts a placement from a FEN, in the core and in the reference."""
    return TELLERS[request.param]


def board_and_bracket(story: Story) -> str:
    return story.fen().split()[0]


def bracket(story: Story) -> str:
    return board_and_bracket(story).partition("[")[2].removesuffix("]")


def barred(story: Story) -> str:
    return story.fen().split()[3]


# Positions. The blocks are a wall between the halves of the board; the pieces stand opposite.

WALL = "a5 b5 c5 d5 e5 f6 g6 h6 i6 j6"
START = f"10/10/10/10/5*****/*****5/10/10/10/10[{ORDER}{ORDER.lower()}] - - - 0 1"
DISTANCES = (1, 2, 4, 2, 4, 3, 8, *range(3, 11))  # from the corner, in the order of CLOSENESS
LETTERS = "QNNRRBBPPPPPPPP"


def in_front_of(distances: Iterable[int]) -> list[Square]:
    """Squares of White's half, so many steps away from the corner a1."""
    squares: list[Square] = []
    for distance in distances:
        fitting = [square for square in SQUARES if square[1] < 4 and sum(square) == distance]
        squares.append(next(square for square in fitting if square not in squares))
    return squares


def kings_left(white: Iterable[int] = DISTANCES, black: Iterable[int] = DISTANCES) -> str:
    """The FEN before the kings, White's pieces so far away from a1, Black's from j10."""
    board: Board = dict.fromkeys(map(square_named, WALL.split()), BLOCK)
    board |= dict(zip(in_front_of(white), LETTERS, strict=True))
    board |= dict(zip(map(opposite, in_front_of(black)), LETTERS.lower(), strict=True))
    return GoChessPlacement(board, "K").fen()


def farther(level: int) -> list[int]:
    """The distances with one piece farther away; a bishop goes two steps to keep its shade."""
    distances = list(DISTANCES)
    distances[level] += 2 if LETTERS[level] == "B" else 1
    return distances


LATE = kings_left()
BISHOPS_LEFT = "10/10/10/1pppppppp1/5*****/*****5/10/1PPPPPPPP1/10/10[BBRRNNQKbbrrnnqk] - - - 0 1"
SHUT_OUT = (  # Black's pieces attack every free square
    "1*2P3P1/b2*ppp1*1/2q2pb1N1/P5*1*1/**3PB1p1/*5pPp1/P*1n2Q1R1/9r/1BN2*p1R1/Pn2r1P3[Kk] - - - 0 1"
)


# Choosing.


def test_pawns_come_first_on_any_square_that_is_not_blocked(tell: Tell) -> None:
    story = tell(START)
    free = [name for name in names(SQUARES) if name not in WALL.split()]
    assert sorted(story.choices("w")) == sorted(f"P@{name}" for name in free)
    assert sorted(story.choices("b")) == sorted(f"p@{name}" for name in free)
    assert story.status() == "ongoing choose wb"


def names(squares: Iterable[Square]) -> list[str]:
    return [f"{'abcdefghij'[file]}{rank + 1}" for file, rank in squares]


def test_both_pieces_appear_together(tell: Tell) -> None:
    story = tell(START).play("P@e1,p@d10")
    assert board_and_bracket(story) == (
        "3p6/10/10/10/5*****/*****5/10/10/10/4P5[PPPPPPPBBRRNNQKpppppppbbrrnnqk]"
    )
    assert "P@d10" not in story.choices("w")
    assert "p@e1" not in story.choices("b")


def test_the_order_is_pawns_bishops_rooks_knights_queen_king(tell: Tell) -> None:
    story = tell(START)
    for placed, letter in enumerate(ORDER[:-1]):
        assert {choice[0] for choice in story.choices("w")} == {letter}
        assert {choice[0] for choice in story.choices("b")} == {letter.lower()}
        file, rank = "abcdefgh"[placed % 8], placed // 8 + 1
        story.play(f"{letter}@{file}{rank},{letter.lower()}@{file}{rank + 6}")
    assert bracket(story) == "Kk"


@pytest.mark.parametrize("text", ["p@e1,p@d10", "P@e1,P@d10", "p@e1,P@d10"])
def test_the_letters_may_be_of_either_case(tell: Tell, text: str) -> None:
    assert tell(START).play(text).fen() == tell(START).play("P@e1,p@d10").fen()


def test_pawns_may_stand_on_the_outer_ranks(tell: Tell) -> None:
    ranks = board_and_bracket(tell(START).play("P@a10,p@j1 P@a1,p@j10")).split("/")
    assert (ranks[0], ranks[9].partition("[")[0]) == ("P8p", "P8p")


# Clashes.


def test_the_same_square_twice_places_nothing_and_is_barred_for_both(tell: Tell) -> None:
    story = tell(START).play("P@e1,p@e1")
    assert story.fen() == START.replace(" - - - ", " - - e1/e1 ")
    assert "P@e1" not in story.choices("w")
    assert "p@e1" not in story.choices("b")
    assert len(story.choices("w")) == len(story.choices("b")) == 89


def test_a_second_clash_bars_a_second_square(tell: Tell) -> None:
    story = tell(START).play("P@e1,p@e1 P@a10,p@a10 P@c3,p@c3")
    assert barred(story) == "e1a10c3/e1a10c3"
    assert bracket(story) == ORDER + ORDER.lower()


def test_the_barred_squares_are_free_again_in_the_next_slot(tell: Tell) -> None:
    story = tell(START).play("P@e1,p@e1 P@a10,p@a10 P@c3,p@d3")
    assert barred(story) == "-"
    assert {"P@e1", "P@a10"} <= set(story.choices("w"))
    assert {"p@e1", "p@a10"} <= set(story.choices("b"))


def test_barred_squares_are_read_for_each_side(tell: Tell) -> None:
    fen = START.replace(" - - - ", " - - e1f10/e1 ")
    story = tell(fen)
    assert story.fen() == fen
    assert "P@f10" not in story.choices("w")
    assert "p@f10" in story.choices("b")


# Bishops.


def test_the_second_bishop_stands_on_the_other_shade(tell: Tell) -> None:
    story = tell(BISHOPS_LEFT).play("B@a1,b@j1")
    assert {shade_named(choice[2:]) for choice in story.choices("w")} == {1}
    assert {shade_named(choice[2:]) for choice in story.choices("b")} == {0}


def test_the_first_bishop_may_stand_anywhere(tell: Tell) -> None:
    story = tell(BISHOPS_LEFT)
    assert {shade_named(choice[2:]) for choice in story.choices("w")} == {0, 1}


def shade_named(name: str) -> int:
    return sum(square_named(name)) % 2


# Kings.


def test_a_king_is_not_placed_into_check(tell: Tell) -> None:
    story = tell(LATE)
    assert "K@b8" not in story.choices("w")
    assert "k@b8" in story.choices("b")


def test_a_square_the_own_pieces_attack_is_good_for_a_king(tell: Tell) -> None:
    story = tell(LATE)
    assert "K@c2" in story.choices("w")
    assert "k@c2" not in story.choices("b")


def test_kings_that_attack_each_other_are_both_placed_again(tell: Tell) -> None:
    story = tell(LATE).play("K@f1,k@g1")
    assert story.fen() == LATE.replace(" - - - ", " - - f1/g1 ")
    assert "K@f1" not in story.choices("w")
    assert "k@g1" not in story.choices("b")


def test_a_king_may_try_the_square_only_the_enemy_has_tried(tell: Tell) -> None:
    story = tell(LATE).play("K@f1,k@g1")
    assert "K@g1" in story.choices("w")
    assert "k@f1" in story.choices("b")
    assert barred(story.play("K@g1,k@f1")) == "f1g1/g1f1"
    assert barred(story.play("K@d1,k@d1")) == "f1g1d1/g1f1d1"


def test_kings_placed_apart_begin_the_play(tell: Tell) -> None:
    story = tell(LATE).play("K@f1,k@g1 K@a1,k@j10")
    assert story.fen() == (
        "9k/6p1rq/3p3rpn/2ppbpppnb/5*****/*****5/BNPPPBPP2/NPR3P3/QR1P6/K9 w - - 0 1"
    )
    assert story.status() == "ongoing"


# Who moves first.


def first_to_move(tell: Tell, fen: str) -> str:
    return tell(fen).play("K@a1,k@j10").fen().split()[1]


@pytest.mark.parametrize("level", range(len(LETTERS)))
def test_black_moves_first_when_whites_piece_is_farther_away(tell: Tell, level: int) -> None:
    """All earlier distances tie, and the next one would speak for White."""
    black = farther(level + 1) if level + 1 < len(LETTERS) else DISTANCES
    assert first_to_move(tell, kings_left(white=farther(level), black=black)) == "b"


@pytest.mark.parametrize("level", range(len(LETTERS)))
def test_white_moves_first_when_blacks_piece_is_farther_away(tell: Tell, level: int) -> None:
    """All earlier distances tie, and the next one would speak for Black."""
    white = farther(level + 1) if level + 1 < len(LETTERS) else DISTANCES
    assert first_to_move(tell, kings_left(white=white, black=farther(level))) == "w"


def test_white_moves_first_when_everything_ties(tell: Tell) -> None:
    assert first_to_move(tell, LATE) == "w"


# Nowhere to go.


def test_a_king_that_is_attacked_everywhere_draws(tell: Tell) -> None:
    story = tell(SHUT_OUT)
    assert story.choices("w") == []
    assert len(story.choices("b")) == 25
    assert story.status() == "draw unplaceable"


def test_a_clash_on_the_last_square_draws(tell: Tell) -> None:
    story = tell(only_left(LATE, "f1", "f1"))
    assert story.status() == "ongoing choose wb"
    story.play("K@f1,k@f1")
    assert story.choices("w") == story.choices("b") == []
    assert story.status() == "draw unplaceable"


def test_kings_that_meet_on_their_last_squares_draw(tell: Tell) -> None:
    story = tell(only_left(LATE, "f1", "g1"))
    assert (story.choices("w"), story.choices("b")) == (["K@f1"], ["k@g1"])
    assert story.play("K@f1,k@g1").status() == "draw unplaceable"


def test_one_side_without_a_square_is_enough_for_a_draw(tell: Tell) -> None:
    story = tell(only_left(LATE, "f1", "f1 g1 d1")).play("K@f1,k@f1")
    assert (story.choices("w"), len(story.choices("b"))) == ([], 2)
    assert story.status() == "draw unplaceable"


def only_left(fen: str, white: str, black: str) -> str:
    """The FEN with all choices barred but these."""
    placement = GoChessPlacement.from_fen(fen)
    tried = {
        colour: tuple(
            square_named(choice[2:])
            for choice in placement.choices(colour)
            if choice[2:] not in left.split()
        )
        for colour, left in (("w", white), ("b", black))
    }
    return GoChessPlacement(placement.board, placement.left, tried).fen()


# Refusals.

ILLEGAL = {
    "a blocked square": "P@a5,p@d10",
    "Black's blocked square": "P@e1,p@j6",
    "an occupied square": "P@b2,p@d10",
    "a square occupied by the enemy": "P@c9,p@d10",
    "Black's occupied square": "P@e1,p@b2",
    "a barred square": "P@h3,p@d10",
    "Black's barred square": "P@e1,p@h3",
    "the wrong piece": "N@e1,p@d10",
    "Black's wrong piece": "P@e1,k@d10",
    "no piece": "@e1,p@d10",
    "squares only": "e1,d10",
    "Black's half missing": "P@e1",
    "Black's half empty": "P@e1,",
    "White's half empty": ",p@d10",
    "three halves": "P@e1,p@d10,p@d9",
    "an empty third half": "P@e1,p@d10,",
    "off the board": "P@k1,p@d10",
    "above the board": "P@e11,p@d10",
    "no square": "P@,p@d10",
    "a leading zero": "P@e01,p@d10",
    "an upper case file": "P@E1,p@d10",
    "a move": "e1e2",
    "the null move": "0000",
    "nothing": "",
}


@pytest.mark.parametrize("text", ILLEGAL.values(), ids=ILLEGAL.keys())
def test_an_illegal_joint_move_is_refused_and_changes_nothing(text: str) -> None:
    before = "P@b2,p@c9 P@h3,p@h3"
    core, reference = CoreStory(START).play(before), ReferenceStory(START).play(before)
    with pytest.raises(IllegalMove) as caught:
        core.position.play(text)
    assert len(str(caught.value).splitlines()) == 1
    assert core.fen() == reference.fen()
    with pytest.raises(ValueError, match="illegal choice"):
        reference.position.play(text)


@pytest.mark.parametrize("text", ["B@a1,b@j1", "B@b1,b@j10"])
def test_a_second_bishop_of_the_same_shade_is_refused(tell: Tell, text: str) -> None:
    story = tell(BISHOPS_LEFT).play("B@c1,b@j2")
    with pytest.raises(ValueError, match=r"@"):
        story.play(text)


def test_a_king_in_check_is_refused(tell: Tell) -> None:
    with pytest.raises(ValueError, match="K@b8"):
        tell(LATE).play("K@b8,k@j10")


def placing(board: str = "", left: str = ORDER, rest: str = "- - - 0 1") -> str:
    """A FEN with pieces on the first rank, this much left for both sides and other fields."""
    rank = board or "10"
    return f"10/10/10/10/5*****/*****5/10/10/10/{rank}[{left}{left.lower()}] {rest}"


AFTER_ONE = ORDER[1:]
REFUSED = {
    "nine blocked squares": START.replace("5*****", "6****"),
    "eleven blocked squares": START.replace("5*****", "4******"),
    "no blocked square": START.replace("5*****", "10").replace("*****5", "10"),
    "nine ranks": START.replace("10/", "", 1),
    "a rank too short": START.replace("10/", "9/", 1),
    "no brackets": START.replace(f"[{ORDER}{ORDER.lower()}]", ""),
    "empty brackets": START.replace(f"{ORDER}{ORDER.lower()}", ""),
    "brackets left open": START.replace("]", ""),
    "brackets twice": START.replace("]", "][Kk]"),
    "something after the brackets": START.replace("]", "]1"),
    "White to move": placing(rest="w - - 0 1"),
    "Black to move": placing(rest="b - - 0 1"),
    "a right": placing(rest="- J - 0 1"),
    "Black has less left": START.replace("ppppp", "pppp"),
    "White has less left": START.replace("PPPPP", "PPPP"),
    "only White has something left": START.replace(ORDER.lower(), ""),
    "only Black has something left": START.replace(ORDER, ""),
    "Black first": START.replace(ORDER + ORDER.lower(), ORDER.lower() + ORDER),
    "another order": placing(left=ORDER[:-2] + "KQ"),
    "a gap in the order": placing(left=ORDER[:8] + ORDER[9:], board="BB8"),
    "an unknown letter left": placing(left="X" + ORDER),
    "a piece too few on the board": placing(left=AFTER_ONE),
    "a piece too few of one side": placing(left=AFTER_ONE, board="P9"),
    "a piece too many on the board": placing(board="P8p"),
    "a wrong piece on the board": placing(left=AFTER_ONE, board="N8p"),
    "a wrong piece of Black": placing(left=AFTER_ONE, board="P8n"),
    "a king on the board": LATE.replace("10/", "9k/", 1).replace("10[", "K9["),
    "two bishops on one shade": LATE.replace("BNPPPBPP2", "1NPPPBPP2").replace("10[", "4B5["),
    "barred squares of one side only": placing(rest="- - e1 0 1"),
    "no barred square of Black": placing(rest="- - e1/ 0 1"),
    "no barred square of White": placing(rest="- - /e1 0 1"),
    "barred squares of three sides": placing(rest="- - e1/e1/e1 0 1"),
    "a barred square off the board": placing(rest="- - k1/e1 0 1"),
    "a barred square above the board": placing(rest="- - e11/e1 0 1"),
    "a barred square that is none": placing(rest="- - e/e1 0 1"),
    "a dash among barred squares": placing(rest="- - e1/- 0 1"),
    "a barred square twice": placing(rest="- - e1e1/e1 0 1"),
    "a blocked square barred": placing(rest="- - a5/e1 0 1"),
    "an occupied square barred": placing(left=AFTER_ONE, board="P8p", rest="- - e1/a1 0 1"),
    "a halfmove clock that runs": placing(rest="- - - 3 1"),
    "a later move": placing(rest="- - - 0 5"),
    "a halfmove clock that is no number": placing(rest="- - - x 1"),
    "too many fields": placing(rest="- - - 0 1 1"),
}


@pytest.mark.parametrize("fen", REFUSED.values(), ids=REFUSED.keys())
def test_a_faulty_fen_is_refused_in_one_line(fen: str) -> None:
    with pytest.raises(FenError) as caught:
        new_position("gochess", fen)
    assert len(str(caught.value).splitlines()) == 1
    with pytest.raises(Fault):
        GoChessPlacement.from_fen(fen)


@pytest.mark.parametrize("rest", ["", "-", "- -", "- - -", "- - - 0", "- - - 0 1", "- - - 0 0"])
def test_the_last_fields_may_be_left_out(tell: Tell, rest: str) -> None:
    assert tell(placing(rest=rest)).fen() == START


# Core against reference.

KINDS = {
    "clash",
    "second clash",
    "kings meet",
    "kings meet again",
    "barred choice",
    "shade restriction",
    "king refused",
    "lower case",
    "draw unplaceable",
    "black first",
    "white first",
    *(f"decided by {letter}" for letter in CLOSENESS),
    "decided by nothing",
}


def test_core_and_reference_agree_on_random_placements(sample: Sample) -> None:
    size = sample(ORDINARY_SIZE, THOROUGH_SIZE)
    rng = random.Random(SEED)
    seen: Counter[str] = Counter()
    for _ in range(size):
        compare_placement(rng, seen)
    if size >= ORDINARY_SIZE:
        assert set(seen) >= KINDS, sorted(seen.items())


def compare_placement(rng: random.Random, seen: Counter[str]) -> None:
    """One placement from its start to its end, in core and reference."""
    steps = random_placement_walk(rng)
    _, reference = next(steps)
    first = reference.fen()
    core = core_placement(first)
    compare_position(core, reference, first)
    for moves, after in steps:
        core = core.play(moves[-1])
        compare_position(core, after, f"position fen {first} moves {' '.join(moves)}")
        assert isinstance(reference, GoChessPlacement)
        seen.update(kinds_of(reference, moves[-1], after))
        reference = after
    seen[reference.status()] += 1


def compare_position(core: Core, reference: GoChessPlacement | GoChessPosition, where: str) -> None:
    assert core.fen() == reference.fen(), where
    assert core.turn == reference.turn, where
    assert str(core.status()) == reference.status(), where
    if isinstance(reference, GoChessPosition):
        assert sorted(core.legal_moves()) == sorted(reference.legal_moves()), where
        return
    for colour in "wb":
        assert sorted(core.choices(colour)) == sorted(reference.choices(colour)), where


def kinds_of(
    before: GoChessPlacement, text: str, after: GoChessPlacement | GoChessPosition
) -> set[str]:
    """The names of the rare things in a turn, to be sure that each was compared."""
    again = bool(before.barred["w"])
    kinds = {"barred choice"} if again else set()
    kinds |= {"lower case"} if text.islower() else set()
    kinds |= set().union(*(refusals(before, colour) for colour in "wb"))
    white, black = (half[2:] for half in text.split(","))
    if white == black:
        kinds.add("second clash" if again else "clash")
    elif isinstance(after, GoChessPlacement) and after.left == before.left:
        kinds.add("kings meet again" if again else "kings meet")
    elif isinstance(after, GoChessPosition):
        kinds.add("white first" if after.turn == "w" else "black first")
        kinds.add(f"decided by {decider(after.board)}")
    return kinds


def refusals(placement: GoChessPlacement, colour: str) -> set[str]:
    """Which rule, if any, keeps the next piece from a free square."""
    piece = of_colour(placement.left[0], colour)
    free = [square for square in SQUARES if square not in placement.board]
    if all(placement.may_place(piece, square) for square in free):
        return set()
    return {"king refused" if piece in "Kk" else "shade restriction"}


def decider(board: Board) -> str:
    """The letter of the pieces whose distances decided who moves first."""
    distances = zip(LETTERS, closeness(board, "w"), closeness(board, "b"), strict=True)
    return next((letter for letter, white, black in distances if white != black), "nothing")
