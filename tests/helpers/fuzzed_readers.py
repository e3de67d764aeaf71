"""What is fuzzed: every reader of text or files, with valid inputs to begin from.

A reader may refuse its input with an AmaltheaError. Any other exception is a fault, and so is
taking too long; what it accepts must then work.
"""

from __future__ import annotations

import contextlib
import functools
import gzip
import hashlib
import json
import lzma
import os
import random
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import Game
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.eval_file import read_eval_file
from amalthea.engine.evaluation import HandWritten, NetFile, net_file, tablebase_file
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.games import FILES
from amalthea.engine.new_games import new_position
from amalthea.engine.variant_loading import check_variants
from amalthea.protocol.analysis.epd import read_suite
from amalthea.protocol.match.entrants import read_file as read_entrants
from amalthea.protocol.match.openings import read_openings
from amalthea.protocol.records.journal import Journal, read_match
from amalthea.protocol.records.pgn import read_pgn, read_variations, to_pgn
from amalthea.protocol.records.self_play import Record, game_of
from amalthea.protocol.records.self_play import read as read_selfplay
from amalthea.protocol.statistics.elo import Tally
from amalthea.protocol.storage import member_log
from amalthea.protocol.text_file import read_lines
from amalthea.protocol.uci.parsing import parse_go
from amalthea.training.recipe import Recipe
from amalthea.training.state import FORMAT, Generation, State
from amalthea.training.state import load as load_training
from amalthea.training.trial import Pair
from amalthea.training.trial import read as read_pairs
from helpers import fuzzed_conversations, fuzzed_server
from helpers.compressors import COMPRESSORS
from helpers.finished_games import finished_game
from helpers.fuzzed_conversations import Fault
from helpers.paths import CROSSES, ROOT, SUITES
from helpers.random_games import begun, random_game
from helpers.random_nets import random_net
from helpers.sample import games_of_each_rule

SLOWER = 10 if os.environ.get("AMALTHEA_DEBUG") == "1" else 1  # the debug build, about
LONGEST_S = 5.0 * SLOWER  # of the processor, for one input; the slowest ones take half a second
SMALL = "gardner"  # a game whose nets and tables are small
_CHECKSUM = 32  # bytes at the end of nets and tables, right in all that is fuzzed
_TOKENS = (b"\0", b"\xff", b"\n", b" ", b"/", b"[", b"]", b"{", b"(", b'"', b"-", b"0", b"9" * 25)


@dataclass(frozen=True)
class Parser:
    """Reader. read: takes bytes; any error but AmaltheaError is a fault. seeds: valid inputs."""

    read: Callable[[bytes], object]
    seeds: Callable[[], Iterable[bytes]]


def try_out(parser: Parser, data: bytes) -> None:
    """Read an input. Raises Fault, or what the reader raised, if that is a fault."""
    began = time.process_time()
    try:
        parser.read(data)
    except AmaltheaError as error:
        if "\n" in str(error):
            raise Fault(f"an error of several lines: {error!r}") from error
    spent = time.process_time() - began
    if spent > LONGEST_S:
        raise Fault(f"took {spent:.1f} s")


def mutants(seeds: list[bytes], count: int, dice: random.Random) -> Iterator[bytes]:
    """Yield `count` inputs, each some changes away from a seed."""
    for _ in range(count):
        data = dice.choice(seeds)
        for _ in range(dice.randint(1, 4)):
            data = _changed(data, dice.choice(seeds), dice)
        yield data


def _changed(data: bytes, other: bytes, dice: random.Random) -> bytes:
    """Remove, double or replace some bytes, words or lines of an input."""
    separator = dice.choice((b"", b" ", b"\n"))
    pieces, others = _pieces(data, separator), _pieces(other, separator)
    start = dice.randint(0, len(pieces))
    end = dice.randint(start, min(len(pieces), start + dice.choice((1, 4, 64, 4096))))
    part = pieces[start:end]
    noise = dice.randbytes(sum(map(len, part)))
    at = dice.randint(0, len(others))
    taken = others[at : at + dice.choice((1, 4, 64))]
    found: tuple[list[bytes], ...] = ([], part * 2, [noise], [dice.choice(_TOKENS)], taken)
    return separator.join([*pieces[:start], *dice.choice(found), *pieces[end:]])


def _pieces(data: bytes, separator: bytes) -> list[bytes]:
    return data.split(separator) if separator else [data[at : at + 1] for at in range(len(data))]


