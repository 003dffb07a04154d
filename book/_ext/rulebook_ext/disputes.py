"""Misreadings and open questions as cards: “You say”, one word, “I say”, and what to agree first.

A misreading is a paragraph of its page that begins with what people say, in bold and in quotation
marks. It is Wrong, or Open where the answer is a ruling of ours. The open questions of a game are
cards as well, made from its rulings: what another reading says, and what ours does.
"""

from collections.abc import Iterable
from typing import Final

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rulebook_ext.domain import cite
from rulebook_ext.impacts import measured, typically
from rulebook_ext.nodes import fold, inline, spans
from rules_lib.rulebook import Ruling, catalog
from rules_lib.rulebook.defaults import readings_of

PAGE: Final = "rulings/misreadings"
WRONG, OPEN = "Wrong", "Open"
UNSAID: Final = "agree on it first"
"""What an answer says where the source says nothing."""


class OpenQuestionsDirective(SphinxDirective):
    """The open questions of a game as cards; the argument is the beginning of its systems' ids."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Build the cards, folded away."""
        game = str(self.arguments[0])
        systems = [each for each in catalog().systems.values() if each.id.startswith(game)]
        rulings = [catalog().rulings[id_] for each in systems for id_ in each.rulings]
        cards = [_of_ruling(each) for each in rulings if len(readings_of(each.id)) > 1]
        if not cards:
            raise self.error(f"{self.name}: no game {game!r}")
        return [fold(f"{len(cards)} open questions: nobody is wrong, agree first", *cards)]


def _of_ruling(ruling: Ruling) -> nodes.container:
    """The card of an open question."""
    ours, *others = readings_of(ruling.id)
    said: list[nodes.Node] = []
    for other in others:
        said += [nodes.Text(" Or: ") if said else nodes.Text(""), *spans(other.text)]
    answer = [*spans(ours.text), nodes.Text(" "), cite(ruling.id)]
    return _card(f"say-{ruling.id.lower()}", said, OPEN, answer, (ruling.id,), ruling.question)


def _card(
    id_: str,
    said: Iterable[nodes.Node],
    word: str,
    answer: Iterable[nodes.Node],
    rulings: Iterable[str],
    question: str = "",
) -> nodes.container:
    """A card; it is found and shared by its address."""
    card = nodes.container(ids=[id_], classes=["rb-dispute", f"rb-dispute-{word.lower()}"])
    if question:
        card += nodes.paragraph("", "", *spans(question), classes=["rb-dispute-about"])
    card += nodes.paragraph("", "", inline("You say", "rb-who"), *said, classes=["rb-you"])
    card += nodes.paragraph("", word, classes=["rb-stamp"])
    me = "I say, until you agree" if word == OPEN else "I say"
    card += nodes.paragraph("", "", inline(me, "rb-who"), *answer, classes=["rb-me"])
    for rule_id in rulings:
        stake = nodes.paragraph("", "", cite(rule_id), classes=["rb-agree"])
        stake += nodes.Text(f": {typically(measured(rule_id))}")
        card += stake
    return card


def _is_open(paragraph: nodes.paragraph) -> bool:
    """Whether the answer rests on a ruling first of all, or the source says nothing."""
    cited = [each["reftarget"] for each in paragraph.findall(pending_xref)]
    return UNSAID in paragraph.astext() or (bool(cited) and cited[0].startswith("R-"))


def _as_cards(app: Sphinx, doctree: nodes.document) -> None:
    """Each misreading becomes a card."""
    if not app.env.docname.endswith(PAGE):
        return
    for paragraph in tuple(doctree.findall(nodes.paragraph)):
        claim = paragraph.next_node(nodes.strong)
        if claim is None or not paragraph.astext().startswith("“"):
            continue
        rest = paragraph.children[paragraph.index(claim) + 1 :]
        word = OPEN if _is_open(paragraph) else WRONG
        cited = dict.fromkeys(each["reftarget"] for each in paragraph.findall(pending_xref))
        rulings = [each for each in cited if each.startswith("R-")] if word == OPEN else []
        id_ = nodes.make_id(f"misreading {claim.astext()}")
        paragraph.replace_self(_card(id_, [claim], word, rest, rulings))


def setup(app: Sphinx) -> None:
    """Register the directive and the cards."""
    app.add_directive("open-questions", OpenQuestionsDirective)
    app.connect("doctree-read", _as_cards)
