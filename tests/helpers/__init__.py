"""What tests share: players, pools, conversations, random positions, comparisons."""
