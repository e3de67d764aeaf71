"""Options: declared as UCI requires, bounded, and with their last valid value kept."""

from __future__ import annotations

from itertools import pairwise

import pytest

from amalthea.engine.options import (
    Check,
    Combo,
    Option,
    OptionError,
    Options,
    Spin,
    Text,
    whole_number,
)
from amalthea.engine.search.limits import FULL_SKILL
from amalthea.engine.search.skill import HIGHEST_ELO, LOWEST_ELO, elo_of
from amalthea.protocol.uci_client.option_lines import option_line, read_option


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
def test_an_option_is_declared_as_uci_requires(option: Option, line: str) -> None:
    assert option_line(option) == line


@pytest.mark.parametrize("option", list(options()), ids=lambda option: option.name)
def test_option_line_is_read_as_its_option(option: Option) -> None:
    line = option_line(option)
    found = read_option(line)
    assert type(found) is type(option)
    assert option_line(found) == line


def test_a_refused_effect_keeps_the_last_good_value() -> None:
    def refuse() -> None:
        raise OptionError("not this one")

    spin = Spin("Hash", 16, 1, 64)
    spin.set("32")
    spin.effect = refuse
    with pytest.raises(OptionError, match="not this one"):
        spin.set("64")
    assert spin.value == 32


def test_default_is_declared_whatever_the_value() -> None:
    spin = Spin("Hash", 16, 1, 64)
    spin.set("32")
    assert " default 16 " in option_line(spin)


@pytest.mark.parametrize("text", ["0", "501", "x", "", "1e2", "1_0", "+5", "٣", "9" * 30, None])
def test_a_spin_keeps_its_last_good_value(text: str | None) -> None:
    spin = Spin("MultiPV", 1, 1, 500)
    spin.set("3")
    with pytest.raises(OptionError, match="MultiPV"):
        spin.set(text)
    assert spin.value == 3


def test_a_check_reads_both_words_in_any_case() -> None:
    check = Check("Ponder")
    check.set("True")
    assert check.value
    with pytest.raises(OptionError, match="true or false"):
        check.set("1")
    assert check.value


def test_a_combo_follows_its_choices() -> None:
    choices = ["a"]
    combo = Combo("C", "a", lambda: choices)
    with pytest.raises(OptionError, match="one of a"):
        combo.set("b")
    choices.append("b")
    combo.set("B")
    assert combo.value == "b"


def test_a_long_choice_is_cut_in_a_message() -> None:
    combo = Combo("C", "a" * 120, lambda: ("a" * 120, "b"))
    with pytest.raises(OptionError, match=r"one of a{100} \.\.\. \(2 in all\)"):
        combo.set("c")


def test_an_empty_text_is_written_in_either_way() -> None:
    text = Text("EvalFile")
    text.set("file with spaces.toml")
    assert text.value == "file with spaces.toml"
    for empty in ("<empty>", "", None):
        text.set(empty)
        assert text.value == ""


def test_names_are_found_in_any_case() -> None:
    every = options()
    assert every.find("clear hash") is every.clear_hash
    with pytest.raises(OptionError, match=r"unknown option 'Hush', did you mean Hash\?"):
        every.find("Hush")
    with pytest.raises(OptionError, match=r"unknown option 'Nope'$"):
        every.find("Nope")


def test_full_strength_is_not_a_skill_level() -> None:
    assert options().strength is None


def test_limited_strength_is_that_of_the_options() -> None:
    every = options()
    every.limit_strength.set("true")
    every.elo.set("1234")
    assert every.strength == 1234


def test_levels_go_from_the_lowest_elo_to_the_highest_in_equal_steps() -> None:
    every = options()
    found = []
    for level in range(FULL_SKILL):
        every.skill_level.set(str(level))
        found.append(every.strength or 0)
    assert (found[0], found[-1]) == (LOWEST_ELO, HIGHEST_ELO)
    steps = [high - low for low, high in pairwise(found)]
    assert max(steps) - min(steps) <= 1


def test_elo_counts_only_when_strength_is_limited() -> None:
    every = options()
    every.elo.set(str(LOWEST_ELO))
    every.skill_level.set("7")
    assert every.strength == elo_of(7)


def test_analysis_is_never_weakened() -> None:
    every = options()
    every.skill_level.set("3")
    every.analyse_mode.set("true")
    assert every.strength is None


@pytest.mark.parametrize(("text", "number"), [("12", 12), ("-3", -3), ("--3", None), ("-", None)])
def test_whole_numbers_are_read(text: str, number: int | None) -> None:
    assert whole_number(text) == number
