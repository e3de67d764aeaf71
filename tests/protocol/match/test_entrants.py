"""Engines as the command line and files name them; every error is found before the match."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from amalthea.engine import variants
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.options import Combo, Spin
from amalthea.protocol.engine_settings import named_values
from amalthea.protocol.match import MatchError
from amalthea.protocol.match.controls import TimeControl
from amalthea.protocol.match.entrants import (
    Entrant,
    check_engines,
    options_to_send,
    read_file,
    read_words,
)
from amalthea.protocol.uci_client.option_lines import read_option
from amalthea.protocol.uci_client.process import OURS
from helpers.matches import command
from helpers.paths import EXAMPLE


def file(tmp_path: Path, text: str) -> str:
    path = tmp_path / "engines.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_settings_apply_to_the_engine_before_them() -> None:
    words = ["ours", "depth=3", "./sf -q 'a b'", "name=sf", "option.Skill Level=5", "option.Hash=8"]
    first, second = read_words([*words, "tc=5+0.05", "restart=true", "directory=/"])
    assert first == Entrant("ours", OURS, control=TimeControl(fixed="depth 3"))
    assert second == Entrant(
        "sf",
        ("./sf", "-q", "a b"),
        "/",
        (("Skill Level", "5"), ("Hash", "8")),
        TimeControl(5, 0.05),
        True,
    )


def test_equal_names_are_made_different() -> None:
    assert [one.name for one in read_words(["ours", "ours", "ours", "/a/ours"])] == [
        "ours", "ours-2", "ours-3", "ours-4",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["name=x", "ours"], "'name=x': expected an engine before its settings"),
        (["ours", "nmae=x"], "'nmae=x': unknown setting, expected one of name= directory="),
        (["ours", "option=x"], "unknown setting"),
        (["ours", "depth.x=1"], "unknown setting"),
        (["ours", "depth=1", "depth=2"], "'depth=2': depth is set twice"),
        (["ours", "depth=1", "nodes=2"], "engine 'ours': nodes and depth are set, expected one"),
        (["ours", "depth=x"], "engine 'ours': depth 'x': expected a whole number"),
        (["ours", "tc=x"], "tc 'x': expected"),
        (["ours", "restart=yes"], "restart 'yes', expected true or false"),
        (["ours", "name= "], "name ' ', expected printable characters"),
        (["ours", "name=a\nb"], r"name 'a\nb', expected printable characters"),
        (["ours", "directory=/none"], "directory '/none': no such directory"),
        (["a 'b"], "No closing quotation"),
        ([" "], "the command is empty"),
    ],
)
def test_invalid_settings_are_refused(words: Sequence[str], said: str) -> None:
    with pytest.raises(MatchError) as caught:
        read_words(words)
    assert said in str(caught.value)


def test_engines_are_read_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    known = read_file(
        file(
            tmp_path,
            """
            [[engine]]
            name = "a"
            command = "ours"
            options = { Hash = 16, Ponder = true, "Skill Level" = "3" }
            [[engine]]
            name = "b"
            command = ["/bin/b", "with space"]
            directory = "sub"
            go = "depth 2"
            restart = true
            """,
        )
    )
    options = (("Hash", "16"), ("Ponder", "true"), ("Skill Level", "3"))
    assert known == [
        Entrant("a", OURS, options=options),
        Entrant("b", ("/bin/b", "with space"), str(tmp_path / "sub"), (),
                TimeControl(fixed="depth 2"), True),
    ]  # fmt: skip
    assert read_words([], known) == known
    (changed,) = read_words(["b", "tc=1+1", "option.X=1", "name=c"], known)
    assert changed == Entrant(
        "c", known[1].command, known[1].directory, (("X", "1"),), TimeControl(1, 1), True
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[engine]", "engines.toml: Expected"),
        ("", "missing field engine"),
        ("x = 1", "unknown key 'x', expected one of engine"),
        ("engine = 3", "engine: expected list, got whole number"),
        ("[[engine]]\ncommand = 'a'", "engine 1: missing field name"),
        ("[[engine]]\nname = 'a'", "engine 1 (a): missing field command"),
        ("[[engine]]\nname = 'a'\ncommand = ''", "engine 1 (a): the command is empty"),
        ("[[engine]]\nname = 'a'\ncommand = [1]", "command[0]: expected text, got whole number"),
        ("[[engine]]\nname = 'a'\ncommand = 'a'\ncmd = 1", "unknown key 'cmd', expected one of"),
        (
            "[[engine]]\nname = 'a'\ncommand = 'a'\noptions = 1",
            "options: expected table",
        ),
        (
            "[[engine]]\nname = 'a'\ncommand = 'a'\noptions = {X = [1]}",
            "options: expected",
        ),
        (
            "[[engine]]\nname = 'a'\ncommand = 'a'\nrestart = 1",
            "restart: expected true or false",
        ),
        ("[[engine]]\nname = 'a'\ncommand = 'a'\ntc = 'x'", "engine 1 (a): tc 'x': expected"),
        ("[[engine]]\nname = 'a'\ncommand = 'a'\ndirectory = 'x'", "no such directory"),
        (f"[[engine]]\nname = 'a'\ncommand = 'a'\ndirectory = '{'x' * 5000}'", "no such"),
        ("[[engine]]\nname = 'a\u2028b'\ncommand = 'a'", r"name 'a\u2028b', expected printable"),
        ("[[engine]]\nname='a'\ncommand='a'\n" * 2, "the name 'a' is used twice"),
    ],
)
def test_an_invalid_file_is_refused_with_the_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(AmaltheaError) as caught:
        read_file(file(tmp_path, text))
    assert said in str(caught.value)
    assert "--engines" in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AmaltheaError, match="No such file"):
        read_file(str(tmp_path / "none"))


def test_options_are_sent_in_the_given_order() -> None:
    own = Entrant("a", ("a",), options=(("Hash", "1"), ("B", "2")))
    assert options_to_send(own, "gast", "/v.ini") == [
        ("VariantPath", "/v.ini"), ("UCI_Variant", "gast"), ("Hash", "1"), ("B", "2"),
    ]  # fmt: skip
    other = Entrant("a", ("a",), options=(("Hash", "1"), ("variantpath", "/own")))
    assert options_to_send(other, "gast", None) == [
        ("VariantPath", "/own"), ("UCI_Variant", "gast"), ("Hash", "1"),
    ]  # fmt: skip


def test_option_lines_of_engines_are_read() -> None:
    spin = read_option("option name Move Overhead type spin default 10 min 0 max 5000")
    assert isinstance(spin, Spin)
    assert (spin.name, spin.kind, spin.low, spin.high) == ("Move Overhead", "spin", 0, 5000)
    assert [spin.expected(value) for value in ("0", "5000")] == ["", ""]
    for value in ("-1", "5001", "x", "1.5", ""):
        assert spin.expected(value) == "a whole number from 0 to 5000"
    combo = read_option(
        "option name Style type combo default Not So Risky var Not So Risky var Risky"
    )
    assert isinstance(combo, Combo)
    assert combo.choices == ("Not So Risky", "Risky")
    assert combo.expected("risky") == ""
    assert "Not So Risky" in combo.expected("solid")
    text = read_option("option name Book File type string default <empty>")
    assert text is not None
    assert text.expected("anything") == ""
    assert read_option("option nothing") is None
    assert read_option("id name option name x type spin") is None


def examine(
    *words: str, variant: str = "chess", path: str | None = None, shared: Sequence[str] = ()
) -> list[Entrant]:
    if path:
        from amalthea.engine import variant_files

        for game in variant_files.load(path):
            variants.register(game)
    start = variants.get(variant).start
    implied = [("Threads", "1")]
    return check_engines(read_words(words), variant, path, start, named_values(shared), implied)


def test_shared_options_go_to_engines_that_have_them_and_own_ones_override() -> None:
    ours, plain = examine("ours", "option.Hash=32", command(), shared=["Skill Level=3", "Hash=16"])
    assert ours.options == (("Threads", "1"), ("Skill Level", "3"), ("Hash", "32"))
    assert plain.options == (("Hash", "16"),)


@pytest.mark.parametrize(
    ("words", "variant", "said"),
    [
        (["/none"], "chess", "engine none: cannot be started: /none: No such file or directory"),
        (["/etc/passwd"], "chess", "engine passwd: cannot be started: /etc/passwd: Permission"),
        ([command("exits"), "name=x"], "chess", "engine x: ended with exit code 3: no licence"),
        (
            [command(), "name=x"],
            "gast",
            "engine x: plays chess only (it has no option UCI_Variant)",
        ),
        (
            [command(), "name=x", "option.Hush=1"],
            "chess",
            "engine x: no option 'Hush', expected one of Hash",
        ),
        (
            [command(), "name=x", "option.Hash=65"],
            "chess",
            "value '65', expected a whole number from 1 to 64",
        ),
        (["ours", "option.Ponder=2"], "chess", "option Ponder: value '2', expected true or false"),
        (["ours", "option.EvalFile=/nope"], "chess", "engine ours: "),
        (["ours", "option.EvalFile=/nope"], "gast", "No such file"),
        (
            ["ours", "name=x", "option.uci_variant=gast"],
            "chess",
            "engine x: option uci_variant: expected --variant, for all engines alike",
        ),
    ],
)
def test_unsuitable_engines_are_refused(words: Sequence[str], variant: str, said: str) -> None:
    with pytest.raises(MatchError) as caught:
        examine(*words, variant=variant)
    assert said in str(caught.value)


def test_an_engine_that_never_answers_is_announced_and_refused(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("amalthea.protocol.match.entrants.CHECK_S", 0.5)
    monkeypatch.setattr("amalthea.protocol.match.entrants.NOTICE_S", 0.0)
    with pytest.raises(MatchError, match="is it a UCI engine"):
        examine(command("mute"))
    assert "no answer to 'uci' yet" in capfd.readouterr().err


def test_a_shared_option_that_no_engine_has_is_refused() -> None:
    with pytest.raises(MatchError, match="--option Contempt: no engine has it"):
        examine(command(), shared=["Contempt=3"])


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("UCI_Variant=gast", "--option UCI_Variant: expected --variant, for all engines"),
        ("EvalFile=/nope", "engine ours: .*nope"),
        ("EvalFile=\udce9", "--option, EvalFile=.*: expected UTF-8"),
    ],
)
def test_a_shared_option_with_an_invalid_value_is_refused(option: str, said: str) -> None:
    with pytest.raises(MatchError, match=said):
        examine("ours", shared=[option])


def test_settings_that_are_not_utf_8_are_refused() -> None:
    with pytest.raises(MatchError, match="expected UTF-8"):
        examine("ours", "option.EvalFile=\udce9")
    with pytest.raises(MatchError, match=r"an engine's command, .*: expected UTF-8"):
        read_words(["engine \udce9"])


FAIRY = Path("/usr/games/fairy-stockfish")


@pytest.mark.skipif(not FAIRY.exists(), reason="needs Fairy-Stockfish")
def test_fairy_stockfish_gets_the_variant_file() -> None:
    assert examine(str(FAIRY), variant="wide", path=str(EXAMPLE))
    with pytest.raises(MatchError, match=r"does not play gast, expected one of .* chess "):
        examine(str(FAIRY), variant="gast")


def engine_reporting(folder: Path, variant: str, start: str) -> str:
    """Return the command of an engine that reports this start position of a variant."""
    script = folder / "reporting_engine.py"
    script.write_text(
        "for line in open(0):\n"
        " if line.startswith('uci'): print('option name UCI_Variant type combo default chess"
        f" var chess var {variant}', 'uciok', sep=chr(10), flush=True)\n"
        " if line.startswith('isready'): print('readyok', flush=True)\n"
        f" if 'UCI_Variant' in line: print('info string variant {variant} files 12 ranks 12"
        f" pocket 0 template fairy startpos {start}', flush=True)\n"
        " if line.startswith('quit'): break\n",
        encoding="utf-8",
    )
    return f"{sys.executable} -I -S {script}"


def test_an_engine_with_another_start_position_is_refused(tmp_path: Path) -> None:
    liar = engine_reporting(tmp_path, "gast", "12/12 w - - 0 1")
    with pytest.raises(MatchError, match="its gast is another game: it begins with 12/12, ours"):
        examine(liar, variant="gast")
    assert examine(liar, variant="chess")


def test_empty_hands_may_be_written_with_a_dash(tmp_path: Path) -> None:
    start = "rbsgk/4p/5/P4/KGSBR[-] w 0 1"
    assert examine(engine_reporting(tmp_path, "minishogi", start), variant="minishogi")
    with pytest.raises(MatchError, match="its minishogi is another game"):
        examine(
            engine_reporting(tmp_path, "minishogi", start.replace("-", "P")), variant="minishogi"
        )


def test_pieces_in_hand_may_be_written_in_any_order(tmp_path: Path) -> None:
    start = "8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1"
    assert examine(engine_reporting(tmp_path, "placement", start), variant="placement")
    other = engine_reporting(tmp_path, "placement", start.replace("KQ", "KN"))
    with pytest.raises(MatchError, match="its placement is another game"):
        examine(other, variant="placement")
