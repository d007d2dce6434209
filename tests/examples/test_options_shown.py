"""Every value of every option is shown by an example, and the example would go otherwise without it."""

import msgspec
import pytest

from aceten import AcetenError, State, SuitState, load, parse, parse_action
from aceten.notation.examples import run_example
from aceten_spec import Example, Rulebook, load_shipped, shipped
from aceten_spec.options import option_values, own_value
from aceten_spec.rulebook import Option, OptionValue

WITHOUT_EFFECT = ("direction",)
"""Options that concern pictures of the table alone."""


def other_values() -> list[tuple[Rulebook, str, OptionValue | None]]:
    """Return every option value that is not the rulebook's own; ``None`` for any other number of an option without limit."""
    found: list[tuple[Rulebook, str, OptionValue | None]] = []
    for rulebook in map(load_shipped, shipped()):
        for name, option in rulebook.options.items():
            values = option_values(option)
            own = {own_value(rulebook, name, players) for players in players_of(rulebook, option)}
            found += [(rulebook, name, value) for value in values or (None,) if {value} != own]
    return found


def players_of(rulebook: Rulebook, option: Option) -> tuple[int, ...]:
    """Return the numbers of players with which there is an option."""
    return option.players or rulebook.parameters.players


def sets(example: Example, name: str, value: OptionValue | None) -> bool:
    """Whether an example sets an option to a value; ``None``: to any."""
    if example.match is not None:
        return name in example.match.options and value in (None, example.match.options[name])
    words = [word.partition("=") for word in (example.position or "").split()]
    return any(key == name and value in (None, text, _number(text)) for key, _, text in words)


def _number(text: str) -> int | None:
    return int(text) if text.isdigit() else None


def without(example: Example, name: str) -> Example:
    """Return the example without the option."""
    if example.match is not None:
        options = {key: value for key, value in example.match.options.items() if key != name}
        return msgspec.structs.replace(example, match=msgspec.structs.replace(example.match, options=options))
    words = [word for word in (example.position or "").split() if not word.startswith(f"{name}=")]
    return msgspec.structs.replace(example, position=" ".join(words))


def with_value(example: Example, name: str, value: OptionValue) -> Example:
    """Return the example with the option set to a value."""
    if example.match is not None:
        options = {**example.match.options, name: value}
        return msgspec.structs.replace(example, match=msgspec.structs.replace(example.match, options=options))
    return msgspec.structs.replace(example, position=f"{example.position} {name}={value}")


def course(rulebook: Rulebook, example: Example) -> list[object]:
    """Return what an example comes to, step by step: what each seat sees, what is legal, the result, and what cannot be."""
    if example.match is not None:
        try:
            run_example(rulebook, example)
        except AcetenError as error:
            return [str(error)]
        return ["as the example says"]
    seen: list[object] = []
    try:
        state = parse(example.position or "", rules=rulebook)
    except AcetenError as error:
        return [str(error)]
    seen += table(state)
    if example.deck is not None:
        cards = [card for card in state.game.pack.cards if isinstance(state, SuitState) and card.suit == state.trump]
        game = load(rulebook, players=state.game.players, **dict(state.game.options))
        dealt = game.deal(deck=example.deck, dealer=state.dealer, cut=cards[0] if game.cuts else None)
        seen += table(dealt)
    for step in example.steps:
        try:
            state = state.play(parse_action(step.action))
        except AcetenError as error:
            seen.append(type(error))
        seen += table(state)
    return seen


def table(state: State) -> list[object]:
    """Return everything about a state in which an option could show, but for the options themselves."""
    options = {f"{name}={value}" for name, value in state.game.options}
    lines = [
        tuple(word for word in str(state.view(seat)).split() if word not in options)
        for seat in range(state.game.players)
    ]
    return [lines, state.legal, state.calls, state.result]


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("rulebook", "name", "value"),
    [pytest.param(*case, id=f"{case[0].id}-{case[1]}-{case[2]}") for case in other_values()],
)
def test_every_option_value_is_shown(rulebook: Rulebook, name: str, value: OptionValue | None) -> None:
    """Each value of an option that is not the rulebook's own is set by an example of its clause, and makes a difference to one.

    Either that example goes otherwise without it, or another example of the clause goes otherwise with it.
    """
    clause = rulebook.options[name].clause
    examples = [example for example in rulebook.examples if sets(example, name, value)]
    assert examples, f"no example sets {name}={value}"
    assert any(clause in example.clauses for example in examples), f"none of the examples is one of {clause}"
    if name in WITHOUT_EFFECT:
        return
    pairs = [(example, without(example, name)) for example in examples]
    if value is not None:
        others = [
            example for example in rulebook.examples if clause in example.clauses and not sets(example, name, None)
        ]
        pairs += [(example, with_value(example, name, value)) for example in others]
    assert any(course(rulebook, one) != course(rulebook, other) for one, other in pairs)
