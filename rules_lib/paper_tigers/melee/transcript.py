"""Tells an adjudicated melee in sentences, each with the clauses it rests on."""

from collections.abc import Iterator, Sequence

from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.melee.rules import SHAKEN_PENALTY, opening
from rules_lib.paper_tigers.melee.rulings import Rulings
from rules_lib.paper_tigers.melee.state import Deduction, Exchange, Outcome, Pairing, State
from rules_lib.text.chances import dice_told
from rules_lib.transcript import Step

Names = tuple[str, str]


def tell(pairing: Pairing, names: Names, exchanges: Sequence[Exchange]) -> tuple[Step, ...]:
    """All steps of a melee, from the first exchange to its end."""
    return tuple(_steps(pairing, names, exchanges))


def _steps(pairing: Pairing, names: Names, exchanges: Sequence[Exchange]) -> Iterator[Step]:
    before = opening(pairing)
    yield from _shaken_before(pairing, names, before)
    for exchange in exchanges:
        yield Step(f"Exchange {exchange.number}", ("PT-M8",), heading=True, throw="exchange")
        yield from _rolls(pairing, names, exchange)
        yield from _verdict(pairing.rulings, names, exchange)
        yield from _hits(pairing, names, before, exchange)
        if exchange.outcome == Outcome.GOES_ON:
            yield from _newly_shaken(names, before, exchange)
        elif exchange.both_stand:
            yield _loser_stays_shaken(names, exchange)
        before = exchange.after
    yield _ending(pairing.rulings, names, exchanges)


def _rolls(pairing: Pairing, names: Names, exchange: Exchange) -> Iterator[Step]:
    attacker, defender = names
    rolls = exchange.rolls
    yield _roll(
        attacker,
        pairing.cards[0],
        rolls.attacker,
        exchange.attacker_deduction,
        exchange.attacker_total,
        exchange.attacker_hit,
        pairing.rulings,
    )
    if rolls.reroll is not None:
        text = f"{defender} rolls {rolls.defender}, has cover and re-rolls."
        yield Step(text, ("PT-M13",))
    yield _roll(
        defender,
        pairing.cards[1],
        rolls.defender if rolls.reroll is None else rolls.reroll,
        exchange.defender_deduction,
        exchange.defender_total,
        exchange.defender_hit,
        pairing.rulings,
    )


def _roll(
    name: str, card: Card, roll: int, minus: Deduction, total: int, hit: bool, rulings: Rulings
) -> Step:
    rolled = f"{name} rolls {roll} with {dice_told(card.combat_dice)}"
    deducted = f"minus {minus.points} is {total}"
    verdict = f"It reaches its {card} and scores a hit" if hit else f"It misses its {card}"
    if not minus.points:
        return Step(f"{rolled}. {verdict}.", ("PT-M9",))
    if rulings.penalties_count_against_card:
        return Step(f"{rolled}, {deducted}. {verdict}.", (*minus.clauses, "PT-M9"))
    told = f"{rolled}. {verdict}. When totals are compared, {deducted}."
    return Step(told, (*minus.clauses, "PT-M9", "R-M7"))


def _verdict(rulings: Rulings, names: Names, exchange: Exchange) -> Iterator[Step]:
    if exchange.winner is None:
        equal = exchange.attacker_total == exchange.defender_total
        neither = "Neither side both reaches its card and has the higher total"
        why = "The totals are equal" if equal else neither
        yield Step(f"{why}. The exchange is drawn.", ("PT-M11",))
    else:
        won, lost = names if exchange.winner == "attacker" else names[::-1]
        text = f"{won} reaches its card with the higher total and wins the exchange."
        yield Step(text, ("PT-M10",))
        if rulings.loser_takes_hit:
            yield Step(f"{lost} takes one more hit for losing the exchange.", ("PT-M16", "R-M1"))


def _hits(pairing: Pairing, names: Names, before: State, exchange: Exchange) -> Iterator[Step]:
    tallies = (
        (names[0], before.attacker_hits, exchange.attacker_takes, pairing.limits[0]),
        (names[1], before.defender_hits, exchange.defender_takes, pairing.limits[1]),
    )
    for name, hits, takes, limit in tallies:
        if takes:
            now = hits + takes
            more = f". {limit} are enough to remove it" if now > limit else ""
            cited = ("PT-M9", "PT-M16") if takes > 1 else ("PT-M9",)
            yield Step(f"{name} now has {now} hit{'s' * (now > 1)}{more}.", cited)


def _shaken_before(pairing: Pairing, names: Names, state: State) -> Iterator[Step]:
    sides = (
        (names[0], pairing.attacker, state.attacker_shaken),
        (names[1], pairing.defender, state.defender_shaken),
    )
    for name, unit, shaken in sides:
        if unit.shaken:
            yield Step(f"{name} starts the melee shaken.", ("PT-M12",))
        elif shaken:
            yield Step(f"{name} was hit before the melee and is shaken.", ("R-M2", "R-M10"))


def _newly_shaken(names: Names, before: State, exchange: Exchange) -> Iterator[Step]:
    after = exchange.after
    changes = (
        (names[0], "attacker", before.attacker_shaken, after.attacker_shaken),
        (names[1], "defender", before.defender_shaken, after.defender_shaken),
    )
    for name, side, was, now in changes:
        if now and not was:
            text = f"{name} is shaken: subtract {SHAKEN_PENALTY} from the next exchange on."
            yield Step(text, _why_shaken(side, exchange))


def _loser_stays_shaken(names: Names, exchange: Exchange) -> Step:
    """The melee is over, and the loser of the deciding exchange stands."""
    loser = names[1] if exchange.winner == "attacker" else names[0]
    return Step(f"{loser} is shaken, and starts its next melee shaken.", ("PT-M12",))


def _why_shaken(side: str, exchange: Exchange) -> tuple[str, ...]:
    if exchange.winner is None:
        return ("PT-M18", "R-M2")
    return ("R-M2",) if exchange.winner == side else ("PT-M12",)


def _ending(rulings: Rulings, names: Names, exchanges: Sequence[Exchange]) -> Step:
    over = exchanges[-1].outcome if exchanges else Outcome.GOES_ON
    cited = ("PT-M17", "R-M9") if "R-M9" in rulings.departures() else ("PT-M17",)
    if not exchanges:
        return Step("The melee begins.", ("PT-M8",), heading=True)
    if over == Outcome.GOES_ON:
        return Step("The melee goes on.", ("PT-M11",), heading=True)
    if over == Outcome.BOTH_REMOVED:
        return Step("Both units are removed.", ("PT-M14", *cited), heading=True)
    winner, loser = names if over == Outcome.ATTACKER_WINS else names[::-1]
    if exchanges[-1].both_stand:
        text = (
            f"{winner} wins the deciding exchange and with it the melee. Neither unit is removed."
        )
        return Step(text, ("R-M6",), heading=True)
    return Step(f"{loser} is removed. {winner} is the only unit left.", cited, heading=True)
