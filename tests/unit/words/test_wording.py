"""Sentences in every language: cards, players and games by their names, numbers and beginnings as the language has them."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from support.processes.program_runs import Aceten
from support.slices import sliced
from tools.messages import TRANSLATED, messages

import aceten_solver
from aceten import Action, IllegalAction, Play, Record, State, UsageError, load, parse
from aceten.pictures import picture_of
from aceten.words import meaning_of_result, telling, tricks_of
from aceten.words.lessons import lesson
from aceten_solver.answers.value_labels import label
from aceten_solver.reviews.verdicts import Verdicts
from aceten_spec import load_shipped, parse_rulebook, shipped
from aceten_spec.speech import LANGUAGES, Language, decimal, sentence, speaking

CODE: Final = re.compile(r"(?<![\w:=])(10|[2-9TJQKA])[cshd](?!\w)")
"""A card in notation, but where it is part of an action or of a position line."""
NAMES: Final = {
    "de": {"sixty-six": "Sechsundsechzig", "sedma-three": "Sedma zu dritt"},
    "hu": {"sixty-six": "Hatvanhat", "sedma-three": "Sedma hármasban"},
}
MARRIED: Final = "sixty-six/2 hands=KsQsJhJd9c9s,AsJcJsTcTsTd talon=AhKcQhAdKhThQd9dKdQc lead=0 taken=Ac9h,- dealer=0"
NUMBERED: Final = {
    "reference/aceten/engine/game.py": "a seat or an action as a program gives it",
    "reference/aceten/conformance/": "requests, which have numbers, in reports",
    "apps/aceten_board/": "what a page has asked for",
    "apps/aceten_cli/": "an option, or what was typed",
    "apps/aceten_pettingzoo/": "an option of an environment",
}
"""Where seats and sides stand in messages as they were given."""


def moments(game: str, players: int, seed: int) -> Iterator[tuple[State, State]]:
    """Yield the states of a deal in pairs, before and after an action: every other time one that is no card, where there is one."""
    state = load(game, players=players).deal(seed=seed)
    while state.turn is not None:
        others = [action for action in state.legal if not isinstance(action, Play)]
        action: Action = others[seed % len(others)] if others and len(state.log) % 2 else state.legal[-1]
        after = state.play(action)
        yield state, after
        state = after


def told(before: State, after: State) -> Iterator[str]:
    """Yield the sentences about a moment and about what was done in it."""
    words = telling(before)
    seen = telling(before.view(before.turn or 0))
    yield from (words.opening(), words.asked(), meaning_of_result(after))
    for action in before.legal:
        yield from (words.choice(action), words.does(action), words.tries(action), words.named(action))
        yield from () if isinstance(action, Play) else (words.done(action), words.seen(action))
    yield from (mark for seat in range(before.game.players) for mark in words.marks(seat))
    for each in (words, seen):
        yield from (*each.table(), *each.trick(), *each.notes(), *each.gist(), *each.own())
    yield from (line.partition(": ")[2] or line for line in words.explained())
    yield from (*words.noticed(after), *words.consequences(after), words.outcome(after))
    yield from lesson(before, after)


@pytest.mark.turns(8)
@pytest.mark.parametrize("game", shipped())
@pytest.mark.parametrize("spoken", LANGUAGES)
def test_no_sentence_has_the_code_of_a_card(spoken: Language, game: str) -> None:
    """Whatever is told of a deal, at any moment of it, names cards: ``As`` is an ace to a German, and no card to most people."""
    with speaking(spoken):
        for seed in range(sliced(2, whole=20)):
            for before, after in moments(game, load_shipped(game).parameters.players[0], seed):
                for said in told(before, after):
                    assert not CODE.search(said), said


@pytest.mark.turns(8)
@pytest.mark.parametrize("game", shipped())
@pytest.mark.parametrize("spoken", LANGUAGES)
def test_sentences_begin_with_a_capital_letter(spoken: Language, game: str) -> None:
    """Those that stand alone, and those that stand in a row; pictures tell in such ones, too."""
    with speaking(spoken):
        for before, after in moments(game, load_shipped(game).parameters.players[-1], seed=3):
            said = " ".join(lesson(before, after))
            for line in (said, meaning_of_result(after), *re.findall(r"<desc[^>]*>(.*?)</desc>", picture_of(after))):
                assert not re.search(r"(^|[^.]\. )[a-zäöüáéíóőúű]", line), line


def test_a_sentence_has_a_beginning_and_an_end() -> None:
    """Any words can be one, of whatever language, and none is changed but its first letter."""
    assert sentence("der Talon ist aufgebraucht") == "Der Talon ist aufgebraucht."
    assert sentence("így") == "Így."


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_a_review_names_cards(spoken: Language) -> None:
    """What would have been better, and the picture of a deal's course, name cards that have suits."""
    start = parse("schnapsen/2 hands=KhQhTsJs,AhThAdKd trump=s lead=0 points=27,38 tricks=3,3")
    states = [start]
    for action in ("Qh", "Th", "Ah", "Kh", "claim"):
        states.append(states[-1].play(action))
    reviewed = aceten_solver.review(Record(tuple(states)))
    with speaking(spoken):
        words = Verdicts(reviewed)
        mistakes = [entry for entry in reviewed.actions if entry.mistake]
        sentences = [words.worst(mistakes), *[each.sentence for side in (0, 1) for each in words.side(side)]]
        assert mistakes
        assert not CODE.search(" ".join([*sentences, *map(words.better, mistakes), reviewed.picture()]))


