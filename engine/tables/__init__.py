"""The shipped fitted tables, files `NAME-RULES.toml`; evaluation.tables_file finds them here.

RULES is `GameKind.net_rules` of the game NAME. The hand-written evaluation of other games with the
same rules uses the tables, too.
"""
