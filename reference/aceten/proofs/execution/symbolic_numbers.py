"""Symbolic numbers: what :mod:`aceten.proofs.execution.symbolic_runs` calls functions with in place of whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NoReturn, Protocol, TypeAlias, cast

from typing_extensions import TypeIs

from aceten_spec.errors import AcetenError
from aceten_spec.formulas.terms import Z3, Formula, Number, Truth, numeral

if TYPE_CHECKING:
    from aceten.proofs.execution.solvers import Model

Term: TypeAlias = Number | Truth
"""A number or the outcome of a comparison, in z3."""


class LiftError(AcetenError):
    """A function cannot be lifted."""


class UnsupportedError(LiftError):
    """The function did something with a symbolic number that cannot be followed."""


class CarriedError(UnsupportedError, TypeError):
    """The function looked at what it should only hand on. As a type error it lets rows be unpacked of which no length is known."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__("it looks at what it should only hand on, whatever that is")


class UndecidedError(LiftError):
    """z3 did not say in time which paths there are, or the assumptions contradict each other."""


class RaisedError(LiftError):
    """The function raised an error on a path that is possible."""

    def __init__(self, error: Exception, model: Model) -> None:
        """Say what was raised, and keep numbers for which it is."""
        super().__init__(f"raises {type(error).__name__}: {error}")
        self.model = model
        """Numbers for which it is raised."""


class Run(Protocol):
    """The run of a function that a symbolic number belongs to."""

    def fork(self, condition: Truth) -> bool:
        """Return which way this run goes."""
        ...

    def refuse(self, error: LiftError) -> NoReturn:
        """Give the function up."""
        ...


_REFUSED: Final = """abs add and bool bytes call ceil complex contains copy deepcopy divmod eq float floor floordiv format ge getitem
    gt hash index int invert iter le len lshift lt mod mul ne neg or pos pow radd rand rdivmod reduce reduce_ex repr rfloordiv
    rlshift rmod rmul ror round rpow rrshift rshift rsub rtruediv rxor str sub truediv trunc xor"""
"""What Python can ask of a value, without the underscores."""


def _refusing(name: str) -> Callable[..., NoReturn]:
    def refuse(self: Symbolic, *_: object) -> NoReturn:
        self.run.refuse(UnsupportedError(f"{name} is not supported on a symbolic number"))

    return refuse


class Symbolic:
    """What is followed. Whatever its kind does not define is refused."""

    run: Run

    def __getattr__(self, name: str) -> NoReturn:
        self.run.refuse(UnsupportedError(f"a symbolic number has no {name}"))

    __class__ = property(  # pyright: ignore[reportIncompatibleMethodOverride]  # what isinstance looks at
        _refusing("isinstance")
    )


for _name in _REFUSED.split():
    setattr(Symbolic, f"__{_name}__", _refusing(_name))


class SymbolicTruth(Symbolic):
    """The outcome of a comparison. Asking whether it holds forks the run."""

    def __init__(self, run: Run, term: Truth) -> None:
        self.run = run
        self.term = term

    def __bool__(self) -> bool:
        return self.run.fork(self.term)

    def __radd__(self, other: object) -> SymbolicInt:
        return SymbolicInt(self.run, number_term(self)) + other


class SymbolicInt(Symbolic):
    """A number. It can be added, subtracted and compared, and multiplied and divided by numbers that are known."""

    def __init__(self, run: Run, term: Number) -> None:
        self.run = run
        self.term = term

    __hash__ = Symbolic.__hash__

    def __bool__(self) -> bool:
        return self.run.fork(self.term != 0)

    def __add__(self, other: object) -> SymbolicInt:
        return SymbolicInt(self.run, self.term + self._number(other))

    def __sub__(self, other: object) -> SymbolicInt:
        return SymbolicInt(self.run, self.term - self._number(other))

    def __rsub__(self, other: object) -> SymbolicInt:
        return -self + other

    def __neg__(self) -> SymbolicInt:
        return SymbolicInt(self.run, -self.term)

    def __mul__(self, other: object) -> SymbolicInt:
        return SymbolicInt(self.run, self.term * self._known(other))

    def __floordiv__(self, other: object) -> SymbolicInt:
        return SymbolicInt(self.run, self.term / self._divisor(other))

    def __mod__(self, other: object) -> SymbolicInt:
        return SymbolicInt(self.run, self.term % self._divisor(other))

    __radd__, __rmul__ = __add__, __mul__

    def __lt__(self, other: object) -> SymbolicTruth:
        return SymbolicTruth(self.run, self.term < self._number(other))

    def __le__(self, other: object) -> SymbolicTruth:
        return SymbolicTruth(self.run, self.term <= self._number(other))

    def __gt__(self, other: object) -> SymbolicTruth:
        return SymbolicTruth(self.run, self.term > self._number(other))

    def __ge__(self, other: object) -> SymbolicTruth:
        return SymbolicTruth(self.run, self.term >= self._number(other))

    def __eq__(self, other: object) -> SymbolicTruth:  # type: ignore[override]  # followed, like every comparison
        return SymbolicTruth(self.run, self.term == self._number(other))

    def __ne__(self, other: object) -> SymbolicTruth:  # type: ignore[override]  # followed, like every comparison
        return SymbolicTruth(self.run, self.term != self._number(other))

    def _number(self, other: object) -> Number | int:
        if is_number(other):
            return other.term
        return number_term(other) if type(other) is SymbolicTruth else self._known(other)

    def _divisor(self, other: object) -> int:
        divisor = self._known(other)
        if divisor <= 0:
            self.run.refuse(UnsupportedError(f"division by {divisor} is not supported"))
        return divisor

    def _known(self, other: object) -> int:
        if isinstance(other, Symbolic) or not isinstance(other, int):
            self.run.refuse(UnsupportedError(f"arithmetic with a {type(other).__name__} is not supported"))
        return int(other)


