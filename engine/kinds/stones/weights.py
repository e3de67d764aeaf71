"""Every tunable number of the evaluation of stones, by name, as in engine.kinds.army.weights."""

DEFAULTS: dict[str, int] = {
    "stones_stone": 30,  # cp; a patch of eight then counts like a queen's half
    "stones_second_ring": 90,  # cp: one is life, two are safety
    "stones_further_ring": 20,  # cp
    "stones_ring_enemy": -2,  # cp for each enemy stone within five cells of it
    "stones_ring_guard": 3,  # cp for each own stone within three
    "stones_start": 12,  # 1/16 cp for each patch and direction in which it can go
    "stones_far_start": 10,  # 1/16 cp more where it has a stone in its centre
    "stones_edge": -5,  # cp for a stone on an outermost line
    "stones_tempo": 20,  # cp for the side to move
}
