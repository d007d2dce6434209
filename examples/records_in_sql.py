"""Records in a database: what was played, an action a row in SQLite, and a question about it."""

import random
import sqlite3

import aceten

DEALS = 40


def records() -> str:
    """Return the records of some deals played at random, one after another; yours are read from a file."""
    game, chance = aceten.load("zsiros/2"), random.Random(1)
    texts: list[str] = []
    for seed in range(DEALS):
        state = start = game.deal(seed)
        while not state.over:
            state = state.play(chance.choice(state.legal))
        texts.append(aceten.record_of(start, state))
    return "".join(texts)


def main() -> None:
    """Fill a table, and ask how many points a lead of each rank brings to who leads the first trick."""
    database = sqlite3.connect(":memory:")
    database.execute("create table actions (deal integer, number integer, seat integer, action text, points integer)")
    for deal, record in enumerate(aceten.read_records(records())):
        assert isinstance(record, aceten.Record), record  # otherwise the error, with its line
        points = aceten.rewards(record.state, "card_points")
        rows = [(deal, number, seat, str(action), points[seat]) for number, (seat, action) in enumerate(record.events)]
        database.executemany("insert into actions values (?, ?, ?, ?, ?)", rows)
    question = """
        select substr(action, 1, 1) as rank, count(*), avg(points) from actions where number = 0
        group by rank order by avg(points) desc
    """
    for rank, times, points in database.execute(question):
        print(f"{rank} led {times:2} times: {points:.1f} points")


if __name__ == "__main__":
    main()
