"""Comments and glyphs in PGN: what is read of a game and its side lines is written again."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import chess.pgn
import pytest

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.protocol.records.annotation import Annotation
from amalthea.protocol.records.game_record import GameRecord, Ply
from amalthea.protocol.records.pgn import Notes, read_pgn, read_variations, to_pgn
from amalthea.protocol.records.variations import Variation
from helpers.sample import one_of_each_rule

if TYPE_CHECKING:
    from helpers.sample import Sample

TEXTS = (
    "",
    "",
    "a comment",
    "or 1... c5 (2. Nf3 d6) 0-1 *",
    "$3 is no glyph here",
    "! nor is this",
    "[%eval 0.17] [%clk 0:00:30.2]",
    "+0.35/12 0.123s",
    "a long one, " * 300 + "ended",
    "é ü ß 漢 ±",
)
GLYPHS = ("$0", "$1", "$6", "$7", "$14", "$19", "$146", "$255")
MOST_PLIES = 30


@dataclass
class Node:
    """A move with its annotations, and the moves that follow it; the first is the main line."""

    move: str = ""
    glyphs: tuple[str, ...] = ()
    text: str = ""
    before: str = ""
    following: list[Node] = field(default_factory=list)


def node(rng: random.Random, move: str, begins: bool) -> Node:
    """Return a move with random annotations. begins: whether a variation begins with it."""
    glyphs = tuple(rng.sample(GLYPHS, rng.choice((0, 0, 1, 2))))
    return Node(move, glyphs, rng.choice(TEXTS).strip(), rng.choice(TEXTS) if begins else "")


def tree(rng: random.Random, variant: str, fen: str) -> Node:
    """Return a random game with nested variations."""
    root = Node(text=rng.choice(TEXTS).strip())
    position = Position(variant, fen)

    def grow(parent: Node, plies: int, depth: int) -> None:
        if not plies or position.is_over():
            return
        legal = position.game.position.legal_moves()
        chosen = rng.sample(legal, min(len(legal), 1 + (rng.random() < 0.3 and depth < 4)))
        for index, move in enumerate(chosen):
            child = node(rng, move, index > 0)
            parent.following.append(child)
            position.push(move)
            grow(child, plies - 1 if not index else min(plies - 1, 4), depth + index)
            position.pop()

    grow(root, MOST_PLIES, 0)
    return root


def main_line(root: Node) -> Iterator[Node]:
    """Yield the nodes of the game itself, the first one before its first move."""
    yield root
    while root.following:
        root = root.following[0]
        yield root


def lines(parent: Node, path: tuple[Node, ...] = ()) -> Iterator[tuple[Node, ...]]:
    """Yield all longest lines behind a node."""
    if not parent.following:
        yield path
    for child in parent.following:
        yield from lines(child, (*path, child))


def written(root: Node, variant: str, fen: str) -> str:
    """Return a tree as our PGN."""
    first, *moves = main_line(root)
    line = tuple(each.move for each in moves)
    annotations = {ply: annotation(each) for ply, each in enumerate((first, *moves))}
    variations = [
        Variation(0, tuple(each.move for each in path), dict(enumerate(map(annotation, path), 1)))
        for path in lines(root)
    ]
    beside = filter(None, (each.diverging_from(line) for each in variations))
    record = GameRecord(1, 1, variant, "A", "B", fen, tuple(map(Ply, line)))
    return to_pgn(record, variations=beside, notes=Notes({}, annotations))


def annotation(each: Node) -> Annotation:
    return Annotation(each.glyphs, each.text, each.before)


def read(text: str) -> Node:
    """Return the tree of a PGN text."""
    (game,) = read_pgn(text, "test")
    assert game.errors == ()
    beside, errors, annotations = read_variations(game, "test")
    assert errors == []
    root = Node()
    whole = [Variation(0, game.moves, annotations)]
    whole += [each.from_first_move(game.moves) for each in beside]
    for line in whole:
        at = root
        for ply, move in enumerate(line.moves, 1):
            known = [child for child in at.following if child.move == move]
            if not known:
                said = line.annotations.get(ply, Annotation())
                known = [Node(move, said.glyphs, said.text, said.before)]
                at.following.append(known[0])
            (at,) = known
    root.glyphs, root.text = annotations.get(0, Annotation()).glyphs, str(annotations.get(0, ""))
    return root


def read_by_python_chess(text: str) -> Node:
    """Return the tree of a PGN text as python-chess reads it."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []

    def tree_of(found: chess.pgn.GameNode) -> Node:
        move = found.move.uci() if found.move else ""
        glyphs = tuple(f"${nag}" for nag in sorted(found.nags))
        texts = [" ".join(each.split()) for each in (found.comment, found.starting_comment)]
        text, before = texts
        return Node(move, glyphs, text, before, list(map(tree_of, found.variations)))

    return tree_of(game)


