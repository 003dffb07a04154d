"""Holds each printed claim of the tutorial against the rules."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from rules_lib.audit import Basis, Check
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.command import Card, CommandTest
from rules_lib.paper_tigers.el_alamein import record
from rules_lib.paper_tigers.el_alamein.kinds import Kind
from rules_lib.paper_tigers.el_alamein.readings import (
    Facts,
    ends,
    only_one_left,
    turns_on,
    under_every_ruling,
)
from rules_lib.paper_tigers.el_alamein.record import BritishUnit, PrintedExchange, PrintedSide
from rules_lib.paper_tigers.el_alamein.replays import (
    british,
    card_of,
    german,
    loser,
    told,
    told_as_small_team,
)
from rules_lib.paper_tigers.melee.rules import SMALL_TEAM_PENALTY


def all_checks() -> Iterator[Check]:
    """Every check, in the order of the source."""
    yield _unit_count()
    for unit in record.BRITISH:
        yield from _tests(unit)
    for previous, exchange in zip((None, *record.EXCHANGES), record.EXCHANGES, strict=False):
        yield from _shaken(previous, exchange)
        yield from _exchange(exchange)
    yield _loser_pays()


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
    rests = _forgets(exchange)
    follows = rests and exchange.british.shaken_before
    for name, side in (("British", exchange.british), ("German", exchange.german)):
        # The British dice of a first exchange owe nothing to what the Germans forgot.
        theirs = follows or (rests and name == "German")
        if side.deducted:
            yield _standing(_subtraction(exchange, name, side), theirs)
        yield _standing(_reached(exchange, name, side, fact), theirs)
    for name, side in (("British", exchange.british), ("German", exchange.german)):
        yield _standing(_hits(exchange, name, side, fact), follows or (rests and name == "German"))
    computed = {"attacker": "british", "defender": "german", None: None}[fact.winner]
    winner = Check(
        Kind.WINNER,
        exchange.label,
        _won(exchange.winner),
        _won(computed),
        ("PT-M10", "PT-M11"),
        computed == exchange.winner,
    )
    yield _standing(winner, rests)


def _forgets(exchange: PrintedExchange) -> bool:
    """Whether the source forgets here that the Germans are a small team (E-A2)."""
    small = record.GERMANS[exchange.fight - 1].small_team
    return small and not told_as_small_team(exchange)


def _standing(check: Check, rests: bool) -> Check:
    """The check of a claim, which may rest on a deduction that was forgotten."""
    return replace(check, basis=Basis.RESTING) if rests and check.agrees else check


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
                basis=Basis.ORIGIN,  # of PT-M18
            )


def _won(side: str | None) -> str:
    return f"won by the {side.capitalize()} unit" if side else "drawn"


def _small_team(exchange: PrintedExchange) -> Check:
    given = exchange.german.deducted_for_size
    return Check(
        Kind.DEDUCTED if given else Kind.SMALL_TEAM,
        exchange.label,
        f"the small team deducts {given or 'nothing for its size'}",
        f"the small team deducts {SMALL_TEAM_PENALTY}",
        ("PT-M15",),
        given == SMALL_TEAM_PENALTY,
        ""
        if given
        else _effect_of_deduction(
            _facts(exchange.fight, exchange.british.roll, exchange.german.roll)
        )
        + _had_it_gone_on(exchange),
    )


def _had_it_gone_on(exchange: PrintedExchange) -> str:
    """The exchange that is printed after this one, with the deduction in both (R-M1 as "no")."""
    later = [each for each in record.EXCHANGES if each.fight == exchange.fight and _forgets(each)]
    if later[-1] is exchange:
        return ""
    rolls = [(each.british.roll, each.german.roll) for each in (exchange, later[-1])]
    goes_on = melee.Rulings(loser_takes_hit=False)
    (_, second) = melee.adjudicate(
        british(exchange.fight), german(exchange.fight), rolls, goes_on, complete=False
    ).exchanges
    winner = {"attacker": "british", "defender": "german", None: None}[second.winner]
    gone = {True: "removed all the same", False: "still there"}[not second.both_stand]
    return (
        f" Under the other reading of R-M1 it goes on, and the next exchange is"
        f" {second.attacker_total} to {second.defender_total}, and {_won(winner)} (printed:"
        f" {_won(later[-1].winner)}); the British unit is {gone}. R-M2 and R-M3 affect this."
    )


def _facts(fight: int, british_roll: int, german_roll: int) -> Facts:
    """The first exchange of a fight under every ruling, ours first."""
    return under_every_ruling(british(fight), german(fight), (british_roll, german_roll))


def _effect_of_deduction(facts: Facts) -> str:
    ours = facts[0]
    winner = {"attacker": "british", "defender": "german", None: None}[ours.winner]
    sure = _how_sure(turns_on(facts, lambda each: each.winner))
    then = "ends the melee" if ends(ours) else "lets the melee go on"
    return (
        f"With the deduction the totals are {ours.attacker_total} and {ours.defender_total}: the"
        f" exchange is {_won(winner)} {sure}. That {then} {_how_sure(turns_on(facts, ends))}."
    )


def _how_sure(rulings: tuple[str, ...]) -> str:
    """Whether something holds whatever is ruled, or on which rulings it turns."""
    if not rulings:
        return "under every ruling"
    return f"under our rulings; another reading of {_listed(rulings, 'or')} can change that"


def _announced(exchange: PrintedExchange, announced: tuple[int, int]) -> Check:
    used = exchange.british.roll, exchange.german.roll
    facts = _facts(exchange.fight, *announced), _facts(exchange.fight, *used)
    with_announced, with_used = facts[0][0], facts[1][0]
    totals = [
        f"{each.attacker_total} and {each.defender_total}" for each in (with_announced, with_used)
    ]
    return Check(
        Kind.ANNOUNCED_DICE,
        exchange.label,
        f"the German total of this exchange is {with_announced.defender_total}; the British"
        f" {with_announced.attacker_total} is carried over from the first version",
        f"the reckoning uses {totals[1]}, the dice of another exchange",
        ("PT-M8", "PT-M15"),
        announced == used,
        f"{'None, under any ruling; by ours' if _same(*facts) else 'The outcomes differ'}:"
        f" {with_announced.outcome.replace('_', ' ')} with the announced dice,"
        f" {with_used.outcome.replace('_', ' ')} with the used ones,"
        f" hits {with_announced.after.attacker_hits} and {with_announced.after.defender_hits}.",
    )


def _same(one: Facts, other: Facts) -> bool:
    """Whether two exchanges have the same outcome and leave the same state, whatever is ruled."""
    return all(
        (a.outcome, a.after) == (b.outcome, b.after) for a, b in zip(one, other, strict=True)
    )


def _subtraction(exchange: PrintedExchange, name: str, side: PrintedSide) -> Check:
    right = side.roll - side.deducted
    card = _card(exchange, name)
    rolls = [exchange.british.roll, exchange.german.roll]
    as_rolled = _facts(exchange.fight, *rolls)
    rolls[name == "German"] = side.total + side.deducted
    verb = "reach" if card.reached_by(right) else "miss"
    same = card.reached_by(right) == card.reached_by(side.total) and _same(
        as_rolled, _facts(exchange.fight, *rolls)
    )
    return Check(
        Kind.SUBTRACTION,
        f"{exchange.label}, {name} side",
        f"{side.roll} − {side.deducted} = {side.total}",
        f"{side.roll} − {side.deducted} = {right}",
        (
            *(("PT-M12",) if side.shaken_before else ()),
            *(("PT-M15",) if side.deducted_for_size else ()),
        ),
        right == side.total,
        f"None, under any ruling: both {right} and {side.total} {verb} {card.value}."
        if same
        else "The outcomes differ.",
    )


def _reached(
    exchange: PrintedExchange, name: str, side: PrintedSide, fact: melee.Exchange
) -> Check:
    total = fact.attacker_total if name == "British" else fact.defender_total
    reached = fact.attacker_hit if name == "British" else fact.defender_hit
    card = _card(exchange, name)
    verb = {True: "reaches", False: "misses"}
    agrees, misread = reached == side.reached, _misread(exchange)
    return Check(
        Kind.CARD_REACHED if misread else Kind.RECKONED,
        f"{exchange.label}, {name} side",
        f"{side.total} {verb[side.reached]} {card.value}",
        f"{total} {verb[reached]} {card.value}",
        ("PT-M9",),
        agrees,
        _effect_of_reached(exchange) if misread and not agrees else "",
    )


def _card(exchange: PrintedExchange, name: str) -> Card:
    card = british(exchange.fight).card if name == "British" else card_of(exchange.fight)
    assert card is not None
    return card


def _misread(exchange: PrintedExchange) -> bool:
    """Whether the totals that are printed say something else of a card than the source does."""
    sides = {"British": exchange.british, "German": exchange.german}
    return any(
        _card(exchange, name).reached_by(side.total) != side.reached for name, side in sides.items()
    )


def _effect_of_reached(exchange: PrintedExchange) -> str:
    """What the card that was reached after all does to the British unit, and to the melee."""
    german = exchange.german
    rolls = dict.fromkeys((german.roll, german.total + german.deducted))
    facts = [_facts(exchange.fight, exchange.british.roll, roll) for roll in rolls]
    (hits, left), *others = (
        (each[0].after.attacker_hits, only_one_left(each[0])) for each in facts
    )
    if left != melee.Outcome.ATTACKER_WINS or any(other != (hits, left) for other in others):
        return "The outcomes differ."
    takes, stays = (
        _how_sure(tuple(dict.fromkeys(id_ for each in facts for id_ in turns_on(each, fact))))
        for fact in (lambda each: each.after.attacker_hits, only_one_left)
    )
    return (
        f"The British unit takes {_count_hits(hits)} {takes}, and with either German total."
        f" It is also the only unit left {stays}."
    )


def _hits(exchange: PrintedExchange, name: str, side: PrintedSide, fact: melee.Exchange) -> Check:
    carried = fact.after.attacker_hits if name == "British" else fact.after.defender_hits
    agrees, misread = carried == side.hits, _misread(exchange)
    basis, silent = Basis.PRINTED, ""
    if not side.hits_told:
        basis, silent = Basis.INFERRED, f"no {'further ' * (side.hits > 0)}hit is told of: "
    elif side.takes_for_losing:
        basis = Basis.ORIGIN  # of PT-M16
    return Check(
        Kind.HITS if misread else Kind.RECKONED,
        f"{exchange.label}, {name} side",
        f"{silent}the unit carries {_count_hits(side.hits)}",
        f"the unit carries {_count_hits(carried)}",
        ("PT-M9", "PT-M16") if basis == Basis.ORIGIN else ("PT-M9",),
        agrees,
        _effect_of_reached(exchange) if misread and not agrees else "",
        basis,
    )


def _count_hits(number: int) -> str:
    return f"{number or 'no'} hit{'s' * (number != 1)}"


def _listed(words: Sequence[str], last: str = "and") -> str:
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def _loser_pays() -> Check:
    """What the rule text makes of a loser, beside what the tutorial makes of him and others."""
    decided = [each for each in record.EXCHANGES if each.winner]
    paying = [each for each in decided if loser(each).takes_for_losing]
    pay = [each.label for each in paying]
    stand = [each.label for each in paying if told(each, False).outcome == melee.Outcome.GOES_ON]
    doubtful = [each.label for each in decided if paying and each not in paying]
    drawn = [
        before.label
        for before, after in pairwise(record.EXCHANGES)
        if before.fight == after.fight
        and before.winner is None
        and (after.british.shaken_before or after.german.shaken_before)
    ]
    tutorial = [f"{_listed(pay)}: a further hit for the loser"] if pay else []
    tutorial += [f"{_listed(drawn)}: shaken by a draw"] if drawn else []
    effect = "R-M1 and R-M2 ask; our answers follow the tutorial."
    if stand:
        effect += f" Without the further hit the losers of {_listed(stand)} would stand."
    if doubtful:
        effect += (
            f" Doubtful is {_listed(doubtful)}: its loser is given one hit, but had one already,"
            " and is removed by it."
        )
    return Check(
        Kind.LOSER_PAYS,
        "the rule text and the tutorial",
        record.LOSER_BY_RULE_TEXT,
        "; ".join(tutorial) or record.LOSER_BY_RULE_TEXT,
        ("PT-M12", "PT-M16", "PT-M18", "R-M1", "R-M2"),
        not tutorial,
        effect,
    )
