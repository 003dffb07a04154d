"""Cells of the sheet of the cavalry charge: checks, modifiers, results."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_lib.presentation.quick_reference.sheet import Cell
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.cohesion import DIE, FACES, passing_faces
from rules_lib.triumph_and_glory.charge.plans import Plan
from rules_lib.triumph_and_glory.charge.rules.fire import fire_odds
from rules_lib.triumph_and_glory.charge.rules.modifiers import pursuit_drm, signed
from rules_lib.triumph_and_glory.charge.rules.reactions import LIGHT_AGAINST_HEAVY
from rules_lib.triumph_and_glory.tables.results_table import SECONDARY_SOURCE, Effect
from rules_lib.triumph_and_glory.tables.secondary import Secondary
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry

TOTALS = range(-4, 11)
"""Total modifiers in the table of results."""
CHARGER = 6
"""Cohesion of the cavalry in the worked charge."""

HEAVY = Cavalry("heavy", 5, heavy=True)
EFFECTS = {
    "none": "nothing",
    "check": "check, or disorder",
    "disorder": "disorder",
    "disorder and retreat": "disorder, retreat",
}
RETREATS = {"none": "", "check": "retreat check", "automatic": "retreat"}

PLANS: dict[str, Plan] = {
    "stands in line": {"square": False},
    "tries a square; you go on": {"square": True, "recall": False},
    "tries a square; you recall": {"square": True, "recall": True},
}
ALWAYS: Plan = {"counter-shock": False, "advance": "first", "pursuers": "first"}


@dataclass(frozen=True, slots=True)
class Charges:
    """What the sheet tells of charges, as they are read, with what the rules lean on."""

    reads: charge.Rulings
    borrowed: Secondary

    def facts(self) -> dict[str, Any]:
        """What is borrowed, and which result leads to a pursuit."""
        lent, rows = self.borrowed, self.borrowed.results.rows
        ratios = ", ".join(
            f"{each.attack}:{each.defence} {signed(each.drm)}" for each in lent.ratios
        )
        return {
            "pursuit": next((row.results for row in rows if row.pursuit), "no result"),
            "tired": ", ".join(signed(pursuit_drm(each, self.reads)) for each in (1, 2, 3)),
            "ratios": f"{ratios}; below {signed(lent.worst_ratio_drm)}",
            "clear": signed(lent.clear_terrain_drm),
            "rear": signed(lent.rear_drm),
            "front_and_rear": signed(lent.front_and_rear_drm),
            "adjacent": signed(lent.fire_adjacent_drm),
            "further": signed(lent.fire_further_unit_drm),
            "basis": " ".join(f"{row.results}: {row.basis}." for row in rows if row.basis),
            "secondary": SECONDARY_SOURCE,
            "results_from": lent.cite("results"),
            "fire_from": lent.cite("fire"),
            "charger": CHARGER,
        }

    def passes(self, kind: str, cohesion: str) -> Fraction:
        """A check passes, as it is or with what is added for light cavalry against heavy."""
        drm = LIGHT_AGAINST_HEAVY if kind == "raised" else 0
        return Fraction(passing_faces(int(cohesion), drm), len(FACES))

    def results(self) -> list[str]:
        """Rows of the table of results."""
        return [row.results for row in self.borrowed.results.rows]

    def result(self, results: str, column: str) -> str:
        """What a result does."""
        (row,) = (each for each in self.borrowed.results.rows if each.results == results)
        if column == "then":
            due = (("pursuit", row.pursuit), ("counter-shock", row.counter_shock))
            return ", ".join(name for name, is_due in due if is_due) or "–"
        effect: Effect = getattr(row, column)
        ruled = effect.retreat == "ruling"
        retreat = RETREATS[self.reads.retreat_below_zero if ruled else effect.retreat]
        return ", ".join(part for part in ("disorder" * effect.disordered, retreat) if part) or "–"

    def totals(self) -> dict[str, str]:
        """Modifiers in all."""
        return {str(drm): signed(drm) for drm in TOTALS}

    def likely(self, drm: str, results: str) -> Fraction:
        """How likely a result is."""

        def name(face: int) -> str:
            row = self.borrowed.results.row(face + int(drm))
            return row.results if row else "no row"

        return DIE.map(name)[results]

    def fire_results(self) -> list[str]:
        """Rows of the table of fire."""
        return [row.results for row in self.borrowed.fire_rows]

    def fired(self, results: str, column: str) -> Cell:
        """What a gun of some strength does to one unit in the next hex."""
        (row,) = (each for each in self.borrowed.fire_rows if each.results == results)
        if column == "effect":
            return EFFECTS[row.effect]
        gun = Artillery("gun", 5, fire=int(column.split()[1]))
        found = fire_odds(gun, [HEAVY], adjacent=True, in_square=False, secondary=self.borrowed)
        return found[row.effect]

    def driven_off(self, cohesion: str, plan: str) -> Fraction:
        """Heavy cavalry drives infantry off."""
        cavalry = Cavalry("cavalry", CHARGER, CHARGER, CHARGER - 1, heavy=True)
        infantry = Infantry("infantry", int(cohesion), CHARGER, int(cohesion) - 1)
        target = charge.Target((infantry,), clear_terrain=True)
        situation = charge.Situation.of([charge.Stack((cavalry,))], [target])
        decided = {**ALWAYS, **PLANS[plan]}
        odds = charge.odds(situation, decided, self.reads, secondary=self.borrowed)
        return odds.outcomes.probability(lambda outcome: outcome.left("infantry"))
