"""Text forms of positions and moves: FEN fields, algebraic notation, diagrams."""
