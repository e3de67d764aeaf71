"""Who may talk to the server: this machine's own page, or whoever brings the token.

A page of another site can send requests here, too, and a name of another site can be made to
point here: so Host and Origin are checked, whatever the address is that a request comes from.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web

COOKIE = "amalthea"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_PER_SECOND, _BURST = 25.0, 100.0  # messages of a page: far more than a person needs
PAGES = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
WHOLE_PAGES = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
_POLICY = " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-cache",
}

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Guard:
    """token: what must be brought by whoever comes; None for a server that only we can reach.

    pages: what they may load, PAGES, or WHOLE_PAGES where all of a page is in one file.
    """

    def __init__(self, token: str | None, pages: str = PAGES) -> None:
        self._token = token
        self.headers = {**_HEADERS, "Content-Security-Policy": pages + _POLICY}

    @web.middleware
    async def __call__(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Answers a request that is allowed, with the headers that bind the page."""
        self._check(request)
        response = await handler(request)
        if not response.prepared:
            response.headers.update(self.headers)
            if self._token and request.query.get("token"):
                response.set_cookie(COOKIE, self._token, httponly=True, samesite="Strict")
        return response

    def _check(self, request: web.Request) -> None:
        """Raises HTTPForbidden."""
        if self._token is None:
            if _name(request.host) not in LOOPBACK:
                raise web.HTTPForbidden(text="unknown host\n", headers=self.headers)
        else:
            given = request.query.get("token") or request.cookies.get(COOKIE, "")
            if not hmac.compare_digest(given.encode(), self._token.encode()):
                raise web.HTTPForbidden(text="the address lacks its token\n", headers=self.headers)
        origin = request.headers.get("Origin")
        asks_to_talk = request.headers.get("Upgrade") is not None
        if (origin is None and asks_to_talk) or (
            origin is not None and urlsplit(origin).netloc != request.host
        ):
            raise web.HTTPForbidden(text="another site's request\n", headers=self.headers)


def _name(host: str) -> str:
    """A Host header without its port."""
    return urlsplit(f"//{host}").hostname or ""


class Pace:
    """How fast a page may talk; tokens are used up and come back with time."""

    def __init__(self) -> None:
        self._left = _BURST
        self._at = time.monotonic()

    def allows(self) -> bool:
        """Whether one more message is not too many."""
        now = time.monotonic()
        self._left = min(_BURST, self._left + (now - self._at) * _PER_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
