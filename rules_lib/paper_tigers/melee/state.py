"""The two units of a melee, who may take which part in it, and the state between two exchanges."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Self, TypeAlias, cast

from rules_lib import errors
from rules_lib.paper_tigers import command
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.melee.rulings import HitsToRemove, Rulings
from rules_lib.rulebook import implements, uses
from rules_lib.text.parser import Words
from rules_lib.values.enums import WordEnum
from rules_lib.values.type_checks import checked

HURT = "1 hit (more where R-M9 allows them), shaken"
TRAITS = f"small team (crew, MG team), officer, in cover, {HURT}"
NO_CARD = "no card"


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
            raise errors.InvalidValue("card", self.card, "a Card, such as Card.parse('red 7')")
        for name in ("small_team", "officer", "in_cover", "shaken"):
            errors.require_bool(name, getattr(self, name))
        errors.keep_int(self, "hits", 0)

    @classmethod
    @checked
    def parse(cls, text: str, *, field: str = "unit") -> Self:
        """Read a unit from words such as ``"red 5, small team, in cover"``; ``str()`` gives them.

        Args:
            text: a card, or ``no card``, and with commas what else is true of the unit.
            field: what errors call it.
        """
        words = Words(field, text, f"a card such as 'red 7', then with commas any of: {TRAITS}")
        first = words.first()
        for part in (first, *words.left):  # of vehicles PT-M15 names the crews alone
            if what := command.not_on_foot(part):
                raise errors.UnspecifiedBySource(f"{field}: {what} in a melee")
        words.flag(*command.INFANTRY_WORDS)  # as every unit is of which nothing else is said
        with words.blamed():
            return cls(
                None if first == NO_CARD else Card.parse(first),
                small_team=words.flag(
                    *command.SMALL_TEAM_WORDS, *command.CREW_WORDS, *command.VEHICLE_CREW_WORDS
                ),
                officer=words.flag("officer"),
                in_cover=words.flag("in cover", "cover"),
                hits=words.number("# hits?") or 0,
                shaken=words.flag("shaken"),
            )

    def __str__(self) -> str:
        traits = {
            "small team": self.small_team,
            "officer": self.officer,
            "in cover": self.in_cover,
            f"{self.hits} hit{'s' * (self.hits > 1)}": self.hits,
            "shaken": self.shaken,
        }
        return ", ".join([str(self.card or NO_CARD), *(each for each in traits if traits[each])])


@dataclass(frozen=True, slots=True)
class Deduction:
    """What a unit deducts from its roll.

    Attributes:
        points: 0, 2 or 4.
        clauses: ids of the clauses and rulings that say so.
    """

    points: int
    clauses: tuple[str, ...]


@implements("R-M9")
@uses("PT-M17")
def hits_to_remove(unit: Combatant, rulings: Rulings) -> int:
    """Hits that remove this unit."""
    limit = rulings.hits_to_remove
    if isinstance(limit, HitsToRemove):
        return limit.small_team if unit.small_team else limit.infantry
    return limit


def removal_clauses(rulings: Rulings) -> tuple[str, ...]:
    """What is cited where hits remove a unit: R-M9, too, if another number does."""
    return ("PT-M17", "R-M9") if "R-M9" in rulings.departures() else ("PT-M17",)


@implements("PT-M5")
@uses("PT-M3")
def require_attacker(unit: Combatant) -> Card:
    """The card of an attacker; officers, small teams and units without a card are refused.

    Raises:
        IllegalAction: citing PT-M5 or PT-M3.
    """
    if unit.officer or unit.small_team:
        who = "an officer" if unit.officer else "a small team"
        raise errors.IllegalAction(f"attacker: {who} cannot start a melee", ["PT-M5"])
    if unit.card is None:
        raise errors.IllegalAction(
            "attacker: a unit without a command card cannot charge", ["PT-M3"]
        )
    return unit.card


@dataclass(frozen=True, slots=True)
class Pairing:
    """An attacker, a defender and how the rules are read: all that a melee depends on.

    Attributes:
        limits: hits that remove the attacker, and the defender.

    Raises:
        IllegalAction: an officer or a small team attacks (PT-M5), or a unit without a command card
            (PT-M3).
        InvalidValue: a unit carries enough hits to have been removed, or a wrong type; in cover,
            readings of R-M5 and R-M13 that exclude each other.
        UnspecifiedBySource: a defender without a command card.
    """

    attacker: Combatant
    defender: Combatant
    rulings: Rulings
    limits: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        errors.require_instance("rulings", self.rulings, Rulings)
        limits: list[int] = []
        for name, unit in (("attacker", self.attacker), ("defender", self.defender)):
            errors.require_instance(name, unit, Combatant)
            limits.append(hits_to_remove(unit, self.rulings))
            errors.require_int(f"{name}.hits", unit.hits, 0, limits[-1] - 1)
        require_attacker(self.attacker)
        blind = self.rulings.reroll_decided == "seeing_own"
        if self.defender.in_cover and self.rulings.rerolled_rolls == "not_won" and blind:
            allowed = "'seeing_both' while R-M13 is read as 'not_won'"
            raise errors.InvalidValue("reroll_decided (R-M5)", self.rulings.reroll_decided, allowed)
        if self.defender.card is None:
            raise errors.UnspecifiedBySource("defender: how a unit without a command card fights")
        object.__setattr__(self, "limits", tuple(limits))

    @property
    def cards(self) -> tuple[Card, Card]:
        """Cards of the attacker and of the defender."""
        return cast("tuple[Card, Card]", (self.attacker.card, self.defender.card))


SideName: TypeAlias = Literal["attacker", "defender"]


class Outcome(WordEnum):
    """How a melee ends, or that it goes on. To win is to be the only unit left.

    Attributes:
        ATTACKER_WINS, DEFENDER_WINS, BOTH_REMOVED: how it ended.
        UNDECIDED: it can never end; no record has it.
        GOES_ON: the record stops before its end; the odds never have it.
    """

    ATTACKER_WINS = "attacker_wins"
    DEFENDER_WINS = "defender_wins"
    BOTH_REMOVED = "both_removed"
    UNDECIDED = "undecided"
    GOES_ON = "goes_on"


class State(NamedTuple):
    """A melee between two exchanges: all that the next one depends on.

    Attributes:
        attacker_hits, defender_hits: hits carried, at most those that remove the unit.
        attacker_shaken, defender_shaken: the unit deducts 2 for it.
        reroll_left: the defender may still roll again for its cover.
    """

    attacker_hits: int
    attacker_shaken: bool
    defender_hits: int
    defender_shaken: bool
    reroll_left: bool

    @property
    def sides(self) -> tuple[tuple[int, bool], tuple[int, bool]]:
        """Hits of the attacker, and whether it is shaken; the same of the defender."""
        return self[:2], self[2:4]


class Rolls(NamedTuple):
    """Raw totals of one exchange, before any deduction.

    Attributes:
        attacker, defender: what the dice of each side show.
        reroll: the defender's second roll for cover, which stands; ``None`` if it was not used.
    """

    attacker: int
    defender: int
    reroll: int | None = None


RollsLike: TypeAlias = Rolls | Sequence[int]


@checked
@dataclass(frozen=True, slots=True)
class Exchange:
    """One adjudicated exchange.

    Attributes:
        number: 1 for the first.
        rolls: the raw totals.
        attacker_deduction, defender_deduction: what each side deducts, and by which clauses.
        attacker_total, defender_total: the totals that count.
        attacker_hit, defender_hit: the side reaches its card and so *scores* a hit.
        winner: ``"attacker"``, ``"defender"`` or ``None`` for a drawn exchange.
        attacker_takes, defender_takes: hits that land on the side in this exchange.
        after: the state the exchange leaves.
        outcome: whether the melee is over.
        both_stand: neither unit is removed.
    """

    number: int
    rolls: Rolls
    attacker_deduction: Deduction
    defender_deduction: Deduction
    attacker_total: int
    defender_total: int
    attacker_hit: bool
    defender_hit: bool
    winner: SideName | None
    attacker_takes: int
    defender_takes: int
    after: State
    outcome: Outcome
    both_stand: bool
