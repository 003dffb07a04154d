"""The audit of the tutorial: each printed claim, what would be no finding, the corrected story."""

from dataclasses import fields, replace
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.paper_tigers import Card, el_alamein, melee
from rules_lib.paper_tigers.charge import Ending
from rules_lib.paper_tigers.el_alamein import Finding, Story, record
from rules_lib.paper_tigers.el_alamein.record import PrintedExchange
from rules_lib.paper_tigers.el_alamein.replays import (
    ABOUT_COVER,
    british,
    card_of,
    every_ruling,
    replay,
    told,
    under_every_ruling,
)
from rules_lib.paper_tigers.melee import rules
from rules_lib.rulebook import catalog
from tests.in_turn import in_turn

STORY = {
    "British 1, black 6": Ending.STAYS,
    "British 2, red 7 against German 2, the crew of a 7.5 cm infantry gun 18": Ending.ATTACKER_WINS,
    "British 3, black 8 against German 3, three riflemen": Ending.REFUSED,
    "British 4, red 9 against German 4, an MG42 team": Ending.GOES_ON,
    "British 5, red 8 against German 5, an MG42 team": Ending.ATTACKER_WINS,
    "British 6, red 10 against German 6, three riflemen": Ending.ATTACKER_WINS,
}


@pytest.mark.rule("PT-M1", "PT-M7", "PT-M19", "PT-M20")
def test_the_corrected_story() -> None:
    """Who meets whom, what comes of it, and by which clauses."""
    story = el_alamein.corrected()
    known = set(catalog().ids())
    endings, fights = {}, {}
    for number, action in story.actions.items():
        heading, *steps = story.steps_of(number)
        endings[heading.text] = action.ending
        assert heading.heading
        assert british(number).card == action.tests[0].card
        assert all(set(step.clauses) <= known for step in steps)
        # Only that a card’s colour is not printed is no clause.
        bare = [step.text for step in steps if not step.clauses]
        assert len(bare) == (number in (4, 5, 6))
        assert all(
            f"We take it as {getattr(card_of(number), 'colour', None)};" in text for text in bare
        )
        if action.fight:
            after = action.fight.state
            rolled = [exchange.rolls[:2] for exchange in action.fight.exchanges]
            fights[number] = rolled, (after.attacker_hits, after.defender_hits)
    assert endings == STORY
    assert fights == {
        2: ([(12, 12)], (1, 2)),
        4: ([(7, 3)], (0, 0)),
        5: ([(9, 9)], (1, 2)),
        6: ([(13, 12)], (1, 2)),
    }
    part = Story({3: story.actions[3]})
    assert part.steps == story.steps_of(3)
    with pytest.raises(InvalidValue, match=r"number: 2 .* units that this story tells of"):
        part.steps_of(2)


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


SECOND, OTHER = "fight 2, first version, exchange 2", "fight 2, second version"


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


def errata() -> dict[str, Finding]:
    return {each.id: each for each in el_alamein.audit() if each.id}


def erratum(number: str) -> Finding | None:
    return errata().get(number)


def mend(monkeypatch: pytest.MonkeyPatch, label: str, changes: dict[str, Any]) -> None:
    """Let the record tell something else of one exchange, or of a side of it."""
    (old,) = [each for each in record.EXCHANGES if each.label == label]
    new = replace(old, **{
        name: replace(getattr(old, name), **value) if isinstance(value, dict) else value
        for name, value in changes.items()
    })  # fmt: skip
    assert new != old
    mended = tuple(new if each is old else each for each in record.EXCHANGES)
    monkeypatch.setattr(record, "EXCHANGES", mended)


@pytest.mark.rule("E-A3", "E-A4", "E-A5")
@pytest.mark.parametrize(
    ("label", "changes", "gone"),
    [
        (OTHER, {"announced": (8, 9)}, "E-A3"),
        ("fight 5", {"german": {"total": 7}}, "E-A4"),
        ("fight 5", {"german": {"roll": 10}}, "E-A4"),
        ("fight 5", {"german": {"reached": True}, "british": {"hits": 1}}, "E-A5"),
    ],
)
def test_what_would_be_no_finding(
    monkeypatch: pytest.MonkeyPatch, label: str, changes: dict[str, Any], gone: str
) -> None:
    before = set(errata())
    mend(monkeypatch, label, changes)
    assert set(errata()) == before - {gone}


@pytest.mark.slow
@pytest.mark.rule("E-A1", "E-A2", "E-A6")
def test_right_numbers_and_sizes_would_be_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as other:
        other.setattr(record, "ANNOUNCED_GERMANS", 8)
        assert not erratum("E-A1")
        confirmed = [each.printed for each in el_alamein.audit() if each.confirmed]
        assert "8 units announced" in confirmed
    with monkeypatch.context() as other:
        infantry = [replace(x, small_team=x.small_team and x.number != 2) for x in record.GERMANS]
        other.setattr(record, "GERMANS", tuple(infantry))
        assert not erratum("E-A2")
    # Two hits for every loser would leave no doubt.
    mend(monkeypatch, SECOND, {"british": {"takes_for_losing": 1}})
    found = errata()["E-A6"]
    assert found.computed.startswith(f"{SECOND}, {OTHER},")
    assert "Doubtful" not in found.effect


@pytest.mark.rule("PT-M8", "PT-M15", "R-M1")
@in_turn("exchange", record.EXCHANGES[2:])
def test_what_is_told_by_the_rules_is_what_the_rules_say(exchange: PrintedExchange) -> None:
    rolls = exchange.british.roll, exchange.german.roll
    assert told(exchange) == el_alamein.replay(exchange.fight, rolls)
    for pays in (True, False):
        rulings = melee.Rulings(loser_takes_hit=pays)
        assert told(exchange, pays) == el_alamein.replay(exchange.fight, rolls, rulings)


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


@in_turn("number", [0, 1, 3, 7, -2])
def test_only_four_pairs_fought(number: int) -> None:
    for ask in (lambda: el_alamein.replayed(number, [(9, 9)]), lambda: replay(number, (9, 9))):
        with pytest.raises(InvalidValue, match=r"number: .* 2, 4, 5, 6: the units that fought"):
            ask()


@pytest.mark.slow
@pytest.mark.rule("R-M9")
def test_the_audit_tries_every_ruling() -> None:
    """Other numbers of hits do what one of its own does, in an exchange of two hits at most."""
    tried = every_ruling()
    assert tried[0] == melee.Rulings()
    assert len(set(tried)) == len(tried) == 2**6 * 3 * 4
    for each in fields(melee.Rulings):
        if each.metadata["ruling"] not in {*ABOUT_COVER, "R-M9"}:
            readings = {getattr(rulings, each.name) for rulings in tried}
            assert readings == set(each.metadata["readings"])
    for number, rolls in ((2, (12, 12)), (5, (9, 9)), (6, (13, 12))):
        seen = {replay(number, rolls, rulings).outcome for rulings in tried}
        more = [melee.Rulings(hits_to_remove=hits) for hits in (3, 4, 20)]
        more += [melee.Rulings(hits_to_remove=melee.HitsToRemove(5, 3), loser_takes_hit=False)]
        assert {replay(number, rolls, rulings).outcome for rulings in more} <= seen
