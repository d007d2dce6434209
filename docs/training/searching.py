"""Information Set MCTS of OpenSpiel as a policy: ``aceten arena zsiros/2 searching:Searching random``, in this folder."""

from importlib import import_module

from numpy.random import RandomState

import aceten_openspiel

ismcts = import_module("open_spiel.python.algorithms.ismcts")
mcts = import_module("open_spiel.python.algorithms.mcts")


class Searching(aceten_openspiel.SpielPolicy):
    """In every round another deal is drawn that looks the same to the seat."""

    def made(self, game: aceten_openspiel.DealGame, _player: int, seed: int, /) -> aceten_openspiel.Bot:
        """Return the bot for a deal."""
        chance = RandomState(seed % 2**32)
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=30, random_state=chance)

        def drawn(state: aceten_openspiel.DealState, player: int) -> aceten_openspiel.DealState:
            return aceten_openspiel.resample(state, player, chance.randint(2**31))

        bot.set_resampler(drawn)
        made: aceten_openspiel.Bot = bot
        return made
