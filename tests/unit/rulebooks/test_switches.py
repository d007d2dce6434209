"""Yes/no parameters: truth values in a rulebook, words where they are options."""

import pytest

from aceten import load, parse
from aceten_spec import RulebookError, load_shipped, parse_rulebook, shipped
from aceten_spec.rulebook import digest
from aceten_spec.switches import SWITCHES, as_option, as_parameter, as_written

HEAD = 'format = 1\nextends = "ristiklappi"\nid = "home"\nprefix = "HO"\n'
SETTING = """\
[parameters]
spice = {no}
[by_players.2]
flip = {no}
zero_resets = {yes}
[options.burning]
clause = "HO-SCORE-9"
values.none = {{}}
values.some = {{ four_resets = {yes} }}
"""


@pytest.mark.parametrize("game", shipped())
def test_every_switch_of_a_rulebook_is_a_truth_value(game: str) -> None:
    """A parameter that says whether something is so is true or false."""
    parameters = load_shipped(game).parameters
    own = {name: getattr(parameters, name) for name in parameters.__struct_fields__ if name in SWITCHES}
    assert own
    assert all(isinstance(value, bool) for value in own.values())
    assert not any(
        value in {"on", "off"}
        for name in parameters.__struct_fields__
        if isinstance(value := getattr(parameters, name), str)
    )


def test_words_are_read_for_truth_values() -> None:
    """A rulebook in which the words of options stand for the parameters themselves is the same rulebook, wherever they stand."""
    words = parse_rulebook(HEAD + SETTING.format(yes='"on"', no='"off"'))
    assert words == parse_rulebook(HEAD + SETTING.format(yes="true", no="false"))
    assert load(words, players=2, burning="some").rules.four_resets is True  # type: ignore[union-attr]


@pytest.mark.parametrize(("said", "found"), [('"maybe"', "a text"), ("1", "a whole number"), ('["on"]', "a list")])
def test_what_is_no_truth_value_is_refused(said: str, found: str) -> None:
    """The message says what to write."""
    with pytest.raises(RulebookError, match=f"found {found}; expected true or false") as caught:
        parse_rulebook(f"{HEAD}[parameters]\nspice = {said}\n")
    assert caught.value.key == "parameters.spice"


def test_an_option_is_said_by_a_word_or_a_truth_value() -> None:
    """A position line says ``on`` and ``off``; Python takes truth values, too, and both are the same game."""
    words, truths = load("einwerfen", favourite="off"), load("einwerfen", favourite=False)
    assert words == truths
    assert words.options == truths.options == (("favourite", "off"),)
    assert truths.rules.favourite is False  # type: ignore[union-attr]
    assert load("einwerfen", favourite=True) == load("einwerfen")
    assert str(parse(str(truths.deal(seed=1)))).endswith(" favourite=off")
    with pytest.raises(RulebookError, match="'True' is no value of the option drawn_deal"):
        load("einwerfen", drawn_deal=True)


def test_digests_are_what_they_were() -> None:
    """Records and tables name rules by their digest, in which a truth value is a word: those of earlier programs go on to be right."""
    told = digest(load("einwerfen", favourite=False).rules)
    assert told == "sha256:7b97639148d5d928dd509a35ead5667a30469dcd7cc353edf9ff5d2bad53f725"


def test_words_and_truth_values_stand_for_each_other() -> None:
    """Only of the parameters that are truth values; a rulebook has them without quotes."""
    assert [as_option(value) for value in (True, False, 7, "draw")] == ["on", "off", 7, "draw"]
    assert as_parameter("spice", "on") is True
    assert as_parameter("tie", "on") == "on"
    assert as_parameter("spice", 1) == 1
    assert [as_written(value) for value in (True, False, "draw")] == ["true", "false", "'draw'"]
