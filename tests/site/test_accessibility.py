"""Everyone can read the site: who needs contrast, who has it read aloud, and who has no mouse."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import msgspec
from support.pages.site_pages import pages_of
from support.pages.site_tab import KINDS, open_page
from support.slices import in_turn, sliced

if TYPE_CHECKING:
    from playwright.sync_api import Page as Tab

Screen = tuple[int, Literal["light", "dark"], tuple[str, ...]]
"""A width, colours, and the rules that are asked there beside that of contrast, all of a kind or one by its name."""

STANDARD: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa")

SCREENS: Final[tuple[Screen, ...]] = ((1280, "light", STANDARD), (390, "dark", ("scrollable-region-focusable",)))
"""A computer by day and a phone by night, where more has to scroll."""

ALL_SCREENS: Final[tuple[Screen, ...]] = tuple(product((1280, 390), ("light", "dark"), (STANDARD,)))

SHORTEN: Final = """() => {
    const alike = "dl, li, tr, td, thead th, details, .pictures > svg";
    for (const entry of document.querySelectorAll(`article :is(${alike}):nth-of-type(n + 3)`)) entry.remove();
}"""
"""Leaves of each list and table the beginning: the rest is like it."""

AXE: Final = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
"""The program that knows the rules."""

FAULTS: Final = """async (rules) => {
    const colours = new Map();
    const ground = (element) => {
        if (!element) return "";
        if (!grounds.has(element)) {
            const own = getComputedStyle(element).backgroundColor;
            grounds.set(element, own.replace("rgba(0, 0, 0, 0)", "") + ground(element.parentElement));
        }
        return grounds.get(element);
    };
    const grounds = new Map();
    for (const element of document.querySelectorAll("body *:not(svg *)")) {
        if (![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        const { color, fontSize, fontWeight, opacity } = getComputedStyle(element);
        const kind = [color, fontSize, fontWeight, opacity, ground(element)].join();
        const alike = colours.get(kind) ?? [];
        if (alike.length < 2) colours.set(kind, [...alike, element]);
    }
    const faults = async (where, settings) =>
        (await axe.run(where, { resultTypes: ["violations"], preload: false, ...settings })).violations.flatMap(
            ({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
        );
    return [
        ...(await faults({ include: [...colours.values()].flat() }, { runOnly: ["color-contrast"] })),
        ...(await faults(document, { runOnly: rules, rules: { "color-contrast": { enabled: false } } })),
    ];
}"""
"""Lists what is against the rules A and AA of WCAG 2.1. Contrast is looked at in two of all words that have the same colours and size,
as it takes long; in pictures other tests look at it."""


def test_everyone_can_read_every_page(site: Path, tab: Tab) -> None:
    """By the rules of WCAG that a program can test, everyone can read the pages, in light and dark; and what scrolls is reached by key."""
    every = [str(page.relative_to(site)) for page in sorted(pages_of(site))]
    found: dict[tuple[str, int, str], list[str]] = {}
    for page in sliced(in_turn(KINDS, 4), whole=every):
        open_page(tab, site / page)
        tab.evaluate(sliced(SHORTEN, whole="() => {}"))
        tab.evaluate(AXE)
        for width, scheme, rules in sliced(SCREENS, whole=ALL_SCREENS):
            tab.set_viewport_size({"width": width, "height": 844})
            tab.emulate_media(color_scheme=scheme)
            faults = msgspec.convert(tab.evaluate(FAULTS, rules), list[str])
            if faults:
                found[page, width, scheme] = faults
    assert found == {}


def test_every_picture_has_words(site: Path) -> None:
    """Every picture is one thing to a program that reads the page aloud, with a title and a description."""
    pictures = 0
    for page in pages_of(site):
        article = page.read_text(encoding="utf-8").partition("<article")[2].partition("</article>")[0]
        for picture in re.findall(r"<svg.*?</svg>", article, re.DOTALL):
            if re.match(r'<svg [^>]*aria-hidden="true"', picture):  # the mark of what can be unfolded
                continue
            said = re.match(r'<svg [^>]*role="img"[^>]*><title>[^<]+</title><desc>[^<]+</desc>', picture)
            assert said, (page, picture[:300])
            pictures += 1
    assert pictures > 500
