"""The shipped fitted tables, files `NAME-RULES.toml`; evaluation.tables_file finds them here.

RULES is the fingerprint of the rules of the game NAME (`GameKind.net_rules`). The hand-written
evaluation of other games with the same rules uses the tables, too.
"""
