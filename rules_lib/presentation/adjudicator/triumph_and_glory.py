"""The form of Triumph & Glory: one cavalry unit charges one infantry unit."""

from __future__ import annotations

from rules_lib.presentation.adjudicator.controls import (
    NOTHING,
    Said,
    faces,
    group,
    number,
    select,
    tick,
)
from rules_lib.presentation.adjudicator.form import Form
from rules_lib.presentation.markup import Html
from rules_lib.triumph_and_glory import charge

YES_NO = ("yes", "no")


def cavalry_form() -> Form:
    """A charge."""
    horse: dict[str, Said] = {"heavy": ("heavy", "True"), "light": ("light", "False")}
    sides: dict[str, Said] = {"front": NOTHING}
    sides |= {each: (f", through {each}", f', through="{each}"') for each in ("flank", "rear")}
    foot: dict[str, Said] = {"infantry": ("infantry", ""), "jaegers": ("jaegers", ", jaeger=True")}
    orders: dict[str, Said] = {
        "in good order": NOTHING,
        "in square": (", in square", ", order=Order.SQUARE"),
        "disordered": (", disordered", ", order=Order.DISORDERED"),
    }

    def decision(name: str, label: str) -> Html:
        answers: dict[str, Said] = {"not said yet": NOTHING}
        answers |= {each: (f" --decide {name}={each}", f'"{name}": "{each}", ') for each in YES_NO}
        return select(name, label, answers, "yes" if name == "square" else "no")

    charger = group(
        "A, the cavalry",
        "charger",
        select("charger.kind", "It is", horse),
        number("charger.cohesion", "Cohesion", "5", empty="None"),
        number("charger.strength", "Strength", "6", empty="None", least=1),
        select("charger.side", "Through", sides),
    )
    target = group(
        "X, the infantry",
        "target",
        select("target.kind", "It is", foot),
        number("target.cohesion", "Cohesion", "5", empty="None"),
        number("target.strength", "Strength", "5", empty="None", least=1),
        select("target.order", "It stands", orders),
        tick("target.clear", "clear terrain", ", clear terrain", ", clear_terrain=True"),
        tick("target.zone", "in an enemy zone", ", in enemy zone", ", in_enemy_zoc=True"),
        tick("target.front", "in an enemy front", ", in enemy front", ", in_enemy_front=True"),
    )
    rolled = group(
        "What was decided and rolled",
        "dice decide decisions drm",
        decision("square", "Square?"),
        decision("recall", "Recall?"),
        number("drm", "Other modifier", "", " --drm #", ", other_drm=#", least=-99),
        faces("dice", "The dice, in the order of the steps", "378", " --dice #"),
    )
    line = (
        'cavalry --charger "{charger.kind} {charger.cohesion}, strength {charger.strength}'
        '{charger.side}"'
        ' --target "{target.kind} {target.cohesion}, strength {target.strength}{target.order}'
        '{target.clear}{target.zone}{target.front}"{drm}{square}{recall}'
    )
    start = (
        "from rules_lib.triumph_and_glory import Cavalry, Infantry, Order, charge\n"
        'horse = Cavalry("A", {charger.cohesion}, strength={charger.strength},'
        " heavy={charger.kind})\n"
        'foot = Infantry("X", {target.cohesion}, strength={target.strength}{target.kind}'
        "{target.order})\n"
        "stack = charge.Stack((horse,){charger.side})\n"
        "target = charge.Target((foot,){target.clear}{target.zone}{target.front})\n"
        "situation = charge.Situation((charge.Attack((stack,), (target,){drm}),))\n"
    )
    plan = "{{square}{recall}}"
    return Form(
        "cavalry",
        (charger, target, rolled),
        f"{line}{{dice}}{{rulings}}",
        f"{start}print(charge.adjudicate(situation, [{{dice}}], {plan}{{rulings}}))",
        f"{line}{{rulings}}",
        f"{start}print(charge.odds(situation, {plan}{{rulings}}))",
        ("dice",),
        {"rulings=charge": charge.Rulings},
    )
