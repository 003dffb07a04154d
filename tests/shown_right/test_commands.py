"""Every number that a command prints, recomputed by the oracles from the words of the line."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

import pytest

from tests.commands.asking import Asker
from tests.in_turn import in_turn
from tests.oracles import charge_brute, melee_brute, sniper_counts
from tests.oracles import sudden_strike_brute as striking
from tests.oracles.charge_moves import answers
from tests.oracles.charge_plain import OFF_MAP
from tests.shown_right import charges, games
from tests.shown_right.conftest import Held

LINE = re.compile(
    r"^(?P<label>\S.*?): (?P<words>[^:]*?)\s{3,}(?P<percent>\S.*? %)\s{3,}(?P<exact>.*)$"
)
UNITS = (
    ("red 7", "red 5, small team"),
    ("black 8, 1 hit", "black 7, officer, in cover"),
    ("red 9, shaken", "black 7, in cover"),
    ("black 5", "red 10, small team, 1 hit"),
)


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Asker:
    return Asker(capsys)


def told_chances(text: str) -> Iterator[tuple[str, str, str, str]]:
    """Label, words, percentage and fraction of each line that tells a chance."""
    for line in text.splitlines():
        if found := LINE.match(line):
            yield found["label"], found["words"], found["percent"], found["exact"]


def hold_chances(held: Held, text: str, right: Mapping[str, Fraction]) -> None:
    """These chances are told, each three ways, and no others."""
    lines = list(told_chances(text))
    assert [label for label, *_ in lines] == [label for label, chance in right.items() if chance]
    for label, words, percent, exact in lines:
        held.words(words, right[label], label)
        held.percent(percent, right[label], label)
        assert exact.startswith("(a long") or Fraction(exact) == right[label]


def after(text: str, label: str) -> str:
    """The rest of the line that starts so."""
    (line,) = [each for each in text.splitlines() if each.startswith(f"{label}: ")]
    return line.removeprefix(f"{label}: ")


def hold_distribution(held: Held, told: str, distribution: Mapping[str, Fraction]) -> None:
    """``0: 12.5 %, 1: 87.5 %``: each outcome that is told, and enough of them."""
    found = re.findall(r"([^:,]+): ((?:under |over )?[\d.]+ %)", told)
    assert found
    for name, percent in found:
        held.percent(percent, distribution[name.strip()], name)
    assert sum(distribution[name.strip()] for name, _ in found) > Fraction(99, 100)


def hold_steps(held: Held, told: str, mean: Fraction, steps: list[Fraction]) -> None:
    """``1.10 (…) on average; 1: 90.5 %, …, more than 3: 0.1 %``; steps 1, 2, 3 and so on."""
    average, distribution = told.split(" on average; ")
    held.number(average, mean)
    more = {f"more than {n}": 1 - sum(steps[:n], Fraction(0)) for n in range(1, len(steps) + 1)}
    hold_distribution(
        held, distribution, {**{str(n): p for n, p in enumerate(steps, start=1)}, **more}
    )


class TestPaperTigers:
    @pytest.mark.parametrize(("attacker", "defender"), UNITS)
    @pytest.mark.slow
    def test_melee(self, ask: Asker, held: Held, attacker: str, defender: str) -> None:
        text = ask.told(f'melee --attacker "{attacker}" --defender "{defender}"')
        units = games.unit(attacker), games.unit(defender)
        ends = games.fight(*units)
        labels = {
            "The attacker wins": "attacker_wins",
            "The defender wins": "defender_wins",
            "Both are removed": "both_removed",
            "It never ends": "undecided",
        }
        hold_chances(held, text, {label: ends[name] for label, name in labels.items()})
        melee = melee_brute.Melee(*units)
        habit = melee.habit("if_missed" if units[1].cover else "never")
        hold_steps(held, after(text, "Exchanges"), games.exchanges(*units), melee.length(habit, 6))
        hits = melee_brute.final_hits(melee.ends(habit))
        told = after(text, "Hits in the end, attacker-defender")
        hold_distribution(held, told, {f"{a}-{d}": p for (a, d), p in hits.items()})

    @in_turn("card", ["red 7", "black 8", "red 12", "black 2"])
    def test_tests(self, ask: Asker, held: Held, card: str) -> None:
        lines = list(told_chances(ask.told(f'test --card "{card}"')))
        assert len(lines) == 4
        for label, words, percent, exact in lines:
            right = games.passes(card, "movement" if label.startswith("A move,") else "combat")
            dice = games.MOVEMENT if label.startswith("A move,") else games.COMBAT
            assert label.endswith(f", {dice[card.split()[0]]} dice")
            held.words(words, right, label)
            held.percent(percent, right, label)
            held.chance(Fraction(exact), right, label)

    @in_turn(("attacker", "defender"), UNITS)
    def test_charge(self, ask: Asker, held: Held, attacker: str, defender: str) -> None:
        text = ask.told(f'charge --attacker "{attacker}" --defender "{defender}" --shot-hits 1/3')
        ends = games.charge(attacker, defender)
        shot = ends["refused"] / 3
        second = "removes it" if "1 hit" in attacker else "hits"
        right = {
            "The move fails, it stays": ends["stays"],
            "The charge fails, the shot misses": ends["refused"] - shot,
            f"The charge fails, the shot {second}": shot,
            "Contact, the attacker wins": ends["attacker_wins"],
            "Contact, the defender wins": ends["defender_wins"],
            "Contact, both are removed": ends["both_removed"],
            "Contact, and it never ends": ends["undecided"],
        }
        hold_chances(held, text, right)

    @pytest.mark.parametrize(
        ("kind", "card", "within", "markers"),
        [("infantry", "red 7", 6, 4), ("officer", "black 8", 4, 3), ("crew", "red 10", 9, 6)],
    )
    @pytest.mark.slow
    def test_sniper(
        self, ask: Asker, held: Held, kind: str, card: str, within: int, markers: int
    ) -> None:
        line = f'sniper --target {kind} --card "{card}" --within {within} --markers {markers}'
        text = ask.told(line)
        found = {n: 1 - sniper_counts.hidden(n, kind, markers=markers) for n in range(60) if n < 53}
        hits = sniper_counts.hits(*games.card(card))
        right = {
            "His shot hits": hits,
            "An attempt to spot him succeeds": sniper_counts.spotted(kind, sniper_counts.pile()),
            f"Found within {within} attempts": found[within],
        }
        hold_chances(held, text, right)
        told = re.findall(r"(\d+): ([\d.]+ %)", after(text, "Found by attempt"))
        assert len(told) == within
        for attempt, percent in told:
            held.percent(percent, found[int(attempt)], attempt)
        mean = sniper_counts.average_attempts(kind, markers=markers)
        half = min(n for n, chance in found.items() if chance >= Fraction(1, 2))
        for label in ("Attempts until he is found", "Shots until he is found"):
            average, rest = after(text, label).split(" on average; ")
            held.number(average, mean, label)
            assert rest == f"half the time {half} or fewer"
        average = after(text, "Hits until then").removesuffix(" on average")
        held.number(average, float(hits) * mean)

    @in_turn(
        ("unit", "place"),
        [
            ("tank", "bunker"),
            ("infantry, 1 hit", ""),
            ("infantry", "trench system"),
            ("gun crew", "gun position"),
            ("aircraft", ""),
        ],
    )
    def test_strike(self, ask: Asker, held: Held, unit: str, place: str) -> None:
        text = ask.told(f'strike --unit "{unit}"' + f' --structure "{place}"' * bool(place))
        kind, hits = games.kind(unit), int("1 hit" in unit)
        shelter = striking.SHELTERS[place] if place else None
        readings = striking.Readings()
        fates = striking.fates(kind, hits, shelter, readings)
        labels = {
            "The structure saves": "unaffected",
            "The unit saves": "saved",
            "The unit is hit": "hit",
            "The unit is removed": "removed",
        }
        right = {label: fates.get(fate, Fraction(0)) for label, fate in labels.items()}
        if shelter is not None:
            right[f"The {place} loses a point of value"] = striking.fails(shelter.dice)
            distribution = striking.value_left(kind, hits, shelter, readings)
            right["The structure falls before the unit, or with it"] = distribution.get(
                0, Fraction(0)
            )
        hold_chances(held, text, right)
        gone = [striking.removed_by(n, kind, hits, shelter) for n in range(7)]
        steps = [gone[n] - gone[n - 1] for n in range(1, 7)]
        mean = striking.mean_strikes(kind, hits, shelter, readings)
        hold_steps(held, after(text, "The strike that removes the unit"), mean, steps)
        if shelter is not None:
            fails = striking.fails(shelter.dice)
            told = after(text, "The strike that brings the structure down").split(" on average; ")
            held.number(told[0], shelter.left / fails)

    @pytest.mark.parametrize(("activations", "rounds"), [(8, 3), (10, 1), (20, 4)])
    def test_strikes_to_expect(self, ask: Asker, held: Held, activations: int, rounds: int) -> None:
        text = ask.told(f"strike --activations {activations} --rounds {rounds}")
        distribution = striking.jokers_shown(54, 2, activations, rounds, "when_used_up")
        (line,) = [each for each in text.splitlines() if each.startswith("Strikes to expect")]
        average, told = line.partition("): ")[2].split(" on average; ")
        held.number(average, Fraction(2 * activations * rounds, 54))
        hold_distribution(held, told, {str(count): p for count, p in distribution.items()})


class TestBattle:
    @in_turn(
        ("a", "b"),
        [
            ("5 dice, fanaticism 1, superior", "4 dice"),
            ("1 die", "5 dice, fanaticism 2"),
            ("3 dice, superior", "2 dice"),
            ("4 dice", "4 dice"),
        ],
    )
    def test_battle(self, ask: Asker, held: Held, a: str, b: str) -> None:
        text = ask.told(f'battle --a "{a}" --b "{b}"')
        sides = games.party(a), games.party(b)
        won = games.wins(*sides)
        hold_chances(held, text, {"a wins": won["a"], "Draw": won["draw"], "b wins": won["b"]})
        for name, own, enemy in (("a", *sides), ("b", *sides[::-1])):
            told = re.search(
                rf"^{name} loses (.* %) of .*, everything: (.* %)$", text, re.MULTILINE
            )
            assert told
            held.percent(told[1], games.average_loss(own, enemy), name)
            held.percent(told[2], games.loses(own, enemy).get(Fraction(1), Fraction(0)), name)

    def test_pairs(self, ask: Asker, held: Held) -> None:
        words = {"a": "3 dice", "b": "2 dice, superior", "c": "4 dice"}
        line = 'battle --a "3 dice" --b "2 dice, superior" --also "4 dice"'
        text = ask.told(f"{line} --ruling R-I14=each_pair")
        for pair in ("ab", "ac", "bc"):
            first, second = pair
            won = games.wins(games.party(words[first]), games.party(words[second]))
            part = text.split(f"\n{first} against {second}\n")[1].split("\n\n")[0]
            labels = {f"{first} wins": won["a"], "Draw": won["draw"], f"{second} wins": won["b"]}
            hold_chances(held, part, labels)

    def test_aftermath(self, ask: Asker, held: Held) -> None:
        """Six hexes; fewer for each class that the winner is better, farther ones if worse.

        Three or four sixes of b leave nobody of a; three dice cannot take all four of b.
        """
        line = 'aftermath --a "3 dice" --b "4 dice" --morale-a 2 --morale-b "0=1/4, 1=3/4"'
        won = games.wins(games.party("3 dice"), games.party("4 dice"))
        gone = Fraction(4 * 5 + 1, 6**4)
        right = {
            "a draw, nobody retreats": won["draw"],
            "a has no troops left, so it is gone": gone,
        }
        for morale, often in ((0, Fraction(1, 4)), (1, Fraction(3, 4))):
            gap = 2 - morale
            right[f"a retreats; 6 hexes are open to it and {gap} farther"] = (
                won["b"] - gone
            ) * often
            right[f"b retreats; {6 - gap} hexes are open to it"] = won["a"] * often
        ranked = sorted(right.items(), key=lambda each: -each[1])
        hold_chances(held, ask.told(line), dict(ranked))


CAVALRY = {
    "drive-out": "All targets leave their hexes (drive-out)",
    "rout": "All targets leave the map (rout)",
}
LINES: dict[str, tuple[charges.Scene, str]] = {
    'cavalry --charger "heavy 5, strength 6, disordered cohesion 4"'
    ' --target "infantry 5, strength 5, disordered cohesion 4"': (
        charges.one(charges.rider("A", "heavy", 5), charges.foot("X", 5, 5)),
        "drive-out",
    ),
    'cavalry --charger "light 6, strength 6, disordered cohesion 5"'
    ' --target "light 4, strength 3, disordered cohesion 3" --goal rout': (
        charges.one(charges.rider("A", "light", 6), charges.rider("X", "light", 4, 3)),
        "rout",
    ),
    'cavalry --charger "heavy 4, strength 9, disordered cohesion 3"'
    ' --target "infantry 6, strength 3, clear terrain, disordered cohesion 5"'
    " --decide square=no": (
        charges.decided(
            charges.one(charges.rider("A", "heavy", 4, 9), charges.foot("X", 6, 3), clear=True),
            square=False,
        ),
        "drive-out",
    ),
}


@pytest.mark.parametrize("line", LINES)
def test_cavalry(ask: Asker, held: Held, line: str) -> None:
    """Both sides decide best, found by trying everything; then each unit's ends are counted."""
    scene, goal = LINES[line]
    wanted = charges.left("X") if goal == "drive-out" else charges.gone("X")
    fixed = answers(scene.plan)
    gains: dict[str, Fraction] = {}
    value, best = charge_brute.best(
        scene.charge(), lambda fates: int(wanted(charges.ends(fates))), fixed, gains
    )
    text = ask.told(line)
    chosen = {question: min(each) for question, each in best.items()}
    assert all(len(each) == 1 for each in best.values())
    distribution = charge_brute.distribution(
        scene.charge(), lambda question, options: fixed(question, options) or chosen[question]
    )
    right: dict[str, Fraction] = {CAVALRY[goal]: value}
    for fates, p in distribution.items():
        for name, place, order in fates:
            label = f"{name} {place}" + f", {order}" * (place not in OFF_MAP)
            right[label] = right.get(label, Fraction(0)) + p
    told = {label: (words, percent, exact) for label, words, percent, exact in told_chances(text)}
    assert set(told) == set(right)
    for label, (words, percent, exact) in told.items():
        held.words(words, right[label], label)
        held.percent(percent, right[label], label)
        held.chance(Fraction(exact), right[label], label)
    advised = re.findall(r"^  (.*) \(.*\): (.*); worth up to (.*) points", text, re.MULTILINE)
    assert {question for question, *_ in advised} == set(best)
    for question, answer, points in advised:
        assert best[question] == {answer}
        held.number(points, 100 * gains[question], question)
