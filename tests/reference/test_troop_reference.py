"""The reference rules of Troop Chess themselves: published counts, and what their text implies."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from helpers.troop_cases import CASES
from reference import TroopPosition
from reference.common import Fault, Square, opponent, perft, shifted, square_named
from reference.formations import DIRECTIONS, Rules, formation, name_of, turned
from reference.troop import board, placed, steps_of, troop

if TYPE_CHECKING:
    from helpers.sample import Sample

SEED = 11
BOARDS, BOARDS_THOROUGH = 200, 5_000
BOARD = sorted(board(9, 9))
Stones = tuple[Square, ...]  # of one side, in order
Sides = tuple[Stones, Stones]
LETTERS_OF_TABLE = ("00", "01", "10", "11")


def position_of(white: set[Square], black: set[Square], turn: str = "w") -> TroopPosition:
    return TroopPosition({"w": frozenset(white), "b": frozenset(black)}, turn, 0, 1)


def random_boards(number: int) -> Iterator[TroopPosition]:
    rng = random.Random(SEED)
    for _ in range(number):
        free = rng.sample(BOARD, rng.randint(2, 40))
        border = rng.randint(0, len(free))
        yield position_of(set(free[:border]), set(free[border:]), rng.choice("wb"))


def connected_groups(stones: set[Square]) -> list[set[Square]]:
    """Return the groups of stones that are connected by king's steps."""
    left, groups = set(stones), []
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            group |= edge
            edge = {shifted(stone, way) for stone in edge for way in DIRECTIONS} & left
            left -= edge
        groups.append(group)
    return groups


@pytest.mark.parametrize(
    ("stones", "heads"),
    [
        ("b8 b7 b6", "b8 n b6 s"),
        ("e8 d7 f7", "e8 n"),
        ("d4 c3 b2", "d4 ne b2 sw"),
        ("f2 e2 f1", "f2 ne"),
        ("h6 g5 g4", "h6 n"),
    ],
)
def test_formations_have_the_heads_of_the_authors_chart(stones: str, heads: str) -> None:
    position = position_of(set(map(square_named, stones.split())), set())
    ((pattern, origin),) = position.formations("w")
    found = {(shifted(origin, head.stone), name_of(head.facing)) for head in pattern.heads}
    names = heads.split()
    assert found == set(zip(map(square_named, names[::2]), names[1::2], strict=True))


def test_three_connected_stones_are_one_formation_and_no_others_are() -> None:
    patterns = set()
    for stones in combinations([(x, y) for x in range(2, 7) for y in range(2, 7)], 3):
        found = position_of(set(stones), set()).formations("w")
        assert len(found) == (1 if len(connected_groups(set(stones))) == 1 else 0), stones
        patterns |= {pattern for pattern, _ in found}
    assert len(patterns) == len(TroopPosition.RULES.patterns) == 20


def test_a_side_without_three_connected_stones_is_unable(sample: Sample) -> None:
    for position in random_boards(sample(BOARDS, BOARDS_THOROUGH)):
        unable = [
            colour
            for colour in "wb"
            if all(len(group) < 3 for group in connected_groups(set(position.stones[colour])))
        ]
        assert position.unable == "".join(unable), position.fen()


def test_a_stone_with_two_friends_behind_it_is_hard(sample: Sample) -> None:
    """The friends are straight behind it, or on both sides at an eighth of a turn."""
    met = 0
    for position in random_boards(sample(BOARDS, BOARDS_THOROUGH)):
        stones = position.stones[opponent(position.turn)]
        for stone in stones:
            for way in DIRECTIONS:
                behind = {shifted(stone, way), shifted(stone, way, 2)}
                sides = {shifted(stone, turned(way, eighth)) for eighth in (-1, 1)}
                hard = behind <= stones or sides <= stones
                assert position.withstands(stone, way) == hard, (position.fen(), stone, way)
                met += hard
    assert met


@pytest.mark.parametrize(("table", "counts"), CASES["tables"]["counts"].items())
def test_counts_by_other_tables_of_hardness(table: str, counts: list[int], sample: Sample) -> None:
    hardness = dict(zip(LETTERS_OF_TABLE, table, strict=True))
    start = troop(replace(Rules(), hardness=hardness)).from_fen(CASES["tables"]["fen"])
    depth = max(2, sample(2, 3))
    assert [perft(start, plies) for plies in range(1, depth + 1)] == counts[:depth]


