"""Actions that nobody need think of, taken out of a game before it is solved: what is left makes a far smaller linear program.

Of two actions in an information set after which the seat decides no more, one dominates the other if it brings at least as much against
every sequence of the other seat. The other action then goes. Where one action is left, there is nothing to decide, and what it brings is
added to the sequence that leads there, so that the information set before it may be a last one next. What goes for one seat may let more go
for the other. An equilibrium of what is left is one of the whole game, as nobody gains by what was taken out, so the value is the same.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from scipy.sparse import coo_array, csr_array

if TYPE_CHECKING:
    from aceten_solver.hidden.histories import Marks, Numbers, SeatDecisions

Matrix: TypeAlias = "csr_array[np.float64, tuple[int, int]]"
"""Numbers by rows and columns, most of them 0."""


class Choices:
    """What is left of the choices of a seat."""

    def __init__(self, decisions: SeatDecisions) -> None:
        """Begin with all of them."""
        self.parent = np.array(decisions.parent, np.int64)
        """The sequence that leads to each information set."""
        self.first = np.array(decisions.first, np.int64)
        """The first sequence of each information set."""
        self.count = np.array(decisions.count, np.int64)
        """How many sequences it has."""
        self.set_of: Numbers = np.repeat(np.arange(len(self.parent)), self.count)
        """The information set of each sequence, from sequence 1 on."""
        self.sensible: Marks = np.ones(decisions.sequences, np.bool_)
        """Which sequences are not dominated."""
        self.kept: Marks = np.ones(decisions.sequences, np.bool_)
        """Which of them come of a choice that is left."""
        self.open: Marks = np.ones(len(self.parent), np.bool_)
        """In which information sets there is a choice left."""

    def thin(self, gains: Matrix) -> Matrix:
        """Take out what is dominated, last information sets first, and return what the sequences that are kept bring.

        :param gains: what each sequence of the seat brings it against each sequence of the other.
        """
        while True:
            last = self._last()
            self._compare(gains, last)
            left = np.bincount(self.set_of, self.sensible[1:], len(self.parent))
            settled = last & (left == 1)
            (only,) = np.nonzero(self.sensible[1:] & settled[self.set_of])
            self.open &= ~settled
            self.kept[only + 1] = False
            self.kept &= self.sensible
            (kept,) = np.nonzero(self.kept)
            rows = np.concatenate([kept, self.parent[self.set_of[only]]])
            columns = np.concatenate([kept, only + 1])
            adds = coo_array((np.ones(len(rows)), (rows, columns)), shape=(len(self.kept), len(self.kept)))
            gains = (adds.tocsr() @ gains).tocsr()
            if not len(only):
                return gains

    def _last(self) -> Marks:
        """Return the information sets with a choice after which the seat has none."""
        goes_on = np.zeros(len(self.kept), np.bool_)
        goes_on[self.parent[self.open]] = True
        last: Marks = self.open & (np.bincount(self.set_of, goes_on[1:], len(self.parent)) == 0)
        return last

    def _compare(self, gains: Matrix, sets: Marks) -> None:
        """Mark what is dominated in some information sets; of actions that bring the same the first stays."""
        (numbers,) = np.nonzero(sets)
        for one, other in itertools.permutations(range(int(self.count[numbers].max(initial=0))), 2):
            firsts = self.first[numbers[self.count[numbers] > max(one, other)]]
            better, worse = firsts + one, firsts + other
            both = self.sensible[better] & self.sensible[worse]
            better, worse = better[both], worse[both]
            if len(better):
                least = (gains[better] - gains[worse]).min(axis=1).toarray()
                self.sensible[worse[least >= 0]] = False


def without_dominated(payoffs: Matrix, ours: Choices, theirs: Choices) -> Matrix:
    """Take out what is dominated for either seat, and return what is left: what sequences that are kept come to for side 0.

    :param payoffs: what each sequence of side 0 comes to for it against each of side 1.
    """
    size = -1, -1
    while size != (size := (int(ours.kept.sum()), int(theirs.kept.sum()))):
        payoffs = (-theirs.thin((-payoffs.T).tocsr()).T).tocsr()
        payoffs = ours.thin(payoffs)
    return payoffs[ours.kept][:, theirs.kept].tocsr()
