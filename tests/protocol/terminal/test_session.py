"""Games at the terminal's board, typed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from amalthea import Position
from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.eval_file import read_eval_file
from amalthea.engine.search.skill import elo_of
from amalthea.protocol.engine_settings import EngineSettings
from amalthea.protocol.terminal.board import TerminalBoard
from amalthea.protocol.terminal.session import Settings, TerminalSession
from helpers.dialogue import ENGINE, Dialogue, completed
from helpers.random_nets import write_net
from helpers.sample import one_in

MOST_LINES = 2000


class Typist:
    """A user who types lines, leaves at their end, and keeps what was shown."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self.shown: list[str] = []

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        try:
            return next(self._lines)
        except StopIteration:
            raise EOFError from None


def played(name: str, *lines: str, sides: str = "w", colour: bool = False) -> list[str]:
    """Return the output of a game with a quick engine."""
    typist = Typist(iter(lines))
    settings = Settings(name, tuple(map(Color, sides)), level=0, seconds=0.01, colour=colour)
    TerminalSession(settings, typist.ask, typist.shown.append).run()
    return typist.shown


def test_a_move_is_answered() -> None:
    shown = "\n".join(played("chess", "e2e4", "quit"))
    assert "White: e2e4" in shown
    assert "Black: " in shown
    assert "\n  4 · · · · P · · ·\n" in shown


@pytest.mark.parametrize(("typed", "move"), [("Nf3", "g1f3"), ("e4", "e2e4"), ("Ng1-f3", "g1f3")])
def test_a_move_is_read_in_the_notations_of_other_programs(typed: str, move: str) -> None:
    assert f"White: {move}" in played("chess", typed, "quit")


def test_a_null_move_is_no_move_of_a_player() -> None:
    assert "illegal move '--'; legal: see `moves`, or `help` for commands" in played("chess", "--")


def test_another_game_is_begun_by_name() -> None:
    shown = played("gess", "new chess", "e2e4", sides="b")
    assert "White: e2e4" in shown
    assert "Unknown" not in "".join(shown)


@pytest.mark.parametrize(("name", "side"), [("gess", "b"), ("chess", "w"), ("chess", "b")])
def test_the_users_army_stands_at_the_bottom(name: str, side: str) -> None:
    lines = "\n".join(played(name, sides=side)).splitlines()
    ranks = [line.split()[1:] for line in lines if line.strip()[:1].isdigit()]
    pawn = "S" if name == "gess" else "P"
    assert (pawn if side == "w" else pawn.lower()) in ranks[-2]


def test_invalid_move_is_reported_with_similar_moves() -> None:
    shown = played("chess", "e2e5", "nonsense")
    assert "illegal move 'e2e5'; legal: e2e3 e2e4" in shown
    assert "illegal move 'nonsense'; legal: see `moves`, or `help` for commands" in shown


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("level 21", "option Skill Level: value '21', expected a whole number from 0 to 20"),
        ("level 3", "The engine plays at level 3 (Learner), about 894 Elo in chess."),
        ("level", "The engine plays at level 0 (Beginner), about 600 Elo in chess."),
        ("seconds never", "seconds 'never', expected a number up to 3600"),
        ("sides x", "sides 'x', expected w, b or -"),
        ("fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ],
)
def test_commands_are_answered(line: str, message: str) -> None:
    assert message in played("chess", line)


def test_a_position_is_set_up_and_corrections_are_shown() -> None:
    shown = played("chess", "fen 4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 1", "e4", sides="wb")
    assert "rights 'KQ': 'K' needs 'R' on h1, left out" in shown
    assert "White: e2e4" in shown


def test_a_bad_fen_leaves_the_game_as_it_is() -> None:
    shown = played("chess", "e4", "fen nonsense", "e5", sides="wb")
    assert "placement 'nonsense' has 1 rank, expected 8" in shown
    assert "Black: e7e5" in shown


