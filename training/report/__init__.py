"""The page of a training: what was done, how strong it made the net, what the net has learned."""
