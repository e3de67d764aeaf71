"""Side lines in PGN: in every game they are written whole and read back equal."""

from __future__ import annotations

import io
import random

import chess.pgn
import pytest

from amalthea.engine import variants
from amalthea.engine.new_games import new_game
from amalthea.protocol.records.game_record import GameRecord, Ply
from amalthea.protocol.records.pgn import read_pgn, read_variations, to_pgn
from amalthea.protocol.records.variations import Variation

TREE = """[Event "?"]

1. e4 {a comment (with brackets)} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3
(2. f4 exf4 {taken} 3. Bc4 $1 *) (2. d4) 2... Nc6 *
"""
LINES = {
    Variation(1, ("c7c5", "g1f3", "d7d6")),
    Variation(1, ("c7c5", "c2c3", "d7d5")),
    Variation(2, ("f2f4", "e5f4", "f1c4")),
    Variation(2, ("d2d4",)),
}


def record(variant: str, fen: str, moves: tuple[str, ...]) -> GameRecord:
    return GameRecord(1, 1, variant, "A", "B", fen, tuple(map(Ply, moves)), None, "")


def at_random(
    dice: random.Random, variant: str, fen: str, known: list[str], plies: int
) -> list[str]:
    """Return these moves and some random ones after them."""
    game = new_game(variant, fen, known)
    moves = list(known)
    for _ in range(plies):
        if game.position.status().state != "ongoing":
            break
        moves.append(dice.choice(game.position.legal_moves()))
        game.play(moves[-1])
    return moves


def read_lines(text: str) -> tuple[tuple[str, ...], list[Variation]]:
    (game,) = read_pgn(text, "test")
    return game.moves, read_variations(game, "test").lines


def test_variations_are_read_at_any_depth_and_place() -> None:
    moves, lines = read_lines(TREE)
    assert moves == ("e2e4", "e7e5", "g1f3", "b8c6")
    assert len(lines) == len(LINES)
    assert set(lines) == LINES


def test_python_chess_reads_written_variations() -> None:
    moves = ("e2e4", "e7e5", "g1f3", "b8c6")
    longer = Variation(4, ("f1b5", "a7a6"))
    text = to_pgn(record("chess", chess.STARTING_FEN, moves), "", [*LINES, longer])
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    ends = set()

    def walk(node: chess.pgn.GameNode, path: tuple[str, ...]) -> None:
        if not node.variations:
            ends.add(path)
        for child in node.variations:
            walk(child, (*path, child.move.uci()))

    walk(game, ())
    wanted = {(*moves[: line.ply], *line.moves) for line in (*LINES, longer)}
    assert ends == wanted | {moves}
    assert read_lines(text)[0] == moves
    assert set(read_lines(text)[1]) == {*LINES, longer}


@pytest.mark.parametrize("variant", variants.BUILT_IN)
def test_trees_of_every_game_are_read_as_they_were_written(variant: str) -> None:
    dice = random.Random(variant)
    fen = variants.get(variant).start_fen(seed=5)
    for _ in range(5):
        paths = [at_random(dice, variant, fen, [], 24)]
        for _ in range(8):
            path = dice.choice(paths)
            paths.append(at_random(dice, variant, fen, path[: dice.randint(1, len(path))], 6))
        main = tuple(paths[0])
        lines = [Variation(0, tuple(path)).diverging_from(main) for path in paths[1:]]
        tree = {line for line in lines if line}
        longest = {
            line for line in tree if not any(line is not o and line.is_prefix_of(o) for o in tree)
        }
        moves, found = read_lines(to_pgn(record(variant, fen, main), "", longest))
        assert moves == main
        assert set(found) == longest


@pytest.mark.parametrize(
    ("text", "line", "what", "kept"),
    [
        ("1. e4 (1. d5) *", 1, "d5", []),
        ("1. e4\n(1. d4\n1... e9) *", 3, "e9", [Variation(0, ("d2d4",))]),
        ("1. e4 (1. c4 e5 2. Ke3 (2. Nf3 Ke6)) *", 1, "Ke3", [Variation(0, ("c2c4", "e7e5"))]),
    ],
)
def test_variations_end_before_an_illegal_move(
    text: str, line: int, what: str, kept: list[Variation]
) -> None:
    (game,) = read_pgn(text, "test")
    assert game.moves == ("e2e4",)
    assert game.errors == ()
    found, errors, _ = read_variations(game, "test")
    assert found[: len(kept)] == kept
    assert what in str(errors[0])
    assert errors[0].line == line


def test_text_after_a_result_belongs_to_no_game() -> None:
    text = '1. e4 * (1. d4 (1. c4) *)\n\n[Event "two"]\n\n1. c4 *'
    games = list(read_pgn(text, "test"))
    assert [game.moves for game in games] == [("e2e4",), ("c2c4",)]
    assert [game.side_lines for game in games] == [(), ()]


def test_a_line_leaves_the_game_where_it_differs() -> None:
    main = ("a", "b", "c")
    assert Variation(0, ("a", "b", "x")).diverging_from(main) == Variation(2, ("x",))
    assert Variation(1, ("b", "c", "d")).diverging_from(main) == Variation(3, ("d",))
    assert Variation(1, ("b", "c")).diverging_from(main) is None
    assert Variation(4, ("x",)).diverging_from(main) is None
