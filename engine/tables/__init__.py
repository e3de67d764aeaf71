"""The fitted tables that come with the engine, files `NAME-RULES.toml`.

RULES is the fingerprint of the rules of the game NAME (`GameKind.net_rules`); the hand-written
evaluation of other games of the same rules uses the tables, too. evaluation.tables_file finds them
here.
"""
