"""Starts one of the wrong programs, or of those that only look wrong.

python tests/conformance/mistakes/run.py NAME
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from conformance.mistakes.catalogue import BY_NAME
from conformance.programs.harmless import HARMLESS
from conformance.programs.referee import Program, converse


def program_of(name: str) -> Program | list[str]:
    """Return the program of this name, or its command line."""
    return HARMLESS[name]() if name in HARMLESS else BY_NAME[name].make()


def main() -> None:
    """Be the program."""
    program = program_of(sys.argv[1])
    if isinstance(program, Program):
        converse(program)
    else:
        os.execvp(program[0], program)  # noqa: S606 - no shell is wanted


if __name__ == "__main__":
    main()