def test_four_plies_have_as_many_leaves_as_the_engine_counts(sample: Sample) -> None:
    """Positions that differ only by the order of moves or by a mirror are counted together."""
    if not sample(0, 1):
        pytest.skip("a long check")
    level = Counter({either_image(TroopPosition.start()): 1})
    for turn in "wbw":
        below: Counter[Sides] = Counter()
        for (white, black), ways in level.items():
            position = position_of(set(white), set(black), turn)
            for move in position.legal:
                below[either_image(position.after(move))] += ways
        level = below
    whites: dict[Stones, dict[Stones, int]] = defaultdict(dict)
    for (white, black), ways in level.items():
        whites[black][white] = ways
    assert sum(replies(black, ways) for black, ways in whites.items()) == 124_759_769


def either_image(position: TroopPosition) -> Sides:
    """Return White's and Black's stones, alike for a position and its mirror image."""
    white, black = (position.stones[colour] for colour in "wb")
    return min((in_order(white), in_order(black)), (mirrored(white), mirrored(black)))


def in_order(stones: Iterable[Square]) -> Stones:
    return tuple(sorted(stones))


def mirrored(stones: Iterable[Square]) -> Stones:
    return in_order((8 - file, rank) for file, rank in stones)


def replies(black: Stones, whites: dict[Stones, int]) -> int:
    """Return the number of Black's replies to all of White's boards, with the ways to each.

    Only moves that White's stones can concern are judged again for each of them.
    """
    alone = position_of(set(), set(black), "b")
    free = {
        move: alone.landed(move) | (alone.passed(move) if steps_of(move) == 2 else set())
        for move in alone.attempts()
        if not alone.obstacle(move)
    }
    met = frozenset().union(*free.values())
    leaves = 0
    for white, ways in whites.items():
        moves = len(free)
        if not met.isdisjoint(white):
            position = position_of(set(white), set(black), "b")
            concerned = [move for move, points in free.items() if not points.isdisjoint(white)]
            moves -= sum(bool(position.obstacle(move)) for move in concerned)
        leaves += moves * ways
    return leaves


def test_a_wider_front_also_stands_against_blocks_an_eighth_off() -> None:
    """The straight e5 e6 e7 faces south: now also south-west, and still not west."""
    fen = "9/9/4s4/4s4/4s4/3S5/2S6/1S7/9 w - - 0 1"
    wider = troop(replace(Rules(), front=1))
    assert "d4e5one" in TroopPosition.from_fen(fen).legal_moves()
    assert wider.from_fen(fen).play("d4e5one").fen().startswith("9/9/4s4/4s4/9/3S5/2S6/9/9 ")
    flank = "9/9/4s4/4s4/1SSSs4/9/9/9/9 w - - 0 1"
    assert "d5e5se" in wider.from_fen(flank).legal_moves()


def test_stalled_games_may_be_draws_whoever_has_more_stones() -> None:
    fen = "9/6s2/4s1s2/5s3/9/4SS3/2SS5/1S7/9 b - - 60 77"
    assert TroopPosition.from_fen(fen).status() == "win w nocapture"
    assert troop(replace(Rules(), stalled="draw")).from_fen(fen).status() == "draw nocapture"


def test_formations_may_be_of_any_size() -> None:
    """A cross looks alike from all sides, so all its ends lead; eight stones make a bar."""
    ends = {(-1, -1): "w", (1, -1): "e", (0, -2): "s"}
    cross = formation("c", [(0, -1), *ends], "n", more_heads=ends, steps=(0,), two_steps=())
    bar = formation("b", [(0, -step) for step in range(1, 8)], "n", more_heads={(0, -7): "s"})
    rules = troop(replace(Rules(), formations=(cross, bar)))
    position = rules.from_fen("9/9/9/4S4/3SSS3/4S4/9/9/ssssssss1 w - - 0 1")
    assert sorted(position.legal_moves()) == ["e6d6cn", "e6e5cn", "e6e7cn", "e6f6cn"]
    assert position.play("d5e5cw").fen() == position.play("e6f6cn").fen()
    ((pattern, origin),) = position.formations("b")
    assert (pattern.code(pattern.first), origin) == ("be", (7, 0))
    assert len(placed(pattern.stones, origin)) == 8


def test_one_code_for_two_formations_is_a_fault() -> None:
    twice = (formation("c", [(0, -1)], "n"), formation("c", [(1, -1)], "n"))
    with pytest.raises(Fault, match="two formations are called 'cn'"):
        assert replace(Rules(), formations=twice).patterns


def test_two_formations_of_the_same_stones_are_a_fault() -> None:
    alike = (formation("c", [(0, -1), (1, -1)], "n"), formation("d", [(-1, 0), (0, 1)], "n"))
    with pytest.raises(Fault, match="two formations are the same stones"):
        assert replace(Rules(), formations=alike).patterns
