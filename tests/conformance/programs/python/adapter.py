"""Lets ``aceten verify`` ask zsiros.py: one JSON object a line comes in, and one goes out."""

from __future__ import annotations

import json
import sys
from typing import Any

import zsiros

OPTIONS = {
    "continuation": ["always", "never"],
    "draw": ["round_robin"],
    "tie": ["draw"],
    "last_card_loses": ["7"],
    "last_trick": ["ten"],
    "calls": ["off"],
    "direction": ["clockwise"],
    "target": [1, 3, 10],
}
LEVELS = ["trick", "score", "deal", "position", "match", "view", "shuffle", "perft"]
GAME = {"game": "zsiros", "players": [2, 4], "levels": LEVELS, "options": OPTIONS, "calls": True}


def answer(command: str, asked: dict[str, Any], table: zsiros.Table) -> dict[str, Any]:
    """Return what the reply to a question holds, but for its id."""
    if command == "trick":
        reply: dict[str, Any] = {"winner": table.winner(zsiros.read_cards("".join(asked["cards"])), asked["leader"])}
    elif command == "score":
        reply = {"result": zsiros.read_position(table, asked["position"]).described()["result"]}
    elif command == "match":
        reply = {"steps": zsiros.play_match(table, asked["dealer"], [deal["game_points"] for deal in asked["deals"]])}
    elif command == "shuffle":
        reply = {"deck": zsiros.shuffled(asked["seed"])}
    elif command == "position":
        reply = {"steps": course(zsiros.read_position(table, asked["position"]), asked.get("actions", []))}
    elif command == "deal":
        reply = {"steps": course(zsiros.deal_out(table, asked["deck"], asked["dealer"]), asked.get("actions", []))}
    elif command == "perft":
        reply = {"count": zsiros.perft(zsiros.deal_out(table, asked["deck"], asked["dealer"]), asked["depth"])}
    elif command == "view":
        deal = zsiros.deal_out(table, asked["deck"], asked["dealer"])
        for action in asked.get("actions", []):
            deal = deal.after(action) or deal
        reply = deal.seen_by(asked["seat"])
    else:
        reply = {"skip": f"no {command} here"}
    return reply


def course(deal: zsiros.Deal, actions: list[str]) -> list[dict[str, Any]]:
    """Return what holds before each action and after the last."""
    steps: list[dict[str, Any]] = []
    for action in actions:
        after = deal.after(action)
        steps.append(deal.described() | {"refused": after is None})
        deal = after or deal
    return [*steps, deal.described()]


for line in sys.stdin:
    request = json.loads(line)
    if request["command"] == "hello":
        said: dict[str, Any] = {"protocol": 1, "program": "zsiros-python", "version": "1", "games": [GAME]}
    else:
        said = answer(request["command"], request, zsiros.Table(request["players"], **request.get("options", {})))
    sys.stdout.write(json.dumps({"id": request["id"], **said}) + "\n")
    sys.stdout.flush()
