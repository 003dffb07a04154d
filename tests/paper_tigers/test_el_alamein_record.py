"""What the tutorial records, beside a second reading of the text, and each claim that is right."""

from dataclasses import replace

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.examples.audit import Basis
from rules_lib.paper_tigers import Card, el_alamein, melee
from rules_lib.paper_tigers.charge import Ending
from rules_lib.paper_tigers.el_alamein import Finding, Story, record
from rules_lib.paper_tigers.el_alamein.readings import under_every_ruling
from rules_lib.paper_tigers.el_alamein.record import PrintedExchange, PrintedSide
from rules_lib.paper_tigers.el_alamein.replays import british, german, told
from rules_lib.paper_tigers.melee import rules
from rules_lib.rulebook import catalog
from tests.in_turn import in_turn

SECOND, OTHER = "fight 2, first version, exchange 2", "fight 2, second version"

GERMANS = """
1 three riflemen
2 the crew of a 7.5 cm infantry gun 18, a small team
3 three riflemen
4 an MG42 team, a small team
5 an MG42 team, a small team
6 three riflemen
7 an MG34 team, a small team, out of reach
8 the crew of a 7.5 cm infantry gun 18, a small team, out of reach
"""

BRITISH = """
1 black 6: 5 stays
2 red 7: 8 moves, 10 charges
3 black 8: 8 moves, 7 refused
4 red 9: 9 moves, 12 charges
5 red 8: 10 moves, 8 charges
6 red 10: 12 moves, 12 charges
"""

TOLD = """
fight 2, first version, exchange 1: 12 reaches, 1 hit; 12 reaches, 1 hit; drawn
fight 2, first version, exchange 2: 8 - 2 = 6 misses, 2 hits; 9 - 2 = 7 reaches, 1 hit; german
fight 2, second version: 8 reaches, 1 hit; 9 - 2 = 7 reaches, 2 hits (1 more); british
fight 4: 7 misses, 0 hits; 3 - 2 = 1 misses, 0 hits; drawn
fight 5: 9 reaches, 0 hits; 9 - 2 = 8 misses, 2 hits (1 more); british
fight 6: 13 reaches, 1 hit; 12 reaches, 2 hits (1 more); british
"""
"""Each exchange: British side; German side; who wins. "1 more": it says, for losing."""


def test_the_german_units() -> None:
    listed = [
        f"{unit.number} {unit.what}"
        + ", a small team" * unit.small_team
        + ", out of reach" * (not unit.in_reach)
        for unit in record.GERMANS
    ]
    assert listed == GERMANS.split("\n")[1:-1]


def test_the_british_units() -> None:
    listed = []
    for unit in record.BRITISH:
        moves = f"{unit.movement_roll} {'moves' if unit.printed_moves else 'stays'}"
        charges = f", {unit.charge_roll} {'charges' if unit.printed_charges else 'refused'}"
        listed.append(f"{unit.number} {unit.card}: {moves}{charges if unit.charge_roll else ''}")
    assert listed == BRITISH.split("\n")[1:-1]
    # Nobody tested the charge of a unit that stayed where it was.
    assert (record.BRITISH[0].charge_roll, record.BRITISH[0].printed_charges) == (None, None)


def test_where_the_source_says_nothing_of_hits() -> None:
    """Fight 4; the German side at the end of the first version; the British side of fight 5."""
    silent = [
        (each.label, name)
        for each in record.EXCHANGES
        for name, side in (("British", each.british), ("German", each.german))
        if not side.hits_told
    ]
    fights_4 = [("fight 4", "British"), ("fight 4", "German")]
    assert silent == [(SECOND, "German"), *fights_4, ("fight 5", "British")]


def told_of(side: PrintedSide) -> str:
    less = f" - {side.deducted} = {side.total}" if side.deducted else ""
    more = f" ({side.takes_for_losing} more)" if side.takes_for_losing else ""
    verdict = "reaches" if side.reached else "misses"
    return f"{side.roll}{less} {verdict}, {side.hits} hit{'s' * (side.hits != 1)}{more}"


