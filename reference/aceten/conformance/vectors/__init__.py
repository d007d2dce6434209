"""Test vectors of a rulebook: its examples, one case for each action, cases of other levels, and counts of action sequences."""

from aceten.conformance.vectors.vector_files import (
    VectorError,
    check_answer,
    check_vector,
    encode_vectors,
    make_match,
    make_vectors,
    vectors_of_examples,
    write_vectors,
)

__all__ = [
    "VectorError",
    "check_answer",
    "check_vector",
    "encode_vectors",
    "make_match",
    "make_vectors",
    "vectors_of_examples",
    "write_vectors",
]
