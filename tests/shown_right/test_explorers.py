"""Every explorer: it answers what the oracles make of the words of its setting."""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from operator import mul

import pytest

from rules_lib.in_die_tiefen import page as in_die_tiefen
from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP as STEP
from rules_lib.notebook.explorer import Explorer
from rules_lib.notebook.payload import number_text
from rules_lib.paper_tigers import page as paper_tigers
from rules_lib.paper_tigers.page.explorers.el_alamein import el_alamein_replay as EL_ALAMEIN
from rules_lib.triumph_and_glory import page as triumph_and_glory
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM, SQUARE_DRM
from tests.oracles import sniper_brute as sniping
from tests.oracles import sniper_counts
from tests.oracles import sudden_strike_brute as striking
from tests.oracles.battle_brute import Readings as Battles
from tests.oracles.battle_brute import Side as Party
from tests.oracles.battle_counts import winners
from tests.oracles.charge_plain import DISORDERED, OFF_MAP, OUT_OF_HEX
from tests.oracles.melee_brute import Melee, Over, Side, outcomes
from tests.oracles.sudden_strike_brute import Readings as Strikes
from tests.shown_right import charges, games
from tests.shown_right.conftest import Held
from tests.shown_right.lines import gives

pytestmark = pytest.mark.slow

Labels = Mapping[str, str]
Expected = dict[str, Fraction | None]
"""Chances of the parts, and numbers (percentages as chances), by their labels."""


def command_test(said: Labels) -> Expected:
    purpose = "movement" if said["What for"] == "to move" else "charge"
    passed = games.passes(f"{said['Colour of the card']} {said['Value of the card']}", purpose)
    return {"passed": passed, "failed": 1 - passed}


def defender(said: Labels) -> str:
    kind = said.get("The defender is", "infantry")
    words = (kind, said["Defender’s card"], said["Defender’s cover"])
    return ", ".join(words)


def melee(said: Labels) -> Expected:
    hits = [said.get(f"{who}’s hits") == "one" for who in ("Attacker", "Defender")]
    words = said["Attacker’s card"], defender(said)
    units = [games.unit(each + ", 1 hit" * hit) for each, hit in zip(words, hits, strict=True)]
    ends = games.fight(*units)
    return {
        "the attacker alone is left": ends["attacker_wins"],
        "both are removed": ends["both_removed"],
        "the defender alone is left": ends["defender_wins"],
        "it never ends": ends["undecided"],
    }


def tried_melee(said: Labels) -> Expected:
    ends = melee(said)
    assert ends.pop("it never ends") == 0
    return ends


def other_dice(said: Labels) -> Expected:
    squad, foe, value = re.fullmatch(r"\d: (.*) against (.*), (\d+)", said["Fight"]).groups()  # type: ignore[union-attr] # as the label is written
    small = any(each in foe for each in ("crew", "team"))
    fought = Melee(games.unit(squad), Side(3, int(value), small_team=small))
    rolls = int(said["Total of the British"]), int(said["Total of the Germans"])
    after = fought.blow(fought.start(), *rolls)
    ends = (
        {after: Fraction(1)}
        if isinstance(after, Over)
        else fought._replace(
            a=fought.a._replace(hits=after.hits_a, shaken=after.shaken_a),
            d=fought.d._replace(hits=after.hits_d, shaken=after.shaken_d),
        ).ends(fought.habit("never"))
    )
    found = outcomes(ends)
    return {
        "the British unit alone is left": found["attacker_wins"],
        "both are removed": found["both_removed"],
        "the German unit alone is left": found["defender_wins"],
    }


def whole_charge(said: Labels) -> Expected:
    ends = games.charge(said["Attacker’s card"], defender(said))
    return {
        "the attacker alone is left": ends["attacker_wins"],
        "both are removed": ends["both_removed"],
        "the defender alone is left": ends["defender_wins"],
        "the melee never ends": ends["undecided"],
        "charge failed, reaction shot": ends["refused"],
        "the unit does not move": ends["stays"],
        "chance of contact": 1 - ends["stays"] - ends["refused"],
    }


def spotting(said: Labels) -> Expected:
    kind = said["Who looks for him"].split()[-1]
    kind = "small_team" if kind == "team" else kind
    drawing = "returned" if said["Drawn cards"] == "come back" else "without_replacement"
    told = said["Jokers in the pile (R-S3)"]
    jokers = "none" if told == "none" else "fail" if "fail" in told else "redraw"
    readings = sniping.Readings(jokers=jokers, drawing=drawing)
    cards = sniper_counts.pile(jokers=0 if jokers == "none" else 2)
    attempts = int(said["After how many attempts"])
    unfound = sniper_counts.hidden(attempts, kind, cards, readings)
    one = sniper_counts.spotted(kind, cards, readings)
    mean = sniper_counts.average_attempts(kind, cards, readings)
    return {
        "he is found": 1 - unfound,
        "still hidden": unfound,
        "one attempt succeeds": one,
        "attempts on average until he is found": mean,
    }


