"""Ten questions about the mass battle of In die Tiefen: all answers are the engine's."""

from __future__ import annotations

from rules_lib.in_die_tiefen import Party, Tactic, battle, tactic_dice
from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP
from rules_lib.presentation.learn.quiz import Option, Question, Quiz, reading, ten
from rules_lib.presentation.learn.the_battle import fought
from rules_lib.rulebook.defaults import defaults
from rules_lib.rulebook.numbers import in_text

JUST_SHORT = 3 * OUTNUMBERING_STEP - 1
"""To one; two steps are reached."""


def battle_questions() -> Quiz:
    """The questions under our default rulings."""
    rulings = defaults(battle.Rulings)
    questions = (
        _bill(rulings),
        _ratio(rulings),
        _tactic(),
        _thwarted(rulings),
        _superior(rulings),
        _fanatics(rulings),
        _destroyed_destroys(rulings),
        _a_six(rulings),
        _as_many(rulings),
        _losses(rulings),
    )
    return ten("quiz-battle", "In die Tiefen", "the battle", questions)


def _bill(rulings: battle.Rulings) -> Question:
    party = Party.from_circumstances(terrain=True, certain_death=True, rulings=rulings)
    bill = ", ".join(f"{item.what} {item.dice}" for item in party.bill)
    return Question(
        "q-bill",
        "The ground favours you, and you can neither flee nor surrender. How many dice have you?",
        (
            Option("Two.", 2, "Two is what certain death alone brings."),
            Option("Three.", 3, "Every party has a base die besides."),
            Option("Four.", 4, f"All is added up: {bill}."),
        ),
        ("IDT-4.1", "IDT-1.1", "IDT-1.2"),
        lambda: party.dice,
    )


def _ratio(rulings: battle.Rulings) -> Question:
    def check() -> int:
        return Party.from_circumstances(outnumbers=JUST_SHORT, rulings=rulings).dice - Party(1).dice

    return Question(
        "q-ratio",
        f"You are {in_text(JUST_SHORT).word} to one. How many dice does that bring?",
        (
            Option(
                "Two.",
                2,
                f"{in_text(JUST_SHORT + 1).Word} to one is not reached. {reading(rulings, 'R-I6')}",
            ),
            Option("Three.", 3, f"That would be {in_text(JUST_SHORT + 1).word} to one."),
            Option(
                f"{in_text(JUST_SHORT).Word}.",
                JUST_SHORT,
                f"It is one die for each {in_text(OUTNUMBERING_STEP).word}fold,"
                " not for each enemy.",
            ),
        ),
        ("IDT-1.4", "R-I6"),
        check,
    )


def _tactic() -> Question:
    own, enemy = Tactic.SPEED, Tactic.STEADINESS
    return Question(
        "q-tactic",
        f"Your slip says {own}, the enemy’s {enemy}. Who gains dice?",
        (
            Option(
                "The enemy gains two.", (0, 2), "Steadiness stands against strength, not speed."
            ),
            Option("You gain two.", (2, 0), f"{own.capitalize()} beats {enemy}: two dice for you."),
            Option("Nobody.", (0, 0), "Nobody gains only where both slips say the same."),
        ),
        ("IDT-2.2", "IDT-2.4"),
        lambda: (tactic_dice(own, enemy), tactic_dice(enemy, own)),
    )


def _thwarted(rulings: battle.Rulings) -> Question:
    def check() -> tuple[int, int]:
        enemy = Party.from_circumstances(thwarted_enemy_deeds=1, rulings=rulings)
        mine = Party.from_circumstances(rulings=rulings)
        return mine.dice - 1, enemy.dice - 1

    return Question(
        "q-thwarted",
        "Your captain tries a heroic deed, and the enemy thwarts it. What comes of it?",
        (
            Option("Nothing.", (0, 0), "A deed that is thwarted is worse than none."),
            Option("You lose a die.", (-1, 0), "Your own dice stay as they are."),
            Option(
                "The enemy gains a die.",
                (0, 1),
                "Heroism is a risk: thwarted, it helps the other side.",
            ),
        ),
        ("IDT-3.2", "IDT-3.1"),
        check,
    )


def _superior(rulings: battle.Rulings) -> Question:
    return Question(
        "q-superior",
        "Your weapons are superior. Which of your faces destroy enemy dice?",
        (
            Option("A 5 and a 6.", 5, "Superiority lowers the face by one, from 6 to 5."),
            Option("A 6 only.", 6, "That is so without superiority."),
            Option("A 4, a 5 and a 6.", 4, "For the 4 the enemy would have to be fanatic as well."),
        ),
        ("IDT-5.3", "IDT-5.2"),
        lambda: battle.thresholds(Party(3, superior=True), Party(3), rulings).result,
    )


