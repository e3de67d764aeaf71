"""What a position of pieces is worth: hand-written terms and the features of nets."""
