"""One cavalry unit charges one unit, a second way: weights of the ten faces as whole numbers.

The table and the modifiers are written here once more, from the clauses and the secondary source.
A law is a mapping from (what becomes of the charger, what becomes of its target), in the words that
the library prints for a fate, to an exact chance. The default rulings hold, but for two arguments:
``printed`` (R-N1) and ``penalty`` (R-N6: what the first charge in pursuit loses). Both units start
in good order, every retreat finds an open hex, all attacks come through the front, and nobody
leaves before a shock.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np

from rules_lib.type_checks import checked

DuelLaw: TypeAlias = Mapping[tuple[str, str], Fraction]

FACES = np.arange(10)
ROWS = (0, 5, 10)
"""The lowest results of all rows of the table but the first."""
RATIOS = ((4, 1), (3, 1), (2, 1), (3, 2), (1, 1), (2, 3), (1, 2), (1, 3))
"""From the modifier +4 down to -3, attackers first."""
SQUARE, LIGHT_THROWN_BACK, LIGHT_AT_HEAVY = -2, -1, 2


@checked
class Fighter(NamedTuple):
    """A unit: cohesion in good order and when disordered, strength, and heavy or light cavalry."""

    cohesion: int
    disordered: int
    strength: int
    heavy: bool = False

    @property
    def bonus(self) -> int:
        """Its modifier in a charge."""
        return 3 if self.heavy else 1


@checked
def check_chance(cohesion: int, drm: int = 0) -> Fraction:
    """Chance that a die with ``drm`` is at most the cohesion."""
    return Fraction(int(np.count_nonzero(drm + FACES <= cohesion)), len(FACES))


@checked
def row_chances(drm: int) -> tuple[Fraction, ...]:
    """Chances of the four rows of the table: below 0, 0 to 4, 5 to 9, 10 or more."""
    rows = np.searchsorted(ROWS, FACES + drm, side="right")
    return tuple(Fraction(int(n), len(FACES)) for n in np.bincount(rows, minlength=4))


@checked
def ratio_drm(attack: int, defence: int) -> int:
    """The modifier for strength: the number of ratios that are reached, less four."""
    attackers, defenders = np.array(RATIOS).T
    return int(np.count_nonzero(attack * defenders >= attackers * defence)) - 4


@checked
def leaves_chance(drm: int, cohesion: int, *, disordered: bool = False) -> Fraction:
    """Chance that a defender leaves its hex in a fight with ``drm``, by a check or without one."""
    *_, high, top = row_chances(drm)
    return top + high * (1 if disordered else 1 - check_chance(cohesion))


@checked
def fate_chance(law: DuelLaw, charger: str = "", target: str = "") -> Fraction:
    """Chance of all fates that begin so: ``fate_chance(law, target="withdrawn")``."""
    fits = (p for (a, d), p in law.items() if a.startswith(charger) and d.startswith(target))
    return sum(fits, Fraction(0))


@dataclass(frozen=True, slots=True)
class _Duel:
    """A fight that has come about; ``order`` is that of the target, ``tired`` it owes disorder."""

    charger: Fighter
    target: Fighter
    drm: int
    ground: int
    order: str = "good order"
    tired: bool = False
    strikes_back: bool = False
    printed: bool = True
    penalty: int = 1

    def law(self) -> dict[tuple[str, str], Fraction]:
        """What becomes of both, the charger being disordered in the end, whatever happens."""
        below, low, high, top = row_chances(self.drm)
        found: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
        for place, p in self._charger_holds().items():
            found[f"{place}, disordered", self._stays] += low * p
            for fates, q in self._struck_back(place).items():
                found[fates] += below * p * q
        if self.order == "disordered":
            found["advanced, disordered", "withdrawn"] += high + top
            return dict(found)
        hold = check_chance(self.target.cohesion if self.printed else self.target.disordered)
        found["next to the target, disordered", "where it was, disordered"] += high * hold
        found["advanced, disordered", "retreated, disordered"] += high * (1 - hold)
        for fates, p in self._pursuit().items():
            found[fates] += top * p
        return dict(found)

    @property
    def _stays(self) -> str:
        order = "disordered" if self.tired else self.order
        return f"where it was, {order}"

    def _charger_holds(self, place: str = "next to the target") -> dict[str, Fraction]:
        hold = check_chance(self.charger.cohesion if self.printed else self.charger.disordered)
        return {place: hold, "retreated": 1 - hold}

    def _pursuit(self) -> dict[tuple[str, str], Fraction]:
        """The target has retreated, disordered; the charger has advanced and must charge again."""
        difference = self.charger.cohesion - self.target.disordered
        drm = self.ground + difference + self.charger.bonus - self.penalty
        lost, won = sum(row_chances(drm)[:2]), sum(row_chances(drm)[2:])
        found = {("advanced, disordered", "withdrawn"): Fraction(won)}
        for place, p in self._charger_holds("advanced").items():
            found[f"{place}, disordered", "retreated, disordered"] = lost * p
        return found

    def _struck_back(self, place: str) -> dict[tuple[str, str], Fraction]:
        """Below 0 a target in good order may shock the charger, who is disordered.

        It moves for that only to reach a charger that has retreated.
        """
        if self.order != "good order" or not self.strikes_back:
            return {(f"{place}, disordered", self._stays): Fraction(1)}
        difference = self.target.cohesion - self.charger.disordered
        rows = row_chances(ratio_drm(self.target.strength, self.charger.strength) + difference)
        lost, won = sum(rows[:2]), Fraction(sum(rows[2:]))
        hold = check_chance(self.target.cohesion if self.printed else self.target.disordered)
        after = "disordered" if self.tired else "good order"
        stays = "advanced" if place == "retreated" else "next to the target"
        return {
            ("withdrawn", f"advanced, {after}"): won,
            (f"{place}, disordered", f"{stays}, disordered"): lost * hold,
            (f"{place}, disordered", "retreated, disordered"): lost * (1 - hold),
        }


@checked
def charge_on_infantry(
    charger: Fighter,
    infantry: Fighter,
    *,
    clear: bool = True,
    square: bool = True,
    recall: bool = True,
    strikes_back: bool = False,
    printed: bool = True,
    penalty: int = 1,
) -> DuelLaw:
    """Cavalry charges infantry: what becomes of both.

    Args:
        charger, infantry: the two units.
        clear: the infantry stands in clear terrain, its flank open.
        square: it tries to form square.
        recall: the cavalry tries a recall before a square.
        strikes_back: infantry in line makes its counter-shock where it can.
        printed: R-N1, the printed cohesion counts in retreat checks.
        penalty: R-N6, what the first charge in pursuit loses.
    """
    ground = ratio_drm(charger.strength, infantry.strength) + clear
    difference = charger.cohesion - infantry.cohesion
    line = _Duel(
        charger,
        infantry,
        ground + difference + charger.bonus,
        ground,
        strikes_back=strikes_back,
        printed=printed,
        penalty=penalty,
    )
    broken = ground + charger.cohesion - infantry.disordered + charger.bonus
    commits = check_chance(charger.cohesion)
    forms = check_chance(infantry.cohesion) if square else Fraction(0)
    called = check_chance(charger.cohesion) if recall else Fraction(0)
    parts: list[tuple[Fraction, DuelLaw]] = [
        (1 - commits, {("uncommitted, good order", "where it was, good order"): Fraction(1)}),
        (
            commits * forms * called,
            {("recalled, good order", "where it was, in square"): Fraction(1)},
        ),
        (
            commits * forms * (1 - called),
            replace(line, drm=ground + difference + SQUARE, order="in square").law(),
        ),
    ]
    if square:
        parts.append((commits * (1 - forms), replace(line, drm=broken, order="disordered").law()))
    else:
        parts.append((commits, line.law()))
    return _mixed(parts)


@checked
def charge_on_cavalry(
    charger: Fighter,
    cavalry: Fighter,
    *,
    clear: bool = True,
    countercharge: bool = True,
    strikes_back: bool = False,
    printed: bool = True,
    penalty: int = 1,
) -> DuelLaw:
    """Cavalry charges cavalry that does not retreat before the shock: what becomes of both.

    Args:
        charger, cavalry: the two units.
        clear: the target stands in clear terrain, its flank open.
        countercharge: it tries to counter-charge.
        strikes_back: it makes its counter-shock where it can.
        printed: R-N1, the printed cohesion counts in retreat checks.
        penalty: R-N6, what the first charge in pursuit loses.
    """
    ground = ratio_drm(charger.strength, cavalry.strength) + clear
    drm = ground + charger.cohesion - cavalry.cohesion
    met = _Duel(
        charger,
        cavalry,
        drm + charger.bonus,
        ground,
        strikes_back=strikes_back,
        printed=printed,
        penalty=penalty,
    )
    thrown_back = LIGHT_THROWN_BACK if cavalry.heavy and not charger.heavy else 0
    harder = LIGHT_AT_HEAVY if charger.heavy and not cavalry.heavy else 0
    commits = check_chance(charger.cohesion)
    counters = check_chance(cavalry.cohesion, harder) if countercharge else Fraction(0)
    return _mixed(
        [
            (1 - commits, {("uncommitted, good order", "where it was, good order"): Fraction(1)}),
            (commits * counters, replace(met, drm=drm + thrown_back, tired=True).law()),
            (commits * (1 - counters), met.law()),
        ]
    )


def _mixed(parts: list[tuple[Fraction, DuelLaw]]) -> DuelLaw:
    found: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for weight, law in parts:
        for fates, p in law.items():
            found[fates] += weight * p
    return {fates: p for fates, p in found.items() if p}
