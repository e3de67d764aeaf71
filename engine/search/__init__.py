"""Search: the searcher, its memory and time, and the worker processes that run it."""
