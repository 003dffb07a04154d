"""Holds each printed claim of the tutorial against the rules."""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import product

from rules_lib.audit import Check
from rules_lib.checked import checked
from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.command import Card, CommandTest
from rules_lib.paper_tigers.el_alamein import record
from rules_lib.paper_tigers.el_alamein.record import BritishUnit, PrintedExchange, PrintedSide
from rules_lib.paper_tigers.melee.exchange import judge
from rules_lib.word_enum import WordEnum


class Kind(WordEnum):
    """What sort of claim is checked; a false one becomes an erratum."""

    UNIT_COUNT = "number of units"
    TEST = "command test"
    SMALL_TEAM = "deduction of a small team"
    ANNOUNCED_DICE = "dice that were announced"
    SUBTRACTION = "subtraction"
    CARD_REACHED = "card reached or not"
    HITS = "hits carried"
    WINNER = "winner of the exchange"
    SHAKEN = "shaken or not"
    LOSER_PAYS = "cost of losing an exchange"


def all_checks() -> Iterator[Check]:
    """Every check, in the order of the source."""
    yield _unit_count()
    for unit in record.BRITISH:
        yield from _tests(unit)
    for previous, exchange in zip((None, *record.EXCHANGES), record.EXCHANGES, strict=False):
        yield from _shaken(previous, exchange)
        yield from _exchange(exchange)
    yield _loser_pays()


def card_of(german: int) -> Card | None:
    """Card of a German unit; red where only a photograph shows the colour, ``None`` without one.

    Once the dice lie on the table the colour has no effect: only the value is compared.
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

    Raises:
        InvalidValue: a number of units that never fought each other, or dice that cannot be.
    """
    if number not in record.GERMAN_CARD_VALUES:
        fought = ", ".join(map(str, record.GERMAN_CARD_VALUES))
        raise InvalidValue("number", number, f"{fought}: the units that fought")
    names = f"British {number}", f"German {number}"
    return melee.adjudicate(
        british(number), german(number), rolls, rulings, complete=False, names=names
    )


def told(exchange: PrintedExchange, loser_takes_hit: bool | None = None) -> melee.Exchange:
    """An exchange resolved by the rules as the source tells it.

    That is with the deductions it made, and, if ``loser_takes_hit`` is left out, with the reading
    of R-M1 that it follows there.
    """
    if loser_takes_hit is None:
        loser_takes_hit = not exchange.winner or _loser(exchange).takes_for_losing > 0
    pairing = melee.Pairing(
        british(exchange.fight),
        melee.Combatant(card_of(exchange.fight), small_team=_told_as_small_team(exchange)),
        melee.Rulings(loser_takes_hit=loser_takes_hit),
    )
    shaken = exchange.british.shaken_before, exchange.german.shaken_before
    before = melee.State(int(shaken[0]), shaken[0], int(shaken[1]), shaken[1], False)
    rolls = melee.Rolls(exchange.british.roll, exchange.german.roll)
    return melee.resolve_exchange(pairing, before, rolls)


def _loser(exchange: PrintedExchange) -> PrintedSide:
    return exchange.german if exchange.winner == "british" else exchange.british


def _told_as_small_team(exchange: PrintedExchange) -> bool:
    side = exchange.german
    return side.deducted > 2 * side.shaken_before


def _unit_count() -> Check:
    listed = len(record.GERMANS)
    beyond = [unit.number for unit in record.GERMANS if not unit.in_reach]
    return Check(
        Kind.UNIT_COUNT,
        "the German side",
        f"{record.ANNOUNCED_GERMANS} units announced",
        f"{listed} units listed",
        ("PT-M21",),
        listed == record.ANNOUNCED_GERMANS,
        f"None: units {' and '.join(map(str, beyond))} are out of reach and never fight.",
    )


def _tests(unit: BritishUnit) -> Iterator[Check]:
    tests = [(CommandTest(unit.card, "movement", unit.movement_roll), unit.printed_moves, "PT-M19")]
    if unit.charge_roll is not None:
        test = CommandTest(unit.card, "charge", unit.charge_roll)
        tests.append((test, bool(unit.printed_charges), "PT-M3"))
    for test, claim, clause in tests:
        yield Check(
            Kind.TEST,
            f"British unit {unit.number}",
            f"{test.purpose} test {_passed(claim)}",
            str(test),
            (clause,),
            test.passed == claim,
        )


