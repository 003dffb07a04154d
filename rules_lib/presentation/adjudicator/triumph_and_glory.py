"""The form of Triumph & Glory: an attack on one hex or several, on foot or on horseback."""

from __future__ import annotations

from rules_lib.presentation.adjudicator.controls import (
    NOTHING,
    Said,
    faces,
    fold,
    group,
    number,
    rows,
    select,
    text,
    tick,
)
from rules_lib.presentation.adjudicator.form import Form
from rules_lib.presentation.markup import Html
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.parser import CHARGERS, ONE_BRIGADE, TARGETS

YES_NO = ("yes", "no")
FOOT = ("infantry", "jaegers")
ORDERS: dict[str, Said] = {"good order": NOTHING, "disordered": ", disordered"}


def cavalry_form() -> Form:
    """An attack, each of whose units is a row."""

    def decision(name: str, label: str) -> Html:
        answers: dict[str, Said] = {"not said yet": NOTHING}
        answers |= {each: (f" --decide {name}={each}", f'"{name}": "{each}", ') for each in YES_NO}
        return select(name, label, answers, "yes" if name == "square" else "no")

    sides: dict[str, Said] = {"front": NOTHING}
    sides |= {each: f", through {each}" for each in ("flank", "rear")}
    rolled = group(
        "What was decided and rolled",
        "dice drm ratio",
        decision("square", "Square?"),
        decision("recall", "Recall?"),
        number(
            "ratio",
            "Ratio modifier",
            "",
            " --ratio #",
            ", ratio_drm=#",
            least=-99,
        ),
        number("drm", "Other modifier", "", " --drm #", ", other_drm=#", least=-99),
        faces("dice", "The dice, in the order of the steps", "378", " --dice #"),
    )
    others = rows(
        "decide",
        "Tap an answer when it is due, or write it here",
        "Decision",
        "decide",
        (
            text("decide.what", "Such as counter-charge Y", empty='""'),
            text("decide.answer", "The answer", empty='""'),
        ),
        " --decide {decide.what}={decide.answer}",
        "{decide.what}: {decide.answer}",
    )
    line = 'cavalry --charger "{charger}" --target "{target}"{ratio}{drm}{square}{recall}{decide}'
    start = (
        "from rules_lib.triumph_and_glory import charge\n"
        "situation = charge.Situation.parse(\n"
        '    ["{charger}"],\n    ["{target}"]{ratio}{drm})\n'
    )
    plan = "{{square}{recall}{decide}}"
    return Form(
        "cavalry",
        (
            _units(
                "charger",
                "The attackers",
                ("heavy", "light", *FOOT),
                ("5", "6"),
                ("order", "side", "shocks"),
                select("charger.order", "Order", ORDERS),
                select("charger.side", "Through", sides),
                tick("charger.shocks", "shocks", ", shocks", ", shocks"),
            ),
            _units(
                "target",
                "The hexes attacked",
                (*FOOT, "heavy", "light", "artillery", "horse artillery"),
                ("5", "5"),
                ("fire", "order", "clear", "zone", "front"),
                number("target.fire", "Fire, of guns", "", ", fire #", ", fire #"),
                select("target.order", "Order", ORDERS | {"in square": ", in square"}),
                *(
                    tick(f"target.{name}", said, f", {said}", f", {said}")
                    for name, said in {
                        "clear": "clear terrain",
                        "zone": "in enemy zone",
                        "front": "in enemy front",
                    }.items()
                ),
            ),
            rolled,
            fold("Other decisions", [others]),
        ),
        line,
        "{dice}",
        start,
        f"charge.adjudicate(situation, [{{dice}}], {plan}{{rulings}})",
        f"charge.odds(situation, {plan}{{rulings}})",
        ("dice",),
        {"rulings=charge": charge.Rulings},
        emptied=("square", "recall", "decide"),
    )


def _units(
    side: str,
    label: str,
    kinds: tuple[str, ...],
    first: tuple[str, str],
    traits: tuple[str, ...],
    *more: Html,
) -> Html:
    """The units of a side, each with its hex; the first has this cohesion and this strength.

    ``more`` asks for the traits, which are said in their order.
    """
    cohesion, strength = first
    where: dict[str, Said] = {
        "a new hex": (f'" --{side} "', '", "'),
        "the same": " + ",
    }
    disordered = number(
        f"{side}.disordered",
        "Cohesion, disordered",
        "",
        ", disordered cohesion #",
        ", disordered cohesion #",
    )
    parts = ("where", "kind", "cohesion", "strength", "disordered", "brigade", *traits)
    said = "".join(f"{{{side}.{each}}}" for each in parts)
    return rows(
        side,
        label,
        "Unit",
        side,
        (
            select(f"{side}.where", "Its hex", where, later=True),
            select(f"{side}.kind", "It is", {each: each for each in kinds}),
            number(f"{side}.cohesion", "Cohesion", cohesion, " #", " #"),
            number(f"{side}.strength", "Strength", strength, ", strength #", ", strength #"),
            tick(f"{side}.brigade", "of one brigade", *[f", {ONE_BRIGADE}"] * 2),
            fold("More of it", [disordered, *more]),
        ),
        said,
        said,
        letters=CHARGERS if side == "charger" else TARGETS,
        apart=False,
    )
