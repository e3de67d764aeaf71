"""The shipped nets, files `NAME-RULES.net`; engine.evaluators finds them here.

RULES is the fingerprint of the rules of the game NAME (`GameKind.net_rules`). Other games with the
same rules use the net, too.
"""
