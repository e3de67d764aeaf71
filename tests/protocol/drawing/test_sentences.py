"""Every sentence about every game, read for faults of grammar, style and spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files as package_files

import pytest

from amalthea.engine import variants
from amalthea.engine.core import english
from amalthea.protocol.drawing.chapters import Chapter, chapters
from amalthea.protocol.drawing.demonstration import summary
from amalthea.protocol.drawing.guide import games_with_guides
from amalthea.protocol.drawing.styles import style_of
from helpers.random_variants import random_variant

CODE = re.compile(r"`[^`]*`|“[^”]*”")  # moves, and what sources say
SQUARE = r"[a-p][1-9][0-9]?"
FAULTS = {
    "`a` before a vowel sound": re.compile(
        r"\b[Aa] (?:(?!uni|one\b|once\b|eu|use)[aeiou]\w|hour|heir|honou?r|8\b|11\b|18\b)"
    ),
    "`an` before a consonant sound": re.compile(
        r"\b[Aa]n (?:(?!hour|heir|honou?r)[b-df-hj-np-tv-z]\w|uni|one\b|once\b|eu|use)"
    ),
    "`a` before a letter with a vowel sound": re.compile(r"\ba [AEFHILMNORSX] \w"),
    "`an` before a letter with a consonant sound": re.compile(r"\b[Aa]n [BCDGJKPQTUVWYZ] \w"),
    "a number that stands for no limit": re.compile(
        r"(?<![\w/.-])(?:[2-9]\d{3,}|1\d{4,}|1[0-8]\d\d)"
    ),
    "a doubled word": re.compile(r"\b(\w+) \1\b", re.IGNORECASE),
    "a double blank": re.compile(r"  "),
    "a singular after a number": re.compile(
        r"\b(?:[2-9]|[1-9]\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several)"
        r" (?:piece|pawn|king|queen|rook|bishop|knight|square|side|rank|file|step|check|time|stone"
        r"|move)\b(?!s)"
    ),
    "a plural after one": re.compile(r"\b(?:1|one|a single) (?:[a-z]+s)\b(?<!ss)(?<!fers)(?<!s's)"),
    "a number and a plural that differ": re.compile(r"\b1 (?:pieces|checks|plies|times)\b"),
    "an unresolved placeholder": re.compile(r"[{}%]|\bNone\b|\bTrue\b|\bFalse\b|[a-z][A-Z]"),
    "an opening with `who` or `what`": re.compile(
        r"(?:^|[.;] )(?:Who|Whoever|What|Whatever|Whether)\b"
    ),
    "a private word": re.compile(
        r"\b(?:of one's own|the own|an own|by White's count|may not do so|begins anew|any way"
        r"|gets over|comes over|to and fro|is told)\b"
    ),
    "American spelling": re.compile(
        r"\b(?:colors?|colored|centers?|gray|neighbor\w*|capitaliz\w+|organiz\w+|defense|offense"
        r"|honor|favor\w*|analyz\w+)\b",
        re.IGNORECASE,
    ),
    "a blank before punctuation": re.compile(r" [,.;:](?: |$)"),
    "doubled punctuation": re.compile(r"[,;:][,.;:]|\.\."),
}
WHOLE = {
    "no capital at the beginning": re.compile(rf"^(?!{SQUARE} |`)[^A-Z“0-9]"),
    "no full stop at the end": re.compile(r"(?<![.?!”:])$"),
}


def chapters_of(name: str) -> Iterator[Chapter]:
    """Yield the chapters of a game."""
    return chapters(variants.get(name))


def sentences(name: str) -> Iterator[str]:
    """Yield every text that consists of whole sentences."""
    for chapter in chapters_of(name):
        if chapter.title != "Sources":
            yield from chapter.lines
        yield from (example.text for example in chapter.examples)


def fragments(name: str) -> Iterator[str]:
    """Yield every title, note and remark."""
    for chapter in chapters_of(name):
        yield chapter.title
        for piece in chapter.pieces:
            yield piece.name
            yield from piece.notes
        for example in chapter.examples:
            yield example.title
            yield from summary(variants.get(name), example)


def faults(text: str, whole: bool) -> list[str]:
    """Return the faults of a text, of incomplete sentences, too, if it must be a whole one."""
    plain = CODE.sub("X", text)
    wanted = {**FAULTS, **WHOLE} if whole else FAULTS
    return [f"{fault}: {text}" for fault, pattern in wanted.items() if pattern.search(plain)]


@pytest.mark.parametrize("name", variants.names())
def test_no_sentence_has_a_fault(name: str) -> None:
    found = [fault for text in sentences(name) for fault in faults(text, whole=True)]
    assert found == []


@pytest.mark.parametrize("seed", range(100))
def test_the_rules_of_random_games_are_whole_sentences(seed: int) -> None:
    texts = [text for lines in style_of(random_variant(seed)).rules().values() for text in lines]
    assert texts
    assert not [text for text in texts for fault in WHOLE.values() if fault.search(text)]
    assert not [text for text in texts if FAULTS["a double blank"].search(text)]


@pytest.mark.parametrize("name", variants.names())
def test_no_title_and_no_note_has_a_fault(name: str) -> None:
    found = [fault for text in fragments(name) for fault in faults(text, whole=False)]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "A elephant may not do so to a rook, cannon or horse even where it is protected.",
        "A pawn that moves to rank 8 becomes a amazon, queen, rook, bishop or knight.",
        "An unicorn moves first.",
        "A piece becomes a H piece.",
        "The game is a draw after 1000000 plies without a capture.",
        "The the king moves.",
        "The king  moves.",
        "Who has given 1 checks wins.",
        "Who has at most 2 commoner left loses.",
        "A side with two rook loses.",
        "A shogiPawn that moves to rank 7 becomes a gold.",
        "A {piece} moves.",
        "A stone of one's own is removed.",
        "The squares have one color.",
        "the same position 3 times",
        "The game is a draw , of course.",
    ],
)
def test_the_faults_of_old_sentences_are_found(text: str) -> None:
    assert faults(text, whole=True)


def test_the_guides_of_all_games_are_read() -> None:
    assert (
        sum(len(chapter.examples) for name in games_with_guides() for chapter in chapters_of(name))
        > 100
    )


@pytest.mark.parametrize(
    ("noun", "article"),
    [
        ("rook", "a"),
        ("elephant", "an"),
        ("unicorn", "a"),
        ("amazon", "an"),
        ("hound", "a"),
        ("H piece", "an"),
        ("P piece", "a"),
        ("+N piece", "an"),
        ("upright spearman", "an"),
        ("European king", "a"),
    ],
)
def test_an_article_fits_the_sound_of_its_noun(noun: str, article: str) -> None:
    assert english.with_article(noun) == f"{article} {noun}"


@pytest.mark.parametrize(
    ("noun", "several"),
    [
        ("pawn", "pawns"),
        ("wolf", "wolves"),
        ("fers", "ferses"),
        ("left-leaning spearman", "left-leaning spearmen"),
        ("shaman", "shamans"),
        ("lance", "lances"),
        ("duchess", "duchesses"),
        ("missionary", "missionaries"),
        ("royal knight", "royal knights"),
    ],
)
def test_a_noun_has_its_plural(noun: str, several: str) -> None:
    assert english.plural(noun) == several


def test_numbers_and_lists_are_words() -> None:
    assert [english.count(value, "check") for value in (0, 1, 2, 13)] == [
        "no checks",
        "one check",
        "two checks",
        "13 checks",
    ]
    assert [english.times(value) for value in (1, 2, 3)] == ["once", "twice", "three times"]
    assert english.either(["rook"]) == "rook"
    assert english.either(["rook", "knight"]) == "rook or knight"
    assert english.both(["rook", "knight", "king"]) == "rook, knight and king"
    assert english.clauses(["a is here", "b is there"]) == "a is here, and b is there"


def test_no_label_of_the_playing_page_has_a_fault() -> None:
    page = package_files("amalthea.protocol.web").joinpath("page", "index.html").read_text("utf-8")
    labels = re.findall(r">\s*([^<>&]*[a-z][^<>&]*)<", page)
    labels += re.findall(r'(?:title|aria-label|placeholder)="([^"]+)"', page)
    assert len(labels) > 60
    assert [fault for label in labels for fault in faults(label, whole=False)] == []
