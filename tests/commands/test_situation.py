"""``situation``: a file gives the odds and the game that its words give elsewhere."""

import re
from pathlib import Path
from random import Random

import pytest

from rules_lib import situations, systems
from rules_lib.paper_tigers import melee
from rules_lib.probability import Distribution
from rules_lib.rulebook import HouseRules
from rules_lib.rulebook.defaults import values_of
from tests.commands.asking import Asker, by, distributions, exact
from tests.in_turn import in_turn

DUEL = """
game = "melee"
attacker = "red 7"
defender = "red 5, small team"
"""


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    file = tmp_path / "duel.toml"
    file.write_text(DUEL, "utf-8")
    return file


@pytest.mark.slow
@in_turn("game", systems)
def test_an_example_has_odds_a_game_and_goes_to_a_file_and_back(
    ask: Asker, tmp_path: Path, game: str
) -> None:
    file = tmp_path / f"{game}.toml"
    assert f"Written: {file}." in ask.told(f"situation --example {game} --write '{file}'")
    data = ask.data(f"situation '{file}'")
    assert data == ask.data(f"situation --example {game}")
    setup = situations.load(file)
    assert situations.from_dict(data["situation"]) == setup
    assert data["situation"]["game"] == game
    found = list(distributions(data["odds"]))
    assert found
    assert all(sum(map(exact, each)) == 1 for each in found)

    ends = {each["outcome"] for distribution in found for each in distribution}
    for seed in range(4):
        reply = ask.data(f"situation '{file}' --play {seed}")
        played = setup.play(Random(seed))
        assert [each["text"] for each in reply["steps"]] == [
            step.text for step in getattr(played, "steps", ())
        ]
        told = ask.told(f"situation '{file}' --play {seed}")
        commented = "\n".join(f"# {line}".rstrip() for line in str(played).splitlines())
        assert commented in told
        if game == "cavalry":
            assert all(end.split(" ", 1)[1] in ends for end in reply["outcome"].split("; "))
        else:
            assert reply["outcome"] in ends or reply["outcome"].startswith("not_found_by_shot_")
        assert told.rstrip().endswith(_ending(game, reply["outcome"], told)), game
        file.write_text(told, "utf-8")
        assert ask.told(f"situation '{file}' --play {seed}") == told


def _ending(game: str, outcome: str, told: str) -> str:
    """How the printed game ends; what it says of shots and winners is what its transcript says."""
    if game == "sniper":
        shots = len(re.findall(r"^# Shot \d+, at ", told, re.MULTILINE))
        found = "The sniper is found." in told
        assert outcome == f"{'' if found else 'not_'}found_by_shot_{shots}"
    if game == "battle" and outcome != "draw":
        assert f"# {outcome[0].upper()} wins the battle. [IDT-5.4]" in told
    return (
        f"{outcome[0].upper()}{outcome[1:].replace('_', ' ')}.\n\n# Read with our default rulings."
    )


def test_the_file_wins_over_the_house_and_a_word_over_both(
    ask: Asker, duel: Path, tmp_path: Path
) -> None:
    house = tmp_path / "house.toml"
    ours, other = values_of("R-M3")
    house.write_text(
        HouseRules({"R-M1": False, "R-M3": other, "R-I3": "losses_only"}).to_toml(), "utf-8"
    )
    duel.write_text(f"{DUEL}[rulings]\nR-M3 = {str(ours).lower()}\nR-M9 = 3\n", "utf-8")
    line = f"situation '{duel}' --rules '{house}'"
    assert ask.data(line)["read_with"] == {"R-M1": "False", "R-M9": "3"}
    both = ask.data(f"{line} --ruling R-M9=2")
    assert both["read_with"] == {"R-M1": "False"}
    units = melee.Combatant.parse("red 7"), melee.Combatant.parse("red 5, small team")
    expected = melee.odds(*units, melee.Rulings(loser_takes_hit=False))
    assert Distribution(by(both["odds"], "outcome")) == expected.outcomes
    assert both["situation"]["rulings"] == {"R-M1": "False"}


def test_faults_are_named(ask: Asker, duel: Path, tmp_path: Path) -> None:
    assert ask.refusal(f"situation '{duel}' --example melee").startswith("FILE: ")
    assert ask.refusal(f"situation '{duel}' --write '{duel}'").startswith("--write: ")
    assert situations.load(duel) == situations.from_toml(DUEL)
    broken = tmp_path / "broken.toml"
    broken.write_text(DUEL.replace("red 7", "green 7"), "utf-8")
    assert ask.refusal(f"situation '{broken}'").startswith("broken.toml, attacker, card: ")
    broken.write_text('game = "strike"\nunit = "tank"\nstrikes = true\n', "utf-8")
    assert ask.refusal(f"situation '{broken}'").startswith("broken.toml, strikes: true was given")
    broken.write_text(DUEL.replace(", small team", '", "small team'), "utf-8")
    assert ask.refusal(f"situation '{broken}'").endswith("(at line 4, column 19))")
    broken = tmp_path / "broken.json"
    broken.write_text('{"game": "melee",\n,}', "utf-8")
    assert ask.refusal(f"situation '{broken}'").endswith("line 2 column 1 (char 18))")
