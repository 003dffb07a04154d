"""What stands on the card of a shared link."""

from docutils import nodes
from docutils.utils import new_document

from rulebook_ext.social import CARD_TEXT, LONGEST, description


def page(*children: nodes.Node) -> nodes.document:
    document = new_document("page")
    document += nodes.paragraph("", "", *children)
    return document


def test_it_is_the_first_paragraph_without_markup() -> None:
    first = page(
        nodes.Text("You \n need "),
        nodes.strong("", "two"),
        nodes.raw("", " <!-- a mark -->", format="html"),
    )
    first += nodes.paragraph("", "Another.")
    assert description(first) == "You need two"


def test_a_long_one_is_cut_at_a_word() -> None:
    said = description(page(nodes.Text("seven77 " * 60)))
    assert len(said) <= LONGEST + 2
    assert said.endswith("seven77 …")


def test_a_page_without_text_has_the_words_of_the_book() -> None:
    assert description(new_document("page")) == CARD_TEXT
