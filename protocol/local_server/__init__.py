"""Shared parts of the local web servers: their sockets, and checks of who may connect."""
