"""What a shot does, who spots the sniper, and what becomes of his markers."""

from collections.abc import Mapping
from dataclasses import replace

from rules_lib.errors import IllegalAction, InvalidValue, is_one_of, require_instance, require_int
from rules_lib.paper_tigers.command import require_total
from rules_lib.paper_tigers.deck import JOKER, CommandDeck, DeckCard, DeckLike, ranks
from rules_lib.paper_tigers.sniper import state
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings as StrikeRulings
from rules_lib.probability import Distribution
from rules_lib.rulebook import implements, uses
from rules_lib.values.type_checks import checked

INFANTRY_RAISE = 2
"""What the value of a drawn card is raised by for ordinary infantry (PT-S12)."""

BARELY_VISIBLE_RAISE = 2
"""What a barely visible target raises the value of a spotting test by (PT-S7)."""

SPOTTING_DICE = 2
"""Whatever the colour of the drawn card (PT-S11)."""


@implements("PT-S7", "R-S11")
def visibility_raise(spotter: state.Spotter, rulings: Rulings = Rulings()) -> int:
    """What a *barely visible* target raises the value of a spotting test by: nothing for snipers.

    The distance has no effect on it. The sniper himself is such a target, too (PT-S16): of him see
    :func:`spotting_raise` and :func:`found_raise`.
    """
    require_instance("rulings", rulings, Rulings)
    sharp = {"sniper"} if rulings.sharp_eyes == "snipers_only" else state.SPECIALISTS
    return 0 if state.require_spotter(spotter) in sharp else BARELY_VISIBLE_RAISE


@implements("PT-S12", "R-S6")
@uses("PT-S16", "R-S11", "R-S14")
def spotting_raise(spotter: state.Spotter, rulings: Rulings = Rulings()) -> int:
    """What the drawn card's value is raised by when this unit looks for the sniper."""
    hard_to_see = visibility_raise(spotter, rulings)
    exempt = state.SPECIALISTS if rulings.crews_raised else state.SPECIALISTS | state.CREWS
    raised = 0 if spotter in exempt else INFANTRY_RAISE
    return raised if rulings.raise_for_him == "same" else raised + hard_to_see


def raised_by(spotter: state.Spotter, rulings: Rulings, *, found: bool = False) -> tuple[str, ...]:
    """What is cited for :func:`spotting_raise`, or :func:`found_raise`: a clause, and rulings."""
    crew = ("R-S6",) if spotter in state.CREWS else ()
    sharp = ("R-S11",) if spotter in state.SPECIALISTS - {"sniper"} else ()
    if rulings.raise_for_him == "same":
        return ("PT-S12", *crew, *(("R-S14",) if found else ()))
    return ("R-S14", *sharp) if found else ("PT-S12", *crew, "PT-S7", *sharp, "R-S14")


@implements("R-S14")
@uses("PT-S7", "PT-S12", "PT-S16")
def found_raise(spotter: state.Spotter, rulings: Rulings = Rulings()) -> int:
    """What a sniper who has been found raises the value of a spotting test by (PT-S16)."""
    hard_to_see = visibility_raise(spotter, rulings)
    same = rulings.raise_for_him == "same"
    return spotting_raise(spotter, rulings) if same else hard_to_see


@implements("PT-S11")
@uses("PT-S12", "R-S3")
def spots(drawn: DeckCard, roll: int, spotter: state.Spotter, rulings: Rulings = Rulings()) -> bool:
    """Whether two dice reach the drawn card's value; no roll reaches a drawn joker."""
    more = spotting_raise(spotter, rulings)
    total = require_total("roll", roll, SPOTTING_DICE)
    return not is_one_of(drawn, [JOKER]) and total >= require_int("drawn", drawn, 1) + more


@implements("R-S3")
@uses("R-S2")
@checked
def full_pile(deck: DeckLike | None = None, rulings: Rulings = Rulings()) -> CommandDeck:
    """The one draw pile of the table: the deck given, or the one the rulings describe.

    A mapping of ranks to values, or no deck at all, gets the jokers of sudden strike (R-X2) where
    R-S3 has jokers in the pile.

    Raises:
        InvalidValue: jokers in a pile that is ruled to have none, or a deck of one's own together
            with ruled values of the court cards.
    """
    none = rulings.jokers == "none"
    if deck is None or isinstance(deck, Mapping):
        jokers = 0 if none else StrikeRulings().jokers
        deck = CommandDeck(ranks(rulings.court_values) if deck is None else deck, jokers)
    if "R-S2" in rulings.departures() and dict(deck.values) != ranks(rulings.court_values):
        raise InvalidValue("deck", dict(deck.values), "the court values that R-S2 is read with")
    if deck.jokers and none:
        allowed = "0 while R-S3 is read as 'none'; with jokers read it as 'fail' or 'redraw'"
        raise InvalidValue("deck.jokers", deck.jokers, allowed)
    return deck


