"""The tutorial by the rules: its units and exchanges, how it should have run, and the audit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from itertools import product

from rules_lib.errors import InvalidValue, UnspecifiedBySource, require_int
from rules_lib.examples.audit import Finding, findings
from rules_lib.examples.claims import checks
from rules_lib.paper_tigers import charge, melee
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.el_alamein import record
from rules_lib.paper_tigers.el_alamein.record import Colour, PrintedExchange, PrintedSide
from rules_lib.paper_tigers.melee.odds import outcome_of, played
from rules_lib.probability import Distribution
from rules_lib.rulebook import implements
from rules_lib.transcript import Step, Told
from rules_lib.values.rich_display import DisplayList
from rules_lib.values.type_checks import checked


def card_of(german: int, colour: Colour = "red") -> Card | None:
    """Card of a German unit, ``None`` without one.

    In fights 4, 5 and 6 only a photograph shows its colour: there it has the one that is given.
    Once the dice lie on the table the colour has no effect; before that, it says how many there
    are.
    """
    if german not in record.GERMAN_CARD_VALUES:
        return None
    known = record.GERMAN_CARD_COLOURS.get(german, colour)
    return Card(known, record.GERMAN_CARD_VALUES[german])


def british(number: int) -> melee.Combatant:
    """A British unit as it enters its fight."""
    return melee.Combatant(record.BRITISH[number - 1].card)


def german(number: int, colour: Colour = "red") -> melee.Combatant:
    """A German unit as it enters its fight; its card as in :func:`card_of`."""
    return melee.Combatant(
        card_of(number, colour), small_team=record.GERMANS[number - 1].small_team
    )


@checked
def replay(
    number: int, rolls: tuple[int, int], rulings: melee.Rulings = melee.Rulings()
) -> melee.Exchange:
    """The first exchange of a fight, resolved by the rules from these raw totals."""
    return replayed(number, [rolls], rulings).exchanges[0]


@checked
def replayed(
    number: int,
    rolls: Iterable[tuple[int, int]],
    rulings: melee.Rulings = melee.Rulings(),
    *,
    colour: Colour | None = None,
) -> melee.Fight:
    """A fight of the tutorial from other dice.

    Args:
        number: of the two units.
        rolls: raw totals (British, German) per exchange.
        rulings: how the open rules are read.
        colour: of the German card in fights 4, 5 and 6, where the source does not say it; red if
            it is left out. What comes of dice that lie on the table is the same.

    Raises:
        InvalidValue: a number of units that never fought each other, dice that cannot be, or
            another colour than the source says.
    """
    if number not in record.GERMAN_CARD_VALUES:
        fought = ", ".join(map(str, record.GERMAN_CARD_VALUES))
        raise InvalidValue("number", number, f"{fought}: the units that fought")
    printed = record.GERMAN_CARD_COLOURS.get(number)
    if colour is not None and printed not in (None, colour):
        raise InvalidValue("colour", colour, f"{printed}, as the source says")
    units = british(number), german(number, colour or "red")
    names = f"British {number}", f"German {number}"
    try:
        return melee.adjudicate(*units, rolls, rulings, complete=False, names=names)
    except InvalidValue as error:
        if colour or printed or not error.field.endswith("defender"):
            raise
        red = f"if German {number}’s card is red, as we take it: its colour is unspecified by the"
        raise InvalidValue(error.field, error.given, f"{error.allowed}, {red} source") from None


@checked
def odds_after(
    number: int,
    rolls: tuple[int, int],
    rulings: melee.Rulings = melee.Rulings(),
    *,
    colour: Colour | None = None,
) -> Distribution[melee.Outcome]:
    """How a fight of the tutorial ends after a first exchange with these raw totals.

    Args:
        number: of the two units.
        rolls: (British, German).
        rulings: how the open rules are read.
        colour: of the German card in fights 4, 5 and 6, where the source does not say it: a red
            card rolls three dice in all that follows, a black one two.

    Raises:
        InvalidValue: as for :func:`replayed`.
        UnspecifiedBySource: the fight goes on, and neither the source nor you say the colour.
    """
    fight = replayed(number, [rolls], rulings, colour=colour)
    if fight.outcome != melee.Outcome.GOES_ON:
        return Distribution.certain(fight.outcome)
    if colour is None and number not in record.GERMAN_CARD_COLOURS:
        dice = "and with it the number of dice in all that follows"
        raise UnspecifiedBySource(f"colour: that of German {number}’s card, {dice}")
    course, policy = played(fight.pairing, "if_missed")
    return course.process(fight.state).chain(policy).ends.map(outcome_of)


def told(exchange: PrintedExchange, loser_takes_hit: bool | None = None) -> melee.Exchange:
    """An exchange resolved by the rules as the source tells it.

    That is with a deduction wherever it made one, and, if ``loser_takes_hit`` is left out, with
    the reading of R-M1 that it follows there.
    """
    if loser_takes_hit is None:
        loser_takes_hit = not exchange.winner or loser(exchange).takes_for_losing > 0
    pairing = melee.Pairing(
        british(exchange.fight),
        melee.Combatant(card_of(exchange.fight), small_team=told_as_small_team(exchange)),
        melee.Rulings(loser_takes_hit=loser_takes_hit, penalties_add_up=True),
    )
    shaken = exchange.british.shaken_before, exchange.german.shaken_before
    before = melee.State(int(shaken[0]), shaken[0], int(shaken[1]), shaken[1], False)
    rolls = melee.Rolls(exchange.british.roll, exchange.german.roll)
    return melee.resolve_exchange(pairing, before, rolls)


def loser(exchange: PrintedExchange) -> PrintedSide:
    """The side that loses a decided exchange, as the source tells it."""
    return exchange.german if exchange.winner == "british" else exchange.british


def told_as_small_team(exchange: PrintedExchange) -> bool:
    """Whether the source deducts more than for being shaken."""
    return exchange.german.deducted_for_size > 0


ROLLS = {each.fight: (each.british.roll, each.german.roll) for each in reversed(record.EXCHANGES)}
"""Raw totals (British, German) of the first exchange of each fight, as they lay on the table."""


@checked
@dataclass(frozen=True, slots=True)
class Story(Told):
    """The corrected tutorial; ``str()`` is the transcript.

    Attributes:
        actions: what each British unit did, by its number.
    """

    actions: dict[int, charge.Action]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The whole transcript as data."""
        return tuple(step for number in self.actions for step in self.steps_of(number))

    def steps_of(self, number: int) -> tuple[Step, ...]:
        """The transcript of one British unit."""
        number = require_int("number", number, 1, len(record.BRITISH))
        if number not in self.actions:
            raise InvalidValue("number", number, "units that this story tells of")
        unit, enemy = record.BRITISH[number - 1], record.GERMANS[number - 1]
        against = f" against German {number}, {enemy.what}" if unit.printed_moves else ""
        heading = Step(f"British {number}, {unit.card}{against}", heading=True)
        assumed: tuple[Step, ...] = ()
        if self.actions[number].fight and number not in record.GERMAN_CARD_COLOURS:
            value = record.GERMAN_CARD_VALUES[number]
            text = f"The text does not give the colour of German {number}’s card, a {value}."
            assumed = (Step(f"{text} We take it as red; for rolled dice it makes no difference."),)
        return (heading, *assumed, *self.actions[number].steps)


