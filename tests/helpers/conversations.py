"""The protocols in which random conversations are held."""

from __future__ import annotations

from helpers.gtp_conversation import GtpConversation
from helpers.random_conversation import Conversation
from helpers.uci_conversation import UciConversation
from helpers.xboard_conversation import XboardConversation

PROTOCOLS: dict[str, type[Conversation]] = {
    "uci": UciConversation,
    "xboard": XboardConversation,
    "gtp": GtpConversation,
}
