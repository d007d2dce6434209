"""An independent validator of JSON Schema, loaded when it is asked: that takes a second, in every process that collects tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator


def validator_of(schema: dict[str, object]) -> Draft202012Validator:
    """Return what checks data by a schema."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema)
