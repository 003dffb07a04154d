"""The tables of the Paper Tigers chapters."""

from rules_lib.paper_tigers.melee import BestPolicy
from rules_lib.presentation.captioned import CaptionedTable
from rules_lib.presentation.picture import Table
from rules_lib.rulebook import catalog
from rules_lib.type_checks import checked


@checked
def legality_table(*cases: tuple[str, tuple[str, ...]]) -> CaptionedTable:
    """Situations and the clauses that forbid the charge."""
    clauses = catalog().clauses
    rows = tuple(
        (
            situation,
            "no" if forbidden else "yes",
            "; ".join(f"{each} {clauses[each].title}" for each in forbidden) or "–",
        )
        for situation, forbidden in cases
    )
    return CaptionedTable("May it charge?", Table(("situation", "legal", "forbidden by"), rows))


@checked
def policy_table(policy: BestPolicy) -> CaptionedTable:
    """The best use of a re-roll."""
    rows = tuple(
        (
            f"{row.state.attacker_hits} / {row.state.defender_hits}",
            _dashed(row.enemy_rolls),
            _dashed(row.again),
            _dashed(row.either),
        )
        for row in policy.rows
    )
    goal = policy.goal.replace("_", " ")
    return CaptionedTable(
        f"When should the defender re-roll to {goal}? (raw totals; hits: attacker / defender)",
        Table(("hits", "enemy rolls", "re-roll", "equal"), rows),
        narrow=True,
    )


def _dashed(ranges: str) -> str:
    return ranges.replace("-", "–")
