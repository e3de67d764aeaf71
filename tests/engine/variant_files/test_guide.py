"""docs/variants.md: its example can be played, and it names every key."""

from __future__ import annotations

import re
from pathlib import Path

from amalthea import new_position
from amalthea.engine import variant_files, variant_loading
from amalthea.engine.pieces.reading import old_keys, piece_keys, values
from amalthea.engine.pieces.reading.values import Reader
from amalthea.engine.pieces.rules.registry import KEYS
from helpers.paths import DOCS

BY_READER: dict[Reader, str] = {  # a value that differs from the default
    values.counts: "q:1",
    values.becomes: "n:q",
    values.file: "f",
    values.kinds: "n",
    values.kinds_or_all: "n",
    values.number: "4",
    values.rank: "2",
    values.squares: "*4",
}
KINGLESS = "king = -\ncommoner = k\nextinctionPieceTypes = k\nextinctionValue = loss"
PSEUDO_ROYAL = f"{KINGLESS}\nextinctionPseudoRoyal = true\ncastling = false"
BY_KEY = {  # of texts, and of keys that need others
    "blastOnCapture": (
        "true\nking = -\ncommoner = k\nextinctionPieceTypes = k\nextinctionValue = loss"
    ),
    "castlingKingPiece": "k",
    "castlingNames": "short long",
    "castlingQueensideFile": "d",
    "chasingRule": "axf",
    "checkCounting": "true\nstartFen = r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3+3 0 1",
    "checkmateValue": "win",
    "connectValue": "loss",
    "countingRule": "makruk",
    "dupleCheck": "true\nextinctionPseudoRoyal = true\nextinctionPieceTypes = q",
    "enclosingDrop": "top",
    "flipEnclosedPieces": (
        "ataxx\ncastling = false\ndoubleStep = false\nking = -\ncommoner = k\nstalemateValue = loss"
    ),
    "extinctionPseudoRoyal": "true\nextinctionPieceTypes = q",
    "extinctionValue": "loss\nextinctionPieceTypes = q",
    "gameLength": "40 20",
    "materialCounting": "unweighted",
    "maxFile": "4\nstartFen = k3/4/4/4/4/4/4/3K w - - 0 1",
    "maxRank": "2\nstartFen = k7/7K w - - 0 1",
    "nFoldValue": "loss",
    "pass": "true\ncastling = false",
    "bikjangRule": "true\npass = true\ncastling = false",
    "passBlack": "true\ncastling = false",
    "passWhite": "true\ncastling = false",
    "bareRoyalLoses": f"true\n{KINGLESS}",
    "perpetualAttackIllegal": f"true\n{KINGLESS}",
    "secondSteps": f"n:K\n{KINGLESS}",
    "straightSecondSteps": f"n:fW\n{KINGLESS}",
    "rifleCaptures": f"n:K\n{KINGLESS}",
    "burningTypes": f"n\ncastling = false\nenPassantTypes = -\n{KINGLESS}",
    "jumpRanks": "n:2\ncustomPiece1 = a:QcppQ",
    "promotesInto": "n:q",
    "untradedTypes": f"n\nuntradedMinorTypes = p\nenPassantTypes = -\n{KINGLESS}",
    "citadelWhite": "h1\ncitadelTypes = k\ncastling = false",
    "citadelBlack": "a8\ncitadelTypes = k\ncastling = false",
    "citadelTypes": "k\ncitadelWhite = h1\ncastling = false",
    "citadelGuardTypes": "n\ncitadelTypes = k\ncitadelWhite = h1\ncastling = false",
    "countsAs": "n:b",
    "returns": f"x:p\nimmobile = x\nenPassantTypes = -\n{PSEUDO_ROYAL}",
    "swaps": f"k:i\ncustomPiece1 = i:K\ncountsAs = i:k\nenPassantTypes = -\n{PSEUDO_ROYAL}",
    "uncapturableTypes": "n",
    "petrifyOnCaptureTypes": (
        "r\nking = -\ncommoner = k\nextinctionPieceTypes = k\nextinctionValue = loss\n"
        "castling = false"
    ),
    "pieceNames": "n:horse",
    "pieceSynonyms": "n:h",
    "pieceNotation": "n:S",
    "pieceToCharTable": "PNBRQKpnbrqk",
    "pivots": "w:v v:w\ntwoSquares = w:wide v:tall\nfers = w\nalfil = v",
    "placement": (
        "bbrrnnqk\nplacementApart = b\nplacementFirst = qk\ncastling = false\n"
        "startFen = 8/8/8/8/8/8/8/8[BBRRNNQKbbrrnnqk] - - - 0 1"
    ),
    "placementApart": "b",
    "placementFirst": "qk",
    "promotionPawnTypes": "p",
    "pawnTypes": "p",
    "promotions": "p@8:q",
    "rankMoves": "n@2:W",
    "rights": "a1:r h1:r\ncastling1 = e1-g1 h1-f1 needs h1",
    "settings": "r:b b:r",
    "stalemateValue": "loss",
    "startFen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "title": "A Game",
    "twoSquares": "w:wide\nfers = w",
    "wallingRegion": "*4",
    "wallingRule": f"duck\n{KINGLESS}",
}
GUIDE = (DOCS / "variants.md").read_text(encoding="utf-8")