def test_the_exchanges() -> None:
    listed = [
        f"{each.label}: {told_of(each.british)}; {told_of(each.german)}; {each.winner or 'drawn'}"
        for each in record.EXCHANGES
    ]
    assert listed == TOLD.split("\n")[1:-1]
    assert [each.fight for each in record.EXCHANGES] == [2, 2, 2, 4, 5, 6]
    for each in record.EXCHANGES:
        sides = each.british, each.german
        assert [side.shaken_before for side in sides] == [each.label == SECOND] * 2
        assert [side.total for side in sides if not side.deducted] == [
            side.roll for side in sides if not side.deducted
        ]
    announced = {each.label: each.announced for each in record.EXCHANGES if each.announced}
    assert announced == {OTHER: (12, 12)}


def test_the_cards_of_the_germans() -> None:
    """Only the one for which three dice were rolled has a colour in the text."""
    assert [german(number).card for number in range(1, 9)] == [
        None, Card("red", 5), None, Card("red", 3), Card("red", 2), Card("red", 4), None, None,
    ]  # fmt: skip
    assert dict(record.GERMAN_CARD_COLOURS) == {2: "red"}


CONFIRMED = """
British unit 1: movement test failed
British unit 2: movement test passed
British unit 2: charge test passed
British unit 3: movement test passed
British unit 3: charge test failed
British unit 4: movement test passed
British unit 4: charge test passed
British unit 5: movement test passed
British unit 5: charge test passed
British unit 6: movement test passed
British unit 6: charge test passed
fight 2, first version, exchange 1, British side: 12 reaches 7
fight 2, first version, exchange 1, British side: the unit carries 1 hit
fight 2, second version: the small team deducts 2
fight 2, second version, British side: 8 reaches 7
fight 2, second version, German side: 9 − 2 = 7
fight 2, second version, German side: 7 reaches 5
fight 2, second version, British side: the unit carries 1 hit
fight 2, second version: won by the British unit
fight 4: the small team deducts 2
fight 4, British side: 7 misses 9
fight 4, German side: 3 − 2 = 1
fight 4, German side: 1 misses 3
fight 4: drawn
fight 5: the small team deducts 2
fight 5, British side: 9 reaches 8
fight 5: won by the British unit
fight 6, British side: 13 reaches 10
fight 6, German side: 12 reaches 4
fight 6, British side: the unit carries 1 hit
fight 6: won by the British unit
"""

INFERRED = """
fight 4, British side: no hit is told of: the unit carries no hits
fight 4, German side: no hit is told of: the unit carries no hits
"""
"""The source says nothing here, and we take it for no (further) hit."""

ORIGIN = """
fight 2, first version, exchange 1, British side: the unit is shaken
fight 2, first version, exchange 1, German side: the unit is shaken
fight 2, second version, German side: the unit carries 2 hits
fight 5, German side: the unit carries 2 hits
fight 6, German side: the unit carries 2 hits
"""
"""From these PT-M16 and PT-M18 were read."""

RESTING = """
fight 2, first version, exchange 1, German side: 12 reaches 5
fight 2, first version, exchange 1, German side: the unit carries 1 hit
fight 2, first version, exchange 1: drawn
fight 2, first version, exchange 2, British side: 8 − 2 = 6
fight 2, first version, exchange 2, British side: 6 misses 7
fight 2, first version, exchange 2, German side: 9 − 2 = 7
fight 2, first version, exchange 2, German side: 7 reaches 5
fight 2, first version, exchange 2, British side: the unit carries 2 hits
fight 2, first version, exchange 2, German side: no further hit is told of: the unit carries 1 hit
fight 2, first version, exchange 2: won by the German unit
"""
"""So it is told, with the deduction that is forgotten (E-A2)."""


