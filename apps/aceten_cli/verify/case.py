"""``aceten verify case``."""

from __future__ import annotations

import json as plain_json
from typing import Annotated, cast

import msgspec
import typer

from aceten import UsageError
from aceten.conformance.oracle.cases import level_of
from aceten.conformance.runs.runner import REPLY_SECONDS, ask_one
from aceten_cli.frame.game_names import rulebook_of
from aceten_cli.frame.help_texts import LanguageChoice
from aceten_cli.frame.inputs import JsonOutput, RulesFile, read_text
from aceten_cli.verify import program_runs as runs
from aceten_spec.errors import shown
from aceten_spec.protocol import Question
from aceten_spec.speech import say
from aceten_spec.texts.causes import why
from aceten_spec.texts.json_keys import check_keys


def case(
    request: Annotated[
        str, typer.Argument(metavar="JSON|@FILE", help="The request, as the protocol has it, or the file with it.")
    ],
    program: runs.Program = None,
    reply_seconds: runs.SecondsToReply = REPLY_SECONDS,
    junit: runs.JunitFile = None,
    badge: runs.BadgeFile = None,
    transcript: runs.TranscriptFile = None,
    rules: RulesFile = None,
    _language: LanguageChoice = "en",
    json: JsonOutput = False,
) -> None:
    """Ask a program of yours one request of the protocol.

    Reports of 'aceten verify' have the command for each mistake. The request says by itself which game it is about, and by which options.

    Exit status 0: the answer is right; 1: it is wrong; 2: it could not be asked; 130: Ctrl-C.

    Example: aceten verify case '{"command":"shuffle","game":"zsiros","players":2,"seed":7}' -- node adapter.mjs
    """
    if not program:
        raise runs.no_program()
    telling = runs.ProgramTold(junit, badge, json, rules, reply_seconds)
    telling.check()
    question = _question(request)
    with runs.verifying(), runs.transcribed(transcript) as note:
        report = ask_one(program, question, rules=rulebook_of(rules), reply_seconds=reply_seconds, transcript=note)
    raise typer.Exit(telling.tell(report, [level_of(question)], single=True))


def _question(case: str) -> Question:
    """Return the question that is given as JSON, or as the file that it stands in.

    :raises UsageError: when it is no request about a game.
    """
    text = read_text(case[1:]) if case.startswith("@") else case
    such = '{"command":"trick","game":"zsiros","players":4,"leader":0,"cards":["9h","9s","Kc","Ad"]}'
    try:
        given: object = plain_json.loads(text)
        check_keys(text)
        if not isinstance(given, dict):
            raise msgspec.ValidationError(say("it is no JSON object"))
        said = cast("dict[str, object]", given)
        question: Question = msgspec.convert({"id": 0, **said}, Question)
    except (ValueError, RecursionError) as error:
        message = say(
            "{text!r}: {error}; expected a request of the protocol, such as: {such}",
            text=shown(text, 80),
            error=why(error),
            such=such,
        )
        raise UsageError(message) from error
    known = {"command", *(field.encode_name for field in msgspec.structs.fields(question))}
    unknown = [shown(name, 40) for name in said if name not in known]
    if unknown:
        message = say(
            "{given}: no part of such a request; expected {known}",
            given=", ".join(unknown),
            known=", ".join(sorted(known)),
        )
        raise UsageError(message)
    return question
