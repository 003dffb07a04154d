"""From the circumstances of a battle to its dice, with a bill."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Self

from rules_lib import errors
from rules_lib.in_die_tiefen.battle.rulings import Rulings
from rules_lib.rulebook import implements, uses
from rules_lib.text.chances import dice_told
from rules_lib.text.parser import Words
from rules_lib.text.parser import fraction as read_fraction
from rules_lib.values.enums import WordEnum
from rules_lib.values.rich_display import RichDisplay
from rules_lib.values.type_checks import checked

MOST_DICE = 200

CERTAIN_DEATH_DICE = 2
"""IDT-1.2"""

MOST_FANATICISM = 4
"""IDT-1.3"""

OUTNUMBERING_STEP = 3
"""Each time that a party has this many to one gives it a die (IDT-1.4)."""

TACTIC_DICE = 2
"""IDT-2.4"""

MOST_DEEDS = 50

POOL = "5 dice, fanaticism 1, superior"
CIRCUMSTANCES = (
    "base die, terrain, certain death, fanaticism 2, outnumbers 3, superior tactic, 2 deeds,"
    " 1 thwarted, 1 failed, superior"
)
COMPARED = "tactic speed, 700 men"
"""What two opponents are compared by, instead of ``superior tactic`` and ``outnumbers``."""


class Tactic(WordEnum):
    """The three tactics; each beats one and is beaten by one."""

    SPEED = "speed"
    STEADINESS = "steadiness"
    STRENGTH = "strength"

    @implements("IDT-2.1", "IDT-2.2")
    @checked
    def beats(self, other: "Tactic") -> bool:
        """Speed beats steadiness, steadiness beats strength, strength beats speed."""
        order = (Tactic.SPEED, Tactic.STEADINESS, Tactic.STRENGTH)
        return (order.index(other) - order.index(self)) % 3 == 1


@implements("IDT-2.4")
@uses("IDT-2.3")
@checked
def tactic_dice(own: Tactic, enemy: Tactic) -> int:
    """Dice for the own tactic when both are revealed; 0 if it is not the superior one."""
    return TACTIC_DICE if own.beats(enemy) else 0


@implements("IDT-1.4", "R-I6")
def outnumbering_dice(ratio: Fraction | int) -> int:
    """Dice for outnumbering the enemy ``ratio`` to 1; ratios between the steps round down.

    Raises:
        InvalidValue: a ratio below 1 (then the other party outnumbers), or not exact.
    """
    most = OUTNUMBERING_STEP * MOST_DICE
    allowed = f"a whole number or a Fraction from 1 to {most}"
    return int(errors.require_exact("outnumbers", ratio, 1, most, allowed) // OUTNUMBERING_STEP)


@checked
@dataclass(frozen=True, slots=True)
class BillItem:
    """A line of the bill: where dice of the pool come from.

    Attributes:
        clause: id of the clause that gives them.
        what: the circumstance.
        dice: how many.
    """

    clause: str
    what: str
    dice: int


@checked
@dataclass(frozen=True, slots=True)
class Party(RichDisplay):
    """One side of a battle.

    Attributes:
        dice: all dice of its battle roll, fanaticism included, 1 to 200.
        fanaticism: how many of them are fanaticism dice, 0 to 4; there must be others, too.
        superior: it is technically or magically superior, and also destroys on a 5.
        bill: where the dice come from, if that is known.
    """

    dice: int
    fanaticism: int = 0
    superior: bool = False
    bill: tuple[BillItem, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        errors.require_int("dice", self.dice, 1, MOST_DICE)
        errors.require_int("fanaticism", self.fanaticism, 0, MOST_FANATICISM)
        if self.fanaticism >= self.dice:
            allowed = f"fewer than its {dice_told(self.dice)}, for the base die is none"
            raise errors.InvalidValue("fanaticism", self.fanaticism, allowed)

    @property
    def steady_dice(self) -> int:
        """All dice but those of fanaticism; they lie first."""
        return self.dice - self.fanaticism

    @classmethod
    @implements("IDT-0", "IDT-1.1", "IDT-1.2", "IDT-1.3", "IDT-3.1", "IDT-3.2", "IDT-4.1", "R-I9")
    @uses("IDT-1.4", "IDT-2.4")
    @checked
    def from_circumstances(
        cls,
        *,
        terrain: bool = False,
        certain_death: bool = False,
        fanaticism: int = 0,
        outnumbers: Fraction | int = 1,
        tactic_superior: bool = False,
        deeds: int = 0,
        thwarted_enemy_deeds: int = 0,
        failed_enemy_deeds: int = 0,
        superior: bool = False,
        rulings: Rulings = Rulings(),
    ) -> Self:
        """Count the dice of a party from its circumstances, with an itemised bill.

        Args:
            terrain: the terrain favours it. It may favour both parties, each in its own way: the
                source asks it of each.
            certain_death: it can neither flee nor surrender.
            fanaticism: fanaticism dice it takes, 0 to 4.
            outnumbers: how many times it outnumbers the enemy, exactly; 1 if it does not.
            tactic_superior: its tactic is the superior one (see :func:`tactic_dice`). Like
                outnumbering, that can be true of one of two parties only.
            deeds: its own successful heroic deeds.
            thwarted_enemy_deeds: deeds of the enemy that were thwarted.
            failed_enemy_deeds: deeds of the enemy that just failed; they count only by R-I9.
            superior: it is technically or magically superior. Both parties may be, one in one way
                and one in the other: whether that is meant, the source does not say.
            rulings: how the open rules are read.
        """
        fanaticism = errors.require_int("fanaticism", fanaticism, 0, MOST_FANATICISM)
        for name, count in (
            ("deeds", deeds),
            ("thwarted_enemy_deeds", thwarted_enemy_deeds),
            ("failed_enemy_deeds", failed_enemy_deeds),
        ):
            errors.require_int(name, count, 0, MOST_DEEDS)
        failed = failed_enemy_deeds if rulings.failed_deeds_help_enemy else 0
        items = (
            BillItem("IDT-4.1", "base die", 1),
            BillItem("IDT-1.1", "terrain", int(terrain)),
            BillItem("IDT-1.2", "certain death", CERTAIN_DEATH_DICE * certain_death),
            BillItem("IDT-1.3", "fanaticism", fanaticism),
            BillItem("IDT-1.4", "outnumbering", outnumbering_dice(outnumbers)),
            BillItem("IDT-2.4", "superior tactic", TACTIC_DICE * tactic_superior),
            BillItem("IDT-3.1", "own heroic deeds", deeds),
            BillItem("IDT-3.2", "thwarted deeds of the enemy", thwarted_enemy_deeds),
            BillItem("R-I9", "failed deeds of the enemy", failed),
        )
        bill = tuple(item for item in items if item.dice)
        return cls(sum(item.dice for item in bill), fanaticism, superior, bill)

    @classmethod
    @checked
    def parse(cls, text: str, rulings: Rulings = Rulings(), *, field: str = "party") -> Self:
        """Read a party from words: its dice, or its circumstances where no dice are given.

        ``"5 dice, fanaticism 1, superior"``, or ``"terrain, outnumbers 7/2, 2 deeds"``; ``str()``
        gives the first.
        """
        return cls._of_words(Words(field, text, _ALLOWED), rulings, {})

    @classmethod
    @uses("IDT-1.4", "IDT-2.4")
    @checked
    def parse_both(
        cls, a: str, b: str, rulings: Rulings = Rulings(), *, fields: tuple[str, str] = ("a", "b")
    ) -> tuple[Self, Self]:
        """Read two opponents, each as :meth:`parse` does, or by what is compared.

        That is the tactic and the number of men: ``"terrain, tactic speed, 700 men"`` against
        ``"tactic strength, 200 men"``. Both parties give it, or neither does.

        Raises:
            IllegalAction: each says that it outnumbers the other, by however little.
        """
        allowed = f"{_ALLOWED}; of both parties: {COMPARED}"
        words = [Words(*each, allowed) for each in zip(fields, (a, b), strict=True)]
        slips = [each.match("tactic (.*)", f"({'|'.join(Tactic)})") for each in words]
        tactics = [
            None
            if slip is None
            else Tactic(errors.require_word(f"{name}, tactic", slip[1].lower(), Tactic))
            for name, slip in zip(fields, slips, strict=True)
        ]
        men = [each.number("# men", "men #", "# man") for each in words]
        compared: list[dict[str, Any]] = [{}, {}]
        for own, enemy in ((0, 1), (1, 0)):
            mine, theirs = tactics[own], tactics[enemy]
            if mine is not None:
                if theirs is None:  # first refuse what could not stand beside a tactic
                    cls._of_words(words[enemy], rulings, {"tactic_superior": False})
                    raise words[enemy].lacking(f"tactic {Tactic.STRENGTH}")
                compared[own]["tactic_superior"] = mine.beats(theirs)
            count, others = men[own], men[enemy]
            if count is not None:
                if others is None:
                    cls._of_words(words[enemy], rulings, {"outnumbers": Fraction(1)})
                    raise words[enemy].lacking("men 200")
                errors.require_int(f"{fields[own]}, men", count, 1)
                compared[own]["outnumbers"] = max(Fraction(count, others or 1), Fraction(1))
        first, second = map(cls._of_words, words, (rulings, rulings), compared)
        claims = [Words(*each, allowed).match(_RATIO) for each in zip(fields, (a, b), strict=True)]
        if all(each and read_fraction("outnumbers", each[1], "7/2") > 1 for each in claims):
            raise _both_claim("IDT-1.4")
        return first, second

    @classmethod
    def _of_words(cls, words: Words, rulings: Rulings, compared: dict[str, Any]) -> Self:
        with words.blamed():
            dice = words.number("# dice", "# die")
            fanaticism = words.number("fanaticism #", "# of them fanaticism") or 0
            superior = words.flag("superior")
            if dice is not None:
                if compared:
                    raise errors.InvalidValue("dice", dice, "nothing beside a tactic or men")
                return cls(dice, fanaticism, superior)
            words.flag("base die")
            ratio = words.match(_RATIO)
            given: dict[str, Any] = {}
            if ratio is not None:
                given["outnumbers"] = read_fraction("outnumbers", ratio[1], "7/2")
            if words.flag("superior tactic"):
                given["tactic_superior"] = True
            for name in given.keys() & compared.keys():
                raise errors.InvalidValue(name, given[name], f"nothing beside {_COMPARED_BY[name]}")
            return cls.from_circumstances(
                terrain=words.flag("terrain"),
                certain_death=words.flag("certain death"),
                fanaticism=fanaticism,
                deeds=words.number("# deeds?") or 0,
                thwarted_enemy_deeds=words.number("# thwarted") or 0,
                failed_enemy_deeds=words.number("# failed") or 0,
                superior=superior,
                rulings=rulings,
                **given,
                **compared,
            )

    def __str__(self) -> str:
        traits = [dice_told(self.dice)]
        traits += [f"{self.fanaticism} of them fanaticism"] if self.fanaticism else []
        traits += ["superior"] if self.superior else []
        return ", ".join(traits)


def in_words(party: Party) -> str:
    """The words of a file: its circumstances where it has a bill, else its dice.

    Failed deeds give dice by R-I9 only, and words do not know how that is read: where the bill has
    some, it is left out, and the dice are right under either reading.
    """
    said: list[str] = []
    for item in party.bill:
        ratio, s = OUTNUMBERING_STEP * item.dice, "s" * (item.dice > 1)
        said.append(_BILLED.get(item.clause, "").format(dice=item.dice, ratio=ratio, s=s))
    words = ", ".join([*said, "superior"] if party.superior else said)
    with suppress(errors.RulesError):
        again = Party.parse(words)
        if (again, again.bill) == (party, party.bill):
            return words
    return str(party)


_BILLED = {
    "IDT-4.1": "base die",
    "IDT-1.1": "terrain",
    "IDT-1.2": "certain death",
    "IDT-1.3": "fanaticism {dice}",
    "IDT-1.4": "outnumbers {ratio}",
    "IDT-2.4": "superior tactic",
    "IDT-3.1": "{dice} deed{s}",
    "IDT-3.2": "{dice} thwarted",
}
"""Items of the bill as :meth:`Party.parse` reads them."""

_RATIO = r"outnumbers (\S+)"
_COMPARED_BY = {"outnumbers": "men, of both", "tactic_superior": "a tactic, of both"}
_ALLOWED = f"'{POOL}', or any of: {CIRCUMSTANCES}"
_ONE_SIDED = {
    "IDT-1.4": ("both outnumber the other", ("IDT-1.4",)),
    "IDT-2.4": ("both have the superior tactic", ("IDT-2.2", "IDT-2.4")),
}
"""Items of the bill that only one of two parties can have, with what to say if both do."""


@uses("IDT-1.2")
def must_stay(party: Party) -> bool:
    """Whether its bill says that a party can neither flee nor surrender, so cannot retreat."""
    return any(item.clause == "IDT-1.2" for item in party.bill)


@uses("IDT-1.4", "IDT-2.2", "IDT-2.4")
def require_opponents(a: Party, b: Party) -> None:
    """Refuse two parties of whose bills each claims what is true of one of them only."""
    for name, party in (("a", a), ("b", b)):
        errors.require_instance(name, party, Party)
    billed = [{item.clause for item in party.bill} for party in (a, b)]
    for clause in _ONE_SIDED:
        if all(clause in each for each in billed):
            raise _both_claim(clause)


@uses("IDT-1.4", "IDT-2.4", "R-I14")
def require_no_claims(parties: Mapping[str, Party]) -> None:
    """Refuse claims over one enemy, such as outnumbering: they say nothing of any other."""
    for name, party in parties.items():
        for item in (item for item in party.bill if item.clause in _ONE_SIDED):
            told = f"no dice that count against one enemy only ({item.clause})"
            raise errors.InvalidValue(name, item.what, f"{told}; ask of each pair alone")


def _both_claim(clause: str) -> errors.IllegalAction:
    what, cited = _ONE_SIDED[clause]
    return errors.IllegalAction(f"a, b: {what}", cited)
