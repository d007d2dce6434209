"""Records of deals that are reviewed."""

from typing import Final

from aceten import Action, Record, State, parse

# A leads the seven, and loses a tie by the last trick, which the nine would have won him.
LOST_BY_THE_LAST_TRICK: Final = "zsiros/2 hands=97,98 lead=0 points=40,40 tricks=7,7"

SCHNAPSEN: Final = "schnapsen/2 hands=KhQhTsJs,AhThAdKd trump=s lead=0 points=27,38 tricks=3,3"

ENDGAME: Final = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0 points=10,20 tricks=2,2"


def record(start: State | str, *actions: Action | str) -> Record:
    """Return the record of a deal in which this was done."""
    states = [parse(start) if isinstance(start, str) else start]
    for action in actions:
        states.append(states[-1].play(action))
    return Record(tuple(states))


def played_out(start: State) -> Record:
    """Return the record of a deal in which everybody does the first thing that is legal."""
    states = [start]
    while (state := states[-1]).turn is not None:
        states.append(state.play(state.legal[0]))
    return Record(tuple(states))


HIDDEN_KING: Final = "sedma-three/3 hands=9998,8JJJ,KcTTT talon=KhAQ lead=0 points=20,20,0 tricks=3,2,0"
