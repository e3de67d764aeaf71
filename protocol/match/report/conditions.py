"""The conditions of a match, from its journal: engines, openings, adjudication, the test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from amalthea.engine import variants
from amalthea.engine.openings import shipped
from amalthea.protocol.match.openings import RANDOM_PLIES
from amalthea.protocol.match.plan import title_of
from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.statistics.sprt import Sprt
from amalthea.protocol.statistics.standings import players

Plan = Mapping[str, Any]  # as returned by Plan.to_json


def sprt_of(plans: Sequence[Plan]) -> Sprt | None:
    """Return the sequential test of a match; several matches together have none."""
    wanted = plans[0]["sprt"] if len(plans) == 1 else None
    return Sprt(*wanted) if wanted else None


def players_of(plans: Sequence[Plan], games: Sequence[GameRecord]) -> list[str]:
    """Return the players of games, in the order in which a single match names its engines."""
    played = players(games)
    return [name for name in plans[0]["engines"] if name in played] if len(plans) == 1 else played


def conditions(plans: Sequence[Plan]) -> str:
    """Return a section of HTML, "" without plans."""
    if not plans:
        return ""
    lists = "\n".join(map(_of_match, plans)) if len(plans) > 1 else _list(plans[0])
    title = '<h2 id="conditions-title">Conditions</h2>'
    return f'<section aria-labelledby="conditions-title">{title}\n{lists}\n</section>'


def _of_match(plan: Plan) -> str:
    return f"<h3>{escape(title_of(plan))}</h3>{_list(plan)}"


def _list(plan: Plan) -> str:
    """Return a description list, the engines first."""
    facts = [(name, _engine(each)) for name, each in plan["engines"].items()]
    facts += [
        ("Openings", _openings(plan["openings"], plan["variant"])),
        ("Adjudication", _adjudication(plan["agreement"])),
        ("Time margin", f"{1000 * plan['margin']:g} ms"),
        ("Pondering", "yes" if plan["ponder"] else "no"),
    ]
    items = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in facts)
    return f'<dl class="conditions">{items}</dl>'


def _engine(engine: Mapping[str, Any]) -> str:
    options = ", ".join(f"{name} {value}" for name, value in engine["options"].items())
    parts = [" ".join(engine["command"]), engine["control"], options]
    if engine["restart"]:
        parts.append("a new process for every game")
    return "; ".join(part for part in parts if part)


def _openings(openings: Mapping[str, Any], variant: str) -> str:
    if openings["file"] is not None:
        order = "in its order" if openings["in_order"] else "shuffled"
        source = f"a file ({openings['file']}), {order}"
    elif openings["plies"] is not None:
        source = f"{openings['plies']} random moves"
    elif openings.get("chess960"):
        source = "arrays of Chess960"
    elif shipped(variants.get(variant)):
        source = "the game's own set"
    else:
        source = f"{RANDOM_PLIES} random moves"
    balance = openings["balance_cp"]
    even = f", balanced within {balance} cp" if balance else ""
    return f"{source}{even}, seed {openings['seed']}"


def _adjudication(rules: Mapping[str, Any]) -> str:
    parts = []
    if rules["resign"]:
        moves, cp = rules["resign"]
        parts.append(f"a win when both scores reach {cp} cp for {moves} moves")
    if rules["draw"]:
        begin, moves, cp = rules["draw"]
        parts.append(
            f"a draw when both scores are within {cp} cp for {moves} moves from move {begin} on"
        )
    if rules["plies"]:
        parts.append(f"a draw after {rules['plies']} plies")
    return "; ".join(parts) or "none"
