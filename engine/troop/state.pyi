"""The data of a position of Troop Chess, with caches of what was computed last.

`making` and `generation` are functions on these data, which state.pxd declares; `TroopPosition` in
`position` makes them a position of the engine.
"""
