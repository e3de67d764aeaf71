"""Worker processes of the search: started, given orders, watched and replaced by a pool."""
