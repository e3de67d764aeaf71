"""The report of a match: its figures are those of the statistics, its games those played."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import amalthea
from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import Game
from amalthea.engine.core.status import label
from amalthea.protocol.charting.svg import MINUS
from amalthea.protocol.charting.wording import duration, points, signed
from amalthea.protocol.match.report import ReportError, write_report
from amalthea.protocol.match.report.conditions import conditions, players_of, sprt_of
from amalthea.protocol.match.result import result_json
from amalthea.protocol.records.game_record import GameRecord, Ply, Thought
from amalthea.protocol.records.notation import line_written
from amalthea.protocol.statistics import elo as statistics
from amalthea.protocol.statistics import standings
from amalthea.protocol.statistics.standings import players
from amalthea.protocol.statistics.standings_text import percent
from amalthea.protocol.storage.files import WriteError
from helpers.random_games import random_game, random_match

PAIR = ("Ours", "Theirs")
FOUR = ("Ours", "Theirs", "Fairy", "Old")
HOSTILE = "</script><script>alert(1)</script><b title=\"&amp;'"
GAMES = ("chess", "gast", "ganymede", "gochess", "gess")
MOST_BYTES_A_GAME = 15_000_000 // 2_000  # the page of 2,000 games of 120 plies: 15 MB

_VOID = {"meta", "link", "br", "input", "img", "hr"}


class Page(HTMLParser):
    """A page's elements. Raises AssertionError if a tag is closed that is not open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.scripts: dict[str, str] = {}
        self.texts: list[str] = []
        self.tags: list[str] = []
        self._open: list[tuple[str, dict[str, str | None]]] = []
        self._rows: list[list[str]] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        named = dict(attrs)
        if tag not in _VOID:
            self._open.append((tag, named))
        if tag == "table":
            self._rows = self.tables.setdefault(named.get("class") or "", [])
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("td", "th"):
            self._rows[-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        opened, _ = self._open.pop()
        assert opened == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        tags = [tag for tag, _ in self._open]
        if "td" in tags or "th" in tags:
            self._rows[-1][-1] += data
        if tags and tags[-1] == "script":
            name = self._open[-1][1].get("id") or ""
            self.scripts[name] = self.scripts.get(name, "") + data

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def game(self, number: int) -> dict[str, Any]:
        """Return what the script of a game holds."""
        packed = base64.b64decode(self.scripts[f"data-{number}"])
        found: dict[str, Any] = json.loads(zlib.decompress(packed))
        return found


def page_of(games: Sequence[GameRecord], folder: Path, title: str = "A match") -> Page:
    path = folder / "report.html"
    write_report(path, title, games)
    return Page(path.read_text("utf-8"))


def test_a_duel_shows_the_figures_of_the_statistics(tmp_path: Path) -> None:
    games = random_match("chess", PAIR, 30, longest=10)
    page = page_of(games, tmp_path)
    tally = statistics.tally(games, *PAIR)
    elo = statistics.elo(tally)
    assert 0 < tally.points < tally.games
    shown = re.sub(r"\s+", " ", page.text)
    for figure in (
        f"{points(tally.points)} : {points(tally.games - tally.points)}",
        f"{tally.wins} · {tally.draws} · {tally.losses}",
        f"{signed(elo.value)} {signed(elo.low)} to {signed(elo.high)}",
        percent(statistics.los(tally)),
        " · ".join(map(str, tally.pairs)),
    ):
        assert figure in shown


def test_a_duel_and_its_sprt_are_those_of_the_first_engine_of_the_match(tmp_path: Path) -> None:
    """This holds also if the game that it began as White is not over yet."""
    games = [game for game in random_match("chess", PAIR, 8, longest=10) if game.number > 1]
    assert players(games) == [*reversed(PAIR)]
    plan = {"engines": dict.fromkeys(PAIR), "sprt": (0.0, 5.0, 0.05, 0.05)}
    assert players_of([plan], games) == [*PAIR]
    sprt = sprt_of([plan])
    assert sprt
    written = result_json("A match", games, PAIR, sprt, tmp_path)
    assert written["sprt"]["llr"] == sprt.state(statistics.tally(games, *PAIR)).llr


@pytest.mark.parametrize(
    ("variant", "shown"), [("chess", "the game&#x27;s own set"), ("losalamos", "4 random moves")]
)
def test_the_source_of_openings_is_shown(variant: str, shown: str) -> None:
    openings = {"file": None, "in_order": False, "plies": None, "seed": 1, "balance_cp": None}
    plan = {
        "variant": variant,
        "engines": {},
        "openings": openings,
        "agreement": {"resign": None, "draw": None, "plies": None},
        "margin": 0.05,
        "ponder": False,
    }
    assert f"<dt>Openings</dt><dd>{shown}" in conditions([plan])


def test_standings_and_crosstable_show_the_figures_of_the_statistics(tmp_path: Path) -> None:
    games = random_match("chess", FOUR, 60, longest=10)
    page = page_of(games, tmp_path)
    table = standings.crosstable(games)
    assert len(table.rows) == len(FOUR)
    assert page.tables["standings"][1:] == [
        [
            str(row.rank),
            row.name,
            signed(row.elo.value),
            f"±{row.elo.error:.0f}",
            points(row.points),
            str(row.games),
            percent(row.share),
            *map(str, (row.wins, row.draws, row.losses)),
        ]
        for row in table.rows
    ]
    assert page.tables["crosstable"][1:] == [
        [
            str(row.rank),
            row.name,
            *(f"{points(each.points)}/{each.games}" if each else "·" for each in row.against),
        ]
        for row in table.rows
    ]


def test_the_list_has_the_data_of_every_game(tmp_path: Path) -> None:
    games = random_match("gess", PAIR, 12)
    page = page_of(games, tmp_path)
    assert page.tables["games"][1:] == [
        [
            str(game.number),
            str(game.round),
            game.white,
            game.black,
            game.result.replace("1/2", "½"),
            label(game.reason),
            str(len(game.plies)),
            duration(game.seconds),
        ]
        for game in games
    ]


def test_the_report_is_independent_of_the_order_of_games(tmp_path: Path) -> None:
    games = random_match("chess", FOUR, 12, longest=6)
    texts = []
    for order in (games, games[::-1]):
        write_report(tmp_path / "report.html", "A match", order)
        texts.append((tmp_path / "report.html").read_text("utf-8"))
    assert texts[0] == texts[1]


def test_time_and_depth_are_summarised_for_each_player(tmp_path: Path) -> None:
    games = random_match("chess", PAIR, 4, longest=20)
    rows = page_of(games, tmp_path).tables["thinking"][1:]
    for name, row in zip(PAIR, rows, strict=True):
        thoughts = [
            thought
            for game in games
            for ply in game.plies
            for side, thought in ply.thoughts.items()
            if game.player(side) == name
        ]
        assert row[:3] == [name, "60+0", str(len(thoughts))]
        assert float(row[3]) == pytest.approx(
            sum(t.seconds for t in thoughts) / len(thoughts), abs=6e-4
        )
        assert float(row[4]) == max(t.seconds for t in thoughts)
        depths = [thought.depth for thought in thoughts if thought.depth is not None]
        assert float(row[5]) == pytest.approx(sum(depths) / len(depths), abs=0.06)


@pytest.mark.parametrize("variant", GAMES)
def test_a_packed_game_has_all_moves_scores_and_times(variant: str, tmp_path: Path) -> None:
    game = random_game(variant, 3, longest=40)
    data = page_of([game], tmp_path).game(game.number)
    texts = line_written(Position(variant, game.fen), game.moves)
    choices = [
        (number, side, move)
        for number, (ply, text) in enumerate(zip(game.plies, texts, strict=True), 1)
        for side, move in zip(ply.thoughts, text.split(","), strict=True)
    ]
    assert [(ply, side, move) for ply, _, side, move, *_ in data["rows"]] == choices
    for ply, _, side, _, score, depth, seconds, left in data["rows"]:
        thought = game.plies[ply - 1].thoughts[side]
        sign = 1 if side == "w" else -1
        if thought.mate is not None:
            assert score == f"M{sign * thought.mate}"
        else:
            assert score == (None if thought.cp is None else sign * thought.cp)
        assert (depth, seconds) == (thought.depth, thought.seconds)
        assert left == pytest.approx(thought.left, abs=0.006)
    assert len(data["frames"]["changes"]) == len(game.plies)


def test_moves_are_written_in_the_notation_of_the_game(tmp_path: Path) -> None:
    moves = ("e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7")
    game = replace(random_game("chess", 1), plies=tuple(map(Ply, moves)))
    rows = page_of([game], tmp_path).game(1)["rows"]
    assert [move for _, _, _, move, *_ in rows] == ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]
    gast = random_game("gast", 1, longest=1)
    gast = replace(gast, plies=(Ply("c1d4", {Color.WHITE: Thought(0.1, cp=30)}),))
    assert page_of([gast], tmp_path).game(1)["rows"][0][3:5] == ["Gc1d4", 30]


