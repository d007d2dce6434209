"""Functions and classes of one's own, by the module that has them."""

from __future__ import annotations

import importlib
import os
import sys

from aceten.vocabulary.errors import usage_error
from aceten_spec.texts.causes import why


def named_object(name: str, said: str) -> object:
    """Return what a module in this folder, or an installed one, has by a name; ``None`` where it has nothing so called.

    :param name: ``MODULE:NAME``.
    :param said: the same as messages have it, with the option that it was given to.
    :raises UsageError: when the module cannot be imported.
    """
    module, _, inner = name.partition(":")
    if os.getcwd() not in sys.path:  # noqa: PTH109 - compared with text
        sys.path.insert(0, os.getcwd())  # noqa: PTH109
    try:
        found: object = getattr(importlib.import_module(module), inner, None)
    except Exception as error:
        raise usage_error(
            "{said}: module {module!r} cannot be imported: {error}", said=said, module=module, error=why(error)
        ) from error
    return found