def test_a_position_of_chess960_is_recognised() -> None:
    shown = played("chess", "fen 4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", "O-O-O", sides="wb")
    assert "White: e1b1" in shown


@pytest.mark.parametrize("back", ["back", "undo"])
def test_moves_are_taken_back_to_the_users_turn(back: str) -> None:
    shown = played("chess", "e2e4", back, "fen", "d2d4")
    assert "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" in shown
    assert "White: d2d4" in shown


def test_an_evaluation_file_is_not_used_in_another_game(tmp_path: Path) -> None:
    file = read_eval_file(write_net(tmp_path, "gast").path)
    typist = Typist(iter(["new chess", "e2e4", "new gast", "quit"]))
    settings = Settings("gast", (Color.WHITE,), 0, 0.01, False, EngineSettings({}, file))
    TerminalSession(settings, typist.ask, typist.shown.append).run()
    assert typist.shown.count("EvalFile is a net for 'gast', not used in chess") == 1
    assert any(line.startswith("Black: ") for line in typist.shown)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--option", "Hush=64"], "unknown option 'Hush', did you mean Hash?"),
        (["--option", "Skill Level=3"], "--option Skill Level: expected --level N"),
        (["--option", "MultiPV=3"], "--option MultiPV: it has no effect here"),
        (["--eval-file", "nowhere.net"], "cannot read 'nowhere.net': No such file or directory"),
    ],
)
def test_wrong_settings_are_reported_before_the_board(words: list[str], message: str) -> None:
    done = completed([*ENGINE, "play", "--terminal", *words])
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"amalthea play: {message}\n")


def test_a_level_replaces_an_elo() -> None:
    limited = EngineSettings({"UCI_LimitStrength": "true", "UCI_Elo": "1500"})
    typist = Typist(iter(["level 21", "level", "level 3", "quit"]))
    settings = Settings("chess", (Color.WHITE,), 20, 0.01, False, limited)
    game = TerminalSession(settings, typist.ask, typist.shown.append)
    assert game.engine.options.strength == 1500
    game.run()
    assert game.engine.options.strength == elo_of(3)
    assert "The engine plays at Elo 1500." in typist.shown


def test_a_hint_is_a_legal_move() -> None:
    [hint] = [line for line in played("gast", "hint") if line.startswith("hint: ")]
    assert Position("gast").is_legal(hint.split()[1])


def test_two_people_play_to_mate() -> None:
    shown = played("chess", "f2f3", "e7e5", "g2g4", "d8h4", "moves", sides="wb")
    assert "Black wins by checkmate" in shown
    assert shown[-2:] == ["Game over> ", ""]


@pytest.mark.parametrize("line", ["go", "hint", "moves", "resign", "e2e4"])
def test_commands_of_play_after_the_end_are_answered_that_the_game_is_over(line: str) -> None:
    over = "The game is over. `new` starts another game, `back` takes back the end."
    assert played("chess", "resign", line)[-3:] == [over, "Game over> ", ""]
    mate = ("f2f3", "e7e5", "g2g4", "d8h4")
    assert played("chess", *mate, line, "back", line, sides="wb").count(over) == 1


def test_sides_are_exchanged() -> None:
    shown = played("chess", "go", "flip", "quit")
    assert shown.count("Black> ") == 2
    assert any(line.startswith("White: ") for line in shown)


def test_resigning_ends_the_game_and_new_begins_another() -> None:
    shown = played("chess", "resign", "e2e4", "new", "e2e4")
    assert "Game over> " in shown
    assert shown[-2:] != ["Game over> ", ""]


def test_a_resignation_is_taken_back_without_a_move() -> None:
    shown = played("chess", "f2f3", "e7e5", "resign", "back", "g2g4", "d8h4", sides="wb")
    assert "Black wins by checkmate" in shown


