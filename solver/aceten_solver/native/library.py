"""The library of the native core: where it is, and whether it is one that can be spoken to.

It is built beside this package where cargo is (``solver/rust``). What is spoken is its C interface, and the lists of the manifest.
"""

from __future__ import annotations

import ctypes
import functools
import os
import struct
import sys
from errno import EIO
from importlib import resources
from typing import Final

from aceten_solver.native import manifest
from aceten_solver.question.backends import BackendError
from aceten_spec.speech import say

ENVIRONMENT: Final = "ACETEN_BACKEND"
"""The environment variable that forces one of them."""

ABI: Final = 10
"""The version of the interface that is spoken here."""

_LIBRARY: Final = {"darwin": "libaceten_core.dylib", "win32": "aceten_core.dll"}.get(sys.platform, "libaceten_core.so")
_ELF: Final = struct.Struct("<40xQ10xHH2x")
"""The header of an ELF file: where its sections are told, how long each is told, and how many there are."""


class CLimits(ctypes.Structure):
    """How much an answer may cost."""

    _fields_ = (("nodes", ctypes.c_uint64), ("seconds", ctypes.c_double))


class CCost(ctypes.Structure):
    """What an answer has cost."""

    _fields_ = (
        ("nodes", ctypes.c_uint64),
        ("probes", ctypes.c_uint64),
        ("hits", ctypes.c_uint64),
        ("evictions", ctypes.c_uint64),
        ("looked_up", ctypes.c_uint64),
        ("seconds", ctypes.c_double),
    )


class CMessage(ctypes.Structure):
    """Memory for a message."""

    _fields_ = (("text", ctypes.c_char_p), ("size", ctypes.c_size_t))


class CViews(ctypes.Structure):
    """Where deals are told, and the sizes of it."""

    _fields_ = (
        ("turns", ctypes.c_void_p),
        ("turn_count", ctypes.c_size_t),
        ("legal", ctypes.c_void_p),
        ("legal_count", ctypes.c_size_t),
        ("seen", ctypes.c_void_p),
        ("seen_count", ctypes.c_size_t),
        ("ends", ctypes.c_void_p),
        ("end_count", ctypes.c_size_t),
    )


_STATUS: Final = ctypes.c_int32
_HANDLE: Final = ctypes.c_void_p
_LIST: Final = (ctypes.c_void_p, ctypes.c_size_t)
_SIZE: Final = ctypes.c_size_t
_TOLD: Final = ctypes.POINTER(CMessage)
INTERFACE: Final = {
    "aceten_sizes": (ctypes.c_uint64,),
    "aceten_manifest": (ctypes.c_char_p,),
    "aceten_open": (_STATUS, *_LIST, ctypes.c_uint64, ctypes.POINTER(_HANDLE), _TOLD),
    "aceten_close": (None, _HANDLE),
    "aceten_stop": (None, _HANDLE, ctypes.c_int32),
    "aceten_nodes": (ctypes.c_uint64, _HANDLE),
    "aceten_answer": (
        *(_STATUS, _HANDLE, *_LIST, *_LIST, ctypes.c_int32, ctypes.POINTER(CLimits)),
        *(*_LIST, ctypes.POINTER(CCost), _TOLD),
    ),
    "aceten_look_up": (_STATUS, _HANDLE, _HANDLE, _TOLD),
    "aceten_batch_open": (_STATUS, *_LIST * 3, _SIZE, ctypes.POINTER(_HANDLE), ctypes.c_void_p, _TOLD),
    "aceten_batch_close": (None, _HANDLE),
    "aceten_batch_deal": (_STATUS, _HANDLE, *[ctypes.c_void_p] * 3, _SIZE, ctypes.POINTER(CViews), _TOLD),
    "aceten_batch_begin": (_STATUS, _HANDLE, *_LIST, *_LIST, ctypes.POINTER(CViews), _TOLD),
    "aceten_batch_step": (_STATUS, _HANDLE, *[ctypes.c_void_p] * 2, _SIZE, ctypes.POINTER(CViews), _TOLD),
    "aceten_complete_open": (_STATUS, *_LIST, _SIZE, ctypes.POINTER(_HANDLE), _TOLD),
    "aceten_complete_close": (None, _HANDLE),
    "aceten_complete_size": (ctypes.c_uint64, _HANDLE, _SIZE),
    "aceten_complete_attach": (_STATUS, _HANDLE, _SIZE, *_LIST, _TOLD),
    "aceten_complete_fill": (_STATUS, _HANDLE, _SIZE, _SIZE, *_LIST, ctypes.c_int32, _TOLD),
    "aceten_complete_count": (_STATUS, _HANDLE, _SIZE, _SIZE, _SIZE, *_LIST, _TOLD),
    "aceten_complete_position": (_STATUS, _HANDLE, _SIZE, _SIZE, *_LIST, _TOLD),
}
"""The functions of the core: what each returns, and what it takes."""


