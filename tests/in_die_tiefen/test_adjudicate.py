"""Battle rolls adjudicated from the dice on the table, and their transcripts."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.battle import ChoiceNeeded, Fought
from tests.in_turn import in_turn
from tests.sample import DEEP

FACES = range(1, 7)
adjudicate: Any = battle.adjudicate


def fight(
    rolls_a: list[int], rolls_b: list[int], a: Any = (), b: Any = (), **rulings: Any
) -> Fought:
    """Parties that just have their dice, with (fanaticism, superior) where given.

    Both destroy at once, unless something else is said.
    """
    told: Fought = adjudicate(
        Party(len(rolls_a), *a),
        Party(len(rolls_b), *b),
        rolls_a,
        rolls_b,
        battle.Rulings(**{"destroyed_dice_destroy": True, **rulings}),
    )
    return told


def cited(told: Fought, words: str) -> set[str]:
    """The ids behind the one step that holds these words."""
    (step,) = [step for step in told.steps if words in step.text]
    return set(step.clauses)


@pytest.mark.rule("IDT-1.3", "IDT-6.3", "R-I5")
@in_turn(
    ("fanaticism", "superior", "floor", "threshold"),
    [
        (0, False, None, 6),
        (0, True, None, 5),
        (1, False, None, 5),
        (1, True, None, 4),
        (2, False, None, 4),
        (3, False, None, 3),
        (4, False, None, 2),
        (4, False, 2, 2),
        (4, True, None, 1),
        (4, True, 2, 2),
        (4, True, 3, 3),
        (1, False, 2, 5),
    ],
)
def test_fanatics_are_easier_to_destroy(
    fanaticism: int, superior: bool, floor: int | None, threshold: int
) -> None:
    own, enemy = Party(6, 0, superior), Party(6, fanaticism)
    rulings = battle.Rulings(threshold_floor=floor)
    assert battle.thresholds(own, enemy, rulings) == (threshold, threshold)
    told = adjudicate(own, enemy, list(FACES), [1] * 6, rulings)
    assert told.b.lost == 7 - threshold
    # The fanatics themselves gain nothing by it.
    assert told.b.threshold == 6


@pytest.mark.slow
@pytest.mark.rule("R-I1")
@in_turn(("superior", "destroys"), [(True, "highest"), (False, "highest"), (False, "lowest")])
def test_the_order_of_strikes_is_cited_where_it_decides(superior: bool, destroys: str) -> None:
    """For every throw: where the other reading destroys other dice, and nowhere else."""
    for own, enemy in product(map(list, combinations_with_replacement(FACES, 2)), repeat=2):
        told, otherwise = (
            fight(own, enemy, a=(0, superior), destroyed_dice_destroy=each, destroys=destroys)
            for each in (True, False)
        )
        for name, side, other in (("B", told.a, otherwise.a), ("A", told.b, otherwise.b)):
            (step,) = [each for each in told.steps if each.text.startswith(f"{name} destroys")]
            assert ("R-I1" in step.clauses) == (side.destroyed != other.destroyed), (own, enemy)


@pytest.mark.rule("R-I2", "IDT-5.2")
@in_turn("destroys", ["highest", "lowest", "random"])
@in_turn(("chosen", "total"), [([2, 3], 5), ((5, 3), 2), ([5, 2], 3)])
def test_the_roller_chooses(destroys: str, chosen: list[int], total: int) -> None:
    a, b = Party(2), Party(3)
    rulings = battle.Rulings(destroys=destroys)  # type: ignore[arg-type]
    told = adjudicate(a, b, [6, 6], [2, 5, 3], rulings, destroyed_b=chosen)
    assert told.b.total == total
    assert sorted(told.b.rolls[at] for at in told.b.destroyed) == sorted(chosen)
    turned = adjudicate(b, a, [2, 5, 3], [6, 6], rulings, destroyed_a=chosen)
    assert turned.a == told.b


@pytest.mark.rule("R-I1", "R-I2")
def test_a_choice_that_spares_a_destroyer() -> None:
    a, b, rulings = Party(2), Party(2), battle.Rulings(destroyed_dice_destroy=False)
    spared = adjudicate(a, b, [6, 6], [6, 1], rulings, destroyed_b=[6, 1])
    assert spared.a.lost == 0
    a = Party(3, superior=True)
    spared = adjudicate(a, b, [5, 6, 1], [6, 2], rulings, destroyed_b=[6, 2])
    assert spared.a.lost == 0
    spared = adjudicate(
        a, Party(3), [5, 6, 1], [6, 2, 2], rulings, destroyed_b=[2, 2], destroyed_a=[1]
    )
    assert (spared.a.total, spared.b.total) == (11, 6)


@pytest.mark.rule("R-I8")
@pytest.mark.parametrize(
    ("rolls_b", "b", "named"),
    [
        ([5, 4, 4], (1, False), True),
        ([5, 4, 4], (), False),  # it has none
        ([1, 1, 2], (1, False), True),
    ],
)
def test_it_is_named_where_lost_dice_can_be_fanaticism_dice(
    rolls_b: list[int], b: Any, named: bool
) -> None:
    assert ("R-I8" in cited(fight([6, 5], rolls_b, b=b), "B loses")) == named
    assert "R-I8" not in str(fight([1, 2], rolls_b, b=b)), "nothing is lost"
    # Whatever is left out, everything is lost.
    assert "R-I8" not in str(fight([6, 6, 6], [1, 1, 1], b=(1, False)))


def test_names_and_data_of_a_transcript() -> None:
    told = adjudicate(Party(1), Party(1), [5], [2], names=("Rohan", "Isengard"))
    assert told.names == ("Rohan", "Isengard")
    assert "Rohan wins the battle." in str(told)
    assert "Isengard destroys nothing." in str(told)
    assert "Rohan rolls 5: 5 in all." in str(told)
    assert "Isengard rolls 2: 2 in all." in str(told)
    assert told.a.party == Party(1)
    assert told.a.rolls == (5,)


DESTROYS = ("highest", "lowest", "random")
READINGS: list[dict[str, Any]] = [
    {
        "destroyed_dice_destroy": at_once,
        "destroys": destroys,
        "fanaticism_counts": counts,
        "destroyed_fanatics_left_out": left_out,
    }
    for at_once, destroys, counts, left_out in product(
        (True, False), DESTROYS, ("result_and_losses", "losses_only"), (False, True)
    )
    # Left out: where chance destroys dice whose faces are not those the losses are counted by.
    if destroys != "random" or counts == "result_and_losses" or (at_once and not left_out)
]


def every_choice(
    a: Party, b: Party, rolls: tuple[tuple[int, ...], tuple[int, ...]], rulings: battle.Rulings
) -> Iterator[tuple[Fraction, Fought]]:
    """All ways to go on where the rulings leave a choice, found by asking, each as likely."""
    yield from _asked(a, b, rolls, rulings, {}, Fraction(1))


def _asked(
    a: Party, b: Party, rolls: Any, rulings: battle.Rulings, told: dict[str, Any], chance: Fraction
) -> Iterator[tuple[Fraction, Fought]]:
    try:
        yield chance, adjudicate(a, b, *rolls, rulings, **told)
        return
    except ChoiceNeeded as needed:
        field, _, rest = str(needed).partition(": ")
    side = 0 if field.endswith("_a") else 1
    faces, party = rolls[side], (a, b)[side]
    if field.startswith("destroyed_fanatics"):
        # Which of equal dice fall is chance: label them, and count.
        low, high = int(rest.split()[-3]), int(rest.split()[-1])
        (face,) = _open_faces(faces, party)
        equal = [at for at, each in enumerate(faces) if each == face]
        gone = _gone(a, b, rolls, rulings, told, field, low)[side]
        count = sum(each == face for each in gone)
        fixed = sum(
            at >= party.steady_dice
            for at, each in enumerate(faces)
            if each != face and each in gone
        )
        found: defaultdict[int, int] = defaultdict(int)
        for places in combinations(equal, count):
            found[fixed + sum(at >= party.steady_dice for at in places)] += 1
        assert (min(found), max(found)) == (low, high)
        for fanatics, ways in found.items():
            part = Fraction(ways, sum(found.values()))
            yield from _asked(a, b, rolls, rulings, {**told, field: fanatics}, chance * part)
        return
    count = int(rest.split()[3])
    choices = list(combinations(faces, count))
    for choice in choices:
        part = chance / len(choices)
        yield from _asked(a, b, rolls, rulings, {**told, field: choice}, part)


def _open_faces(faces: tuple[int, ...], party: Party) -> set[int]:
    """The one face that steady and fanaticism dice of a small pool can share."""
    return set(faces[: party.steady_dice]) & set(faces[party.steady_dice :])


def _gone(
    a: Party, b: Party, rolls: Any, rulings: battle.Rulings, told: Any, field: str, least: int
) -> list[list[int]]:
    """Faces of the dice of both sides that count for the losses."""
    seen = adjudicate(a, b, *rolls, rulings, **{**told, field: least})
    gone = []
    for side in (seen.a, seen.b):
        places = side.destroyed
        if side.lost != len(places):
            order = sorted(side.rolls, reverse=rulings.destroys != "lowest")
            gone.append(order[: side.lost])
        else:
            gone.append([side.rolls[at] for at in places])
    return gone


PAIRS = [
    (Party(3, 1), Party(2, superior=True)),
    (Party(2), Party(2)),
    (Party(2, 1), Party(2, superior=True)),
    (Party(2, 1, True), Party(1, superior=True)),
]
EVERY_THROW = [
    pytest.param(
        a,
        b,
        readings,
        marks=DEEP if (number + place) % one_in else (),
        id=f"{a}-{b}-{'-'.join(map(str, readings.values()))}",
    )
    for number, readings in enumerate(READINGS)
    for place, ((a, b), one_in) in enumerate(zip(PAIRS, (24, 11, 11, 5), strict=True))
]
"""In `make test` five dice meet one reading, four one in eleven, three one in five."""


@pytest.mark.rule("R-I2", "R-I3", "R-I8", "IDT-6.4")
def test_fanatics_among_dice_destroyed_at_random() -> None:
    """Two dice are lost, one is destroyed: if it is the fanatic, one of two is measured."""
    rulings = battle.Rulings(
        destroyed_dice_destroy=True,
        destroys="random",
        fanaticism_counts="losses_only",
        destroyed_fanatics_left_out=True,
    )

    def measured(face: int, **told: Any) -> int:
        fought = adjudicate(
            Party(3), Party(4, 1), [6, 5, 1], [4, 3, 2, 1], rulings, destroyed_b=[face], **told
        )
        assert fought.b.lost == 2
        return int(fought.b.measured)

    assert measured(1) == 1
    # If it is another die, the second lost one may be the fanatic or not.
    with pytest.raises(ChoiceNeeded, match=r"destroyed_fanatics_b: .* say how many, 0 to 1"):
        measured(4)
    assert [measured(4, destroyed_fanatics_b=each) for each in (0, 1)] == [2, 1]


@pytest.mark.rule("R-I1", "R-I2", "R-I3", "R-I8", "IDT-5.2", "IDT-6.3", "IDT-6.4")
@pytest.mark.parametrize(("a", "b", "readings"), EVERY_THROW)
@pytest.mark.slow
def test_adjudicating_every_throw_gives_the_odds(
    a: Party, b: Party, readings: dict[str, Any]
) -> None:
    rulings = battle.Rulings(**readings)
    joint: defaultdict[Any, Fraction] = defaultdict(Fraction)
    outcomes: defaultdict[Any, Fraction] = defaultdict(Fraction)
    one = Fraction(1, 6 ** (a.dice + b.dice))
    for faces in product(FACES, repeat=a.dice + b.dice):
        rolls = faces[: a.dice], faces[a.dice :]
        for chance, told in every_choice(a, b, rolls, rulings):
            joint[told.winner, told.a.lost, told.b.lost] += one * chance
            outcomes[told.winner, told.a.share_lost, told.b.share_lost] += one * chance
    odds = battle.odds(a, b, rulings)
    assert odds.joint == joint
    assert odds.outcomes == outcomes


def test_headings_are_the_roll_and_how_it_ends() -> None:
    """And the dice on the table stand beside the lines that tell of them."""
    for rolls, last in [
        (([6, 1], [1, 1]), "A wins the battle."),
        (([1, 1], [6, 1]), "B wins the battle."),
        (([6, 1], [6, 1]), "The battle is drawn."),
    ]:
        told = fight(*rolls)
        assert [step.text for step in told.steps if step.heading] == ["The battle roll", last]
        thrown = [step.throw for step in told.steps if step.throw]
        destroys = ["destroyed"] * sum(bool(side.destroyed) for side in (told.a, told.b))
        assert thrown == ["first", "second", *destroys]


@pytest.mark.rule("IDT-6.3", "R-I3")
@pytest.mark.parametrize("fanatics", ["a", "b"])
def test_each_party_is_told_with_its_own_threshold_for_the_losses(fanatics: str) -> None:
    """Who fights against fanatics takes more of them than the dice say."""
    parties = (Party(2, 1), Party(2)) if fanatics == "a" else (Party(2), Party(2, 1))
    rulings = battle.Rulings(fanaticism_counts="losses_only")
    told = adjudicate(*parties, [5, 1], [5, 1], rulings, names=("Elves", "Dwarves"))
    other = "Dwarves" if fanatics == "a" else "Elves"
    lines = [line.strip() for line in str(told).splitlines() if "For the losses" in line]
    assert lines == [f"For the losses {other} destroys with 5 or 6: 1 in all. [IDT-6.3, R-I3]"]


@pytest.mark.rule("R-I2")
def test_destroyed_dice_are_told_in_the_order_in_which_they_were_thrown() -> None:
    told = fight([5, 1, 6], [6, 6, 1])
    assert told.a.destroyed == (0, 2)
    assert "it takes 5, 6 from A" in str(told)
    chosen = adjudicate(Party(3), Party(3), [5, 1, 6], [6, 6, 1], destroyed_a=[6, 5])
    assert chosen.a.destroyed == (0, 2)


@pytest.mark.rule("R-I4")
def test_losing_just_everything_is_no_loss_above_the_whole() -> None:
    """Of three dice one is fanatical: two destroyed dice are all that is measured."""
    for gone, above in ((2, False), (3, True)):
        rolls = [6] * gone + [1] * (3 - gone)
        told = fight([1, 1, 1], rolls, (1,))
        assert told.a.lost == gone
        assert told.a.share_lost == 1
        assert ("R-I4" in cited(told, "A loses 100 %")) == above


@pytest.mark.parametrize("fanatics", ["a", "b"])
def test_readings_that_together_say_nothing_are_refused_whoever_has_the_fanatics(
    fanatics: str,
) -> None:
    parties = (Party(2, 1), Party(2)) if fanatics == "a" else (Party(2), Party(2, 1))
    rulings = battle.Rulings(
        destroyed_dice_destroy=False, destroys="random", fanaticism_counts="losses_only"
    )
    with pytest.raises(InvalidValue, match="R-I1, R-I2 and R-I3 all read the other way"):
        adjudicate(*parties, [1, 1], [1, 1], rulings)
    with pytest.raises(InvalidValue, match="R-I1, R-I2 and R-I3 all read the other way"):
        battle.odds(*parties, rulings)


@pytest.mark.rule("R-I8", "IDT-6.4")
def test_fanatics_of_several_faces_are_counted_together() -> None:
    """The highest dice are the two fanatical ones: there is nothing to ask."""
    told = fight([6, 6, 1, 1], [2, 1, 5, 4], (), (2,), destroyed_fanatics_left_out=True)
    assert told.b.destroyed == (2, 3)[: told.b.lost]
    assert (told.b.lost, told.b.measured) == (2, 0)
    # One face is fanatical for certain, of the other face one of two dice is.
    rulings = battle.Rulings(destroyed_fanatics_left_out=True)
    with pytest.raises(ChoiceNeeded, match=r"destroyed_fanatics_b: .* say how many, 1 to 2$"):
        adjudicate(Party(4), Party(4, 2), [6, 6, 1, 1], [4, 1, 5, 4], rulings)


@pytest.mark.rule("R-I2", "R-I3", "R-I8")
def test_dice_lost_at_random_may_have_to_be_fanatics() -> None:
    """Two of four are steady. If three are lost, one fanatic is among them at least."""
    rulings = battle.Rulings(
        destroyed_dice_destroy=True,
        destroys="random",
        fanaticism_counts="losses_only",
        destroyed_fanatics_left_out=True,
    )
    with pytest.raises(ChoiceNeeded, match=r"destroyed_fanatics_b: .* say how many, 1 to 2$"):
        adjudicate(Party(4), Party(4, 2), [6, 5, 4, 1], [3, 3, 2, 2], rulings, destroyed_b=[3])
    # And where none is destroyed for the result, it is open which one is lost.
    with pytest.raises(ChoiceNeeded, match=r"destroyed_fanatics_b: .* say how many, 0 to 1$"):
        adjudicate(Party(2), Party(3, 1), [5, 1], [3, 2, 1], rulings)


@pytest.mark.rule("R-I1", "R-I2")
def test_a_spared_destroyer_strikes_back() -> None:
    """B is first and takes the two lowest dice of A; what is left destroys the lowest of B."""
    in_turn = {"destroyed_dice_destroy": False, "destroys": "lowest"}
    told = fight([6, 1, 1], [6, 6, 2], **in_turn)
    assert (told.a.destroyed, told.b.destroyed) == ((1, 2), (2,))
    assert (told.a.total, told.b.total) == (6, 12)
    mirrored = fight([6, 6, 2], [6, 1, 1], **in_turn)
    assert (mirrored.a.destroyed, mirrored.b.destroyed) == ((2,), (1, 2))


@pytest.mark.rule("R-I5")
def test_a_floor_is_a_face() -> None:
    for floor in (None, 1, 6):
        assert battle.Rulings(threshold_floor=floor).threshold_floor == floor
    for wrong in (0, 7, -1):
        with pytest.raises(InvalidValue, match="None for no floor, or a whole number from 1 to 6"):
            battle.Rulings(threshold_floor=wrong)


@pytest.mark.rule("R-I2", "R-I8")
def test_what_is_chosen_is_asked_for_where_it_matters_only() -> None:
    for rolls in (([6, 1], [2, 5, 3]), ([6, 1], [2, 5])):
        with pytest.raises(ChoiceNeeded, match="destroyed_b: destroyed at random: 1 die; say whi"):
            fight(*rolls, destroys="random")
    with pytest.raises(InvalidValue, match=r"destroyed: 3 was given; .* 0 to 2"):
        replace(fight([6, 1], [2, 5, 3]).b, destroyed=(3,))
    a, b, equal = Party(3), Party(4, 2), ([6, 5, 1], [3, 2, 3, 3])
    left_out = battle.Rulings(destroyed_fanatics_left_out=True)
    for impossible in (0, 3, True, "1"):
        with pytest.raises(InvalidValue, match=r"destroyed_fanatics_b: .* from 1 to 2"):
            adjudicate(a, b, *equal, left_out, destroyed_fanatics_b=impossible)
    # By the default reading it does not matter, and need not be said.
    assert adjudicate(a, b, *equal).b.share_lost == 1
    turned = adjudicate(b, a, *equal[::-1], left_out, destroyed_fanatics_a=1)
    assert turned.a.share_lost == Fraction(1, 2)
    with pytest.raises(UnspecifiedBySource, match=r"3 dice, 2 of .*: what 2 .* where 1 .*R-I4"):
        fight([6, 5, 1], [1, 1, 1], b=(2, False), overkill="error")
