"""Testing your own engine in your own suite: deals to try it with, and a machine that plays it against the reference.

>>> from aceten.testing import Adapter, machine, strategies

Write an :class:`~aceten.testing.adapter.Adapter` to your engine,
and let pytest collect ``machine(Mine).TestCase``. Where both part, it says in which position, in
the smallest game that was found, and by which clause. Needs the extra ``testing``.
"""

from aceten_spec.protocol import DealResult
from aceten_spec.texts.extras import brought_by

with brought_by("testing"):
    from aceten.testing.adapter import Adapter, Divergence, play_both
    from aceten.testing.sample_deals import Deal, MatchingDeal, SuitDeal, deal_of, every_game, game_named, pick, play_on
    from aceten.testing.state_machine import Machine, machine

__all__ = [
    "Adapter",
    "Deal",
    "DealResult",
    "Divergence",
    "Machine",
    "MatchingDeal",
    "SuitDeal",
    "deal_of",
    "every_game",
    "game_named",
    "machine",
    "pick",
    "play_both",
    "play_on",
]
