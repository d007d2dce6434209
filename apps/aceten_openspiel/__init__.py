"""Every game as games of OpenSpiel, which are registered when this package is imported (the extra ``openspiel``).

>>> import aceten_openspiel, pyspiel
>>> game = pyspiel.load_game("aceten_zsiros_2(deal=7)")
>>> state = game.new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['K', '9', '8']
"""

from aceten_spec.speech import say

try:
    from aceten_openspiel.games import NAMES, DealGame, DealState, line_of, resample
except ModuleNotFoundError as error:
    if error.name is None or error.name.startswith("aceten"):
        raise
    _MESSAGE = say(
        "the package {package} is missing; install it with: {command}",
        package="open_spiel" if error.name == "pyspiel" else error.name,
        command='pip install "aceten[openspiel]"',
    )
    raise ModuleNotFoundError(_MESSAGE, name=error.name) from error

__all__ = ["NAMES", "DealGame", "DealState", "line_of", "resample"]