def test_move_numbers_are_those_of_the_game(tmp_path: Path) -> None:
    chess = page_of([random_game("chess", 1, longest=4)], tmp_path).game(1)
    assert [(number, side) for _, number, side, *_ in chess["rows"]] == [
        (1, "w"),
        (1, "b"),
        (2, "w"),
        (2, "b"),
    ]
    game = next(game for game in random_match("gess", PAIR, 20) if len(game.plies) > 1)
    gess = page_of([game], tmp_path).game(game.number)
    assert [(number, side) for _, number, side, *_ in gess["rows"]][:2] == [(1, "b"), (2, "w")]


def test_opening_moves_have_no_score_or_time(tmp_path: Path) -> None:
    game = random_game("chess", 1, longest=6)
    opening = tuple(Ply(ply.move) for ply in game.plies[:2])
    data = page_of([replace(game, plies=opening + game.plies[2:])], tmp_path).game(1)
    assert [len(row) for row in data["rows"]] == [4, 4, 8, 8, 8, 8]


def test_markup_in_names_is_escaped(tmp_path: Path) -> None:
    plain = random_match("chess", ("Ours", "Theirs"), 4, longest=6)
    named = [
        replace(game, white=HOSTILE + game.white, black=HOSTILE + game.black, detail=HOSTILE)
        for game in plain
    ]
    page = page_of(named, tmp_path, title=HOSTILE)
    assert page.tags == page_of(plain, tmp_path).tags
    assert page.text.count(HOSTILE) > 2 * len(named)
    assert page.game(1)["white"] == named[0].white


