"""The fights of the front page are real ones: whoever has their dice adjudicates the same."""

from rules_lib.front_page import ALIVE, IN_DIE_TIEFEN, PAPER_TIGERS, Alive
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, command, melee
from rules_lib.text.chances import percent
from tests.shown.reading import shown

UNITS = melee.Combatant.parse("red 7"), melee.Combatant.parse("red 5")
LEFT = ("attacker_wins", "both_removed", "defender_wins")


def test_the_fights_are_the_same_in_each_build_and_adjudicated_as_they_are_shown() -> None:
    assert Alive.asked() == ALIVE
    assert {fight.left for fight in ALIVE.fights} == {0, 1, 2}
    for fight in ALIVE.fights:
        rolls = [(sum(first[0]), sum(second[0])) for first, second in fight.exchanges]
        judged = melee.adjudicate(*UNITS, rolls)
        assert judged.outcome == LEFT[fight.left]
        for exchange, (first, second) in zip(judged.exchanges, fight.exchanges, strict=True):
            told = (exchange.attacker_total, exchange.attacker_hit, exchange.after.attacker_hits)
            other = (exchange.defender_total, exchange.defender_hit, exchange.after.defender_hits)
            for (total, hit, taken), (_, counts, hits) in ((told, first), (other, second)):
                assert counts.endswith(f"{total} {'✓ hit' if hit else '✗ miss'}")
                assert len(hits) == taken


def test_who_is_left_stands_beside_the_chance() -> None:
    ends = melee.odds(*UNITS).outcomes
    names = ("attacker", "nobody", "defender")
    rows = [f"{name} {percent(ends[end])}" for name, end in zip(names, LEFT, strict=True)]
    (text,) = shown(ALIVE._repr_html_(), without="script")
    assert "\n".join(rows) in text
    assert f"{names[ALIVE.fights[-1].left]}\nexact odds" in text


def test_the_chance_beside_a_picture_is_that_of_what_it_shows() -> None:
    charges = command.chance(Card("red", 7), "charge")
    assert str(PAPER_TIGERS) == f"A squad with a red 7 charges when told: {percent(charges)}"
    wins = battle.odds(Party(5), Party(4)).a_wins
    assert str(IN_DIE_TIEFEN) == f"Five dice beat four: {percent(wins)}"
