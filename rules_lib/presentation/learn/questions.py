"""Ten questions about Paper Tigers.  Every figure and every right answer comes from the engine.

Where the answer depends on an open reading, the explanation quotes our reading from the rulebook,
so that it stays true if the default changes.
"""

from __future__ import annotations

from typing import Final

from rules_lib.paper_tigers import Card, charge, melee, sniper, sudden_strike
from rules_lib.paper_tigers.melee.rules import SMALL_TEAM_PENALTY, opening
from rules_lib.paper_tigers.sudden_strike.rules import SAVING_FACES
from rules_lib.presentation.learn.quiz import Option, Question, Quiz, reading, ten
from rules_lib.presentation.learn.the_melee import ABLE, CREW
from rules_lib.presentation.learn.worth import Worth
from rules_lib.rulebook.defaults import defaults
from rules_lib.rulebook.numbers import in_text
from rules_lib.wording import percent

BAKER: Final = melee.Combatant(Card("red", 5))


def ten_questions() -> Quiz:
    """The questions under our default rulings."""
    fights = defaults(melee.Rulings)
    questions = (
        _dice_of_a_card(),
        _exactly_reached(),
        _failed_charge(fights),
        _who_is_hit(fights),
        _equal_totals(fights),
        _small_team(fights),
        _keep_or_not(fights),
        _second_roll(fights),
        _no_save(defaults(sniper.Rulings)),
        _joker(defaults(sudden_strike.Rulings)),
    )
    return ten("quiz", "Paper Tigers", "the melee", questions)


def _dice_of_a_card() -> Question:
    card = Card("red", 9)
    return Question(
        "q-dice",
        f"Your unit has a {card} and wants to charge. How many dice do you roll?",
        (
            Option(
                f"{card.movement_dice} dice.",
                card.movement_dice,
                f"{card.movement_dice} dice would move it. Black moves, red fights.",
            ),
            Option(
                f"{card.combat_dice} dice.",
                card.combat_dice,
                f"A red card rolls {card.combat_dice} dice to charge and to fight.",
            ),
            Option(
                f"{card.value} dice.",
                card.value,
                f"{card.value} is the number to reach, not the number of dice.",
            ),
        ),
        ("PT-M3", "PT-M19"),
        lambda: card.dice_for("charge"),
    )


def _exactly_reached() -> Question:
    card = Card("red", 7)
    return Question(
        "q-exactly",
        f"Your card is a {card}. The dice show exactly {card.value} in all. Is the test passed?",
        (
            Option("Yes.", True, f"{card.value} reaches {card.value}. At least is enough."),
            Option("No, it takes one more.", False, "You need not beat the card, only reach it."),
            Option("You roll again.", "again", "Equal numbers decide a test immediately."),
        ),
        ("PT-M3",),
        lambda: card.reached_by(card.value),
    )


def _failed_charge(rulings: melee.Rulings) -> Question:
    def check() -> str:
        action = charge.adjudicate(
            ABLE,
            BAKER,
            movement_roll=8,
            charge_roll=5,
            rulings=defaults(charge.Rulings),
            melee_rulings=rulings,
        )
        return "stays" if action.fight is None else "fights"

    return Question(
        "q-refused",
        "Your unit has moved. Now its charge test fails. What happens?",
        (
            Option(
                "It fights anyway, but shaken.",
                "fights",
                "Without a passed charge test there is no contact, and no melee.",
            ),
            Option(
                "It goes back to where it came from.",
                "goes back",
                "The move is over and done. Nothing takes it back.",
            ),
            Option(
                "It stays, and the enemy may shoot at it once.",
                "stays",
                "It stays where it stands, without cover. The shot needs no activation.",
            ),
        ),
        ("PT-M6", "PT-M7"),
        check,
    )


def _who_is_hit(rulings: melee.Rulings) -> Question:
    def check() -> tuple[int, int]:
        done = melee.adjudicate(ABLE, BAKER, [(12, 9)], rulings, complete=False).exchanges[0]
        return done.attacker_takes, done.defender_takes

    extra = f"Does losing cost an extra hit? {reading(rulings, 'R-M1')}"
    return Question(
        "q-hits",
        f"Able, {ABLE.card}, rolls 12. Baker, {BAKER.card}, rolls 9. Who takes how many hits?",
        (
            Option(
                "Baker takes two. Able takes none.",
                (0, 2),
                "Blows fall together. Baker reached its card, so Able is hit as well.",
            ),
            Option(
                "Baker takes two. Able takes one.",
                (1, 2),
                f"Each hits the other, and Baker has lost the exchange. {extra}",
            ),
            Option(
                "Each takes one.",
                (1, 1),
                f"For the reached cards that is right. But Baker has lost the exchange. {extra}",
            ),
        ),
        ("PT-M9", "PT-M14", "PT-M16", "R-M1"),
        check,
    )


def _equal_totals(rulings: melee.Rulings) -> Question:
    twelve = melee.Combatant(Card("black", 12))

    def check() -> str:
        done = melee.adjudicate(ABLE, twelve, [(11, 11)], rulings, complete=False).exchanges[0]
        return done.winner or "nobody"

    return Question(
        "q-equal",
        f"Able, {ABLE.card}, rolls 11. Baker, {twelve.card}, also rolls 11. Who wins the exchange?",
        (
            Option(
                "Able.",
                "attacker",
                "Able reached its card. To win it would need the higher total as well.",
            ),
            Option("Baker.", "defender", "Baker did not even reach its own card."),
            Option(
                "Nobody.",
                "nobody",
                "Equal totals are a draw. Able still reached its card, so Baker takes a hit.",
            ),
        ),
        ("PT-M9", "PT-M10", "PT-M11"),
        check,
    )


