"""The report of a match: one HTML file that stands alone, with every game to replay.

report_page.py assembles and writes it, result_tables.py and figures.py show the results,
game_list.py has the games. The script of the page is report.js; live.js updates it while a match
runs.
"""

from amalthea.protocol.match.report.game_list import ReportError
from amalthea.protocol.match.report.report_page import write_report

__all__ = ["ReportError", "write_report"]