def _passed(claim: bool) -> str:
    return "passed" if claim else "failed"


def _exchange(exchange: PrintedExchange) -> Iterator[Check]:
    if record.GERMANS[exchange.fight - 1].small_team:
        yield _small_team(exchange)
    if exchange.announced:
        yield _announced(exchange, exchange.announced)
    fact = told(exchange)
    for name, side in (("British", exchange.british), ("German", exchange.german)):
        if side.deducted:
            yield _subtraction(exchange, name, side)
        yield _reached(exchange, name, side, fact)
        yield _hits(exchange, name, side, fact)
    computed = {"attacker": "british", "defender": "german", None: None}[fact.winner]
    yield Check(
        Kind.WINNER,
        exchange.label,
        _won(exchange.winner),
        _won(computed),
        ("PT-M10", "PT-M11"),
        computed == exchange.winner,
    )


def _shaken(previous: PrintedExchange | None, exchange: PrintedExchange) -> Iterator[Check]:
    if previous is None or previous.fight != exchange.fight:
        return
    after = told(previous).after
    sides = (
        ("British", exchange.british, after.attacker_shaken),
        ("German", exchange.german, after.defender_shaken),
    )
    for name, side, shaken in sides:
        if side.shaken_before:
            yield Check(
                Kind.SHAKEN,
                f"{previous.label}, {name} side",
                "the unit is shaken",
                f"the unit is {'' if shaken else 'not '}shaken",
                ("PT-M18", "R-M2"),
                shaken,
            )


def _won(side: str | None) -> str:
    return f"won by the {side.capitalize()} unit" if side else "drawn"


def _small_team(exchange: PrintedExchange) -> Check:
    rolls = exchange.british.roll, exchange.german.roll
    by_rule = replay(exchange.fight, rolls)
    given = _told_as_small_team(exchange)
    return Check(
        Kind.SMALL_TEAM,
        exchange.label,
        "the small team deducts 2" if given else "the small team deducts nothing for its size",
        "the small team deducts 2",
        ("PT-M15",),
        given,
        ""
        if given
        else f"With the deduction the totals are {by_rule.attacker_total} and"
        f" {by_rule.defender_total}: {by_rule.outcome.replace('_', ' ')}.",
    )


def _announced(exchange: PrintedExchange, announced: tuple[int, int]) -> Check:
    used = exchange.british.roll, exchange.german.roll
    with_announced = replay(exchange.fight, announced)
    with_used = replay(exchange.fight, used)
    same = (with_announced.outcome, with_announced.after) == (with_used.outcome, with_used.after)
    totals = [
        f"{each.attacker_total} and {each.defender_total}" for each in (with_announced, with_used)
    ]
    return Check(
        Kind.ANNOUNCED_DICE,
        exchange.label,
        f"the totals of this exchange are {totals[0]}",
        f"the reckoning uses {totals[1]}, the dice of another exchange",
        ("PT-M8", "PT-M15"),
        announced == used,
        f"{'None' if same else 'The outcomes differ'}:"
        f" {with_announced.outcome.replace('_', ' ')} with the announced dice,"
        f" {with_used.outcome.replace('_', ' ')} with the used ones,"
        f" hits {with_announced.after.attacker_hits} and {with_announced.after.defender_hits}.",
    )


def _subtraction(exchange: PrintedExchange, name: str, side: PrintedSide) -> Check:
    right = side.roll - side.deducted
    card = card_of(exchange.fight) if name == "German" else british(exchange.fight).card
    assert card is not None
    same = card.reached_by(right) == card.reached_by(side.total)
    return Check(
        Kind.SUBTRACTION,
        f"{exchange.label}, {name} side",
        f"{side.roll} − {side.deducted} = {side.total}",
        f"{side.roll} − {side.deducted} = {right}",
        ("PT-M12", "PT-M15"),
        right == side.total,
        f"None: both {right} and {side.total} reach {card.value}." if same else "The card decides.",
    )


