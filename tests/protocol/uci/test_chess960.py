"""Chess960 over UCI: castling as king takes rook wherever a move is read or written."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

import chess
import chess.engine
import pytest

from helpers.dialogue import ENGINE, Dialogue, infos

if TYPE_CHECKING:
    from helpers.sample import Sample

ON = "setoption name UCI_Chess960 value true"
ARRAY = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
CASTLES = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1"  # all four castlings are legal
GAMES = 10, 60
NODES = 200  # of a move
LONGEST_GAME = 40  # moves of each side
FEWEST_CASTLINGS = 4  # in ten games


def current_fen(talk: Dialogue) -> str:
    """Return the position's FEN."""
    (line,) = (line for line in talk.answer("d") if line.startswith("Fen: "))
    return line.removeprefix("Fen: ")


@pytest.fixture
def talk() -> Iterator[Dialogue]:
    with Dialogue() as talk:
        talk.answer(ON)
        yield talk


def test_a_chess960_array_is_accepted_and_searched(talk: Dialogue) -> None:
    assert talk.answer(f"position fen {ARRAY}") == []
    assert current_fen(talk) == ARRAY
    lines = talk.search("go nodes 2000")
    board = chess.Board(ARRAY, chess960=True)
    for move in infos(lines)[-1].pv:
        board.push(board.parse_uci(move))
    assert lines[-1].split()[1] != "(none)"


def test_x_fen_is_read_and_shredder_fen_written(talk: Dialogue) -> None:
    assert talk.answer(f"position fen {CASTLES.replace('GBgb', 'KQkq')}") == []
    assert current_fen(talk) == CASTLES


def test_castling_is_written_as_king_takes_rook_everywhere(talk: Dialogue) -> None:
    talk.answer(f"position fen {CASTLES}")
    assert {"e1g1", "e1b1"} <= set(talk.answer("moves")[0].split())
    talk.send("go perft 1")
    assert {"e1g1: 1", "e1b1: 1"} <= set(talk.until("Nodes searched"))
    lines = talk.search("go depth 3 searchmoves e1b1")
    assert lines[-1].startswith("bestmove e1b1")
    assert infos(lines)[-1].pv[0] == "e1b1"


def test_castling_as_king_takes_rook_is_read_in_a_position_command(talk: Dialogue) -> None:
    assert talk.answer(f"position fen {CASTLES} moves e1b1 e8g8") == []
    assert current_fen(talk) == "1r3rk1/pppppppp/8/8/8/8/PPPPPPPP/2KR2R1 w - - 2 2"


def test_rights_of_the_orthodox_array_are_written_as_the_option_says(talk: Dialogue) -> None:
    talk.answer("position startpos")
    assert current_fen(talk).endswith(" w HAha - 0 1")
    talk.answer("setoption name UCI_Chess960 value false", "position startpos")
    assert current_fen(talk).endswith(" w KQkq - 0 1")


def test_flip_exchanges_the_colours_and_the_castling_rights(talk: Dialogue) -> None:
    talk.answer(f"position fen {CASTLES} moves e1b1", "flip")
    assert current_fen(talk) == "2kr2r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GB - 1 1"
    assert {"e1g1", "e1b1"} <= set(talk.answer("moves")[0].split())


def test_rights_of_other_files_are_left_out_without_the_option() -> None:
    with Dialogue() as talk:
        lines = talk.answer(f"position fen {ARRAY}")
        assert lines
        assert all(line.startswith("info string warning: ") for line in lines)
        assert current_fen(talk).split()[2] == "-"


def test_whole_games_are_played_by_a_real_client(sample: Sample) -> None:
    """Two engines play; python-chess checks every move as a referee of Chess960 does."""
    size = sample(*GAMES)
    rng = random.Random(960)
    castled = 0
    with (
        chess.engine.SimpleEngine.popen_uci(ENGINE) as white,
        chess.engine.SimpleEngine.popen_uci(ENGINE) as black,
    ):
        for _ in range(size):
            board = chess.Board.from_chess960_pos(rng.randrange(960))
            while not board.is_game_over(claim_draw=True) and board.fullmove_number < LONGEST_GAME:
                client = white if board.turn else black
                result = client.play(
                    board, chess.engine.Limit(nodes=NODES), info=chess.engine.INFO_PV
                )
                assert result.move
                assert result.move in board.legal_moves
                walked = board.copy(stack=False)
                for move in result.info.get("pv", []):
                    assert move in walked.legal_moves
                    walked.push(move)
                castled += board.is_castling(result.move)
                board.push(result.move)
    assert castled >= FEWEST_CASTLINGS * size // 10
