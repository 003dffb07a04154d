"""The odds of sudden strikes: one, one after the other, and how many there are."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import get_args

from rules_lib.errors import InvalidValue, require_instance, require_int
from rules_lib.paper_tigers.deck import JOKER, CommandDeck, DeckLike
from rules_lib.paper_tigers.sudden_strike import state
from rules_lib.paper_tigers.sudden_strike.course import MOST_STRIKES, Until, under_fire
from rules_lib.paper_tigers.sudden_strike.rules import SAVING_FACES, dice_of, saved
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.probability import Distribution, dice
from rules_lib.probability.chain import StepDistribution
from rules_lib.rulebook import implements, uses
from rules_lib.system.process import Move, Process, Roll
from rules_lib.text.chances import decimal
from rules_lib.text.summary import Summary, SummaryRows
from rules_lib.values.type_checks import checked


@uses("PT-X2", "PT-X3")
def save(unit: state.UnitClass, rulings: Rulings = Rulings()) -> Fraction:
    """Chance that a unit of this class makes its save, outside any structure."""
    return dice.count_showing(dice_of(unit, rulings), SAVING_FACES).probability(saved)


@uses("PT-X2", "PT-X5", "PT-X6", "PT-X7")
def strike(
    unit: state.Unit | state.UnitClass,
    structure: state.Structure | None = None,
    rulings: Rulings = Rulings(),
    *,
    strikes: int = 1,
) -> Distribution[state.Result]:
    """The exact distribution of what sudden strikes do to a unit and the structure it is in.

    Args:
        unit: the unit, or just its class if it is unhurt.
        structure: the structure it is in, in its present state; ``None`` in the open.
        rulings: how the open rules are read.
        strikes: how many there are, 1 to 1000, one after the other while the unit is there; the
            results are those of the last one.

    Raises:
        InvalidValue: an unknown class, a wrong type.
        UnspecifiedBySource: a class without dice (R-X5), armour in a structure (R-X9), an
            aircraft in a structure.
    """
    require_instance("rulings", rulings, Rulings)
    course = under_fire(unit, structure, rulings, results=True)
    found = course.after(require_int("strikes", strikes, 1, MOST_STRIKES))
    return Distribution.from_weights({now.last: n for now, n in found.weights.items() if now.last})


@checked
@dataclass(frozen=True, slots=True, repr=False)
class Siege(Summary):
    """A unit in a structure under one sudden strike after the other.

    Attributes:
        unit_lasts: distribution of the number of the strike that removes the unit.
        structure_lasts: distribution of the number of the strike that ends the structure, so that
            it shields nobody (at value 0, or by R-X10), with a fresh unit moving in whenever one is
            removed.
        both_last: distribution of the number of the strike after which both are gone, the structure
            ended and the unit removed; a fresh unit takes over while the structure stands.
        left: distribution of the structure's value when the first unit is removed.
        outlived: chance that the structure ends before the first unit is removed, or with it.
    """

    unit_lasts: StepDistribution
    structure_lasts: StepDistribution
    both_last: StepDistribution
    left: Distribution[int]
    outlived: Fraction

    def _summary_rows(self) -> SummaryRows:
        lasting = (
            ("the unit is removed", self.unit_lasts),
            ("the structure ends", self.structure_lasts),
        )
        for what, steps in lasting:
            mean = "without end" if steps.never else decimal(steps.mean())
            yield f"strikes until {what}, on average", mean
        yield "the structure ends first, or with the unit", self.outlived


@uses("PT-X4", "PT-X5", "PT-X7", "R-X1", "R-X4", "R-X8", "R-X10")
def endures(
    unit: state.Unit | state.UnitClass,
    structure: state.Structure | None = None,
    rulings: Rulings = Rulings(),
) -> StepDistribution:
    """The exact distribution of the number of the sudden strike that removes a unit.

    The arguments, and what is refused, are those of :func:`strike`.
    """
    return under_fire(unit, structure, rulings).chain().steps


@uses("PT-X5", "PT-X7", "R-X1", "R-X4", "R-X8", "R-X10")
@checked
def siege(
    unit: state.Unit | state.UnitClass, structure: state.Structure, rulings: Rulings = Rulings()
) -> Siege:
    """The exact distribution of a sequence of strikes on a structure and the unit in it.

    The arguments are those of :func:`strike`.

    Raises:
        InvalidValue: a structure that does not protect any more.
        RulesError: as for :func:`strike`.
    """
    if not structure.intact(rulings):
        raise InvalidValue("structure", structure, "a structure that still protects its occupant")
    alone, held, both = (
        under_fire(unit, structure, rulings, until).chain() for until in get_args(Until)
    )
    left = Distribution(alone.absorbed).map(lambda now: now.structure or structure)
    outlived = left.probability(lambda stands: not stands.intact(rulings))
    values = left.map(lambda stands: stands.value_left)
    return Siege(alone.steps, held.steps, both.steps, values, outlived)


MOST_ACTIVATIONS, MOST_ROUNDS = 500, 100

MOST_RENEWED = 120
"""Cards turned up, at most, where each joker begins a new deck: the work grows with their cube."""


@implements("R-X2")
def strike_deck(deck: DeckLike | None, rulings: Rulings) -> CommandDeck:
    """The deck that is drawn from: the one given, or 52 cards with the ruled number of jokers.

    Raises:
        InvalidValue: a deck of one's own without a card, or whose jokers contradict a ruled number.
    """
    if deck is None:
        return CommandDeck(jokers=rulings.jokers)
    if isinstance(deck, Mapping):
        if not deck:
            raise InvalidValue("deck", deck, "at least one rank")
        return CommandDeck(deck, rulings.jokers)
    require_instance("deck", deck, CommandDeck)
    if "R-X2" in rulings.departures() and deck.jokers != rulings.jokers:
        raise InvalidValue("deck.jokers", deck.jokers, f"{rulings.jokers}, as R-X2 is read")
    return deck


@implements("R-X3")
@uses("PT-X1", "R-X2")
def strikes(
    activations: int,
    deck: DeckLike | None = None,
    *,
    rounds: int = 1,
    rulings: Rulings = Rulings(),
) -> Distribution[int]:
    """The exact distribution of the number of sudden strikes that a force suffers.

    One card is turned up for each activation, beginning with a freshly shuffled deck: the one draw
    pile of the table. Cards that are drawn from it in between, such as those to spot a sniper,
    change nothing until it is used up.

    R-X7 changes nothing here, because each activation is that of another unit. A single unit that
    is activated several times in a round suffers the same, while it is in play, if a strike
    costs it that activation; if it costs the rest of the round, one strike a round at most.

    Args:
        activations: units that are activated in a round, once each, 0 to 500.
        deck: the full deck, jokers included; 52 cards and two jokers if it is left out. The same
            deck serves :mod:`~rules_lib.paper_tigers.sniper`.
        rounds: rounds that are played, 1 to 100.
        rulings: how the open rules are read; R-X3 says when the deck is shuffled anew. If it is
            used up within a round, it is shuffled then under every reading.
    """
    activations = require_int("activations", activations, 0, MOST_ACTIVATIONS)
    rounds = require_int("rounds", rounds, 1, MOST_ROUNDS)
    require_instance("rulings", rulings, Rulings)
    full = strike_deck(deck, rulings)
    if rulings.reshuffled == "when_a_joker_shows":
        return _joker_by_joker(full, activations * rounds)
    if rulings.reshuffled == "every_round":
        return _in_a_row(full, activations).repeat(rounds)
    return _in_a_row(full, activations * rounds)


def _in_a_row(deck: CommandDeck, draws: int) -> Distribution[int]:
    """Jokers in this many draws from a deck that is shuffled only when it is used up."""
    whole, rest = divmod(draws, deck.size)
    jokers = deck.jokers * whole
    return deck.cards.successes(rest, lambda card: card == JOKER).map(lambda more: jokers + more)


def _joker_by_joker(deck: CommandDeck, draws: int) -> Distribution[int]:
    """Jokers in this many draws from a deck that is shuffled after each of them."""
    if draws > MOST_RENEWED:
        allowed = f"at most {MOST_RENEWED} in all while R-X3 is read as 'when_a_joker_shows'"
        raise InvalidValue("activations in all rounds", draws, allowed)

    def move(now: tuple[int, int]) -> Move[tuple[int, int]]:
        out, jokers = now
        chances = {True: deck.jokers, False: deck.size - deck.jokers - out}
        shuffled = (out + 1) % deck.size
        return Roll("card", chances, lambda joker: (0, jokers + 1) if joker else (shuffled, jokers))

    found = Process((0, 0), move).after(draws)
    return found.map(lambda now: now[1])
