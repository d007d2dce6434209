"""The answer of the native core, where it is there and knows games of the kind."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from aceten import MatchingState, SuitState
from aceten_solver.native import encode_matching, encode_suits
from aceten_solver.native.door import BusyError, RefusedError
from aceten_solver.native.library import native_library
from aceten_solver.native.loaded_tables import distrust, made_of, tables_of
from aceten_solver.native.native_core import Core
from aceten_solver.question.backends import BackendError, CoreError, Cost
from aceten_solver.question.measures import between_marks, meet
from aceten_solver.question.question import Depth, SearchAnswer
from aceten_spec.speech import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aceten import Action
    from aceten_solver.question.backends import Backend
    from aceten_solver.question.measures import Span
    from aceten_solver.question.question import SearchQuestion


_MOST_THRESHOLDS: Final = 4096
"""The core takes no scale that is finer."""


class Native:
    """The native core, for one game after the other. It keeps what it has learned while the game stays the same."""

    def __init__(self, memory: int, backend: Backend | None, *, tables: bool = True) -> None:
        """Let what it remembers take at most this many bytes; know no game where the search in Python is to answer.

        :param tables: whether complete tables of endgames are looked up where they are there.
        :raises BackendError: when the core that is there cannot be used, or one is asked for and there is none.
        """
        self._library = native_library() if backend != "python" else None
        if backend == "native" and self._library is None:
            message = say("the native core is not there; it is built by installing aceten where cargo is")
            raise BackendError(message)
        self._memory = memory
        self._tables = tables
        self._rules: tuple[int, ...] | None = None
        self._core: Core | None = None
        self._stopped = False
        self._searched = 0
        self.cost = Cost()
        """What the last answer has cost."""

    def answer(self, question: SearchQuestion) -> SearchAnswer | None:
        """Return what is known about a position, as far as its limits allow; ``None`` when the core cannot do it.

        :raises CoreError: when the core has failed.
        """
        if len(question.scale.thresholds) > _MOST_THRESHOLDS:
            return None
        try:
            match question.state:
                case MatchingState() as state:
                    return self._matching(state, question)
                case SuitState() as state:
                    return self._suits(state, question)
                case _:
                    return None
        except BusyError:
            raise
        except BaseException:
            self._leave()
            raise

    def _leave(self) -> None:
        """Have no more to do with a core that has failed, or was cut off: a search may still go on in it, and its end is not waited for."""
        core, self._core, self._rules = self._core, None, None
        if core is not None:
            core.stop()

    def _matching(self, state: MatchingState, question: SearchQuestion) -> SearchAnswer | None:
        core = self._opened(encode_matching.rules_of(state.game, question.sides))
        if core is None:
            return None
        if self._tables:
            self._look_up(core, state, question)
        asked = encode_matching.question_of(state, question.scale)
        try:
            answer = self._ask(core, question, asked, partial(encode_matching.actions_of, state.game))
        except (BusyError, RefusedError):
            raise
        except CoreError as error:
            if core.tables is None or not distrust(core.tables, error):
                raise
            self._leave()
            return self._matching(state, question)
        self._searched += answer.nodes
        return answer

    def _look_up(self, core: Core, state: MatchingState, question: SearchQuestion) -> None:
        """Let the core use the tables that are there, or those that it pays to make."""
        game, limits = state.game, question.limits
        rules = encode_matching.endgames_of(game, question.sides)
        tables = tables_of(rules, game, game.rules.hand if state.talon else max(map(len, state.hands)))
        if tables is None and limits.nodes is None and limits.seconds is None:
            tables = made_of(rules, game.rules.hand, self._searched, limits.stop or (lambda: False))
        if tables is not None and tables is not core.tables:
            core.look_up(tables)

    def _suits(self, state: SuitState, question: SearchQuestion) -> SearchAnswer | None:
        core = self._opened(encode_suits.rules_of(state.game, question.sides))
        asked = None if core is None else encode_suits.question_of(state, question.scale)
        if core is None or asked is None:
            return None
        return self._ask(core, question, asked, partial(encode_suits.actions_of, state.game))

    def _ask(
        self, core: Core, question: SearchQuestion, asked: Sequence[int], named: Callable[[], Callable[[int], Action]]
    ) -> SearchAnswer:
        """Ask the core.

        :param named: returns what returns the action of each number of the core; most answers tell a value alone.
        """
        scale, limits, depth = question.scale, question.limits, question.depth
        spent: Cost | None = None
        known: dict[int | None, Span] = {}
        if len(scale.marks) < len(scale.thresholds):
            # What was asked for is settled first; the tables know much of what counts after it then.
            marked = [scale.thresholds[mark - 1] for mark in scale.marks]
            first = core.ask(asked, marked, min(depth, Depth.ACTIONS), limits)
            spent, limits = first.cost, limits.after(first.cost)
            known = {code: between_marks(scale, span) for code, span in ((None, first.root), *first.actions)}
        reply = core.ask(asked, scale.thresholds, depth, limits)
        self.cost = reply.cost if spent is None else reply.cost.plus(spent)
        root = meet(reply.root, known.get(None, reply.root))
        actions: dict[Action, Span] = {}
        line: tuple[Action, ...] = ()
        if reply.actions:
            action_of = named()
            actions = {action_of(code): meet(span, known.get(code, span)) for code, span in reply.actions}
            line = tuple(map(action_of, reply.line))
        return SearchAnswer(root, actions, line, reply.exact, self.cost.nodes, "native", self.cost.looked_up)

    def _opened(self, rules: tuple[int, ...] | None) -> Core | None:
        """Return what solves games with these rules; ``None`` where there is no core, or it does not know them."""
        if self._library is None or rules is None:
            return None
        if rules == self._rules:
            return self._core
        self.close()
        try:
            core = Core(self._library, rules, self._memory)
        except RefusedError:
            core = None
        # Only now, as what is opened may be cut off.
        self._core, self._rules, self._searched = core, rules, 0
        if core is not None and self._stopped:
            core.stop()
        return core

    def stop(self) -> None:
        """End the search that is going on in another thread, and every later one."""
        self._stopped = True
        core = self._core
        if core is not None:
            core.stop()

    def close(self) -> None:
        """Give the memory back."""
        core, self._core, self._rules = self._core, None, None
        if core is not None:
            core.close()
