"""The board: positions set up, played, analysed and shared in a browser on one's own machine.

A server without memory (Starlette on uvicorn) and one page. Where the board stands is in the page's address, so that a link brings it back;
every request carries it. Needs the extra ``board``.
"""

from aceten_spec.texts.extras import brought_by

with brought_by("board"):
    from aceten_board.server import make_app, serve

__all__ = ["make_app", "serve"]
