"""The site fits the screens on which it is read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from support.checkout import DOCS
from support.pages.site_pages import pages_of
from support.pages.site_tab import KINDS, open_page
from support.slices import in_turn, sliced

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

WIDTHS: Final = sliced((390,), whole=(390, 1280))
"""A phone, and a computer."""

LOST: Final = """() => {
    const root = document.documentElement, article = document.querySelector("article"), lost = [];
    const told = (element) => `${element.cloneNode().outerHTML} ${element.textContent.trim().slice(0, 40)}`;
    const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const scrolled = (element) => element && element !== article && (scrolls(element) || scrolled(element.parentElement));
    for (let around = article; around; around = around.parentElement)
        if (around.scrollWidth > around.clientWidth && (scrolls(around) || around === root))
            lost.push(`All that is written is ${around.scrollWidth} wide.`);
    for (const element of document.querySelectorAll(".mobile-header *, article *")) {
        const box = element.getBoundingClientRect();
        if (box.width <= 1 || box.height <= 1) continue;  // for the ears only
        const outside = box.left < -1 || box.right > root.clientWidth + 1;
        if (outside && !scrolled(element)) lost.push(told(element));
        const larger = element.scrollWidth > element.clientWidth + 1;
        if (larger && /hidden|clip/.test(getComputedStyle(element).overflowX)) lost.push(told(element));
    }
    return lost;
}"""
"""Lists what a reader cannot bring to the screen: what is cut off, and what lies outside of it and in nothing of its own
that scrolls. (The theme lets the whole text scroll.)"""


def test_nothing_is_wider_than_the_screen(site: Path, tab: Tab) -> None:
    """On a phone as on a computer no page has to be moved sideways: what is wider than the screen scrolls, and nothing is cut off."""
    found: dict[tuple[str, int], list[str]] = {}
    every = [str(page.relative_to(site)) for page in sorted(pages_of(site))]
    for page in sliced(in_turn(KINDS, 3), whole=every):
        open_page(tab, site / page)
        for width in WIDTHS:
            tab.set_viewport_size({"width": width, "height": 844})
            lost = msgspec.convert(tab.evaluate(LOST), list[str])
            if lost:
                found[page, width] = lost
    assert found == {}


def test_a_table_of_phrases_says_its_columns_on_a_phone(site: Path, tab: Tab) -> None:
    """Where the head of such a table is not shown, its words stand in each cell; where it is shown they do not."""
    open_page(tab, site / "what_is_proved.html")
    for width, said in ((390, True), (1280, False)):
        tab.set_viewport_size({"width": width, "height": 844})
        head = tab.eval_on_selector_all(
            ":nth-match(table.phrases, 1) thead th", "all => all.map(each => each.textContent.trim())"
        )
        told = tab.eval_on_selector_all(
            ":nth-match(table.phrases, 1) tbody tr:first-child td .of-column",
            "all => all.filter(each => each.checkVisibility()).map(each => each.textContent)",
        )
        assert tab.is_visible("table.phrases thead >> nth=0") != said
        assert told == (head[1 : len(told) + 1] if said else [])
        assert len(told) > 1 or not said


def test_what_a_program_printed_keeps_its_lines(site: Path, tab: Tab) -> None:
    """A table of text that a page has from a file is not broken where a phone's screen ends: it scrolls."""
    tab.set_viewport_size({"width": 390, "height": 844})
    printed = {
        page: re.findall(r"literalinclude\S* (\S+\.txt)", page.read_text(encoding="utf-8"))
        for page in DOCS.rglob("*.md")
    }
    assert DOCS / "equilibria.md" in printed
    for page, names in printed.items():
        if not names:
            continue
        open_page(tab, site / page.relative_to(DOCS).with_suffix(".html"))
        blocks = tab.eval_on_selector_all(
            "pre", "all => all.map(each => [each.textContent.trim(), getComputedStyle(each).whiteSpace])"
        )
        for name in names:
            text = (page.parent / name).read_text(encoding="utf-8")
            assert {space for block, space in blocks if block in text} == {"pre"}, (page, name)
