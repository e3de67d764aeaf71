"""The archive of games: what it keeps, who sees it, and what happens without it."""

from __future__ import annotations

import gzip
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.core.status import State, Status, Termination
from amalthea.engine.errors import StorageError
from amalthea.protocol.records import self_play
from amalthea.protocol.records.annotation import Annotation
from amalthea.protocol.records.game_record import Ply
from amalthea.protocol.records.pgn import Notes
from amalthea.protocol.records.self_play import Record
from amalthea.protocol.records.variations import Variation
from amalthea.protocol.web.archive import FILE_NAME, Archive, data_folder
from amalthea.protocol.web.messages import Message
from amalthea.protocol.web.opening_explorer import FileGames, OpeningExplorer
from amalthea.protocol.web.people import People
from amalthea.protocol.web.saving import SavedGame, saved_game, written_games
from amalthea.protocol.web.session import Session
from amalthea.protocol.web.table import HUMAN, Seats, Table
from amalthea.protocol.web.table_pgn import table_pgn
from helpers.random_games import random_game

WHITE, BLACK = Color
PEOPLE = Seats(dict.fromkeys(Color, HUMAN))
DAY_MS = 86_400_000
GAMES = ("chess", "gess", "troop", "gochess", "crazyhouse", "ganymede")


def played(name: str, seats: Seats = PEOPLE) -> Table:
    """Return a table with a random game, of which every move has a report of the engine."""
    record = random_game(name, 3, longest=12)
    table = Table(variants.get(name), seats, record.fen)
    table.replay(record.plies)
    return table


def shown(table: Table) -> Mapping[str, Any]:
    """Return all that a page gets, without the number of changes and the time."""
    return table.to_json() | {"version": 0, "left": {}}


def kept(folder: Path, table: Table, people: People | None = None) -> SavedGame:
    """Return a game that was kept, and read by another server."""
    Archive(folder).put("room", saved_game(table, people or People(), ("me",)))
    found = Archive(folder).get("room")
    assert found
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_is_the_same_in_every_detail(name: str, tmp_path: Path) -> None:
    table = played(name)
    table.annotate(Notes({"White": "Ann"}, {2: Annotation(("$14",), "a comment")}))
    if name == "chess":
        table.keep(Variation(0, ("a2a4",)), table.with_line(Variation(0, ("a2a4",))))
    if table.both_choose and not table.is_over:
        table.choose(WHITE, table.position.choices(WHITE)[0].text)
    elif not table.is_over:
        table.resign(BLACK)
    again = kept(tmp_path, table).to_table()
    assert shown(again) == shown(table)
    assert again.chosen == table.chosen
    assert list(again.side_lines) == list(table.side_lines)
    assert table_pgn(again) == table_pgn(table)


def test_comments_that_an_earlier_version_kept_as_text_are_read() -> None:
    table = played("chess")
    table.annotate(Notes({}, {2: Annotation(("$6",), "dubious")}))
    game = saved_game(table, People(), ())
    assert replace(game, comments={2: "?! dubious"}).to_table().notes == table.notes


def test_a_clock_stands_still_without_a_server_but_not_days_for_a_move(tmp_path: Path) -> None:
    for per_move, left in ((False, 60_000), (True, DAY_MS - 3_600_000)):
        base = DAY_MS if per_move else 60_000
        table = played(
            "chess", Seats(dict.fromkeys(Color, HUMAN), clock=(base, 0), per_move=per_move)
        )
        game = replace(kept(tmp_path, table), saved=time.time() - 3_600)
        again = game.to_table()
        waiting = again.waiting_for[0]
        assert again.time_left_ms(waiting) == pytest.approx(left, abs=5_000)
        assert again.time_left_ms(waiting.other) == pytest.approx(base, abs=5_000)


def test_a_game_is_lost_when_the_days_of_a_move_are_over(tmp_path: Path) -> None:
    table = played("chess", Seats(dict.fromkeys(Color, HUMAN), clock=(DAY_MS, 0), per_move=True))
    game = replace(kept(tmp_path, table), saved=time.time() - 2 * DAY_MS / 1_000)
    again = game.to_table()
    loser = again.waiting_for[0]
    assert again.end_if_flag_fell()
    assert again.status.winner is loser.other


def test_each_move_gets_its_days_anew() -> None:
    now = [0.0]
    seats = Seats(dict.fromkeys(Color, HUMAN), clock=(DAY_MS, 0), per_move=True)
    table = Table(variants.get("chess"), seats, now=lambda: now[0])
    table.choose(WHITE, "e2e4")
    now[0] += 80_000
    table.choose(BLACK, "e7e5")
    assert [table.time_left_ms(side) for side in Color] == [DAY_MS, DAY_MS]
    assert '[TimeControl "1/86400"]' in table_pgn(table)


