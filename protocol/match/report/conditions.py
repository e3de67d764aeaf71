"""What a match was played by, as its journal tells it: engines, openings, early ends, the test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from amalthea.protocol.match.plan import title_of
from amalthea.protocol.statistics.elo import Sprt

Plan = Mapping[str, Any]  # as Plan.to_json writes it


def sprt_of(plans: Sequence[Plan]) -> Sprt | None:
    """The sequential test of a match; of several together there is none."""
    wanted = plans[0]["sprt"] if len(plans) == 1 else None
    return Sprt(*wanted) if wanted else None


def conditions(plans: Sequence[Plan]) -> str:
    """A section of HTML, "" without plans."""
    if not plans:
        return ""
    lists = "\n".join(map(_of_match, plans)) if len(plans) > 1 else _list(plans[0])
    title = '<h2 id="conditions-title">Conditions</h2>'
    return f'<section aria-labelledby="conditions-title">{title}\n{lists}\n</section>'


def _of_match(plan: Plan) -> str:
    return f"<h3>{escape(title_of(plan))}</h3>{_list(plan)}"


def _list(plan: Plan) -> str:
    """A description list, the engines first."""
    facts = [(name, _engine(each)) for name, each in plan["engines"].items()]
    facts += [
        ("Openings", _openings(plan["openings"])),
        ("Early ends", _agreement(plan["agreement"])),
        ("Forgiven past the flag", f"{1000 * plan['margin']:g} ms"),
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


def _openings(openings: Mapping[str, Any]) -> str:
    if openings["file"] is not None:
        order = "in its order" if openings["in_order"] else "shuffled"
        source = f"a file ({openings['file']}), {order}"
    elif openings["plies"] is not None:
        source = f"{openings['plies']} random moves"
    else:
        source = "the game's own"
    balance = openings["balance_cp"]
    even = f", at most {balance} cp from even" if balance else ""
    return f"{source}{even}, seed {openings['seed']}"


def _agreement(agreement: Mapping[str, Any]) -> str:
    parts = []
    if agreement["resign"]:
        moves, cp = agreement["resign"]
        parts.append(f"won at {cp} cp for {moves} moves by both scores")
    if agreement["draw"]:
        begin, moves, cp = agreement["draw"]
        parts.append(f"drawn within {cp} cp for {moves} moves from move {begin} on")
    if agreement["plies"]:
        parts.append(f"drawn after {agreement['plies']} plies")
    return "; ".join(parts) or "none"
