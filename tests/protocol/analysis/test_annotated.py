"""A studied game as PGN: other programs read it, and it is the same game."""

from __future__ import annotations

import io
import random
from dataclasses import replace

import chess.pgn
import pytest

import amalthea
from amalthea.engine import variants
from amalthea.engine.core.game import Game
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.reports import Score
from amalthea.protocol import __version__
from amalthea.protocol.analysis.annotated import annotated_pgn
from amalthea.protocol.analysis.study import CheckedGame, study
from amalthea.protocol.records import pgn
from amalthea.protocol.records.annotation import Annotation
from amalthea.protocol.records.notation import COORDINATES
from helpers.fake_analyst import analyst_of, played

LIMITS = Limits(depth=1)
PLIES = 24


def random_game(name: str) -> CheckedGame:
    dice = random.Random(name)
    record = Game(amalthea.new_position(name))
    fen = record.fen
    moves: list[str] = []
    while record.position.status().state == "ongoing" and len(moves) < PLIES:
        moves.append(dice.choice(record.position.legal_moves()))
        record.play(moves[-1])
    return played(" ".join(moves), name, fen)


def with_notes(game: CheckedGame, read: pgn.PgnGame) -> CheckedGame:
    """Return a game with all that was read beside its moves."""
    side_lines = pgn.read_variations(read, "x")
    return replace(
        game,
        tags=read.tags,
        annotations=side_lines.annotations,
        side_lines=tuple(side_lines.lines),
    )


def test_python_chess_reads_marks_scores_and_variations() -> None:
    game = played("f3 e5 g4 Qh4#")
    analyst = analyst_of(
        game,
        {
            0: (Score(20), "f2f3", None),
            2: (Score(10), "d2d4", None),
            3: (Score(1, mate=True), "d8h4", Score(50)),
        },
    )
    text = annotated_pgn(study(game, analyst, LIMITS))
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    assert not read.errors
    assert read.comment == "+0.10/9"  # what came of the engine's own choice
    nodes = list(read.mainline())
    assert [node.san() for node in nodes] == ["f3", "e5", "g4", "Qh4#"]
    assert [sorted(node.nags) for node in nodes] == [[], [], [4], [1]]
    assert [node.comment for node in nodes] == ["+0.10/9", "+0.10/9", "-M1/9", ""]
    assert [node.san() for node in nodes[1].variations] == ["g4", "d4"]


def test_tags_are_kept_and_escaped() -> None:
    game = replace(played("e4"), tags={"Event": 'The "open"', "ECO": "B00"}, white="A\\B")
    text = annotated_pgn(study(game, analyst_of(game, {}), LIMITS))
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    assert '[Event "The \\"open\\""]' in text
    assert '[White "A\\\\B"]' in text
    assert read.headers["ECO"] == "B00"
    assert "FEN" not in read.headers


def test_comments_glyphs_and_side_lines_of_the_game_are_kept() -> None:
    text = """[Annotator "Zed"]

{Club game} 1. f3? {weak} (1. e4 $14 {better} e5) ({or} 1. d4 d5) e5
2. g4 $6 (2. e4) Qh4# {mate} 0-1"""
    (read,) = pgn.read_pgn(text, "x")
    game = with_notes(played("f3 e5 g4 Qh4#"), read)
    scores = {2: (Score(10), "d2d4", None), 3: (Score(1, mate=True), "d8h4", Score(50))}
    written = annotated_pgn(study(game, analyst_of(game, scores), LIMITS)).replace("\n", " ")
    for part in (
        "{+0.10/9} {Club game} 1. f3 $2 {+0.10/9} {weak} (1. e4 $14 {better} 1... e5)",
        "({or} 1. d4 d5) 1... e5",
        "2. g4 $6 $4 {-M1/9} (2. e4) (2. d4) 2... Qh4# $1 {mate}",
    ):
        assert part in written
    assert f'[Annotator "Zed, Amalthea {__version__}"]' in written
    twice = replace(game, tags={"Annotator": f"Zed, Amalthea {__version__}"})
    assert annotated_pgn(study(twice, analyst_of(game, scores), LIMITS)).count("Amalthea") == 1


def test_a_game_that_is_analysed_again_has_neither_scores_nor_lines_twice() -> None:
    game = replace(played("f3 e5 g4 Qh4#"), annotations={2: Annotation((), "ready")})
    scores = {2: (Score(10), "d2d4", None), 3: (Score(1, mate=True), "d8h4", Score(50))}
    once = annotated_pgn(study(game, analyst_of(game, scores), LIMITS))
    (read,) = pgn.read_pgn(once, "x")
    again = with_notes(game, read)
    assert again.side_lines
    assert annotated_pgn(study(again, analyst_of(again, scores), LIMITS)) == once


def test_a_game_from_another_position_says_so() -> None:
    fen = "6k1/5ppp/8/8/8/8/8/R3K2R b KQ - 3 7"
    game = played("Kf8 Ra8+", fen=fen)
    read = chess.pgn.read_game(
        io.StringIO(annotated_pgn(study(game, analyst_of(game, {}), LIMITS)))
    )
    assert read is not None
    assert read.headers["FEN"] == fen
    assert read.end().board().fen() == game.moments[-1].fen


def test_moves_are_written_in_the_notation_asked_for() -> None:
    game = random_game("gast")
    found = study(game, analyst_of(game, {}), LIMITS)
    coordinates = annotated_pgn(found, COORDINATES)
    letters = annotated_pgn(found)
    assert game.moves[0] in coordinates.split()
    assert len(letters) > len(coordinates)
    (read,) = pgn.read_pgn(letters, "letters")
    assert read.moves == game.moves


@pytest.mark.parametrize("name", variants.BUILT_IN)
def test_the_annotated_game_is_read_back_equal(name: str) -> None:
    game = random_game(name)
    asked = [ply for ply, moment in enumerate(game.moments[:-1]) if moment.turn != "-"]
    others = {
        ply: amalthea.new_position(name, game.moments[ply].fen).legal_moves() for ply in asked
    }
    analyst = analyst_of(game, {ply: (Score(900), others[ply][0], None) for ply in asked})
    found = study(game, analyst, LIMITS)
    assert any(remark.better for remark in found.remarks)
    text = annotated_pgn(found)
    assert max(len(each) for each in text.split("\n\n")[1].splitlines()) < 80
    (read,) = pgn.read_pgn(text, "x")
    assert read.variant == name
    assert read.moves == game.moves
    assert read.fen in (None, game.moments[0].fen)