@pytest.mark.rule("PT-M3", "PT-M9", "PT-M10", "PT-M11", "PT-M15", "PT-M16", "PT-M18", "PT-M19")
@pytest.mark.parametrize(
    ("basis", "listed"),
    [
        (Basis.PRINTED, CONFIRMED),
        (Basis.INFERRED, INFERRED),
        (Basis.ORIGIN, ORIGIN),
        (Basis.RESTING, RESTING),
    ],
)
def test_each_claim_that_nothing_contradicts(basis: Basis, listed: str) -> None:
    right = [each for each in el_alamein.audit() if not each.id and each.basis == basis]
    assert [f"{each.where}: {each.printed}" for each in right] == listed.split("\n")[1:-1]
    assert all(each.confirmed == (basis == Basis.PRINTED) for each in right)
    assert all(each.computed and each.clauses and not each.effect for each in right)
    grounds = [bool({"PT-M16", "PT-M18"}.intersection(each.clauses)) for each in right]
    assert all(grounds) if basis == Basis.ORIGIN else basis == Basis.RESTING or not any(grounds)
    assert all(str(each).startswith((f"{basis} · ", "confirmed · ")) for each in right)
    for each in right if basis in (Basis.PRINTED, Basis.ORIGIN) else ():
        if each.where.startswith("fight"):
            assert each.computed == each.printed


@pytest.mark.rule("E-A1", "E-A2", "E-A3", "E-A4", "E-A5", "E-A6")
def test_each_claim_that_is_wrong() -> None:
    wrong = [each for each in el_alamein.audit() if each.id]
    errata = catalog().errata
    assert [each.id for each in wrong] == [*catalog().systems["paper-tigers-melee"].errata]
    assert "R-M1, R-M6 and R-M9" in errata["E-A2"].text
    assert "R-M1 and R-M9" in errata["E-A5"].text
    assert [str(each).splitlines()[0] for each in wrong] == [
        "E-A1 · the German side [PT-M21]",
        "E-A2 · fight 2, first version, exchange 1 and fight 2, first version, exchange 2 [PT-M15]",
        "E-A3 · fight 2, second version [PT-M8, PT-M15]",
        "E-A4 · fight 5, German side [PT-M15]",
        "E-A5 · fight 5, German side and fight 5, British side [PT-M9]",
        "E-A6 · the rule text and the tutorial [PT-M12, PT-M16, PT-M18, R-M1, R-M2]",
    ]
    assert [(each.printed, each.computed, each.effect) for each in wrong] == [
        (
            "6 units announced",
            "8 units listed",
            "None: units 7 and 8 are out of reach and never fight.",
        ),
        (
            "the small team deducts nothing for its size",
            "the small team deducts 2",
            "With the deduction the totals are 12 and 10: the exchange is won by the British unit"
            " under every ruling. That ends the melee under our rulings; another reading of R-M1,"
            " R-M6"
            " or R-M9 can change that. Under the other reading of R-M1 it goes on, and the next"
            " exchange is 6 to 5, and drawn (printed: won by the German unit); the British"
            " unit is removed all the same. R-M2 and R-M3 affect this.",
        ),
        (
            "the German total of this exchange is 10; the British 12 is carried over from the first"
            " version",
            "the reckoning uses 8 and 7, the dice of another exchange",
            "None, under any ruling; by ours: attacker wins with the announced dice, attacker wins"
            " with the used ones, hits 1 and 2.",
        ),
        ("9 − 2 = 8", "9 − 2 = 7", "None, under any ruling: both 7 and 8 reach 2."),
        (
            "8 misses 2; no hit is told of: the unit carries no hits",
            "7 reaches 2; the unit carries 1 hit",
            "The British unit takes 1 hit under every ruling, and with either German total. It is"
            " also the only unit left under our rulings; another reading of R-M1 or R-M9 can"
            " change that.",
        ),
        (
            "the loser of an exchange is shaken and marked",
            "fight 2, second version, fight 5 and fight 6: a further hit for the loser;"
            " fight 2, first version, exchange 1: shaken by a draw",
            "R-M1 and R-M2 ask; our answers follow the tutorial. Without the further hit the losers"
            " of fight 2, second version, fight 5 and fight 6 would stand. Doubtful is fight 2,"
            " first version, exchange 2: its loser is given one hit, but had one already, and is"
            " removed by it.",
        ),
    ]


