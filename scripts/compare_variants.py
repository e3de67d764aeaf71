#!/usr/bin/env python3
r"""Compare the moves of games with those of another engine by perft; write counts for tests.

    .venv/bin/python scripts/compare_variants.py PEER             # every game shipped as a file
    .venv/bin/python scripts/compare_variants.py PEER --file F    # every valid game of a file
    .venv/bin/python scripts/compare_variants.py PEER gothic --to tests/engine/games/perft

The slow reference rules of the tests can be the peer of games that no other engine plays:

    .venv/bin/python scripts/compare_variants.py ".venv/bin/python tests/reference/peer.py" omega \
        --called "the slow rules" --depth 2 --positions 8 --to tests/engine/games/perft

In each game, the start position and positions from random games are counted. A game that the peer
does not know is sent to it as our file. If a count differs, the moves with different counts are
followed to a position in which the legal moves differ, and these are printed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from amalthea.engine import game_kinds, variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import UnknownVariant, clip, some
from amalthea.engine.games import FILES
from amalthea.protocol import tool
from amalthea.protocol.uci_client.process import UciProcess
from command_line import command

LONGEST_S = 600.0
LONGEST_GAME = 100  # plies
_SHOWN = "Fen: "  # start of the line with the position in the output of `d`
_TOTAL = "Nodes searched"  # start of the last line of perft


def main() -> None:
    """Run the command and exit with its status."""
    options = _parser().parse_args()
    sys.exit(tool.run("compare_variants", lambda: _run(options)))


def _run(options: argparse.Namespace) -> int:
    chosen = _games(options)
    differing = 0
    with UciProcess(command(options.peer)) as peer:
        peer.start_uci()
        if options.file:
            peer.send(f"setoption name VariantPath value {options.file}")
        for variant in chosen:
            if not _set_up(peer, variant):
                print(f"{variant.name}: not played by the peer", flush=True)
                continue
            lines, faults = _compared(peer, variant, options)
            print(f"{variant.name}: {len(lines)} positions, {faults} differ", flush=True)
            differing += faults > 0
            if options.to:
                _write(options.to / f"{variant.name}.epd", variant, lines, options.called)
    return 1 if differing else 0


def _games(options: argparse.Namespace) -> list[Variant]:
    """Return the games to compare in the given order. Raises UnknownVariant."""
    if options.file:
        sound, _ = game_kinds.read_variants(options.file)
    else:
        sound = list(map(variants.get, variants.names()[len(variants.BUILT_IN) :]))
    known = {variant.name: variant for variant in sound}
    for name in options.games:
        if name not in known:
            raise UnknownVariant(f"unknown variant {clip(name)}, known are {some(tuple(known))}")
    return [known[name] for name in options.games or known]


def _set_up(peer: UciProcess, variant: Variant) -> bool:
    """Return True if the peer has the same start position, if necessary from our file."""
    file = FILES / f"{variant.name}.ini"
    for path in (None, file):
        if path and path.exists():
            peer.send(f"setoption name VariantPath value {path}")
        peer.send(f"setoption name UCI_Variant value {variant.name}")
        peer.send("position startpos", "d", "isready")
        starts = [line.split()[1] for line in _until_ready(peer) if line.startswith(_SHOWN)]
        board = variant.start.split()[0].partition("[")[0]  # the order in hands may differ
        if [start.partition("[")[0] for start in starts] == [board]:
            return True
    return False


def _until_ready(peer: UciProcess) -> Iterator[str]:
    """Yield the lines of the peer before `readyok`."""
    for line in peer.listen(LONGEST_S):
        if line.text.strip() == "readyok":
            return
        yield line.text


def _compared(
    peer: UciProcess, variant: Variant, options: argparse.Namespace
) -> tuple[list[str], int]:
    """Return a line of counts for each position, and the number of positions that differ.

    The line of a position that differs is a comment.
    """
    lines: list[str] = []
    faults = 0
    for fen in _positions(variant, options.positions):
        counts = {depth: sum(_divide(peer, fen, depth).values()) for depth in _depths(options)}
        position = game_kinds.new_position(variant, fen)
        ours = {depth: position.perft(depth) for depth in counts}
        if ours != counts:
            faults += 1
            lines.append(f"# differs, ours is {ours}, the peer's {counts}: {fen}")
            print(f"{variant.name} {fen}: ours {ours}, the peer's {counts}")
            _tell_difference(peer, variant, fen, options.depth)
            continue
        lines.append(" ".join([fen, *(f";D{depth} {many}" for depth, many in counts.items())]))
    return lines, faults


def _depths(options: argparse.Namespace) -> range:
    return range(1, options.depth + 1)


def _positions(variant: Variant, many: int) -> Iterator[str]:
    """Yield the start position and others from random games, the same in every run."""
    yield variant.start
    draw = random.Random(variant.name)
    found: set[str] = {variant.start}
    for _ in range(50 * many):
        if len(found) > many:
            return
        position = game_kinds.new_position(variant)
        for _ in range(draw.randint(4, LONGEST_GAME)):
            if position.status().state != "ongoing":
                break
            position.play(draw.choice(position.legal_moves()))
        if position.status().state == "ongoing" and position.fen() not in found:
            found.add(position.fen())
            yield position.fen()


def _divide(peer: UciProcess, fen: str, depth: int) -> dict[str, int]:
    """Return the leaves by first move in the peer's perft."""
    peer.send(f"position fen {fen}", f"go perft {depth}")
    found: dict[str, int] = {}
    for line in peer.listen(LONGEST_S):
        move, colon, count = line.text.partition(": ")
        if move == _TOTAL:
            break
        if colon and count.strip().isdigit() and " " not in move:
            found[move] = int(count)
    return found


def _tell_difference(peer: UciProcess, variant: Variant, fen: str, depth: int) -> None:
    """Print where the legal moves differ, after moves with different counts."""
    path: list[str] = []
    position = game_kinds.new_position(variant, fen)
    for left in range(depth, 0, -1):
        ours, theirs = position.divide(left), _divide(peer, position.fen(), left)
        if set(ours) != set(theirs):
            more = sorted(set(ours) - set(theirs)), sorted(set(theirs) - set(ours))
            print(f"  after {path} in {position.fen()}: ours alone {more[0]}, the peer's {more[1]}")
            return
        differing = [move for move in ours if ours[move] != theirs[move]]
        if not differing:
            return
        path.append(differing[0])
        position.play(differing[0])


def _write(path: Path, variant: Variant, lines: list[str], by: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    head = f"# Perft counts of {variant.title} by {by}: scripts/compare_variants.py --help"
    path.write_text("\n".join([head, *lines, ""]), encoding="ascii")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Compares the moves of games by perft.")
    parser.add_argument("peer", help="the command of a UCI engine that knows games by name")
    parser.add_argument("games", nargs="*", help="by name, all without")
    parser.add_argument("--file", help="games of this file, which the peer is given, too")
    parser.add_argument("--depth", type=int, default=3, help="plies (3)")
    parser.add_argument("--positions", type=int, default=20, help="from random games (20)")
    parser.add_argument(
        "--called", default="another engine", help="the peer, in the counts' heading"
    )
    parser.add_argument("--to", type=Path, help="a folder for the counts that agree")
    return parser


if __name__ == "__main__":
    main()
