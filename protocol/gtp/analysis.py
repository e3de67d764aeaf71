"""Answers of GTP's analyze commands: evaluation terms, targets, rings and streamed lines."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from amalthea.engine import new_games
from amalthea.engine.core.color import Color
from amalthea.engine.errors import AmaltheaError
from amalthea.protocol.gtp import parsing
from amalthea.protocol.gtp.board import point, points
from amalthea.protocol.gtp.clicks import squares_of
from amalthea.protocol.gtp.parsing import GtpError

if TYPE_CHECKING:
    from amalthea.engine.engine import Engine
    from amalthea.protocol.gtp.clicked_game import ClickedGame
    from amalthea.protocol.gtp.clicks import Clicks
    from amalthea.protocol.gtp.lines import Lines
    from amalthea.protocol.gtp.thinking import Thinking

Writer = Callable[["Lines", "Clicks"], str]

STREAMED_LINES = 5
_INTERVAL_CS = 50  # hundredths of a second between two reports
_INTERVAL_NAME = "interval"

_RING_COLOURS = {Color.BLACK: "#c05a4a", Color.WHITE: "#5a9a5a"}
_MENU = (
    "param/Settings/amalthea-settings",
    "gfx/Best Lines/amalthea-best_lines",
    "gfx/Squares That a Side Can Move To/amalthea-targets %c",
    "hstring/Evaluation/amalthea-evaluation",
    "hstring/Moves/amalthea-moves",
    "string/Position As FEN/amalthea-fen",
)
_RINGS_ENTRY = "gfx/Rings/amalthea-rings"


def menu(game: ClickedGame) -> str:
    """Return the answer to `gogui-analyze_commands`: the commands that apply to the game."""
    vital = game.board.vital(game.position.contents())
    return "\n".join([*_MENU, _RINGS_ENTRY] if vital else _MENU)


class Stream:
    """Lines reported during a search. clicked: the clicks of the move being searched."""

    def __init__(self, write: Writer, interval_s: float, clicked: Clicks) -> None:
        self._write = write
        self._interval_s = interval_s
        self._clicked = clicked
        self._last_report_at = 0.0

    def due(self, thinking: Thinking) -> list[str]:
        """Return the lines to print, none until the interval has passed."""
        now = time.monotonic()
        if now - self._last_report_at < self._interval_s:
            return []
        self._last_report_at = now
        return self.last(thinking)

    def last(self, thinking: Thinking) -> list[str]:
        """Return the last lines, at the end of the search."""
        report = self._write(thinking.known(), self._clicked)
        return [report] if report else []


def interval(words: list[str], game: ClickedGame) -> float:
    """Return the seconds between two reports, from `[colour] [hundredths] [name value ...]`.

    The hundredths of a second may also be the value of the name `interval`. Other pairs, such as
    `ownership true`, ask for what this engine does not have, and are ignored. Raises GtpError, also
    for the side that is not to move.
    """
    words = list(words)
    given = str(_INTERVAL_CS)
    first = words[0] if words else ""
    pairs_alone = len(words) % 2 == 0 and not parsing.find_colour(first)
    if first and not first.isdigit() and not pairs_alone:
        side = parsing.colour(words.pop(0))
        if side != game.side:
            raise GtpError(f"{game.side.label} is to move")
    if words and words[0].isdigit():
        given = words.pop(0)
    names, values = words[::2], words[1::2]
    if len(names) != len(values) or not all(name.isalpha() for name in names):
        raise GtpError("expected [colour] [hundredths of a second] [name value ...]")
    given = dict(zip(names, values, strict=True)).get(_INTERVAL_NAME, given)
    return parsing.number(given, "interval") / 100


def evaluation(engine: Engine, game: ClickedGame) -> str:
    """Return the evaluation terms in pawns, White's view. Raises the errors of Engine.explain."""
    game.update_engine()
    found = engine.explain()
    rows = [f"{term.name}: {(term.white - term.black) / 100:+.2f}" for term in found.terms]
    if found.net:
        rows += [f"Hand-written: {found.hand / 100:+.2f}", f"Net: {found.total / 100:+.2f}"]
    return "\n".join([*rows, f"Total: {found.total / 100:+.2f} (White's view, in pawns)"])


def targets(game: ClickedGame, side: Color) -> str:
    """Return the number of moves of a side to each square, as if it were to move.

    Raises GtpError if the side cannot move here.
    """
    position = game.position
    if not game.choosing and side != position.turn:
        fields = position.fen().split()
        fields[1:4] = [side, fields[2], "-"]
        try:
            position = new_games.new_position(position.variant, " ".join(fields))
        except AmaltheaError as error:
            raise GtpError(f"{side.label} cannot move here: {error}") from error
    ends = Counter(point(squares_of(move)[-1]) for move in position.choices(side))
    labels = " ".join(f"{at} {count}" for at, count in ends.items())
    text = f"TEXT {side.label}: {ends.total()} moves to {len(ends)} squares"
    return f"LABEL {labels}\n{text}" if labels else text


def rings(game: ClickedGame) -> str:
    """Return the rings of both sides as graphics, and their numbers; a side must keep one."""
    found = game.board.vital(game.position.contents())
    lines = [f"COLOR {_RING_COLOURS[side]} {points(squares)}" for side, squares in found]
    counts = [f"{side.label} {sum(own == side for own, _ in found)}" for side in _RING_COLOURS]
    return "\n".join([*lines, f"TEXT {', '.join(counts)}"])
