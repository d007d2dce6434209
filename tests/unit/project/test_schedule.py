"""Every test is run once, by one process each, and those that go together by the same one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pytest
from support.checkout import ROOT
from support.schedule import TOGETHER, ByGroup, group_of

TESTS: Final = (
    "tests/unit/test_a.py::test_one[1]",
    "tests/unit/test_a.py::test_two",
    "tests/site/test_b.py::test_page",
    "tests/unit/test_a.py::test_one[2]",
    "tests/unit/test_a.py::test_three",
    "tests/site/test_c.py::test_link[a]",
    "tests/unit/test_a.py::test_four",
    "tests/unit/test_a.py::test_one[3]",
)
ONE: Final = [0, 3, 7]
SITE: Final = [2, 5]


@dataclass(eq=False)
class Told:
    """A process, and what it was told."""

    runs: list[list[int]] = field(default_factory=list[list[int]])
    shutting_down: bool = False

    def send_runtest_some(self, indices: Sequence[int]) -> None:
        """Be told to run tests."""
        assert not self.shutting_down
        self.runs.append(list(indices))

    def shutdown(self) -> None:
        """Be told that nothing comes any more."""
        self.shutting_down = True

    @property
    def places(self) -> list[int]:
        """All that it was to run, in this order."""
        return [place for run in self.runs for place in run]


def begun(number: int, seconds: Mapping[str, float] | None = None) -> tuple[ByGroup, list[Told]]:
    """Return processes that have begun to run the tests."""
    scheduler, processes = ByGroup(number, seconds or {}), [Told() for _ in range(number)]
    for process in processes:
        scheduler.add_node(process)
    for process in processes:
        assert not scheduler.collection_is_completed
        scheduler.add_node_collection(process, TESTS)
    assert scheduler.collection_is_completed
    scheduler.schedule()
    return scheduler, processes


def run_all(scheduler: ByGroup, processes: Sequence[Told]) -> None:
    """Let each process in turn run a test that it was told to, until all have ended."""
    done = dict.fromkeys(processes, 0)
    while not scheduler.tests_finished:
        before = sum(done.values())
        for process in processes:
            if done[process] < len(process.places) - (not process.shutting_down):
                scheduler.mark_test_complete(process, process.places[done[process]], 0.5)
                done[process] += 1
        assert sum(done.values()) > before, "nobody knows what to run"
    for process in processes:
        assert process.shutting_down
        for place in process.places[done[process] :]:
            scheduler.mark_test_complete(process, place, 0.5)
    assert not scheduler.has_pending


@pytest.mark.parametrize("number", [1, 2, 3, 9])
def test_every_test_is_run_once(number: int) -> None:
    """However many processes there are, each test is run by one of them, and all of them are told when nothing comes any more."""
    scheduler, processes = begun(number)
    assert scheduler.has_pending
    run_all(scheduler, processes)
    assert sorted(place for process in processes for place in process.places) == list(range(len(TESTS)))
    assert scheduler.taken == {
        group_of(test): 0.5 * len(group) for group in (ONE, SITE) for test in [TESTS[group[0]]]
    } | {TESTS[place]: 0.5 for place in (1, 4, 6)}


def test_tests_that_go_together_are_told_at_once() -> None:
    """The cases of a function go to one process at once, and so do the tests of the site, whichever files they stand in."""
    scheduler, processes = begun(2)
    run_all(scheduler, processes)
    runs = [run for process in processes for run in process.runs]
    assert ONE in runs
    assert SITE in runs


def test_what_took_longest_goes_first() -> None:
    """What took longest the last time goes first; of what is not known, what shares something, then the largest group."""
    _, (process, other) = begun(2, {TESTS[6]: 3, "site": 5})
    assert other.runs[0] == [6]
    assert process.runs == [SITE, ONE]
    _, (process, other) = begun(2)
    assert [process.runs[0], other.runs[0]] == [SITE, ONE]


def test_others_run_what_a_broken_process_left() -> None:
    """Where a process breaks down, the test that it ran is named, and what it had still to run goes to others."""
    scheduler, (other, process) = begun(2)
    assert process.runs[0] == ONE
    scheduler.mark_test_complete(process, 0)
    assert scheduler.remove_node(process) == TESTS[3]
    with pytest.raises(KeyError):
        scheduler.remove_node(process)
    scheduler.add_node(new := Told())
    scheduler.add_node_collection(new, TESTS)
    scheduler.schedule()
    run_all(scheduler, [other, new])
    assert sorted(other.places + new.places) == [1, 2, 4, 5, 6, 7]
    assert scheduler.remove_node(other) is None


def test_what_is_given_back_or_asked_for_again_is_run() -> None:
    """Tests that a process gives back others run, and one that is to be run once more comes next."""
    scheduler, (other, process) = begun(2)
    scheduler.remove_pending_tests_from_node(process, ONE[1:])
    process.runs[0] = ONE[:1]
    run_all(scheduler, [process, other])
    assert sorted(process.places + other.places) == list(range(len(TESTS)))
    assert not scheduler.has_pending
    scheduler.add_node(new := Told())
    scheduler.mark_test_pending(TESTS[4])
    assert new.places == [4]


def test_different_tests_are_no_order() -> None:
    """Processes that have collected different tests cannot be told what to run, and what differs is said."""
    scheduler = ByGroup(2, {})
    processes = [Told(), Told()]
    for process in processes:
        scheduler.add_node(process)
    scheduler.add_node_collection(processes[0], TESTS)
    with pytest.raises(ValueError, match=r"different tests: tests/unit/test_a\.py::test_two$"):
        scheduler.add_node_collection(processes[1], (TESTS[0], *TESTS[2:]))
    with pytest.raises(ValueError, match="different tests: their order"):
        scheduler.add_node_collection(processes[1], TESTS[::-1])


def test_what_goes_together_is_there() -> None:
    """Every folder and file whose tests go together is there."""
    assert [beginning for beginning in TOGETHER if not (ROOT / beginning).exists()] == []


def test_what_is_known_of_other_groups_stays_known() -> None:
    """How long a group took that is not run this time is kept for the next."""
    scheduler, processes = begun(1, {"board": 7, "site": 5})
    run_all(scheduler, processes)
    assert scheduler.seconds == {"board": 7, **scheduler.taken}
    assert scheduler.taken["site"] == 1
