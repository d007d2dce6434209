"""JSON from others, in which no object has a key twice: of two values one reader takes the first, and another the last."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec

from aceten_spec.errors import shown
from aceten_spec.speech import to_say

_T = TypeVar("_T")
_TWICE: Final = to_say("Object has the key `{key}` twice")
"""In English, as the library says what is wrong; :func:`aceten_spec.texts.causes.why` says it to people."""


class TwiceError(msgspec.ValidationError):
    """An object has a key twice."""


def decoded(text: str | bytes, decoder: msgspec.json.Decoder[_T]) -> _T:
    """Return what JSON from others says.

    :raises msgspec.DecodeError: when it is no such JSON, or an object in it has a key twice.
    :raises RecursionError: when it is nested too deeply.
    """
    said = decoder.decode(text)
    check_keys(text)
    return said


def check_keys(text: str | bytes) -> None:
    """Look for a key that an object has twice, at any depth.

    :raises TwiceError: when there is one.
    :raises ValueError: when it is no JSON.
    :raises RecursionError: when it is nested too deeply.
    """
    # Numbers stay text, as Python writes and reads none of thousands of digits.
    json.loads(text, object_pairs_hook=_once, parse_int=str, parse_float=str, strict=False)


def _once(pairs: Sequence[tuple[str, object]]) -> None:
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        twice = next(key for key, count in Counter(keys).items() if count > 1)
        raise TwiceError(_TWICE.format(key=shown(twice, 40)))