# Text.


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _fen(data: bytes) -> None:
    """Read `GAME FEN`; the FEN that is written from it must be read as the same position."""
    name, _, fen = _text(data).partition(" ")
    position = new_position(name, fen)
    written = position.fen()
    if new_position(name, written).fen() != written:
        raise Fault(f"{written} is another position")
    for side in position.choosers():
        for move in position.choices(side):
            if len(position.choosers()) == 1:
                position.play(move)
                position.undo()


def _fen_seeds() -> Iterator[bytes]:
    for name in sorted(games_of_each_rule()):
        record = random_game(name, 1, longest=30)
        played = new_position(name, record.fen)
        for ply in record.plies:
            played = played.play(ply.move)
        for fen in (record.fen, played.fen()):
            yield f"{name} {fen}".encode()


def _moves(data: bytes) -> None:
    """Play `GAME MOVE ...` from the start position, that of seed 1 where it is random."""
    name, *moves = _text(data).split()[:100] or [""]
    Game(new_position(name, variants.get(name).start_fen(1))).play_all(moves)


def _moves_seeds() -> Iterator[bytes]:
    for name in sorted(games_of_each_rule()):
        if name != "gochess":  # its start is drawn
            moves = " ".join(ply.move for ply in random_game(name, 2, longest=20).plies)
            yield f"{name} {moves}".encode()
    yield b"gochess P@e5,p@d4"


def _options_seeds() -> Iterator[bytes]:
    for name in ("Hash", "Threads", "MultiPV", "UCI_Elo", "Seed", "Move Overhead"):
        yield f"name {name} value 10\nname {name}\nname {name} value x".encode()
    yield b"name Clear Hash\nname UCI_Chess960 value true\nname UCI_Variant value gess"
    yield b"name EvalFile value x.net\nname VariantPath value <empty>\nname TablebasePath value ."
    yield b"name Evaluation value hand\nname UCI_LimitStrength value true\nname Ponder value false"


def _position_seeds() -> Iterator[bytes]:
    yield b"startpos moves e2e4 e7e5"
    yield b"fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1c1\nstartpos\nfen 8/8/8/8/8/8/8/8 w"


def _go_seeds() -> Iterator[bytes]:
    yield b"wtime 1000 btime 900 winc 10 binc 20 movestogo 5"
    yield b"infinite searchmoves e2e4 d2d4 depth 3 nodes 5 mate 2"
    yield b"ponder movetime 10.5 side w\nperft 3"


def _pgn(data: bytes) -> None:
    for found in read_pgn(_text(data), "fuzzed.pgn"):
        read_variations(found, "fuzzed.pgn")


def _pgn_seeds() -> Iterator[bytes]:
    for name in ("chess", "gast", "ganymede", "gochess", "gess", "troop", "capablanca"):
        yield to_pgn(random_game(name, 3, longest=12), event="fuzz").encode()
    yield b'[White "A \\"B\\""]\n\n1. e4 {c} (1. d4 d5 (1... Nf6)) e5 $1 2. Nf3! ; rest\n*\n'


def _epd_seeds() -> Iterator[bytes]:
    for path in sorted(SUITES.glob("*.epd")):
        yield b"\n".join(path.read_bytes().splitlines()[:3])


# Files.


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="fuzzed-")


def _file(data: bytes, name: str) -> str:
    path = Path(_folder().name, name)
    path.write_bytes(data)
    return str(path)


def _ini(data: bytes) -> None:
    check_variants(_file(data, "fuzzed.ini"))


def _ini_seeds() -> Iterator[bytes]:
    for path in sorted(FILES.glob("*.ini")):
        yield path.read_bytes().replace(b"[", b"[own-", 1)


def _set(data: bytes) -> None:
    check_variants(_file(data, "fuzzed.toml"))


def _set_seeds() -> Iterator[bytes]:
    yield CROSSES.read_bytes()
    yield b'[t]\nfiles = 9\nranks = 9\nstart = "s8/9/9/9/9/9/9/9/8S w - - 0 1"\n'


def _weights(data: bytes) -> None:
    """Read weights or tables of the hand-written evaluation."""
    path = _file(data, "fuzzed-weights.toml")
    game_of = read_eval_file(path).made_for or SMALL
    variant = variants.get(game_of if game_of in variants.names() else SMALL)
    found = read_eval_file(path, variant)
    _, evaluator = position_and_evaluator(
        variant, begun(variant, random.Random(1)).fen(), (), found.evaluation
    )
    evaluator.terms()