def strike(said: Labels) -> Expected:
    place = said["It is in"]
    shelter = None if place == "in the open" else striking.SHELTERS[place]
    failed = "one_hit" if said["A failed save (R-X1)"] == "is one hit" else "vehicles_destroyed"
    readings, kind = Strikes(failed_save=failed), games.kind(said["The unit"])
    fates = striking.fates(kind, 0, shelter, readings)
    return {
        "the structure keeps it safe": fates.get("unaffected", Fraction(0)),
        "it makes its own save": fates.get("saved", Fraction(0)),
        "it is hit, or destroyed": fates.get("hit", Fraction(0))
        + fates.get("removed", Fraction(0)),
        "strikes on average until it is gone": striking.mean_strikes(kind, 0, shelter, readings),
    }


def pool(said: Labels) -> Expected:
    ground = {"nothing special": 0, "terrain favours you": 1, "certain death": 2, "both": 3}
    ratio = {"no": 0} | {f"{n * STEP} to 1": n for n in (1, 2, 3)}
    deeds = said["Tactic and heroic deeds"]
    count = re.fullmatch(r"(no )?superior tactic, (\d) deeds?", deeds)
    assert count
    fanatics = int(said["Fanaticism dice"])
    dice = 1 + ground[said["Where you fight"]] + ratio[said["You outnumber the enemy"]] + fanatics
    dice += int(count[2]) + 2 * (count[1] is None)
    mine, theirs = Party(dice, fanatics), Party(4)
    won = games.wins(mine, theirs)
    return {
        "you win": won["a"],
        "a draw": won["draw"],
        "the enemy wins": won["b"],
        "dice in your pool": Fraction(dice),
        "troops that you lose on average": games.average_loss(mine, theirs),
        "troops that the enemy loses on average": games.average_loss(theirs, mine),
    }


def battle(said: Labels) -> Expected:
    parties = []
    for which in ("first", "second"):
        kind = said[f"The {which} party is"]
        more = re.search(r"(\d) fanaticism", kind)
        fanatics = int(more[1]) if more else 0
        dice = int(said[f"Dice of the {which} party"]) + fanatics
        parties.append(Party(dice, fanatics, "superior" in kind))
    won = games.wins(*parties)
    return {
        "the first party wins": won["a"],
        "a draw": won["draw"],
        "the second party wins": won["b"],
        "troops that the first party loses on average": games.average_loss(*parties),
        "troops that the second party loses on average": games.average_loss(*parties[::-1]),
    }


def fanaticism(said: Labels) -> Expected:
    own, enemy = int(said["Your other dice"]), Party(int(said["Dice of the enemy"]))
    taken, read = int(said["Fanaticism dice"]), Battles()
    if said["The lower threshold counts (R-I3)"] == "for losses":
        read = Battles(fanaticism_counts="losses_only")
    ends = [winners(Party(own + n, n), enemy, read) for n in range(5)]
    best = max(range(5), key=lambda n: ends[n]["a"])
    return {
        "you win": ends[taken]["a"],
        "a draw": ends[taken]["draw"],
        "the enemy wins": ends[taken]["b"],
        "troops that you lose on average": games.average_loss(Party(own + taken, taken), enemy),
        "without fanaticism you win": ends[0]["a"],
        "fanaticism dice with which you win most often": Fraction(best),
    }


BEATS = {"speed": "steadiness", "steadiness": "strength", "strength": "speed"}


def tactics(said: Labels) -> Expected:
    def ends(own: str, enemy: str) -> dict[str, Fraction]:
        slips = [[each] if each in BEATS else [*BEATS] for each in (own, enemy)]
        fights = [
            games.wins(
                Party(int(said["Your dice"]) + 2 * (BEATS[mine] == theirs)),
                Party(int(said["Dice of the enemy"]) + 2 * (BEATS[theirs] == mine)),
            )
            for mine in slips[0]
            for theirs in slips[1]
        ]
        return {who: sum(each[who] for each in fights) / Fraction(len(fights)) for who in fights[0]}

    met = ends(said["You write"], said["The enemy writes"])
    return {
        "you win": met["a"],
        "a draw": met["draw"],
        "the enemy wins": met["b"],
        "with the best answer you win": max(ends(m, said["The enemy writes"])["a"] for m in BEATS),
    }


RATIO = {"1 to 2": (1, 2), "1 to 1": (1, 1), "3 to 2": (3, 2), "2 to 1": (2, 1), "3 to 1": (3, 1)}


def recalled(end: charges.End) -> bool:
    return end["A"][0] in ("recalled", "recalled to its start")


