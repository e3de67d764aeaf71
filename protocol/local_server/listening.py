"""The listening socket of a local server, and its address."""

from __future__ import annotations

import socket

from amalthea.engine.errors import AmaltheaError
from amalthea.engine.system_errors import error_reason

THIS_MACHINE = "127.0.0.1"
MOST_PORT = 65_535
_ALL_ADDRESSES = ("0.0.0.0", "::")
# Addresses of documentation, which are routed like any in the Internet.
_FAR_AWAY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


class ServerError(AmaltheaError):
    """Error for a server that cannot be started."""


def listen(host: str, *ports: int) -> socket.socket:
    """Return a socket on the first free one of these ports, 0 for any. Raises ServerError."""
    for port in ports:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            return socket.create_server((host, port), family=family)
        except OSError as error:
            why = error_reason(error).partition(" (while")[0]  # the rest repeats host and port
            failure = ServerError(f"{host}:{port}: {why}")
    raise failure


def outside_host(host: str) -> str:
    """Return the host by which other machines reach a server that listens on `host`.

    For a server on all addresses it is that of the route to the Internet, or this machine's name.
    """
    if host not in _ALL_ADDRESSES:
        return host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as route:  # UDP: connecting sends nothing
        try:
            route.connect((_FAR_AWAY[family], 9))
            found: str = route.getsockname()[0]
        except OSError:  # without a network
            return socket.gethostname()
    return found


def address(listening: socket.socket, host: str = THIS_MACHINE, query: str = "") -> str:
    """Return the URL of a server, to be opened in a browser."""
    bracketed = f"[{host}]" if ":" in host else host
    return f"http://{bracketed}:{listening.getsockname()[1]}/{query}"
