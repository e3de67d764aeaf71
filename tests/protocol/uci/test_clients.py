"""A real client, python-chess, plays and analyses with the engine."""

from collections.abc import Iterator

import chess
import chess.engine
import chess.variant
import pytest

from amalthea.engine import variants
from amalthea.engine.api import Position
from helpers.dialogue import ENGINE
from helpers.sample import one_in

MOST_PLIES = 80


@pytest.fixture
def client() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(ENGINE) as engine:
        yield engine


@pytest.mark.parametrize(
    "limit",
    [
        chess.engine.Limit(nodes=1500),
        chess.engine.Limit(time=0.01),
        chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01),
    ],
)
def test_a_client_gets_a_legal_move_in_every_position_of_a_game(
    client: chess.engine.SimpleEngine, limit: chess.engine.Limit
) -> None:
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < MOST_PLIES:
        move = client.play(board, limit, ponder=board.ply() % 2 == 0).move
        assert move is not None
        assert move in board.legal_moves
        board.push(move)


@pytest.mark.parametrize("kind", one_in(4, chess.variant.VARIANTS[1:]))
def test_a_client_plays_a_whole_game_of_its_variants(
    client: chess.engine.SimpleEngine, kind: type[chess.Board]
) -> None:
    board, position = kind(), Position(variants.find(kind.uci_variant or "").name)
    while not position.is_over():
        move = client.play(board, chess.engine.Limit(nodes=30)).move
        assert move
        assert move in board.legal_moves
        position.push(board.uci(move))
        board.push(move)
    outcome = position.outcome()
    assert outcome
    assert board.result(claim_draw=True) == outcome.result


def test_several_lines_are_distinct_ordered_and_legal(client: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    lines = client.analyse(board, chess.engine.Limit(depth=9), multipv=3)
    assert [line["depth"] for line in lines] == [9, 9, 9]
    assert len({line["pv"][0] for line in lines}) == 3
    scores = [line["score"].relative for line in lines]
    assert scores == sorted(scores, reverse=True)
    for line in lines:
        walked = board.copy()
        for move in line["pv"]:
            assert move in walked.legal_moves
            walked.push(move)
        assert {"depth", "seldepth", "nodes", "nps", "time", "hashfull"} <= line.keys()


def test_a_mate_is_found(client: chess.engine.SimpleEngine) -> None:
    board = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    info = client.analyse(board, chess.engine.Limit(mate=2))
    assert info["score"].relative == chess.engine.Mate(2)


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", chess.engine.Mate(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", chess.engine.Cp(0)),
    ],
)
def test_finished_game_has_a_score(
    client: chess.engine.SimpleEngine, fen: str, score: chess.engine.Score
) -> None:
    info = client.analyse(chess.Board(fen), chess.engine.Limit(time=0.05))
    assert info["score"].relative == score


def test_an_analysis_can_be_watched_and_stopped(client: chess.engine.SimpleEngine) -> None:
    with client.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 8:
                break
    assert analysis.wait().move is not None


def test_options_are_listed_and_set(client: chess.engine.SimpleEngine) -> None:
    assert client.options["UCI_Variant"].default == "chess"
    client.configure({"Hash": 32, "Move Overhead": 20, "Skill Level": 3})
    assert client.play(chess.Board(), chess.engine.Limit(nodes=500)).move is not None
    client.ping()


def test_moves_can_be_restricted(client: chess.engine.SimpleEngine) -> None:
    wanted = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    result = client.play(chess.Board(), chess.engine.Limit(depth=5), root_moves=wanted)
    assert result.move in wanted


def test_a_position_with_other_castling_rights_is_understood(
    client: chess.engine.SimpleEngine,
) -> None:
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    result = client.play(
        board, chess.engine.Limit(depth=4), root_moves=[chess.Move.from_uci("e1g1")]
    )
    assert result.move == chess.Move.from_uci("e1g1")