def disordered(end: charges.End) -> bool:
    place, order = end["A"]
    return order == DISORDERED and place not in OFF_MAP and not recalled(end)


def cavalry_charge(said: Labels) -> Expected:
    ratio = RATIO[said["Strength, cavalry to infantry"]]
    scene = charges.one(
        charges.rider("A", said["The cavalry is"], int(said["Cohesion of the cavalry"]), ratio[0]),
        charges.foot("Y", int(said["Cohesion of the infantry"]), ratio[1]),
        clear=True,
    )
    found: Expected = {}
    for way, square in (("in line", False), ("tries square", True)):
        distribution = charges.decided(
            scene, square=square, recall=True, counter_shock=True
        ).distribution()

        def chance(
            wanted: Callable[[charges.End], bool], distribution: charges.Distribution = distribution
        ) -> Fraction:
            return sum(
                (p for fates, p in distribution.items() if wanted(charges.ends(fates))), Fraction(0)
            )

        kept = chance(lambda end: end["Y"][0] not in OUT_OF_HEX)
        off = chance(charges.gone("Y"))
        found |= {
            f"{way}: it leaves the map": off,
            f"{way}: it is driven back": 1 - kept - off,
            f"{way}: it keeps its ground": kept,
        }
        found |= {
            f"{way}: cavalry disordered": chance(disordered),
            f"{way}: cavalry recalled": chance(recalled),
            f"{way}: cavalry off the map": chance(charges.gone("A")),
        }
    return found


def reaction(said: Labels) -> Expected:
    kind, cohesion = said["You are"].split()[0], int(said["Your cohesion"])
    riders = charges.rider("A", said["The chargers are"], int(said["Their cohesion"]), 1)
    foot, horse = charges.foot("D", cohesion, 1), charges.rider("D", kind, cohesion, 1)
    stands = charges.one(riders, foot if kind == "infantry" else horse, comes=True, clear=True)
    tries = charges.decided(stands, square=True, counter_charge="first")

    def thrown(end: charges.End) -> bool:
        return end["A"][0] in OUT_OF_HEX and end["D"][0] not in OUT_OF_HEX

    driven, back = (tries.surely(wanted) for wanted in (charges.left("D"), thrown))
    raised = 2 * (kind == "light" and said["The chargers are"] == "heavy")
    return {
        "you lose your hex": driven,
        "both stay": 1 - driven - back,
        "the chargers are thrown back": back,
        "if you try: the roll succeeds": Fraction(min(10, max(0, cohesion + 1 - raised)), 10),
        "if you stand: your hex is lost": stands.surely(charges.left("D")),
        "if you stand: they are thrown back": stands.surely(thrown),
        "if you try: you leave the map": tries.surely(charges.gone("D")),
        "if you stand: you leave the map": stands.surely(charges.gone("D")),
        "if you try: you are disordered, or gone": tries.surely(charges.broken("D")),
        "if you stand: you are disordered, or gone": stands.surely(charges.broken("D")),
    }


def pursuit(said: Labels) -> Expected:
    """A charge in pursuit that comes to 5 takes the beaten enemy off the map.

    Cohesion is compared hex by hex: at the beaten one it is 1 easier.
    """
    drm = int(said["Modifiers of the charge, in all"].replace("−", "-"))
    loses = charges.LESS[said["Each further charge loses (R-N6)"]]
    row = {"none": 1, "one more": 2, "nine more": 10}
    most = row[said["Fresh enemies behind the first"]]
    least = [charges.at_least(drm, n, loses) for n in range(1, most + 1)] + [Fraction(0)] * 3
    hits = (charges.faces(drm - loses(n) + 1, 5) for n in range(1, most + 1))
    return {
        "no pursuit": 1 - least[0],
        "one charge in pursuit": least[0] - least[1],
        "two charges in pursuit": least[1] - least[2],
        "three or more": least[2],
        "charges in pursuit on average": sum(least, Fraction(0)),
        "enemies off the map on average": sum(map(mul, least, hits), Fraction(0)),
    }


