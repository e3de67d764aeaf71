"""The front end that speaks UCCI, the dialect of UCI for xiangqi."""