def _weights_seeds() -> Iterator[bytes]:
    yield b"tempo = 10\nsquare_mobility = 35\n"
    for path in sorted((ROOT / "engine" / "tables").glob("*.toml")):
        yield path.read_bytes()


def _journal(data: bytes) -> None:
    path = _file(data, "fuzzed.jsonl")
    Journal(path).close()
    read_match(path)


def _journal_seeds() -> Iterator[bytes]:
    lines: list[object] = [{"match": {"variant": "chess", "engines": ["A", "B"]}}]
    lines += [
        finished_game(1, "A", "B", "1").to_json(),
        random_game("gast", 4, number=2, longest=4).to_json(),
    ]
    yield "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    yield f"{json.dumps(lines[0])}\n".encode()


def _openings(data: bytes) -> None:
    """Read `GAME` and the lines of an opening file."""
    name, _, lines = data.partition(b"\n")
    read_openings(variants.get(_text(name)), _file(lines, "fuzzed.fen"))


def _openings_seeds() -> Iterator[bytes]:
    for name in ("chess", "gast14", "gess", "gochess", "shogi"):
        fen = random_game(name, 6, longest=10).fen
        yield f"{name}\n# comment\n{fen}\n\n{fen.rsplit(maxsplit=2)[0]} bm x;\n".encode()
    yield b'chess\n[Event "x"]\n\n1. e4 (1. d4) e5 2. Nf3 *\n'


def _text_file(data: bytes) -> None:
    deque(read_lines(_file(data, "fuzzed.txt")), 0)


def _text_file_seeds() -> Iterator[bytes]:
    text = '[Event "Zürich"]\r\n\r\n1. e4 *\r\n'
    for encoding in ("utf-8", "utf-16", "latin-1"):
        yield text.encode(encoding)
    for compress in COMPRESSORS.values():
        yield compress(text.encode())


def _entrants(data: bytes) -> None:
    """Read an engine file of a match."""
    read_entrants(_file(data, "fuzzed-engines.toml"))


def _entrants_seeds() -> Iterator[bytes]:
    yield (
        b"[[engine]]\nname = 'A'\ncommand = 'ours --x'\ntc = '5+0.05'\nrestart = true\n"
        b"options = {Hash = 8, 'Move Overhead' = '3'}\n"
        b"[[engine]]\nname = 'B'\ncommand = ['x', 'y']\nnodes = 100\ndirectory = '.'\n"
    )
    yield b"[[engine]]\nname = 'C'\ncommand = 'c'\ndepth = 3\n"


def _training(data: bytes) -> None:
    """Read the state of a training, and the game that it trains."""
    with contextlib.suppress(AmaltheaError):
        game_of(Path(_file(data, "state.json")))
    load_training(Path(_file(data, "fuzzed-state.json")), SMALL, "rules")


def _training_seeds() -> Iterator[bytes]:
    state = State(SMALL, "rules", scale_cp=200)
    state.generations.append(Generation(1, Recipe(), None, 700, 4, 5, 300, 290, [(0.5, None)]))
    state.generations[0].trial = Tally(1, 2, 1, (0, 1, 0, 1, 0))
    state.generations.append(Generation(2, Recipe(tune=True), "g1.net", seconds={"fit": 1.5}))
    yield json.dumps({"format": FORMAT, **asdict(state)}).encode()
    yield json.dumps({"format": FORMAT, **asdict(State(SMALL, "rules", True))}).encode()


def _recipe(data: bytes) -> None:
    Recipe().changed(_file(data, "fuzzed-recipe.toml"))


def _recipe_seeds() -> Iterator[bytes]:
    yield b"nodes = 30\nwidth = 16\nopening = [2, 6]\nelo = [-2000, 0]\ntune = true\n"
    yield b"search_share = 0.5\nresult_share = 0.5\ngamma = 0.9\nstray = 0\nheld_out = 4\n"


def _selfplay(data: bytes) -> None:
    """Read a training's games: lines that are packed here, or a file that is packed already."""
    packed = data if data.startswith(b"\x1f\x8b") else gzip.compress(data, 1, mtime=0)
    path = Path(_file(packed, "fuzzed.games.gz"))
    for read in (read_selfplay, read_pairs):
        with contextlib.suppress(AmaltheaError):
            list(read(path))
    member_log.recover(path)


def _selfplay_seeds() -> Iterator[bytes]:
    record = Record(variants.get(SMALL).start_fen(), "b2b3 b4b3", [10, -5], [0], Color.WHITE)
    line = json.dumps(asdict(record)).encode() + b"\n"
    yield line
    yield json.dumps(asdict(Pair(0, record.fen, (1.0, 0.5)))).encode() + b"\n"
    yield gzip.compress(line, mtime=0) * 2


