"""``aceten board``."""

from __future__ import annotations

import ipaddress
import os
import re
import secrets
import socket
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import urlencode

import typer

from aceten import UsageError
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.streams import print_line
from aceten_cli.play.static_board import write_static
from aceten_spec.speech import language, say
from aceten_spec.texts.extras import lacking

if TYPE_CHECKING:
    from aceten_board.guards import Hosts

HOST: Final = "127.0.0.1"
NEW: Final = "new"
"""Given for a token: let one be drawn."""


def board(
    position: Annotated[
        list[str] | None,
        typer.Argument(metavar="[POSITION]", help="A position line; without one a deal of Zsíros is dealt."),
    ] = None,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0: any that is free.")] = 0,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help="Serve others too, on this address of the machine, such as 0.0.0.0 for all; only with --token.",
        ),
    ] = HOST,
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            metavar="TOKEN",
            help="What the board asks of others, in the address that is printed; new: one is drawn.",
        ),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="POLICY",
            help="Let this policy play beside the machine, as 'aceten arena' takes them; may be repeated.",
        ),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address of the page.")] = False,
    static: Annotated[
        Path | None,
        typer.Option(
            "--static",
            metavar="DIR",
            help="Serve nothing: write the board as a folder that any server of files serves, and that works without the net.",
        ),
    ] = None,
    _language: LanguageChoice = "en",
) -> None:
    """Open a board in the browser: set positions up, play them on, see what each card is worth, share them by a link.

    With --against policies can be chosen for seats as the machine can; what the page asks for runs no other code of yours.

    The page comes from this machine and answers to no other, but with --host and --token. It is served until Ctrl-C.

    Example: aceten board "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"
    """
    if static is not None:
        write_static(static)
        return
    try:
        from aceten_board import serve
        from aceten_board.opponents import offer
    except ModuleNotFoundError as error:
        raise UsageError(lacking(error, "board")) from error
    offer(against or [])
    hosts = _hosts(host, token)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # That it is TCP is said, as asyncio sends small answers at once only then; they would wait 40 ms otherwise.
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        if os.name == "posix":  # elsewhere it would let another program take the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
        except OSError as error:
            raise UsageError(
                say("--host {host} --port {port}: {problem}", host=host, port=port, problem=error.strerror)
            ) from error
        said = urlencode({"p": " ".join(position or []), "l": language()}, errors="replace")
        asked = "" if hosts.token is None else "?" + urlencode({"token": hosts.token}, errors="replace")
        named = socket.gethostname() if hosts.names is None else f"[{host}]" if ":" in host else host
        address = f"http://{named}:{listening.getsockname()[1]}/{asked}#{said}"

        def ready() -> None:
            print_line(address)
            sys.stdout.flush()
            if not no_browser:
                webbrowser.open(address)

        serve(listening, ready, hosts)


def _hosts(host: str, token: str | None) -> Hosts:
    """Return by which names the board is called, and what it asks of others.

    :raises UsageError: when it would be open to others, or the token could be guessed.
    """
    from aceten_board.guards import LEAST_TOKEN, LOOPBACK, Hosts

    try:
        address = ipaddress.ip_address(host)
    except ValueError as error:
        raise UsageError(say("--host {host}: expected an address in numbers, such as 0.0.0.0", host=host)) from error
    if token is None and not address.is_loopback:
        raise UsageError(
            say("--host {host}: others could use the board; give --token, too, which only they know then", host=host)
        )
    if token is not None and token != NEW and not re.fullmatch(rf"[A-Za-z0-9_-]{{{LEAST_TOKEN},200}}", token):
        raise UsageError(
            say(
                "--token: expected {least} or more of the letters a to z, digits, - and _, or {new}",
                least=LEAST_TOKEN,
                new=NEW,
            )
        )
    names = None if address.is_unspecified else LOOPBACK | {str(address)}
    return Hosts(names, secrets.token_urlsafe(LEAST_TOKEN) if token == NEW else token)
