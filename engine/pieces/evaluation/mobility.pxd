cdef enum:
    FRAME = 3                # off-board cells around the grid: no step is longer
    SIDE = 22                # of the grid: 16 squares and the frame

# A step on the grid: what stopping there counts for, and where it leads.
cdef struct Stride:
    int shift
    float counts
