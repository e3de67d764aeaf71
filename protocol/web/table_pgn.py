"""The game of a table as PGN."""

from __future__ import annotations

from amalthea.engine.core.color import Color
from amalthea.protocol.levels import engine_name
from amalthea.protocol.records.game_record import HUMAN_NAME, GameRecord, Ply
from amalthea.protocol.records.notation import LETTERS
from amalthea.protocol.records.pgn import to_pgn
from amalthea.protocol.web.table import ENGINE, HUMAN, Table


def table_pgn(table: Table, notation: str = LETTERS) -> str:
    """Return the game of a table with its side lines, and the notes that it was loaded with.

    Without any move played, the first side line becomes the game.
    """
    status = table.status
    plies = tuple(turn.ply for turn in table.turns)
    lines = list(table.side_lines)
    if lines and not plies:
        plies = tuple(map(Ply, lines[0].moves))
    names = {HUMAN: HUMAN_NAME, ENGINE: engine_name(table.seats.level)}
    side_lines = [line.diverging_from([ply.move for ply in plies]) for line in lines]
    return to_pgn(
        GameRecord(
            number=0,
            round=0,
            variant=table.variant.name,
            white=names[table.seats.players["w"]],
            black=names[table.seats.players["b"]],
            fen=table.fen,
            plies=plies,
            winner=status.winner,
            reason=(status.reason or "") if table.is_over else "",
            controls=_controls(table),
            started=table.begun,
            chess960=table.variant.chess960,
        ),
        variations=filter(None, side_lines),
        notation=notation,
        notes=table.notes.still_true(table.annotated, table.moves),
    )


def _controls(table: Table) -> dict[Color, str]:
    """Return the time control in PGN notation."""
    base, more = (milliseconds / 1_000 for milliseconds in table.seats.clock)
    control = f"1/{base:.0f}" if table.seats.per_move else f"{base:g}+{more:g}"
    return dict.fromkeys(Color, control) if base else {}
