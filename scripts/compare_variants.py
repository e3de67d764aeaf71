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

import _missing  # noqa: F401 - a missing package is one line from here on
from amalthea.engine import new_games, variant_loading, variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import UnknownVariant
from amalthea.engine.games import FILES
from amalthea.engine.text import clip, join_clipped
from amalthea.protocol import tool
from amalthea.protocol.uci_client.process import UciProcess
from command_line import command, new_parser

LONGEST_S = 600.0
LONGEST_GAME = 100  # plies
_SHOWN = "Fen: "  # start of the line with the position in the output of `d`
_TOTAL = "Nodes searched"  # start of the last line of perft


def main() -> None:
    """Run the command and exit with its status."""
    options = _parser().parse_args()
    sys.exit(tool.run("compare_variants", lambda: _run(options)))


def _run(options: argparse.Namespace) -> int:
    games = _games(options)
    differing = 0
    with UciProcess(command(options.peer)) as peer:
        peer.start_uci()
        if options.file:
            peer.send(f"setoption name VariantPath value {options.file}")
        for variant in games:
            if not _set_up(peer, variant):
                print(f"{variant.name}: not played by the peer", flush=True)
                continue
            lines, different = _compare(peer, variant, options)
            print(f"{variant.name}: {len(lines)} positions, {different} differ", flush=True)
            differing += different > 0
            if options.to:
                _write(options.to / f"{variant.name}.epd", variant, lines, options.called)
    return 1 if differing else 0


def _games(options: argparse.Namespace) -> list[Variant]:
    """Return the games to compare in the given order. Raises UnknownVariant."""
    if options.file:
        valid, _ = variant_loading.read_variants(options.file)
    else:
        valid = list(map(variants.get, variants.names()[len(variants.BUILT_IN) :]))
    known = {variant.name: variant for variant in valid}
    for name in options.games:
        if name not in known:
            raise UnknownVariant(
                f"unknown variant {clip(name)}, expected one of {join_clipped(tuple(known))}"
            )
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


def _compare(
    peer: UciProcess, variant: Variant, options: argparse.Namespace
) -> tuple[list[str], int]:
    """Return a line of counts for each position, and the number of positions that differ.

    The line of a position that differs is a comment.
    """
    lines: list[str] = []
    different = 0
    for fen in _positions(variant, options.positions):
        counts = {depth: sum(_divide(peer, fen, depth).values()) for depth in _depths(options)}
        position = new_games.new_position(variant, fen)
        ours = {depth: position.perft(depth) for depth in counts}
        if ours != counts:
            different += 1
            lines.append(f"# differs: ours {ours}, peer {counts}: {fen}")
            print(f"{variant.name} {fen}: ours {ours}, peer {counts}")
            _print_difference(peer, variant, fen, options.depth)
            continue
        lines.append(" ".join([fen, *(f";D{depth} {leaves}" for depth, leaves in counts.items())]))
    return lines, different


def _depths(options: argparse.Namespace) -> range:
    return range(1, options.depth + 1)


def _positions(variant: Variant, count: int) -> Iterator[str]:
    """Yield the start position and others from random games, the same in every run."""
    yield variant.start
    draw = random.Random(variant.name)
    found: set[str] = {variant.start}
    for _ in range(50 * count):
        if len(found) > count:
            return
        position = new_games.new_position(variant)
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


def _print_difference(peer: UciProcess, variant: Variant, fen: str, depth: int) -> None:
    """Print where the legal moves differ, after moves with different counts."""
    path: list[str] = []
    position = new_games.new_position(variant, fen)
    for left in range(depth, 0, -1):
        ours, theirs = position.divide(left), _divide(peer, position.fen(), left)
        if set(ours) != set(theirs):
            only_ours, only_theirs = set(ours) - set(theirs), set(theirs) - set(ours)
            print(
                f"  after {path} in {position.fen()}: only ours {sorted(only_ours)},"
                f" only the peer {sorted(only_theirs)}"
            )
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
    parser = new_parser(__doc__)
    add = parser.add_argument
    add("peer", metavar="PEER", help="command of a UCI engine that knows games by name")
    add("games", nargs="*", metavar="GAME", help="games (default: all shipped as files, or of F)")
    add("--file", metavar="F", help="take the games of this variant file, which the peer reads too")
    add("--depth", type=int, default=3, metavar="N", help="depth in plies (default: 3)")
    help_ = "number of positions from random games (default: 20)"
    add("--positions", type=int, default=20, metavar="N", help=help_)
    help_ = "name of the peer in the heading of the counts (default: another engine)"
    add("--called", default="another engine", metavar="NAME", help=help_)
    add("--to", type=Path, metavar="FOLDER", help="folder for the counts that agree")
    return parser


if __name__ == "__main__":
    main()
