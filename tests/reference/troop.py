"""Reference rules of Troop Chess: stones that move in formations; what may vary is data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import ClassVar, Self

from reference.common import Displacement, Move, Square, difference, opponent, shifted, square_named
from reference.formations import (
    CAPTURE,
    ILLEGAL,
    LOSS,
    TRADE,
    TURN,
    Formation,
    Rules,
    name_of,
    turned,
)
from reference.stones import Stones, StonesPosition

MOVE_TEXT = re.compile(r"([a-t][1-9]\d?)([a-t][1-9]\d?)([a-z])(n|e|s|w|ne|se|sw|nw)", re.ASCII)


@dataclass(frozen=True)
class Landing:
    """Outcome of a stone that lands on an enemy."""

    square: Square
    attack: bool  # True if the stone that lands is hard
    defence: bool
    outcome: str


class TroopPosition(StonesPosition):
    """A position of Troop Chess, reconstruction."""

    RULES: ClassVar[Rules] = Rules()
    FILES = RULES.files
    RANKS = RULES.ranks
    START = RULES.start

    def __init_subclass__(cls, rules: Rules) -> None:
        cls.RULES = rules
        cls.FILES, cls.RANKS, cls.START = rules.files, rules.ranks, rules.start

    # Formations.

    def formations(self, colour: str) -> list[tuple[Formation, Square]]:
        """Return a side's formations, each with the square of the stone that it is written by."""
        return self.all_formations[colour]

    @cached_property
    def all_formations(self) -> dict[str, list[tuple[Formation, Square]]]:
        return {
            colour: [
                (pattern, origin)
                for pattern in self.RULES.patterns.values()
                for origin in sorted(stones)
                if stones.issuperset(placed(pattern.stones, origin))
            ]
            for colour, stones in self.stones.items()
        }

    @cached_property
    def fronts(self) -> frozenset[tuple[Square, Displacement]]:
        """The enemy's hard leading stones, each with a direction that it faces."""
        return frozenset(
            (shifted(origin, head.stone), head.facing)
            for pattern, origin in self.formations(opponent(self.turn))
            if pattern.hard
            for head in pattern.heads
        )

    def withstands(self, square: Square, direction: Displacement) -> bool:
        """Return True if the enemy's stone on a square is hard against a block with this move."""
        against = turned(direction, TURN // 2)
        width = self.RULES.front
        return any(
            (square, turned(against, eighths)) in self.fronts
            for eighths in range(-width, width + 1)
        )

    # Moves.

    @cached_property
    def legal(self) -> list[Move]:
        if self.unable:
            return []
        return [move for move in self.attempts() if not self.obstacle(move)]

    def attempts(self) -> Iterator[Move]:
        """Yield the moves of every formation by one step or two, also those that are not legal."""
        for pattern, origin in self.formations(self.turn):
            for way in pattern.ways:
                yield self.move(pattern, origin, shifted(origin, way))

    def move(self, pattern: Formation, origin: Square, goal: Square) -> Move:
        kind = "" if placed(pattern.stones, goal).isdisjoint(self.enemy) else "landing"
        return Move(origin, goal, kind, pattern.code(pattern.first))

    def obstacle(self, move: Move) -> str:
        """Return the reason why a move is not legal, "" if it is."""
        block, landed = self.block(move), self.landed(move)
        if not landed <= board(self.FILES, self.RANKS):
            return "edge"
        if (landed - block) & self.own:
            return "friend"
        if steps_of(move) == 2 and self.passed(move) & self.enemy:
            return "enemy on the way"
        if any(landing.outcome == ILLEGAL for landing in self.landings(move)):
            return "hard front"
        return ""

    def block(self, move: Move) -> frozenset[Square]:
        """Return the squares of the moving formation."""
        return placed(self.RULES.patterns[move.promotion].stones, move.origin)

    def landed(self, move: Move) -> frozenset[Square]:
        """Return the destinations of its stones."""
        return placed(self.RULES.patterns[move.promotion].stones, move.goal)

    def passed(self, move: Move) -> frozenset[Square]:
        """Return the squares of its stones after the first of two steps."""
        return placed(self.block(move), direction_of(move))

    def landings(self, move: Move) -> list[Landing]:
        """Return one landing for each enemy stone that the block lands on."""
        direction = direction_of(move)
        leaders = self.RULES.patterns[move.promotion].leaders(direction)
        hard = placed(leaders, move.goal)
        return [
            self.landing(square, square in hard, self.withstands(square, direction))
            for square in sorted(self.landed(move) & self.enemy)
        ]

    def landing(self, square: Square, attack: bool, defence: bool) -> Landing:
        return Landing(square, attack, defence, self.RULES.outcome(attack, defence))

    def stones_after(self, move: Move) -> Stones:
        landings = self.landings(move)
        attackers = {each.square for each in landings if each.outcome in (TRADE, LOSS)}
        defenders = {each.square for each in landings if each.outcome in (TRADE, CAPTURE)}
        own = (self.own - self.block(move)) | (self.landed(move) - attackers)
        return {self.turn: own, opponent(self.turn): self.enemy - defenders}

    def play(self, text: str) -> Self:
        return super().play(self.as_written(text))

    def names(self, move: Move) -> list[str]:
        """Return the texts of a move, one from each head of its formation."""
        pattern = self.RULES.patterns[move.promotion]
        return [
            str(
                Move(
                    shifted(move.origin, head.stone),
                    shifted(move.goal, head.stone),
                    promotion=pattern.code(head),
                )
            )
            for head in sorted(pattern.heads)
        ]

    def as_written(self, text: str) -> str:
        """Return the text of a move that is named from any head of its formation."""
        parts = MOVE_TEXT.fullmatch(text)
        if parts is None:
            return text
        origin, goal, code = square_named(parts[1]), square_named(parts[2]), parts[3] + parts[4]
        for pattern in self.RULES.patterns.values():
            for head in pattern.heads:
                if pattern.code(head) == code:
                    back = (-head.stone[0], -head.stone[1])
                    return str(self.move(pattern, shifted(origin, back), shifted(goal, back)))
        return text

    # The end of the game.

    @cached_property
    def unable(self) -> str:
        """The sides without a formation."""
        return "".join(colour for colour in "wb" if not self.formations(colour))

    def status(self) -> str:
        if self.unable:
            return "draw unable" if self.unable == "wb" else f"win {opponent(self.unable)} unable"
        if not self.legal:
            return f"win {opponent(self.turn)} blocked"
        if self.occurrences() >= self.RULES.repetitions:
            return f"{self.counted()} repetition"
        if self.halfmove >= self.RULES.no_capture_plies:
            return f"{self.counted()} nocapture"
        return "ongoing"

    def counted(self) -> str:
        """Return the result of a game in which nothing happens any more, by counting stones."""
        lead = len(self.stones["w"]) - len(self.stones["b"])
        if lead == 0 or self.RULES.stalled == "draw":
            return "draw"
        return "win w" if lead > 0 else "win b"

    # What is special.

    def captures(self, move: Move) -> bool:
        return bool(move.kind)

    def facts(self, move: Move) -> set[str]:
        """Return facts of a legal move: what it lands on and passes, each after the mover."""
        landings = self.landings(move)
        facts = {f"{hardness(each)} {each.outcome}" for each in landings}
        if landings:
            facts.add(f"{len(landings)} landings")
        if len({each.outcome for each in landings}) > 1:
            facts.add("landings of two outcomes")
        if steps_of(move) == 2 and self.passed(move) & (self.own - self.block(move)):
            facts.add("over a friend")
        return {f"{self.turn} {fact}" for fact in facts}

    def facts_here(self) -> set[str]:
        """Return facts of the position: its status, its moves, and what stops formations."""
        facts = set(map(way_of, self.legal))
        if not self.unable:
            obstacles = filter(None, map(self.obstacle, self.attempts()))
            facts |= {f"{obstacle} bars" for obstacle in obstacles}
        return {self.status(), *(f"{self.turn} {fact}" for fact in facts)}


@cache
def board(files: int, ranks: int) -> frozenset[Square]:
    return frozenset((file, rank) for file in range(files) for rank in range(ranks))


@cache
def placed(points: frozenset[Displacement], origin: Square) -> frozenset[Square]:
    return frozenset(shifted(origin, point) for point in points)


def steps_of(move: Move) -> int:
    return max(map(abs, difference(move.goal, move.origin)))


def direction_of(move: Move) -> Displacement:
    """Return the direction of a move, which has one step or two."""
    steps = steps_of(move)
    x, y = difference(move.goal, move.origin)
    return x // steps, y // steps


def way_of(move: Move) -> str:
    """Return a text of the formation that moves, its direction, and one step or two."""
    return f"{move.promotion} {name_of(direction_of(move))} {steps_of(move)}"


def hardness(landing: Landing) -> str:
    words = ("soft", "hard")
    return f"{words[landing.attack]} on {words[landing.defence]}"


def facts_of(rules: Rules) -> frozenset[str]:
    """Return all that `facts` and `facts_here` may say of moves by these rules."""
    outcomes = set(rules.hardness.values())
    facts = {f"{number} landings" for number in range(1, rules.most_landings + 1)}
    facts |= {"over a friend", "edge bars", "friend bars", "enemy on the way bars"}
    if ILLEGAL in outcomes:
        facts.add("hard front bars")
    if len(outcomes - {ILLEGAL}) > 1:
        facts.add("landings of two outcomes")
    for attack in (False, True):
        for defence in (False, True):
            landing = Landing((0, 0), attack, defence, rules.outcome(attack, defence))
            if landing.outcome != ILLEGAL:
                facts.add(f"{hardness(landing)} {landing.outcome}")
    for code, pattern in rules.patterns.items():
        facts |= {way_of(Move((0, 0), way, "", code)) for way in pattern.ways}
    return frozenset(f"{side} {fact}" for side in "wb" for fact in facts)


def troop(rules: Rules) -> type[TroopPosition]:
    """Return Troop Chess with these rules."""

    class Position(TroopPosition, rules=rules):
        pass

    return Position


# The sets that come with the engine.


class TroopTradePosition(
    TroopPosition,
    rules=replace(Rules(), hardness={"00": CAPTURE, "10": CAPTURE, "01": TRADE, "11": CAPTURE}),
):
    """Soft on hard costs both; hard captures."""


class TroopPhysicalPosition(
    TroopPosition,
    rules=replace(Rules(), hardness={"00": CAPTURE, "10": CAPTURE, "01": LOSS, "11": TRADE}),
):
    """Soft breaks on hard."""


class TroopShogiPosition(
    TroopPosition,
    rules=replace(
        Rules(),
        start="sssssssss/1s5s1/sssssssss/9/9/9/SSSSSSSSS/1S5S1/SSSSSSSSS w - - 0 1",
    ),
):
    """Twenty stones a side, as pieces stand in shogi."""


class Troop11Position(
    TroopPosition,
    rules=replace(
        Rules(),
        files=11,
        ranks=11,
        start="sssssssssss/sssssssssss/11/11/11/11/11/11/11/SSSSSSSSSSS/SSSSSSSSSSS w - - 0 1",
        no_capture_plies=80,
    ),
):
    """Two ranks of eleven."""


class Troop13Position(
    TroopPosition,
    rules=replace(
        Rules(),
        files=13,
        ranks=13,
        start=(
            "sssssssssssss/sssssssssssss/sssssssssssss/13/13/13/13/13/13/13/"
            "SSSSSSSSSSSSS/SSSSSSSSSSSSS/SSSSSSSSSSSSS w - - 0 1"
        ),
        no_capture_plies=100,
    ),
):
    """Three ranks of thirteen."""
