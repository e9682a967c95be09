"""The lab: many games, kept as tables, and a report that is made for reading.

`record.py` watches a game and notes its turns, `journal.py` keeps finished games safe while a run goes on,
`settings.py` says what a run plays, `results.py` is a directory of results as Parquet files, `running.py` plays what
is missing (on this machine or, with `cluster.py`, on a Dask cluster), and `report.py` writes the page with what came
out.
"""
