"""The pictures of the Paper Tigers chapters, each a question with its answer."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rules_lib.errors import InvalidValue
from rules_lib.notebook import charts
from rules_lib.notebook.palette import Role
from rules_lib.notebook.picture import Picture
from rules_lib.paper_tigers import Card, charge, command, melee, sniper
from rules_lib.paper_tigers import sudden_strike as strikes
from rules_lib.paper_tigers.command import Colour
from rules_lib.paper_tigers.el_alamein import record
from rules_lib.paper_tigers.page.explorers.fights import CARD_VALUES
from rules_lib.paper_tigers.page.explorers.shots import CLASSES, SHOTS_SHOWN
from rules_lib.paper_tigers.sudden_strike import Fate, Structure, UnitClass
from rules_lib.paper_tigers.sudden_strike.rules import DICE
from rules_lib.sweep import sweep
from rules_lib.text.chances import percent, points
from rules_lib.values.type_checks import checked

MOST_SHOWN = 20
"""Places on the axis of a picture."""

VALUE_LABELS = tuple(map(str, CARD_VALUES))


def third_die() -> Picture:
    """Chance to pass each value with three dice and with two."""
    trades = [command.colour_trade(value) for value in CARD_VALUES]
    gains = {trade.value: trade.red_fights - trade.black_fights for trade in trades}
    best = max(gains, key=lambda value: gains[value])
    three, two = "three dice: red fights, black moves", "two dice: black fights, red moves"
    return charts.lines(
        "How much is the third die worth?",
        f"Most at card {best}: {percent(trades[best - 2].red_fights)} with three dice,"
        f" {percent(trades[best - 2].black_fights)} with two.",
        x="value of the card",
        y="chance to pass",
        labels=VALUE_LABELS,
        series={
            three: ("first", [t.red_fights for t in trades]),
            two: ("second", [t.black_fights for t in trades]),
        },
    ).setting(
        "command-test-odds",
        value="{x}",
        purpose="charge",
        colour={three: "red", two: "black"},
    )


def best_charging_card(defender: melee.Combatant) -> Picture:
    """Chance that the whole action wins, for each card, against one defender."""

    def wins(colour: Colour, value: int) -> Fraction:
        distribution = charge.odds(melee.Combatant(Card(colour, value)), defender)
        return distribution[charge.Ending.ATTACKER_WINS]

    red = [wins("red", value) for value in CARD_VALUES]
    black = [wins("black", value) for value in CARD_VALUES]
    top = max(zip(red, CARD_VALUES, strict=True))
    return charts.grouped_bars(
        "Which card should charge?",
        f"Red {top[1]} is best: against {defender} its unit moves, charges and wins"
        f" {percent(top[0])} of the time. At every value red does better than black, or as well.",
        x="value of the attacker’s card",
        y="moves, charges and wins",
        labels=VALUE_LABELS,
        series={"red": ("first", red), "black": ("neutral", black)},
    ).setting("charge-odds", attacker="{name}-{x}")


@checked
def attack_map(attacker: Colour, defender: Colour, **kind: bool) -> Picture:
    """Chance that the attacker wins the melee, over the values of both cards."""

    def wins(mine: int, theirs: int) -> Fraction:
        defending = melee.Combatant(Card(defender, theirs), **kind)
        return melee.odds(melee.Combatant(Card(attacker, mine)), defending).attacker_wins

    table = sweep(wins, {"mine": CARD_VALUES, "theirs": CARD_VALUES})
    rows = table.pivot("mine", "theirs").values
    return charts.heat_map(
        f"Who wins when {attacker} charges {defender}?",
        _who_is_ahead(rows),
        x=f"defender’s {defender} card",
        y=f"attacker’s {attacker} card",
        columns=VALUE_LABELS,
        rows=VALUE_LABELS,
        chances=rows,
        scale=("attacker never wins", "half the time", "attacker always wins"),
    ).setting("melee-odds", attacker=f"{attacker}-{{y}}", defender=f"{defender}-{{x}}")


def _who_is_ahead(rows: Sequence[Sequence[Fraction]]) -> str:
    """In one sentence, where the attacker wins more often than not."""
    ahead = {
        (mine, theirs)
        for mine, row in zip(CARD_VALUES, rows, strict=True)
        for theirs, chance in zip(CARD_VALUES, row, strict=True)
        if chance > Fraction(1, 2)
    }
    lowest = min((theirs for _, theirs in ahead), default=None)
    if ahead == {(m, t) for m in CARD_VALUES for t in CARD_VALUES if lowest and m < t >= lowest}:
        return (
            "The attacker wins more often than not exactly where the enemy’s card is"
            f" {lowest} or higher and its own is lower. Numbers: its chance to win, in percent."
        )
    return (
        f"The attacker wins more often than not in {len(ahead)} of {len(rows) ** 2} pairings: the"
        " lower its own card and the higher the enemy’s, the better. Numbers: its chance to win, in"
        " percent."
    )


@checked
def handicaps(attacker: Card, defender: Card) -> Picture:
    """What a small team, an earlier hit and cover do to the defender's chance."""
    plain = melee.Combatant(attacker)
    cases: dict[str, tuple[melee.Combatant, melee.Combatant]] = {
        "plain": (plain, melee.Combatant(defender)),
        "small team": (plain, melee.Combatant(defender, small_team=True)),
        "was hit": (plain, melee.Combatant(defender, hits=1)),
        "cover": (plain, melee.Combatant(defender, in_cover=True)),
        "enemy hit": (melee.Combatant(attacker, hits=1), melee.Combatant(defender)),
    }
    chances = [melee.odds(*units).defender_wins for units in cases.values()]
    swing = chances[3] - chances[0], chances[0] - chances[1]
    return charts.bars(
        "What are cover, small teams and hits worth?",
        f"With {defender} against {attacker}, cover adds {points(swing[0])} to the"
        f" defender’s chance to win; being a small team costs {points(swing[1])}.",
        x="what is different",
        y="the defender wins",
        labels=list(cases),
        chances=chances,
        roles=["neutral", "second", "second", "second", "second"],
    )


