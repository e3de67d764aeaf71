#!/usr/bin/env python3
"""Draw docs/architecture.svg, the map of the packages, from the table in docs/architecture.md.

.venv/bin/python scripts/draw_architecture.py
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "architecture.md"
PICTURE = PAGE.with_suffix(".svg")

ROW = re.compile(r"^\| ([\w: ]+) \| (`[^|]+`) \| ([^|]+) \|$", re.MULTILINE)

# Lengths in pixels.
NAME_WIDTH = 190
FLOOR_HEIGHT = 46
GAP = 6
LETTER = 7.4  # width of a letter in a monospaced font of 12 pixels
PADDING = 16

COLOURS = {"training": "#e7dcf1", "protocol": "#d9e8f5", "engine": "#e2efdc"}  # by top folder
STYLE = """
text { font: 12px sans-serif; fill: #222 }
.room { font: 12px monospace }
.floor { font-weight: bold }
.use { font-size: 11px; fill: #555 }
rect { stroke: #8a8a8a; rx: 4 }
"""


def floors(page: str) -> list[tuple[str, list[str], str]]:
    """Return (layer, its packages, their purpose) of each row of the table, from the top."""
    return [
        (name, re.findall(r"`([^`]+)`", rooms), use.replace("`", ""))
        for name, rooms, use in ROW.findall(page)
    ]


def drawing(page: str) -> str:
    """Return the map as SVG."""
    rows = floors(page)
    width = max(_floor_width(rooms) for _, rooms, _ in rows)
    height = len(rows) * (FLOOR_HEIGHT + GAP) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}">',
        "<title>The packages of Amalthea; imports only go down</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff" stroke="none"/>',
    ]
    for number, (name, rooms, use) in enumerate(rows):
        parts += _floor(name, rooms, use, GAP + number * (FLOOR_HEIGHT + GAP))
    return "\n".join([*parts, "</svg>", ""])


def _room_width(room: str) -> int:
    return round(len(room) * LETTER + PADDING)


def _floor_width(rooms: list[str]) -> int:
    return NAME_WIDTH + sum(_room_width(room) + GAP for room in rooms)


def _floor(name: str, rooms: list[str], use: str, top: int) -> list[str]:
    parts = [f'<text class="floor" x="8" y="{top + 18}">{escape(name)}</text>']
    left = NAME_WIDTH
    for room in rooms:
        width = _room_width(room)
        colour = COLOURS[room.partition("/")[0]]
        parts += [
            f'<rect x="{left}" y="{top}" width="{width}" height="26" fill="{colour}"/>',
            f'<text class="room" x="{left + PADDING // 2}" y="{top + 17}">{room}</text>',
        ]
        left += width + GAP
    return [
        *parts,
        f'<text class="use" x="{NAME_WIDTH + 4}" y="{top + 41}">{escape(use)}</text>',
    ]


if __name__ == "__main__":
    PICTURE.write_text(drawing(PAGE.read_text("utf-8")), "utf-8")
