"""What ``claims.toml`` asks of the rules about the exchanges of the tutorial, and the audit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache, lru_cache
from itertools import product
from operator import ne

from rules_lib.examples.audit import Finding, findings
from rules_lib.examples.claims import checks
from rules_lib.paper_tigers import melee
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.el_alamein import record
from rules_lib.paper_tigers.el_alamein.record import PrintedExchange
from rules_lib.paper_tigers.el_alamein.replays import british, card_of, german, told_as_small_team
from rules_lib.rulebook import implements
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.rich_display import DisplayList

HITS_TO_REMOVE = (2, *(melee.HitsToRemove(*each) for each in ((2, 3), (3, 2), (3, 3))))
"""A first exchange costs no unit more than two hits: of R-M9 it only counts whether two remove
infantry, and whether they remove a small team."""

ABOUT_COVER = ("R-M4", "R-M5", "R-M13")
"""No unit of the tutorial is in cover."""

RULED: Mapping[str, str] = {
    each.name: each.metadata["ruling"]
    for each in fields(melee.Rulings)
    if each.metadata["ruling"] not in ABOUT_COVER
}
"""The rulings that can matter, by the names of their fields."""

READINGS: Mapping[str, tuple[object, ...]] = {
    **{
        each.name: each.metadata["readings"] for each in fields(melee.Rulings) if each.name in RULED
    },
    "hits_to_remove": HITS_TO_REMOVE,
}
"""All readings of each ruling that can matter, the default first."""

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
    return tuple(
        melee.adjudicate(attacker, defender, [rolls], rulings, complete=False).exchanges[0]
        for rulings in every_ruling()
    )


def turns_on(facts: Facts, fact: Callable[[melee.Exchange], object]) -> tuple[str, ...]:
    """The rulings on which a fact turns; none if it is the same under every ruling.

    It turns on a ruling if somewhere another reading of that ruling alone changes it.
    """
    values = [fact(each) for each in facts]
    return tuple(
        RULED[name]
        for name, default in _by_default().items()
        if any(map(ne, values, map(values.__getitem__, default)))
    )


@cache
def _by_default() -> dict[str, tuple[int, ...]]:
    """For each reading: where the combination stands that has its default, all else alike."""
    total = apart = len(every_ruling())
    found = {}
    for name, readings in READINGS.items():
        apart //= len(readings)  # so far lie combinations that differ in this reading alone
        found[name] = tuple(at - at // apart % len(readings) * apart for at in range(total))
    return found


def only_one_left(exchange: melee.Exchange) -> object:
    """Who is the only unit left; ``None`` while both stand."""
    return None if exchange.both_stand else exchange.outcome


def ends(exchange: melee.Exchange) -> bool:
    """The exchange ends the melee."""
    return exchange.outcome != melee.Outcome.GOES_ON


ROLES: Mapping[str, str] = FrozenMap({"british": "attacker", "german": "defender"})
"""What the sides are to the rules."""

_BRITISH_WIN, _GERMAN_WIN = "won by the British unit", "won by the German unit"
WON: Mapping[str | None, str] = FrozenMap(
    {
        "british": _BRITISH_WIN,
        "attacker": _BRITISH_WIN,
        "german": _GERMAN_WIN,
        "defender": _GERMAN_WIN,
        None: "drawn",
    }
)
"""Who wins an exchange, as the source and as the rules call it, in words."""


def under_every_reading(exchange: PrintedExchange, rolls: tuple[int, int]) -> Facts:
    """The first exchange of its fight under every ruling, ours first."""
    return under_every_ruling(british(exchange.fight), german(exchange.fight), rolls)


def alike(facts: Iterable[Facts]) -> bool:
    """Whether only the British unit is left in all of these, with the same hits."""
    found = {(each[0].after.attacker_hits, only_one_left(each[0])) for each in facts}
    return [left for _, left in found] == [melee.Outcome.ATTACKER_WINS]


def same(one: Facts, other: Facts) -> bool:
    """Whether two exchanges have the same outcome and leave the same state, whatever is ruled."""
    return all(
        (a.outcome, a.after) == (b.outcome, b.after) for a, b in zip(one, other, strict=True)
    )


def sure(fact: Callable[[melee.Exchange], object], *facts: Facts) -> str:
    """Whether something holds whatever is ruled, or on which rulings it turns."""
    rulings = dict.fromkeys(ruling for each in facts for ruling in turns_on(each, fact))
    if not rulings:
        return "under every ruling"
    return f"under our rulings; another reading of {listed(list(rulings), 'or')} can change that"


def forgets(exchange: PrintedExchange) -> bool:
    """Whether the source forgets here that the Germans are a small team (E-A2)."""
    small = record.GERMANS[exchange.fight - 1].small_team
    return small and not told_as_small_team(exchange)


def card_of_side(exchange: PrintedExchange, party: str) -> Card:
    """The card of one of the two units."""
    card = british(exchange.fight).card if party == "british" else card_of(exchange.fight)
    assert card is not None, "both fought"
    return card


def misread(exchange: PrintedExchange) -> bool:
    """Whether the totals that are printed say something else of a card than the source does."""
    sides = {"british": exchange.british, "german": exchange.german}
    return any(
        card_of_side(exchange, party).reached_by(side.total) != side.reached
        for party, side in sides.items()
    )


def hits(number: int) -> str:
    """So many hits in words."""
    return f"{number or 'no'} hit{'s' * (number != 1)}"


def labels(exchanges: Iterable[PrintedExchange]) -> str:
    """Where exchanges stand."""
    return listed([each.label for each in exchanges])


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a sentence lists them."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


@implements("E-A1", "E-A2", "E-A3", "E-A4", "E-A5", "E-A6")
def audit() -> DisplayList[Finding]:
    """Replay every printed test and exchange; the errata first, then the confirmed claims."""
    return findings(checks(__name__))
