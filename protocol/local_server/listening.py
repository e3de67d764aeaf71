"""The socket of a server, and its address for people."""

from __future__ import annotations

import socket

from amalthea.engine.errors import AmaltheaError, reason

THIS_MACHINE = "127.0.0.1"
MOST_PORT = 65_535


class ServerError(AmaltheaError):
    """A server cannot be started."""


def listen(host: str, *ports: int) -> socket.socket:
    """A socket at the first of these ports that is free, 0 for any. Raises ServerError."""
    for port in ports:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            return socket.create_server((host, port), family=family)
        except OSError as error:
            why = reason(error).partition(" (while")[0]  # which says no more than we do
            fault = ServerError(f"{host}:{port}: {why}")
    raise fault


def address(place: socket.socket, host: str = THIS_MACHINE, query: str = "") -> str:
    """What is typed into a browser."""
    bracketed = f"[{host}]" if ":" in host else host
    return f"http://{bracketed}:{place.getsockname()[1]}/{query}"
