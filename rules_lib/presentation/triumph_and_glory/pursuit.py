"""The explorer of the pursuit: how many charges follow the first."""

from fractions import Fraction

from rules_lib.presentation.explorer import (
    Answer,
    Choice,
    Control,
    Explorer,
    Headline,
    Number,
    Part,
)
from rules_lib.presentation.triumph_and_glory.meetings import (
    BEFORE_COHESION,
    NO_REACTION,
    RIDERS,
    answered,
    row_of_enemies,
)
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import signed

MODIFIERS = range(3, 10)
BEHIND = {"nobody": 1, "one more": 2, "nine more": 10}
PURSUED = ("no pursuit", "one charge in pursuit", "two charges in pursuit", "three or more")
LOSES = {"1, 2, 3 …": "cumulative", "0, 1, 2 …": "first_free", "always 1": "flat"}


def _answer(drm: int, enemies: int, rulings: str) -> Answer:
    as_read = charge.Rulings(pursuit_penalty=rulings)  # type: ignore[arg-type]
    odds = answered(charge.odds(row_of_enemies(drm, enemies), NO_REACTION, as_read))
    distribution = odds.pursuits
    foot = [name for name, _ in next(iter(odds.outcomes)).fates if name != RIDERS]
    gone = odds.outcomes.map(lambda end: sum(end.gone(name) for name in foot))
    return Answer(
        (
            Part(PURSUED[0], distribution[0], "second"),
            Part(PURSUED[1], distribution[1], "neutral"),
            Part(PURSUED[2], distribution[2], "both"),
            Part(PURSUED[3], 1 - distribution.cdf(2), "first"),
        ),
        (
            Number("charges in pursuit on average", Fraction(distribution.mean()), digits=2),
            Number("enemies off the map on average", Fraction(gone.mean()), digits=2),
        ),
    )


PURSUIT = Explorer(
    id="pursuit-odds",
    question="How long does a pursuit run?",
    controls=(
        Control(
            "drm",
            "Modifiers of the charge, in all",
            tuple(Choice(str(drm), signed(drm), drm, dice=str(12 - drm)) for drm in MODIFIERS),
            "7",
            "slider",
        ),
        Control(
            "enemies",
            "Fresh enemies behind the first",
            tuple(Choice(words.replace(" ", "-"), words, n) for words, n in BEHIND.items()),
            "nine-more",
            "chips",
        ),
        Control(
            "rulings",
            "Each further charge loses (R-N6)",
            tuple(Choice(each.replace("_", "-"), words, each) for words, each in LOSES.items()),
            "cumulative",
            "chips",
            ruling="R-N6",
        ),
    ),
    answer=_answer,
    headline=Headline("no pursuit", "There is no pursuit {chance}."),
    python=(
        "horse = Cavalry('riders', 5, 10, cohesion_disordered=4, heavy=True)\n"
        "riders = charge.Stack((horse,), commitment_drm=-10)\n"
        f"cohesion = 5 + {BEFORE_COHESION} - {{drm}}\n"
        "row = ()\n"
        "for n in range({enemies}):\n"
        "    foot = Infantry('foot ' + str(n), cohesion, 1, cohesion_disordered=cohesion - 1)\n"
        "    row = (charge.Target((foot,), beyond=row),)\n"
        "plan = {'square': False, 'counter-shock': False, 'retreat before shock': False,\n"
        "        'go on': 'charge', 'advance': 'first', 'pursuers': 'first'}\n"
        "charge.odds(charge.Situation.of([riders], row), plan,\n"
        "    charge.Rulings(pursuit_penalty='{rulings}')).pursuits"
    ),
    note=(
        "Strong heavy cavalry charges weak infantry, and more of it stands behind. Nobody reacts,"
        " and a pursuit charges whenever it may. Disordered units have one cohesion less."
        " Tables: secondary source."
    ),
    dice=(
        "cavalry?charger.cohesion=5&charger.strength=10&target.cohesion={drm}&target.strength=1"
        "&square=no&dice="
    ),
)
