"""PGN as other programs, servers and people write it comes back as the game that was played."""

from __future__ import annotations

import io
import random
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import chess.pgn
import pytest

from amalthea.protocol.records.game_record import Ply
from amalthea.protocol.records.pgn import PgnGame, read_pgn, to_pgn
from amalthea.protocol.records.pgn_text import read_texts
from amalthea.protocol.text_file import read_lines
from helpers.compressors import COMPRESSORS
from helpers.finished_games import finished_game
from helpers.written_pgn import NAMES, Played, Writer, in_bytes, played

if TYPE_CHECKING:
    from helpers.sample import Sample

EVERY_WAY = 80  # games of each variant, 1,040 in all


def final_fen(game: Played | PgnGame) -> str:
    position = game.start()
    for move in game.moves:
        position.push(move, null=True)
    return position.fen()


@pytest.mark.parametrize("name", NAMES)
def test_games_written_in_every_way_come_back(name: str, sample: Sample) -> None:
    for seed in range(sample(4, EVERY_WAY)):
        rng = random.Random(f"{name} {seed}")
        game = played(name, rng, longest=sample(30, 100))
        writer = Writer(game, name, rng)
        text = writer.text()
        (read,) = read_pgn(text, f"seed {seed}")
        assert read.errors == (), text
        assert read.moves == game.moves, text
        assert (read.variant, read.chess960) == (game.variant, game.chess960), text
        assert read.result == game.result, text
        assert read.tags["White"] == writer.white, text
        assert final_fen(read) == final_fen(game), text


def test_python_chess_reads_what_we_write_of_them(sample: Sample) -> None:
    for name in ("chess", "chess960", "crazyhouse", "3check", "kingofthehill", "racingkings"):
        for seed in range(sample(2, EVERY_WAY)):
            game = played(name, random.Random(f"{name} {seed}"), longest=60)
            plies = tuple(map(Ply, game.moves))
            record = replace(finished_game(1, "A", "B", "=", variant=game.variant), plies=plies)
            text = to_pgn(replace(record, fen=game.fen, chess960=game.chess960))
            read = chess.pgn.read_game(io.StringIO(text))
            assert read is not None
            assert read.errors == []
            assert [move.uci() for move in read.mainline_moves()] == list(game.moves)
            (again,) = read_pgn(text, "ours")
            assert (again.moves, again.errors) == (game.moves, ())


@pytest.mark.parametrize("compress", COMPRESSORS.values())
def test_many_games_of_one_file_come_back_in_their_order(
    tmp_path: Path, compress: Callable[[bytes], bytes], sample: Sample
) -> None:
    path = tmp_path / "games"
    rng = random.Random("many")
    games = [played(name, rng, longest=12) for name in list(NAMES) * sample(2, 20)]
    text = "".join(Writer(game, name_of(game), rng).text() for game in games)
    path.write_bytes(compress(in_bytes(text, rng)))
    found = list(read_pgn(read_lines(path), "many"))
    assert [(game.variant, game.moves, game.errors) for game in found] == [
        (game.variant, game.moves, ()) for game in games
    ]


def name_of(game: Played) -> str:
    return "chess960" if game.chess960 else game.variant


def test_a_file_of_many_games_is_not_held_in_memory() -> None:
    """Ten times as many games need no more memory; to hold them would take a megabyte."""

    def peak(games: int) -> int:
        lines = (line for _ in range(games) for line in ('[Event "x"]\n', "1. e4 e5 2. Nf3 *\n"))
        tracemalloc.start()
        assert sum(1 for _ in read_texts(lines, "many")) == games
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(10)
    assert peak(2_000) < peak(200) + 100_000


CUTS = "1. e4 e5 2. Nf3 {a comment} Nc6 (2... d6 3. d4 (3. Bc4 $1 Be7)) 3. Bb5 a6 4. Ba4 Nf6 5. O-O"


def test_a_truncated_last_game_is_read_as_far_as_it_goes() -> None:
    whole = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1")
    text = f'[Event "first"]\n\n1. d4 *\n\n[Event "last"]\n[White "Anna"]\n\n{CUTS}'
    for end in range(text.index("1. e4"), len(text) + 1):
        first, *last = read_pgn(text[:end], "cut")
        assert first.moves == ("d2d4",)
        assert first.errors == ()
        assert len(last) == 1
        assert last[0].tags["White"] == "Anna"
        assert last[0].moves == whole[: len(last[0].moves)]
        assert len(last[0].errors) <= 2


# What cannot be read in a game, and the message for it; the games around it are read.
MISTAKES = (
    ("1. e4 e5 2. Ke3 Nf6", "'Ke3', is not a legal move"),
    ("1. e4 e5 2. Nf6", "'Nf6', is not a legal move"),
    ("1. e4 Novelty e5", "'Novelty' is not a move"),
    ("1. e4 {never closed", "the comment that begins here is never closed"),
    ("1. e4 (1. d4 e5", "the variation that begins here is never closed"),
    ("1. e4 ) e5", "unmatched ')'"),
    ("1. e4 } e5", "unmatched '}'"),
    ("1. e4 [nothing] e5", "is not a tag"),
    ('[Variant "Alice"]\n\n1. Nf3', "variant 'Alice' is not supported: two linked boards"),
    ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4', "kings"),
    ("[White Anna]\n\n1. e4", "is not a tag"),
    ("1. e4 f6 2. d4 g5 3. Qh5+ --", "move 6, '--', is not a legal move"),
    ("1. Nf3 a6 2. d3 b6 3. Nd2", "'Nd2' may be"),
)


@pytest.mark.parametrize(("mistake", "message"), MISTAKES)
def test_the_games_around_a_mistake_are_read(mistake: str, message: str, sample: Sample) -> None:
    for seed in range(sample(3, 20)):
        rng = random.Random(f"{mistake} {seed}")
        games = [played("chess", rng, longest=6) for _ in range(3)]
        texts = [Writer(game, "chess", rng).text() for game in games]
        at = rng.randrange(4)
        end = rng.choice(("\n\n", " *\n\n")) if "never" not in message else "\n\n"
        wrong = f'[Event "wrong"]\n{mistake}{end}'
        found = list(read_pgn("".join([*texts[:at], wrong, *texts[at:]]), "wrong"))
        assert len(found) == 4
        bad = found.pop(at)
        assert [game.moves for game in found] == [game.moves for game in games]
        assert [game.errors for game in found] == [(), (), ()]
        assert message in str(bad.errors[0])
        line = "".join(texts[:at]).count("\n") + 1
        assert line <= bad.errors[0].line <= line + 1 + mistake.count("\n")
