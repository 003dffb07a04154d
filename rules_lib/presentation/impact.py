"""What a reading changes, shown: one situation as two bars, all readings as a table."""

from fractions import Fraction

from rules_lib.impact import Change, ReadingImpact, Value, measure, points
from rules_lib.presentation.captioned import CaptionedTable
from rules_lib.presentation.markup import Html, el
from rules_lib.presentation.picture import Table
from rules_lib.presentation.wording import percent
from rules_lib.type_checks import checked


@checked
def told(value: Value) -> str:
    """A headline as readers see it: a percentage, or the words of what happens."""
    return percent(value) if isinstance(value, Fraction) else str(value)


def two_bars(change: Change, headline: str, ours: str, other: str) -> Html:
    """One situation under two readings.

    Args:
        change: the situation, with both chances.
        headline: what the chances are of.
        ours, other: the two answers in words.
    """
    return el(
        "figure",
        el("figcaption", f"{change.situation}: {headline}", class_="rb-caption"),
        _bar(ours, change.default, "ours"),
        _bar(other, change.other, "other"),
        class_="rb-two-bars",
    )


@checked
def impact_table(rule_id: str) -> CaptionedTable:
    """The largest and the typical change of each other reading of a ruling, for chapters."""
    impact = measure(rule_id)
    head = ("other reading", "largest change", "in this situation", "typical change")
    rows = tuple((each.reading.text, *_cells(each)) for each in impact.readings)
    count = len(impact.panel.situations)
    caption = f"{rule_id}, over {count} situations: {impact.panel.headline}"
    return CaptionedTable(caption, Table(head, rows))


def _cells(each: ReadingImpact) -> tuple[str, str, str]:
    largest, difference = each.largest, each.largest.difference
    if difference:
        size = points(difference, signed=True)
        return size, largest.situation, points(each.typical)
    if each.differing:
        first = each.differing[0]
        return f"{told(first.default)} → {told(first.other)}", first.situation, "–"
    return "nothing", "in none", "nothing"


def _bar(answer: str, value: Value, kind: str) -> Html:
    share = value if isinstance(value, Fraction) else Fraction(0)
    width = f"width:{float(100 * share):.2f}%"
    filled = el("span", style=width, class_=f"rb-bar-{kind}")
    figures = el("strong", told(value))
    if isinstance(value, Fraction):
        figures = el("strong", told(value), title=f"exactly {value}")
    return el(
        "div",
        el("span", answer, class_="rb-bar-answer"),
        el("span", el("span", filled, class_="rb-bar-track", aria_hidden="true"), figures),
        class_="rb-bar-row",
    )