def test_games_are_listed_by_owner_replaced_and_deleted(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    game = saved_game(played("chess"), People(), ("ann", "bob"))
    archive.put("one", game)
    archive.put("two", replace(game, owners=("bob",), saved=game.saved + 1))
    assert [room for room, _ in archive.games()] == ["two", "one"]
    assert [room for room, _ in archive.games("ann")] == ["one"]
    assert archive.games("") == []
    archive.put("one", replace(game, saved=game.saved + 2))
    assert [room for room, _ in archive.games("bob")] == ["one", "two"]
    archive.delete("one")
    assert archive.get("one") is None
    assert len(archive.games()) == 1


def test_all_games_are_exported_and_one_without_its_variant_is_named() -> None:
    game = saved_game(played("chess"), People(), ())
    text = written_games([game, replace(game, variant="nosuch", title="No Such"), game], "letters")
    assert text.count("[Event ") == 2
    assert "A game of No Such is not exported: " in text


def test_a_broken_file_is_an_error_with_its_name(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database" * 100)
    with pytest.raises(StorageError, match=FILE_NAME):
        Archive(tmp_path)
    (tmp_path / FILE_NAME).unlink()
    Archive(tmp_path).close()
    database = sqlite3.connect(tmp_path / FILE_NAME)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StorageError, match="format 99, expected 1"):
        Archive(tmp_path)


def test_the_folder_follows_the_users_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_folder() == Path("/data/amalthea")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local/share/amalthea"


def test_a_session_keeps_what_would_be_lost_and_nothing_else() -> None:
    known: dict[str, SavedGame | None] = {}
    pool: Any = None
    session = Session("room", Table(variants.get("chess"), PEOPLE), pool, keep=known.__setitem__)

    def send(_: object) -> None:
        pass

    session.enter(send, "me")
    assert known["room"] is None
    session.handle(Message({"type": "move", "ply": 0, "move": "e2e4"}), send)
    game = known["room"]
    assert game
    assert (game.plies, game.owners) == ((Ply("e2e4"),), ("me",))
    again = {"players": {"w": "human", "b": "human"}, "level": 0, "movetime": 100}
    session.handle(Message({"type": "new", "variant": "gess", **again}), send)
    assert known["room"] is None
    others = [each for room, each in known.items() if room != "room"]
    assert [each.plies for each in others if each] == [game.plies]


def test_a_seats_key_brings_its_player_back_with_another_browser() -> None:
    people = People.hosted_by("first", WHITE)
    people.enter("second")
    key = people.key_of("first")
    assert key
    assert people.key_of("second") not in ("", key)
    people.enter("phone", key)
    assert people.sides("phone") == people.sides("first") == (WHITE,)
    people.enter("stranger", "no key")
    assert people.sides("stranger") == ()
    assert people.key_of("stranger") == ""
    people.exchange()
    assert people.sides("phone") == (BLACK,)
    assert people.key_of("phone") == key


def test_openings_count_the_moves_of_a_position_with_their_results() -> None:
    def game(moves: str, ended: Status | None = None) -> SavedGame:
        table = Table(variants.get("chess"), PEOPLE, None, moves.split())
        table.ended = ended
        return saved_game(table, People(), ())

    white = Status(State.WIN, WHITE, Termination.RESIGNATION)
    draw = Status(State.DRAW, None, Termination.AGREEMENT)
    games = [
        game("e2e4 e7e5", white),
        game("e2e4 c7c5", draw),
        game("d2d4"),
        game("g1f3 g8f6 f3g1 f6g8 e2e4"),
    ]
    openings = OpeningExplorer(games)
    listed = openings.moves(Position("chess"))
    assert [(each["text"], each["games"]) for each in listed] == [("e4", 3), ("d4", 1), ("Nf3", 1)]
    assert [listed[0][name] for name in ("white", "draws", "black", "unfinished")] == [1, 1, 0, 1]
    replies = openings.moves(Position("chess", moves=("e2e4",)))
    assert {each["text"] for each in replies} == {"e5", "c5"}
    assert openings.moves(Position("chess", moves=("a2a3",))) == []


def test_finished_games_of_files_have_openings_by_variant(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    gast = '[Variant "gast"]\n\n1. e2e4 1-0'
    path.write_text(f"1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. d4 *\n\n{gast}\n")
    files = FileGames([str(path)])
    about, chess = files.of("chess")
    assert about == f"2 games of {tmp_path.name}/games.pgn"
    (first,) = chess.moves(Position("chess"))
    assert (first["text"], first["white"], first["black"]) == ("e4", 1, 1)
    assert files.of("gast")[0] == f"1 game of {tmp_path.name}/games.pgn"
    about, none = files.of("gess")
    assert (about, none.moves(Position("gess"))) == ("", [])


def test_a_damaged_file_of_games_is_reported_and_the_others_are_read(tmp_path: Path) -> None:
    sound, damaged = tmp_path / "sound.pgn", tmp_path / "damaged.pgn.gz"
    sound.write_text("1. e4 e5 1-0\n")
    damaged.write_bytes(gzip.compress(b"1. d4 d5 0-1\n")[:-9])
    about, chess = FileGames([str(damaged), str(sound)]).of("chess")
    assert f"1 game of {tmp_path.name}/sound.pgn" in about
    assert f"{tmp_path.name}/damaged.pgn.gz is not read to its end" in about
    assert "e4" in [each["text"] for each in chess.moves(Position("chess"))]


def test_games_of_a_training_have_openings_and_are_named(tmp_path: Path) -> None:
    path = tmp_path / "g1.games.gz"
    moves = ("e2e4 e7e5", WHITE), ("e2e4 c7c5", None), ("d2d4", BLACK)
    start = variants.get("chess").start
    records = [Record(start, each, [0] * len(each.split()), [], won) for each, won in moves]
    self_play.append(path, records)
    with pytest.raises(StorageError, match=r"state\.json"):
        FileGames([str(path)])
    (tmp_path / "state.json").write_text('{"game": "chess", "rules": "", "format": 1}')
    files = FileGames([str(path)])
    about, chess = files.of("chess")
    assert about == f"3 games of self-play in {tmp_path.name}/g1.games.gz"
    listed = [(each["text"], each["games"]) for each in chess.moves(Position("chess"))]
    assert listed == [("e4", 2), ("d4", 1)]
    assert files.of("gast")[0] == ""
    path.write_bytes(path.read_bytes() + b"no member" * 9)
    assert FileGames([str(path)]).of("chess")[0] == about
