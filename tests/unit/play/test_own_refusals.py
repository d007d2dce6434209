"""What is refused by rules of one's own that no shipped game has, and by which clause."""

import msgspec
import pytest

from aceten import IllegalAction, Play, card, load, parse_action
from aceten_spec import load_shipped


def test_marriages_of_ones_own_rules() -> None:
    """A claim with a marriage is refused where there are claims and no marriages; a rulebook may say by which clause."""
    book = load_shipped("sixty-six")
    parameters = msgspec.structs.replace(book.parameters, marriages="none", marriage_points=())
    plain = msgspec.structs.replace(book, parameters=parameters)
    state = load(plain, players=2).deal(seed=1)
    with pytest.raises(IllegalAction) as caught:
        state.play(parse_action("claim:h"))
    assert (caught.value.code, caught.value.clause) == ("meld_off", "SX-PLAY-2")
    named = msgspec.structs.replace(plain, refusals={**book.refusals, "meld_off": "SX-MELD-1"})
    with pytest.raises(IllegalAction, match=r"there are no marriages in Sixty-Six \(SX-MELD-1\)"):
        load(named, players=2).deal(seed=1).play(parse_action("meld:Kh"))


@pytest.mark.parametrize(
    ("cards", "code", "clause"),
    [
        ("AsQs", "early_not_beaten", "SX-SUIT-6"),
        ("AhQc", "early_not_trumped", "SX-SUIT-5"),
        ("AsQc", "early_suit_not_followed", "SX-SUIT-4"),
    ],
)
def test_what_is_owed_while_there_is_a_talon(cards: str, code: str, clause: str) -> None:
    """Where rules of one's own are strict from the beginning a card is refused by the same clauses, and the talon is spoken of."""
    book = load_shipped("sixty-six")
    parameters = msgspec.structs.replace(book.parameters, obligation="follow_beat_trump", hand=2, deal=(2,))
    game = load(msgspec.structs.replace(book, parameters=parameters, options={}), players=2)
    mine, theirs = (card("Ks"), card("Tc")), (card(cards[:2]), card(cards[2:]))
    rest = tuple(each for each in game.pack.cards if each not in (*mine, *theirs, card("9h")))
    state = game.deal(deck=(*mine, *theirs, card("9h"), *rest), dealer=1).play(Play(card("Ks")))
    with pytest.raises(IllegalAction, match="while there is a talon") as caught:
        state.play(Play(theirs[1]))
    assert (caught.value.code, caught.value.clause) == (code, clause)
