"""The nets that come with the engine, files `NAME-RULES.net`; game_kinds finds them here.

RULES is the fingerprint of the rules of the game NAME (`GameKind.net_rules`); other games of the
same rules use the net, too.
"""
