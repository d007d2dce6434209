"""Lets `aceten verify` ask your program: a request comes in as a line of JSON, and the reply goes out as one."""

import json
import sys

# What your program plays, and under which name. Of a game there is
# @fields hello
HELLO = {
    "protocol": 1,
    "program": "my-program",
    "version": "",
    "games": [
        {
            "game": "zsiros",
            "players": [2, 4],
            "levels": ["trick"],
            "options": {},
        },
    ],
}

# The levels: each function takes a request and returns what belongs in the reply, all but the id, as dicts, lists, strings
# and numbers. What your program does not know it answers with skip("why"); an exception becomes an error, sys.exit too. A
# field may be left out, request.get("actions", []), or open, request["parts"]["tricks"] is None. Every request has
# @fields request


def trick(request):
    # @fields trick
    return skip("trick is not filled in")


def score(request):
    # @fields score
    return skip("score is not filled in")


def deal(request):
    # @fields deal
    return skip("deal is not filled in")


def position(request):
    # @fields position
    return skip("position is not filled in")


def match(request):
    # @fields match
    return skip("match is not filled in")


def view(request):
    # @fields view
    return skip("view is not filled in")


def shuffle(request):
    # @fields shuffle
    return skip("shuffle is not filled in")


def perft(request):
    # @fields perft
    return skip("perft is not filled in")


# From here on all is done.

LEVELS = {
    "trick": trick,
    "score": score,
    "deal": deal,
    "position": position,
    "match": match,
    "view": view,
    "shuffle": shuffle,
    "perft": perft,
}


def skip(reason):
    """Return what is replied where the program does not do what it is asked."""
    return {"skip": reason}


def answer(line):
    """Return the reply to a line."""
    number = 0
    try:
        request = json.loads(line)
        number = request["id"]
        command = request["command"]
        if command == "hello":
            said = HELLO
        elif command in LEVELS:
            said = LEVELS[command](request)
        else:
            said = skip(f"no {command} here")
        return json.dumps({"id": number, **said})
    except (Exception, SystemExit) as error:
        return json.dumps({"id": number, "error": f"{type(error).__name__}: {error}"})


def main():
    """Answer every line until there are no more."""
    replies, sys.stdout = sys.stdout, sys.stderr  # what your program prints is no reply
    for line in sys.stdin.buffer:
        if line.strip():
            replies.write(answer(line) + "\n")
            replies.flush()


main()
