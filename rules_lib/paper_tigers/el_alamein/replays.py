"""The units and exchanges of the tutorial, resolved by the rules."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from rules_lib.errors import InvalidValue
from rules_lib.frozen import FrozenMap
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.el_alamein import record
from rules_lib.paper_tigers.el_alamein.record import PrintedExchange, PrintedSide
from rules_lib.type_checks import checked


def card_of(german: int) -> Card | None:
    """Card of a German unit, ``None`` without one.

    In fights 4, 5 and 6 only a photograph shows its colour, and we take it as red. Once the dice
    lie on the table the colour has no effect; before that, it says how many there are.
    """
    if german not in record.GERMAN_CARD_VALUES:
        return None
    colour = record.GERMAN_CARD_COLOURS.get(german, "red")
    return Card(colour, record.GERMAN_CARD_VALUES[german])


def british(number: int) -> melee.Combatant:
    """A British unit as it enters its fight."""
    return melee.Combatant(record.BRITISH[number - 1].card)


def german(number: int) -> melee.Combatant:
    """A German unit as it enters its fight."""
    return melee.Combatant(card_of(number), small_team=record.GERMANS[number - 1].small_team)


@checked
def replay(
    number: int, rolls: tuple[int, int], rulings: melee.Rulings = melee.Rulings()
) -> melee.Exchange:
    """The first exchange of a fight, resolved by the rules from these raw totals."""
    return replayed(number, [rolls], rulings).exchanges[0]


@checked
def replayed(
    number: int, rolls: Iterable[tuple[int, int]], rulings: melee.Rulings = melee.Rulings()
) -> melee.Fight:
    """A fight of the tutorial from other dice: raw totals (British, German) per exchange.

    The German card of fights 4, 5 and 6 is taken as red, see :func:`card_of`.

    Raises:
        InvalidValue: a number of units that never fought each other, or dice that cannot be.
    """
    if number not in record.GERMAN_CARD_VALUES:
        fought = ", ".join(map(str, record.GERMAN_CARD_VALUES))
        raise InvalidValue("number", number, f"{fought}: the units that fought")
    names = f"British {number}", f"German {number}"
    try:
        return melee.adjudicate(
            british(number), german(number), rolls, rulings, complete=False, names=names
        )
    except InvalidValue as error:
        if number in record.GERMAN_CARD_COLOURS or not error.field.endswith("defender"):
            raise
        red = f"if German {number}’s card is red, as we take it: its colour is unspecified by the"
        raise InvalidValue(error.field, error.given, f"{error.allowed}, {red} source") from None


@checked
def odds_after(
    number: int, rolls: tuple[int, int], rulings: melee.Rulings = melee.Rulings()
) -> Mapping[str, Fraction]:
    """How a fight of the tutorial ends after a first exchange with these raw totals.

    In fights 4, 5 and 6 these are the odds against a red card, see :func:`card_of`: if it is black,
    the German unit rolls two dice in all that follows, and they are other ones.

    Args:
        number: of the two units.
        rolls: (British, German).
        rulings: how the open rules are read.
    """
    fight = replayed(number, [rolls], rulings)
    if fight.outcome != melee.Outcome.GOES_ON:
        return FrozenMap({fight.outcome.value: Fraction(1)})
    return melee.odds(*still_there(number, fight), known_shaken(rulings)).outcomes


def still_there(number: int, fight: melee.Fight) -> tuple[melee.Combatant, melee.Combatant]:
    """The units of a fight that goes on, as they stand now."""
    left = fight.state
    return (
        replace(british(number), hits=left.attacker_hits, shaken=left.attacker_shaken),
        replace(german(number), hits=left.defender_hits, shaken=left.defender_shaken),
    )


def known_shaken(rulings: melee.Rulings) -> melee.Rulings:
    """The same readings where it is known who is shaken: a hit of this melee is no earlier one."""
    return replace(rulings, earlier_hit_shakes=False)


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