def _checked(body: bytes) -> bytes:
    """Return the body of a file with its checksum."""
    return body + hashlib.blake2b(body, digest_size=_CHECKSUM).digest()


def _net(data: bytes) -> None:
    """Read a net file without its checksum, or `HEADER`, a newline and numbers, packed here."""
    body = data
    if not data.startswith(net_file.MAGIC):
        header, _, arrays = data.partition(b"\n")
        length = len(header).to_bytes(4, "little")
        version = bytes([net_file.WITH_BASE if b'"base"' in header else net_file.WHOLE])
        body = net_file.MAGIC + version + length + header + lzma.compress(arrays, preset=0)
    _net_base()
    path = _file(_checked(body), "fuzzed.net")
    found = read_eval_file(path, variants.get(SMALL)).evaluation
    assert isinstance(found, NetFile)
    variant = variants.get(SMALL)
    position, evaluator = position_and_evaluator(variant, variant.start_fen(), evaluation=found)
    for move in position.legal_moves():
        position.play(move)
        evaluator.score()
        position.undo()


def _net_seeds() -> Iterator[bytes]:
    header, arrays = random_net(variants.get(SMALL))
    yield json.dumps(asdict(header)).encode() + b"\n" + arrays
    yield net_file.packed(header, arrays)[:-_CHECKSUM]
    yield net_file.packed(header, arrays, _net_base())[:-_CHECKSUM]
    yield json.dumps(asdict(header) | {"base": asdict(_net_base())}).encode() + b"\n" + arrays


@functools.cache
def _net_base() -> net_file.Base:
    """Write a net next to the fuzzed file and return the reference to it as a base."""
    data = net_file.packed(*random_net(variants.get(SMALL), seed=2))
    runs = (net_file.Run(0, 16, 16), net_file.Run(16, 0, 16))
    return net_file.Base(Path(_file(data, "base.net")).name, data[-_CHECKSUM:].hex(), runs)


def _tablebase(data: bytes) -> None:
    """Read an endgame table file without its checksum."""
    path = _file(_checked(data), f"fuzzed{tablebase_file.ENDING}")
    file = tablebase_file.read(path)
    for fen in ("4k/5/3Q1/5/K4 w - - 0 1", "4k/5/3Q1/5/K4 b - - 0 1"):
        variant = variants.get(SMALL)
        position, _ = position_and_evaluator(variant, fen, evaluation=HandWritten())
        prober = kind_of(variant).prober(position, [file])
        if prober:
            prober.plies()


def _tablebase_seeds() -> Iterator[bytes]:
    variant = variants.get(SMALL)
    for header, values in kind_of(variant).tablebases(variant, ["KQK"]):
        yield b"".join(tablebase_file.packed(header, values))[:-_CHECKSUM]


PARSERS = {
    "fen": Parser(_fen, _fen_seeds),
    "moves": Parser(_moves, _moves_seeds),
    "options": Parser(
        functools.partial(fuzzed_conversations.uci, command="setoption"), _options_seeds
    ),
    "position": Parser(
        functools.partial(fuzzed_conversations.uci, command="position"), _position_seeds
    ),
    "go": Parser(lambda data: parse_go(_text(data).split()), _go_seeds),
    "ini": Parser(_ini, _ini_seeds),
    "set": Parser(_set, _set_seeds),
    "weights": Parser(_weights, _weights_seeds),
    "pgn": Parser(_pgn, _pgn_seeds),
    "epd": Parser(
        lambda data: read_suite(_text(data).splitlines(), "fuzzed", variants.get("chess")),
        _epd_seeds,
    ),
    "journal": Parser(_journal, _journal_seeds),
    "net": Parser(_net, _net_seeds),
    "tablebase": Parser(_tablebase, _tablebase_seeds),
    "openings": Parser(_openings, _openings_seeds),
    "text-file": Parser(_text_file, _text_file_seeds),
    "entrants": Parser(_entrants, _entrants_seeds),
    "training": Parser(_training, _training_seeds),
    "recipe": Parser(_recipe, _recipe_seeds),
    "selfplay": Parser(_selfplay, _selfplay_seeds),
    "websocket": Parser(fuzzed_server.websocket, fuzzed_server.websocket_seeds),
    **{name: Parser(*talk) for name, talk in fuzzed_conversations.TALKS.items()},
}
