"""The report of a training: what was done, the strength of the nets, and what they have learned."""