@pytest.mark.slow
@pytest.mark.rule("PT-M15")
def test_a_house_rule_is_contradicted_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small team that subtracts 1: 9 − 1 is 8, equal to the British 8, and drawn."""
    monkeypatch.setattr(rules, "SMALL_TEAM_PENALTY", 1)
    under_every_ruling.cache_clear()
    found = [each for each in el_alamein.audit() if each.wrong and not each.id]
    under_every_ruling.cache_clear()
    assert [(each.where, each.printed, each.computed) for each in found] == [
        (OTHER, "the small team deducts 2", "the small team deducts 1"),
        (f"{OTHER}, German side", "the unit carries 2 hits", "the unit carries 1 hit"),
        (OTHER, "won by the British unit", "drawn"),
        ("fight 4", "the small team deducts 2", "the small team deducts 1"),
        ("fight 5", "the small team deducts 2", "the small team deducts 1"),
    ]


def erratum(number: str) -> Finding | None:
    return next((each for each in el_alamein.audit() if each.id == number), None)


@pytest.mark.rule("E-A6", "R-M1")
@pytest.mark.parametrize(
    ("later", "losers"),
    [
        ([record.FIGHT_5], "fight 5"),
        ([record.FIGHT_4, record.FIGHT_5], "fight 5"),
        ([record.FIGHT_5, record.FIGHT_6], "fight 5 and fight 6"),
    ],
)
def test_whom_the_extra_hit_removes(
    monkeypatch: pytest.MonkeyPatch, later: list[PrintedExchange], losers: str
) -> None:
    monkeypatch.setattr(record, "EXCHANGES", (*record.FIRST_TELLING, *later))
    found = erratum("E-A6")
    assert found
    assert f" Without the further hit the losers of {losers} would stand." in found.effect


@pytest.mark.rule("E-A6", "R-M1")
def test_what_the_tutorial_adds_to_the_rule_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the two alone is a finding; without both there is none."""
    first, second = record.FIRST_TELLING
    monkeypatch.setattr(record, "EXCHANGES", record.FIRST_TELLING)
    found = erratum("E-A6")
    assert found
    assert found.computed == "fight 2, first version, exchange 1: shaken by a draw"
    assert found.effect == "R-M1 and R-M2 ask; our answers follow the tutorial."
    monkeypatch.setattr(record, "EXCHANGES", (record.FIGHT_5,))
    found = erratum("E-A6")
    assert found
    assert found.computed == "fight 5: a further hit for the loser"
    calm, shaken = PrintedSide(4, 0, 4, False, 0), PrintedSide(6, 2, 4, False, 1, True)
    draw = replace(second, british=calm, german=calm, winner=None)
    for exchanges in ((first, draw), (record.FIGHT_4,), (second,), (first, record.FIGHT_4)):
        monkeypatch.setattr(record, "EXCHANGES", exchanges)
        assert not erratum("E-A6")
    # One shaken side is enough, and only a draw before in the same fight counts.
    higher = replace(first.british, roll=13, total=13)
    won = replace(first, british=higher, winner="british")
    for after in (replace(draw, british=shaken), replace(draw, german=shaken)):
        monkeypatch.setattr(record, "EXCHANGES", (first, after))
        assert erratum("E-A6")
        for before in (won, replace(first, fight=6)):
            monkeypatch.setattr(record, "EXCHANGES", (before, after))
            assert not erratum("E-A6")