def example(said: Labels) -> Expected:
    """By hand, from what is printed: who comes, whether the square forms, who is recalled.

    A commits itself with 4 faces of 10, B and C with 5, and as many recall them. For one of A and B
    alone no ratio of strength is printed, nor for what follows a result of 10; nor what C is, which
    counts unless Z stands in square.
    """
    tries, recall = said["The Russians"] == "try square", said["Against a square the French"]
    stay_a, stay_b, stay_c = (
        Fraction(10 - faces * (recall == "try a recall"), 10) for faces in (4, 5, 5)
    )
    a, b, c = Fraction(4, 10), Fraction(5, 10), Fraction(5, 10)
    if said["What becomes of"].startswith("Z"):
        square = Fraction(6 * tries, 10)
        nobody, off = 1 - c, Fraction(0)
        # At −1 and the square the highest faces disorder Z, whose retreat check fails with 4 faces.
        back = c * square * stay_c * charges.faces(SQUARE_DRM - 1, 5) * Fraction(4, 10)
        unknown = c * (1 - square)
    else:
        square = Fraction(7 * tries, 10)
        nobody, both = (1 - a) * (1 - b), a * b
        # In line Y is in good order and A and B have +3 and their bonus, or what a square takes.
        # From 5 to 9 its retreat check follows, which fails with 3 faces.
        fight = both * (square * stay_a * stay_b if tries else 1)
        drm = 3 + (SQUARE_DRM if tries else HEAVY_CHARGE_DRM)
        tens = charges.faces(drm, 10)
        off = both * (1 - square) if tries else Fraction(0)
        back = fight * (charges.faces(drm, 5) - tens) * Fraction(3, 10)
        alone = sum(
            come * (1 - square + square * stay)
            for come, stay in ((a * (1 - b), stay_a), ((1 - a) * b, stay_b))
        )
        left_alone = both * square * (stay_a + stay_b - 2 * stay_a * stay_b)
        unknown = alone + left_alone + fight * tens
    return {
        "it leaves the map": off,
        "it is driven back": back,
        "it keeps its hex": 1 - off - back - unknown,
        "the example does not print what that takes": unknown,
        "no unit comes to charge it": nobody,
        "it forms square": (1 - nobody) * square,
    }


EXPLORERS: list[tuple[Explorer, Callable[[Labels], Expected], int]] = [
    (paper_tigers.COMMAND_TEST, command_test, 104),
    (paper_tigers.MELEE, melee, 30),
    (paper_tigers.TRY, tried_melee, 20),
    (paper_tigers.CHARGE, whole_charge, 30),
    (EL_ALAMEIN, other_dice, 60),
    (paper_tigers.SPOTTING, spotting, 40),
    (paper_tigers.STRIKE, strike, 112),
    (in_die_tiefen.POOL, pool, 40),
    (in_die_tiefen.BATTLE, battle, 40),
    (in_die_tiefen.FANATICISM, fanaticism, 30),
    (in_die_tiefen.TACTICS, tactics, 30),
    (triumph_and_glory.CHARGE, cavalry_charge, 12),
    (triumph_and_glory.REACTION, reaction, 18),
    (triumph_and_glory.PURSUIT, pursuit, 63),
    (triumph_and_glory.EXAMPLE, example, 16),
]
"""Each explorer, the oracle for its words, and how many of its settings are tried."""


LINES_RUN = 9
"""Of so many settings the printed Python is run, too; that of the tutorial has none."""


def tried(explorer: Explorer, count: int) -> Iterator[dict[str, str]]:
    """The setting shown first, and others, always the same ones."""
    choose = random.Random(explorer.id)
    yield explorer.defaults()
    for _ in range(count - 1):
        yield {each.name: choose.choice(each.choices).key for each in explorer.controls}


def spoken(explorer: Explorer, setting: Mapping[str, str]) -> Labels:
    """The setting as it stands on the page: the label of each control, and of its choice."""
    return {each.label: each.choice(setting[each.name]).label for each in explorer.controls}


@pytest.mark.rule("PT-M3", "PT-M19", "R-M14", "TG-9.85e", "TG-9.86b", "TG-9.86c", "TG-9.87e")
@pytest.mark.parametrize(
    ("explorer", "oracle", "count"), EXPLORERS, ids=[each.id for each, _, _ in EXPLORERS]
)
def test_explorers_answer_what_their_words_ask(
    explorer: Explorer, oracle: Callable[[Labels], Expected], count: int, held: Held
) -> None:
    for place, setting in enumerate(tried(explorer, count)):
        answer, right = explorer.at(setting), oracle(spoken(explorer, setting))
        where = explorer.describe(setting)
        assert place >= LINES_RUN or explorer is EL_ALAMEIN or gives(explorer, setting, answer), (
            where
        )
        for part in answer.parts:
            chance = right[part.label]
            assert chance is not None
            held.chance(part.chance, chance, (where, part.label))
        for number in answer.numbers:
            exact, text = right[number.label], number_text(number)
            if exact is None:
                assert not re.search(r"\d", text), (where, text)
            elif text.endswith("%"):
                held.percent(text, exact, (where, number.label))
            else:
                held.number(text, exact, (where, number.label))
        said = right[explorer.headline.part]
        assert said is not None
        headline, sentence = explorer.headline, explorer.sentence(answer)
        special = headline.never if said == 0 else headline.always if said == 1 else ""
        before, after = headline.sentence.split("{chance}")
        if special:
            assert sentence == special
        else:
            held.words(sentence.removeprefix(before).removesuffix(after), said, where)