@checked
def cover_worth(attacker: Card, defender: Card) -> Picture:
    """The defender's chance by what it does with its re-roll."""
    units = melee.Combatant(attacker), melee.Combatant(defender, in_cover=True)
    policies: dict[str, melee.Reroll] = {
        "never": "never",
        "if missed": "if_missed",
        "to win": melee.Goal.WIN,
        "to survive": melee.Goal.SURVIVE,
        "not to lose": melee.Goal.NOT_LOSE,
    }
    odds = [melee.odds(*units, reroll=policy) for policy in policies.values()]
    won, saved = odds[1].defender_wins, odds[2].defender_wins
    series: dict[str, tuple[Role, list[Fraction]]] = {
        "the defender wins": ("second", [each.defender_wins for each in odds]),
        "both are removed": ("both", [each.both_removed for each in odds]),
    }
    return charts.grouped_bars(
        "When should a unit in cover re-roll?",
        f"With {defender} against {attacker}: rolling again after each miss wins {percent(won)};"
        f" the best use wins {percent(saved)}, for it also gives up hits that would cost the unit.",
        x="re-roll never, after a miss, or in the best way for a goal",
        y="chance",
        labels=list(policies),
        series=series,
    )


@checked
def arrival_picture(arrivals: Mapping[int, Fraction]) -> Picture:
    """Chance of each British unit of the tutorial to reach the enemy."""
    units = {unit.number: unit for unit in record.BRITISH}
    if not arrivals or not set(arrivals) <= set(units):
        raise InvalidValue("arrivals", arrivals, f"some of the units {', '.join(map(str, units))}")
    best = max(arrivals, key=lambda number: arrivals[number])
    worst = min(arrivals, key=lambda number: arrivals[number])
    arrived = [units[number].printed_charges is True for number in arrivals]
    return charts.bars(
        "Who was likely to reach the German line?",
        f"British {best}, {units[best].card}, was the likeliest ({percent(arrivals[best])}) and"
        f" British {worst}, {units[worst].card}, the least likely ({percent(arrivals[worst])})."
        " Vermilion units did arrive.",
        x="British unit and card",
        y="moves and reaches the enemy",
        labels=[f"{number}: {units[number].card}" for number in arrivals],
        chances=list(arrivals.values()),
        roles=["first" if each else "neutral" for each in arrived],
    )


