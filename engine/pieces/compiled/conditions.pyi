"""Everything here is for `tables` and `attacks`."""
