"""Where the program begins: which version it is, is told at once, without all that a command needs."""

import contextlib
import signal
import sys

from aceten_cli.version import VERSION


def main() -> None:
    """Run the program and exit with its status; what cannot be written here is refused where all else is."""
    if sys.argv[1:] in (["--version"], ["-V"]) and sys.stdout is not None:
        with contextlib.suppress(OSError):
            sys.stdout.write(f"aceten {VERSION}\n")
            sys.stdout.flush()
            return
    try:
        from aceten_cli.main import main as run

        run()
    except KeyboardInterrupt:  # while all that was being loaded
        sys.exit(128 + signal.SIGINT)


if __name__ == "__main__":
    main()
