"""Two people at a table: each browser has its side, others watch, and draws need both."""

from __future__ import annotations

from typing import Any

import pytest

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.protocol.web.messages import Message
from amalthea.protocol.web.people import People
from amalthea.protocol.web.session import Session
from amalthea.protocol.web.table import HUMAN, Seats, Table, TableError

WHITE, BLACK = Color


class Pages:
    """A session of two invited people and an onlooker, with the last table of each page."""

    def __init__(self, name: str = "chess") -> None:
        pool: Any = None  # nothing is searched
        table = Table(variants.get(name), Seats({"w": HUMAN, "b": HUMAN}))
        people = People.hosted_by("first", WHITE)
        self.session = Session("room", table, pool, people=people)
        self.shown: dict[str, dict[str, Any]] = {}
        self._sends = {name: self._page(name) for name in ("first", "second", "third")}
        for client, send in self._sends.items():
            self.session.enter(send, client)

    def _page(self, name: str) -> Any:
        def send(message: dict[str, Any]) -> None:
            if message["type"] == "table":
                self.shown[name] = message

        return send

    def say(self, name: str, kind: str, **fields: object) -> None:
        self.session.handle(Message({"type": kind, **fields}), self._sends[name])


def test_the_second_browser_gets_the_free_side_and_a_third_watches() -> None:
    pages = Pages()
    assert {name: shown["yours"] for name, shown in pages.shown.items()} == {
        "first": "w",
        "second": "b",
        "third": "",
    }
    assert not pages.session.people.has_room


def test_a_browser_moves_its_own_side_only() -> None:
    pages = Pages()
    with pytest.raises(TableError, match="not your turn"):
        pages.say("second", "move", move="e2e4", ply=0)
    with pytest.raises(TableError, match="watching"):
        pages.say("third", "move", move="e2e4", ply=0)
    pages.say("first", "move", move="e2e4", ply=0)
    assert pages.shown["second"]["side"] == "b"
    assert pages.shown["first"]["options"] == pages.shown["third"]["options"] == []
    pages.say("second", "move", move="e7e5", ply=1)
    assert pages.session.table.moves == ["e2e4", "e7e5"]


def test_nobody_resigns_or_takes_back_for_the_other() -> None:
    pages = Pages()
    pages.say("first", "move", move="e2e4", ply=0)
    with pytest.raises(TableError, match="not yours"):
        pages.say("first", "resign", side="b")
    with pytest.raises(TableError, match="not taken back"):
        pages.say("first", "back")
    pages.say("second", "resign", side="b")
    assert pages.session.table.status.winner is WHITE


def test_a_draw_needs_both_and_is_declined_by_a_move() -> None:
    pages = Pages()
    pages.say("first", "draw")
    assert pages.shown["second"]["offers"] == "w"
    pages.say("first", "move", move="e2e4", ply=0)
    assert pages.shown["second"]["offers"] == ""
    pages.say("second", "draw")
    pages.say("first", "draw")
    assert pages.session.table.status.reason == "agreement"


def test_both_choose_in_secret_in_their_own_browsers() -> None:
    pages = Pages("gochess")
    first, second = (pages.shown[name]["options"] for name in ("first", "second"))
    assert first[0][0].startswith("P@")
    assert second[0][0].startswith("p@")
    pages.say("second", "move", move=second[0][0], ply=0)
    assert pages.session.table.chosen == {BLACK: second[0][0]}


def test_a_rematch_needs_both_after_the_end_and_exchanges_the_sides() -> None:
    pages = Pages()
    with pytest.raises(TableError, match="not over"):
        pages.say("second", "new")
    pages.say("second", "resign", side="b")
    pages.say("second", "new")
    assert pages.shown["first"]["rematch"] == "b"
    assert pages.shown["first"]["status"]["state"] == "win"
    pages.say("first", "new")
    assert pages.shown["first"]["status"]["state"] == "ongoing"
    assert (pages.shown["first"]["yours"], pages.shown["second"]["yours"]) == ("b", "w")
    assert pages.shown["first"]["rematch"] == ""


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("hint", {}),
        ("review", {}),
        ("analyse", {"on": True, "ply": 0, "lines": 1}),
        ("threat", {"on": True, "ply": 0}),
    ],
)
@pytest.mark.parametrize("client", ["first", "third"])
def test_the_engine_helps_nobody_while_two_people_play(
    client: str, kind: str, fields: dict[str, object]
) -> None:
    pages = Pages()
    with pytest.raises(TableError, match=r"engine helps nobody|watching"):
        pages.say(client, kind, **fields)
    pages.say("first", "analyse", on=False)  # nothing is wanted


def test_a_deletion_leaves_the_game_to_the_other_player() -> None:
    pages = Pages()
    session = pages.session
    assert not session.withdraw("third")
    assert not pages.shown["first"]["deserted"]
    assert not session.withdraw("second")
    assert pages.shown["first"]["deserted"]
    session.people.enter("second")  # who has changed their mind
    assert not session.withdraw("first")
    assert session.withdraw("second")


def test_without_an_invitation_every_page_plays_for_all() -> None:
    people = People()
    people.enter("anyone")
    assert people.sides("anyone") == people.sides("other") == (WHITE, BLACK)
    assert not people.has_room
