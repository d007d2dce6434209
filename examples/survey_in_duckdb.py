"""A survey and a question in SQL: what leading is worth by two rules, over the same deals, in files that every tool for data reads."""

import tempfile
from pathlib import Path

import duckdb

from aceten_surveys import in_threads, read_specification, run

SPECIFICATION = """
game = "zsiros/2"
options = {{ continuation = "{value}" }}
values = ["points"]

[deals]
count = 100
"""
QUESTION = """
    select count(*), avg(points_low), stddev(points_low), sum(case when points_low > 40 then 1 else 0 end)
    from read_parquet('{folder}/shards/*.parquet')
"""


def main() -> None:
    """Compute a survey for each value of an option. Every deal is settled, so that low and high are the same.

    Where pandas is installed, ``.df()`` in place of ``.fetchall()`` gives a frame.
    """
    database = duckdb.connect()
    with tempfile.TemporaryDirectory() as folder:
        for value in ("opponent_winning", "always"):
            asked, out = Path(folder) / f"{value}.toml", Path(folder) / value
            asked.write_text(SPECIFICATION.format(value=value), encoding="utf-8")
            run(read_specification(asked), out, in_threads(2))
            [(deals, mean, spread, won)] = database.sql(QUESTION.format(folder=out)).fetchall()
            print(f"{value:17} {deals} deals: {mean:.1f} points (spread {spread:.1f}), {won} won")


if __name__ == "__main__":
    main()
