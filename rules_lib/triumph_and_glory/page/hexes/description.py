"""A hex map in words: what stands where, which hexes are special, who goes where."""

from collections.abc import Mapping, Sequence

from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.page.hexes.ground import MARKS
from rules_lib.triumph_and_glory.page.hexes.model import FACINGS, Mark, Move, kind_of


def told(
    board: Board,
    marks: Mapping[Hex, Mark],
    labels: Mapping[Hex, str],
    moves: Sequence[Move],
    names: tuple[str, str],
) -> str:
    """Return the whole map in sentences; plain empty hexes are only counted."""
    count = len(board.terrain)
    axes = "q grows to the east, r to the southeast"
    sentences = [f"{count} hex{'es' * (count != 1)}, named (q, r): {axes}."]
    for at, ground in board.terrain.items():
        facts = [ground.kind] * (ground.kind != "clear")
        facts += [f"marked “{labels[at]}”"] if labels.get(at) else []
        facts += [MARKS[marks[at]]] if marks.get(at) else []
        units = " on top of ".join(_counter(each, names) for each in board.units_at(at))
        if facts or units:
            head = ", ".join([f"Hex {_said(at)}", *facts])
            sentences.append(f"{head}: {units}." if units else f"{head}.")
    return " ".join([*sentences, *(_move(move, names) for move in moves)])


def _counter(placed: Placed, names: tuple[str, str]) -> str:
    unit = placed.unit
    facts = [kind_of(unit), _of(placed.side, names), str(unit.order), f"cohesion {unit.cohesion}"]
    if placed.facing is not None:
        facts.append(f"facing {FACINGS[placed.facing]}")
    return f"{placed.name} ({', '.join(facts)})"


def _move(move: Move, names: tuple[str, str]) -> str:
    start, *over, end = map(_said, move.path)
    number = "" if move.number is None else f" {move.number}"
    way = f" over {' and '.join(over)}" if over else ""
    return f"Charge{number}, {_of(move.side, names)}: from {start}{way} up to {end}."


def _said(at: Hex) -> str:
    """Return the coordinates with a real minus."""
    return str(at).replace("-", "−")


def _of(side: str, names: tuple[str, str]) -> str:
    return names[side == "second"]
