"""Measures the rulings once a build, for the boxes and for the pages about them."""

from functools import cache

from docutils import nodes
from sphinx.application import Sphinx

from rulebook_ext.prose import spans
from rules_lib.impact import Bench, Impact, Silenced, measure, points, unreachable
from rules_lib.impact.words import answer
from rules_lib.rulebook import Ruling
from rules_lib.rulebook.defaults import readings_of


@cache
def _bench() -> Bench:
    return Bench()


@cache
def measured(rule_id: str) -> Impact:
    """What a ruling changes."""
    return measure(rule_id, _bench())


@cache
def silenced(system: str) -> tuple[Silenced, ...]:
    """The readings of a system that make other questions pointless."""
    return unreachable(system, _bench())


def when(rule_id: str) -> str:
    """When to settle a question; its points are on its own page: ``"Settle before the game."``"""
    weight = str(measured(rule_id).weight)
    return f"{weight[0].upper()}{weight[1:]}."


def typically(impact: Impact) -> str:
    """When to settle it, and what is at stake: ``"Don’t argue: typically 0.4 points."``"""
    if not impact.largest:
        return when(impact.ruling.id)
    most = points(impact.largest)
    usual = most if most.startswith("less") else f"typically {points(impact.typical)}"
    return f"{when(impact.ruling.id).removesuffix('.')}: {usual}."


def reason_of(ruling: Ruling) -> nodes.paragraph:
    """Why we read it so; or, if our default is another by now, what speaks for the reading told."""
    argued = ruling.readings[0]
    ours = readings_of(ruling.id)[0] == argued
    why = "Why this default? " if ours else f"What speaks for “{answer(argued)}”? "
    words = nodes.strong("", why)
    return nodes.paragraph("", "", words, *spans(ruling.reason), classes=["rb-reason"])


def setup(app: Sphinx) -> None:
    """Measure afresh in each build; bring the style sheet."""
    for each in (_bench, measured, silenced):
        app.connect("builder-inited", lambda _, known=each: known.cache_clear())
    app.add_css_file("rulings.css")
