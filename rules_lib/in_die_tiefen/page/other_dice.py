"""Where other dice can be thrown for a battle roll that is told."""

from __future__ import annotations

from rules_lib.errors import RulesError
from rules_lib.in_die_tiefen import battle
from rules_lib.notebook.transcript import Entry, WhatIf


def of_battle(fought: battle.Fought) -> WhatIf | None:
    """A battle roll, if our own readings end it as it is told."""
    a, b = fought.a, fought.b
    try:
        ours = battle.adjudicate(a.party, b.party, a.rolls, b.rolls, names=fought.names)
    except RulesError:
        return None
    if ours != fought:
        return None
    entries: list[Entry] = []
    for side, it in (("a", a), ("b", b)):
        entries += [
            (f"{side}.dice", it.party.dice),
            (f"{side}.fanaticism", it.party.fanaticism or ""),
            (f"{side}.superior", int(it.party.superior)),
            (f"rolls-{side}", "".join(map(str, it.rolls))),
        ]
    first, second = (
        (name, f"rolls-{side}@0") for name, side in zip(fought.names, "ab", strict=True)
    )
    return WhatIf("battle", tuple(entries), ((first,), (second,)))
