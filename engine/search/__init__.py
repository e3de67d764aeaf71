"""The search: searcher processes behind a pool, one shared table, limits and the clock."""
