"""How sudden strikes are shown: the pictures and the drawn record."""

from fractions import Fraction

from rules_lib.errors import require_int
from rules_lib.notebook import charts
from rules_lib.notebook.picture import Picture
from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.paper_tigers import sudden_strike as strikes
from rules_lib.paper_tigers.page.explorers.strike import CLASSES
from rules_lib.paper_tigers.sudden_strike import Fate, Structure, UnitClass
from rules_lib.paper_tigers.sudden_strike.rules import DICE
from rules_lib.sweep import sweep
from rules_lib.text.chances import percent
from rules_lib.values.type_checks import checked


def unharmed_map() -> Picture:
    """The chance that a strike leaves a unit unharmed, by class and by cover."""
    places: dict[str, Structure | None] = {
        "in the open": None,
        "bunker (3 dice)": strikes.BUNKER,
        "any other (2 dice)": strikes.DUGOUT,
    }
    shown = {kind: name for name, kind in CLASSES.items() if kind in DICE}
    table = sweep(_unharmed, {"unit": shown, "place": places.values()})
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


def _unharmed(unit: UnitClass, place: Structure | None) -> Fraction:
    distribution = strikes.strike(unit, place)
    return distribution.probability(lambda result: result.fate not in (Fate.HIT, Fate.REMOVED))


MOST_SHOWN = 50
"""Places on the axis of a picture."""


@checked
def bunker_lasts(strikes_shown: int = 20) -> Picture:
    """How long infantry lasts in the open and in structures, strike after strike."""
    require_int("strikes_shown", strikes_shown, 1, MOST_SHOWN)
    labels = [str(n) for n in range(1, strikes_shown + 1)]

    def alive(place: Structure | None) -> list[Fraction]:
        distribution = strikes.endures("infantry", place)
        return [1 - distribution.cdf(n) for n in range(1, strikes_shown + 1)]

    bunker = strikes.siege("infantry", strikes.BUNKER)
    return charts.lines(
        "How long does a bunker protect?",
        f"Infantry in a bunker lasts {float(bunker.unit_lasts.mean()):.1f} strikes on average. The"
        f" bunker is gone first, or with it, {percent(bunker.outlived)} of the time.",
        x="sudden strikes",
        y="infantry is still in play",
        labels=labels,
        series={
            "bunker": ("second", alive(strikes.BUNKER)),
            "dugout": ("good", alive(strikes.DUGOUT)),
            "sandbags": ("both", alive(strikes.SANDBAGS)),
            "in the open": ("first", alive(None)),
        },
    )


@checked
def strikes_in_a_round(most: int = 20) -> Picture:
    """The chance of at least one strike, by the number of units activated."""
    require_int("most", most, 10, MOST_SHOWN)
    chances = [1 - strikes.strikes(n)[0] for n in range(1, most + 1)]
    first = next(n for n, chance in enumerate(chances, start=1) if chance > Fraction(1, 4))
    return charts.bars(
        "How likely is a sudden strike this round?",
        f"From {first} activations on it is more than 1 time in 4. With {most} activations it is"
        f" {percent(chances[-1])}. Pile: {strikes.CommandDeck(jokers=strikes.Rulings().jokers)},"
        " freshly shuffled.",
        x="units activated",
        y="at least one sudden strike",
        labels=[str(n) for n in range(1, most + 1)],
        chances=chances,
        roles="first",
    )


def structures_table() -> CaptionedTable:
    """The structures with what they are good for."""
    rows = tuple(
        (
            each.name,
            str(each.value),
            str(each.dice),
            percent(strikes.strike("infantry", each).probability(_unaffected))
            if each.protects
            else "no cover",
        )
        for each in strikes.STRUCTURES
    )
    head = ("structure", "value", "dice", "holds")
    caption = "Which structures are there, and how often do they hold? (secondary source)"
    return CaptionedTable(caption, Table(head, rows), narrow=True)


def _unaffected(result: strikes.Result) -> bool:
    return result.fate == Fate.UNAFFECTED
