"""House rules: how one table reads what the rules leave open, in a file.

The file is TOML. It has a version, and one table, ``[rulings]``, with a line for each question that
the table has agreed on; what it does not name is read by our default. A reading is written as
``--ruling`` takes it::

    version = 1

    [rulings]
    R-M3 = "False"
    R-M9 = "HitsToRemove(infantry=5, small_team=3)"

``true``, ``false``, whole numbers and lists of them may stand without quotes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from rules_lib.errors import InvalidValue, shown, whole_number
from rules_lib.rulebook.defaults import default_of, defaults, rulings_class, same, values_of
from rules_lib.rulebook.spelling import spelt, understood, words_of
from rules_lib.rulebook.texts import UnknownId, catalog
from rules_lib.text.files import Words, read_keys, read_text, read_toml
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

if TYPE_CHECKING:
    from rules_lib.rulebook.rulings import RulingSet

Rulings = TypeVar("Rulings", bound="RulingSet")

VERSION = 1
"""Of the format. A file without a version has this one."""

FILE = "house-rules.toml"
"""What such a file is called if nobody calls it otherwise."""

HEAD = f"""\
# House rules: how our table reads what the rules leave open.
# To choose an answer, take away the # before its line. All else follows our defaults.
version = {VERSION}

[rulings]
"""


@checked
@dataclass(frozen=True, slots=True)
class HouseRules:
    """The readings that a table has agreed on, of any of the games.

    Attributes:
        chosen: the number of each ruling agreed on, and its reading as the code has it.

    Raises:
        InvalidValue: no ruling has the number, or it has no such reading.
    """

    chosen: Mapping[str, Any] = field(default_factory=FrozenMap)

    def __post_init__(self) -> None:
        kept = {}
        for rule_id, value in self.chosen.items():
            _require_ruling("chosen", rule_id)
            kind = rulings_class(rule_id)
            kept[rule_id] = getattr(kind.from_ids({rule_id: value}), kind.field_of(rule_id))
        object.__setattr__(self, "chosen", FrozenMap(kept))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a file of house rules.

        Raises:
            InvalidValue: it cannot be read, or something in it is unknown or broken: names the
                file, the entry, what stands there, and what is allowed.
        """
        name, text = read_text(path)
        return cls.from_toml(text, name=name)

    @classmethod
    @checked
    def from_toml(cls, text: str, *, name: str = FILE) -> Self:
        """Read the text of such a file; ``name`` is what errors call it.

        >>> HouseRules.from_toml("[rulings]\\nR-M1 = false\\nR-M9 = 3").chosen["R-M9"]
        3
        """
        return cls.from_dict(read_toml(name, text), name=name)

    @classmethod
    @checked
    def from_dict(cls, data: Mapping[str, Any], *, name: str = FILE) -> Self:
        """Read what such a file says, as TOML or JSON give it."""
        for key in data:
            if isinstance(key, str) and key.strip().upper() in catalog().rulings:
                raise InvalidValue(f"{name}, key", key, "it below a line [rulings]")
        data = read_keys(name, data, (), ("version", "rulings"))
        version = data.get("version", VERSION)
        if whole_number(version) != VERSION:
            raise InvalidValue(f"{name}, version", version, f"{VERSION}, the one known here")
        rulings = data.get("rulings", {})
        if not isinstance(rulings, Mapping):
            raise InvalidValue(f"{name}, rulings", rulings, "a table: [rulings]")
        return cls(_all_read(name, rulings))

    def of(self, kind: type[Rulings]) -> Rulings:
        """The rulings of one part of a game, as its functions take them.

        ``melee.odds(a, b, house.of(melee.Rulings))``
        """
        field_of = getattr(kind, "field_of", None)
        if not isinstance(kind, type) or field_of is None:
            raise InvalidValue("kind", kind, "a set of rulings, such as melee.Rulings")
        own = {i: v for i, v in self.chosen.items() if rulings_class(i) is kind}
        return defaults(kind, **{field_of(i): value for i, value in own.items()})

    @property
    def departures(self) -> Mapping[str, Any]:
        """The readings that are not our default."""
        return FrozenMap({i: v for i, v in self.chosen.items() if not same(v, default_of(i))})

    @checked
    def to_toml(self, system: str = "") -> str:
        """The file with these readings; all others stand in it as comments, to choose from.

        ``system`` is how the ids of the systems begin whose questions are wanted.
        """
        systems, rulings = catalog().systems, catalog().rulings
        if not any(each.startswith(system) for each in systems):
            raise InvalidValue("system", system, ", ".join(systems))
        lines = [HEAD]
        for each in systems.values():
            wanted = each.id.startswith(system)
            asked = [
                i for i in each.rulings if i in self.chosen or (wanted and not rulings[i].settled)
            ]
            lines += [f"# ==== {each.title} ====", ""] if asked else []
            for rule_id in asked:
                lines += [*self._question(rule_id), ""]
        return "\n".join(lines)

    def to_dict(self) -> Mapping[str, Any]:
        """What such a file says, for TOML or JSON: the readings agreed on, and no questions."""
        rulings = {rule_id: spelt(value) for rule_id, value in self.chosen.items()}
        return FrozenMap({"version": VERSION, "rulings": FrozenMap(rulings)})

    def _question(self, rule_id: str) -> list[str]:
        ruling, known = catalog().rulings[rule_id], values_of(rule_id)
        agreed = rule_id in self.chosen
        lines = [f"# {rule_id}  {ruling.title}", f"# {' '.join(ruling.question.split())}"]
        for value in known:
            taken = agreed and same(value, self.chosen[rule_id])
            ours = " (our default)" if value is known[0] else ""
            text = " ".join(words_of(rule_id, value).split())
            lines.append(f"{'' if taken else '# '}{_entry(rule_id, value)}  # {text}{ours}")
        if agreed and not any(same(each, self.chosen[rule_id]) for each in known):
            lines.append(_entry(rule_id, self.chosen[rule_id]))
        return lines


