"""Options by themselves: declared as UCI asks, bounded, and keeping their last good value."""

from __future__ import annotations

import pytest

from protocol.options import Check, Combo, Option, OptionError, Options, Spin, Text, whole_number


def options() -> Options:
    return Options(lambda: ("chess", "gast"), "chess")


@pytest.mark.parametrize(
    ("option", "line"),
    [
        (Option("Clear Hash"), "option name Clear Hash type button"),
        (Check("Ponder"), "option name Ponder type check default false"),
        (Spin("MultiPV", 1, 1, 500), "option name MultiPV type spin default 1 min 1 max 500"),
        (Text("EvalFile"), "option name EvalFile type string default <empty>"),
        (
            Combo("UCI_Variant", "a", lambda: ("a", "b")),
            "option name UCI_Variant type combo default a var a var b",
        ),
    ],
)
def test_declarations(option: Option, line: str) -> None:
    assert option.declaration() == line


def test_the_default_is_declared_whatever_the_value() -> None:
    spin = Spin("Hash", 16, 1, 64)
    spin.assign("32")
    assert " default 16 " in spin.declaration()


@pytest.mark.parametrize("text", ["0", "501", "x", "", "1e2", "1_0", "+5", "٣", "9" * 30, None])
def test_a_spin_keeps_its_last_good_value(text: str | None) -> None:
    spin = Spin("MultiPV", 1, 1, 500)
    spin.assign("3")
    with pytest.raises(OptionError, match="MultiPV"):
        spin.assign(text)
    assert spin.value == 3


def test_a_check_reads_both_words_in_any_case() -> None:
    check = Check("Ponder")
    check.assign("True")
    assert check.value
    with pytest.raises(OptionError, match="true or false"):
        check.assign("1")
    assert check.value


def test_a_combo_follows_its_choices() -> None:
    choices = ["a"]
    combo = Combo("C", "a", lambda: choices)
    with pytest.raises(OptionError, match="one of a"):
        combo.assign("b")
    choices.append("b")
    combo.assign("B")
    assert combo.value == "b"


def test_an_empty_text_is_written_in_either_way() -> None:
    text = Text("EvalFile")
    text.assign("file with spaces.toml")
    assert text.value == "file with spaces.toml"
    for empty in ("<empty>", "", None):
        text.assign(empty)
        assert text.value == ""


def test_names_are_found_in_any_case() -> None:
    every = options()
    assert every.find("clear hash") is every.clear_hash
    with pytest.raises(OptionError, match="unknown option 'Hush'"):
        every.find("Hush")


def test_full_strength_is_no_skill_level() -> None:
    assert options().skill is None


@pytest.mark.parametrize(("elo", "level"), [("500", 0), ("1500", 10), ("2400", 19), ("2500", None)])
def test_elo_is_a_level_in_equal_steps(elo: str, level: int | None) -> None:
    every = options()
    every.limit_strength.assign("true")
    every.elo.assign(elo)
    assert every.skill == level


def test_elo_counts_only_when_strength_is_limited() -> None:
    every = options()
    every.elo.assign("500")
    every.skill_level.assign("7")
    assert every.skill == 7


def test_analysis_is_never_weakened() -> None:
    every = options()
    every.skill_level.assign("3")
    every.analyse_mode.assign("true")
    assert every.skill is None


@pytest.mark.parametrize(("text", "number"), [("12", 12), ("-3", -3), ("--3", None), ("-", None)])
def test_whole_numbers(text: str, number: int | None) -> None:
    assert whole_number(text) == number
