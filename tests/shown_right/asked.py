"""What the cells of a chapter ask the library, and what the oracles answer to the same.

A chapter that shows a number which it does not derive has asked for it: its situation and its
reading are what the call was given. Nothing is read off the words beside it but the rulings that
they cite.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from itertools import accumulate, combinations
from types import ModuleType
from typing import Any

import pytest

from rules_lib.in_die_tiefen import battle
from rules_lib.paper_tigers import charge, melee, sniper, sudden_strike
from rules_lib.rulebook.defaults import defaults
from tests.oracles import battle_counts, sniper_counts, translate
from tests.oracles import sudden_strike_brute as striking
from tests.oracles.battle_brute import Readings as Battles
from tests.oracles.melee_best import Best
from tests.oracles.sniper_brute import Readings as Snipers
from tests.oracles.sudden_strike_brute import Readings as Strikes
from tests.oracles.translate import as_read
from tests.shown_right import games

Numbers = Iterator[Fraction | float]
Oracle = Callable[..., Numbers]


def of_melee(read: Any, attacker: Any, defender: Any, reroll: str = "if_missed") -> Numbers:
    fight = translate.oracle(attacker, defender, read)
    yield from games.fight(fight.a, fight.d, fight.r, str(reroll)).values()
    if str(reroll) in set(map(str, melee.Goal)):
        yield Best(fight, str(reroll)).worth()  # type: ignore[arg-type] # one of the goals


def of_charge(read: Any, attacker: Any, defender: Any, **_: Any) -> Numbers:
    alike = read.movement_dice == "red_three"
    yield from games.charge(str(attacker), str(defender), alike=alike).values()


def of_battle(read: Any, a: Any, b: Any) -> Numbers:
    sides = games.party(str(a)), games.party(str(b))
    yield from battle_counts.winners(*sides, as_read(Battles, read)).values()


def of_pairs(read: Any, parties: Any) -> Numbers:
    for pair in combinations(parties, 2):
        yield from of_battle(read, *pair)


def pile(read: Any) -> Any:
    return sniper_counts.pile(read.court_values, 0 if read.jokers == "none" else 2)


def of_shots(read: Any, _: Any, kind: str) -> Numbers:
    yield sniper_counts.average_attempts(kind, pile(read), as_read(Snipers, read))


def of_spotting(read: Any, kind: str) -> Numbers:
    yield sniper_counts.spotted(kind, pile(read), as_read(Snipers, read))


def of_endurance(read: Any, kind: str, structure: Any) -> Numbers:
    shelter = striking.SHELTERS[structure.name]
    yield striking.mean_strikes(kind, 0, shelter, as_read(Strikes, read))


def of_strikes(read: Any, activations: int, rounds: int = 1) -> Numbers:
    cards = 52 + read.jokers
    found = striking.jokers_shown(cards, read.jokers, activations, rounds, read.reshuffled)
    yield from accumulate(found[count] for count in sorted(found, reverse=True))


ORACLES: dict[tuple[ModuleType, str], Oracle] = {
    (melee, "odds"): of_melee,
    (charge, "odds"): of_charge,
    (battle, "odds"): of_battle,
    (battle, "each_pair"): of_pairs,
    (sniper, "duel_odds"): of_shots,
    (sniper, "spotting"): of_spotting,
    (sudden_strike, "endures"): of_endurance,
    (sudden_strike, "strikes"): of_strikes,
}


@dataclass
class Asked:
    """A call of the library in a chapter."""

    oracle: Oracle
    given: tuple[Any, ...]
    read: Any
    more: dict[str, Any]

    def answers(self, number: Fraction, cited: set[str]) -> bool:
        """Whether it read the rules as the words say, and an oracle finds the number."""
        if cited and cited != set(self.read.departures()):
            return False
        found = self.oracle(self.read, *self.given, **self.more)
        return any(abs(number - Fraction(each)) < Fraction(1, 10**9) for each in found)


def listen(patch: pytest.MonkeyPatch) -> list[Asked]:
    """Note what is asked from now on."""
    asked: list[Asked] = []

    def heard(module: ModuleType, name: str, oracle: Oracle) -> Callable[..., Any]:
        plain = getattr(module, name)

        @wraps(plain)
        def call(*given: Any, **more: Any) -> Any:
            said = [each for each in (*given, *more.values()) if isinstance(each, module.Rulings)]
            read = said[0] if said else defaults(module.Rulings)
            rest = tuple(each for each in given if each is not read)
            named = {key: each for key, each in more.items() if each is not read}
            asked.append(Asked(oracle, rest, read, named))
            return plain(*given, **more)

        return call

    for (module, name), oracle in ORACLES.items():
        patch.setattr(module, name, heard(module, name, oracle))
    return asked
