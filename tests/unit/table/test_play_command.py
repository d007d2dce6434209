"""``aceten play``: what is asked, shown and taken back, and what is never shown."""

import random
import re
from collections.abc import Callable
from typing import Final

import pytest
from support.games.game_strategies import game_of
from support.games.played_table import QUICK, TABLES, Table, asks_for_an_action, wise
from support.slices import in_turn, one_of_each, sliced

import aceten
import aceten_solver
from aceten import Call, CallKind, Card, Meld, Play, State
from aceten_cli.play.hint_figures import advice_lines
from aceten_solver.hidden.hints import hint
from aceten_solver.hidden.machine_player import Machine
from aceten_spec.names import card_name

GAMES: Final = sliced(one_of_each(TABLES[::-1], lambda table: table.partition("/")[0]), whole=TABLES)
"""Every game, with the most players where not every number of them is looked at."""

HANDOVER: Final = "it is your turn at the screen"


@pytest.mark.turns(90)
@pytest.mark.parametrize("game", TABLES)
def test_the_machine_plays_a_deal_of_every_game(table: Table, game: str) -> None:
    """With no people the machine plays a whole deal, and the match then stands as the record says; the end of the input ends it."""
    done = table.play(game, "--seats", "none", "--seed", "11")
    assert (done.status, done.err) == (0, "")
    state = table.state()
    assert state.turn is None
    match = aceten.start_match(game_of(state), dealer=state.dealer).finish(state)
    stands = re.findall(r"Match: (.*?)[;.]", done.out)
    assert [tuple(map(int, re.findall(r"\d+", text))) for text in stands] == [match.scores]
    assert table.run("replay", str(table.record)).status == 0


class Watcher:
    """A person who plays anything legal, asks for everything, and sees to it that no card is shown that is hidden from him."""

    def __init__(self, seed: int, moments: Callable[[], tuple[State, ...]]) -> None:
        """Play at random; ``moments`` are all the states of the deal so far."""
        self._random = random.Random(seed)
        self.moments = moments
        self._facing: str | None = None
        self._seen: dict[str | None, set[Card]] = {}
        self._looked: dict[str | None, int] = {}
        self.deals = 0
        self.checked = 0

    def __call__(self, prompt: str, state: State, text: str) -> str:
        """Check what was printed, and answer."""
        if asks_for_an_action(prompt) or " is to play; call " in prompt:
            self._facing = prompt[0] if asks_for_an_action(prompt) else "ABCDEFGH"[state.calls[0].seat]
        self._check(state, text)
        if HANDOVER in prompt:
            self._facing = prompt[0]
            return ""
        if state.turn is None:
            self.deals += 1
            self._seen.clear()
            self._looked.clear()
            if self.deals > 1:
                raise EOFError
            return ""
        ask = self._random.choice(["hint", "table", "legal", "undo", "", "", "", ""])
        if ask == "undo" or (ask and asks_for_an_action(prompt)):
            return ask
        return str(wise(state, self._random)) if asks_for_an_action(prompt) else self._random.choice(["", "beat"])

    def _check(self, state: State, text: str) -> None:
        seen = self._seen.setdefault(self._facing, set())
        moments = self.moments()
        self._looked = {facing: min(count, len(moments)) for facing, count in self._looked.items()}  # after undo
        for moment in moments[self._looked.get(self._facing, 0) :]:
            view = moment.view("ABCDEFGH".index(self._facing or "A"))
            shown = view.known if self._facing is not None else ()
            seen.update(view.trick, view.known_talon, *shown, *view.taken)
            seen.update(action.card for _, action in moment.log if isinstance(action, Play | Meld))
        self._looked[self._facing] = len(moments)
        style = state.game.pack.style
        for hidden in set(state.game.pack.cards) - seen:
            assert re.search(rf"(?<!\w){hidden}(?!\w)", text) is None, (hidden, text)
            assert card_name(hidden, style=style) not in text, (hidden, text)
            self.checked += 1


@pytest.mark.turns(90)
@pytest.mark.parametrize(
    ("game", "seats"), [*((game, "A") for game in in_turn(GAMES, 2)), ("zsiros/4", "A,C"), ("hola/3", "0,1")]
)
def test_nothing_hidden_is_shown(table: Table, game: str, seats: str) -> None:
    """Whatever a person asks, he sees no card before it is played or in his own hand; neither does he that of another person."""
    watcher = Watcher(len(game), table.moments)
    done = table.sit(watcher, game, "--seats", seats, "--seed", "5")
    assert done.status == 0
    assert watcher.deals > 0
    assert watcher.checked > 100
    assert len(table.files()) == watcher.deals


