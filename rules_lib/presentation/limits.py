"""How much the library takes at once: every limit, read from the code that holds it."""

from dataclasses import dataclass

from rules_lib import errors
from rules_lib.commands import explain
from rules_lib.in_die_tiefen.battle import party
from rules_lib.paper_tigers import deck
from rules_lib.paper_tigers.melee import rulings as melee
from rules_lib.paper_tigers.sniper.duel_odds import MOST_SHOTS
from rules_lib.paper_tigers.sniper.odds import MOST_ATTEMPTS
from rules_lib.paper_tigers.sudden_strike import odds as strike_odds
from rules_lib.paper_tigers.sudden_strike import state as strike_state
from rules_lib.presentation.table import CaptionedTable, Table
from rules_lib.probability import dice, limits
from rules_lib.probability import errors as probability_errors
from rules_lib.rulebook.texts import MOST_POINTS
from rules_lib.sweep import table
from rules_lib.text import files
from rules_lib.triumph_and_glory import units
from rules_lib.triumph_and_glory.charge import report, target
from rules_lib.triumph_and_glory.map import hexes
from rules_lib.values import type_checks
from rules_lib.values.type_checks import checked


@dataclass(frozen=True, slots=True)
class Limit:
    """The most of something.

    Attributes:
        where: the game or the part of the library.
        what: what is counted.
        most: the largest number that is taken.
    """

    where: str
    what: str
    most: int


PT, IDT, TG = "Paper Tigers", "In die Tiefen", "Triumph & Glory"
PARTS, ALL = "probability", "everywhere"

LIMITS = (
    Limit(PT, "hits that remove a unit (R-M9)", melee.MOST_HITS),
    Limit(PT, "attempts to find the sniper", MOST_ATTEMPTS),
    Limit(PT, "shots of the sniper", MOST_SHOTS),
    Limit(PT, "packs in a deck of command cards", deck.MOST_PACKS),
    Limit(PT, "jokers in it", deck.MOST_JOKERS),
    Limit(PT, "ranks in it", deck.MOST_RANKS),
    Limit(PT, "value of a structure", strike_state.MOST_VALUE),
    Limit(PT, "dice of a structure", strike_state.MOST_DICE),
    Limit(PT, "activations in a round", strike_odds.MOST_ACTIVATIONS),
    Limit(IDT, "dice of a party", party.MOST_DICE),
    Limit(IDT, "fanaticism dice", party.MOST_FANATICISM),
    Limit(IDT, "heroic deeds", party.MOST_DEEDS),
    Limit(TG, "hexes from the middle of a board to its edge", hexes.LARGEST),
    Limit(TG, "hexes in a row of a board", hexes.LARGEST),
    Limit(TG, "coordinate of a hex", hexes.LIMIT),
    Limit(TG, "units in a stack, and stacks in an attack", target.MOST_UNITS),
    Limit(TG, "strength of a unit", units.LARGEST_STRENGTH),
    Limit(TG, "modifier", target.LARGEST_DRM),
    Limit(TG, "letters of a table of your own", files.LARGEST),
    Limit("rulebook", "points in a line of a file", MOST_POINTS),
    Limit(PARTS, "sides of a die", dice.MAX_SIDES),
    Limit(PARTS, "states of a process", limits.STATES),
    Limit(PARTS, "outcomes or cards in a list, parts of a mix", limits.ITEMS),
    Limit(PARTS, "machine words of mixed or dealt chances", limits.MIXED_WORDS),
    Limit(PARTS, "products of words to add two long distributions", limits.SUM_PRODUCTS),
    Limit(PARTS, "letters of a fraction, and its exponent", probability_errors.LONGEST_FRACTION),
    Limit("sweeps", "situations", table.MOST_SITUATIONS),
    Limit("command line", "words", type_checks.MOST_WORDS),
    Limit("command line", "letters of a word", type_checks.LONGEST_WORD),
    Limit("command line", "cases of a cavalry charge that are compared", report.MOST_STATES),
    Limit("command line", "rulings that one explanation measures", explain.MOST_MEASURED),
    Limit(ALL, "whole number without a limit of its own", errors.MOST_NUMBER),
    Limit(ALL, "items of a list", errors.MOST_ITEMS),
    Limit(ALL, "letters of a text", type_checks.MOST_LETTERS),
)


@checked
def limits_table(*where: str) -> CaptionedTable:
    """The limits of these parts, or of all."""
    rows = tuple(
        (each.where, each.what, f"{each.most:,}".replace(",", " "))
        for each in LIMITS
        if not where or each.where in where
    )
    return CaptionedTable("How much is taken at once?", Table(("where", "what", "at most"), rows))
