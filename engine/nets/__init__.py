"""The nets that come with the engine, files `NAME-RULES.net`; game_kinds finds them here.

RULES is what `GameKind.net_rules` says of the game that NAME is: other games of the same rules
use the net, too.
"""
