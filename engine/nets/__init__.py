"""The shipped nets, files `NAME-RULES.net`; game_kinds finds them here.

RULES is `GameKind.net_rules` of the game NAME. Other games with the same rules use the net, too.
"""