def _small_team(rulings: melee.Rulings) -> Question:
    crew = melee.Combatant(Card("red", 5), small_team=True)
    done = melee.adjudicate(ABLE, crew, [(5, 6)], rulings, complete=False).exchanges[0]
    counts = f"6 minus {done.defender_deduction.points} is {done.defender_total}."
    counted = f"Do deductions count against the own card? {reading(rulings, 'R-M7')}"
    return Question(
        "q-crew",
        f"A gun crew, a small team, fights infantry. Its card is a {crew.card}. Its dice show 6"
        " in all. Does it score a hit?",
        (
            Option("No.", False, f"{counts} {counted}"),
            Option("Yes, 6 is enough for 5.", True, f"A small team deducts. {counts} {counted}"),
            Option(
                "Only if its total is higher than the enemy’s.",
                "if higher",
                "The higher total decides who wins the exchange. For a hit your own card is"
                " enough.",
            ),
        ),
        ("PT-M9", "PT-M15", "R-M7"),
        lambda: done.defender_hit,
    )


def _keep_or_not(rulings: melee.Rulings) -> Question:
    pairing = melee.Pairing(ABLE, CREW, rulings)
    moment = Worth(pairing, melee.Goal.WIN)
    kept = moment.worth(moment.if_kept(opening(pairing), 9, 8))
    again = moment.worth(moment.if_rolled_again(opening(pairing), 9, 8))
    odds = (
        f"To be the only unit left, keeping is worth {percent(kept)}, rolling again"
        f" {percent(again)}."
    )
    gone = "" if kept else "A hit is no use to a unit that is gone. "
    return Question(
        "q-keep",
        f"Your crew, {CREW.card}, is in cover and unhurt. You roll 8, less"
        f" {SMALL_TEAM_PENALTY}: a hit. Able, {ABLE.card}, rolls 9: a hit, and higher. What now?",
        (
            Option(
                "Keep it: a hit is a hit.", "keep", f"This roll loses the exchange. {gone}{odds}"
            ),
            Option("Roll again.", "again", f"The roll on the table loses the exchange. {odds}"),
            Option("It makes no difference.", "equal", odds),
        ),
        ("PT-M10", "PT-M13", "PT-M16", "R-M1", "R-M5", "R-M13"),
        lambda: "equal" if kept == again else "keep" if kept > again else "again",
    )


def _second_roll(rulings: melee.Rulings) -> Question:
    done = melee.adjudicate(ABLE, CREW, [(9, 8, 4)], rulings, complete=False).exchanges[0]
    minus = done.defender_deduction.points
    return Question(
        "q-second",
        "You have cover and roll again. The 8 becomes a 4. What counts?",
        (
            Option("The 4.", 4, "The new roll stands, better or worse."),
            Option("The 8, because it is better.", 8, "Cover lets you try again, not choose."),
            Option(
                "You may roll a third time.",
                "third",
                "Cover gives one second chance for a roll, not a third.",
            ),
        ),
        ("PT-M13", "R-M13"),
        lambda: done.defender_total + minus,
    )


def _no_save(rulings: sniper.Rulings) -> Question:
    return Question(
        "q-sniper",
        "A sniper hits your infantry. It is in an intact bunker. What can still save it?",
        (
            Option(
                "The bunker’s armour save.",
                "structure",
                "Against a sniper’s hit there is no save, not even an intact bunker’s.",
            ),
            Option(
                "Its own cover save.", "unit", "Cover makes him hard to see, and does not stop it."
            ),
            Option(
                "Nothing.",
                True,
                "The hit counts immediately. The unit is damaged, and loses the rest of its round.",
            ),
        ),
        ("PT-S9", "PT-S2"),
        lambda: sniper.effect(sniper.Target("infantry"), True, rulings).damaged,
    )


def _joker(rulings: sudden_strike.Rulings) -> Question:
    def check() -> sudden_strike.Fate:
        dice = [sudden_strike.Dice((2, 5, 1))]
        struck = sudden_strike.adjudicate("infantry", sudden_strike.BUNKER, dice, rulings)
        return struck.results[0].fate

    ends = rulings.ends_though_structure_saves
    loses = "But its activation is over." if ends else "It goes on with its activation."
    why = (
        "The joker ends its activation immediately, under our reading (R-X6)."
        if ends
        else "It is unaffected in every way (R-X6)."
    )
    return Question(
        "q-joker",
        "A joker: a sudden strike on your infantry in a bunker. The bunker rolls 2, 6, 1. And now?",
        (
            Option(
                "The infantry rolls two dice for itself.",
                sudden_strike.Fate.SAVED,
                f"It would, had none of the bunker’s dice shown {in_text(SAVING_FACES).each}.",
            ),
            Option(
                f"It is unharmed. {loses}",
                sudden_strike.Fate.UNAFFECTED,
                f"One 6 is enough: the bunker has stopped the shot for the unit inside. {why}",
            ),
            Option(
                "The bunker is worth 1 less.",
                sudden_strike.Fate.HIT,
                "Its value drops only when it fails.",
            ),
        ),
        ("PT-X6", "PT-X5", "PT-X1", "R-X6", "R-X7"),
        check,
    )
