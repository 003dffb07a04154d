"""The audit of the tutorial, and the tutorial as it should have run."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.paper_tigers import Card, el_alamein, melee
from rules_lib.paper_tigers.charge import Ending
from rules_lib.paper_tigers.el_alamein import Finding, record, replays
from rules_lib.paper_tigers.el_alamein.replays import replay
from rules_lib.rulebook import catalog
from tests.in_turn import in_turn

ERRATA = ("E-A1", "E-A2", "E-A3", "E-A4", "E-A5", "E-A6")


def errata() -> dict[str, Finding]:
    found = {each.id: each for each in el_alamein.audit() if each.id}
    assert list(found) == sorted(found)
    return found


def confirmed() -> list[Finding]:
    return [each for each in el_alamein.audit() if each.confirmed]


@pytest.mark.rule("PT-M3", "PT-M19", "PT-M20")
def test_all_eleven_command_tests_are_confirmed() -> None:
    told = [each for each in confirmed() if each.where.startswith("British unit")]
    assert [each.clause for each in told].count("PT-M19") == 6
    assert [each.clause for each in told].count("PT-M3") == 5
    verdicts = [(each.where[-1], each.printed) for each in told if "failed" in each.printed]
    assert verdicts == [("1", "movement test failed"), ("3", "charge test failed")]


def mend(monkeypatch: pytest.MonkeyPatch, label: str, **changes: object) -> None:
    """Let the record claim something else about one exchange."""
    mended = tuple(
        replace(each, **changes) if each.label == label else each  # type: ignore[arg-type]
        for each in record.EXCHANGES
    )
    assert mended != record.EXCHANGES
    monkeypatch.setattr(record, "EXCHANGES", mended)


def assert_gone(*gone: str) -> None:
    assert set(errata()) == set(ERRATA) - set(gone)


@pytest.mark.rule("E-A1")
def test_the_right_number_of_units_would_be_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "ANNOUNCED_GERMANS", 8)
    assert_gone("E-A1")
    assert "8 units announced" in [each.printed for each in confirmed()]


@pytest.mark.rule("E-A2")
def test_infantry_would_have_nothing_to_deduct(monkeypatch: pytest.MonkeyPatch) -> None:
    germans = tuple(
        replace(each, small_team=False) if each.number == 2 else each for each in record.GERMANS
    )
    monkeypatch.setattr(record, "GERMANS", germans)
    assert "E-A2" not in errata()


@pytest.mark.rule("E-A3")
def test_the_dice_of_the_first_exchange_would_be_no_finding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mend(monkeypatch, "fight 2, second version", announced=(8, 9))
    assert_gone("E-A3")


@pytest.mark.rule("E-A4")
@pytest.mark.parametrize("slip", [{"total": 7}, {"roll": 10}])
def test_a_right_subtraction_would_be_no_finding(
    monkeypatch: pytest.MonkeyPatch, slip: dict[str, int]
) -> None:
    german = replace(record.FIGHT_5.german, **slip)  # type: ignore[arg-type]
    if "roll" in slip:  # ten less two is eight: then the British 9 still wins
        assert german.roll - german.deducted == german.total
    mend(monkeypatch, "fight 5", german=german)
    assert_gone("E-A4")


@pytest.mark.rule("E-A3", "E-A4")
def test_slips_that_would_change_the_outcome_are_told_as_such(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Had a 3 been announced, the British unit were unhurt; a card of 8 lies between 7 and 8."""
    mend(monkeypatch, "fight 2, second version", announced=(12, 3))
    assert errata()["E-A3"].effect == (
        "The outcomes differ: attacker wins with the announced dice, attacker wins with the used"
        " ones, hits 0 and 2."
    )
    monkeypatch.setattr(record, "GERMAN_CARD_VALUES", {**record.GERMAN_CARD_VALUES, 5: 8})
    assert errata()["E-A4"].effect == "The outcomes differ."
    assert "E-A5" not in errata()
    monkeypatch.setattr(record, "GERMAN_CARD_VALUES", {**record.GERMAN_CARD_VALUES, 5: 9})
    assert errata()["E-A4"].effect == "None, under any ruling: both 7 and 8 miss 9."
    # Both totals miss a 10; but where deductions do not count against the card, a 10 rolled hits.
    monkeypatch.setattr(record, "GERMAN_CARD_VALUES", {**record.GERMAN_CARD_VALUES, 5: 10})
    assert errata()["E-A4"].effect == "The outcomes differ."


