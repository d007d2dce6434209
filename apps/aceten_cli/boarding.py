"""``aceten board``."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from typing import Annotated
from urllib.parse import urlencode

import typer

from aceten import UsageError
from aceten_cli.helping import LanguageChoice
from aceten_cli.streams import print_line
from aceten_spec.speech import language, say

HOST = "127.0.0.1"


def board(
    position: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[POSITION]", help="A position line; without one a deal of Zsíros is dealt.", show_default=False
        ),
    ] = None,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0: any that is free.")] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address of the page.")] = False,
    _language: LanguageChoice = "en",
) -> None:
    """Open a board in the browser: set positions up, play them on, see what each card is worth, share them by a link.

    The page comes from this machine and answers to no other. It is served until Ctrl-C.

    Example: aceten board "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"
    """
    try:
        from aceten_board import serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("aceten"):
            raise
        raise UsageError(say('the board needs {package}: pip install "aceten[board]"', package=error.name)) from error
    with socket.socket() as listening:
        if os.name == "posix":  # elsewhere it would let another program take the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
        except OSError as error:
            raise UsageError(say("--port {port}: {problem}", port=port, problem=error.strerror)) from error
        said = urlencode({"p": " ".join(position or []), "l": language()})
        address = f"http://{HOST}:{listening.getsockname()[1]}/#{said}"

        def ready() -> None:
            print_line(address)
            sys.stdout.flush()
            if not no_browser:
                webbrowser.open(address)

        serve(listening, ready)
