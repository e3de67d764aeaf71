"""The report of a training: its progress, the strength of the nets, and its piece values."""
