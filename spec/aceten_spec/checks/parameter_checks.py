"""Whether the parameters of a game agree with each other."""

from __future__ import annotations

from aceten_spec.cards import PACKS
from aceten_spec.checks.common_checks import distinct
from aceten_spec.checks.matching_checks import MatchingChecker
from aceten_spec.checks.suit_checks import SuitChecker
from aceten_spec.errors import RulebookError
from aceten_spec.rulebook import MatchingParameters, Parameters, SuitParameters
from aceten_spec.speech import say


def check_parameters(
    parameters: Parameters, players: int, *, source: str, key: str = "parameters", sound: bool = True
) -> None:
    """Refuse parameters that contradict each other, such as options that only do so together.

    :param source: the file, and ``key`` the place in it where the parameters stand, for the error.
    :param sound: whether also such are refused as a game can be played by all the same, and is only not what it was meant to be.
    :raises RulebookError: for the first contradiction.
    """
    _check_pack(parameters, source, key)
    match parameters:
        case MatchingParameters():
            MatchingChecker(parameters, players, source, key, sound=sound).check()
        case SuitParameters():
            SuitChecker(parameters, players, source, key, sound=sound).check()


def _check_pack(parameters: Parameters, source: str, key: str) -> None:
    """Refuse a pack that there is not, or cards taken out of it that it does not have."""
    pack = PACKS.get(parameters.pack)
    if pack is None:
        known = say("one of: {known}", known=", ".join(PACKS))
        raise RulebookError(
            source=source, key=f"{key}.pack", problem=say("unknown pack {pack!r}", pack=parameters.pack), expected=known
        )
    distinct(parameters.removed, source=source, key=f"{key}.removed")
    whole = tuple(map(str, pack.cards))
    for text in parameters.removed:
        if text not in whole:
            problem = say("the pack {pack} has no {card}", pack=pack.id, card=text)
            raise RulebookError(source=source, key=f"{key}.removed", problem=problem, expected=say("cards of the pack"))
