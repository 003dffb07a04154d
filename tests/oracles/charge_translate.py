"""A situation of the library as its file says it, and so as plain data for the oracle."""

from rules_lib.situations import to_dict
from rules_lib.triumph_and_glory import charge
from tests.golden.cavalry_cases import plain
from tests.oracles.charge_plain import Battle


def battle(situation: charge.Situation) -> Battle:
    """Everything declared."""
    return plain(to_dict(charge.CavalryCharge(situation.attacks)))