def test_squares_are_chosen_in_secret() -> None:
    """The engine's choice is shown only together with the user's."""
    shown = played("gochess", "P@a1", "hint", sides="w")
    board, prompt = shown[:2]
    assert "@" not in board
    assert prompt.startswith("White (as P@")
    assert any(line.startswith(("Both: P@", "illegal move 'P@a1'")) for line in shown)


def chosen(*lines: str) -> list[str]:
    """Return the output of Go-Chess for two people; "choice" stands for any legal choice."""

    def typed() -> Iterator[str]:
        for line in lines:
            yield game.words()[0] if line == "choice" else line

    typist = Typist(typed())
    settings = Settings("gochess", tuple(Color), level=0, seconds=0.01, colour=False)
    game = TerminalSession(settings, typist.ask, typist.shown.append)
    game.run()
    return typist.shown


def test_commands_work_between_the_choices_of_two_people() -> None:
    shown = chosen("choice", "fen", "nonsense", "moves", "back", "choice", "quit", "choice")
    prompts = [line[:5] for line in shown if line.endswith("> ")]
    assert prompts == ["White", *["Black"] * 4, "White", "Black"]
    assert any(" - - " in line for line in shown)
    assert "illegal move 'nonsense'; legal: see `moves`, or `help` for commands" in shown
    assert any(line.startswith("p@") for line in shown)
    assert not any(line.startswith("Both: ") for line in shown)


def test_two_people_choose_together() -> None:
    shown = chosen("choice", "choice")
    [both] = [line for line in shown if line.startswith("Both: ")]
    assert both.split()[1].replace("p@", "P@").count("P@") == 2


def test_a_pass_is_no_clash_of_choices() -> None:
    shown = played("janggi", "e2e2", sides="wb")
    assert "White: e2e2" in shown
    assert not any("clash" in line for line in shown)


def test_a_side_that_is_given_to_the_engine_chooses_at_once() -> None:
    shown = chosen("choice", "sides w")
    assert sum(line.startswith("Both: P@") for line in shown) == 1


@pytest.mark.parametrize("name", one_in(3, variants.BUILT_IN))
def test_random_games_are_played(name: str) -> None:
    dice = random.Random(3)

    def lines(game: Callable[[], TerminalSession]) -> Iterator[str]:
        for _ in range(40):
            moves = [word for word in game().words() if any(sign.isdigit() for sign in word)]
            yield dice.choice(moves) if moves else "new"

    games: list[TerminalSession] = []
    typist = Typist(lines(lambda: games[0]))
    settings = Settings(name, (Color.WHITE,), level=0, seconds=0.01, colour=True)
    games.append(TerminalSession(settings, typist.ask, typist.shown.append))
    games[0].run()
    assert sum("\x1b[48;5;" in line for line in typist.shown) > 40
    assert not any(line.startswith("no move") for line in typist.shown)


# The board.


def test_pieces_have_their_figures_and_letters() -> None:
    rows = TerminalBoard(variants.get("gast"), True).lines(Position("gast"), False)
    assert all(figure in rows[0] for figure in "♜♛♚♝")
    assert "G" in rows[0]
    assert "♟" in rows[1]


def test_stones_are_discs_and_labels_those_of_the_game() -> None:
    rows = TerminalBoard(variants.get("gess"), True).lines(Position("gess"), False)
    assert "●" in rows[1]
    assert rows[0].startswith(" 19 ")
    assert rows[-1].split()[0] == "b"


def test_a_wall_stands_on_both_its_squares() -> None:
    rows = TerminalBoard(variants.get("ganymede"), False).lines(Position("ganymede"), False)
    assert rows[1] == " 11 w w · d n · · n d · w w"


def test_the_program_plays_in_the_terminal() -> None:
    with Dialogue("play", "--terminal", "gess", "--movetime", "10", "--level", "0") as program:
        program.send("moves", "c3c4", "quit")
        assert program.until("Black> Black: c3c4")
        assert program.until("White: ")
