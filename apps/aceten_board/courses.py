"""First lessons: positions seen with the eyes of A, in most of which one thing is to be found, and then a deal to play."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

import msgspec

from aceten import UsageError
from aceten_board.bodies import Spoken
from aceten_spec.errors import shown
from aceten_spec.speech import say, to_say


class _Step(NamedTuple):
    """A position of a lesson."""

    position: str
    text: str
    """What is told of it, and what is to be found."""
    right: tuple[str, ...] = ()
    """All actions that are right; none where there is nothing to find."""
    after: str = ""
    """What is told when one is found."""


class AskedCourse(Spoken, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is the first lesson in a game?"""

    game: Annotated[str, msgspec.Meta(max_length=100)]
    """The game, with its number of players."""


class CourseStep(msgspec.Struct, frozen=True):
    """A position of a lesson."""

    position: str
    text: str
    """What is told of it, and what is to be found."""
    right: tuple[str, ...]
    """All actions that are right; none where there is nothing to find."""
    after: str
    """What is told when one is found."""


class Lesson(msgspec.Struct, frozen=True):
    """A lesson."""

    steps: tuple[CourseStep, ...]


_MATCH: Final = to_say("Right: your card has the rank that was led, and the last such card takes the trick.")

COURSES: Final = {
    "zsiros/4": (
        _Step(
            "zsiros/4 hands=AdKhJs7h,AcAsKc7d,QsJd8h7c,JcTh9h8c talon=Ah9sQcKd8s9dTdQhTc9cJh7sKsQd8dTs lead=0",
            to_say(
                "You are A. C, opposite you, is your partner; B and D play against you. Only aces and tens count, ten points each, 80 in"
                " all. Which of the sides takes more of them wins the deal. U on a card is the under, O the over; the suits are acorns, "
                "leaves, hearts and bells. After each trick everybody draws until he has four cards again, and who took it leads to the "
                "next."
            ),
        ),
        _Step(
            "zsiros/4 hands=KhAs9c8d,Ts9h8sJc,QcJd8h9d,AdQd7h lead=3 trick=Ks points=20,30 tricks=2,2",
            to_say(
                "No card is higher than another. A card takes the trick when it has the rank that was led. D led a king: match it."
            ),
            ("Kh",),
            _MATCH,
        ),
        _Step(
            "zsiros/4 hands=AdQdJc7s,Ac9d8h,Qs9s8s,KcTcTs talon=7cKs7h9c8dThAsQhJd8c7dAh lead=1 trick=TdKh9h taken=-,KdQcJsJh dealer=0",
            to_say(
                "A seven matches whatever was led. B led a ten, and nobody has matched it. You are the last to play: take it."
            ),
            ("7s",),
            to_say("Right: the seven takes the trick, and the ten in it is yours."),
        ),
        _Step(
            "zsiros/4 hands=Tc9s8c8s,AcAsKd,Ah9c8d,Js7h7d talon=7sKcKs8h lead=1 trick=JhJdKh "
            "taken=-,AdQcQsQhQdJcTsThTd9h9d7c dealer=0",
            to_say(
                "B led an under, and your partner's under is winning. You are the last to play. What do you add to the trick?"
            ),
            ("Tc",),
            to_say("Right: your partner takes the trick, and your ten points with it."),
        ),
        _Step(
            "zsiros/4 hands=AcKhTh9c,KsTs8h,JcJsJd,AdKc8s talon=QdQhAs7h7c7sTcAh lead=1 trick=Jh9s9h taken=-,KdQcQsTd9d8c8d7d dealer=0",
            to_say("Now B is winning, who plays against you, and you cannot take the trick. What do you give away?"),
            ("Kh", "9c"),
            to_say("Right: a card that does not count."),
        ),
        _Step(
            "zsiros/4 hands=Th,Ad,9s,Qc lead=0 trick=TcJc9dTd "
            "taken=AcAhKcQhTs8s7s7h,AsKsKhKdQsQdJsJhJd9c9h8c8h8d7c7d tricks=2,3 dealer=0",
            to_say(
                "You led a ten, and D matched it. As an opponent is winning, you may go on with another ten or a seven; then everybody "
                "plays one more card to the same trick. Or you stop. What do you do?"
            ),
            ("Th",),
            to_say("Right: nobody else has a ten or a seven, and the trick is yours with all that lies in it."),
        ),
        _Step(
            "zsiros/4 hands=7cAcTd,KsAsJd,KdAdQs,QdAh9h lead=0 trick=8h8sJhKh points=20,10 tricks=2,2",
            to_say(
                "B matched your eight. You could go on with your seven, but nothing in the trick counts. Go on, or stop?"
            ),
            ("stop",),
            to_say("Right: a seven is worth keeping until there is something to take."),
        ),
    ),
    "sedma/2": (
        _Step(
            "sedma/2 hands=Td9c8s7c,Kh8h8d7s talon=ThJc9hAhJsQdQhQsJhQcJdKcKdTs9dAsKs8c7d9s7hAdAcTc lead=0",
            to_say(
                "You are A, and play against B. Each ace and each ten is worth 10 points, and so is the last trick: 90 in all. Who has "
                "at least 50 wins the deal. After each trick both draw until they have four cards again. Who took it leads to the next. "
                "U on a card is the under, O the over; the suits are acorns, leaves, hearts and bells."
            ),
        ),
        _Step(
            "sedma/2 hands=JsTd9s9d,Ks9h7d talon=QcTc7cThKcJhQs8hQh7hKh8sAs7sQdJd8cAh8dAd9cAcKdTs lead=1 trick=Jc",
            to_say(
                "No card is higher than another. A card takes the trick when it has the rank that was led. B led an under: match it."
            ),
            ("Js",),
            _MATCH,
        ),
        _Step(
            "sedma/2 hands=Tc7c9cKd,KcJs8h lead=1 trick=Ts points=30,30 tricks=6,6",
            to_say(
                "A seven matches every card. B led a ten, and you have a seven and a ten. Take the trick, and keep what is worth more."
            ),
            ("Tc",),
            to_say("Right: two tens, 20 points, and you still have the seven."),
        ),
        _Step(
            "sedma/2 hands=AsQd8s,Qs7s7h talon=8d9s8h7dKdQc7cJcAdThJd9hKs8c lead=0 trick=AhAc taken=KcKhQhJhTcTsTd9d,Js9c tricks=3,1",
            to_say(
                "You led an ace, and B matched it. You may go on with another ace or a seven, or stop. What do you do?"
            ),
            ("As",),
            to_say("Right: should B give a seven for it, one of the sevens is gone; else three aces are yours."),
        ),
        _Step(
            "sedma/2 hands=7hAcTd,AsKdTs lead=0 trick=8c8d points=20,20 tricks=6,6",
            to_say(
                "B matched your eight. You could go on with your seven, but nothing in the trick counts. Go on, or stop?"
            ),
            ("stop",),
            to_say("Right: a seven is worth keeping until there is something to take."),
        ),
        _Step(
            "sedma/2 hands=8c7h,Ad8s lead=0 taken=Ts9c9s9d,AcAsAhKcKsKhKdQcQsQhQdJcJsJhJdTcThTd9h8h8d7c7s7d tricks=2,8 dealer=0",
            to_say("Two cards are left to each, and the last trick counts 10. Which do you lead?"),
            ("8c",),
            to_say("Right: the seven takes the last trick, and whatever B has left for it."),
        ),
    ),
    "schnapsen/2": (
        _Step(
            "schnapsen/2 hands=KcKhQsQdTh,AsAdKdQcQh talon=TdJcAcJdJhTsKsTcJsAh lead=0",
            to_say(
                "You are A, and play against B. An ace counts 11, a ten 10, a king 4, a queen 3, a jack 2; they beat each other in this "
                "order. Who first has 66 points and says so wins the deal. The suit of the card that is turned up is trump. After each "
                "trick both draw from the talon, the cards that are left, and who took it leads to the next. A deal brings 1 to 3 game "
                "points, and 7 of them win the match."
            ),
        ),
        _Step(
            "schnapsen/2 hands=KdQdJcThTd,AdKcKsQcQs talon=TcJdQhAhAcJs lead=0 taken=AsKhJhTs,- dealer=0",
            to_say(
                "King and queen of a suit are a marriage. Who is to lead may show it and leads one of the two: it counts 20, in trumps 40. "
                "Tap the number on your king or your queen."
            ),
            ("meld:Kd", "meld:Qd"),
            to_say("Right: 20 points, as you have taken a trick before."),
        ),
        _Step(
            "schnapsen/2 hands=AdQcJhJdTs,AsKcKsKhTd talon=QsAh lead=0 taken=AcKdJsTh,QhQdJcTc dealer=0",
            to_say("Who is to lead and has the jack of trumps may exchange it for the card that is turned up. Do it."),
            ("exchange",),
            to_say("Right: the ace of trumps for a jack."),
        ),
        _Step(
            "schnapsen/2 hands=AcKhQdTc,AsKcJc lead=1 trick=Ts taken=AhKd,AdKsQcQsQhJsJhJdThTd dealer=0 trump=d melds=20,0 shown=Kh,-",
            to_say(
                "The talon is exhausted, and from now on one has to follow suit and to beat if one can; without the suit one has to play a "
                "trump. Diamonds are trump, and B led the ten of spades. What is left to you?"
            ),
            ("Qd",),
            to_say("Right: the smallest trump beats the ten."),
        ),
        _Step(
            "schnapsen/2 hands=AhAdKhQcTc,AcQdJsTsTd talon=KdThQhJc lead=0 taken=AsKcJhJd,KsQs dealer=0",
            to_say(
                "Who is to lead may close the talon: nobody draws any more, and the strict rules hold at once. Whoever closes has to come "
                "to 66 points. You have 19 points, two aces and the ten of trumps. What do you do?"
            ),
            ("close",),
            to_say("Right: B has to follow suit now, and cannot draw what would help."),
        ),
        _Step(
            "schnapsen/2 hands=AcKdQhTcTh,AhKcKsQsJs lead=0 taken=AsAdKhQcQdJcJhJdTsTd,- dealer=0 trump=s melds=20,0 shown=Kd,Js",
            to_say(
                "Nobody counts for you. Your tricks have 58 points, and you have shown a marriage for 20. What do you do?"
            ),
            ("claim",),
            to_say("Right: 78 points are more than 66. Who claims wrongly loses the deal, so count twice."),
        ),
    ),
}
"""The lessons by the games that they teach. In each position what is right is all that is best, as a test holds."""


def course(asked: AskedCourse) -> Lesson:
    """Return the first lesson in a game.

    :raises UsageError: where there is none.
    """
    if asked.game not in COURSES:
        known = ", ".join(COURSES)
        raise UsageError(
            say("{game!r}: there is a lesson for each of {known}", game=shown(asked.game, 40), known=known)
        )
    steps = COURSES[asked.game]
    return Lesson(
        tuple([CourseStep(each.position, say(each.text), each.right, each.after and say(each.after)) for each in steps])
    )
