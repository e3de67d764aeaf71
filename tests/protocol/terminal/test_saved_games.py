"""Games that are saved and loaded at the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from amalthea.engine.core.color import Color
from amalthea.protocol.records.pgn import PgnGame, read_pgn
from amalthea.protocol.terminal import game_file
from amalthea.protocol.terminal.session import Settings, TerminalSession
from amalthea.protocol.text_file import read_lines

FULL = 20
NOTED = """\
[Event "Club"]
[White "Ann"]
[Black "Bob"]
[Result "0-1"]
[ECO "B00"]

{A game} 1. f3 {weak} $9 (1. e4 {best} e5 $14) e5 2. g4 0-1

[White "Cid"]
[Black "Dan"]

1. d4 *
"""


def played(
    *lines: str, name: str = "chess", sides: str = "wb", level: int = FULL, drawn: int = 0
) -> list[str]:
    """Return what a session shows; "choice" stands for any legal choice."""
    shown: list[str] = []

    def typed() -> Iterator[str]:
        for line in lines:
            yield session.words()[drawn] if line == "choice" else line
        yield "quit"

    typing = typed()

    def ask(prompt: str) -> str:
        shown.append(prompt)
        return next(typing)

    settings = Settings(name, tuple(map(Color, sides)), level, 0.01, colour=False)
    session = TerminalSession(settings, ask, shown.append)
    session.run()
    return shown


def games(path: Path) -> list[PgnGame]:
    return list(read_pgn(path.read_text("utf-8"), str(path)))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "my games.pgn"


@pytest.fixture
def noted(tmp_path: Path) -> Path:
    path = tmp_path / "noted.pgn"
    path.write_text(NOTED)
    return path


def test_a_game_is_saved_with_its_players_its_result_and_the_engines_thoughts(
    file: Path,
) -> None:
    shown = played("e4", "resign", f"save {file}", sides="w", level=3)
    assert f"Saved in {str(file)!r}." in shown
    (game,) = games(file)
    assert (game.tags["White"], game.tags["Black"]) == ("Human", "Amalthea (level 3)")
    assert game.tags["Date"].startswith("20")
    assert game.result == "0-1"
    assert (game.moves[0], len(game.moves)) == ("e2e4", 2)
    assert game.annotations.keys() == {2}
    assert game.annotations[2].text.endswith("s, resignation")


def test_a_game_that_is_saved_again_replaces_itself_and_no_other(file: Path) -> None:
    played("e4", f"save {file}", "e5", f"save {file}")
    assert [game.moves for game in games(file)] == [("e2e4", "e7e5")]
    shown = played("d4", f"save {file}", "undo", f"save {file}", "new", f"save {file}")
    assert f"Saved after the other games in {str(file)!r}." in shown
    assert [game.moves for game in games(file)] == [("e2e4", "e7e5"), (), ()]


def test_a_loaded_game_replaces_itself_and_no_other(noted: Path) -> None:
    second = NOTED.split('[White "Cid"]')[1]
    shown = played(f"load {noted} 1", f"save {noted}", "h6", f"save {noted}")
    done = f"Saved in {str(noted)!r} in place of the game as it was before."
    assert shown.count(done) == 2
    assert noted.read_text().endswith(f'\n\n[White "Cid"]{second}')
    played(f"load {noted} 2", "d5", f"save {noted}")
    assert [game.moves for game in games(noted)] == [
        ("f2f3", "e7e5", "g2g4", "h7h6"),
        ("d2d4", "d7d5"),
    ]
    (game, _) = games(noted)
    assert (game.tags["ECO"], game.tags["White"]) == ("B00", "Ann")
    assert str(game.annotations[1]) == "$9 weak"


def test_a_loaded_game_without_tags_replaces_its_first_comment_too(file: Path) -> None:
    before = '[White "Ann"]\n\n1. e4 *\n\n'
    file.write_text(before + "{first} 1. d4 *\n")
    played(f"load {file} 2", f"save {file}")
    assert file.read_text().startswith(f"{before}[Event ")
    assert file.read_text().count("{first}") == 1
    assert [str(game.annotations.get(0, "")) for game in games(file)] == ["", "first"]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_games_around_a_loaded_one_stay_byte_for_byte(
    file: Path, number: int, encoding: str, ends: str
) -> None:
    texts = (
        '[White "Müller"]\n\n1. e4 {é} 1-0',
        '\n% ü\n[White "é"]\n\n1. d4 1/2-1/2',
        ' [White "ü"] {more\nü} 1. c4 0-1',
        '\n; behind\n\n[White "Last"]\n\n1. f4 {end}',
    )
    parts = [text.replace("\n", ends).encode(encoding.removesuffix("-sig")) for text in texts]
    mark = "".encode(encoding)
    file.write_bytes(mark + b"".join(parts))
    played(f"load {file} {number}", f"save {file}")
    data = file.read_bytes()
    assert data.startswith(mark + b"".join(parts[: number - 1]))
    assert data.endswith(b"".join(parts[number:]))
    found = list(read_pgn(read_lines(file), "saved"))
    assert [game.moves for game in found] == [("e2e4",), ("d2d4",), ("c2c4",), ("f2f4",)]
    assert ["PlyCount" in game.tags for game in found].index(True) == number - 1


@pytest.mark.parametrize("place", ["load {} 2", "e4"])
def test_a_file_of_another_system_keeps_its_line_ends(noted: Path, place: str) -> None:
    noted.write_bytes(NOTED.encode().replace(b"\n", b"\r\n"))
    played(place.format(noted), f"save {noted}", "undo", f"save {noted}")
    data = noted.read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n")


def test_a_game_that_has_changed_in_the_file_is_not_replaced(noted: Path) -> None:
    loaded = game_file.load(f"{noted} 1")
    assert isinstance(loaded, game_file.LoadedGame)
    noted.write_text(NOTED.replace("weak", "good"))
    game_file.save(noted, b'[White "New"]\n\n*\n\n', loaded.place)
    assert [game.tags["White"] for game in games(noted)] == ["Ann", "Cid", "New"]


def test_a_game_of_which_a_part_is_unreadable_is_not_replaced(file: Path) -> None:
    file.write_text('[White "Ann"]\n\n1. e4 e5 2. Ke3 Nc6 *\n')
    shown = played(f"load {file}", f"save {file}")
    assert f"Saved after the other games in {str(file)!r}." in shown
    assert file.read_text().startswith('[White "Ann"]\n\n1. e4 e5 2. Ke3 Nc6 *\n')


def test_a_file_is_the_same_by_another_path(file: Path) -> None:
    played("e4", f"save {file}", "e5", f"save {file.parent}/../{file.parent.name}/{file.name}")
    assert [game.moves for game in games(file)] == [("e2e4", "e7e5")]


def test_games_that_others_have_written_stay_as_they_are(noted: Path) -> None:
    played("e4", f"save {noted}")
    assert noted.read_text().startswith(f"{NOTED}\n[Event ")
    assert len(games(noted)) == 3


@pytest.mark.parametrize("data", [b"Dear diary", b"\x1f\x8b\x08\0", b"e2e4"])
def test_a_file_of_something_else_is_not_changed(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(data)
    assert f"{str(path)!r} is not a PGN file, save under another name" in played(f"save {path}")
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("save", "save: expected a file"),
        ("save /", "cannot write '/': it is a directory"),
        ("load", "load: expected a file"),
        ("load none.pgn", "cannot read 'none.pgn': No such file or directory"),
        ("load /dev/null", "'/dev/null': the file has no game"),
        ("save a\0b", "'a\\x00b': embedded null byte"),
        ("load a\0b", "cannot read 'a\\x00b': embedded null byte"),
        ("load ~nobody-of-this-name/a.pgn", "No such file or directory"),
        (f"save /tmp/{'x' * 300}", "File name too long"),
        (f"load {'x' * 300} 2", "File name too long"),
    ],
)
def test_an_impossible_save_or_load_is_one_message(line: str, message: str) -> None:
    shown = played(line, "e4")
    assert [message in line for line in shown].count(True) == 1
    assert "White: e2e4" in shown


def test_a_loaded_game_is_continued_and_keeps_its_tags_and_comments(
    noted: Path, file: Path
) -> None:
    shown = played(f"load {noted} 1", "Qh4", f"save {file}")
    assert "Ann \u2013 Bob 0-1, Club" in shown
    assert "Black wins by checkmate" in shown
    (game,) = games(file)
    assert game.moves == ("f2f3", "e7e5", "g2g4", "d8h4")
    assert (game.tags["White"], game.tags["Event"], game.result) == ("Ann", "Club", "0-1")
    comments = {ply: str(each) for ply, each in game.annotations.items()}
    assert comments == {0: "A game", 1: "$9 weak", 4: "checkmate"}
    assert "(1. e4 {best} 1... e5 $14)" in file.read_text()


def test_a_loaded_game_that_goes_on_has_lost_its_result(noted: Path, file: Path) -> None:
    played(f"load {noted} 1", f"save {file}", "h6", f"save {file}")
    assert [game.result for game in games(file)] == ["*"]


def test_one_of_several_games_is_chosen(noted: Path) -> None:
    shown = played(f"load {noted}", f"load {noted} 3", f"load {noted} 2", "fen")
    assert f"Choose one of the games by `load {noted} N`:" in shown
    assert "1. Ann \u2013 Bob 0-1, Club" in shown
    assert "2. Cid \u2013 Dan *" in shown
    assert f"{str(noted)!r}: no game 3, expected 1 to 2" in shown
    assert "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1" in shown


def test_a_long_list_of_games_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text('[White "Ann"]\n\n*\n\n' * 25)
    assert played(f"load {path}")[-4:-2] == ["20. Ann \u2013 ? *", "..."]


def test_the_same_side_goes_on_against_the_engine(file: Path) -> None:
    played("choice", f"save {file}", sides="b", level=0)
    shown = played(f"load {file}", "choice", sides="w", level=0)
    assert any(line.startswith("Black: ") for line in shown)


def test_a_game_of_another_variant_is_loaded(file: Path) -> None:
    played("choice", f"save {file}", name="gast")
    shown = played(f"load {file}", "new", "moves")
    assert "l2l6" in shown[-3]


def test_secret_choices_are_saved_and_loaded(file: Path) -> None:
    played("choice", "choice", "choice", "choice", f"save {file}", name="gochess", drawn=3)
    (game,) = games(file)
    assert len(game.moves) == 2
    assert "White (as P@" in played(f"load {file}", name="gess")[-2]


def test_a_game_is_loaded_up_to_an_error_that_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "wild.pgn"
    path.write_text('[White "Ann"]\n\n1. e4 e5 2. Ke3 (2. Qa8) *\n')
    shown = played(f"load {path}", "Nf3")
    assert any("line 3, column 13: move 3, 'Ke3', is not a legal move" in line for line in shown)
    assert "White: g1f3" in shown
    path.write_text("1. Ke3 *\n")
    assert any("is not a legal move" in line for line in played(f"load {path}", "e4"))
