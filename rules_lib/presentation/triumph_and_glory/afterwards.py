"""Tables of the reactions, and of all that follows a fight."""

from fractions import Fraction

from rules_lib.presentation.table import CaptionedTable, Table
from rules_lib.text.chances import percent
from rules_lib.values.type_checks import checked


@checked
def chances_table(question: str, *cases: tuple[str, Fraction]) -> CaptionedTable:
    """Chances beside each other that are not readings of one rule."""
    rows = tuple((case, percent(chance)) for case, chance in cases)
    return CaptionedTable(question, Table(("", "chance"), rows))


@checked
def answers_table(question: str, head: tuple[str, ...], *rows: tuple[str, ...]) -> CaptionedTable:
    """Rows that a chapter has worked out, under the question that they answer."""
    return CaptionedTable(question, Table(head, rows))
