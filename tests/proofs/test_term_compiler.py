"""Working out terms by compiled Python: it gives what z3 itself works out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aceten_spec.formulas import Z3, Formula, Number, Truth, evaluate
from aceten_spec.formulas.term_compiler import compiled

A, B, C = (Z3.Int(name) for name in "abc")


def _numbers() -> st.SearchStrategy[Number]:
    return st.recursive(
        st.sampled_from([A, B, C]) | st.integers(-5, 5).map(Z3.IntVal),
        lambda inner: st.one_of(
            st.tuples(inner, inner).map(lambda pair: pair[0] + pair[1]),
            st.tuples(inner, inner).map(lambda pair: pair[0] - pair[1]),
            st.tuples(inner, st.integers(-3, 3)).map(lambda pair: pair[0] * pair[1]),
            st.tuples(inner, st.integers(1, 4)).map(lambda pair: pair[0] / pair[1]),
            st.tuples(inner, st.integers(1, 4)).map(lambda pair: pair[0] % pair[1]),
            inner.map(lambda number: -number),
            st.tuples(inner, inner, inner).map(lambda three: Z3.If(three[0] < three[1], three[2], three[0])),
            st.lists(inner, min_size=1, max_size=3).map(Z3.Sum),
        ),
        max_leaves=6,
    )


def _truths() -> st.SearchStrategy[Truth]:
    pairs = st.tuples(_numbers(), _numbers())
    return st.recursive(
        st.one_of(
            pairs.map(lambda pair: pair[0] == pair[1]),
            pairs.map(lambda pair: pair[0] != pair[1]),
            pairs.map(lambda pair: pair[0] <= pair[1]),
            pairs.map(lambda pair: pair[0] > pair[1]),
            pairs.map(lambda pair: Z3.Distinct(*pair)),
            st.booleans().map(Z3.BoolVal),
        ),
        lambda inner: st.one_of(
            inner.map(lambda truth: ~truth),
            st.lists(inner, min_size=1, max_size=3).map(Z3.And),
            st.lists(inner, min_size=1, max_size=3).map(Z3.Or),
            st.tuples(inner, inner).map(lambda pair: Z3.Implies(*pair)),
        ),
        max_leaves=4,
    )


@pytest.mark.turns(15)
@settings(deadline=None, max_examples=300)
@given(term=_numbers() | _truths(), values=st.tuples(*[st.integers(-9, 9)] * 3))
def test_compiled_terms_give_what_z3_works_out(term: Number | Truth, values: tuple[int, int, int]) -> None:
    """For numbers and truth values of every make."""
    numbers = zip((A, B, C), map(Z3.IntVal, values), strict=True)
    assert compiled(term, (A, B, C))(*values) == evaluate(Z3.substitute(term, *numbers))


def test_a_formula_is_worked_out_by_its_variables() -> None:
    """In their order."""
    formula = Formula(clauses=(), text="", variables=(A, B), term=A - B * 2)
    assert formula.at(7, 2) == 3
    assert formula.at(2, 7) == -12


@pytest.mark.parametrize(("term", "variables"), [(A + B, (A,)), (A / 0, (A,)), (A % 0, (A,))])
def test_what_cannot_be_worked_out_is_refused(term: Number, variables: tuple[Number, ...]) -> None:
    """A term with a variable that is not given, and a division by what may be nothing."""
    with pytest.raises(ValueError, match="cannot be worked out"):
        compiled(term, variables)
