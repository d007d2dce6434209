"""What Coq and OCaml have of the rulebooks is what these say."""

from tools import rocq_rulebooks


def test_parameters_and_options_are_current() -> None:
    """``make generate`` writes them; it is due after a change of a rulebook with matching tricks, or of an option."""
    assert rocq_rulebooks.RULEBOOKS.read_text(encoding="utf-8") == rocq_rulebooks.rulebooks()
    assert rocq_rulebooks.OPTIONS.read_text(encoding="utf-8") == rocq_rulebooks.options()
