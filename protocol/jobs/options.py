"""The option `--cluster`, and the executor that it chooses."""

from __future__ import annotations

import argparse

from amalthea.protocol import tool
from amalthea.protocol.jobs.executor import Context, Executor


def add_cluster_option(parser: argparse._ActionsContainer) -> None:
    """Add `--cluster ADDRESS` to a command."""
    help_ = "run on a Dask cluster, for example tcp://host:8786"
    parser.add_argument("--cluster", metavar="ADDRESS", help=help_)
    tool.add_old_name(parser, "--scheduler", "--cluster")


def make_executor(
    cluster: str | None, count: int | None, context: Context | None = None
) -> Executor:
    """Return an executor on the cluster at that address, or of processes of this machine.

    Args:
        count: tasks at once; None: on a cluster as many as it can do, else one.
        context: of local workers, see `ProcessExecutor`.

    Raises:
        ExecutorError: if the cluster cannot be reached, or `count` is below 1.
    """
    if cluster:
        from amalthea.protocol.jobs.dask_cluster import ClusterExecutor

        return ClusterExecutor(cluster, count)
    from amalthea.protocol.jobs.processes import ProcessExecutor

    return ProcessExecutor(1 if count is None else count, context=context)