def _reached(
    exchange: PrintedExchange, name: str, side: PrintedSide, fact: melee.Exchange
) -> Check:
    total = fact.attacker_total if name == "British" else fact.defender_total
    reached = fact.attacker_hit if name == "British" else fact.defender_hit
    card = british(exchange.fight).card if name == "British" else card_of(exchange.fight)
    assert card is not None
    verb = {True: "reaches", False: "misses"}
    agrees = reached == side.reached
    return Check(
        Kind.CARD_REACHED,
        f"{exchange.label}, {name} side",
        f"{side.total} {verb[side.reached]} {card.value}",
        f"{total} {verb[reached]} {card.value}",
        ("PT-M9",),
        agrees,
        "" if agrees else _effect_of_reached(exchange),
    )


def _effect_of_reached(exchange: PrintedExchange) -> str:
    """What the card that was reached after all does, under every combination of rulings."""
    results = {
        (result.winner, result.after.attacker_hits)
        for german_roll in {exchange.german.roll, exchange.german.total + exchange.german.deducted}
        for rulings in every_ruling()
        for result in [replay(exchange.fight, (exchange.british.roll, german_roll), rulings)]
    }
    assert len(results) == 1, "the rulings disagree"
    ((winner, hits),) = results
    assert winner == "attacker"
    return (
        f"The British unit wins with {_count_hits(hits)}, not unhurt."
        " So it is under every ruling, and with either German total."
    )


def every_ruling() -> Iterator[melee.Rulings]:
    """Every combination of the readings that two hits to remove a unit leave open."""
    open_fields = [each for each in fields(melee.Rulings) if each.name != "hits_to_remove"]
    for readings in product(*(each.metadata["readings"] for each in open_fields)):
        names = (each.name for each in open_fields)
        yield melee.Rulings(**dict(zip(names, readings, strict=True)))


def _hits(exchange: PrintedExchange, name: str, side: PrintedSide, fact: melee.Exchange) -> Check:
    carried = fact.after.attacker_hits if name == "British" else fact.after.defender_hits
    agrees = carried == side.hits
    return Check(
        Kind.HITS,
        f"{exchange.label}, {name} side",
        f"the unit carries {_count_hits(side.hits)}",
        f"the unit carries {_count_hits(carried)}",
        ("PT-M9", "PT-M16"),
        agrees,
        "" if agrees else _effect_of_reached(exchange),
    )


def _count_hits(number: int) -> str:
    return f"{number or 'no'} hit{'s' * (number != 1)}"


def _standing() -> list[str]:
    """The decided exchanges whose loser would not be removed without the extra hit."""
    return [
        exchange.label
        for exchange in record.EXCHANGES
        if exchange.winner and told(exchange, False).outcome == melee.Outcome.GOES_ON
    ]


def _listed(places: list[str]) -> str:
    return f"{', '.join(places[:-1])} and {places[-1]}" if len(places) > 1 else "".join(places)


def _loser_pays() -> Check:
    """Which readings of R-M1 each decided exchange follows."""
    follows: dict[bool, list[str]] = {True: [], False: []}
    for exchange in record.EXCHANGES:
        if exchange.winner is None:
            continue
        printed = 1 + _loser(exchange).takes_for_losing
        for reading in follows:
            verdict = judge(
                exchange.winner == "british",
                exchange.winner == "german",
                1 if exchange.winner == "british" else -1,
                melee.Rulings(loser_takes_hit=reading),
            )
            if printed == verdict.attacker_takes + verdict.defender_takes:
                follows[reading].append(exchange.label)
    return Check(
        Kind.LOSER_PAYS,
        "all decided exchanges",
        "; ".join(f"{label}: one further hit" for label in follows[False]),
        "; ".join(f"{label}: two" for label in follows[True]),
        ("PT-M16", "R-M1"),
        not (follows[True] and follows[False]),
        f"The source follows both readings of R-M1. Without the extra hit the losers of"
        f" {_listed(_standing())} would stand.",
    )