@uses("R-S3")
def draw_pile(deck: DeckLike | None, rulings: Rulings) -> CommandDeck:
    """The cards of the pile that an attempt can be made with: jokers that are put aside are out."""
    pile = full_pile(deck, rulings)
    return pile.without_jokers() if rulings.jokers == "redraw" else pile


def pile_told(deck: DeckLike | None = None, rulings: Rulings = Rulings()) -> str:
    """The pile that is drawn from, in words: ``"52 cards and 2 jokers; a joker fails"``."""
    pile = full_pile(deck, rulings)
    if not pile.jokers:
        return str(pile)
    stay = draw_pile(pile, rulings).jokers
    what = "fails" if stay else "is put aside, and another card drawn"
    return f"{pile}; a joker {what}"


@implements("R-S13")
def reaches_own_card(spotter: state.Spotter, rulings: Rulings) -> bool:
    """Whether this unit must reach the card that lies at it, and not a drawn one, to spot him."""
    return rulings.specialists_card == "own" and state.require_spotter(spotter) in state.SPECIALISTS


@implements("R-S4")
def cards_drawn(pile: CommandDeck, rulings: Rulings) -> int:
    """How many cards are drawn from the pile before all of them are in it again."""
    return 1 if rulings.drawing == "returned" else pile.size


@implements("R-S1")
def may_spot(hit: bool, rulings: Rulings) -> bool:
    """Whether a unit that was shot at, and perhaps hit, may try to spot the sniper."""
    return not hit or rulings.hit_target_spots


@implements("PT-S1", "PT-S2", "PT-S3", "PT-S9", "PT-S10", "R-S7", "R-S10")
@checked
def effect(target: state.Target, hit: bool, rulings: Rulings = Rulings()) -> state.Effect:
    """What a shot does: nothing if it misses; no save of any kind if it hits.

    An unhurt unit is never removed by one shot.
    """
    removed = hit and target.hits == 1 and rulings.second_hit_removes
    recovery: bool | None = False
    if hit and not removed:
        recovery = rulings.recovery == "all_targets" or target.kind == "infantry"
        if not recovery and target.kind in state.PERHAPS_INFANTRY:
            recovery = None
    return state.Effect(hit, removed, hit, recovery)


@implements("R-S5")
def betrays(hit: bool, rulings: Rulings) -> bool:
    """Whether a shot from his secret position makes him lay out markers."""
    return hit or rulings.markers_laid == "after_any_shot"


@implements("R-S8")
def markers_stay(rulings: Rulings) -> bool:
    """Whether markers that are out stay as they are when he shoots again."""
    return rulings.markers_stay == "between_shots"


@implements("PT-S5")
@uses("R-S5", "R-S8")
@checked
def after_shot(position: state.Position, hit: bool, rulings: Rulings) -> state.Position:
    """The markers after one of his shots; a missed one lays none if R-S5 asks for a hit."""
    state.require_hidden(position, "shoots again")
    laid = not markers_stay(rulings) if position.laid else betrays(hit, rulings)
    return _laid_out(position) if laid else position


@implements("R-S12")
@uses("PT-S5")
@checked
def after_move(position: state.Position, rulings: Rulings = Rulings()) -> state.Position:
    """The markers after one of his moves: new ones, unless those that are out stay (R-S12)."""
    state.require_hidden(position, "moves")
    stay = position.laid and rulings.later_move == "green_moves"
    return position if stay else _laid_out(position)


@implements("PT-S14")
def dots(position: state.Position) -> Distribution[state.Dot]:
    """What a marker shows that is turned: all that are out are equally likely, one is green."""
    return Distribution.from_weights({"red": position.reds, "green": 1})


@implements("PT-S6", "PT-S13", "PT-S15", "R-S9")
@checked
def turn(
    position: state.Position, dot: state.Dot, rulings: Rulings, *, field: str = "marker"
) -> state.Position:
    """The markers after one of them was turned over and showed this dot; errors call it ``field``.

    Raises:
        IllegalAction: no markers are out.
        InvalidValue: another dot, or a red one although only the green marker is left.
    """
    if not position.laid:
        raise IllegalAction(f"{field}: none is out", ["PT-S5", "PT-S13"])
    if dot == "red" and not position.reds:
        raise InvalidValue(field, dot, "'green', the only one left")
    found = dot == "green" or (rulings.found_by == "elimination" and position.reds == 1)
    if found:
        return replace(position, laid=False, reds=0, found=True)
    return replace(position, reds=position.reds - 1)


def _laid_out(position: state.Position) -> state.Position:
    return replace(position, laid=True, reds=position.markers - 1)
