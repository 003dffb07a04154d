"""The two units of a melee, and who may take which part in it."""

from dataclasses import dataclass, field

from rules_lib.errors import (
    IllegalAction,
    InvalidValue,
    UnspecifiedBySource,
    require_bool,
    require_instance,
    require_int,
)
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.melee.rulings import HitsToRemove, Rulings
from rules_lib.rulebook import implements

PENALTY = 2


@dataclass(frozen=True, slots=True)
class Combatant:
    """A unit as it enters a melee.

    Attributes:
        card: the command card that lies at it, or ``None``. Without one a unit cannot charge
            (PT-M3), and how it would defend itself is unspecified by the source.
        small_team: it counts as a small team (weapon crews do).
        officer: it is an officer.
        in_cover: it had cover when the melee was launched. Only the attacked unit gains by it.
        hits: hits it carries already. Whether they shake it is R-M10.
        shaken: it is shaken already, whatever its hits: by an exchange that it lost in an earlier
            melee (PT-M12), or because you agreed so.
    """

    card: Card | None
    small_team: bool = False
    officer: bool = False
    in_cover: bool = False
    hits: int = 0
    shaken: bool = False

    def __post_init__(self) -> None:
        if self.card is not None and not isinstance(self.card, Card):
            raise InvalidValue("card", self.card, "a Card, such as Card.parse('red 7')")
        for name in ("small_team", "officer", "in_cover", "shaken"):
            require_bool(name, getattr(self, name))
        require_int("hits", self.hits, 0)

    def __str__(self) -> str:
        traits = [str(self.card or "no card")]
        traits += ["small team"] if self.small_team else []
        traits += ["officer"] if self.officer else []
        traits += ["in cover"] if self.in_cover else []
        traits += [f"{self.hits} hit{'s' * (self.hits > 1)}"] if self.hits else []
        traits += ["shaken"] if self.shaken else []
        return ", ".join(traits)


@dataclass(frozen=True, slots=True)
class Deduction:
    """What a unit deducts from its roll.

    Attributes:
        points: 0, 2 or 4.
        clauses: ids of the clauses and rulings that say so.
    """

    points: int
    clauses: tuple[str, ...]


@implements("PT-M5", "PT-M12", "PT-M15", "R-M3", "R-M8")
def deduction(unit: Combatant, shaken: bool, rulings: Rulings) -> Deduction:
    """The deduction of a small team and of a shaken unit in one exchange against infantry."""
    clauses: list[str] = []
    if unit.small_team:
        clauses = ["PT-M15"]
    elif unit.officer and rulings.officer_counts_as_small_team:
        clauses = ["PT-M15", "R-M8"]
    causes = bool(clauses) + shaken
    if shaken:
        clauses.append("PT-M12")
    if causes == 2:
        clauses.append("R-M3")
        causes = 2 if rulings.penalties_add_up else 1
    return Deduction(PENALTY * causes, tuple(clauses))


@implements("PT-M17", "R-M9")
def hits_to_remove(unit: Combatant, rulings: Rulings) -> int:
    """Hits that remove this unit."""
    limit = rulings.hits_to_remove
    if isinstance(limit, HitsToRemove):
        return limit.small_team if unit.small_team else limit.infantry
    return limit


@implements("PT-M3", "PT-M5")
def require_attacker(unit: Combatant) -> Card:
    """The card of an attacker; officers, small teams and units without a card are refused.

    Raises:
        IllegalAction: citing PT-M5 or PT-M3.
    """
    if unit.officer or unit.small_team:
        who = "an officer" if unit.officer else "a small team"
        raise IllegalAction(f"attacker: {who} cannot start a melee", ["PT-M5"])
    if unit.card is None:
        raise IllegalAction("attacker: a unit without a command card cannot charge", ["PT-M3"])
    return unit.card


@dataclass(frozen=True, slots=True)
class Pairing:
    """An attacker, a defender and how the rules are read: all that a melee depends on.

    Attributes:
        limits: hits that remove the attacker, and the defender.

    Raises:
        IllegalAction: an officer or a small team attacks (PT-M5), or a unit without a command card
            (PT-M3).
        InvalidValue: a unit carries enough hits to have been removed, or a wrong type.
        UnspecifiedBySource: a defender without a command card.
    """

    attacker: Combatant
    defender: Combatant
    rulings: Rulings
    limits: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        require_instance("rulings", self.rulings, Rulings)
        limits: list[int] = []
        for name, unit in (("attacker", self.attacker), ("defender", self.defender)):
            require_instance(name, unit, Combatant)
            limits.append(hits_to_remove(unit, self.rulings))
            require_int(f"{name}.hits", unit.hits, 0, limits[-1] - 1)
        require_attacker(self.attacker)
        if self.defender.card is None:
            raise UnspecifiedBySource("defender: how a unit without a command card fights")
        object.__setattr__(self, "limits", tuple(limits))

    @property
    def attacker_card(self) -> Card:
        """Card of the attacker."""
        assert self.attacker.card is not None
        return self.attacker.card

    @property
    def defender_card(self) -> Card:
        """Card of the defender."""
        assert self.defender.card is not None
        return self.defender.card
