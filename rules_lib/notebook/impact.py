"""What a reading changes, shown: one situation as two bars."""

from fractions import Fraction

from rules_lib.impact import Change, Value
from rules_lib.notebook.markup import Html, el
from rules_lib.text.chances import percent


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
