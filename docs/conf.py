"""How Sphinx builds the site: ``make docs``. What is particular to it is in ``_ext``."""

import gc
import sys
from pathlib import Path

gc.disable()  # pages are large trees, in which looking for waste takes a fifth of the time, and finds little

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "aceten"
author = "The aceten authors"
copyright = author  # noqa: A001 - Sphinx wants this name
exclude_patterns = ["_build", "reliability"]  # what was measured, in tables for pages to include

extensions = [
    "sphinx.ext.autodoc",
    "myst_parser",
    "sphinx_design",
    "aceten_docs.pages.board_links",
    "aceten_docs.pages.card_pictures",
    "aceten_docs.python.command_line",
    "aceten_docs.rulebook.comparison",
    "aceten_docs.rulebook.contradictions",
    "aceten_docs.rulebook.family",
    "aceten_docs.pages.flowcharts",
    "aceten_docs.pages.markup",
    "aceten_docs.pages.notebooks",
    "aceten_docs.pages.phone_tables",
    "aceten_docs.proofs.outcome_order",
    "aceten_docs.proofs.theorem_pages",
    "aceten_docs.python.public_names",
    "aceten_docs.rulebook.plain_pages",
    "aceten_docs.rulebook.quotations",
    "aceten_docs.rulebook.explanations",
    "aceten_docs.rulebook.rule_pages",
    "aceten_docs.rulebook.topic_index",
    "aceten_docs.search.clause_index",
    "aceten_docs.rulebook.source_list",
    "aceten_docs.python.source_pages",
    "aceten_docs.specification.specification_pages",
    "aceten_docs.proofs.traceability",
    "aceten_docs.proofs.vector_pages",
    "aceten_docs.pages.glossary",
]
nitpicky = True
smartquotes = False  # a rulebook is shown letter for letter
# Names of other projects, whose documentation this one does not fetch.
nitpick_ignore_regex = [
    (
        "py:.*",
        r"(_duckdb|_pytest|collections\.abc|hypothesis|msgspec|numpy|pathlib|pyarrow|st|time|types|typing_extensions|z3)\..*",
    ),
    ("py:class", "Fraction"),  # as fields of structures name it
]

suppress_warnings = [
    "ref.python"
]  # several modules have a Deal of their own, and a name is looked for in its own first

myst_enable_extensions = ["colon_fence"]

add_module_names = False
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_use_type_comments = False
maximum_signature_line_length = 88
toc_object_entries = False

man_pages: list[tuple[str, str, str, list[str], int]] = [
    ("command_line", "aceten", "the reference for the ace-ten card games", [], 1)
]
html_theme = "furo"
html_title = project
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["folding.js", "on_board.js", "scrolling.js"]
html_search_scorer = str(Path(__file__).parent / "_ext" / "aceten_docs" / "search" / "search_scorer.js")
html_copy_source = False
html_show_sphinx = False
