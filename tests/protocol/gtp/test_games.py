"""Whole games between two front ends that communicate only through GTP."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import amalthea
from amalthea.protocol.gtp.board import Board
from amalthea.protocol.gtp.parsing import PASS
from helpers.gtp_talk import GtpTalk, MakeTalk
from helpers.sample import Sample, one_in

GAMES = ("gess", "ganymede", "gast", "gochess")
NODES = 60
MOST_CLICKS = 3000


@dataclass
class Match:
    """A game between two front ends, asked for clicks in turn as gogui-twogtp asks them."""

    black: GtpTalk
    white: GtpTalk
    clicks: int = 0

    def play(self) -> None:
        """Exchange clicks until both sides pass, one after the other."""
        players = {"b": (self.black, self.white), "w": (self.white, self.black)}
        passed = 0
        side = "b"
        while passed < 2:
            mine, other = players[side]
            answer = mine.ask(f"genmove {side}")
            other.ask(f"play {side} {answer}")
            passed = passed + 1 if answer == PASS else 0
            self.clicks += 1
            assert self.clicks < MOST_CLICKS, "the game does not end"
            side = "w" if side == "b" else "b"


@pytest.mark.parametrize("name", one_in(2, GAMES))
def test_games_are_played_to_an_end_that_the_rules_confirm(
    name: str, talk_of: MakeTalk, sample: Sample
) -> None:
    for number in range(sample(1, 20)):
        fen = amalthea.variants.get(name).start_fen(number + 1)
        black, white = (talk_of(name, nodes=NODES + number, fen=fen) for _ in "bw")
        Match(black, white).play()
        _confirm(name, fen, (black, white))
        black.front.close()
        white.front.close()


def _confirm(name: str, fen: str, talks: tuple[GtpTalk, ...]) -> None:
    """Check that one player's moves, replayed by the rules, give both players' result."""
    shown = [line.split()[1] for line in talks[0].ask("amalthea-moves").split("\n")]
    board = Board(amalthea.variants.get(name))
    game = amalthea.new_game(name, fen)
    for text in shown:
        game.play(_as_engine(text, board))
    status = game.position.status()
    assert status.state != "ongoing"
    score = f"{status.winner.upper()}+1" if status.winner else "0"
    for talk in talks:
        assert talk.ask("amalthea-fen") == game.position.fen()
        assert talk.ask("final_score") == score
        assert talk.ask("gogui-rules_legal_moves") == ""
        assert talk.ask("gogui-rules_final_result") == status.ending


def _as_engine(text: str, board: Board) -> str:
    """Return a shown move in the form of the engine: "J9-J10q" is i9i10q."""
    pieces = text.replace("@", "-@-").replace(",", "-,-").split("-")
    return "".join(_square(each, board) for each in pieces)


def _square(text: str, board: Board) -> str:
    """Return a point, perhaps with a letter behind it, as a square; any other text as it is."""
    stem = text.rstrip("abcdefghijklmnopqrstuvwxyz+")
    square = board.read_point(stem) if stem[:1].isupper() else None
    return (square or stem) + text[len(stem) :]
