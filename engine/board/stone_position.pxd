from engine.board.position cimport Position

cdef class StonePosition(Position):
    cdef read(self, object setup)
