"""Situations as files: one format for every system, in TOML or JSON, and back.

>>> duel = from_toml('game = "melee"\\nattacker = "red 7"\\ndefender = "red 5, small team"')
>>> float(duel.odds().attacker_wins) > 0.5
True

The schema of the format is ``rules_lib/situations/schema.json``; :func:`schema` makes it. What
stands under ``rulings`` is what stands there in a file of house rules.
"""

from rules_lib.in_die_tiefen.battle.system import Battle
from rules_lib.paper_tigers.charge.command_system import Test
from rules_lib.paper_tigers.charge.system import Charge
from rules_lib.paper_tigers.melee.system import Melee
from rules_lib.paper_tigers.sniper.system import Sniper
from rules_lib.paper_tigers.sudden_strike.system import Strike
from rules_lib.system.files import (
    VERSION,
    from_dict,
    from_json,
    from_text,
    from_toml,
    load,
    to_dict,
    to_json,
    to_toml,
)
from rules_lib.system.schema import schema
from rules_lib.triumph_and_glory.charge.system import CavalryCharge as Cavalry

__all__ = [
    "VERSION",
    "Battle",
    "Cavalry",
    "Charge",
    "Melee",
    "Setup",
    "Sniper",
    "Strike",
    "Test",
    "from_dict",
    "from_json",
    "from_text",
    "from_toml",
    "load",
    "schema",
    "to_dict",
    "to_json",
    "to_toml",
]

Setup = Test | Melee | Charge | Sniper | Strike | Battle | Cavalry
"""A situation of any system."""