def test_a_hand_is_handed_over(table: Table) -> None:
    """Before another person's hand is shown he is asked to come to the screen; after that he is told what he has missed."""
    prompts: list[str] = []
    printed: list[str] = []

    def answer(prompt: str, state: State, text: str) -> str:
        prompts.append(prompt)
        printed.append(text)
        if len(prompts) > 6:
            raise EOFError
        return str(state.legal[0]) if asks_for_an_action(prompt) else ""

    table.sit(answer, "zsiros/2", "--seats", "all", "--seed", "1")
    assert [HANDOVER in prompt for prompt in prompts[:4]] == [True, False, True, False]
    assert prompts[0][0] != prompts[2][0]
    assert "your hand: " not in printed[0] + printed[2]
    assert "your hand: " in printed[1]
    assert f"{prompts[0][0]}  " in printed[3]


def test_whoever_comes_to_the_screen_may_leave_before_seeing_anything(table: Table) -> None:
    """Where seats change ``quit`` leaves, and nothing but Enter shows the hand of who comes."""
    prompts: list[str] = []
    shown: list[str] = []

    def answer(prompt: str, state: State, out: str) -> str:
        prompts.append(prompt)
        shown.append(out)
        if HANDOVER not in prompt:
            return str(state.legal[0])
        return {1: "", 3: "hint", 4: "quit"}[len(prompts)]

    done = table.sit(answer, "zsiros/2", "--seats", "all", "--seed", "1")
    assert (done.status, len(prompts)) == (0, 4)
    assert not any("your hand" in each.lower() for each in shown[3:])
    assert len(table.state().log) == 1


def test_undo_goes_back_to_the_last_own_decision(table: Table) -> None:
    """Undo restores the state of the last own decision; the same action leads on to the same state."""
    states: list[State] = []

    def answer(_prompt: str, state: State, _text: str) -> str:
        states.append(state)
        if len(states) > 4:
            raise EOFError
        return "undo" if len(states) == 3 else str(state.legal[0])

    table.sit(answer, "zsiros/2", "--seed", "4")
    first, second, third, again, last = states
    assert len({first, second, third}) == 3
    assert again == second
    assert last == third
    assert table.state() == third


def test_there_is_nothing_to_take_back_at_first(table: Table) -> None:
    """Before a person has played, undo says that there is nothing to take back."""
    done = table.play("zsiros/2", "--seed", "4", typed="undo\n")
    assert "nothing to take back" in done.out


@pytest.mark.turns(2)
def test_a_finished_deal_can_be_taken_back(table: Table) -> None:
    """Undo works after the last trick too, before the next deal."""
    ends: list[int] = []

    def answer(_prompt: str, state: State, _text: str) -> str:
        if state.turn is not None:
            if ends:
                raise EOFError
            return str(state.legal[0])
        ends.append(len(state.log))
        return "undo"

    done = table.sit(answer, "zsiros/2", "--seed", "4")
    assert done.status == 0
    assert table.state().turn == 0
    assert len(table.files()) == 1


@pytest.mark.turns(2)
def test_a_hint_is_what_the_machine_would_play(table: Table) -> None:
    """A hint says in a sentence to do what the machine does with the same view; its figures are shown on request, that action first."""
    hints: list[tuple[State, str]] = []

    def answer(_prompt: str, state: State, text: str) -> str:
        if hints and hints[-1][1] == "":
            hints[-1] = (state, text)
            return str(state.legal[0])
        if len(hints) > 5:
            raise EOFError
        hints.append((state, ""))
        return "hint full" if len(hints) % 2 == 0 else "hint"

    table.sit(answer, "zsiros/2", "--seed", "1")
    assert len(hints) > 5
    for number, (state, text) in enumerate(hints):
        chosen = Machine(seed=1, samples=2).choose(state.view(0))
        assert isinstance(chosen, Play)
        if number % 2:
            assert f"hint: the machine would play {chosen} (" in text
        else:
            assert f"Play the {card_name(chosen.card, style=state.game.pack.style)}: " in text
            assert "hint: " not in text


def test_the_figures_of_a_hint_say_in_how_many_deals_each_was_tried() -> None:
    """Where that differs, so that the sentence and the figures tell the same."""
    view = aceten.load("hola", players=4).deal(seed=3).view(1)
    advice = aceten_solver.advise(view, samples=40, seed=1)
    best, *others = advice.prospects
    assert best.samples < advice.samples
    _, *figures = advice_lines(advice, view)
    assert [line.rpartition(", ")[2] for line in figures] == [f"{each.samples} deals" for each in (best, *others)]
    assert f"of {best.samples} deals that fit" in hint(advice, view)