def _fanatics(rulings: battle.Rulings) -> Question:
    own, enemy = Party(4), Party(4, fanaticism=2)
    return Question(
        "q-fanatics",
        f"The enemy has taken {enemy.fanaticism} dice for fanatics. Which of your faces destroy?",
        (
            Option("A 6 only.", 6, "Fanatics do not look after themselves."),
            Option("A 4, a 5 and a 6.", 4, "Each of the two dice lowers the face by one."),
            Option("A 5 and a 6.", 5, "One die of fanatics would do that."),
        ),
        ("IDT-6.3", "IDT-1.3", "R-I3"),
        lambda: battle.thresholds(own, enemy, rulings).losses,
    )


def _destroyed_destroys(rulings: battle.Rulings) -> Question:
    def check() -> tuple[int, int]:
        done = fought(Party(1), Party(1), (6,), (6,), rulings)
        return len(done.a.destroyed), len(done.b.destroyed)

    return Question(
        "q-both",
        "One die against one, and both show a 6. What is destroyed?",
        (
            Option("Neither die.", (0, 0), "Equal sixes do not cancel each other."),
            Option(
                "Both dice.",
                (1, 1),
                f"Does a die that is destroyed destroy? {reading(rulings, 'R-I1')}",
            ),
            Option("The defender’s.", (0, 1), "A battle roll knows no attacker and no defender."),
        ),
        ("IDT-5.2", "R-I1"),
        check,
    )


def _as_many(rulings: battle.Rulings) -> Question:
    done = fought(Party(2), Party(3), (4, 3), (5, 1, 1), rulings)
    return Question(
        "q-draw",
        "You roll 4 and 3. The enemy rolls 5, 1, 1. Who wins?",
        (
            Option(
                "Nobody.", battle.Winner.DRAW, f"{done.a.total} against {done.b.total} is a draw."
            ),
            Option(
                "You: you had fewer dice.",
                battle.Winner.A,
                "How many dice there were does not count.",
            ),
            Option(
                "The enemy: he has the highest die.",
                battle.Winner.B,
                "Only the total of what is left counts.",
            ),
        ),
        ("IDT-5.4", "IDT-5.1"),
        lambda: done.winner,
    )


def _a_six(rulings: battle.Rulings) -> Question:
    done = fought(Party(3), Party(3), (6, 2, 1), (5, 4, 3), rulings)
    gone = ", ".join(str(done.b.rolls[place]) for place in done.b.destroyed)
    left = f"Your 6 destroys the {gone}. What is left: {done.a.total} against {done.b.total}."
    return Question(
        "q-six",
        "A mass battle. You roll 6, 2, 1. The enemy rolls 5, 4, 3. Who wins?",
        (
            Option(
                "The enemy, with 12 against 9.",
                battle.Winner.B,
                f"That is before the six has done its work. {left}",
            ),
            Option("You.", battle.Winner.A, left),
            Option("Nobody.", battle.Winner.DRAW, f"Only equal totals are a draw. {left}"),
        ),
        ("IDT-5.2", "IDT-5.4", "R-I2"),
        lambda: done.winner,
    )


def _losses(rulings: battle.Rulings) -> Question:
    own = Party(6, fanaticism=2)
    done = fought(own, Party(3), (6, 6, 6, 5, 1, 1), (4, 4, 5), rulings)
    lost, steady = done.a.lost, own.steady_dice
    return Question(
        "q-losses",
        f"You win a battle with {own.dice} dice, {own.fanaticism} of them for fanatics. {lost} of"
        " your dice were destroyed. What share of your troops is lost?",
        (
            Option(
                "None: you have won.",
                0,
                "Winning saves nobody. Both sides count their destroyed dice.",
            ),
            Option(
                f"{lost} of {own.dice}: half.",
                (lost, own.dice),
                "Fanaticism dice bring no troops. They do not count below the line.",
            ),
            Option(
                f"{lost} of {steady}: three quarters.",
                (lost, steady),
                f"Without fanaticism dice it is {lost} of {steady}. They destroy your own army.",
            ),
        ),
        ("IDT-6.1", "IDT-6.2", "IDT-6.4"),
        lambda: (done.a.measured, steady) if done.a.share_lost else 0,
    )
