"""What is played by an independent model of the rules, and what a deal begins with."""

from dataclasses import dataclass

from aceten_spec import plain
from aceten_spec.rulebook import Parameters


@dataclass(frozen=True)
class Agreed:
    """What is played: a game's parameters with its options applied, and how many play."""

    rules: Parameters
    players: int

    @property
    def pack(self) -> list[str]:
        """Every card, in the order from which a shuffle starts."""
        return plain.pack(self.rules)


@dataclass(frozen=True)
class Dealt:
    """What a deal begins with, as the model asks for it."""

    game: Agreed
    deck: tuple[str, ...]
    dealer: int
    cut: str | None
    scores: tuple[int, ...] | None