def test_the_example_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "example.ini"
    (example,) = re.findall(r"```ini\n(.*?)```", GUIDE, re.DOTALL)
    path.write_text(example, encoding="utf-8")
    (game,) = variant_files.load(str(path))
    position = new_position(game)
    assert (game.files, game.ranks, len(game.castlings)) == (14, 14, 2)
    assert position.perft(2) == len(position.legal_moves()) ** 2


def test_guide_describes_every_key() -> None:
    mentioned = set(re.findall(r"`([A-Za-z][A-Za-z0-9]*)", GUIDE))
    names = {name for name, key in KEYS.keys.items() if not key.pattern}
    names |= {*piece_keys.NAMED_PIECES, piece_keys.KING}
    missing = {name for name in names if not {name, f"{name}White"} & mentioned}
    assert not missing


def test_guide_describes_only_existing_keys() -> None:
    today, heading, after = GUIDE.partition("### Old keys")
    assert heading
    tables = re.findall(r"^\| (`.*?) \|", today + after.partition("###")[2], re.MULTILINE)
    mentioned = {name for cell in tables for name in re.findall(r"`([a-z][A-Za-z]{3,})`", cell)}
    assert {
        name for name in mentioned if not KEYS.find(name) and not piece_keys.is_piece(name)
    } == set()


def test_guide_describes_old_keys_that_are_read() -> None:
    table = GUIDE.partition("### Old keys")[2].partition("###")[0]
    cells = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    names = {name for cell in cells for name in re.findall(r"`([a-z][A-Za-z]+)`", cell)}
    assert len(names) > 16
    for name in names:
        value = "7" if "Rank" in name else "true"
        assert old_keys.read({name: value}, 8, {"N": "knight"}), name


def rows() -> list[tuple[str, str]]:
    """Return the keys of the guide's tables and what it says of them."""
    today, _, after = GUIDE.partition("### Old keys")
    tables = today.partition("## Keys")[2] + after.partition("###")[2].partition("## How pieces")[0]
    cells = re.findall(r"^\| (`[^|]*`) \| (.*) \|$", tables, re.MULTILINE)
    return [
        (name, meaning)
        for cell, meaning in cells
        for name in re.findall(r"`([a-z][A-Za-z0-9]+)\b", cell)
        if KEYS.find(name)
    ]


def test_keys_are_supported_as_the_guide_says() -> None:
    found = {name: bool(key[0].lacks) for name, _ in rows() if (key := KEYS.find(name))}
    assert found == {name: meaning.startswith("not supported") for name, meaning in rows()}
    assert len(found) > 100


def test_a_key_that_the_guide_explains_is_understood(tmp_path: Path) -> None:
    """None is refused, and none is skipped as unknown."""
    sections = []
    for number, (name, meaning) in enumerate(rows()):
        found = KEYS.find(name)
        assert found
        key, stored = found
        value = BY_KEY.get(name) or BY_READER.get(key.read, "anything")
        if key.read is values.flag and name not in BY_KEY:
            value = "false" if KEYS.default(stored[0]) else "true"
        if not meaning.startswith("not supported"):
            sections.append(f"[k{number}:chess]\n{name} = {value}\n")
    path = tmp_path / "every_key.ini"
    path.write_text("".join(sections), encoding="utf-8")
    _, errors, warnings = variant_loading.check_variants(str(path))
    assert [str(error) for found in errors.values() for error in found] == []
    assert [warning for warning in warnings if "no such key" in warning] == []