def test_what_has_happened_is_told_of_cards_and_players() -> None:
    """The last card of a talon by its name in each language; rows of play have the notation of cards, which a program reads."""
    told = {
        "en": "the talon is used up; B has drawn the king of clubs",
        "de": "der Talon ist aufgebraucht; B hat Kreuz-König gezogen",
        "hu": "a talon elfogyott; B húzta a felütött lapot: treff király",
    }
    state = parse("sixty-six/2 hands=KsQs9c9sJh,AsAcJcJsTc talon=AhKc lead=0 taken=JdTh,AdKdQdKhQhTd9dQcTs9h")
    for spoken in LANGUAGES:
        with speaking(spoken):
            assert told[spoken] in list(telling(state).noticed(state.play("draw")))
            assert tricks_of(parse(MARRIED), [Play(parse(MARRIED).hands[0][0])])[0].moves.startswith("A ")


def test_no_message_counts_seats_or_sides() -> None:
    """Players are A, B and so on wherever people read of them; numbers are for programs, and for what was given as a number."""
    for message in messages():
        for template in (message.id,) if isinstance(message.id, str) else message.id:
            if re.search(r"\b(seat|dealer) \{", template):
                assert message.file.startswith(tuple(NUMBERED)), template


@pytest.mark.parametrize(
    ("line", "action", "said"),
    [
        (MARRIED, "exchange", {"en": "A does not", "de": "A hat", "hu": "A kezében"}),
        ("zsiros/2 hands=AT97,KQ7 talon=KJ8A lead=1 trick=A points=20,20 tricks=2,1", "8", {"en": "A does not"}),
        ("sedma/4 hands=A,K,Q,J lead=2", "A", {"en": "C does not hold this card"}),
    ],
)
def test_a_refusal_names_the_player(line: str, action: str, said: dict[Language, str]) -> None:
    """Whoever cannot do something is called as everywhere else."""
    state = parse(line.replace("9c9s", "JcTs").replace("AsJcJsTcTsTd", "As9c9sTcJsTd"))
    for spoken, begins in said.items():
        with speaking(spoken), pytest.raises(IllegalAction) as refused:
            state.play(action)
        assert refused.value.problem.startswith(begins)
        assert not re.search(r"\d", refused.value.problem)


@pytest.mark.parametrize(
    ("spoken", "calls"),
    [
        ("en", "C may call beat, no beat, grease and no grease"),
        ("hu", "C felszólíthat: üss, ne üss, zsírt és ne zsírt"),
        ("de", "C darf zurufen: stich, nicht stechen, schmier und nicht schmieren"),
    ],
)
def test_calls_are_told_in_the_words_of_players(spoken: Language, calls: str, run: Aceten) -> None:
    """As they are said at the table, beside those that are shown in notation."""
    assert calls in run("-l", spoken, "show", "zsiros/4 hands=AO7,T97,K87,AO7 lead=0").out


@pytest.mark.parametrize(("spoken", "mark"), [("en", "."), ("hu", ","), ("de", ",")])
def test_decimals_have_the_mark_of_the_language(spoken: Language, mark: str) -> None:
    """In sentences, and under the cards of pictures, with and without a sign."""
    with speaking(spoken):
        assert (decimal(51.84, 1), label(51.84, "points")) == (f"51{mark}8", f"51{mark}8")
        assert (decimal(0.5, 2, signed=True), label(-0.5, "game-points")) == (f"+0{mark}50", f"\N{MINUS SIGN}0{mark}50")


@pytest.mark.parametrize("spoken", TRANSLATED)
def test_games_have_names_in_the_language(spoken: Language, run: Aceten) -> None:
    """No name is English; by its name a game is found, in every command, and refusals and rules call it so."""
    for game in shipped():
        book = load_shipped(game)
        with speaking(spoken):
            name = book.called
        assert not re.search(r"\b(sixty|auction|by the|for|with|as|three)\b", name, re.IGNORECASE), name
        assert load_shipped(name) is book
    for game, name in NAMES[spoken].items():
        assert run("-l", spoken, "rules", game).out.startswith(f"{name}\n")
    with speaking(spoken), pytest.raises(IllegalAction) as refused:
        parse(MARRIED).play("flip")
    assert NAMES[spoken]["sixty-six"] in refused.value.problem
    with speaking(spoken), pytest.raises(UsageError) as alone:
        aceten_solver.solve(parse("septica/3 hands=A,K,7 lead=0"))
    assert "Șeptică" in str(alone.value)


def test_a_game_of_ones_own_has_its_own_name() -> None:
    """What another game is called in other languages is not inherited with its rules."""
    text = 'format = 1\nextends = "sixty-six"\nid = "home"\nprefix = "HOME"\n'
    with speaking("hu"):
        assert parse_rulebook(text).called == "home"
        assert parse_rulebook(f'{text}title = "At home"\n\n[titles]\nhu = "Otthon"\n').called == "Otthon"
    with speaking("de"):
        assert parse_rulebook(f'{text}title = "At home"\n\n[titles]\nhu = "Otthon"\n').called == "At home"


@pytest.mark.parametrize(("spoken", "called"), [("en", "naked"), ("de", "nackt"), ("hu", "csupasz")])
def test_what_a_win_is_called(spoken: Language, called: str) -> None:
    """A word of English rulebooks is said in the language; one of the language in which the game is played is the same in all."""
    with speaking(spoken):
        assert meaning_of_result(parse("sedma/2 hands=-,- lead=0 points=80,0 tricks=16,0")).endswith(f", {called}.")
        assert meaning_of_result(parse("zsiros/2 hands=-,- lead=0 points=80,0 tricks=16,0")).endswith(", csupasz.")
