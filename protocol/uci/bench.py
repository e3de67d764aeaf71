"""Benchmark: the same searches every time, with the sum of their nodes as a signature.

With one worker the signature changes if and only if the search does.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from typing import Any

from amalthea.engine import variants
from amalthea.engine.events import BestMove, Event, Info
from amalthea.engine.new_games import new_game
from amalthea.engine.search.constants import build_name
from amalthea.engine.search.limits import Job, Limits
from amalthea.protocol.builds import measuring

DEFAULT_DEPTH = 13
DEEPEST = 60

# Variant and FEN, "" for the start position: openings, middlegames, endgames.
POSITIONS = (
    ("chess", ""),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("chess", "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10"),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("gast", ""),
    (
        "gast",
        "rn2bqkb3r/ppppppppnppp/8p3/3ga3ga2/12/12/12/12/3GA2AG2P/2P9/PP1PPPPPPPP1/RN2BQKB2NR"
        " w ALal - 9 7",
    ),
    (
        "gast",
        "r3bqkb3r/1ppp1p3ppp/6g1p3/2pg8/6p5/4p7/12/7p4/6N1N2P/2P8R/PP1PPPPPPPP1/R3BK1B4"
        " b al - 1 21",
    ),
    (
        "gast",
        "3rb1k4r/2pp5ppp/1p3p2p3/3g3q4/3p2p5/5g2B3/2P1P7/4P7/8P2P/9N2/P4PPP1Pp1/3R1K1B4 b l - 0 41",
    ),
    ("gast14", ""),
    (
        "gast14",
        "r3bqk2ba1nr/ppppppp1pppppp/7o2g3/2ng3p6/14/14/2q5G5/14/5P3A1N2/10A3/PPP1PPPPPPPPPP/"
        "RN2BQKOQB3R w ANakn - 5 13",
    ),
    ("ganymede", ""),
    (
        "ganymede",
        "r3bqkb3r/1og7o1/1ppp3ppppp/p1in1p6/1l6n3/7g4/12/1N3Ip5/3OP1P1P3/PPPP1NSP1PPP/"
        "1WW3B2WW1/R3BQK1I2R w AGLafl - 0 31",
    ),
    (
        "ganymede",
        "6r2rk1/2g9/1ppp3p2pp/p3b2io3/8pp2/5q1b4/3P1p6/4oN3P1I/4P1PBP3/PP1P1B1P2PP/1WW4Q1WW1/"
        "4R4RK1 w G - 4 56",
    ),
    (
        "gochess",
        "1p*5K1/8PP/n1kqP5/p*4Bp2/*1pbR1r2N/1pn1rp4/*1BQ2PN*1/5p4/p*P*1P1Pb*/2*P1R2*1 b - - 0 1",
    ),
    (
        "gochess",
        "1p*5K1/3k3PP1/1p8/1*4nQ2/*p2q5/3p6/*7*1/6N3/p*P*3b1*/2*1P3*1 b - - 11 21",
    ),
    ("gess", ""),
    (
        "gess",
        "1S2SSSSSSSSS1S3/3S2SSSS1S1S4/3S4SSSSS1S1S1/15SSS/16S1/4S11S1/18/7SS6S2/1"
        "8/13s4/6s11/18/1s16/18/13s4/1s4ssssssss4/sss1s1ssss1s2s1ss/1s3s1ssssss2s2 b - - 0 10",
    ),
    (
        "gess",
        "1SSS4SSS7/1S6S1S5S1/4SS2SSS1SS4/5SSS10/2S2SSS10/6S3S7/18/18/18/"
        "18/7s5s4/18/1s8s5s1/s1s15/18/4s4sss6/7s1s1s1s2s1/3s1ssssssss2s2 b - - 0 15",
    ),
    ("troop", ""),
    ("troop", "3sss3/1s1sss3/3s3s1/3s5/4s1S2/2SS1SS2/1S2SS3/4S4/3SS4 w - - 2 14"),
)


@dataclass(frozen=True, slots=True)
class Result:
    """Nodes and time of one search. fen: "" for the start position."""

    variant: str
    fen: str
    nodes: int
    time_ms: int


class Bench:
    """Benchmark: the searches, and the results of their reports."""

    def __init__(self, depth: int) -> None:
        self._depth = depth
        self._results: list[Result] = []
        self._last: Info | None = None
        self._measuring = ExitStack()
        self._measuring.enter_context(measuring())  # to the last report, or as long as this object

    def jobs(self) -> Iterator[Job]:
        """Yield the searches, one after the other."""
        for name, fen in POSITIONS:
            game = new_game(name, fen or variants.get(name).start)
            yield replace(Job.of(game, Limits(depth=self._depth)), alone=True)

    def lines(self, report: Event) -> list[str]:
        """Count a report and return the lines to print."""
        if isinstance(report, Info):
            self._last = report
        if not isinstance(report, BestMove):
            return []
        nodes, time_ms = (self._last.nodes, self._last.time_ms) if self._last else (0, 0)
        name, fen = POSITIONS[len(self._results)]
        self._last = None
        self._results.append(Result(name, fen, nodes, time_ms))
        done = len(self._results)
        line = f"bench {done}/{len(POSITIONS)} {name} nodes {nodes} time {time_ms}"
        return [line] if done < len(POSITIONS) else [line, *self._summary()]

    def _summary(self) -> list[str]:
        self._measuring.close()
        totals = self._totals()
        return [
            "===========================",
            f"Build           : {build_name()}",
            f"Total time (ms) : {totals['time_ms']}",
            f"Nodes searched  : {totals['nodes']}",
            f"Nodes/second    : {totals['nps']}",
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the totals and the results of all searches."""
        positions = [asdict(each) for each in self._results]
        return {
            "build": build_name(),
            "depth": self._depth,
            **self._totals(),
            "positions": positions,
        }

    def _totals(self) -> dict[str, int]:
        nodes = sum(each.nodes for each in self._results)
        time_ms = sum(each.time_ms for each in self._results)
        return {"nodes": nodes, "time_ms": time_ms, "nps": nodes * 1000 // max(time_ms, 1)}
