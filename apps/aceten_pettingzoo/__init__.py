"""Every game as an environment of PettingZoo, in which several agents act in turn (the extra ``pettingzoo``).

When this package is imported, all are registered there: ``pettingzoo.make("aec", "aceten/zsiros_2-v0")`` is ``env("zsiros/2")``.

>>> from aceten_pettingzoo import env
>>> zsiros = env("zsiros", players=2)
>>> zsiros.reset(seed=7)
>>> zsiros.agent_selection, zsiros.observe("player_1")["action_mask"].tolist()
('player_1', [0, 1, 0, 0, 0, 1, 1, 0, 0])
"""

from aceten_spec.texts.extras import brought_by

with brought_by("pettingzoo"):
    from aceten_pettingzoo.environment import DealEnv, Observation, env, observation, raw_env, register

__all__ = ["NAMES", "DealEnv", "Observation", "env", "observation", "raw_env"]

NAMES = register()
"""The names of all games there."""
