"""All forms, by the commands that answer them."""

from collections.abc import Callable, Mapping

from rules_lib.errors import require_word
from rules_lib.frozen import FrozenMap
from rules_lib.presentation.adjudicator.form import Form, as_html
from rules_lib.presentation.adjudicator.in_die_tiefen import battle_form
from rules_lib.presentation.adjudicator.paper_tigers import (
    charge_form,
    melee_form,
    sniper_form,
    strike_form,
)
from rules_lib.presentation.adjudicator.triumph_and_glory import cavalry_form
from rules_lib.presentation.markup import Html
from rules_lib.type_checks import checked

FORMS: Mapping[str, Callable[[], Form]] = FrozenMap(
    {
        "melee": melee_form,
        "charge": charge_form,
        "sniper": sniper_form,
        "strike": strike_form,
        "battle": battle_form,
        "cavalry": cavalry_form,
    }
)


@checked
def form_html(name: str) -> Html:
    """The form of a command."""
    return as_html(FORMS[require_word("name", name, FORMS)]())
