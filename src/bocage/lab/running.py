"""Plays the games that a run still lacks, on this machine, and keeps each as it ends."""

from collections.abc import Generator, Sequence

from bocage.ai.batch import Batch
from bocage.ai.match import Result
from bocage.ai.pool import Pool
from bocage.lab.record import lost_game, play_recorded, read_finished
from bocage.lab.results import Run


def play_here(batch: Batch, seeds: Sequence[int], jobs: int) -> Generator[list[bytes], None, None]:
    """The games with these seeds from so many processes, in lots as they end."""
    if jobs == 1 or len(seeds) == 1:
        for seed in seeds:
            yield [play_recorded(batch, seed)]
        return
    yield from Pool[int, bytes](jobs, play_recorded, batch).run(seeds, len(seeds), lost_game)


def play_missing(run: Run, batch: Batch, *, jobs: int = 1, cluster: str = "") -> Generator[list[Result], None, None]:
    """What a run lacks; when a lot is given out, it is kept already."""
    done = {result.seed for result in run.outcomes()}
    seeds = [seed for seed in batch.seeds if seed not in done]
    if not seeds:
        return
    for lot in play_cluster(cluster, batch, seeds) if cluster else play_here(batch, seeds, jobs):
        for record in lot:
            run.add(record)
        yield [read_finished(record).result for record in lot]


def play_cluster(address: str, batch: Batch, seeds: Sequence[int]) -> Generator[list[bytes], None, None]:
    """The same from the workers of a Dask cluster."""
    from bocage.lab.cluster import play_there  # only who has a cluster needs its library

    return play_there(address, batch, seeds)
