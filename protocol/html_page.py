"""Self-contained HTML pages: a head that forbids all loading, and JSON data inside the page."""

from __future__ import annotations

import json
from html import escape

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
{body}
</body>
</html>
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_SCRIPTS = "; script-src 'unsafe-inline'"
_SERVER = "; connect-src 'self'"


def html_page(
    title: str, style: str, body: str, scripts: bool = False, served: bool = False
) -> str:
    """Return a whole HTML page.

    title: plain text. scripts: allow the scripts of the body. served: allow them to connect to
    the server that the page comes from.
    """
    policy = _POLICY + (_SCRIPTS if scripts else "") + (_SERVER if served else "")
    return _PAGE.format(policy=policy, title=escape(title), style=style.strip(), body=body.strip())


def inline_json(values: object) -> str:
    """Return JSON that is safe inside a script element."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
