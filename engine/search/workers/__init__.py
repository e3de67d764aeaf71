"""The searcher processes: started, given work, stopped, watched and replaced."""
