"""Reading pictures."""

import re
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree as ET

LINE: Final = "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"

SVG: Final = "{http://www.w3.org/2000/svg}"


def read(picture: str) -> ET.Element:
    """Read a picture as XML."""
    return ET.fromstring(picture)  # noqa: S314 - our own pictures


def name_and_words(picture: str) -> str:
    """Return the whole alternative text of a picture."""
    root = read(picture)
    return f"{root.findtext(f'{SVG}title')} {root.findtext(f'{SVG}desc') or ''}"


def titles(picture: str) -> list[str]:
    """Return the titles of everything in a picture that has one."""
    return [title.text or "" for title in read(picture).iter(f"{SVG}title")]


def corners(inside: ET.Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[tuple[float, float]]:
    """Yield the corners of all rectangles, and both ends of all lines of text at their widest, on the sheet."""
    for part in inside:
        moved = re.match(r"translate\((\S+) (\S+)\)", part.get("transform") or "")
        grown = re.match(r"scale\((\S+)\)", part.get("transform") or "")
        here = (x + scale * float(moved[1]), y + scale * float(moved[2])) if moved else (x, y)
        if part.tag == f"{SVG}rect":
            left, top = float(part.get("x") or 0), float(part.get("y") or 0)
            yield here[0] + scale * left, here[1] + scale * top
            far = left + float(part.get("width") or 0), top + float(part.get("height") or 0)
            yield here[0] + scale * far[0], here[1] + scale * far[1]
        if part.tag == f"{SVG}text":
            half = 0.3 * float(part.get("font-size") or 0) * len(part.text or "")
            middle = float(part.get("x") or 0)
            for end in (middle - half, middle + half):
                yield here[0] + scale * end, here[1] + scale * float(part.get("y") or 0)
        yield from corners(part, *here, scale * float(grown[1]) if grown else scale)
