"""``aceten check``: certificates, by the rules alone. Nothing that searches is loaded for it, which a contract of imports holds."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Annotated, Literal, TypeAlias

import typer
from rich.console import Console
from rich.text import Text

import aceten_certificates
from aceten import AcetenError, UsageError, parse
from aceten.engine.equal_actions import canonical_action
from aceten.vocabulary.naming import seat_name
from aceten.words import telling
from aceten_certificates import MOST_POSITIONS, CertificateError, Checked, CheckedStrategies, CheckerError
from aceten_certificates.strategies.strategy_checking import fraction_words
from aceten_cli.frame.game_names import rulebook_of
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import JsonOutput, RulesFile
from aceten_cli.frame.output import console, print_json, print_sentence, progress
from aceten_cli.frame.streams import BAD_INPUT, DONE, INTERRUPTED, NEGATIVE, print_error, print_note
from aceten_spec import Rulebook
from aceten_spec.errors import FileError
from aceten_spec.speech import grouped, say, say_counted, speaking
from aceten_spec.texts.user_files import name_as_text, shown_name

_Checker: TypeAlias = Callable[..., Checked | CheckedStrategies]
"""Checks a file, and is told by what it tells how far it is."""


def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Certificates, such as 'aceten certify' writes.")
    ],
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", help="Rely on the rules alone: hold no positions to be alike, and play every deal to its end."
        ),
    ] = False,
    most: Annotated[
        int, typer.Option("--most", metavar="N", min=1, help="Look at most at this many positions for each claim.")
    ] = MOST_POSITIONS,
    proved_in: Annotated[
        Literal["rocq"] | None,
        typer.Option(
            "--with", help="Check by the program that Rocq writes, of which it is proved that what it accepts is so."
        ),
    ] = None,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Check certificates: that a position is worth what they claim, by the rules alone and without any search.

    Follows what each says that one side does, tries all that the other side may do, and sees how every deal ends. Of strategies for hidden
    cards, which aceten advise --certify writes, it lets each player do his best against that of the other, by what he sees.

    Exit status 1: something is not proved; what fails is said, with the position.

    Example: aceten check docs/certificates/positions/*.certificate
    """
    rulebook = rulebook_of(rules)
    if proved_in and (strict or rulebook):
        raise UsageError(
            say("--with rocq knows the shipped rules, and checks in one way: leave out --strict and --rules")
        )
    checker = (
        partial(aceten_certificates.check_with_rocq, most=most)
        if proved_in
        else partial(aceten_certificates.check_either, rules=rulebook, strict=strict, most=most)
    )
    status, done = DONE, 0
    try:
        for file in files:
            status = max(status, _checked(file, checker, rulebook, json=json), key=_gravity)
            done += 1
    except KeyboardInterrupt:
        print_note(say_counted("Stopped after {number} file.", "Stopped after {number} files.", done))
        status = INTERRUPTED
    raise typer.Exit(status)


def _gravity(status: int) -> int:
    """Return how much a status counts beside others: what is not proved more than what cannot be read."""
    return (DONE, BAD_INPUT, NEGATIVE).index(status)


def _checked(file: str, checker: _Checker, rulebook: Rulebook | None, *, json: bool) -> int:
    """Check a file, and tell what it proves or where it fails; return the exit status."""
    try:
        with progress(say("checking")) as report, speaking("en") if json else contextlib.nullcontext():
            checked = checker(file, progress=report)
    except (FileError, CheckerError) as error:
        print_error(str(error))
        return BAD_INPUT
    except AcetenError as error:
        _tell_failed(file, error, rulebook, json=json)
        return NEGATIVE
    if json:
        print_json({"file": name_as_text(file), "proved": True} | proof_json(checked))
    else:
        out = console()
        print_sentence(out, Text(shown_name(file), style="bold"))
        tell_proof(out, checked)
    return DONE


