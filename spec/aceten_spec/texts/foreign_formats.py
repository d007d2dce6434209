"""What comes from other programs for cards and games: told by how it begins, with a sentence that says what it is and what to do."""

from __future__ import annotations

import re
from typing import Final

from aceten_spec.speech import say, to_say

_DEAL: Final = r"(?:[NESW]:)?(?:[AKQJTX0-9x]*\.){3}[AKQJTX0-9x]*\s|[NESW]:(?:[AKQJTX0-9x]*\.){3}"
_FORMATS: Final = {
    rf"% (?:PBN|EXPORT)|\[Deal\s|{_DEAL}|\[(?:Board|Dealer|Vulnerable|Declarer|Auction)\s": to_say(
        "this is PBN, which bridge programs write; its hands can stay as they are: write zsiros/4 hands=, then each, with commas between"
    ),
    r"\[[A-Z][A-Za-z]*\s+\"": to_say(
        "this is PGN or PBN, which chess and bridge programs write; a deal of these games is a position line or a record"
    ),
    r"(?:pn|qx|vg|rs|md|st|lin)\|": to_say(
        "this is LIN, which bridge programs write; write its hands as a position line"
    ),
    r"\(;GM\[Skat\]|\(;\s*GM\[|ISS\b": to_say(
        "this is a log of ISS, a skat server; a deal of the games that aceten knows is a position line or a record"
    ),
    r"\{\s*\"(?:table_id|notifications|status)\"|(?:Move|Zug|Lépés) [0-9]+ ?:|[^\n=]{1,60}\b(?:plays|spielt)\b": to_say(
        "this is a log of Board Game Arena; write its hands as a position line, and its moves behind --moves"
    ),
    r"(?:[rnbqkpRNBQKP1-8]{1,8}/){7}[rnbqkpRNBQKP1-8]{1,8}(?:\s|$)": to_say(
        "this is a FEN, a position of chess; a position of cards is a position line"
    ),
    r"(?:https?|file)://": to_say("this is a link; open it in a browser, and copy the line of its position from there"),
}

_ANY: Final = re.compile("|".join(f"(?:{form})" for form in _FORMATS))
"""All of them: what is of none is told with one look."""


def foreign_format(text: str) -> str | None:
    """Return what a text from elsewhere is, and what to do with it; ``None`` where it is of no format that is known by its beginning."""
    begun = text[:400].lstrip("\ufeff \t\r\n\"'")
    if not _ANY.match(begun):
        return None
    return next((say(sentence) for form, sentence in _FORMATS.items() if re.match(form, begun)), None)
