"""How a distribution looks: as Python, as a text table, as an HTML table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from math import floor, log10

from rules_lib.errors import shown

SHORT = 12
"""Outcomes up to which `repr` shows everything."""

ROWS = 60
"""Rows up to which a table shows everything."""

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def percent(chance: Fraction) -> str:
    """Say a chance with one decimal; only what is certain is ever 0 % or 100 %."""
    if 0 < chance < Fraction(1, 2000):
        return "< 0.1 %"
    if Fraction(1999, 2000) <= chance < 1:
        return "> 99.9 %"
    tenths = (2000 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    return f"{tenths // 10}.{tenths % 10} %"


def short_fraction(value: Fraction) -> str:
    """Write a fraction; when it is very long, say how long instead of all digits."""
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    return str(value) if bits <= 400 else f"≈ {_decimal(value)} (exact fraction of {bits} bits)"


def _decimal(value: Fraction) -> str:
    """Round a number; what is not 0 never reads as 0, and what is not 1 never as 1."""
    rest = abs(1 - value)
    if 0 < rest < Fraction(1, 10**5):  # six digits would round to 1
        return f"1 {'−' if value < 1 else '+'} {power_of_ten(rest)}"
    if value and not Fraction(1, 10**4) <= abs(value) < 10**6 - 1:
        return power_of_ten(value)
    return f"{value.numerator / value.denominator:.6g}"


def power_of_ten(value: Fraction) -> str:
    """Write a number other than 0 to one digit, however small or large it is: `7 × 10⁻³⁵¹`."""
    logarithm = log10(abs(value.numerator)) - log10(value.denominator)
    exponent = floor(logarithm)
    digit = round(10 ** (logarithm - exponent))
    if digit == 10:
        digit, exponent = 1, exponent + 1
    sign = "−" if value < 0 else ""
    return f"{sign}{digit} × 10{str(exponent).translate(RAISED)}"


def as_python(weights: Mapping[object, int], denominator: int) -> str:
    """Return an expression that rebuilds the distribution, or a summary when that would be long."""
    if len(weights) <= SHORT:
        with suppress(ValueError, RecursionError):  # a number of thousands of digits, a deep list
            text = f"Distribution.from_weights({dict(weights)!r})"
            if len(text) <= 400:
                return text
    first = list(weights.items())[:3]
    start = ", ".join(f"{shown(x)}: {short_fraction(Fraction(w, denominator))}" for x, w in first)
    more = len(weights) - len(first)
    return f"<Distribution of {len(weights)} outcomes: {start}{f', … {more} more' if more else ''}>"


def label(outcome: object) -> str:
    """Name an outcome in a table; one that cannot be written is said in short."""
    try:
        return str(outcome)
    except (ValueError, RecursionError):  # a number of thousands of digits, a deep list
        return shown(outcome)


def text_table(rows: Iterable[tuple[str, Fraction]]) -> str:
    """Lay out outcome, percentage and fraction in columns."""
    shown, more = _cut(list(rows))
    cells = [(label, percent(p), short_fraction(p)) for label, p in shown + more]
    wide = max(len(label) for label, _, _ in cells)
    return "\n".join(f"{label:<{wide}}  {share:>8}  {exact}" for label, share, exact in cells)


def _escape(text: str) -> str:
    # html.escape in short; importing it loads every named entity of HTML.
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#x27;")


def html_table(rows: Iterable[tuple[str, Fraction]], first_heading: str = "outcome") -> str:
    """Return an escaped HTML table: outcome, percentage with a bar, exact fraction."""
    shown, more = _cut(list(rows))
    longest = max((p for _, p in shown), default=Fraction(1)) or Fraction(1)
    body = "".join(_html_row(_escape(label), p, max(longest, p)) for label, p in shown + more)
    return (
        '<table class="distribution"><thead><tr>'
        f'<th scope="col">{_escape(first_heading)}</th><th scope="col">chance</th>'
        '<th scope="col" aria-hidden="true"></th><th scope="col">exactly</th>'
        f"</tr></thead><tbody>{body}</tbody></table>"
    )


def _html_row(label: str, chance: Fraction, longest: Fraction) -> str:
    tenths = int(1000 * chance / longest)
    bar = (
        '<span class="bar" style="display:inline-block;height:.7em;background:currentColor;'
        f'opacity:.55;width:{tenths // 10}.{tenths % 10}%"></span>'
    )
    return (
        f'<tr><th scope="row">{label}</th><td>{_escape(percent(chance))}</td>'
        f'<td aria-hidden="true" style="width:8em;text-align:left">{bar}</td>'
        f"<td>{_escape(short_fraction(chance))}</td></tr>"
    )


def _cut(rows: list[tuple[str, Fraction]]) -> tuple[list[tuple[str, Fraction]], ...]:
    """The rows that are shown, and one for all others, if there are any."""
    if len(rows) <= ROWS:
        return rows, []
    left = rows[ROWS - 1 :]
    return rows[: ROWS - 1], [(f"… {len(left)} more", sum((p for _, p in left), Fraction(0)))]
