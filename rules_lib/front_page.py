"""What the front page shows: a fight that goes on by itself, and a picture of play for each game.

Every chance is asked of the engine while the page is built; none is typed here.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Final, NamedTuple, Self

from rules_lib.in_die_tiefen.page import BATTLE
from rules_lib.notebook.bar import stacked_bar, swatch
from rules_lib.notebook.display import Display
from rules_lib.notebook.drawing import CARD_HEIGHT, command_card, dice, dice_art, hand
from rules_lib.notebook.explorer import Explorer
from rules_lib.notebook.markup import Html, Templates, markup, script_json
from rules_lib.notebook.palette import Role
from rules_lib.notebook.svg import Drawing, drawn, shifted
from rules_lib.paper_tigers import Card, melee
from rules_lib.paper_tigers.page import COMMAND_TEST
from rules_lib.paper_tigers.page.exchange import cast
from rules_lib.rulebook.numbers import WORDS
from rules_lib.text.chances import percent, permille_code
from rules_lib.triumph_and_glory.map.board import Placed
from rules_lib.triumph_and_glory.map.hexes import Hex, distance
from rules_lib.triumph_and_glory.page import CHARGE, signs
from rules_lib.triumph_and_glory.units import Cavalry, Infantry

_HTML: Final = Templates("front_page.html")
_SIDES: Final[tuple[tuple[str, Role, Card], ...]] = (
    ("attacker", "first", Card("red", 7)),
    ("defender", "second", Card("red", 5)),
)
_UNITS: Final = melee.Combatant(_SIDES[0][2]), melee.Combatant(_SIDES[1][2])
_FIGHTS, _SEED = 60, 15
_ROLES: Final[tuple[Role, ...]] = ("first", "both", "second")
_LEFT: Final = {
    melee.Outcome.ATTACKER_WINS: "attacker",
    melee.Outcome.BOTH_REMOVED: "nobody",
    melee.Outcome.DEFENDER_WINS: "defender",
}
"""Who is left at the end of a melee, in the order of the bar."""
_DIE: Final = 30
_SQUAD: Final = Card("red", 7)
_FIVE, _FOUR = (6, 5, 5, 3, 1), (6, 4, 2, 2)
_RADIUS: Final = 34


class Side(NamedTuple):
    """A side in an exchange: its dice, what they count, and a cross for each hit it has then."""

    dice: tuple[int, ...]
    counts: str
    hits: str


class Fight(NamedTuple):
    """A melee as it is seen: both sides in each exchange, and who is left, by place."""

    exchanges: tuple[tuple[Side, ...], ...]
    left: int


def _rolled(rng: Random) -> Fight:
    """Have the engine roll a melee to its end; of the dice it knows the totals."""
    fight = melee.play(*_UNITS, rng)
    exchanges = []
    for each in fight.exchanges:
        rolls, after = each.rolls, each.after
        sides = (
            (rolls.attacker, each.attacker_total, each.attacker_hit, after.attacker_hits),
            (rolls.defender, each.defender_total, each.defender_hit, after.defender_hits),
        )
        seen = []
        for (_, _, card), (rolled, total, reached, taken) in zip(_SIDES, sides, strict=True):
            less = f" − {rolled - total} = {total}" if rolled != total else ""
            counts = f"{rolled}{less} {'✓ hit' if reached else '✗ miss'}"
            seen.append(Side(cast(rolled, card.combat_dice, rng), counts, "✕" * taken))
        exchanges.append(tuple(seen))
    return Fight(tuple(exchanges), list(_LEFT).index(fight.outcome))


@dataclass(frozen=True, slots=True)
class Alive(Display):
    """Two units that fight again and again; how often each is left creeps to the exact odds.

    The script plays the fights one after the other. Without it the last one lies there, and the
    bar shows what all of them came to.
    """

    fights: tuple[Fight, ...]
    chances: tuple[Fraction, ...]

    @classmethod
    def asked(cls) -> Self:
        """Ask the engine for all of it; the seed is fixed, so each build shows the same."""
        rng, odds = Random(_SEED), melee.odds(*_UNITS)
        ends = odds.attacker_wins, odds.both_removed, odds.defender_wins
        return cls(tuple(_rolled(rng) for _ in range(_FIGHTS)), ends)

    def _repr_html_(self) -> Html:
        ended = Counter(fight.left for fight in self.fights)
        rolled = [permille_code(Fraction(ended[i], len(self.fights))) for i in range(len(_LEFT))]
        last, left = self.fights[-1], [*_LEFT.values()]
        sides = zip(_SIDES, last.exchanges[-1], strict=True)
        ends = zip(_ROLES, left, self.chances, strict=True)
        return _HTML(
            "alive",
            question="A {} attacks a {}. Who is left?".format(*(card for _, _, card in _SIDES)),
            sides=[
                _HTML(
                    "side",
                    role=role,
                    card=command_card(card.colour, card.value).svg,
                    name=name,
                    dice=[dice([face], role).svg for face in seen.dice],
                    counts=seen.counts,
                    hits=seen.hits,
                )
                for (name, role, card), seen in sides
            ],
            left=left[last.left],
            exact=stacked_bar("alive", _ROLES, [*map(permille_code, self.chances)]),
            count=str(len(self.fights)),
            rolled=stacked_bar("alive", _ROLES, rolled, again=True),
            ends=[
                _HTML("end", swatch=swatch(f"alive-{role}", role), said=said, chance=percent(p))
                for role, said, p in ends
            ],
            dice=[dice([face], role).svg for role in _ROLES[::2] for face in range(1, 7)],
            data=script_json({"left": left, "fights": self.fights}, class_="rb-data"),
        )

    def __str__(self) -> str:
        """Return the exact odds as plain text."""
        ends = zip(_LEFT.values(), self.chances, strict=True)
        return ", ".join(f"{said}: {percent(chance)}" for said, chance in ends)


@dataclass(frozen=True, slots=True)
class Game(Display):
    """A game in a picture and one chance, which is the first answer of one of its explorers."""

    picture: Drawing
    asked: Explorer
    part: str
    said: str

    def _repr_html_(self) -> Html:
        return markup([self.picture.svg, _HTML("game", said=self.said, chance=self.chance)])

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
        f"{WORDS[len(_FIVE)]} dice against {WORDS[len(_FOUR)]}: {said[0]} against {said[1]}",
        shifted(0, 4, first),
        shifted(0, CARD_HEIGHT - _DIE - 4, second),
    )


def _charge() -> Drawing:
    side = _RADIUS * sqrt(3)
    grid = signs.Grid(_RADIUS, side / 2 + 2, CARD_HEIGHT / 2, CARD_HEIGHT)
    path = Hex(0, 0), Hex(1, 0), Hex(2, 0)
    riders = Placed(Cavalry("Duval", 5, heavy=True), path[0], "first", 5)
    foot = Placed(Infantry("Orlov", 5), path[-1], "second", 3)
    way, _ = signs.ways(grid, [signs.Move(path, "first")])
    return drawn(
        round(3 * side + 4),
        CARD_HEIGHT,
        f"heavy cavalry charges infantry, {WORDS[distance(path[0], path[-1])]} hexes away",
        *(signs.laid(grid.centre(at), signs.tile(_RADIUS, "clear")) for at in path),
        way,
        *(
            signs.laid(
                grid.centre(each.hex),
                signs.front(each.side, each.facing, _RADIUS),
                signs.laid(signs.aside([each], _RADIUS), signs.stack(grid, [(each, each.name)])),
            )
            for each in (riders, foot)
        ),
    )


ALIVE: Final = Alive.asked()
PAPER_TIGERS: Final = Game(
    hand((_SQUAD.colour, _SQUAD.value), (5, 3, 4), "first"),
    COMMAND_TEST,
    "passed",
    f"A squad with a {_SQUAD} charges when told",
)
_BEATS: Final = f"{WORDS[len(_FIVE)]} dice beat {WORDS[len(_FOUR)]}".capitalize()
IN_DIE_TIEFEN: Final = Game(_battle(), BATTLE, "the first party wins", _BEATS)
TRIUMPH_AND_GLORY: Final = Game(
    _charge(), CHARGE, "in line: it keeps its ground", "In line, infantry holds"
)
