"""As a source or an author stands only what the text itself says."""

from pathlib import Path

import pytest

from rules_lib.rulebook import catalog

SITE = "schwarzer" + ".de"
"""Named in the credit of the pictures only: neither author nor publisher of the text."""

TEXTS = ("README.md", "LICENSE", "book/**/*.md", "rules_lib/rulebook/*.toml", "rules_lib/**/*.py")


def test_only_the_article_on_the_melee_names_its_author() -> None:
    authors = {name: each.source_author for name, each in catalog().systems.items()}
    assert {name: author for name, author in authors.items() if author} == {
        "paper-tigers-melee": "Sturmi"
    }


@pytest.mark.rule("PT-M4")
def test_no_credit_of_a_picture_and_no_designer_of_paper_tigers(root: Path) -> None:
    for path in (path for pattern in TEXTS for path in sorted(root.glob(pattern))):
        text = path.read_text("utf-8")
        assert SITE not in text, path
        assert "designer" not in text.lower(), path
    clause = catalog().clauses["PT-M4"]
    assert (clause.kind, clause.term) == ("tip", "Tipp")


@pytest.mark.rule("R-M9")
def test_five_and_three_hits_are_ours_and_not_public_variant_39() -> None:
    ruling = catalog().rulings["R-M9"]
    assert [each.basis for each in ruling.readings] == ["tutorial", "ours, not public variant #39"]
    assert "All other numbers are ours." in ruling.reason
    assert "it raises the card for each hit as well" in ruling.reason