@pytest.mark.turns(4)
def test_a_match_goes_on_to_its_end(table: Table) -> None:
    """Deals follow one another, the dealer moves on, scores add up, and the match ends with its winner."""

    def answer(_prompt: str, state: State, text: str) -> str:
        printed.append(text)
        return "" if state.turn is None else str(state.legal[0])

    printed: list[str] = []
    done = table.sit(answer, "zsiros/2", "--seed", "2", "--option", "target=3", "--dealer", "B")
    assert done.status == 0
    match = aceten.start_match(aceten.load("zsiros", players=2, target=3), dealer=1)
    for number, path in enumerate(table.files()):
        record = aceten.read_record(path.read_text(encoding="utf-8"))
        assert record.states[0] == match.deal(seed=2 + number)
        match = match.finish(record.state)
    assert len(table.files()) > 1
    assert match.winner is not None
    assert f"Match: A {match.scores[0]}, B {match.scores[1]}. {'AB'[match.winner]} wins the match." in printed[-1]


@pytest.mark.turns(12)
def test_a_match_may_end_with_a_trick(table: Table) -> None:
    """Where reaching the target ends the match at once, the deal stops there."""
    options = ("--option", "finish=immediate", "--option", "target=20")
    done = table.play("ristiklappi/2", "--seats", "none", "--seed", "3", *options)
    assert "comes to 20 with this trick" in done.out
    assert "wins the match" in done.out
    assert table.state().turn is not None


@pytest.mark.turns(6)
def test_a_game_repeats_with_its_seed(table: Table) -> None:
    """The seed decides the deals and what the machine does; the first deal is that of ``aceten deal``."""
    typed = "9\n\na\nk\n\nhint\n"
    arguments = ("play", "zsiros/4", *QUICK, "--dealer", "0", "--seed")
    once, twice, other = (table.run(*arguments, seed, typed=typed).out for seed in ("8", "8", "9"))
    assert once == twice != other
    table.play("zsiros/4", "--seed", "8", "--dealer", "0")
    dealt = table.run("deal", "zsiros/4", "--seed", "8").out.strip()
    assert aceten.read_record(table.record.read_text(encoding="utf-8")).states[0] == aceten.parse(dealt)


@pytest.mark.turns(2)
def test_a_call_is_offered_and_heeded(table: Table) -> None:
    """Before the machine plays for a person's partner, he may call; the call is recorded, and the machine does it if it can."""

    def answer(prompt: str, state: State, _text: str) -> str:
        prompts.append(prompt)
        if len(prompts) > 1:
            raise EOFError
        assert state.turn == 2
        return "call no-grease"

    prompts: list[str] = []
    table.sit(answer, "zsiros/4", "--seed", "3", "--dealer", "0", "--calls")
    assert prompts[0] == "C is to play; call beat, no-beat, grease, no-grease, or Enter> "
    log = table.state().log
    assert (0, Call(aceten.Seat(0), CallKind.NO_GREASE)) in log
    card = log[2][1]
    assert isinstance(card, Play)
    assert card.card.rank.letter not in "AT"


@pytest.mark.turns(4)
def test_calls_are_offered_only_when_they_are_wanted(table: Table) -> None:
    """Nobody is asked what to call before ``calls on``, nor after ``calls off``, whatever is asked just then."""

    def answer(prompt: str, state: State, _text: str) -> str:
        prompts.append(prompt)
        if len(prompts) > 8:
            raise EOFError
        said = {1: "calls off", 3: "calls on", 5: "calls off"}.get(len(prompts))
        return said or ("" if "call" in prompt else str(state.legal[0]))

    prompts: list[str] = []
    table.sit(answer, "zsiros/4", "--seed", "1", "--dealer", "0")
    assert ["call" in prompt for prompt in prompts] == [False] * 4 + [True, True] + [False] * 3


@pytest.mark.turns(24)
@pytest.mark.parametrize("kind", list(CallKind))
def test_the_machine_does_as_called(kind: CallKind) -> None:
    """Whatever is called, the machine picks an action that does it, where there is one."""
    done = 0
    for seed in range(12):
        state = aceten.load("zsiros", players=4).deal(seed=seed)
        state = state.play(state.legal[0])
        state = state.play(Call(aceten.Seat(0), kind))
        chosen = Machine(seed=seed, samples=2).choose(state.view(2))
        fits = [action for action in state.legal if _does(state, action, kind)]
        assert chosen in (fits or state.legal)
        done += bool(fits) and len(fits) < len(state.legal)
    assert done > 2


def _does(state: State, action: aceten.Action, kind: CallKind) -> bool:
    assert isinstance(action, Play)
    rank, led = action.card.rank.letter, state.trick[0].rank.letter
    return {
        CallKind.BEAT: rank in (led, "7"),
        CallKind.NO_BEAT: rank not in (led, "7"),
        CallKind.GREASE: rank in ("A", "T"),
        CallKind.NO_GREASE: rank not in ("A", "T"),
    }[kind]
