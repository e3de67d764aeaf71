"""The table of a report: a row for each generation."""

from __future__ import annotations

from amalthea.protocol.charting.svg import MINUS
from amalthea.protocol.charting.wording import grouped, minutes, signed
from amalthea.protocol.statistics import elo as statistics
from amalthea.protocol.statistics.elo import Tally
from amalthea.training.state import Generation, State

_HEADS = (
    ("Generation", "number"),
    ("Games", "number"),
    ("Positions", "number"),
    ('<abbr title="quiet positions without duplicates">Fitted</abbr>', "number"),
    ("Held-out loss", "number"),
    ("Against the previous best", "number"),
    ("Against hand-written", "number"),
    ("Became the best", ""),
    ("Time", "number"),
)


def table(state: State) -> str:
    """Return the table as HTML, "" without generations."""
    if not state.generations:
        return ""
    head = "".join(f'<th scope="col" class="{css}">{text}</th>' for text, css in _HEADS)
    body = "\n".join(map(_row, state.generations))
    return f"<table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>"


def _row(generation: Generation) -> str:
    held = generation.losses[-1][1] if generation.losses else None
    hand = generation.trial if generation.player is None else generation.hand
    counts = (generation.games, generation.played, generation.samples)
    cells = (
        *("" if value is None else grouped(value) for value in counts),
        "" if held is None else f"{held:.4f}",
        _score(generation.trial),
        _score(hand),
    )
    kept = {None: "", True: "yes", False: "no"}[generation.kept]
    spent = minutes(sum(generation.seconds.values())) if generation.seconds else ""
    return (
        f'<tr><th scope="row" class="number">{generation.number}</th>'
        + "".join(f'<td class="number">{text}</td>' for text in cells)
        + f'<td>{kept}</td><td class="number">{spent}</td></tr>'
    )


def _score(tally: Tally | None) -> str:
    """Return the Elo difference with its bounds, and wins, draws and losses as a tooltip."""
    if tally is None:
        return ""
    elo = statistics.elo(tally)
    games = f"+{tally.wins} ={tally.draws} {MINUS}{tally.losses}"
    bounds = f"{signed(elo.low)} to {signed(elo.high)}"
    return (
        f'<span title="{games}">{signed(elo.value)} Elo <span class="error">{bounds}</span></span>'
    )
