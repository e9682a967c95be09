"""Plays the games that a run still lacks, on this machine, and keeps each as it ends."""

from collections.abc import Generator, Sequence

from bocage.lab.extra import Gone
from bocage.lab.record import lost_game, play_recorded
from bocage.lab.results import Run
from bocage.runs.batch import Batch
from bocage.runs.match import Result
from bocage.runs.pool import Pool


def play_here(batch: Batch, seeds: Sequence[int], jobs: int) -> Generator[list[bytes], None, None]:
    """The games with these seeds from this many processes, in lots as they end."""
    if jobs == 1 or len(seeds) == 1:
        for seed in seeds:
            yield [play_recorded(batch, seed)]
        return
    yield from Pool[int, bytes](jobs, play_recorded, batch).run(seeds, len(seeds), lost_game)


def play_missing(run: Run, batch: Batch, *, jobs: int = 1, cluster: str = "") -> Generator[list[Result], None, None]:
    """What a run lacks; a lot that is given out has already been kept."""
    seeds = [seed for seed in batch.seeds if seed not in run.kept]
    if not seeds:
        return
    try:
        for lot in play_cluster(cluster, batch, seeds) if cluster else play_here(batch, seeds, jobs):
            yield [run.add(record) for record in lot]
    except Gone as gone:
        raise Gone(f"{gone}; {run.remains}") from None


def check_cluster(address: str) -> None:
    """Refuse an address at which no cluster can be."""
    from bocage.lab.cluster import check_address  # only those with a cluster need its library

    check_address(address)


def play_cluster(address: str, batch: Batch, seeds: Sequence[int]) -> Generator[list[bytes], None, None]:
    """The same from the workers of a Dask cluster."""
    from bocage.lab.cluster import play_there

    return play_there(address, batch, seeds)