def proof_json(checked: Checked | CheckedStrategies) -> dict[str, object]:
    """Return what a certificate proves as JSON has it."""
    if isinstance(checked, CheckedStrategies):
        return {
            "view": str(checked.view),
            "measure": checked.measure,
            "private": checked.private,
            "at_least": str(checked.at_least),
            "at_most": str(checked.at_most),
            "value": str(checked.value),
            "gain": str(checked.gain),
            "chances": [{"action": str(action), "chance": str(chance)} for action, chance in checked.chances],
            "deals": checked.deals,
            "histories": checked.histories,
            "positions": checked.positions,
            "strict": checked.strict,
            "relied_on": checked.relied_on,
            "digest": checked.digest,
        }
    return {
        "position": str(checked.position),
        "measure": checked.measure,
        "claims": [
            {claim.half: claim.number, "positions": positions}
            for claim, positions in zip(checked.claims, checked.positions, strict=True)
        ],
        "strict": checked.strict,
        "relied_on": checked.relied_on,
        "digest": checked.digest,
        **({"with": checked.proved_in} if checked.proved_in else {}),
    }


def tell_proof(out: Console, checked: Checked | CheckedStrategies) -> None:
    """Print what a certificate proves, and what that relies on."""
    match checked:
        case CheckedStrategies():
            line, count = str(checked.view), checked.positions
        case Checked():
            line, count = str(checked.position), sum(checked.positions)
    out.print(Text(line), soft_wrap=True)
    for words in checked.words:
        print_sentence(out, say("proved: {claim}", claim=words))
    if isinstance(checked, CheckedStrategies):
        _tell_chances(out, checked)
    looked_at = say_counted("{number} position looked at", "{number} positions looked at", count, number=grouped(count))
    print_sentence(out, f"{looked_at}; {_relied_on(checked)}")
    print_sentence(out, f"sha256 {checked.digest}")


def _tell_chances(out: Console, checked: CheckedStrategies) -> None:
    """Print what the seat does that is to act, and what that comes to with its cards."""
    view, first = checked.view, seat_name(checked.seats[0])
    who, other = seat_name(view.seat), seat_name(checked.seats[1 - checked.seats.index(view.seat)])
    if checked.private:
        print_sentence(out, say("each knows his own cards alone"))
    else:
        print_sentence(out, say("{other} knows the cards of {who}", who=who, other=other))
    for action, chance in checked.chances:
        if chance:
            same = next(each for each in view.legal if canonical_action(view.game, each) == action)
            told = {"action": telling(view).choice(same), "chance": fraction_words(chance)}
            print_sentence(out, say("{who} plays {action} with chance {chance}", who=who, **told))
    value = fraction_words(checked.value)
    print_sentence(out, say("on average that comes to {number} for {name} with these cards", number=value, name=first))


def _relied_on(checked: Checked | CheckedStrategies) -> str:
    told = {
        "T-SUITS": say("which cards are alike"),
        "T-KEY": say("which positions are alike"),
        "T-POINTS": say("how points add up"),
    }
    if isinstance(checked, Checked) and checked.proved_in:
        return say("relied on: the rules as Rocq has them, where it is proved which positions are alike")
    if not checked.relied_on:
        return say("relied on: the rules alone")
    theorems = ", ".join([f"{told[theorem]} ({theorem})" for theorem in checked.relied_on])
    return say("relied on: the rules, {theorems}", theorems=theorems)


def _tell_failed(file: str, error: AcetenError, rulebook: Rulebook | None, *, json: bool) -> None:
    """Print where a certificate fails."""
    problem, line = (error.problem, error.position) if isinstance(error, CertificateError) else (str(error), "")
    to_move = _to_move(line, rulebook)
    if json:
        failed = {"proved": False, "problem": problem, "position": line or None, "to_move": to_move}
        print_json({"file": name_as_text(file)} | failed)
        return
    print_error(say("{file}: not proved: {problem}", file=shown_name(file), problem=problem))
    if line:
        print_note(f"  {line}")
        print_note("  " + (say("the deal is over") if to_move is None else say("{who} is to move", who=to_move)))


def _to_move(line: str, rulebook: Rulebook | None) -> str | None:
    """Return who is to move in a position; ``None`` where nobody is."""
    if not line:
        return None
    seen = parse(line, rules=rulebook)
    return None if seen.turn is None else seat_name(seen.turn)
