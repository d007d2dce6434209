"""Every game as games of OpenSpiel, which are registered when this package is imported (the extra ``openspiel``).

>>> import aceten_openspiel, pyspiel
>>> game = pyspiel.load_game("aceten_zsiros_2(deal=7)")
>>> state = game.new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['K', '9', '8']
"""

from aceten_spec.texts.extras import brought_by

with brought_by("openspiel"):
    from aceten_openspiel.games import NAMES, DealGame, DealState, line_of, resample
    from aceten_openspiel.policies import Bot, Chances, SpielPolicy, node_seen

__all__ = ["NAMES", "Bot", "Chances", "DealGame", "DealState", "SpielPolicy", "line_of", "node_seen", "resample"]