def test_markup_in_a_variants_title_is_escaped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chess = amalthea.variants.get("chess")
    monkeypatch.setattr(amalthea.variants, "_loaded", {"chess": chess})
    amalthea.variants.register(replace(chess, name="odd", title=HOSTILE))
    plain = random_match("chess", PAIR, 2, longest=4)
    page = page_of([replace(game, variant="odd") for game in plain], tmp_path)
    assert page.tags == page_of(plain, tmp_path).tags
    assert json.loads(page.scripts["variants"])["odd"]["title"] == HOSTILE


def test_the_page_loads_nothing(tmp_path: Path) -> None:
    page_of(random_match("ganymede", PAIR, 2, longest=6), tmp_path)
    text = (tmp_path / "report.html").read_text("utf-8")
    addresses = set(re.findall(r"[a-z]+://[^\s\"'<)]*", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\b(src|@import|url\()", re.sub(r"-src", "", text))
    assert "default-src 'none'" in text


@pytest.mark.parametrize("variant", ["gast", "gochess"])
def test_the_page_of_a_long_match_stays_small(variant: str, tmp_path: Path) -> None:
    games = [random_game(variant, seed, number=seed, longest=120) for seed in (1, 2, 3, 4, 5)]
    page = page_of(games, tmp_path)
    packed = sum(len(page.scripts[f"data-{game.number}"]) for game in games)
    plies = sum(len(game.plies) for game in games)
    assert packed / plies * 120 < MOST_BYTES_A_GAME


def test_a_match_without_games_has_a_report(tmp_path: Path) -> None:
    page = page_of([], tmp_path)
    assert "No games yet." in page.text
    assert len(page.tables["games"]) == 1


def test_every_score_can_be_shown(tmp_path: Path) -> None:
    games = random_match("chess", PAIR, 6, longest=6)
    for winner in (*Color, None):
        page_of([replace(game, winner=winner) for game in games], tmp_path)
    won = [
        replace(game, winner=Color.WHITE if game.white == PAIR[0] else Color.BLACK)
        for game in games
    ]
    assert "6 : 0" in page_of(won, tmp_path).text


def test_a_report_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old", "utf-8")
    game = random_game("chess", 1, number=7, longest=6)
    with pytest.raises(ReportError, match=r"game 7 .*e9"):
        write_report(path, "A match", [replace(game, plies=(*game.plies, Ply("e2e9")))])
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_report_that_cannot_be_written_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "report.html"
    folder.mkdir()
    for path in (tmp_path / "missing" / "r.html", tmp_path / "file" / "r.html", folder):
        with pytest.raises(WriteError, match=re.escape(repr(str(path)))):
            write_report(path, "A match", [])
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "report.html"]


def test_points_elo_and_durations_are_formatted() -> None:
    assert [points(value) for value in (0, 0.5, 1, 12.5)] == ["0", "½", "1", "12½"]
    assert [signed(value) for value in (3.4, -3.4, 0.2, float("-inf"))] == [
        "+3",
        f"{MINUS}3",
        "0",
        f"{MINUS}∞",
    ]
    seconds = (0.351, 9.996, 59.4, 59.6, 3599.6, 3723)
    assert [duration(value) for value in seconds] == [
        "0.35 s",
        "10 s",
        "59 s",
        "1:00",
        "1:00:00",
        "1:02:03",
    ]


def test_the_frames_end_at_the_final_position(tmp_path: Path) -> None:
    game = random_game("gast", 5, longest=50)
    frames = page_of([game], tmp_path).game(1)["frames"]
    board = dict(frames["start"])
    for changes in frames["changes"]:
        board.update(changes)
    record = Game(amalthea.new_position(game.variant, game.fen))
    for move in game.moves:
        record.play(move)
    placement = record.position.fen().split()[0]
    assert sorted(filter(None, board.values())) == sorted(re.sub(r"[\d/]", "", placement))
