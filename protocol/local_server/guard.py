"""Access checks of a local server: only its own pages on this machine, or clients with a token.

A page of another site can send requests to this server, and a name of another site can be made
to point to it. So Host and Origin are checked, whatever address a request comes from.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web

COOKIE = "amalthea"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_PER_SECOND, _BURST = 25.0, 100.0  # messages of a page, far more than a person needs
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
    """Middleware that refuses foreign requests and sets the security headers of all responses.

    token: required of every client; None for a server that only this machine can reach.
    pages: policy for what pages may load, PAGES, or WHOLE_PAGES for a page in a single file.
    """

    def __init__(self, token: str | None, pages: str = PAGES) -> None:
        self._token = token
        self.headers = {**_HEADERS, "Content-Security-Policy": pages + _POLICY}

    @web.middleware
    async def __call__(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        """Answer an allowed request, with the security headers. Raises HTTPForbidden."""
        try:
            self._check(request)
        except ValueError:
            text = "Host, Origin or token cannot be read\n"
            raise web.HTTPForbidden(text=text, headers=self.headers) from None
        response = await handler(request)
        if not response.prepared:
            response.headers.update(self.headers)
            if self._token and request.query.get("token"):
                response.set_cookie(COOKIE, self._token, httponly=True, samesite="Strict")
        return response

    def _check(self, request: web.Request) -> None:
        """Check token, Host and Origin. Raises HTTPForbidden, ValueError if one is malformed."""
        if self._token is None:
            if _name(request.host) not in LOOPBACK:
                raise web.HTTPForbidden(text="unknown host\n", headers=self.headers)
        else:
            given = request.query.get("token") or request.cookies.get(COOKIE, "")
            if not hmac.compare_digest(given.encode(), self._token.encode()):
                raise web.HTTPForbidden(
                    text="the address has no valid token\n", headers=self.headers
                )
        origin = request.headers.get("Origin")
        asks_to_talk = request.headers.get("Upgrade") is not None
        if (origin is None and asks_to_talk) or (
            origin is not None and urlsplit(origin).netloc != request.host
        ):
            raise web.HTTPForbidden(text="request from another site\n", headers=self.headers)


def _name(host: str) -> str:
    """Return the host of a Host header, without its port."""
    return urlsplit(f"//{host}").hostname or ""


class RateLimiter:
    """Rate limiter of a page's messages: a token bucket that refills with time."""

    def __init__(self) -> None:
        self._left = _BURST
        self._at = time.monotonic()

    def allows(self) -> bool:
        """Take a token; return False if there is none."""
        now = time.monotonic()
        self._left = min(_BURST, self._left + (now - self._at) * _PER_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
