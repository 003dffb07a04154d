"""The tables of the Paper Tigers chapters."""

from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.paper_tigers import charge
from rules_lib.paper_tigers.melee import BestPolicy, Combatant
from rules_lib.rulebook import catalog
from rules_lib.values.type_checks import checked


@checked
def legality_table(*cases: tuple[str, Combatant, int, int]) -> CaptionedTable:
    """What a unit is, how far it has moved, how far its target is away: the charge, or why not."""
    clauses = catalog().clauses
    rows = []
    for name, unit, moved, distance in cases:
        forbidden = charge.legality(unit, moved=moved, distance=distance)
        before = f"moved {moved}″" if moved else "stood still"
        why = "; ".join(f"{each} {clauses[each].title}" for each in forbidden) or "–"
        situation = f"{name}, {before}, target {distance}″ away"
        rows.append((situation, "no" if forbidden else "yes", why))
    return CaptionedTable(
        "May it charge?", Table(("situation", "legal", "forbidden by"), tuple(rows))
    )


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
