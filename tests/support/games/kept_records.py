"""Deals of every game and option, with what people keep beside them."""

import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import aceten
from aceten import AcetenError, Annotations, Note, Record
from aceten.engine.loading import load_with
from aceten_spec import load_shipped, shipped
from aceten_spec.rulebook import OptionValue


class Played(NamedTuple):
    """A way to play a game."""

    game: str
    players: int
    options: Mapping[str, OptionValue]

    def __str__(self) -> str:
        return f"{self.game}/{self.players} {self.options}"


def ways_to_play() -> Iterator[Played]:
    """Yield every game, each with every option alone that it has for so many players."""
    for name in shipped():
        book = load_shipped(name)
        for players in book.parameters.players:
            chosen: list[dict[str, OptionValue]] = [{}]
            for option, of in book.options.items():
                values: tuple[OptionValue, ...] = ("2",) if of.values == "positive" else tuple(of.values)
                chosen += [{option: value} for value in values if not of.players or players in of.players]
            yield from [Played(name, players, options) for options in chosen if _is_there(name, players, options)]


def _is_there(name: str, players: int, options: Mapping[str, OptionValue]) -> bool:
    try:
        load_with(name, players, options)
    except AcetenError:
        return False
    return True


def record_of_chance(way: Played, seed: int) -> Record:
    """Return a deal played by chance, calls among it, with something kept beside it, from its beginning or from some moment on."""
    chance = random.Random(f"{seed} {way}")
    states = [load_with(way.game, way.players, way.options).deal(seed=seed)]
    while states[-1].turn is not None:
        state = states[-1]
        calls = state.calls if chance.random() < 0.1 else ()
        states.append(state.play(chance.choice(calls or state.legal)))
    begun, ended = sorted(chance.choices(range(len(states)), k=2)) if seed % 3 else (0, len(states) - 1)
    return Record(tuple(states[begun : ended + 1]), annotations_of_chance(chance, way.players, ended - begun))


def annotations_of_chance(chance: random.Random, players: int, actions: int) -> Annotations:
    """Return what may be kept beside so many actions."""
    said = ("", "", "should have kept it; #2", "A: K? // no", "ő { } \\ \u05d0", "'tis @0:45", "Talon: A K")
    numbers = sorted(chance.sample(range(1, actions + 1), min(actions, 6)))
    notes = [Note(number, chance.choice(said), chance.choice(("", "0:07", "12:34:56"))) for number in numbers]
    return Annotations(
        comment=chance.choice(said),
        players=tuple([f"{chance.choice(('Anna', 'B', 'O. Nagy', '1', 'stop'))} {seat}" for seat in range(players)])
        if chance.random() < 0.5
        else (),
        date=chance.choice(("", "2026-11-28", "28. 11. 2026; evening")),
        place=chance.choice(("", "Szeged # 3", "Café: back room")),
        notes=tuple([note for note in notes if note.comment or note.clock]),
    )


def read_one(text: str) -> aceten.AnyRecord:
    """Return the one record in a text; an error where it is wrong."""
    [found] = aceten.read_records(text)
    if isinstance(found, AcetenError):
        raise found
    return found