def sorted_glyphs(root: Node) -> Node:
    following = [sorted_glyphs(each) for each in root.following]
    glyphs = tuple(sorted(root.glyphs, key=lambda glyph: int(glyph[1:])))
    return Node(root.move, glyphs, root.text, root.before, following)


@pytest.mark.parametrize("variant", one_of_each_rule(variants.BUILT_IN))
def test_annotated_trees_come_back_equal(variant: str) -> None:
    rng = random.Random(variant)
    fen = variants.get(variant).start_fen(seed=5)
    for _ in range(3):
        root = tree(rng, variant, fen)
        assert read(written(root, variant, fen)) == root


def test_python_chess_reads_annotated_trees(sample: Sample) -> None:
    rng = random.Random(1)
    for _ in range(sample(8, 200)):
        root = tree(rng, "chess", chess.STARTING_FEN)
        text = written(root, "chess", chess.STARTING_FEN)
        assert read_by_python_chess(text) == sorted_glyphs(root)
        exported = str(chess.pgn.read_game(io.StringIO(text)))
        assert read(exported) == sorted_glyphs(root)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. e4 e5 ( {only a remark} ) 2. Nf3", "1. e4 e5 {only a remark} 2. Nf3"),
        ("1. e4 ($18 {so} 1. d4 $2 {x}) e5", "1. e4 ({so} 1. d4 $18 $2 {x}) 1... e5"),
        ("1. e4 {a} (1. d4) {b} e5", "1. e4 {a b} (1. d4) 1... e5"),
        (
            "1. e4 (1. d4 d5 (1... Nf6 {x} 2. c4) {y} 2. c4) e5",
            "1. e4 (1. d4 d5 {y} (1... Nf6 {x} 2. c4) 2. c4) 1... e5",
        ),
        # The same move in two variations, and moves of the game in a variation.
        (
            "1. e4 (1. d4 {x} d5) ({or} 1. d4 $14 {y} Nf6) e5",
            "1. e4 ({or} 1. d4 $14 {x y} 1... d5 (1... Nf6)) 1... e5",
        ),
        (
            "1. e4 e5 ({say} 1... e5 $5 2. f4 {z}) 2. Nf3",
            "1. e4 {say} 1... e5 $5 2. Nf3 (2. f4 {z})",
        ),
        ("1. e4 (1. d4 ({x} ({y} 1. c4) 1. a3)) *", "1. e4 (1. d4) ({x} 1. a3) ({y} 1. c4)"),
        ('[White "A"] {first} $3 1. e4', "$3 {first} 1. e4"),
        ("{first} $3 1. e4 {x}", "$3 {first} 1. e4 {x}"),
        ("; a\n{b} ({c} 1. d4) *", "{a b}"),
    ],
)
def test_annotations_keep_their_places(text: str, expected: str) -> None:
    (game,) = read_pgn(text, "test")
    beside, errors, annotations = read_variations(game, "test")
    assert (game.errors, errors) == ((), [])
    record = GameRecord(1, 1, "chess", "A", "B", chess.STARTING_FEN, tuple(map(Ply, game.moves)))
    again = to_pgn(record, variations=beside, notes=Notes({}, annotations))
    assert " ".join(again.split("\n\n")[1].split()) == f"{expected} *"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. e4 *\n\n{a}\n\n1. d4 *", [{}, {0: "a"}]),
        ("1. e4 *\n{a} 1. d4 {b}\n{c} *", [{}, {0: "a", 1: "b c"}]),
        # Behind a result, and before tags.
        ("1. e4 * {a}\n\n1. d4 *", [{}, {}]),
        ('{a}\n\n[Event "A"]\n\n1. e4 *\n\n{b}\n\n[Event "B"]\n\n{c} 1. d4 *', [{}, {0: "c"}]),
    ],
)
def test_a_comment_between_games_belongs_to_the_second_one_if_it_has_no_tags(
    text: str, expected: list[dict[int, str]]
) -> None:
    found = [game.annotations for game in read_pgn(text, "test")]
    assert [{at: str(each) for at, each in game.items()} for game in found] == expected


def test_very_many_comments_on_a_move_are_read_in_time() -> None:
    (game,) = read_pgn("1. e4 " + "{a} $5 " * 100_000 + "*", "test")
    assert game.annotations[1].glyphs == ("$5",)
    assert len(game.annotations[1].text) == 199_999


def test_readers_see_signs_and_comments_without_commands_to_programs() -> None:
    text = "[%eval 0.17] [%clk 0:00:30.2] a [fine] move [%csl Ge4]"
    assert Annotation(("$1",), text, "before it").for_readers == "before it ! a [fine] move"
    assert Annotation((), "[%clk 0:03:00]").for_readers == ""
