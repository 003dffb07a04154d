"""What a reading changes, shown: one situation as two bars."""

from fractions import Fraction

from rules_lib.impact import Change, Value
from rules_lib.notebook.markup import Html, Templates
from rules_lib.text.chances import percent

_HTML = Templates("picture.html")


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
    return _HTML(
        "bars",
        situation=change.situation,
        headline=headline,
        ours=_bar(ours, change.default, "ours"),
        other=_bar(other, change.other, "other"),
    )


def _bar(answer: str, value: Value, kind: str) -> Html:
    chance = value if isinstance(value, Fraction) else None
    return _HTML(
        "bar",
        answer=answer,
        share=f"{float(100 * (chance or 0)):.2f}",
        kind=kind,
        exactly=None if chance is None else f"exactly {chance}",
        told=told(value),
    )
