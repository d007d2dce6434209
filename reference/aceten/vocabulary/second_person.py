"""What is said to whoever plays himself, in the second person, by what is said of others."""

from collections.abc import Mapping
from typing import Final

from aceten_spec.speech import Reader, say, to_say

_SENTENCES: Final[Mapping[str, str]] = {
    "{who} is winning": to_say("You are winning"),
    "{who}'s side": to_say("your side"),
    "{who} has {has}": to_say("You have {has}"),
    "{who} takes {cards}": to_say("You take {cards}"),
    "{who} takes {cards}, {points}": to_say("You take {cards}, {points}"),
    "{who} takes {cards}, {points} and {bonus} for the last trick": to_say(
        "You take {cards}, {points} and {bonus} for the last trick"
    ),
    "{who} takes {points} of the {whole} points": to_say("You take {points} of the {whole} points"),
    "{who} takes every trick.": to_say("You take every trick."),
    "{who} has {points}": to_say("You have {points}"),
    "{who} has {points} points": to_say("You have {points} points"),
    "{who} wins the deal{reason}{scored}.": to_say("You win the deal{reason}{scored}."),
    "{who} shares the deal{reason}{scored}.": to_say("You share the deal{reason}{scored}."),
    "{who} wins the match.": to_say("You win the match."),
    "{who} claims wrongly.": to_say("You claim wrongly."),
    "{who} claims rightly": to_say("You claim rightly"),
    "{who} comes to {points} points": to_say("You come to {points} points"),
    "{who} closed the talon and has not come to {points} points.": to_say(
        "You closed the talon and have not come to {points} points."
    ),
    ", and {who} had closed the talon": to_say(", and you had closed the talon"),
    " against {who} without a trick": to_say(" against you without a trick"),
    " against {who} with fewer than {points} points": to_say(" against you with fewer than {points} points"),
    "{who} has closed the talon": to_say("you have closed the talon"),
    "{who} plays alone": to_say("you play alone"),
    "{who} bids {points}": to_say("you bid {points}"),
    "{who} bid {points}.": to_say("You bid {points}."),
    "{who} passes": to_say("you pass"),
    "{who} has bid the most, {points}": to_say("You have bid the most, {points}"),
    "all know that {who} holds {cards}": to_say("all know that you hold {cards}"),
    "{who} has drawn the {card} and may spice the trick": to_say("You have drawn the {card} and may spice the trick"),
    "{who} leads": to_say("You lead"),
    "{who} bids first": to_say("You bid first"),
    "{who}'s {card} matches the card that was led: {who} is winning.": to_say(
        "Your {card} matches the card that was led: you are winning."
    ),
    "{who}'s {card} matches whatever was led: {who} is winning.": to_say(
        "Your {card} matches whatever was led: you are winning."
    ),
    "{who}'s {card} is the highest so far of the suit that was led: {who} is winning.": to_say(
        "Your {card} is the highest so far of the suit that was led: you are winning."
    ),
    "{who}'s {card} is a trump, and beats the suit that was led: {who} is winning.": to_say(
        "Your {card} is a trump, and beats the suit that was led: you are winning."
    ),
    "{who}'s {card} is of the suit that was led, but does not beat {winner}'s card.": to_say(
        "Your {card} is of the suit that was led, but does not beat {winner}'s card."
    ),
    "{who}'s {card} is a trump, but {winner}'s is higher.": to_say("Your {card} is a trump, but {winner}'s is higher."),
    "{who}'s {card} is neither of the suit that was led nor a trump: {winner} is still winning.": to_say(
        "Your {card} is neither of the suit that was led nor a trump: {winner} is still winning."
    ),
    "{who}'s {card} matches the card that was led, but {winner} is winning.": to_say(
        "Your {card} matches the card that was led, but {winner} is winning."
    ),
    "{who}'s {card} does not match: {winner} is still winning.": to_say(
        "Your {card} does not match: {winner} is still winning."
    ),
    "points for {who}": to_say("your points"),
    "game points for {who}, less those of {others}": to_say("your game points, less those of {others}"),
    "the deal, for {who}": to_say("the deal, for you"),
    "{who} leads the {card}.": to_say("You lead the {card}."),
}


def reader() -> Reader:
    """Return what whoever plays himself is called in the language in force."""
    return Reader(say("Guest"), say("You"), _SENTENCES)
