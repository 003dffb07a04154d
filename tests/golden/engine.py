"""What the library answers to the rows of the golden tables: one function for each table."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, TypeVar

from rules_lib.commands.door import read_by
from rules_lib.errors import UnspecifiedBySource
from rules_lib.in_die_tiefen import Party, aftermath, battle
from rules_lib.paper_tigers import Card, charge, command, melee, sniper, sudden_strike
from rules_lib.paper_tigers.deck import CommandDeck, ranks
from rules_lib.paper_tigers.melee.odds import ENDS
from rules_lib.rulebook import RulingSet
from rules_lib.situations import from_dict
from rules_lib.triumph_and_glory import charge as cavalry
from rules_lib.triumph_and_glory.charge import CavalryCharge
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.units import Cavalry, Infantry
from tests.golden.cavalry_cases import PLANS, Json, attacks_of, simple
from tests.golden.form import FOLDER, Cell, Row, read

Answer = Mapping[str, Cell]
R = TypeVar("R", bound=RulingSet)


def readings(row: Row, kind: type[R]) -> R:
    """The rulings of a row; a comma between two of them is followed by an id."""
    text = row["reading"]
    parts = [] if text == "default" else text.replace(", R-", "\nR-").split("\n")
    return read_by(parts, None, kind.ids()).of(kind)


def yes(cell: str) -> bool:
    return {"yes": True, "no": False, "True": True, "False": False}[cell]


def said(ask: Callable[[], Cell]) -> Cell:
    """The answer, where the source gives one."""
    try:
        return ask()
    except UnspecifiedBySource:
        return "unspecified"


# ---------------------------------------------------------------- Paper Tigers: melee


def unit(row: Row, letter: str) -> melee.Combatant:
    traits = row[f"{letter}_traits"].split()
    card = Card.parse(f"{row[f'{letter}_colour']} {row[f'{letter}_value']}")
    small, officer, cover = (each in traits for each in ("small_team", "officer", "in_cover"))
    hits, shaken = int(row[f"{letter}_hits"]), "shaken" in traits
    return melee.Combatant(card, small, officer, cover, hits, shaken)


def fought(row: Row, reroll: Any) -> melee.Odds:
    return melee.odds(unit(row, "a"), unit(row, "d"), readings(row, melee.Rulings), reroll)


def command_test(row: Row) -> Answer:
    card = Card.parse(f"{row['colour']} {row['value']}")
    (one,) = {command.chance(card, "charge"), command.chance(card, "melee")}
    return {"movement": command.chance(card, "movement"), "combat": one}


def melee_(row: Row) -> Answer:
    odds = fought(row, row["reroll"])
    mean = None if odds.undecided else odds.exchanges.mean()
    return {**{str(end): odds.outcomes[end] for end in ENDS}, "mean_exchanges": mean}


def melee_final_hits(row: Row) -> Answer:
    odds = fought(row, "never")
    return {"chance": odds.final_hits[int(row["hits_a"]), int(row["hits_d"])]}


def melee_best_reroll(row: Row) -> Answer:
    return {"chance": best_policy_of(row).value}


def melee_reroll_policy(row: Row) -> Answer:
    policy = best_policy_of(row)
    start = next(iter(policy.decisions)).state
    enemy = None if row["enemy_roll"] == "unknown" else int(row["enemy_roll"])
    again, either = [], []
    for look, choice in policy.decisions.items():
        if (look.state, look.enemy_roll) == (start, enemy):
            if look in policy.ties:
                either.append(look.own_roll)
            elif choice == "re-roll":
                again.append(look.own_roll)
    told = (" ".join(map(str, sorted(each))) or None for each in (again, either))
    return dict(zip(("again", "either"), told, strict=True))


melee_odds = cache(melee.odds)


def best_policy_of(row: Row) -> melee.BestPolicy:
    pair, goal = (unit(row, "a"), unit(row, "d")), melee.Goal(row.get("goal", "win"))
    policy: melee.BestPolicy | None
    policy = melee_odds(*pair, readings(row, melee.Rulings), goal).policy
    assert policy is not None
    return policy


def charge_(row: Row) -> Answer:
    distribution = charge.odds(
        unit(row, "a"),
        unit(row, "d"),
        shot_hits=Fraction(row["shot"]),
        moves=yes(row["moves"]),
        rulings=readings(row, charge.Rulings),
    )
    return {str(ending): distribution[ending] for ending in charge.Ending}


# ---------------------------------------------------------------- Paper Tigers: snipers


def deck(cards: str) -> CommandDeck:
    """A small pile of four cards of each value, and jokers."""
    values = cards.split()
    plain = [each for each in values if each != "joker"]
    assert all(plain.count(each) == 4 for each in plain)
    return CommandDeck({each: int(each) for each in plain}, jokers=values.count("joker"))


def hidden(found: Any, row: Row) -> Answer:
    numbers = [int(name.rpartition("_")[2]) for name in row if name.startswith("hidden_")]
    return {f"hidden_{n}": found.not_yet(n) for n in numbers}


def sniper_hit(row: Row) -> Answer:
    return {"chance": sniper.hit(Card.parse(f"{row['colour']} {row['value']}"))}


def sniper_spotting(row: Row) -> Answer:
    rulings = readings(row, sniper.Rulings)
    pack = CommandDeck(ranks(rulings.court_values), jokers=int(row["jokers"]))
    kind: Any = row["kind"]
    return {"chance": said(lambda: sniper.spotting(kind, pack, rulings=rulings))}


def sniper_search(row: Row) -> Answer:
    rulings, kind = readings(row, sniper.Rulings), row["kind"]
    markers = int(row["markers"])
    found = sniper.search(kind, deck(row["pile"]), markers=markers, rulings=rulings)  # type: ignore[arg-type]
    return {**hidden(found, row), "mean": found.mean()}


def sniper_duel(row: Row) -> Answer:
    kind: Any = row["kind"]
    found = sniper.duel_odds(
        Card.parse(f"{row['colour']} {row['value']}"),
        kind,
        deck(row["pile"]),
        markers=int(row["markers"]),
        rulings=readings(row, sniper.Rulings),
    )
    return {**hidden(found, row), "mean": found.mean_shots()}


def sniper_effect(row: Row) -> Answer:
    target = sniper.Target(row["kind"], int(row["hits"]))  # type: ignore[arg-type]
    effect = sniper.effect(target, True, readings(row, sniper.Rulings))
    recovers = said(lambda: effect.must_recover)
    told = effect.removed, effect.loses_activations, recovers
    return dict(zip(("removed", "loses_activations", "must_recover"), told, strict=True))


def sniper_sight(row: Row) -> Answer:
    kind: Any = row["kind"]
    rulings = readings(row, sniper.Rulings)
    return {
        "raise": sniper.visibility_raise(kind, rulings),
        "found": sniper.found_raise(kind, rulings),
    }


def sniper_move(row: Row) -> Answer:
    markers, out = int(row["markers"]), int(row["out"])
    before = sniper.Position(markers, laid=bool(out), reds=max(0, out - 1))
    rulings = readings(row, sniper.Rulings)
    then = sniper.after_move(before, rulings).reds + 1
    return {"then_out": then, "chance": sniper.successes_needed(then, rulings)[1]}


# ---------------------------------------------------------------- Paper Tigers: sudden strike


def sudden_strike_save(row: Row) -> Answer:
    kind: Any = row["kind"]
    rulings = readings(row, sudden_strike.Rulings)
    return {"chance": said(lambda: sudden_strike.save(kind, rulings))}


def place(name: str, damage: int) -> sudden_strike.Structure | None:
    structure = None if name == "-" else sudden_strike.structure(name)
    for _ in range(damage if structure else 0):
        structure = structure and structure.damaged()
    return structure


def target(row: Row) -> sudden_strike.Unit:
    kind: Any = row["kind"]
    return sudden_strike.Unit(kind, int(row["hits"]))


def sudden_strike_(row: Row) -> Answer:
    struck = target(row), place(row["structure"], int(row["damage"]))
    wanted = [row[name] for name in ("fate", "hits_after", "value_after", "lost")]

    def told(result: sudden_strike.Result) -> list[str]:
        value = result.structure.value_left if result.structure else "-"
        return [*map(str, (result.fate, result.hits, value, result.lost or "nothing"))]

    def chance() -> Fraction:
        found = sudden_strike.strike(*struck, readings(row, sudden_strike.Rulings))
        return found.probability(lambda result: told(result) == wanted)

    return {"chance": said(chance)}


def sudden_strike_siege(row: Row) -> Answer:
    structure = place(row["structure"], 0)
    assert structure is not None
    siege = sudden_strike.siege(target(row), structure, readings(row, sudden_strike.Rulings))
    distributions = {"unit": siege.unit_lasts, "structure": siege.structure_lasts}
    names = [name for name in row if name.partition("_")[0] in distributions and name[-1].isdigit()]
    found: dict[str, Cell] = {}
    for name in names:
        which, _, number = name.partition("_")
        found[name] = distributions[which].pmf(int(number))
    return {**found, "mean": siege.unit_lasts.mean()}


def sudden_strike_jokers(row: Row) -> Answer:
    rulings = readings(row, sudden_strike.Rulings)
    jokers = int(row["jokers"])
    cards = {4: {"seven": 7}, 52: ranks()}[int(row["cards"])]
    distribution = sudden_strike.strikes(
        int(row["activations"]),
        None if jokers == rulings.jokers and row["cards"] == "52" else CommandDeck(cards, jokers),
        rounds=int(row["rounds"]),
        rulings=rulings,
    )
    return {"chance": distribution[int(row["strikes"])]}


# ---------------------------------------------------------------- In die Tiefen


def parties(row: Row) -> tuple[Party, Party]:
    a, b = (
        Party(int(row[f"{x}_dice"]), int(row[f"{x}_fanaticism"]), yes(row[f"{x}_superior"]))
        for x in "ab"
    )
    return a, b


joined = cache(battle.odds)


def battle_(row: Row) -> Answer:
    odds = joined(*parties(row), readings(row, battle.Rulings))
    return {"a_wins": odds.a_wins, "draw": odds.draw, "b_wins": odds.b_wins}


def battle_joint(row: Row) -> Answer:
    odds = joined(*parties(row), readings(row, battle.Rulings))
    end = battle.Winner(row["winner"]), int(row["lost_a"]), int(row["lost_b"])
    return {"chance": odds.joint[end]}


def battle_losses(row: Row) -> Answer:
    odds = joined(*parties(row), readings(row, battle.Rulings))
    if row["share_a"] == "refused":
        try:
            return {"chance": str(odds.losses)}
        except UnspecifiedBySource:
            return {"chance": 1}
    return {"chance": odds.losses[Fraction(row["share_a"]), Fraction(row["share_b"])]}


def battle_dice(row: Row) -> Answer:
    counts = ("fanaticism", "deeds", "thwarted_enemy_deeds", "failed_enemy_deeds")
    given: dict[str, Any] = {name: int(row[name]) for name in counts}
    given |= {name: yes(row[name]) for name in ("terrain", "certain_death", "tactic_superior")}
    given |= {"outnumbers": Fraction(row["outnumbers"]), "rulings": readings(row, battle.Rulings)}
    party = Party.from_circumstances(**given)
    return {"dice": party.dice}


def morale(cell: str) -> aftermath.Morale | None:
    word, _, level = cell.partition(" ")
    if word in ("sensational", "fumble", "failure"):
        return (word, int(level)) if level else word  # type: ignore[return-value]
    return None if word == "-" else int(word)


def battle_aftermath(row: Row) -> Answer:
    after = aftermath.resolve(
        battle.Winner(row["winner"]),
        morale(row["morale_a"]),
        morale(row["morale_b"]),
        wiped_out_a="a" in row["wiped_out"],
        wiped_out_b="b" in row["wiped_out"],
        rulings=readings(row, battle.Rulings),
    )
    extra, out = ("".join(map(str, who)) or None for who in (after.extra_action, after.sits_out))
    return {
        "hexes": after.hexes, "farther": after.farther, "extra_action": extra, "sits_out": out,
    }  # fmt: skip


def battle_choice(row: Row) -> Answer:
    a, b = parties(row)
    rulings = readings(row, battle.Rulings)
    rolls_a, rolls_b = (tuple(map(int, row[f"rolls_{x}"].split())) for x in "ab")
    count = len(battle.adjudicate(a, b, rolls_a, rolls_b).b.destroyed)

    def worth(places: tuple[int, ...]) -> Fraction:
        told = battle.adjudicate(
            a,
            b,
            rolls_a,
            rolls_b,
            rulings,
            destroyed_b=[rolls_b[at] for at in places],
            destroyed_fanatics_b=sum(at >= b.steady_dice for at in places),
        )
        if row["goal"] == "losses":
            return told.b.share_lost
        wins = {battle.Winner.A: Fraction(1), battle.Winner.DRAW: Fraction(1, 2)}
        return wins.get(told.winner, Fraction(0))

    falling = sorted(range(b.dice), key=lambda at: (-rolls_b[at], at))
    every = map(worth, combinations(range(b.dice), count))
    return {"highest": worth(tuple(falling[:count])), "best": max(every)}


# ---------------------------------------------------------------- Triumph & Glory


def worded(given: Any) -> Any:
    """As a file of a situation says it: the kind of a unit is its arm."""
    if isinstance(given, dict):
        return {("arm" if key == "kind" else key): worded(each) for key, each in given.items()}
    return list(map(worded, given)) if isinstance(given, list) else given


def situation(given: Json) -> cavalry.Situation:
    """The situation of a case."""
    attacks = worded(attacks_of(given))
    told = from_dict({"version": 1, "game": "cavalry", "attacks": attacks})
    assert isinstance(told, CavalryCharge)
    return cavalry.Situation(told.attacks)


@cache
def cases() -> dict[str, cavalry.Situation]:
    rows = read(FOLDER / "cavalry_situations.tsv")
    return {row["case"]: situation(json.loads(row["situation"])) for row in rows}


@cache
def distribution(case: str, plan: str, rulings: cavalry.Rulings) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    odds = cavalry.odds(cases()[case], PLANS[plan], rulings)
    for outcome, chance in odds.outcomes.items():
        told = "; ".join(f"{name} {fate.place}, {fate.order}" for name, fate in outcome.fates)
        found[told] = found.get(told, Fraction(0)) + chance
    return found


def cavalry_charge(row: Row) -> Answer:
    return {
        "chance": distribution(row["case"], row["plan"], readings(row, cavalry.Rulings))[row["end"]]
    }


def cavalry_grid(row: Row) -> Answer:
    given = simple(
        row["kind"], *(int(row[each]) for each in ("cohesion", "strength", "y_cohesion"))
    )
    outcomes = cavalry.odds(situation(given), PLANS[row["plan"]]).outcomes
    return {
        f"{name.lower()}_leaves": sum(
            (p for outcome, p in outcomes.items() if outcome.left(name)), Fraction(0)
        )
        for name in "AY"
    }


def cavalry_best(row: Row) -> Answer:
    given = situation(simple(row["kind"], 5, 4, int(row["y_cohesion"])))
    found = cavalry.decide(given, cavalry.drive_out("Y"), rulings=readings(row, cavalry.Rulings))
    return {"value": found.value}


def cavalry_paths(row: Row) -> Answer:
    middle, start = Hex(0, 0), Hex(int(row["x"]), int(row["z"]))
    placed = [
        Placed(Cavalry("A", 5), start, "French", int(row["facing"])),
        Placed(Infantry("Y", 5), middle, "Russian", 0),
    ]
    board = Board.filled(Terrain("clear", 1), radius=3, units=placed)
    found = cavalry.paths("A", middle, board, readings(row, cavalry.Rulings))
    return {"paths": len(found)}


def cavalry_situations(row: Row) -> Answer:
    """Nothing is asked there; that it can be read is all."""
    assert row["case"] in cases()
    return {}


ASKED = (
    *(command_test, charge_, melee_, melee_final_hits, melee_best_reroll, melee_reroll_policy),
    *(sniper_hit, sniper_spotting, sniper_search, sniper_duel),
    *(sniper_effect, sniper_sight, sniper_move),
    *(sudden_strike_save, sudden_strike_, sudden_strike_siege, sudden_strike_jokers),
    *(battle_, battle_joint, battle_losses, battle_dice, battle_aftermath, battle_choice),
    *(cavalry_situations, cavalry_charge, cavalry_grid, cavalry_best, cavalry_paths),
)
ENGINE: dict[str, Callable[[Row], Answer]] = {each.__name__.rstrip("_"): each for each in ASKED}
"""By table."""
