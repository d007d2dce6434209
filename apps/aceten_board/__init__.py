"""The board: positions set up, played, analysed and shared in a browser on one's own machine.

One page, and what answers it without memory: ``questions``. A server carries that (Starlette on uvicorn, of the extra ``board``), or the
browser has it itself. Where the board stands is in the page's address, so that a link brings it back; every request carries it.
"""

from typing import TYPE_CHECKING

from aceten_spec.texts.extras import brought_by

if TYPE_CHECKING:
    from aceten_board.server import make_app, serve

__all__ = ["make_app", "serve"]


def __getattr__(name: str) -> object:
    if name in __all__:  # loaded where it is asked for: a browser has no sockets
        with brought_by("board"):
            from aceten_board import server  # noqa: PLC0415 - likewise
        return getattr(server, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