@functools.cache
def native_library() -> ctypes.CDLL | None:
    """Return the native core; ``None`` where it is not built, or ``ACETEN_BACKEND`` is ``python``.

    :raises BackendError: when ``ACETEN_BACKEND`` is neither, or ``native`` where it is not built; when what is there cannot be used.
    """
    wanted = os.environ.get(ENVIRONMENT, "")
    if wanted not in {"", "native", "python"}:
        message = say("{variable}={given}: expected native or python", variable=ENVIRONMENT, given=wanted[:40])
        raise BackendError(message)
    if wanted == "python":
        return None
    path = resources.files("aceten_solver") / _LIBRARY
    if not path.is_file():
        if wanted == "native":
            message = say(
                "{variable}=native, and there is no {path}; it is built by installing aceten where cargo is",
                variable=ENVIRONMENT,
                path=path,
            )
            raise BackendError(message)
        return None
    return load(str(path))


def load(path: str) -> ctypes.CDLL:
    """Return the native core in a file.

    :raises BackendError: when it cannot be loaded, or is another one than is spoken to here.
    """
    try:
        _check_end(path)
        core = ctypes.CDLL(path)
        found = core.aceten_abi()
    except (OSError, AttributeError) as error:
        message = say(
            "{path}: {error}; install aceten again, or set {variable}=python",
            path=path,
            error=error,
            variable=ENVIRONMENT,
        )
        raise BackendError(message) from error
    if found != ABI:
        message = say(
            "{path} speaks version {found} of the interface, not {needed}; install aceten again, or set {variable}=python",
            path=path,
            found=found,
            needed=ABI,
            variable=ENVIRONMENT,
        )
        raise BackendError(message)
    for name, (result, *arguments) in INTERFACE.items():
        function = getattr(core, name, None)
        if function is None:
            message = say(
                "{path} has no function {name}; install aceten again, or set {variable}=python",
                path=path,
                name=name,
                variable=ENVIRONMENT,
            )
            raise BackendError(message)
        function.restype, function.argtypes = result, arguments
    field = manifest.difference(core.aceten_manifest().decode())
    if field is not None:
        message = say(
            "{path} and this version of aceten differ in {field}; install aceten again, or set {variable}=python",
            path=path,
            field=field,
            variable=ENVIRONMENT,
        )
        raise BackendError(message)
    sizes = (
        ctypes.sizeof(CLimits) | ctypes.sizeof(CCost) << 8 | ctypes.sizeof(CMessage) << 16 | ctypes.sizeof(CViews) << 24
    )
    if core.aceten_sizes() != sizes:
        message = say(
            "{path} was built for another machine; install aceten again, or set {variable}=python",
            path=path,
            variable=ENVIRONMENT,
        )
        raise BackendError(message)
    return core


def _check_end(path: str) -> None:
    """Look whether a library has its end, which a copy that failed lacks: the system would load it, and end the program where it is used.

    It is known of ELF files of 64 bits, which end with their sections; other systems look themselves.

    :raises OSError: when it has not, or cannot be read.
    """
    with open(path, "rb") as file:  # noqa: PTH123 - as ctypes has it
        head = file.read(_ELF.size)
        if len(head) < _ELF.size or not head.startswith(b"\x7fELF\x02\x01"):
            return
        sections, size, count = _ELF.unpack(head)
        if sections + size * count > file.seek(0, os.SEEK_END):
            raise OSError(EIO, os.strerror(EIO))
