"""All dice of an exchange at once: what makes the odds of a melee fast, and changes none of them.

Without it every roll of one side would meet every roll of the other one by one.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.melee.rules import face
from rules_lib.paper_tigers.melee.rulings import Rulings
from rules_lib.probability import dice
from rules_lib.probability.contests import Contest, Shown, contests
from rules_lib.values.frozen import FrozenMap

Cards: TypeAlias = tuple[Card, Card]
Points: TypeAlias = tuple[int, int]
"""What the attacker and the defender deduct."""
Throws: TypeAlias = tuple[Cards, Points, Rulings]
"""All that two rolls depend on."""


@lru_cache(maxsize=256)
def side(card: Card, points: int, rulings: Rulings) -> Mapping[int, Shown]:
    """Each raw roll of a card: the total that counts, whether it reaches the card, its weight."""
    rolls = dice.total(card.combat_dice).weights.items()
    return FrozenMap({roll: (*face(card, roll, points, rulings), weight) for roll, weight in rolls})


@lru_cache(maxsize=256)
def met(
    cards: Cards,
    points: Points,
    rulings: Rulings,
    attack: int | None,
    own: int | None,
    again: bool,
) -> tuple[tuple[Contest, bool, int], ...]:
    """How often each contest comes, and whether by a second roll.

    Args:
        attack, own: the roll of a side that lies on the table already, and stands.
        again: the defender repeats each roll that misses his card.
    """
    mine, theirs = map(side, cards, points, (rulings, rulings))
    attacks, once = _standing(mine, attack), _standing(theirs, own)
    if not again:
        return tuple((shows, False, n) for shows, n in contests(attacks, once).items())
    cases, missed = sum(n for *_, n in once), sum(n for _, hit, n in once if not hit)
    kept = [(total, hit, n * cases) for total, hit, n in once if hit]
    second = [(total, hit, n * missed) for total, hit, n in once if missed]
    return tuple(
        (shows, rerolled, n)
        for rolls, rerolled in ((kept, False), (second, True))
        for shows, n in contests(attacks, rolls).items()
    )


def looks(cards: Cards, points: Points, rulings: Rulings) -> Iterator[tuple[int, Contest, int]]:
    """Each roll of the attacker with the contests that it comes to, and how often."""
    mine, theirs = map(side, cards, points, (rulings, rulings))
    for roll, shown in mine.items():
        for shows, weight in contests([shown], theirs.values()).items():
            yield roll, shows, weight


def _standing(rolled: Mapping[int, Shown], roll: int | None) -> list[Shown]:
    """All rolls of a side, or the one that lies on the table."""
    return list(rolled.values()) if roll is None else [(*rolled[roll][:2], 1)]
