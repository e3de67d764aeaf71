"""The report of a match: one HTML file that needs nothing else, with every game to replay.

report_page.py puts it together and writes it, result_tables.py and figures.py show the result,
game_list.py holds the games. What the page does by itself is in report.js, what it does while a
match goes on, which its server tells, in live.js.
"""

from amalthea.protocol.match.report.game_list import ReportError
from amalthea.protocol.match.report.report_page import write_report

__all__ = ["ReportError", "write_report"]
