"""Compiles the catalogs of languages into the package, and builds the native core into it, where there is a cargo to build it with.

The environment can say otherwise: with ``ACETEN_NATIVE=off`` the core is left out, and with ``ACETEN_NATIVE=on`` an installation that would
have to leave it out fails. With ``ACETEN_WEB=on`` a wheel holds the board that needs no server, as ``make web`` has made it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.builders.wheel import WheelBuilder, WheelBuilderConfig

RUST: Final = Path("solver/rust")
PACKAGE: Final = Path("solver/aceten_solver")
LIBRARY: Final = "*aceten_core.*"
"""What the library is called, whatever a platform puts before and after its name."""
ENDINGS: Final = (".so", ".dylib", ".dll")
"""What tells the library from other files that a compiler leaves beside it."""
CATALOGS: Final = Path("spec/aceten_spec/locale")
WEB: Final = Path("dist/web")
ARTIFACTS: Final = [f"/{CATALOGS.as_posix()}/**/*.mo"]
"""What a wheel has though git ignores it."""


class AcetenHook(BuildHookInterface[WheelBuilderConfig]):
    """Makes what is built a part of the wheel; for an editable installation it lies in the packages themselves."""

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        """Compile the catalogs, and build the core, unless there is a reason not to."""
        build_data["artifacts"] = ARTIFACTS
        for catalog in Path(self.root, CATALOGS).rglob("*.po"):
            with catalog.open("rb") as messages, catalog.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(messages))
        if os.environ.get("ACETEN_WEB") == "on" and version != "editable":
            build_data["force_include"] = {str(Path(self.root, WEB)): "aceten_board/web"}
        choice = os.environ.get("ACETEN_NATIVE", "")
        if choice not in {"", "off", "on"}:
            self.app.abort(f"ACETEN_NATIVE is {choice!r}; expected on, off or nothing.")
        cargo = shutil.which("cargo")
        if choice == "on" and cargo is None:
            self.app.abort(
                "ACETEN_NATIVE is on, but there is no cargo on the PATH: install Rust, or leave ACETEN_NATIVE unset."
            )
        if choice == "off" or cargo is None:
            self._leave_out(version, "ACETEN_NATIVE is off" if choice == "off" else "there is no cargo on the PATH")
        else:
            self._build(cargo, build_data)

    def _leave_out(self, version: str, reason: str) -> None:
        if version == "editable":  # where a library of an earlier installation would go on answering
            for library in Path(self.root, PACKAGE).glob(LIBRARY):
                library.unlink()
        self.app.display_warning(
            f"The native core is not built, as {reason}. The Python search does its work, more slowly."
        )

    def _build(self, cargo: str, build_data: dict[str, object]) -> None:
        library = self._compile(cargo)
        target = Path(self.root, PACKAGE, library.name)
        # In one step, as a library that is in use may not change under its users.
        fresh = shutil.copyfile(library, target.with_name(f"{library.name}.{os.getpid()}"))
        fresh.replace(target)
        build_data["artifacts"] = [*ARTIFACTS, f"/{PACKAGE.as_posix()}/{library.name}"]
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{self._platform()}"

    def _compile(self, cargo: str) -> Path:
        """Return the library that cargo built, wherever it builds to."""
        command = [cargo, "build", "--frozen", "--release", "--message-format=json-render-diagnostics"]
        built = subprocess.run(  # noqa: S603 - our own command
            command, cwd=Path(self.root, RUST), capture_output=True, text=True, check=False
        )
        files = [
            Path(file)
            for line in built.stdout.splitlines()
            if line.startswith("{")
            for file in json.loads(line).get("filenames", [])
        ]
        libraries = [file for file in files if file.match(LIBRARY) and file.suffix in ENDINGS]
        if built.returncode or not libraries:
            self.app.abort(
                f"{built.stderr}\n"
                f"aceten's native core could not be built with {cargo}; what that said stands above.\n"
                "The core needs Rust 1.87 or newer, and a linker such as cc.\n"
                "To install aceten without the core, set ACETEN_NATIVE=off: the Python search does its work, more slowly."
            )
        return libraries[0]

    def _platform(self) -> str:
        """Return the platform's part of a wheel's tag. The other parts do not matter, as the library knows nothing of Python."""
        return WheelBuilder(self.root).get_best_matching_tag().rpartition("-")[2]
