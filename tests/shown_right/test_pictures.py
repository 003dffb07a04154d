"""Every picture and table, recomputed from its own words by the oracles."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from rules_lib.in_die_tiefen import page as battles
from rules_lib.notebook.picture import Picture
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.paper_tigers import Card, melee, sniper
from rules_lib.paper_tigers import page as show
from rules_lib.paper_tigers.el_alamein import record
from rules_lib.paper_tigers.sudden_strike.rules import SAVING_FACES
from rules_lib.triumph_and_glory import page as charges
from rules_lib.triumph_and_glory.page import example
from tests.oracles import sniper_counts
from tests.oracles import sudden_strike_brute as striking
from tests.oracles.battle_brute import Side
from tests.oracles.chances import reaching
from tests.oracles.sudden_strike_brute import Readings as Strikes
from tests.shown_right import games
from tests.shown_right.conftest import Held
from tests.shown_right.reading import numbers

VALUES = range(2, 15)
HALF = Fraction(1, 2)
HOVER = re.compile(r"(.*)<br><b>(.*)</b> · (.*)")
Rows = Mapping[str, Sequence[Fraction]]
"""The chances of each row of a table, by the name of the row."""


def hold_table(held: Held, table: Table | CaptionedTable, right: Rows, columns: int = 0) -> None:
    """All rows are there, and their first cells (or so many) are these chances."""
    rows = table.table.rows if isinstance(table, CaptionedTable) else table.rows
    assert [row[0] for row in rows] == list(right)
    for name, *cells in rows:
        shown = cells[: columns or len(cells)]
        for cell, chance in zip(shown, right[name], strict=True):
            held.percent(cell, chance, name)


def hold_picture(held: Held, picture: Picture, right: Rows, *figures: Fraction) -> None:
    """A picture shows these chances in every form, and its sentence these figures."""
    hold_table(held, picture.table, right)
    held.sentence(picture.answer, *figures)
    for trace in picture.traces:
        if trace["type"] == "heatmap":
            for row, values, hovers in zip(trace["y"], trace["z"], trace["hovertext"], strict=True):
                _hold_points(held, row, values, hovers, right[row])
                if "text" in trace:
                    written = trace["text"][trace["y"].index(row)]
                    for text, chance in zip(written, right[row], strict=True):
                        held.percent(text, chance, row)
            continue
        column = picture.table.head.index(trace["name"]) - 1
        chances = [right[label][column] for label in trace["x"]]
        _hold_points(held, trace["name"], trace["y"], trace["hovertext"], chances)
        for label, hover in zip(trace["x"], trace["hovertext"], strict=True):
            assert hover.partition("<br>")[0].endswith(f" {label}")


def _hold_points(
    held: Held,
    where: str,
    values: Sequence[float],
    hovers: Sequence[str],
    chances: Sequence[Fraction],
) -> None:
    for value, hover, chance in zip(values, hovers, chances, strict=True):
        assert abs(value - float(100 * chance)) < 0.0006, (where, hover)
        told = HOVER.fullmatch(hover)
        assert told, hover
        held.percent(told[2], chance, (where, told[1]))
        held.words(told[3], chance, (where, told[1]))


# ---------------------------------------------------------------- the foot games


def test_third_die(held: Held) -> None:
    right = {str(v): [reaching(v, dice) for dice in (3, 2)] for v in VALUES}
    best = max(right, key=lambda value: right[value][0] - right[value][1])
    picture = show.third_die()
    hold_picture(held, picture, right, *right[best])
    assert f"card {best}:" in picture.answer


DEFENDERS = ("red 7", "black 6, in cover", "red 5, small team")


@pytest.mark.slow
@pytest.mark.parametrize("defender", DEFENDERS)
def test_best_charging_card(held: Held, defender: str) -> None:
    picture = show.best_charging_card(melee.Combatant.parse(defender))
    right = {
        str(v): [
            games.charge(f"{colour} {v}", defender)["attacker_wins"] for colour in ("red", "black")
        ]
        for v in VALUES
    }
    best = max(right, key=lambda value: right[value][0])
    assert all(red >= black for red, black in right.values())
    hold_picture(held, picture, right, right[best][0])
    assert f"Red {best} is best" in picture.answer
    assert {*numbers(defender)} <= {*numbers(picture.answer)}


@pytest.mark.slow
@pytest.mark.parametrize("colours", [("red", "red"), ("black", "red")])
def test_attack_map(held: Held, colours: tuple[str, str]) -> None:
    mine, theirs = colours
    picture = show.attack_map(mine, theirs)  # type: ignore[arg-type] # two colours
    right = {
        str(own): [
            games.fight(games.unit(f"{mine} {own}"), games.unit(f"{theirs} {other}"))[
                "attacker_wins"
            ]
            for other in VALUES
        ]
        for own in VALUES
    }
    hold_picture(held, picture, right)
    ahead = {
        (own, other)
        for own, other in product(VALUES, repeat=2)
        if right[str(own)][other - 2] > HALF
    }
    told = re.search(r"card is (\d+) or higher and its own is lower", picture.answer)
    if told:
        assert ahead == {(m, t) for m, t in product(VALUES, repeat=2) if m < t >= int(told[1])}
    else:
        said = f"in {len(ahead)} of {13 * 13} pairings: the lower its own card and the higher the"
        assert f"{said} enemy’s, the better." in picture.answer
        assert all(row == sorted(row) for row in right.values())
        columns = zip(*right.values(), strict=True)
        assert all(list(each) == sorted(each, reverse=True) for each in columns)


PAIRS = (("red 7", "red 7"), ("red 9", "black 7"), ("black 8", "red 10"))


@pytest.mark.parametrize(("attacker", "defender"), PAIRS)
def test_handicaps(held: Held, attacker: str, defender: str) -> None:
    def defends(more: str = "", hurt: str = "") -> Fraction:
        units = games.unit(f"{attacker}{hurt}"), games.unit(f"{defender}, {more}")
        return games.fight(*units)["defender_wins"]

    right = {
        "plain": [defends()],
        "small team": [defends("small team")],
        "was hit": [defends("was hit")],
        "cover": [defends("in cover")],
        "enemy hit": [defends(hurt=", was hit")],
    }
    (plain,), (team,), (cover,) = (right[each] for each in ("plain", "small team", "cover"))
    picture = show.handicaps(Card.parse(attacker), Card.parse(defender))
    hold_picture(held, picture, right, cover - plain, plain - team)
    assert f"With {defender} against {attacker}," in picture.answer


@pytest.mark.slow
@pytest.mark.parametrize(("attacker", "defender"), [("red 9", "black 7"), ("red 7", "red 5")])
def test_cover_worth(held: Held, attacker: str, defender: str) -> None:
    units = games.unit(attacker), games.unit(f"{defender}, in cover")
    habits = {
        "never": "never",
        "if missed": "if_missed",
        "to win": "win",
        "to survive": "survive",
        "not to lose": "not_lose",
    }
    ends = {name: games.fight(*units, reroll=habit) for name, habit in habits.items()}
    right = {
        name: [distribution["defender_wins"], distribution["both_removed"]]
        for name, distribution in ends.items()
    }
    picture = show.cover_worth(Card.parse(attacker), Card.parse(defender))
    hold_picture(held, picture, right, right["if missed"][0], right["to win"][0])
    assert f"With {defender} against {attacker}:" in picture.answer


def test_arrival_picture(held: Held) -> None:
    cards = {unit.number: str(unit.card) for unit in record.BRITISH}
    reach = {n: games.passes(c, "movement") * games.passes(c, "charge") for n, c in cards.items()}
    picture = show.arrival_picture(reach)
    best, worst = (pick(reach, key=lambda n: reach[n]) for pick in (max, min))
    right = {f"{n}: {cards[n]}": [chance] for n, chance in reach.items()}
    hold_picture(held, picture, right, reach[best], reach[worst])
    assert f"British {best}, {cards[best]}, was the likeliest" in picture.answer
    assert f"British {worst}, {cards[worst]}, the least likely" in picture.answer


def test_hit_table(held: Held) -> None:
    right = {
        str(v): [games.passes(f"{colour} {v}", "melee") for colour in ("red", "black")]
        for v in VALUES
    }
    assert show.hit_table().table.head == ("card", "red", "black")
    hold_table(held, show.hit_table(), right)


def median(kind: str) -> int:
    return next(n for n in range(1, 53) if sniper_counts.hidden(n, kind) <= HALF)


@pytest.mark.slow
def test_found_by_shot(held: Held) -> None:
    kinds = ("officer", "infantry")
    right = {str(n): [1 - sniper_counts.hidden(n, kind) for kind in kinds] for n in range(1, 16)}
    picture = show.found_by_shot()
    hold_picture(held, picture, right)
    assert f"infantry he is found by shot {median('infantry')} as often as not;" in picture.answer
    assert f"with an officer by shot {median('officer')}." in picture.answer


@pytest.mark.slow
@pytest.mark.parametrize("card", ["red 9", "black 7"])
def test_duel_table(held: Held, card: str) -> None:
    """Each shot allows an attempt, and hits and search do not depend on each other."""
    kinds = {"ordinary infantry": "infantry", "units with an officer": "officer"}
    duels = {name: sniper.duel_odds(Card.parse(card), kind) for name, kind in kinds.items()}  # type: ignore[arg-type] # spotters
    table = show.duel_table(*duels.items()).table
    hits = games.passes(card, "melee")
    for name, hit, shots, half, scored in table.rows:
        mean = sniper_counts.average_attempts(kinds[name])
        held.percent(hit, hits, name)
        held.number(shots, mean, name)
        held.number(scored, hits * mean, name)
        assert int(half) == median(kinds[name])


@pytest.mark.rule("R-S7", "R-S10")
def test_effects_table() -> None:
    table = show.effects_table().table
    assert table.head[1:] == ("default", "R-S7 read as no", "R-S10: all targets")
    must, need_not = "must recover", "need not recover"
    assert [row[1:] for row in table.rows] == [
        (must, must, must),
        ("removed", must, "removed"),
        (need_not, need_not, must),
        ("not said", "not said", must),
    ]


def unharmed(kind: str, place: str) -> Fraction:
    shelter = None if place == "in the open" else striking.SHELTERS[place]
    fates = striking.fates(kind, 0, shelter, Strikes())
    return fates.get("unaffected", Fraction(0)) + fates.get("saved", Fraction(0))


def test_unharmed_map(held: Held) -> None:
    picture = show.unharmed_map()
    places = ("in the open", "bunker", "dugout")
    assert [each.partition(" (")[0] for each in picture.table.head[1:]] == [
        *places[:2],
        "other cover",
    ]
    names = [row[0] for row in picture.table.rows]
    right = {name: [unharmed(games.kind(name), place) for place in places] for name in names}
    hold_picture(held, picture, right, *right["infantry"][:2])


@pytest.mark.slow
def test_bunker_lasts(held: Held) -> None:
    picture = show.bunker_lasts()
    assert picture.table.head[1:] == ("bunker", "dugout", "sandbags", "in the open")
    shelters = [striking.SHELTERS.get(each) for each in picture.table.head[1:]]
    right = {
        str(n): [1 - striking.removed_by(n, "infantry", 0, each) for each in shelters]
        for n in range(1, 21)
    }
    falls = striking.value_left("infantry", 0, striking.SHELTERS["bunker"], Strikes())
    hold_picture(held, picture, right, falls[0])
    assert "The bunker is gone first, or with it," in picture.answer
    mean = striking.mean_strikes("infantry", 0, striking.SHELTERS["bunker"], Strikes())
    held.number(numbers(picture.answer)[0], mean)


def test_strikes_in_a_round(held: Held) -> None:
    chances = {n: 1 - striking.jokers_shown(54, 2, n, 1, "when_used_up")[0] for n in range(1, 21)}
    picture = show.strikes_in_a_round()
    hold_picture(held, picture, {str(n): [p] for n, p in chances.items()}, chances[20])
    first = min(n for n, chance in chances.items() if chance > Fraction(1, 4))
    assert picture.answer.startswith(
        f"With {first} activations or more it is more than 1 time in 4."
    )
    assert "With 20 activations" in picture.answer


def test_structures_table(held: Held) -> None:
    for name, value, dice, holds in show.structures_table().table.rows:
        shelter = striking.SHELTERS[name]
        assert (int(value), int(dice)) == shelter[:2]
        if not shelter.protects:
            assert holds == "no cover"
            continue
        held.percent(holds, 1 - (1 - Fraction(len(SAVING_FACES), 6)) ** shelter.dice, name)


# ------------------------------------------------------------------ the mass battle


def fanatic(dice: int, fanatics: int) -> Fraction:
    return games.wins(Side(dice + fanatics, fanatics), Side(dice))["a"]


@pytest.mark.slow
def test_fanaticism_pays(held: Held) -> None:
    picture = battles.fanaticism_pays()
    counts = [int(name.split()[0]) for name in picture.table.head[1:]]
    right = {str(dice): [fanatic(dice, n) for n in counts] for dice in range(2, 13)}
    hold_picture(held, picture, right)
    chances = {dice: [fanatic(dice, n) for n in range(5)] for dice in range(2, 13)}
    best = {dice: each.index(max(each)) for dice, each in chances.items()}
    pays = max(dice for dice, n in best.items() if n == 4)
    hurts = min(dice for dice, n in best.items() if n == 0)
    assert f"all four dice win most often with up to {pays} other dice." in picture.answer
    assert f"With {hurts} or more, each of them only hurts." in picture.answer
    assert all(chances[n] == sorted(chances[n], reverse=True) for n in range(hurts, 13))
    assert max(chances[5][1:3]) < chances[5][0]
    assert "At 5, one or two of them hurt a little." in picture.answer


@pytest.mark.slow
def test_superiority_worth(held: Held) -> None:
    picture = battles.superiority_worth()
    assert picture.table.head[1:] == ("one more die", "superiority", "two more dice")
    right = {
        str(dice): [
            games.wins(own, Side(dice))["a"]
            for own in (Side(dice + 1), Side(dice, superior=True), Side(dice + 2))
        ]
        for dice in range(2, 11)
    }
    hold_picture(held, picture, right)
    less = [int(dice) for dice, (one, superior, _) in right.items() if superior < one]
    more = [int(dice) for dice, (one, superior, _) in right.items() if superior >= one]
    assert numbers(picture.answer) == [str(max(less)), str(min(more))]


def test_morale_table(held: Held) -> None:
    """Six hexes; a class that the winner is better closes one, a class worse opens one."""
    rows = battles.morale_table().table.rows
    for won, (name, *cells) in enumerate(rows):
        assert name == str(won)
        for lost, cell in enumerate(cells):
            gap = won - lost
            assert cell == (f"{6 - gap}" if gap >= 0 else f"6+{-gap}")
            held.numbers += 1


# ---------------------------------------------------------------- the charge

FACES = range(10)


def tenths(faces: int) -> Fraction:
    return Fraction(min(10, max(0, faces)), 10)


@cache
def at_square(drm: int) -> tuple[Fraction, Fraction]:
    """Infantry of 6 in square, where the modifiers come to so much: it leaves, the riders go back.

    10 and more drives it out; from 5 it checks; from 0 to 4 the riders check, disordered (R-N1:
    by the printed 5); below 0 they check, too (R-N17).
    """
    best = sum(face + drm >= 10 for face in FACES)
    checks = sum(5 <= face + drm <= 9 for face in FACES)
    fails = sum(face + drm <= 4 for face in FACES)
    return tenths(best) + tenths(checks) * tenths(9 - 6), tenths(fails) * tenths(9 - 5)


def signed(text: str) -> int:
    return int(text.replace("−", "-"))


@pytest.mark.slow
@pytest.mark.rule("TG-9.82", "TG-9.85f")
def test_recall(held: Held) -> None:
    """Below +1 in all, a charge throws back the cavalry more often."""
    prices = charges.recall_prices()
    assert prices.table.head == ("in all", "it leaves", "you go back", "worth")
    right = {row[0]: list(at_square(signed(row[0]))) for row in prices.table.rows}
    hold_table(held, prices, right, columns=2)
    for name, _, _, price in prices.table.rows:
        held.number(price.removesuffix(" ×"), 1 / right[name][0], name)
        assert (right[name][0] < right[name][1]) == (signed(name) < 1)


@pytest.mark.slow
def test_fire_table(held: Held) -> None:
    """The die, the strength, and 1 for the next hex: nothing to 8, check to 12, disorder to 14."""
    spans = [(-99, 8), (9, 12), (13, 14), (15, 99)]
    table = charges.fire_table().table
    strengths = [int(head.split()[-1]) for head in table.head[2:]]
    for (low, high), (_, _, *cells) in zip(spans, table.rows, strict=True):
        for strength, cell in zip(strengths, cells, strict=True):
            count = sum(low <= face + strength + 1 <= high for face in FACES)
            held.percent(cell, tenths(count), (low, strength))


@pytest.mark.slow
def test_example_pictures(held: Held) -> None:
    """Whatever the chances of the eight dice are, bars and words say the same."""
    given = {key: Fraction(at + 1, 10) for at, key in enumerate(example.LABELS)}
    luck = charges.example_luck(given)
    shown = {example.LABELS[key]: [chance] for key, chance in given.items()}
    hold_picture(held, luck, shown, *[min(given.values()), max(given.values())])
    words = re.findall("“(.*?)”", luck.answer)
    assert [shown[each][0] for each in words] == [min(given.values()), max(given.values())]
