"""The data of a position of Gess, with caches of what was computed last.

`generation` and `threats` are functions on these data, which state.pxd declares; `GessPosition` in
`position` makes them a position of the engine.
"""
