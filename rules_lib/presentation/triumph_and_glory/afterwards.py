"""Tables of the reactions, and of all that follows a fight."""

from fractions import Fraction

from rules_lib.presentation.captioned import CaptionedTable
from rules_lib.presentation.picture import Table
from rules_lib.presentation.triumph_and_glory.cited import CitedTable, cited_table
from rules_lib.triumph_and_glory import charge
from rules_lib.type_checks import checked
from rules_lib.wording import percent


@checked
def rights_table(caption: str, kind: str, *cases: tuple[str, charge.Charge, str]) -> CitedTable:
    """Where a decision of this kind is offered and where it is not.

    Each case is a situation in words, the charge as far as it goes without that decision, and the
    clause that settles it. It is offered if the charge waits for it.
    """
    rows = (
        ((case, "yes" if waits_for(happened, kind) else "no"), clause)
        for case, happened, clause in cases
    )
    return cited_table(caption, ("situation", "allowed"), *rows)


@checked
def waits_for(happened: charge.Charge, kind: str) -> bool:
    """Whether a charge has stopped for a decision of this kind."""
    missing = happened.missing
    return missing is not None and (missing.what, missing.kind) == ("decision", kind)


@checked
def chances_table(question: str, *cases: tuple[str, Fraction]) -> CaptionedTable:
    """Chances beside each other that are not readings of one rule."""
    rows = tuple((case, percent(chance)) for case, chance in cases)
    return CaptionedTable(question, Table(("", "chance"), rows))


@checked
def answers_table(question: str, head: tuple[str, ...], *rows: tuple[str, ...]) -> CaptionedTable:
    """Rows that a chapter has worked out, under the question that they answer."""
    return CaptionedTable(question, Table(head, rows))
