"""`amalthea variants`: the table of games and the sheet of one."""

from __future__ import annotations

import re
from html import escape

import pytest

import amalthea
from amalthea.engine import variants
from amalthea.protocol.drawing.game_page import game_page
from amalthea.protocol.drawing.game_sheet import WIDTH, game_sheet
from amalthea.protocol.drawing.piece_sheet import diagram
from amalthea.protocol.drawing.styles.pieces import PiecesStyle
from amalthea.protocol.drawing.styles.pieces.sentences.names import piece_name
from amalthea.protocol.drawing.variants_command import main
from helpers.games import army, piece_types
from helpers.paths import EXAMPLE
from helpers.sample import one_of_each_rule


def moves(variant: str, letter: str) -> list[str]:
    game = army(variant)
    return diagram(PiecesStyle(game).sheet(game.piece(letter)))


def sheet(words: list[str], capfd: pytest.CaptureFixture[str]) -> str:
    assert main(words) == 0
    return capfd.readouterr().out


def test_every_game_has_a_line(capfd: pytest.CaptureFixture[str]) -> None:
    lines = sheet([], capfd).splitlines()[1:]
    known = len(variants.BUILT_IN)
    assert [line.split()[0] for line in lines[:known]] == list(variants.BUILT_IN)
    assert ["gast14", "14", "x", "12", "Gast's", "Chess,", "14x12"] in map(str.split, lines)
    assert ["gothic", "10", "x", "8", "Gothic", "Chess"] in map(str.split, lines)


@pytest.mark.parametrize("game", variants.BUILT_IN)
def test_a_sheet_shows_the_board_and_names_every_piece(
    game: str, capfd: pytest.CaptureFixture[str]
) -> None:
    text = sheet([game], capfd)
    assert max(map(len, text.splitlines())) <= WIDTH
    assert not any(line != line.rstrip() for line in text.splitlines())
    for piece in piece_types(variants.get(game)):
        name = piece_name(army(game), piece.letter)
        named = re.findall(rf"(?<!\S){re.escape(piece.letter)} +{name}\b", text)
        assert len(named) == 2, piece  # in the table and above the diagram
        assert piece.moves in text
    if not variants.get(game).random_start:
        assert amalthea.new_position(game).diagram() in text


def test_a_sheet_shows_the_values_of_pieces(capfd: pytest.CaptureFixture[str]) -> None:
    text = sheet(["chess"], capfd)
    assert re.search(r"^  N  knight +N +\d{3}/\d{3}$", text, re.MULTILINE)
    assert "Values are in centipawns" in text
    assert re.search(r"^  K  king +K +royal$", text, re.MULTILINE)
    assert "Values" not in sheet(["gess"], capfd)


def test_games_of_a_file_have_a_sheet(capfd: pytest.CaptureFixture[str]) -> None:
    assert "G piece" in sheet(["wide", "--variants", str(EXAMPLE)], capfd)


def test_leaps_differ_from_slides() -> None:
    assert moves("gast", "A") == [
        ". . . . o . . . .",
        ". . . O o O . . .",
        ". . O O o O O . .",
        ". O O . o . O O .",
        "o o o o[A]o o o o",
        ". O O . o . O O .",
        ". . O O o O O . .",
        ". . . O o O . . .",
        ". . . . o . . . .",
    ]


def test_moves_differ_from_captures_and_from_those_of_a_rank() -> None:
    assert moves("gast", "P")[:5] == [
        ". . . . + . . . .",
        ". . . . + . . . .",
        ". . c . m . c . .",
        ". . . c m c . . .",
        ". . . .[P]. . . .",
    ]
    assert moves("gochess", "P") == [
        ". . . . .",
        ". C M C .",
        ". M[P]M .",
        ". C M C .",
        ". . . . .",
    ]


def test_circular_and_bent_paths_are_shown() -> None:
    assert moves("ganymede", "O") == [
        ". . o o o . .",
        ". o o . o o .",
        "o o o o o o o",
        "o . o[O]o . o",
        "o o o o o o o",
        ". o o . o o .",
        ". . o o o . .",
    ]
    assert moves("ganymede", "G")[2:6] == [
        ". . . o . o . . .",
        "o o o o . o o o o",
        ". . . .[G]. . . .",
        "o o o o . o o o o",
    ]


def test_a_spearman_only_moves_backward() -> None:
    column = [row[8] for row in moves("ganymede", "S")]
    assert column == [*"oooo", "S", *"mmmm"]


def test_walls_take_both_their_cells() -> None:
    assert moves("ganymede", "W")[4] == "o o o o[W W]o o o"
    assert [row[8] for row in moves("ganymede", "V")][2:6] == ["o", "V", "V", "o"]


def test_castlings_name_every_piece_that_moves(capfd: pytest.CaptureFixture[str]) -> None:
    text = " ".join(sheet(["gast"], capfd).split())
    assert (
        "Double, king's side: king from g1 to k1, rook from l1 to j1 and archer from i1 to h1;"
        " the archer on i1 and the rook on l1 must not have moved, and h1, j1 and k1 must be empty."
    ) in text
    assert "griffon from k1 to g1" in sheet(["ganymede"], capfd)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nonesuch"], "unknown variant 'nonesuch'"),
        (["--variants", "/no/such"], "variant file '/no/such' cannot be read"),
        (["--html", "page.html"], "--html needs the NAME of a game"),
        (["gast", "--html", "/no/such/file"], "cannot write '/no/such/file'"),
        (["gast", "gess"], "unrecognized arguments: gess"),
    ],
)
def test_a_mistake_is_reported_in_one_line(
    words: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith(f"amalthea variants: {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", one_of_each_rule(variants.names()[len(variants.BUILT_IN) :]))
def test_shipped_games_of_files_have_a_sheet_and_a_page(name: str) -> None:
    game = variants.get(name)
    assert game_sheet(game).startswith(f"{game.title}\n{name}, ")
    assert f"<title>{escape(game.title)}</title>" in game_page(game)


def test_the_aim_states_every_end() -> None:
    def aim(name: str) -> str:
        return " ".join(game_sheet(variants.get(name)).split("Aim\n")[1].split("\n\n")[0].split())

    assert "Checkmate" not in aim("racingkings")
    assert "A side wins by bringing its king to rank 8 (counted from White's side)." in aim(
        "racingkings"
    )
    assert "If both are there then, the game is a draw." in aim("racingkings")
    assert "A side wins by bringing its king to d4, d5, e4 or e5." in aim("kingofthehill")
    assert "Giving three checks wins." in aim("3check")
    assert "A side that is not in check but has no legal move loses." in aim("shatranj")
    assert "A side with at most one piece left loses against two or more (three or more if" in aim(
        "shatranj"
    )


def test_draws_of_what_cannot_mate_are_stated_where_only_mate_wins() -> None:
    assert "Bare kings" in game_sheet(variants.get("gothic"))
    assert "Bare kings" in game_sheet(variants.get("3check"))
    assert "Bare kings" not in game_sheet(variants.get("kingofthehill"))
    assert "against a lone king" not in game_sheet(variants.get("3check"))