def found_by_shot() -> Picture:
    """The chance that he has been found, shot after shot."""
    shots = range(1, SHOTS_SHOWN + 1)
    hunts = {kind: sniper.search(kind) for kind in ("infantry", "officer")}
    medians = {kind: hunt.median() for kind, hunt in hunts.items()}

    def found(kind: str) -> list[Fraction]:
        return [1 - hunts[kind].not_yet(n) for n in shots]

    return charts.lines(
        "How many shots does he get?",
        f"Against infantry he is found by shot {medians['infantry']} as often as not; against units"
        f" with an officer by shot {medians['officer']}. Each target is unhurt before the shot."
        f" Pile: {sniper.pile_told()}.",
        x="shots",
        y="he has been found",
        labels=list(map(str, shots)),
        series={
            "units with an officer": ("first", found("officer")),
            "ordinary infantry": ("second", found("infantry")),
        },
    ).setting(
        "spotting-odds",
        attempts="{x}",
        spotter={"units with an officer": "officer", "ordinary infantry": "infantry"},
    )


def unharmed_map() -> Picture:
    """The chance that a strike leaves a unit unharmed, by class and by cover."""
    places: dict[str, Structure | None] = {
        "in the open": None,
        f"bunker ({strikes.BUNKER.dice} dice)": strikes.BUNKER,
        f"other cover ({strikes.DUGOUT.dice} dice)": strikes.DUGOUT,
    }
    shown = {kind: name for name, kind in CLASSES.items() if kind in DICE}

    def unharmed(unit: UnitClass, place: Structure | None) -> Fraction:
        return strikes.strike(unit, place).probability(
            lambda result: result.fate not in (Fate.HIT, Fate.REMOVED)
        )

    table = sweep(unharmed, {"unit": shown, "place": places.values()})
    rows = table.pivot("unit", "place").values
    infantry = rows[0]
    return charts.heat_map(
        "Where is a unit safe from a sudden strike?",
        f"Infantry stays unharmed {percent(infantry[0])} of the time in the open, and"
        f" {percent(infantry[1])} in a bunker. Armour inside rolls its own dice (R-X9). Numbers:"
        " unharmed, in percent.",
        x="where it is",
        y="the unit",
        columns=list(places),
        rows=list(shown.values()),
        chances=rows,
        scale=("always harmed", "half the time", "never harmed"),
    ).setting(
        "strike-odds",
        unit={name: kind.replace("_", "-") for kind, name in shown.items()},
        structure=dict(zip(places, ("open", "bunker", "dugout"), strict=True)),
    )


def bunker_lasts() -> Picture:
    """How long infantry lasts in the open and in structures, strike after strike."""
    shown = range(1, MOST_SHOWN + 1)

    def alive(place: Structure | None) -> list[Fraction]:
        distribution = strikes.endures("infantry", place)
        return [1 - distribution.cdf(n) for n in shown]

    bunker = strikes.siege("infantry", strikes.BUNKER)
    return charts.lines(
        "How long does a bunker protect?",
        f"Infantry in a bunker lasts {float(bunker.unit_lasts.mean()):.1f} strikes on average. The"
        f" bunker is gone first, or with it, {percent(bunker.outlived)} of the time.",
        x="sudden strikes",
        y="infantry is still in play",
        labels=list(map(str, shown)),
        series={
            "bunker": ("second", alive(strikes.BUNKER)),
            "dugout": ("good", alive(strikes.DUGOUT)),
            "sandbags": ("both", alive(strikes.SANDBAGS)),
            "in the open": ("first", alive(None)),
        },
    )


def strikes_in_a_round() -> Picture:
    """The chance of at least one strike, by the number of units activated."""
    shown = range(1, MOST_SHOWN + 1)
    chances = [1 - strikes.strikes(n)[0] for n in shown]
    first = next(n for n, chance in enumerate(chances, start=1) if chance > Fraction(1, 4))
    return charts.bars(
        "How likely is a sudden strike this round?",
        f"With {first} activations or more it is more than 1 time in 4. With {MOST_SHOWN}"
        f" activations it is {percent(chances[-1])}."
        f" Pile: {strikes.CommandDeck(jokers=strikes.Rulings().jokers)}, freshly shuffled.",
        x="units activated",
        y="at least one sudden strike",
        labels=list(map(str, shown)),
        chances=chances,
        roles="first",
    )
