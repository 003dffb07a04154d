"""What is asked of the strikes in ``panels.toml``, over which readings are compared."""

from fractions import Fraction

from rules_lib.paper_tigers.sudden_strike.odds import endures, strike
from rules_lib.paper_tigers.sudden_strike.odds import strikes as in_rounds
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.paper_tigers.sudden_strike.state import SANDBAGS, Structure, Unit, spoken_of

LOST = {"activation": "this activation", "round": "the rest of the round"}


def told(value: object) -> str:
    """A unit or its shelter as one tells of them: ``"a gun crew, hit before,"``."""
    if isinstance(value, Unit):
        kind = spoken_of(value.kind)
        article = "an " if kind[0] in "aou" else "a "
        return f"{article if kind != 'infantry' else ''}{kind}" + ", hit before," * value.hits
    if value is None:
        return "the open"
    if isinstance(value, Structure):
        damaged = " damaged once" if value.damage else ""
        return f"{'' if value.name == SANDBAGS.name else 'a '}{value.name}{damaged}"
    return str(value)


def removed(unit: Unit, place: Structure | None, strikes: str, rulings: Rulings) -> Fraction:
    """The unit is removed by then."""
    return endures(unit, place, rulings).cdf(int(strikes.split()[0]))


def suffers(units: int, rounds: str, strikes: str, rulings: Rulings) -> Fraction:
    """The force suffers so many strikes."""
    least = int(strikes.split()[0])
    found = in_rounds(units, rounds=int(rounds.split()[0]), rulings=rulings)
    return found.probability(lambda jokers: jokers >= least)


def goes_on(unit: Unit, place: Structure, rulings: Rulings) -> Fraction:
    """The unit goes on with its activation."""
    found = strike(unit, place, rulings)
    return found.probability(lambda result: not result.activation_ends)


def loses(unit: Unit, place: Structure | None, rulings: Rulings) -> str:
    """What it loses."""
    found = strike(unit, place, rulings)
    return " or ".join(sorted({LOST[each.lost] for each in found if each.lost}))


def struck_twice(activations: int, rulings: Rulings) -> Fraction:
    """The unit is struck twice in a round."""
    if rulings.lost == "round":
        return Fraction(0)
    return in_rounds(activations, rulings=rulings).probability(lambda jokers: jokers >= 2)
