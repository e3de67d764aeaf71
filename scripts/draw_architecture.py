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
LAYER_HEIGHT = 46
GAP = 6
LETTER_WIDTH = 7.4  # in a monospaced font of 12 pixels
PADDING = 16

COLOURS = {"training": "#e7dcf1", "protocol": "#d9e8f5", "engine": "#e2efdc"}  # by top folder
STYLE = """
text { font: 12px sans-serif; fill: #222 }
.room { font: 12px monospace }
.floor { font-weight: bold }
.use { font-size: 11px; fill: #555 }
rect { stroke: #8a8a8a; rx: 4 }
"""


def layers(page: str) -> list[tuple[str, list[str], str]]:
    """Return (layer, its packages, their purpose) of each row of the table, from the top."""
    return [
        (name, re.findall(r"`([^`]+)`", packages), use.replace("`", ""))
        for name, packages, use in ROW.findall(page)
    ]


def drawing(page: str) -> str:
    """Return the map as SVG."""
    rows = layers(page)
    width = max(_layer_width(packages) for _, packages, _ in rows)
    height = len(rows) * (LAYER_HEIGHT + GAP) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}">',
        "<title>The packages of Amalthea; imports only go down</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff" stroke="none"/>',
    ]
    for number, (name, packages, use) in enumerate(rows):
        parts += _layer(name, packages, use, GAP + number * (LAYER_HEIGHT + GAP))
    return "\n".join([*parts, "</svg>", ""])


def _package_width(package: str) -> int:
    return round(len(package) * LETTER_WIDTH + PADDING)


def _layer_width(packages: list[str]) -> int:
    return NAME_WIDTH + sum(_package_width(package) + GAP for package in packages)


def _layer(name: str, packages: list[str], use: str, top: int) -> list[str]:
    """Return the elements of a layer. top: its distance from the upper edge."""
    parts = [f'<text class="floor" x="8" y="{top + 18}">{escape(name)}</text>']
    left = NAME_WIDTH
    for package in packages:
        width = _package_width(package)
        colour = COLOURS[package.partition("/")[0]]
        parts += [
            f'<rect x="{left}" y="{top}" width="{width}" height="26" fill="{colour}"/>',
            f'<text class="room" x="{left + PADDING // 2}" y="{top + 17}">{package}</text>',
        ]
        left += width + GAP
    return [
        *parts,
        f'<text class="use" x="{NAME_WIDTH + 4}" y="{top + 41}">{escape(use)}</text>',
    ]


if __name__ == "__main__":
    PICTURE.write_text(drawing(PAGE.read_text("utf-8")), "utf-8")
