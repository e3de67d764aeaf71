"""`amalthea variants`: the games that are known, or all about one of them."""

from __future__ import annotations

from pathlib import Path

from engine import variants
from protocol import tool
from protocol.drawing.game_sheet import game_sheet, overview


def main(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    return tool.run("variants", lambda: _tell(words))


def _tell(words: list[str]) -> int:
    parser = tool.Parser(
        prog="amalthea variants",
        description="Lists the games, or tells a game's pieces, moves and rules.",
        allow_abbrev=False,
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="a game")
    parser.add_argument("--variants", metavar="FILE", help="a file of further games")
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write a page with pictures of NAME's moves"
    )
    options = parser.parse_intermixed_args(words)
    if options.html is not None and options.name is None:
        parser.error("--html needs the NAME of a game")
    for fault in tool.load_variants(options.variants):
        if options.name is None:
            tool.warn("variants", str(fault))
    if options.html is not None:
        from protocol.drawing.game_page import game_page

        tool.write_file(options.html, game_page(variants.get(options.name)))
    elif options.name is None:
        tool.say(overview(map(variants.get, variants.names())).rstrip("\n"))
    else:
        tool.say(game_sheet(variants.get(options.name)).rstrip("\n"))
    return 0