@pytest.mark.rule("E-A5")
def test_a_card_called_reached_would_be_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    mend(
        monkeypatch,
        "fight 5",
        german=replace(record.FIGHT_5.german, reached=True),
        british=replace(record.FIGHT_5.british, hits=1),
    )
    assert_gone("E-A5")


@pytest.mark.rule("E-A5")
def test_a_higher_german_card_would_have_been_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "GERMAN_CARD_VALUES", {**record.GERMAN_CARD_VALUES, 5: 9})
    assert_gone("E-A5")


@pytest.mark.rule("E-A6")
def test_two_hits_for_every_loser_would_leave_no_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    british = replace(record.FIRST_TELLING[1].british, takes_for_losing=1)
    mend(monkeypatch, "fight 2, first version, exchange 2", british=british)
    found = errata()["E-A6"]
    assert found.computed.startswith("fight 2, first version, exchange 2, fight 2, second version,")
    assert "Doubtful" not in found.effect


@pytest.mark.rule("E-A4")
def test_a_wrong_subtraction_elsewhere_is_found_too(monkeypatch: pytest.MonkeyPatch) -> None:
    mend(monkeypatch, "fight 4", german=replace(record.FIGHT_4.german, total=2))
    found = errata()["E-A4"]
    assert "fight 4" in found.where
    assert "3 − 2 = 2" in found.printed
    assert found.effect == "None, under any ruling: both 1 and 2 miss 3."


@pytest.mark.rule("E-A4", "PT-M10")
def test_a_wrong_subtraction_that_would_undo_the_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """Had the German 7 of fight 2 been an 8, nobody had rolled higher."""
    mend(
        monkeypatch,
        "fight 2, second version",
        german=replace(record.SECOND_TELLING.german, total=8),
    )
    assert errata()["E-A4"].effect == "The outcomes differ."


@pytest.mark.rule("PT-M8", "PT-M10", "PT-M15", "PT-M16", "PT-M18")
@in_turn(
    ("fight", "rolls", "totals", "hits", "winner"),
    [
        (2, (12, 12), (12, 10), (1, 2), "attacker"),
        (2, (8, 9), (8, 7), (1, 2), "attacker"),
        (4, (7, 3), (7, 1), (0, 0), None),
        (5, (9, 9), (9, 7), (1, 2), "attacker"),
        (6, (13, 12), (13, 12), (1, 2), "attacker"),
    ],
)
def test_the_recorded_dice(
    fight: int,
    rolls: tuple[int, int],
    totals: tuple[int, int],
    hits: tuple[int, int],
    winner: str | None,
) -> None:
    exchange = replay(fight, rolls)
    assert (exchange.attacker_total, exchange.defender_total) == totals
    assert (exchange.after.attacker_hits, exchange.after.defender_hits) == hits
    assert exchange.winner == winner


@pytest.mark.rule("PT-M9", "PT-M16", "PT-M17", "PT-M18")
def test_the_first_telling_as_it_stands() -> None:
    """Without PT-M15: a draw that hits both, then 6 against 7 for the German unit."""
    british = melee.Combatant(Card("red", 7))
    german = melee.Combatant(Card("red", 5))
    fight = melee.adjudicate(british, german, [(12, 12), (8, 9)])
    first, second = fight.exchanges
    assert (first.winner, first.after.attacker_hits, first.after.defender_hits) == (None, 1, 1)
    assert (second.attacker_total, second.defender_total, second.winner) == (6, 7, "defender")
    # Three hits in all; two of them remove the unit.
    assert first.attacker_takes + second.attacker_takes == 3
    assert (fight.state.attacker_hits, fight.state.defender_hits) == (2, 1)


@pytest.mark.rule("PT-M1", "PT-M7", "PT-M19", "PT-M20")
def test_the_corrected_story() -> None:
    story = el_alamein.corrected()
    assert {number: action.ending for number, action in story.actions.items()} == {
        1: Ending.STAYS,
        2: Ending.ATTACKER_WINS,
        3: Ending.REFUSED,
        4: Ending.GOES_ON,
        5: Ending.ATTACKER_WINS,
        6: Ending.ATTACKER_WINS,
    }
    hits = {
        number: (action.fight.state.attacker_hits, action.fight.state.defender_hits)
        for number, action in story.actions.items()
        if action.fight
    }
    assert hits == {2: (1, 2), 4: (0, 0), 5: (1, 2), 6: (1, 2)}


