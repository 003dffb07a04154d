"""One kind of situation for each system: what is on the table, its odds, and its dice."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules_lib.errors import InvalidValue
from rules_lib.frozen import FrozenMap
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, charge, command, melee, sniper, sudden_strike
from rules_lib.paper_tigers.command import CommandTest, Purpose
from rules_lib.paper_tigers.melee.advice import Reroll
from rules_lib.paper_tigers.sniper.state import MARKERS
from rules_lib.probability import Distribution, Rng
from rules_lib.rulebook import HouseRules, RulingSet
from rules_lib.triumph_and_glory import charge as cavalry
from rules_lib.type_checks import checked


@checked
@dataclass(frozen=True, slots=True)
class Test:
    """A command test.

    Attributes:
        card: the card that it is rolled on.
        purpose: what it is for.
        house: how the open rules are read; nothing here depends on it.
    """

    card: Card
    purpose: Purpose
    house: HouseRules = field(default_factory=HouseRules, kw_only=True)

    def odds(self) -> Fraction:
        """The chance to pass."""
        return command.chance(self.card, self.purpose)

    def play(self, rng: Rng) -> CommandTest:
        """Roll it."""
        return command.play(self.card, self.purpose, rng)


@checked
@dataclass(frozen=True, slots=True)
class Melee:
    """A melee.

    Attributes:
        attacker, defender: the two units.
        reroll: what a defender in cover does.
        house: how the open rules are read.
    """

    attacker: melee.Combatant
    defender: melee.Combatant
    reroll: Reroll = "if_missed"
    house: HouseRules = field(default_factory=HouseRules, kw_only=True)

    def odds(self) -> melee.Odds:
        """Its exact odds."""
        rulings = self.house.of(melee.Rulings)
        return melee.odds(self.attacker, self.defender, rulings, self.reroll)

    def play(self, rng: Rng) -> melee.Fight:
        """Roll it to its end."""
        rulings = self.house.of(melee.Rulings)
        return melee.play(self.attacker, self.defender, rng, rulings, self.reroll)


@checked
@dataclass(frozen=True, slots=True)
class Charge:
    """The whole action of a unit of Paper Tigers that charges.

    Attributes:
        attacker, defender, reroll: as in a melee.
        shot_hits: the chance that the reaction shot hits, if you have one.
        moves: it begins with a movement test.
        in_reach: it stands within 10″ before it moves.
        house: how the open rules are read.
    """

    attacker: melee.Combatant
    defender: melee.Combatant
    reroll: Reroll = "if_missed"
    shot_hits: Fraction | None = None
    moves: bool = True
    in_reach: bool = False
    house: HouseRules = field(default_factory=HouseRules, kw_only=True)

    def odds(self) -> Distribution[charge.Ending]:
        """How it ends, exactly."""
        return charge.odds(self.attacker, self.defender, **self._given)

    def play(self, rng: Rng) -> charge.Action:
        """Roll it to its end."""
        return charge.play(self.attacker, self.defender, rng, **self._given)

    @property
    def _given(self) -> dict[str, Any]:
        names = ("reroll", "shot_hits", "moves", "in_reach")
        return {
            "rulings": self.house.of(charge.Rulings),
            "melee_rulings": self.house.of(melee.Rulings),
            **{name: getattr(self, name) for name in names},
        }


@checked
@dataclass(frozen=True, slots=True)
class Sniper:
    """A sniper and whom he shoots at.

    Attributes:
        card: his command card.
        targets: what he shoots at, in order; between two shots he may move.
        markers: markers laid out each time.
        house: how the open rules are read.
    """

    card: Card
    targets: tuple[sniper.Target | sniper.Move, ...]
    markers: int = MARKERS
    house: HouseRules = field(default_factory=HouseRules, kw_only=True)

    def odds(self) -> sniper.DuelOdds:
        """How long it takes to find him, where all targets are unhurt and of one kind.

        Raises:
            InvalidValue: they are not, or he moves.
        """
        aims = set(self.targets)
        aim = aims.pop() if len(aims) == 1 else None
        if not isinstance(aim, sniper.Target) or aim.hits:
            raise InvalidValue("targets", self.targets, "unhurt units of one kind, and no move")
        rulings = self.house.of(sniper.Rulings)
        return sniper.duel_odds(self.card, aim.kind, markers=self.markers, rulings=rulings)

    def play(self, rng: Rng) -> sniper.Duel:
        """Roll it until he is found, or has no target left."""
        rulings = self.house.of(sniper.Rulings)
        return sniper.play(self.card, self.targets, rng, markers=self.markers, rulings=rulings)


@checked
@dataclass(frozen=True, slots=True)
class Strike:
    """Sudden strikes on a unit.

    Attributes:
        unit: the unit.
        structure: what it is in, if it is in something.
        strikes: how many there are at most, when they are played; the odds are of one.
        house: how the open rules are read.
    """

    unit: sudden_strike.Unit
    structure: sudden_strike.Structure | None = None
    strikes: int = 1
    house: HouseRules = field(default_factory=HouseRules, kw_only=True)

    def odds(self) -> Distribution[sudden_strike.Result]:
        """What one strike does, exactly."""
        rulings = self.house.of(sudden_strike.Rulings)
        return sudden_strike.strike(self.unit, self.structure, rulings)

    def play(self, rng: Rng) -> sudden_strike.Record:
        """Roll the strikes."""
        rulings = self.house.of(sudden_strike.Rulings)
        return sudden_strike.play(self.unit, self.structure, rng, rulings, strikes=self.strikes)


@checked
@dataclass(frozen=True, slots=True)
class Battle:
    """A mass battle of In die Tiefen.

    Attributes:
        a, b: the two parties.
        house: how the open rules are read.
    """

    a: Party
    b: Party
    house: HouseRules = field(default_factory=HouseRules, kw_only=True)

    def odds(self) -> battle.Odds:
        """Its exact odds."""
        return battle.odds(self.a, self.b, self.house.of(battle.Rulings))

    def play(self, rng: Rng) -> battle.Battle:
        """Roll it."""
        return battle.play(self.a, self.b, rng, self.house.of(battle.Rulings))


@checked
@dataclass(frozen=True, slots=True)
class Cavalry:
    """Cavalry charges of Triumph & Glory.

    Attributes:
        attacks: who charges whom.
        decisions: what both sides decide, by kind or by name.
        house: how the open rules are read.
    """

    attacks: tuple[cavalry.Attack, ...]
    decisions: Mapping[str, str | bool] = field(default_factory=FrozenMap)
    house: HouseRules = field(default_factory=HouseRules, kw_only=True)

    @property
    def situation(self) -> cavalry.Situation:
        """The attacks, as the functions of the charge take them."""
        return cavalry.Situation(self.attacks)

    def odds(self) -> cavalry.Odds:
        """Their exact odds under these decisions."""
        return cavalry.odds(self.situation, self.decisions, self.house.of(cavalry.Rulings))

    def play(self, rng: Rng) -> cavalry.Charge:
        """Roll the nine steps."""
        return cavalry.play(self.situation, self.decisions, rng, self.house.of(cavalry.Rulings))


Setup = Test | Melee | Charge | Sniper | Strike | Battle | Cavalry
"""Any of these."""

KINDS: dict[str, type[Any]] = {
    "test": Test,
    "melee": Melee,
    "charge": Charge,
    "sniper": Sniper,
    "strike": Strike,
    "battle": Battle,
    "cavalry": Cavalry,
}
"""What a file calls them; the commands of the command line have the same names."""

RULINGS: dict[type[Any], tuple[type[RulingSet], ...]] = {
    Test: (),
    Melee: (melee.Rulings,),
    Charge: (charge.Rulings, melee.Rulings),
    Sniper: (sniper.Rulings,),
    Strike: (sudden_strike.Rulings,),
    Battle: (battle.Rulings,),
    Cavalry: (cavalry.Rulings,),
}
"""The open rules that each of them depends on."""
