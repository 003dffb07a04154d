"""The mass battle of In die Tiefen on one page: dice, battle roll, losses, aftermath."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rules_lib.in_die_tiefen import Party, Tactic, aftermath, battle, tactic_dice
from rules_lib.in_die_tiefen.aftermath import MOST_GAP
from rules_lib.in_die_tiefen.battle import Winner
from rules_lib.in_die_tiefen.battle.party import (
    MOST_FANATICISM,
    OUTNUMBERING_STEP,
    outnumbering_dice,
)
from rules_lib.in_die_tiefen.battle.rules import HIGHEST_FACE
from rules_lib.presentation.quick_reference.sheet import (
    Cell,
    Grid,
    Sheet,
    Step,
    answers,
    compact,
)
from rules_lib.probability import dice
from rules_lib.rulebook.defaults import defaults
from rules_lib.type_checks import checked

DICE = range(1, 9)
"""Dice of the parties in the tables of odds and losses."""
RATIOS = tuple(OUTNUMBERING_STEP * dice for dice in (1, 2, 3))


@checked
def battle_sheet(rulings: battle.Rulings | None = None) -> Sheet:
    """The sheet of the mass battle, with our default rulings unless others are given."""
    reads = rulings or defaults(battle.Rulings)
    return Sheet(
        system="in-die-tiefen",
        title="In die Tiefen: mass battle",
        purpose="From the circumstances to the retreat.",
        steps=tuple(_steps(reads)),
        grids=(
            _pool(reads),
            _thresholds(reads),
            _destroying(),
            _odds(reads),
            _odds(reads, superior=True),
            _losses(reads),
            _hexes(reads),
        ),
        answers=answers(reads),
    )


def _steps(reads: battle.Rulings) -> Iterator[Step]:
    yield Step("Count the dice of both parties: see the table.", ("IDT-0", "IDT-4.1"))
    beats = ", ".join(
        f"{own} beats {other}" for own in Tactic for other in Tactic if tactic_dice(own, other)
    )
    yield Step(
        f"Choose a tactic in secret, and reveal it just before the roll: {beats}.",
        ("IDT-2.1", "IDT-2.2", "IDT-2.3"),
    )
    yield Step("Do heroic deeds, or thwart the enemy’s.", ("IDT-3.1", "IDT-3.2"))
    order = (
        "Both strike at the same time"
        if reads.destroyed_dice_destroy
        else "The party with more such dice strikes first, and only what is left strikes back"
    )
    which = {"highest": "the highest first", "lowest": "the lowest first", "random": "any"}
    several = {
        "unspecified": "More than two parties: the source does not say.",
        "each_pair": "More than two parties: each pair by itself.",
    }
    yield Step(
        f"Roll all dice. Each {HIGHEST_FACE} destroys an enemy die, {which[reads.destroys]}."
        f" {order}. Superior parties and fanatics: see the table. {several[reads.more_than_two]}",
        ("IDT-5.1", "IDT-5.2", "IDT-5.3", "R-I1", "R-I2", "R-I14"),
    )
    yield Step("The higher total that is left wins. Equal: a draw.", ("IDT-5.4",))
    dice_counted = " (destroyed fanatics apart)" if reads.destroyed_fanatics_left_out else ""
    over = "at most all" if reads.overkill == "capped" else "more than all is not ruled"
    yield Step(
        f"Losses, the winner’s too: destroyed dice{dice_counted} divided by all dice but those of"
        f" fanaticism; {over}.",
        ("IDT-6.1", "IDT-6.2", "IDT-6.4", "R-I4", "R-I8"),
    )
    draw = "also after a draw" if reads.draw_tests == "both_test" else "but not after a draw"
    untested = "" if reads.dead_winners_test else " A winner without troops tests nothing."
    gone = "" if reads.dead_losers_retreat else " A loser without troops is gone."
    yield Step(
        f"The loser must leave, even where fanatics won and are wiped out. Both test morale,"
        f" {draw}.{untested}{gone} Sensational: immediately act one extra time. Fumble:"
        " miss a turn.",
        (*(f"IDT-7.{number}" for number in (1, 2, 3, 4, 7)), "R-I10", "R-I13", "R-I15"),
    )


def _pool(reads: battle.Rulings) -> Grid:
    base = Party.from_circumstances(rulings=reads).dice

    def more(**circumstances: Any) -> str:
        party = Party.from_circumstances(**circumstances, rulings=reads)
        return f"+{party.dice - base}" if party.dice > base else "0"

    ratios = ", ".join(f"{each}:1 +{outnumbering_dice(each)}" for each in RATIOS)
    rows = (
        ("base die", str(base), "IDT-4.1"),
        ("terrain favours you", more(terrain=True), "IDT-1.1"),
        ("no flight, no surrender", more(certain_death=True), "IDT-1.2"),
        ("fanaticism, each die", f"{more(fanaticism=1)}, to +{MOST_FANATICISM}", "IDT-1.3"),
        ("you outnumber them", ratios, "IDT-1.4"),
        ("superior tactic", more(tactic_superior=True), "IDT-2.4"),
        ("own heroic deed", more(deeds=1), "IDT-3.1"),
        ("enemy deed thwarted", more(thwarted_enemy_deeds=1), "IDT-3.2"),
        ("enemy deed just failed", more(failed_enemy_deeds=1), "R-I9"),
    )
    return Grid("How many dice?", ("for", "dice", "number"), rows, prose=True)


def _thresholds(reads: battle.Rulings) -> Grid:
    def cell(superior: bool, fanaticism: int) -> str:
        enemy = Party(fanaticism + 1, fanaticism)
        found = battle.thresholds(Party(1, superior=superior), enemy, reads)
        plain = _from(found.result)
        return plain if found.result == found.losses else f"{plain}; losses {_from(found.losses)}"

    rows = tuple(
        (name, *(cell(superior, each) for each in range(MOST_FANATICISM + 1)))
        for superior, name in ((False, "plain"), (True, "superior"))
    )
    return Grid(
        "Which of your dice destroy?",
        ("fanaticism dice of the enemy", *map(str, range(MOST_FANATICISM + 1))),
        rows,
        ("IDT-5.2", "IDT-5.3", "IDT-6.3", "R-I3", "R-I5"),
    )


def _from(face: int) -> str:
    return "all" if face == 1 else f"{face}+" if face < HIGHEST_FACE else str(face)


def _destroying() -> Grid:
    faces = range(HIGHEST_FACE, 1, -1)

    def row(count: int) -> tuple[Cell, ...]:
        chances = []
        for face in faces:
            distribution = dice.count_showing(count, range(face, HIGHEST_FACE + 1))
            chances.append(distribution.probability(lambda showing: showing > 0))
        return str(count), *chances

    return Grid(
        "Does at least one of your dice destroy?",
        ("your dice", *map(_from, faces)),
        tuple(map(row, DICE)),
        ("IDT-5.2",),
        highlights=True,
    )


def _matrix(caption: str, clauses: tuple[str, ...], note: str, value: Any) -> Grid:
    rows = tuple((str(own), *(value(own, enemy) for enemy in DICE)) for own in DICE)
    head = ("yours", *map(str, DICE))
    return Grid(caption, head, rows, clauses, note=note, highlights=True)


def _odds(reads: battle.Rulings, *, superior: bool = False) -> Grid:
    def odds(own: int, enemy: int) -> battle.Odds:
        return battle.odds(Party(own, superior=superior), Party(enemy), reads)

    def wins(own: int, enemy: int) -> Fraction:
        return odds(own, enemy).a_wins

    drawn = f"4 dice against 4: a draw in {compact(odds(4, 4).draw)}."
    if superior:
        return _matrix(
            "Do you win if you are superior?", ("IDT-5.3",), f"No fanatics. {drawn}", wins
        )
    note = f"No fanatics, nobody superior. The enemy’s chance: change places. {drawn}"
    return _matrix("Do you win? Your dice down, theirs across", ("IDT-5.4",), note, wins)


def _losses(reads: battle.Rulings) -> Grid:
    def share(own: int, enemy: int) -> Fraction:
        distribution = battle.odds(Party(own), Party(enemy), reads).losses
        return sum((lost * chance for (lost, _), chance in distribution.items()), Fraction(0))

    return _matrix(
        "How much of your troops do you lose, on average?",
        ("IDT-6.1", "IDT-6.2"),
        "In percent of your troops.",
        share,
    )


def _hexes(reads: battle.Rulings) -> Grid:
    def opened(gap: int) -> str:
        won, lost = max(gap, 0), max(-gap, 0)
        after = aftermath.resolve(Winner.A, won, lost, rulings=reads)
        return f"{after.hexes} +{after.farther}" if after.farther else str(after.hexes)

    gaps = range(MOST_GAP, -MOST_GAP - 1, -1)
    return Grid(
        "Where may the loser go?",
        ("winner’s class is", *(_ahead(gap) for gap in gaps)),
        (("hexes open", *map(opened, gaps)),),
        ("IDT-7.5", "IDT-7.6", "R-I7", "R-I11", "R-I12", "R-I13", "R-I16"),
        note="By quality classes of the morale tests, if the winner closes all he may. After “+”:"
        " farther hexes."
        + (
            ""
            if reads.gap_counts_after_special
            else " Sensational or fumble: as in the middle column."
        )
        + ("" if reads.dead_winners_test else " A winner without troops closes none.")
        + {
            "failure_lowest": " A failure is class 0.",
            "failures_have_classes": " Failures have classes as well.",
            "gap": "",
        }[reads.quality_classes],
    )


def _ahead(gap: int) -> str:
    return f"+{gap}" if gap > 0 else f"−{-gap}" if gap else "equal"