def is_number(value: object) -> TypeIs[SymbolicInt]:
    """Whether a value is a symbolic number, which must not be asked by ``isinstance``."""
    return issubclass(type(value), SymbolicInt)


class _Nowhere:
    """In place of a run, where a value is not to be looked at."""

    def fork(self, condition: Truth) -> bool:
        self.refuse(UnsupportedError(f"{condition} cannot be asked here"))

    def refuse(self, error: LiftError) -> NoReturn:
        raise error


class _OnTheWay(_Nowhere):
    """In place of a run, where a value is only carried."""

    def refuse(self, error: LiftError) -> NoReturn:
        raise CarriedError from error


class Untouched(Symbolic):
    """Any value at all, which a function may hand on but not look at."""

    run = _Nowhere()


class Carried(Untouched):
    """Any value of a field that is only handed on, and no secret: cards, say, of which not even their number can be asked.

    Others can be put to it, or it can be unpacked among others, where it counts as one.
    """

    run = _OnTheWay()

    def __init__(self, mark: int = 0, more: tuple[object, ...] = (), some: int = 0) -> None:
        """Tell it from others.

        :param mark: a number below 0 that no other has beside which it is compared.
        :param more: what was put to it.
        :param some: a number that stand-ins may ask for.
        """
        self.mark = mark
        self.more = more
        self.some = some

    def __add__(self, more: tuple[object, ...]) -> Carried:
        return self.put(*more)

    def put(self, *more: object) -> Carried:
        """Return it with others put to it."""
        return Carried(self.mark, self.more + more, self.some)

    def __iter__(self) -> Iterator[Carried]:
        yield self

    def __len__(self) -> int:
        raise CarriedError


def is_carried(value: object) -> TypeIs[Carried]:
    """Whether a value is only carried."""
    return type(value) is Carried


class SymbolicSides(Symbolic):
    """Any of the sides, a number for each of them: 1 where it is one of these. Asking forks the run."""

    run = _Nowhere()

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers

    def __contains__(self, side: object, /) -> bool:
        return bool(self.numbers[cast("int", side)] == 1)

    def __iter__(self) -> Iterator[int]:
        return (side for side in range(len(self.numbers)) if side in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class SymbolicTable(tuple[int, ...]):
    """A tuple of numbers in which a symbolic number can be looked up."""

    __slots__ = ()

    def __getitem__(self, index: object, /) -> int:  # type: ignore[override]  # no slices: a table is looked up only
        """Return the number at a place from 0."""
        places = range(len(self))
        if not is_number(index):
            return next(number for place, number in enumerate(self) if place == index)
        if not SymbolicTruth(index.run, Z3.Or([index.term == place for place in places])):
            raise IndexError(f"a place outside 0 to {len(self) - 1}")
        found = Z3.IntVal(0)
        for place, number in enumerate(self):
            found = Z3.If(index.term == place, number, found)
        return cast("int", SymbolicInt(index.run, found))


class Ranks(tuple[int, ...]):
    """The rank for which each card counts, by its number, in which a symbolic card can be looked up."""

    __slots__ = ()

    def __getitem__(self, card: object, /) -> int:  # type: ignore[override]  # no slices: cards are looked up only
        """Return the rank of a card: its own, but for the cards that count for another one."""
        if not is_number(card):
            return super().__getitem__(cast("int", card))
        found = card.term % 16
        for number, rank in enumerate(self):
            if rank != number % 16:
                found = Z3.If(card.term == number, rank, found)
        return cast("int", SymbolicInt(card.run, found))


def apply(formula: Formula[Number], *numbers: int) -> int:
    """Return the number that a formula gives for numbers, symbolic or not."""
    run = run_of(numbers)
    if run is None:
        return formula.at(*numbers)
    return cast("int", SymbolicInt(run, formula(*map(number_term, numbers))))


def total(formula: Formula[Number], numbers: Iterable[int]) -> int:
    """Return the sum of what a formula gives for each of the numbers; it is symbolic if one of them is."""
    known, terms = 0, list[Number]()
    run: Run | None = None
    for number in numbers:
        if isinstance(number, SymbolicInt):
            run = number.run
            terms.append(formula(number.term))
        else:
            known += formula.at(number)
    return known if run is None else cast("int", SymbolicInt(run, Z3.Sum(terms) + known))


def told(formula: Formula[Truth], *numbers: int) -> bool:
    """Return whether a formula holds of numbers; where one of them is symbolic the run does not fork until that is asked."""
    run = run_of(numbers)
    if run is None:
        return bool(formula.at(*numbers))
    return cast("bool", SymbolicTruth(run, formula(*map(number_term, numbers))))


def run_of(numbers: Sequence[object]) -> Run | None:
    """Return the run that symbolic ones among numbers belong to; ``None`` when there are none."""
    for number in numbers:
        if is_number(number):
            return number.run
        if type(number) is SymbolicTruth:
            return number.run
    return None


def number_term(number: object) -> Number:
    """Return the term of a number or a truth value, symbolic or not."""
    if is_number(number):
        return number.term
    if type(number) is SymbolicTruth:
        return Z3.If(number.term, 1, numeral(0))
    return numeral(int(cast("int", number)))
