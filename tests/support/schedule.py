"""Which process runs which tests: the cases of a function go to one, and so do tests that share what is made once.

This is a scheduler as pytest-xdist documents it for ``pytest_xdist_make_scheduler``. What took longest the last time goes first, so that
no process is left with much at the end.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

TOGETHER: Final = {
    "tests/board/page/": "board",
    "tests/board/server/test_crowds.py": "board",
    "tests/board/server/test_fire.py": "board",
    "tests/board/server/test_strangers.py": "board",
    "tests/frameworks/test_stepper.py": "board",
    "tests/site/test_strange_texts_on_the_site.py": "strange site",
    "tests/site/": "site",
    "tests/property/play/test_matching_play.py": "play",
    "tests/property/play/test_suit_play.py": "suit play",
    "tests/unit/project/test_distribution.py": "distribution",
    "tests/unit/commands/test_streams.py": "streams",
}
"""Tests that look at one board or one site in one browser, or at what is played or built once: by the beginnings of their names."""

_AT_HAND: Final = 2
"""A process begins a test when it knows which one comes after it: so many are to wait there."""


class Process(Protocol):
    """One of those that run tests, as pytest-xdist has it."""

    @property
    def shutting_down(self) -> bool:
        """Whether it was told that nothing comes any more."""
        ...

    def send_runtest_some(self, indices: Sequence[int]) -> None:
        """Have it run tests, by their places in what it has collected, after those that it was told before."""
        ...

    def shutdown(self) -> None:
        """Let it end after what it was told to run."""
        ...


def group_of(test: str) -> str:
    """Return what a test goes together with: those for which this is the same run in one process, one after the other."""
    shared = [group for beginning, group in TOGETHER.items() if test.startswith(beginning)]
    return shared[0] if shared else test.partition("[")[0]


class ByGroup:
    """Hands out tests, a group at a time."""

    def __init__(self, processes: int, seconds: Mapping[str, float]) -> None:
        """Expect so many processes.

        :param seconds: how long each group took, as far as that is known.
        """
        self._expected = processes
        self._seconds = seconds
        self._collected: list[str] | None = None
        self._ready: list[Process] = []
        self._given: dict[Process, dict[int, None]] = {}
        self._waiting: list[list[int]] | None = None
        self.taken: defaultdict[str, float] = defaultdict(float)
        """How long each group took this time."""

    @property
    def seconds(self) -> dict[str, float]:
        """How long each group took, the last time that it was run."""
        return {**self._seconds, **self.taken}

    @property
    def nodes(self) -> list[Process]:
        """The processes."""
        return list(self._given)

    @property
    def collection_is_completed(self) -> bool:
        """Whether as many as are expected have collected their tests."""
        return len(self._ready) >= self._expected

    @property
    def tests_finished(self) -> bool:
        """Whether nobody needs to be told any more what comes next."""
        return (
            self.collection_is_completed
            and not self._waiting
            and all(len(given) < _AT_HAND for given in self._given.values())
        )

    @property
    def has_pending(self) -> bool:
        """Whether any test is still to be run."""
        return bool(self._waiting) or any(self._given.values())

    def add_node(self, node: Process) -> None:
        """Take in a process."""
        self._given[node] = {}

    def add_node_collection(self, node: Process, collection: Sequence[str]) -> None:
        """Hear what a process has collected.

        :raises ValueError: if that is not what the others have, as they are told to run tests by their places.
        """
        if self._collected is None:
            self._collected = list(collection)
        elif self._collected != list(collection):
            differing = sorted({*self._collected} ^ {*collection}) or ["their order"]
            raise ValueError(f"processes have collected different tests: {', '.join(differing[:5])}")
        self._ready.append(node)

    def mark_test_complete(self, node: Process, item_index: int, duration: float = 0) -> None:
        """Hear that a test has been run, and how many seconds it took."""
        assert self._collected is not None
        del self._given[node][item_index]
        self.taken[group_of(self._collected[item_index])] += duration
        self._give(node)

    def mark_test_pending(self, item: str) -> None:
        """Let a test be run once more, next of all: the one in which a process broke down, where a plugin asks for that."""
        assert self._collected is not None
        self._hand_out([self._collected.index(item)])

    def remove_pending_tests_from_node(self, node: Process, indices: Sequence[int]) -> None:
        """Hear that a process gives tests back that it has not begun; others run them."""
        for place in indices:
            del self._given[node][place]
        self._hand_out(list(indices))

    def remove_node(self, node: Process) -> str | None:
        """Let a process go, and return the test in which it broke down, if so; others run what it had still to run.

        :raises KeyError: if it was none of these.
        """
        given = self._given.pop(node)
        if not given:
            return None
        assert self._collected is not None
        broken, *left = given
        self._hand_out(left)
        return self._collected[broken]

    def _hand_out(self, places: list[int]) -> None:
        """Give tests that nobody has to run to whoever has little left."""
        assert self._waiting is not None
        if places:
            self._waiting.append(places)
        for each in self.nodes:
            self._give(each)

    def schedule(self) -> None:
        """Give everybody something to do."""
        if self._waiting is None:
            self._waiting = self._groups()
        for node in self.nodes * _AT_HAND:
            self._give(node)

    def _groups(self) -> list[list[int]]:
        """Return the places of tests that go together, what goes first at the end."""
        assert self._collected is not None
        groups: defaultdict[str, list[int]] = defaultdict(list)
        for place, test in enumerate(self._collected):
            groups[group_of(test)].append(place)
        shared = {*TOGETHER.values()}  # they take long, as somebody will have seen who put them together
        known = sorted(groups, key=lambda group: (self._seconds.get(group, 0), group in shared, len(groups[group])))
        return [groups[group] for group in known]

    def _give(self, node: Process) -> None:
        """Tell a process what comes next, if it has little left to run; or that nothing does."""
        if node.shutting_down:
            return
        if not self._waiting:
            node.shutdown()
        elif len(self._given[node]) <= _AT_HAND:
            places = self._waiting.pop()
            self._given[node].update(dict.fromkeys(places))
            node.send_runtest_some(places)
