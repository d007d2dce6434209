"""The core as WebAssembly: the Python of the folder loads it as it loads a library elsewhere, by ctypes, into its own memory."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

from tools.web.parts import Missing

from aceten_solver.native.library import INTERFACE

RUST: Final = Path(__file__).parents[2] / "solver" / "rust"
TARGET: Final = "wasm32-unknown-unknown"
TOOLCHAIN: Final = Path(__file__).parents[2] / ".web" / "rust"
"""Where ``make web-tools`` puts a compiler with the sources of its library."""


def built(into: Path) -> Path:
    """Return the library.

    The library of Rust is compiled with it, as code that is loaded into a memory that is there has to know no addresses.

    :raises Missing: where a compiler, a linker, or the sources of Rust's library are not at hand.
    """
    cargo = shutil.which("cargo")
    if cargo is None:
        raise Missing("there is no cargo")
    own = TOOLCHAIN / "usr" / "bin" / "rustc"
    rustc = str(own) if own.is_file() else os.environ.get("RUSTC") or shutil.which("rustc") or "rustc"
    libraries = (
        str(TOOLCHAIN / "usr" / "lib" / "x86_64-linux-gnu") if own.is_file() else os.environ.get("LD_LIBRARY_PATH", "")
    )
    environment = {
        **os.environ,
        "RUSTC": rustc,
        "LD_LIBRARY_PATH": libraries,
        "RUSTC_BOOTSTRAP": "1",
        "CARGO_ENCODED_RUSTFLAGS": f"-Crelocation-model=pic\x1f--remap-path-prefix={RUST}=rust",
    }
    root = Path(_said([rustc, "--print", "sysroot"], environment))
    if not (root / "lib" / "rustlib" / "src" / "rust" / "library" / "Cargo.toml").exists():
        raise Missing(f"{rustc} has no sources of Rust's library; rustup component add rust-src, or make web-tools")
    linker = _linker(environment)
    target = RUST / "target" / "web"
    build = ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=", "--target", TARGET, "--target-dir", str(target)]
    _said(
        [cargo, "rustc", "--quiet", "--release", "-p", "aceten-ffi", "--lib", "--crate-type", "staticlib", *build],
        environment,
    )
    library = into / "libaceten_core.so"
    exported = [f"--export={name}" for name in ("aceten_abi", *INTERFACE)]
    code = ["--whole-archive", str(target / TARGET / "release" / "libaceten_core.a"), "--no-whole-archive"]
    flags = [
        "-flavor",
        "wasm",
        "--experimental-pic",
        "-shared",
        "--import-undefined",
        "--gc-sections",
        "-O3",
        "--strip-all",
    ]
    _said([linker, *flags, *exported, *code, "-o", str(library)], environment)
    return library


def _linker(environment: dict[str, str]) -> str:
    """Return the linker that comes with Rust, or that of LLVM."""
    plain = {name: value for name, value in environment.items() if name not in {"RUSTC", "LD_LIBRARY_PATH"}}
    for rustc in ("rustc", environment["RUSTC"]):
        if shutil.which(rustc):
            libraries = Path(_said([rustc, "--print", "target-libdir"], plain if rustc == "rustc" else environment))
            found = libraries.parent / "bin" / "rust-lld"
            if found.is_file():
                return str(found)
    found_elsewhere = shutil.which("rust-lld") or shutil.which("lld")
    if found_elsewhere is None:
        raise Missing("there is no rust-lld")
    return found_elsewhere


def _said(command: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(command, cwd=RUST, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    if done.returncode:
        raise Missing(f"{Path(command[0]).name}: {(done.stderr.strip() or 'it failed').splitlines()[-1]}")
    return done.stdout.strip()
