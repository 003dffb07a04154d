"""The fights of the front page are real ones: whoever has their dice adjudicates the same."""

from rules_lib.front_page import ALIVE, Alive
from rules_lib.paper_tigers import melee

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
