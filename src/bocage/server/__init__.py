"""The table as a service: games over HTTP with server-sent events, kept in SQLite.

`app.py` puts the pieces together, `routes_*.py` are the addresses, `wire.py` the types that travel. A live game is
a `Table` (`tables.py`), all of them sit in the `Hall` (`hall.py`), and what must survive is in the `Store`
(`store.py`, `archive.py`). Nothing leaves that the asking side may not know.
"""
