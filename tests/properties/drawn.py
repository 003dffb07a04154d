"""Random units, parties and readings for the properties."""

from dataclasses import fields, replace
from typing import Any

from hypothesis import strategies as st

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, melee

colours = st.sampled_from(["red", "black"])
cards = st.builds(Card, colours, st.integers(2, 20))
plain_units = st.builds(melee.Combatant, cards, hits=st.integers(0, 1), shaken=st.booleans())
"""Units with nothing that sets the two roles apart."""
defenders = st.builds(
    melee.Combatant,
    cards,
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.integers(0, 1),
    st.booleans(),
)


def _rulings(kind: Any) -> st.SearchStrategy[Any]:
    """Any mixture of the readings that are named."""
    named = {each.name: st.sampled_from(each.metadata["readings"]) for each in fields(kind)}
    return st.fixed_dictionaries(named).map(lambda chosen: kind(**chosen))


def _judgeable(rulings: melee.Rulings) -> melee.Rulings:
    """Whether a roll did not win (R-M13) shows only once both are seen (R-M5)."""
    judged = rulings.rerolled_rolls == "not_won"
    return replace(rulings, reroll_decided="seeing_both") if judged else rulings


melee_rulings: st.SearchStrategy[melee.Rulings] = _rulings(melee.Rulings).map(_judgeable)


def _definite(rulings: battle.Rulings) -> battle.Rulings:
    """R-I1, R-I2 and R-I3 read otherwise all three leave open what happens."""
    open_question = rulings.destroys == "random" and not rulings.destroyed_dice_destroy
    return replace(rulings, fanaticism_counts="result_and_losses") if open_question else rulings


battle_rulings: st.SearchStrategy[battle.Rulings] = _rulings(battle.Rulings).map(_definite)


@st.composite
def parties(draw: st.DrawFn, most: int = 9) -> Party:
    dice = draw(st.integers(1, most))
    fanaticism = draw(st.integers(0, min(4, dice - 1)))
    return Party(dice, fanaticism, draw(st.booleans()))
