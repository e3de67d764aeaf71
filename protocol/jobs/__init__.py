"""Running many tasks at once: in worker processes of this machine, or on a Dask cluster."""
