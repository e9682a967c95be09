"""The application: the hall of tables behind its addresses."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig

from bocage import __version__
from bocage.server import (
    events,
    routes_games,
    routes_health,
    routes_logs,
    routes_queries,
    routes_reviews,
    routes_table,
    routes_titles,
    static,
)
from bocage.server.described import DescribedPlugin
from bocage.server.hall import Hall
from bocage.server.refusals import respond

LARGEST_BODY = 256 * 1024


def make_app(opened: Hall, *, warm: bool = False) -> Litestar:
    """The application of a hall, which opens and closes with it; `warm` loads the games before anybody asks."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await opened.start()
        if warm:
            threading.Thread(target=routes_titles.all_titles, daemon=True).start()
            await opened.pictures.warm()
        yield
        await opened.close()

    return Litestar(
        route_handlers=[
            *routes_titles.HANDLERS,
            *routes_games.HANDLERS,
            *routes_logs.HANDLERS,
            *routes_queries.HANDLERS,
            *routes_reviews.HANDLERS,
            *routes_health.HANDLERS,
            *routes_table.HANDLERS,
            events.listen,
            *static.HANDLERS,
        ],
        dependencies={"hall": Provide(lambda: opened, sync_to_thread=False)},
        exception_handlers={Exception: respond},
        lifespan=[lifespan],
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig(
            backend="gzip",
            gzip_compress_level=1,
            minimum_size=4096,
            exclude=[r"/events$", r"\.svg$"],  # a stream must not be held back; pictures are compressed already
        ),
        openapi_config=OpenAPIConfig(
            title="Bocage",
            version=__version__,
            description="D-Day board wargames with every rule enforced. The token of a seat goes into the header as "
            "`Authorization: Bearer TOKEN`.",
            path="/api",
            render_plugins=[DescribedPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
        ),
        state=State({"hall": opened}),
        logging_config=None,
        debug=False,
    )
