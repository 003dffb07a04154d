"""A hex map in words: what stands where, which hexes are special, who goes where."""

from collections.abc import Mapping, Sequence

from rules_lib.triumph_and_glory.page.hexes.counters import KINDS
from rules_lib.triumph_and_glory.page.hexes.ground import MARKS
from rules_lib.triumph_and_glory.page.hexes.model import FACINGS, At, Counter, HexCell, Move, said


def told(
    cells: Sequence[HexCell],
    stacks: Mapping[At, Sequence[Counter]],
    moves: Sequence[Move],
    names: tuple[str, str],
) -> str:
    """Return the whole map in sentences; plain empty hexes are only counted."""
    count = len(cells)
    axes = "q grows to the east, r to the southeast"
    sentences = [f"{count} hex{'es' * (count != 1)}, named (q, r): {axes}."]
    for cell in cells:
        standing = stacks.get(cell.at, ())
        facts = [cell.terrain] * (cell.terrain != "clear")
        facts += [f"marked “{cell.label}”"] if cell.label else []
        facts += [MARKS[cell.mark]] if cell.mark else []
        if facts or standing:
            sentences.append(_hex(cell.at, facts, standing, names))
    return " ".join([*sentences, *(_move(move, names) for move in moves)])


def _hex(at: At, facts: Sequence[str], standing: Sequence[Counter], names: tuple[str, str]) -> str:
    units = " on top of ".join(_counter(counter, names) for counter in standing)
    head = f"Hex {said(at)}"
    if facts:
        head += f", {', '.join(facts)}"
    return f"{head}: {units}." if units else f"{head}."


def _counter(counter: Counter, names: tuple[str, str]) -> str:
    facts = [KINDS[counter.kind], _of(counter.side, names), counter.order]
    if counter.cohesion is not None:
        facts.append(f"cohesion {counter.cohesion}")
    if counter.facing is not None:
        facts.append(f"facing {FACINGS[counter.facing]}")
    return f"{counter.name} ({', '.join(facts)})"


def _move(move: Move, names: tuple[str, str]) -> str:
    start, *over, end = map(said, move.path)
    number = "" if move.number is None else f" {move.number}"
    way = f" over {' and '.join(over)}" if over else ""
    into = "up to" if move.kind == "charge" else "into"
    kind = move.kind.capitalize()
    return f"{kind}{number}, {_of(move.side, names)}: from {start}{way} {into} {end}."


def _of(side: str, names: tuple[str, str]) -> str:
    return names[side == "second"]
