"""The scoring table: which of its rows says what the winners of a deal score."""

from collections.abc import Sequence

from aceten_spec.parameters import Award


def applies(row: Award, points: int, cards: int, *, every_trick: bool) -> bool:
    """Whether a row is about winners with these points, so many of them from cards alone, who took every trick or not.

    Clauses: ZS-SCORE-4, ZS-SCORE-5, ZS-SCORE-6, EW-SCORE-30, EW-SCORE-31, EW-SCORE-32.
    """
    return (
        row.points[0] <= points <= row.points[1]
        and row.tricks in {"any", "all" if every_trick else "some"}
        and (row.cards is None or row.cards[0] <= cards <= row.cards[1])
    )


def row_for(rows: Sequence[Award], points: int, cards: int, *, every_trick: bool) -> Award:
    """Return the first row that applies, or else the lowest, which is the first of all.

    Clauses: ZS-SCORE-4 to ZS-SCORE-7, SE-SCORE-4, EW-SCORE-30.
    """
    fitting = [row for row in rows if applies(row, points, cards, every_trick=every_trick)]
    return (fitting or list(rows))[0]
