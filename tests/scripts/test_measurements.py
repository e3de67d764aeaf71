"""Records of measurements: reading, refusing and adding them, and the pages made of them."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import measurements
from helpers.paths import ROOT

SCRIPT = ROOT / "scripts" / "measurements.py"
DAY = date(2026, 11, 25)
TOPIC = 'title = "Search"\nsummary = "What was tried."\n'


def record(**changes: Any) -> measurements.Record:
    given: dict[str, Any] = {
        "date": DAY,
        "title": "Null move",
        "verdict": "taken",
        "command": "x",
        "result": "+3",
    }
    return measurements.Record(**given | changes)


def topic(folder: Path, *entries: str) -> Path:
    path = folder / "search.toml"
    path.write_text("\n".join([TOPIC, *entries]))
    return path


def test_generated_pages_are_current() -> None:
    assert measurements.outdated() == []


def test_every_link_to_a_record_leads_to_one() -> None:
    anchors = {
        topic.name: {each.anchor for each in topic.records} for topic in measurements.read_topics()
    }
    found = [
        (path.name, *link)
        for path in (ROOT / "docs").rglob("*.md")
        for link in re.findall(r"measurements/([\w-]+)\.md#([\w-]+)", path.read_text("utf-8"))
    ]
    assert found
    assert [each for each in found if each[2] not in anchors[each[1]]] == []


def test_every_file_that_a_decision_names_exists() -> None:
    named = {
        (page.name, file)
        for page in (ROOT / "docs" / "decisions").glob("*.md")
        for file in re.findall(r"`((?:engine|scripts|tests)/[\w./-]+)", page.read_text("utf-8"))
    }
    assert named
    assert sorted(each for each in named if not (ROOT / each[1]).exists()) == []


def test_a_record_reads_as_it_was_written(tmp_path: Path) -> None:
    match = measurements.Match("gast", 10, "5+0.05", 5, 2, 3, 70.5, -20, None)
    written = record(
        question='A "quoted" word, a back\\slash and ½; '
        + "many words that are wrapped " * 9
        + "!",
        base="0123abc",
        candidate="4567def",
        command="first --option 'a b'\nsecond",
        repeatable=False,
        matches=(match, measurements.Match("chess", 4)),
        note="two  spaces " * 20,
    )
    path = topic(tmp_path, measurements.to_toml(written))
    assert '!"""' in path.read_text()
    assert measurements.read_topic(path).records == (written,)


