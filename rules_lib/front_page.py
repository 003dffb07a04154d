"""What the front page shows: a fight that goes on by itself, and a picture of play for each game.

Every chance is asked of the engine while the page is built; none is typed here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from math import sqrt
from random import Random
from typing import Final

from rules_lib.in_die_tiefen.page import BATTLE
from rules_lib.notebook.bar import stacked_bar
from rules_lib.notebook.display import Display
from rules_lib.notebook.drawing import CARD_HEIGHT, command_card, dice, dice_art, hand
from rules_lib.notebook.explorer import Explorer
from rules_lib.notebook.markup import Html, el, markup, script_json
from rules_lib.notebook.palette import Role
from rules_lib.notebook.samples import swatch
from rules_lib.notebook.svg import Drawing, drawn, shifted
from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.page import COMMAND_TEST
from rules_lib.text.chances import percent, permille_code
from rules_lib.triumph_and_glory.map.board import Placed
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.page import CHARGE
from rules_lib.triumph_and_glory.page.hexes.signs import (
    Grid,
    Move,
    aside,
    front,
    laid,
    stack,
    tile,
    ways,
)
from rules_lib.triumph_and_glory.units import Cavalry, Infantry

_SIDES: Final[tuple[tuple[str, Role, Card], ...]] = (
    ("attacker", "first", Card("red", 7)),
    ("defender", "second", Card("red", 5)),
)
_UNITS: Final = melee.Combatant(_SIDES[0][2]), melee.Combatant(_SIDES[1][2])
_FIGHTS, _SEED = 60, 4
_ROLES: Final[tuple[Role, ...]] = ("first", "both", "second")
_LEFT: Final = {
    melee.Outcome.ATTACKER_WINS: "attacker",
    melee.Outcome.BOTH_REMOVED: "nobody",
    melee.Outcome.DEFENDER_WINS: "defender",
}
"""Who is left at the end of a melee, in the order of the bar."""
_DIE: Final = 30
_FIVE, _FOUR = (6, 5, 5, 3, 1), (6, 4, 2, 2)
_RADIUS: Final = 34

_Side = tuple[tuple[int, ...], str, str]
"""The dice of a side in an exchange, what they count, and a cross for each hit it has then."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A source of chance that keeps the faces it gave: a record of a melee has only totals."""

    rng: Random
    faces: list[int] = field(default_factory=list)

    def randrange(self, stop: int, /) -> int:
        self.faces.append(1 + self.rng.randrange(stop))
        return self.faces[-1] - 1


@dataclass(frozen=True, slots=True)
class Fight:
    """A melee as it is seen: both sides in each exchange, and who is left, by place."""

    exchanges: tuple[tuple[_Side, _Side], ...]
    left: int

    @classmethod
    def rolled(cls, rng: Random) -> Fight:
        """Have the engine roll one to its end."""
        seen = _Seen(rng)
        fight = melee.play(*_UNITS, seen)
        faces = iter(seen.faces)
        exchanges = []
        for each in fight.exchanges:
            sides = (
                (each.rolls.attacker, each.attacker_total, each.attacker_hit),
                (each.rolls.defender, each.defender_total, each.defender_hit),
            )
            hits = each.after.attacker_hits, each.after.defender_hits
            first, second = (
                (tuple(islice(faces, card.combat_dice)), _counts(*side), "✕" * taken)
                for (_, _, card), side, taken in zip(_SIDES, sides, hits, strict=True)
            )
            exchanges.append((first, second))
        return cls(tuple(exchanges), list(_LEFT).index(fight.outcome))


def _counts(rolled: int, total: int, reached: bool) -> str:
    less = f" − {rolled - total} = {total}" if rolled != total else ""
    return f"{rolled}{less} {'✓ hit' if reached else '✗ miss'}"