def test_every_step_of_the_story_cites_its_clauses() -> None:
    story = el_alamein.corrected()
    known = set(catalog().ids())
    for number in story.actions:
        heading, *steps = story.steps_of(number)
        assert heading.text.startswith(f"British {number}, ")
        assert all(set(step.clauses) <= known for step in steps)
        assert [step.text for step in steps if not step.clauses] == [
            f"The text does not give the colour of German {fight}’s card, a {value}."
            " We take it as red; for rolled dice it makes no difference."
            for fight, value in record.GERMAN_CARD_VALUES.items()
            if fight == number and fight not in record.GERMAN_CARD_COLOURS
        ]
    assert str(story).splitlines()[0] == "British 1, black 6"
    assert (
        "German 2 rolls 12 with 3 dice, minus 2 is 10. It reaches its red 5 and scores a hit."
        in str(story)
    )


@pytest.mark.parametrize("fight", [4, 5, 6])
def test_the_colours_in_the_photographs_change_nothing(fight: int) -> None:
    story = el_alamein.corrected().actions[fight].fight
    assert story
    (exchange,) = story.exchanges
    black = replace(story.pairing.defender, card=Card("black", record.GERMAN_CARD_VALUES[fight]))
    rolls = [tuple(exchange.rolls[:2])]
    other = melee.adjudicate(story.pairing.attacker, black, rolls, complete=False)
    assert other.exchanges == (exchange,)

    with pytest.raises(
        InvalidValue, match=f"3 to 18.* if German {fight}’s card is red.*the source"
    ):
        el_alamein.replayed(fight, [(9, 2)])


@in_turn("number", [0, 7, -1, True, "2", None])
def test_only_six_british_units(number: int) -> None:
    with pytest.raises(InvalidValue, match=r"number: .* from 1 to 6"):
        el_alamein.corrected().steps_of(number)


OTHERWISE = (
    melee.Rulings(),
    melee.Rulings(loser_takes_hit=False, melee_ends="first_decision"),
    melee.Rulings(shaken_by="lost_exchange", hits_to_remove=3),
)


@pytest.mark.slow
@pytest.mark.rule("PT-M12", "PT-M17", "R-M2", "R-M10")
@in_turn(
    "number, colour, rulings",
    [
        *((number, "red", each) for number in (2, 4, 5, 6) for each in OTHERWISE),
        *((number, "black", melee.Rulings()) for number in (4, 5, 6)),
    ],
)
def test_all_first_dice_together_are_the_whole_fight(
    number: int, colour: record.Colour, rulings: melee.Rulings
) -> None:
    ours, theirs = (
        Counter(map(sum, product(range(1, 7), repeat=dice)))
        for dice in (3, {"red": 3, "black": 2}[colour])
    )
    whole: Counter[str] = Counter()
    for rolls in product(ours, theirs):
        weight = Fraction(ours[rolls[0]] * theirs[rolls[1]], ours.total() * theirs.total())
        for end, chance in el_alamein.odds_after(number, rolls, rulings, colour=colour).items():
            whole[end] += weight * chance  # type: ignore[assignment] # it adds fractions, too
    units = replays.british(number), replays.german(number, colour)
    assert dict(whole) == {
        name: chance for name, chance in melee.odds(*units, rulings).outcomes.items() if chance
    } | {name: Fraction(0) for name, chance in whole.items() if not chance}


@pytest.mark.rule("PT-M3")
def test_a_colour_that_the_source_does_not_say_is_not_made_up() -> None:
    """Fight 4: 7 and 3 go on; 13 and 3 do not. Unit 2 rolled three dice: its card is red."""
    with pytest.raises(UnspecifiedBySource, match=r"^colour: that of German 4’s card"):
        el_alamein.odds_after(4, (7, 3))
    assert el_alamein.odds_after(4, (13, 3)) == {"attacker_wins": 1}
    assert el_alamein.odds_after(2, (3, 3)) == el_alamein.odds_after(2, (3, 3), colour="red")
    red, black = (el_alamein.odds_after(4, (7, 3), colour=each) for each in ("red", "black"))
    assert red["attacker_wins"] < black["attacker_wins"]
    with pytest.raises(InvalidValue, match=r"^colour: 'black' was given; allowed: red, as the s"):
        el_alamein.odds_after(2, (3, 3), colour="black")
    with pytest.raises(InvalidValue, match="2 to 12"):
        el_alamein.replayed(4, [(7, 13)], colour="black")
