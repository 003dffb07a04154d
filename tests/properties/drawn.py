"""Random units, parties and readings for the properties."""

from dataclasses import fields, replace

from hypothesis import strategies as st

from rules_lib.in_die_tiefen import Party
from rules_lib.paper_tigers import Card, melee

cards = st.builds(Card, st.sampled_from(["red", "black"]), st.integers(2, 20))
plain_units = st.builds(melee.Combatant, cards, hits=st.integers(0, 1), shaken=st.booleans())
"""Units with nothing that sets the two roles apart."""


def _judgeable(rulings: melee.Rulings) -> melee.Rulings:
    """Whether a roll did not win (R-M13) shows only once both are seen (R-M5)."""
    judged = rulings.rerolled_rolls == "not_won"
    return replace(rulings, reroll_decided="seeing_both") if judged else rulings


melee_rulings = (
    st.fixed_dictionaries(
        {each.name: st.sampled_from(each.metadata["readings"]) for each in fields(melee.Rulings)}
    )
    .map(lambda chosen: melee.Rulings(**chosen))
    .map(_judgeable)
)
"""Any mixture of the readings that are named."""


@st.composite
def parties(draw: st.DrawFn, most: int = 9) -> Party:
    dice = draw(st.integers(1, most))
    fanaticism = draw(st.integers(0, min(4, dice - 1)))
    return Party(dice, fanaticism, draw(st.booleans()))