@dataclass(frozen=True, slots=True)
class Alive(Display):
    """Two units that fight again and again; how often each is left creeps to the exact odds.

    The script plays the fights one after the other. Without it the last one lies there, and the
    bar shows what all of them came to.
    """

    fights: tuple[Fight, ...]
    chances: tuple[Fraction, ...]

    @classmethod
    def asked(cls) -> Alive:
        """Ask the engine for all of it; the seed is fixed, so each build shows the same."""
        rng, odds = Random(_SEED), melee.odds(*_UNITS)
        ends = odds.attacker_wins, odds.both_removed, odds.defender_wins
        return cls(tuple(Fight.rolled(rng) for _ in range(_FIGHTS)), ends)

    def _repr_html_(self) -> Html:
        ended = Counter(fight.left for fight in self.fights)
        rolled = [permille_code(Fraction(ended[i], len(self.fights))) for i in range(len(_LEFT))]
        last = self.fights[-1]
        sides = zip(_SIDES, last.exchanges[-1], strict=True)
        left = [*_LEFT.values()]
        question = "A {} attacks a {}. Who is left?".format(*(card for _, _, card in _SIDES))
        return el(
            "section",
            el("h2", question, id="alive-title"),
            el(
                "div",
                *(_side(*each) for each in sides),
                el("p", left[last.left]),
                class_="rb-alive-table",
                aria_hidden="true",
            ),
            el("p", "exact odds", class_="rb-alive-small"),
            stacked_bar("alive", _ROLES, [*map(permille_code, self.chances)]),
            el("p", "fights rolled: ", el("span", str(len(self.fights))), class_="rb-alive-small"),
            stacked_bar("alive", _ROLES, rolled, again=True),
            el(
                "ul",
                *(
                    el("li", swatch(f"alive-{role}", role), f"{said} ", el("b", percent(chance)))
                    for role, said, chance in zip(_ROLES, left, self.chances, strict=True)
                ),
            ),
            el("button", "Pause", type="button", hidden=True),
            el("template", *(dice([face], r).svg for r in _ROLES[::2] for face in range(1, 7))),
            script_json(
                {"left": left, "fights": [(each.exchanges, each.left) for each in self.fights]},
                class_="rb-data",
            ),
            class_="rb-alive",
            aria_labelledby="alive-title",
        )

    def __str__(self) -> str:
        """Return the exact odds as plain text."""
        ends = zip(_LEFT.values(), self.chances, strict=True)
        return ", ".join(f"{said}: {percent(chance)}" for said, chance in ends)


def _side(side: tuple[str, Role, Card], seen: _Side) -> Html:
    """A unit: its card, whose it is, its dice, what they count, its hits."""
    (name, role, card), (faces, counts, hits) = side, seen
    return el(
        "div",
        command_card(card.colour, card.value).svg,
        el("b", name),
        el("span", *(dice([face], role).svg for face in faces), class_="rb-alive-dice"),
        el("span", counts, class_="rb-alive-counts"),
        el("span", hits, class_="rb-alive-hits"),
        data_role=role,
    )


@dataclass(frozen=True, slots=True)
class Game(Display):
    """A game in a picture and one chance, which is the first answer of one of its explorers."""

    picture: Drawing
    asked: Explorer
    part: str
    said: str

    def _repr_html_(self) -> Html:
        return markup([self.picture.svg, el("p", f"{self.said}: ", el("b", self.chance))])

    @property
    def chance(self) -> str:
        """What the explorer answers before anything is chosen."""
        return percent(self.asked.at(self.asked.defaults()).part(self.part).chance)

    def __str__(self) -> str:
        """Return the chance with what it is of."""
        return f"{self.said}: {self.chance}"


def _battle() -> Drawing:
    (first, width), (second, _) = dice_art(_FIVE, "first", _DIE), dice_art(_FOUR, "second", _DIE)
    said = ", ".join(map(str, _FIVE)), ", ".join(map(str, _FOUR))
    return drawn(
        width,
        CARD_HEIGHT,
        f"five dice against four: {said[0]} against {said[1]}",
        shifted(0, 4, first),
        shifted(0, CARD_HEIGHT - _DIE - 4, second),
    )


def _charge() -> Drawing:
    side = _RADIUS * sqrt(3)
    grid = Grid(_RADIUS, side / 2 + 2, CARD_HEIGHT / 2, CARD_HEIGHT)
    path = Hex(0, 0), Hex(1, 0), Hex(2, 0)
    riders = Placed(Cavalry("Duval", 5, heavy=True), path[0], "first", 5)
    foot = Placed(Infantry("Orlov", 5), path[-1], "second", 3)
    way, _ = ways(grid, [Move(path, "first")])
    return drawn(
        round(3 * side + 4),
        CARD_HEIGHT,
        "heavy cavalry charges infantry, two hexes away",
        *(laid(grid.centre(at), tile(_RADIUS, "clear")) for at in path),
        way,
        *(
            laid(
                grid.centre(each.hex),
                front(each.side, each.facing, _RADIUS),
                laid(aside([each], _RADIUS), stack(grid, [(each, each.name)])),
            )
            for each in (riders, foot)
        ),
    )


ALIVE: Final = Alive.asked()
PAPER_TIGERS: Final = Game(
    hand(("red", 7), (5, 3, 4), "first"),
    COMMAND_TEST,
    "passed",
    "A squad with a red 7 charges when told",
)
IN_DIE_TIEFEN: Final = Game(_battle(), BATTLE, "the first party wins", "Five dice beat four")
TRIUMPH_AND_GLORY: Final = Game(
    _charge(), CHARGE, "in line: it keeps its ground", "In line, infantry holds"
)