GOOD = 'date = 2026-11-25\ntitle = "T"\nverdict = "taken"\ncommand = "x"\nresult = "1"\n'


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (GOOD.replace("taken", "good"), r"1 \(T\): unknown verdict 'good', expected one of taken,"),
        (GOOD.replace('title = "T"\n', ""), "measurement 1: title is missing"),
        (GOOD.replace("2026-11-25", '"today"'), r"1 \(T\): date is a str, expected date"),
        (GOOD + "elo = 3\n", r"1 \(T\): unknown key 'elo', expected one of date, title"),
        (GOOD.replace("command", "note"), "expected a command or a method, or repeatable = false"),
        (GOOD.replace("result", "note"), "expected a result or matches"),
        (GOOD.replace('"T"', f'"{"T" * 101}"'), "the title has 101 characters, expected 1 to 100"),
        (GOOD + f'summary = "{"s" * 101}"\n', "the summary has 101 characters"),
        (GOOD + "matches = [3]\n", "matches: expected a list of tables"),
        (GOOD + 'matches = [{ variant = "chess" }]\n', "match 1: games is missing"),
        (GOOD + 'matches = [{ variant = "a", games = 2, wins = 2 }]\n', "expected all three or"),
        (
            GOOD + 'matches = [{ variant = "a", games = 2, wins = 2, draws = 1, losses = 0 }]\n',
            "wins, draws and losses sum to 3, expected 2 games",
        ),
        (
            GOOD + 'matches = [{ variant = "a", games = 2, elo = 9, low = 10 }]\n',
            "elo is outside its interval",
        ),
        (
            GOOD + 'matches = [{ variant = "a", games = true }]\n',
            "games is a bool, expected int",
        ),
    ],
)
def test_a_wrong_record_is_refused_with_its_place(tmp_path: Path, entry: str, said: str) -> None:
    path = topic(tmp_path, "[[measurement]]", entry)
    with pytest.raises(measurements.MeasurementError, match=rf"^search\.toml: .*{said}"):
        measurements.read_topic(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = ", r"search\.toml: Invalid value"),
        ('title = "S"\n', "summary is missing"),
        (TOPIC + "measurement = 3\n", r"measurement: expected \[\[measurement\]\] tables"),
        (TOPIC + "measurement = [3]\n", "measurement 1: expected a table"),
        (TOPIC + f"[[measurement]]\n{GOOD}" * 2, "'T' is recorded twice that day"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "search.toml"
    path.write_text(text)
    with pytest.raises(measurements.MeasurementError, match=said):
        measurements.read_topic(path)


def test_a_page_shows_the_newest_record_first(tmp_path: Path) -> None:
    match = measurements.Match("gess", 300, "3000 nodes", 240, 0, 60, 241, 196, 294)
    entries = [
        record(title="Second of the day", matches=(match,), repeatable=False),
        record(title="Old", date=date(2026, 11, 1), base="abc", summary="a | b"),
        record(title="Third of the day", method="by hand", note="well"),
    ]
    topic(tmp_path, *map(measurements.to_toml, entries))
    measurements.write_pages(tmp_path)
    page = (tmp_path / "search.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("| 2026")]
    assert rows == [
        "| 2026-11-25 | [Third of the day](#2026-11-25-third-of-the-day) |  | taken |",
        "| 2026-11-25 | [Second of the day](#2026-11-25-second-of-the-day)"
        " | gess +241 (+196 to +294) | taken |",
        "| 2026-11-01 | [Old](#2026-11-01-old) | a \\| b | taken |",
    ]
    assert "2026-11-25 · **taken** · *not repeatable*\n" in page
    assert "2026-11-01 · **taken** · base abc\n\n```sh\nx\n```\n\n**Result:** +3\n" in page
    assert "**Method:** by hand\n\n**Result:** +3\n\n**Note:** well\n" in page
    index = (tmp_path / "README.md").read_text()
    assert "| [Search](search.md) | What was tried. | 3 |\n" in index


def test_several_matches_have_a_table_of_their_own(tmp_path: Path) -> None:
    matches = (
        measurements.Match("gess", 300, "3000 nodes", 240, 0, 60, 241, 196, 294),
        measurements.Match("gast", 16, "3+0.03", 16, 0, 0, low=93),
        measurements.Match("chess", 20, elo=12.5),
        measurements.Match("troop", 4, "", 1, 2, 1),
    )
    topic(tmp_path, measurements.to_toml(record(matches=matches)))
    measurements.write_pages(tmp_path)
    page = (tmp_path / "search.md").read_text()
    assert "| gess +241 (+196 to +294); gast above +93; chess +12.5; troop +1 =2 -1 |" in page
    table = page[page.index("| game |") :].split("\n\n")[0]
    assert table.splitlines()[2:] == [
        "| gess | 3000 nodes | 300 | +240 =0 -60 | +241 (+196 to +294) |",
        "| gast | 3+0.03 | 16 | +16 =0 -0 | above +93 |",
        "| chess |  | 20 |  | +12.5 |",
        "| troop |  | 4 | +1 =2 -1 |  |",
    ]


def test_an_outdated_page_is_named(tmp_path: Path) -> None:
    topic(tmp_path)
    assert measurements.outdated(tmp_path) == ["README.md", "search.md"]
    measurements.write_pages(tmp_path)
    (tmp_path / "other.md").touch()
    assert measurements.outdated(tmp_path) == ["other.md"]


def test_an_added_record_is_on_its_page(tmp_path: Path) -> None:
    topic(tmp_path)
    added = record()
    measurements.add(added, "search", tmp_path)
    assert measurements.read_topic(tmp_path / "search.toml").records == (added,)
    assert measurements.outdated(tmp_path) == []
    with pytest.raises(measurements.MeasurementError, match="'Null move' is recorded twice"):
        measurements.add(added, "search", tmp_path)
    with pytest.raises(measurements.MeasurementError, match="unknown topic 'x', expected one of s"):
        measurements.add(added, "x", tmp_path)
    with pytest.raises(measurements.MeasurementError, match="Null move: unknown verdict ''"):
        measurements.add(record(verdict=""), "search", tmp_path)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_the_command_adds_writes_and_checks(tmp_path: Path) -> None:
    folder = ["--folder", str(tmp_path)]
    topic(tmp_path)
    assert run("check", *folder).stderr == (
        "measurements: out of date: README.md, search.md; run scripts/measurements.py write\n"
    )
    assert run("write", *folder).returncode == 0
    words = ["--title", "T", "--verdict", "noted", "--result", "1", "--not-repeatable"]
    assert run("add", "search", *folder, *words, "--date", "2026-11-25").returncode == 0
    assert (
        (tmp_path / "search.toml")
        .read_text()
        .endswith(
            '[[measurement]]\ndate = 2026-11-25\ntitle = "T"\nverdict = "noted"\n'
            'repeatable = false\nresult = "1"\n'
        )
    )
    done = run("check", *folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