def _all_read(name: str, rulings: Mapping[str, Any]) -> dict[str, Any]:
    """Every entry; of the broken ones the first is told whole, the others by their numbers."""
    if len(rulings) > (most := 10 * len(catalog().rulings)):
        raise InvalidValue(f"{name}, rulings", f"{len(rulings)} entries", f"at most {most}")
    found: dict[str, Any] = {}
    wrong: list[tuple[str, InvalidValue]] = []
    for key, written in rulings.items():
        try:
            rule_id = _require_ruling(name, key)
            if rule_id in found:
                raise InvalidValue(f"{name}, {rule_id}", written, "each ruling once")
            place = f"{name}, {rule_id}"
            found[rule_id] = understood(rule_id, _as_text(place, written), place, written)
        except InvalidValue as error:
            wrong.append((key, error))
    if wrong:
        (_, first), *rest = wrong
        also = f"; also wrong: {', '.join(shown(key, 20) for key, _ in rest[:5])}" if rest else ""
        raise InvalidValue(first.field, first.given, f"{first.allowed}{also}")
    return found


def _require_ruling(name: str, key: object) -> str:
    """The number of a ruling, however its letters are written."""
    if not isinstance(key, str):
        raise InvalidValue(f"{name}, key", key, _NUMBERS)
    rule_id = key.strip().upper()
    try:
        if rule_id in catalog().rulings:
            return rule_id
        catalog().entry(rule_id)
    except UnknownId as error:
        near = str(error).partition("; ")[2]
        raise InvalidValue(f"{name}, key", key, _NUMBERS + (f"; {near}" if near else "")) from None
    raise InvalidValue(f"{name}, key", key, _NUMBERS)


_NUMBERS = "the number of a ruling, such as R-M3"


def _as_text(place: str, written: object) -> str:
    """What stands in the file as ``--ruling`` would be given it."""
    if isinstance(written, list) and all(whole_number(each) is not None for each in written):
        return repr(tuple(written))
    if isinstance(written, str | bool) or whole_number(written) is not None:
        return spelt(written).strip()
    kind = Words(f"a {type(written).__name__}")
    raise InvalidValue(
        place, kind, "a text in quotes, true, false, a whole number or a list of them"
    )


def _entry(rule_id: str, value: object) -> str:
    return f'{rule_id} = "{spelt(value)}"'
