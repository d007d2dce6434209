"""Runs a folder of test vectors on an engine: python run_vectors.py FOLDER ENGINE.py

The engine has ANSWERS: by level a function that takes a request and returns the reply, or None for what it does not do.
"""

import json
import runpy
import sys
from pathlib import Path


def cases(file):
    """Yield each case as id, clauses, request and reply. An action is a position in which one action is taken."""
    for case in file["answers"]:
        reply = case["reply"]
        if "deck" in case["request"]:
            reply["steps"] = [{"refused": False, "result": None, **step} for step in reply.get("steps", [])]
        yield case["id"], case["clauses"], case["request"], reply
    for case in file["vectors"]:
        parts = case["parts"]
        request = {"command": "position", "game": file["game"], "players": len(parts["hands"]), "parts": parts}
        request |= {"options": case.get("options", {}), "position": case["position"], "actions": [case["action"]]}
        refused = "refused" in case
        before = {**parts, "legal": case["legal"], "refused": refused}
        yield case["id"], case["clauses"], request, {"steps": [before, parts if refused else case["after_parts"]]}


def plain(name, value):
    """Return a value with cards and actions sorted where their order means nothing."""
    if name == "legal":
        return sorted(value)
    return [sorted(cards) for cards in value] if name in ("hands", "taken", "known") else value


def wrong(told, given, name=""):
    """Yield what is given otherwise than it is told; what is not told, or not given, is open."""
    if isinstance(told, dict) and isinstance(given, dict):
        for key, value in told.items():
            if key in given and (value is not None or key in ("turn", "result")):
                yield from wrong(value, given[key], key)
    elif name == "steps" and len(told) == len(given):
        for one, other in zip(told, given):
            yield from wrong(one, other)
    elif plain(name, told) != plain(name, given):
        yield f"{name} {given} instead of {told}"


folder, answers = Path(sys.argv[1]), runpy.run_path(sys.argv[2])["ANSWERS"]
asked = failed = 0
for entry in json.loads((folder / "index.json").read_text())["files"]:
    if entry["cases"]:
        for name, clauses, request, reply in cases(json.loads((folder / entry["file"]).read_text())):
            given = answers.get(request["command"], lambda _: None)(request)
            differing = [] if given is None else list(wrong(reply, given))
            asked, failed = asked + (given is not None), failed + bool(differing)
            for problem in differing[:1]:
                print(f"{name} ({', '.join(clauses)}): {problem}")
print(f"{asked - failed} of {asked} right")
sys.exit(failed > 0)
