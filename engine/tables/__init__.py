"""The fitted tables that come with the engine, files `NAME-RULES.toml`.

RULES is what `GameKind.net_rules` says of the game that NAME is: the hand-written evaluation of
other games of the same rules uses the tables, too. evaluation.tables_file finds them here.
"""
