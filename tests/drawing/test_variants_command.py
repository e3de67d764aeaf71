"""`amalthea variants`: the table of games and the sheet of one."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest

import engine
from engine import variants
from games import army, piece_types
from protocol.drawing.game_page import game_page
from protocol.drawing.game_sheet import WIDTH, game_sheet
from protocol.drawing.piece_sheet import diagram
from protocol.drawing.styles.army import ArmyStyle
from protocol.drawing.variants_command import main

EXAMPLE = Path(__file__).parent.parent / "variants" / "example.ini"


def moves(variant: str, letter: str) -> list[str]:
    game = army(variant)
    return diagram(ArmyStyle(game).sheet(game.piece(letter)))


def told(words: list[str], capfd: pytest.CaptureFixture[str]) -> str:
    assert main(words) == 0
    return capfd.readouterr().out


def test_every_game_has_a_line(capfd: pytest.CaptureFixture[str]) -> None:
    lines = told([], capfd).splitlines()[1:]
    known = len(variants.BUILT_IN)
    assert [line.split()[0] for line in lines[:known]] == list(variants.BUILT_IN)
    assert ["gast14", "14", "x", "12", "Gast's", "Chess,", "14x12"] in map(str.split, lines)
    assert ["gothic", "10", "x", "8", "Gothic", "Chess"] in map(str.split, lines)


@pytest.mark.parametrize("name", variants.BUILT_IN)
def test_a_sheet_shows_the_board_and_names_every_piece(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    text = told([name], capfd)
    assert max(map(len, text.splitlines())) <= WIDTH
    assert not any(line != line.rstrip() for line in text.splitlines())
    for piece in piece_types(variants.get(name)):
        named = re.findall(rf"(?<!\S){re.escape(piece.letter)} +{piece.name}\b", text)
        assert len(named) == 2, piece  # in the table and above the diagram
        assert piece.moves in text
    if not variants.get(name).random_start:
        assert engine.new_position(name).diagram() in text


def test_games_of_a_file_are_told(capfd: pytest.CaptureFixture[str]) -> None:
    assert "customPiece2" in told(["wide", "--variants", str(EXAMPLE)], capfd)


def test_leaps_are_told_from_slides() -> None:
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


def test_moves_are_told_from_captures_and_from_those_of_a_rank() -> None:
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
    text = told(["gast"], capfd)
    assert (
        "  double, king's side: king g1 to k1, rook l1 to j1, archer i1 to h1;"
        " unmoved i1 l1, empty h1 j1 k1\n"
    ) in text
    assert "griffon k1 to g1" in told(["ganymede"], capfd)


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
def test_a_mistake_is_told_in_one_line(
    words: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith(f"amalthea variants: {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", variants.names()[len(variants.BUILT_IN) :])
def test_games_of_files_that_come_along_are_told(name: str) -> None:
    game = variants.get(name)
    assert game_sheet(game).startswith(f"{game.title}\n{name}, ")
    assert f"<title>{escape(game.title)}</title>" in game_page(game)


def test_the_aim_tells_every_end() -> None:
    def aim(name: str) -> str:
        return " ".join(game_sheet(variants.get(name)).split("Aim\n")[1].split("\n\n")[0].split())

    assert "Checkmate" not in aim("racingkings")
    assert "Who has a king on rank 8 by White's count wins." in aim("racingkings")
    assert "Black's may follow at once: that is a draw." in aim("racingkings")
    assert "Who has a king on d4, d5, e4 or e5 wins." in aim("kingofthehill")
    assert "Who has given 3 checks wins." in aim("3check")
    assert "Who has no legal move and is not in check loses." in aim("shatranj")
    assert "Who has at most 1 piece left against 2 or more, and cannot" in aim("shatranj")


def test_draws_of_what_cannot_mate_are_told_where_only_mate_wins() -> None:
    assert "bare kings" in game_sheet(variants.get("gothic"))
    assert "bare kings" not in game_sheet(variants.get("3check"))
    assert "beside the kings" not in game_sheet(variants.get("3check"))