@implements("PT-M20")
def corrected() -> Story:
    """Adjudicate all six British units together, as the tutorial lets them act."""
    return Story({unit.number: _action(unit) for unit in record.BRITISH})


def _action(unit: record.BritishUnit) -> charge.Action:
    number = unit.number
    return charge.adjudicate(
        british(number),
        german(number),
        movement_roll=unit.movement_roll,
        charge_roll=unit.charge_roll,
        rolls=[ROLLS[number]] if number in ROLLS else [],
        complete=False,
        names=(f"British {number}", f"German {number}"),
    )


HITS_TO_REMOVE = (2, *(melee.HitsToRemove(*each) for each in ((2, 3), (3, 2), (3, 3))))
"""A first exchange costs no unit more than two hits: of R-M9 it only counts whether two remove
infantry, and whether they remove a small team."""

ABOUT_COVER = ("R-M4", "R-M5", "R-M13")
"""No unit of the tutorial is in cover."""

_OPEN = [each for each in fields(melee.Rulings) if each.metadata["ruling"] not in ABOUT_COVER]

RULED: tuple[str, ...] = tuple(each.metadata["ruling"] for each in _OPEN)
"""The rulings that can matter."""

READINGS: Mapping[str, tuple[object, ...]] = {
    **{each.name: each.metadata["readings"] for each in _OPEN},
    "hits_to_remove": HITS_TO_REMOVE,
}
"""All readings of each of these, the default first, by the names of their fields."""

Facts = tuple[melee.Exchange, ...]
"""An exchange under each of :func:`every_ruling`, in its order."""


@cache
def every_ruling() -> tuple[melee.Rulings, ...]:
    """Every combination of readings, the defaults first."""
    chosen = product(*READINGS.values())
    return tuple(melee.Rulings(**dict(zip(READINGS, each, strict=True))) for each in chosen)  # type: ignore[arg-type]


@lru_cache(maxsize=32)
def under_every_ruling(
    attacker: melee.Combatant, defender: melee.Combatant, rolls: tuple[int, int]
) -> Facts:
    """A first exchange from these raw totals, under every combination of readings."""
    fights = (
        melee.adjudicate(attacker, defender, [rolls], rulings, complete=False)
        for rulings in every_ruling()
    )
    return tuple(exchange for fight in fights for exchange in fight.exchanges)


def turns_on(facts: Facts, fact: Callable[[melee.Exchange], object]) -> tuple[str, ...]:
    """The rulings on which a fact turns; none if it is the same under every ruling.

    It turns on a ruling if somewhere another reading of that ruling alone changes it.
    """
    which = product(*(range(len(readings)) for readings in READINGS.values()))
    values = dict(zip(which, map(fact, facts), strict=True))
    return tuple(
        ruling
        for at, ruling in enumerate(RULED)
        if any(value != values[*read[:at], 0, *read[at + 1 :]] for read, value in values.items())
    )


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a sentence lists them."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


@implements("E-A1", "E-A2", "E-A3", "E-A4", "E-A5", "E-A6")
def audit() -> DisplayList[Finding]:
    """Replay every printed test and exchange; the errata first, then the confirmed claims."""
    return findings(checks(__name__))
