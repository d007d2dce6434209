"""Texts that want to be obeyed in place of being shown, and what tells whether they are: terminals, readers of XML and of HTML."""

import re
import unicodedata
from html.parser import HTMLParser
from typing import Final
from xml.etree import ElementTree as ET

from typing_extensions import override

MARKS: Final = {
    "rich": "[red]x[/red] [/] [link=file:///x]y[/link] :heart: [@click=app.quit]z[/]",
    "html": "<script>alert(1)</script><img src=x onerror=alert(1)><a href='javascript:alert(1)'>x</a> &lt;b&gt; \"'><b>",
    "xml": "]]> <!-- x --> <?x y?> </testcase></svg><x/> &x; <![CDATA[y]]>",
    "markdown": "[x](javascript:alert(1)) ![x](http://127.0.0.1:1/x) **y** `z` {eval-rst} ~~~",
    "rest": "`x <javascript:y>`_ :doc:`/z` |x| .. raw:: html :download:`/etc/passwd` *y* x_ ``",
    "tex": r"$\frac{$ $x_1$ \input{x}",
    "templates": "{0} {x} {x!r} %s %(x)s ${x} {{ x }} {% x %}",
    "formula": '=HYPERLINK("http://127.0.0.1:1") ,"@SUM(1+1)*cmd|\' /C calc\'!A0',
    "shell": "'; $(touch x) `touch x` \\",
}
"""What has a meaning to a program that reads marks or formulas."""

CONTROLS: Final = {
    "csi": "\x1b[2J\x1b[1;1H\x1b[8mx\x1b[0m\x1b[6n",
    "osc": "\x1b]8;;file:///x\x1b\\y\x1b]8;;\x1b\\ \x1b]52;c;eA==\x07 \x1b]0;z\x07",
    "dcs": "\x1bP$q\x1b\\ \x1b_x\x1b\\ \x1b^y\x1b\\ \x1bc",
    "c1": "\x9b2J \x9d0;x\x9c \x90$q\x9c \x85 \x8d",
    "controls": "a\0b\bc\rd\x07e\x7ff\x0bg\x0ch\x0e\x0f",
    "lines": "x\u2028y\u2029z",
    "turning": "a\u202eb\u202cc\u202dd\u2066e\u2067f\u2068g\u2069h\u202ai\u202bj",
}
"""What a terminal obeys, or what turns the direction of what follows: no text needs it."""

UNSEEN: Final = {
    "marks": "a\u200eb\u200fc\u061cd",
    "zero width": "a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg",
    "tags": "a\U000e0041\U000e007fb\ufff9c",
    "no characters": "a\ufffeb\uffff\U0010ffff",
}
"""What is not seen, though some languages need a part of it."""

HALVES: Final = {"halves": "a\ud800b\udcffc"}
"""Halves of characters, which no encoding can hold."""

ALL: Final = MARKS | CONTROLS | UNSEEN | HALVES

_OF_RICH: Final = re.compile(
    r"\x1b\[(?:(?!8m|0m\x1b\[6n)[0-9;]*m|\?25[hl]|1A|2K)|\r(?=\x1b\[(?:2K|1A)|$)", re.MULTILINE
)
"""What our own styles and bars send to a terminal: colours, and how a line is written anew. None of the texts is of that form."""


def obeyed_by_terminals(text: str, *, styled: bool = False) -> set[str]:
    """Return the characters in which something is hidden or obeyed where it is printed.

    :param styled: whether it was written for a terminal, where our own colours belong to it.
    """
    plain = _OF_RICH.sub("", text) if styled else text
    return {repr(each) for each in plain if unicodedata.category(each) in {"Cc", "Cf", "Cs", "Zl", "Zp"}} - {
        repr("\n"), repr("\t"),
    }  # fmt: skip


def written_as_escapes(text: str) -> str:
    """Return how a text is shown where it is not obeyed, by what is said of it in the documentation: as Python escapes it."""
    return "".join(
        each.encode("unicode_escape").decode()
        if obeyed_by_terminals(each) or unicodedata.category(each) == "Cn"
        else each
        for each in text
    )


def read_xml(text: bytes) -> ET.Element:
    """Return the root of an XML document, as expat reads it.

    :raises ET.ParseError: when it is none.
    """
    return ET.fromstring(text)  # noqa: S314 - our own file


class Seen(HTMLParser):
    """What a page shows, as an HTML parser reads it: its text, and every element with its attributes."""

    def __init__(self, page: str) -> None:
        """Read a page."""
        super().__init__()
        self.text = ""
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    @override
    def handle_data(self, data: str) -> None:
        self.text += data