@pytest.mark.rule("E-A5", "PT-M9")
def test_a_slip_of_the_pen_may_be_in_either_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Had it printed 9 − 2 = 4, a roll of 6 would have been meant: that reaches 2 just as well."""
    slip = replace(record.FIGHT_5, german=replace(record.FIGHT_5.german, total=4))
    monkeypatch.setattr(record, "EXCHANGES", (slip,))
    found = erratum("E-A5")
    assert found
    assert found.printed == "4 misses 2; no hit is told of: the unit carries no hits"
    assert "and with either German total. It is also" in found.effect


@pytest.mark.rule("PT-M8", "PT-M15", "R-M1")
@in_turn("exchange", record.EXCHANGES[2:])
def test_what_is_told_by_the_rules_is_what_the_rules_say(exchange: PrintedExchange) -> None:
    rolls = exchange.british.roll, exchange.german.roll
    assert told(exchange) == el_alamein.replay(exchange.fight, rolls)
    for pays in (True, False):
        rulings = melee.Rulings(loser_takes_hit=pays)
        assert told(exchange, pays) == el_alamein.replay(exchange.fight, rolls, rulings)


@pytest.mark.rule("R-M1")
def test_which_reading_of_the_extra_hit_each_exchange_follows() -> None:
    takes = {each.label: told(each) for each in record.EXCHANGES}
    assert takes[SECOND].attacker_takes == 1
    assert [takes[label].defender_takes for label in (OTHER, "fight 5", "fight 6")] == [2, 2, 2]


@pytest.mark.rule("PT-M12", "PT-M15", "PT-M18")
@in_turn(
    ("shaken", "deducted", "by_british", "by_german", "clauses"),
    [
        ((True, False), 0, 2, 0, ()),
        ((True, False), 2, 2, 2, ("PT-M15",)),
        ((False, True), 2, 0, 2, ("PT-M12",)),
        ((False, True), 4, 0, 4, ("PT-M15", "PT-M12", "R-M3")),
        ((True, True), 2, 2, 2, ("PT-M12",)),
    ],
)
def test_each_side_is_shaken_for_itself(
    shaken: tuple[bool, bool],
    deducted: int,
    by_british: int,
    by_german: int,
    clauses: tuple[str, ...],
) -> None:
    """What the German side deducts beyond being shaken, it deducts as a small team."""
    first, second = record.FIRST_TELLING[1].british, record.FIRST_TELLING[1].german
    exchange = replace(
        record.FIRST_TELLING[1],
        british=replace(first, shaken_before=shaken[0]),
        german=replace(second, shaken_before=shaken[1], deducted=deducted),
    )
    fact = told(exchange)
    assert (fact.attacker_total, fact.defender_total) == (8 - by_british, 9 - by_german)
    assert fact.attacker_deduction.points == by_british
    assert fact.defender_deduction.clauses == clauses
    # Who is shaken carries a hit, and only he.
    assert fact.after.attacker_hits == min(2, shaken[0] + fact.attacker_takes)
    assert fact.after.defender_hits == min(2, shaken[1] + fact.defender_takes)


@pytest.mark.rule("PT-M8", "PT-M11")
def test_a_fight_from_other_dice_calls_the_units_by_their_numbers() -> None:
    fight = el_alamein.replayed(4, [(7, 3), (12, 5)])
    assert [exchange.number for exchange in fight.exchanges] == [1, 2]
    assert str(fight).splitlines()[-1] == (
        "German 4 is removed. British 4 is the only unit left. [PT-M17]"
    )
    assert "British 4 rolls 7 with 3 dice" in str(fight)
    going = el_alamein.replayed(4, [(7, 3)])
    assert going.outcome == melee.Outcome.GOES_ON


@in_turn("number", [0, 1, 3, 7, 8, -2, 9])
def test_only_four_pairs_fought(number: int) -> None:
    with pytest.raises(InvalidValue, match=r"number: .* 2, 4, 5, 6: the units that fought"):
        el_alamein.replayed(number, [(9, 9)])
    with pytest.raises(InvalidValue, match=r"number: .* 2, 4, 5, 6: the units that fought"):
        el_alamein.replay(number, (9, 9))


def test_who_meets_whom_in_the_story() -> None:
    story = el_alamein.corrected()
    assert [story.steps_of(number)[0].text for number in story.actions] == [
        "British 1, black 6",
        "British 2, red 7 against German 2, the crew of a 7.5 cm infantry gun 18",
        "British 3, black 8 against German 3, three riflemen",
        "British 4, red 9 against German 4, an MG42 team",
        "British 5, red 8 against German 5, an MG42 team",
        "British 6, red 10 against German 6, three riflemen",
    ]
    assert all(story.steps_of(number)[0].heading for number in story.actions)
    rolled = {
        number: [exchange.rolls[:2] for exchange in action.fight.exchanges]
        for number, action in story.actions.items()
        if action.fight
    }
    assert rolled == {2: [(12, 12)], 4: [(7, 3)], 5: [(9, 9)], 6: [(13, 12)]}
    assert [british(number).card for number in story.actions] == [
        action.tests[0].card for action in story.actions.values()
    ]


def test_a_story_of_some_of_the_units() -> None:
    whole = el_alamein.corrected()
    part = Story({3: whole.actions[3]})
    assert part.steps == whole.steps_of(3)
    assert part.actions[3].ending == Ending.REFUSED
    with pytest.raises(InvalidValue, match=r"number: 2 .* units that this story tells of"):
        part.steps_of(2)
