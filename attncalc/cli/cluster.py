"""Workers that a command spreads its work over: processes of its own, or a cluster of Dask."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from attncalc.errors import InputError, OutputError, shorten

if TYPE_CHECKING:
    from attncalc.parallel import Workers

LOCAL = "local"
PATIENCE = "10s"  # until a scheduler answers
Jobs = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(
        "--jobs",
        "-j",
        min=1,
        max=256,
        metavar="N",
        help="Processes that work at once (as many as there are cores).",
    ),
]
Cluster = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        "--cluster",
        metavar="ADDRESS|local",
        help="Work on a cluster of Dask, by the address of its scheduler; or on one of --jobs workers here.",
    ),
]


@contextmanager
def workers(jobs: int | None, cluster: str | None, seconds: float | None = None) -> Iterator[Workers]:
    """Who works for a command, each so many seconds at a task."""
    from attncalc.parallel import Workers, cores

    if cluster is None:
        yield Workers(jobs or cores(), seconds=seconds)
        return
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        from attncalc.extras import adding

        raise OutputError("a cluster needs Dask, which is not installed", hint=adding("attncalc[cluster]")) from None
    if cluster != LOCAL and jobs is not None:
        raise InputError("--jobs: a cluster has the workers that it has")
    quiet = {"silence_logs": "CRITICAL", "dashboard_address": None}
    made = LocalCluster(n_workers=jobs or cores(), threads_per_worker=1, **quiet) if cluster == LOCAL else None
    try:
        client = Client(made or cluster, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        why = shorten(str(error), 100)
        raise InputError(f"--cluster {shorten(cluster)}: no scheduler answers there: {why}") from None
    with client:
        try:
            yield Workers(max(1, sum(client.ncores().values())), client.get_executor(retries=0), seconds)
        finally:
            if made:
                made.close()
