"""Games of a kind without a style of its own: letters on chequered squares."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar
from xml.etree import ElementTree

from amalthea.engine.api import Position
from amalthea.engine.core.board import Tokens
from amalthea.engine.core.position import Position as CorePosition
from amalthea.engine.core.variant import Square, Variant
from amalthea.engine.evaluation import Evaluation
from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.kind import GameKind
from amalthea.protocol.drawing.board_svg import board_svg
from amalthea.protocol.drawing.replay import symbols_svg, variant_data
from amalthea.protocol.drawing.style import Style
from amalthea.protocol.drawing.styles import style_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenVariant(Variant):
    """A game of nothing but tokens on squares, each a letter of FEN."""

    kind: ClassVar[str] = __name__


class TokenPosition(CorePosition):
    def __init__(self, variant: TokenVariant, fen: str) -> None:
        super().__init__(variant)
        self.written = fen

    def fen(self) -> str:
        return self.written

    def contents(self) -> Tokens:
        rows = self.written.split("/")
        cells = {(file, 2 - y): sign for y, row in enumerate(rows) for file, sign in enumerate(row)}
        return {at: sign for at, sign in cells.items() if sign != "."}


class TokenKind(GameKind):
    name = "tokens"

    def position(self, variant: TokenVariant, fen: str) -> CorePosition:
        return TokenPosition(variant, fen)

    def position_and_evaluator(
        self, variant: TokenVariant, fen: str, evaluation: Evaluation
    ) -> tuple[CorePosition, Evaluator]:
        raise NotImplementedError

    def tokens(self, variant: TokenVariant) -> tuple[str, ...]:
        return "X", "x", "&"

    def scene(self, variant: TokenVariant, fen: str) -> dict[Square, str]:
        return TokenPosition(variant, fen).contents()


KIND = TokenKind()
GAME = TokenVariant(name="tokens", title="Tokens", files=3, ranks=3, start="X.x/.&./X..")


def test_a_kind_without_a_style_gets_the_plain_one() -> None:
    assert type(style_of(GAME)) is Style


def test_every_token_is_drawn_as_its_letter() -> None:
    root = ElementTree.fromstring(board_svg(Position(GAME), marked=["a1"]))
    classes = Counter(part.get("class") for part in root.iter())
    assert (classes["light"], classes["dark"], classes["mark"], classes["label"]) == (1, 1, 1, 6)
    letters = [part.text for part in root.iter() if part.tag.endswith("text")]
    assert sorted(filter(None, letters)) == sorted(["&", "X", "X", *"abc123"])
    places = [use.attrib for use in root.iter() if use.tag.endswith("use")]
    assert {(place["x"], place["y"]) for place in places} == {
        ("0", "0"),
        ("200", "0"),
        ("100", "100"),
        ("0", "200"),
    }


def test_a_page_can_replay_it() -> None:
    ids = {piece["symbol"] for piece in variant_data(GAME)["pieces"].values()}
    root = ElementTree.fromstring(symbols_svg(GAME))
    assert {part.attrib["id"] for part in root.iter() if "id" in part.attrib} == ids
    assert len(ids) == 3


def test_its_rules_state_the_draws() -> None:
    assert list(style_of(GAME).rules()["Draws"]) == [
        "The game is a draw if the same position occurs three times.",
        "The game is a draw after 100 plies without progress.",
    ]
