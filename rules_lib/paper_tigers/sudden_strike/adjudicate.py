"""Adjudicates sudden strikes from given dice, with a transcript."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules_lib.errors import (
    IncompleteRecord,
    InvalidValue,
    UnspecifiedBySource,
    require_instance,
    require_iterable,
    whole_number,
)
from rules_lib.paper_tigers.sudden_strike.rules import (
    SAVING_FACES,
    own_save,
    resolve,
    save_name,
    saved,
    structure_save,
)
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.paper_tigers.sudden_strike.state import (
    ARMOURED,
    HITS_TO_REMOVE,
    Fate,
    Result,
    Showing,
    Structure,
    Unit,
    UnitClass,
    require_inside,
    require_unit,
    spoken_of,
)
from rules_lib.text.chances import agree, dice_told, does
from rules_lib.transcript import Step, as_text
from rules_lib.values.rich_display import RichDisplay
from rules_lib.values.type_checks import checked


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of one strike, face by face.

    Attributes:
        structure: the structure's armour save; empty if none is due.
        unit: the unit's own save; empty if none is due.
    """

    structure: Sequence[int] = ()
    unit: Sequence[int] = ()

    def __post_init__(self) -> None:
        """Keep lists as they are now; what they hold is looked at when the strike is resolved."""
        for field in ("structure", "unit"):
            given = getattr(self, field)
            if type(given) is list:
                object.__setattr__(self, field, tuple(given))

    def __str__(self) -> str:
        outer, own = (",".join(map(str, each)) for each in (self.structure, self.unit))
        return f"{outer}/{own}" if outer else own


@checked
@dataclass(frozen=True, slots=True)
class Record(RichDisplay):
    """Adjudicated strikes on one unit; ``str()`` is the transcript.

    Attributes:
        results: what each strike left.
        steps: the transcript as data.
        unit, structure, strikes: what was recorded.
    """

    results: tuple[Result, ...]
    steps: tuple[Step, ...]
    unit: Unit
    structure: Structure | None
    strikes: tuple[Dice, ...]

    def __str__(self) -> str:
        return as_text(self.steps)


def adjudicate(
    unit: Unit | UnitClass,
    structure: Structure | None,
    strikes: Iterable[Dice],
    rulings: Rulings = Rulings(),
) -> Record:
    """Resolve sudden strikes on one unit, one after the other, from the dice on the table.

    Args:
        unit: the unit, or just its class if it is unhurt.
        structure: the structure it is in; ``None`` in the open.
        strikes: the dice of each strike. A structure that saves leaves the unit none to roll.
        rulings: how the open rules are read.

    Raises:
        InvalidValue: faces that a die does not have, the wrong number of dice, dice for a save
            that is not due, a strike on a unit that is gone.
        IncompleteRecord: dice are missing.
        UnspecifiedBySource: a save without dice in the source (R-X5, R-X9), an aircraft inside.
    """
    require_instance("rulings", rulings, Rulings)
    first = now = unit if isinstance(unit, Unit) else Unit(require_unit(unit))
    require_inside(now, structure)
    place, recorded = structure, list[Dice]()
    results: list[Result] = []
    steps: list[Step] = []
    for number, given in enumerate(require_iterable("strikes", strikes, "a list of Dice")):
        field = f"strikes[{number}]"
        require_instance(field, given, Dice)
        if results and results[-1].fate == Fate.REMOVED:
            gone = f"no further strike, because strike {number} removes the unit"
            raise InvalidValue(field, given, gone)
        showing = _showing(field, given, now, structure, rulings)
        result = resolve(now, structure, showing, rulings)
        steps += _tell(number + 1, now, given, showing, result)
        results.append(result)
        recorded.append(_kept(given))
        structure = result.structure
        now = Unit(now.kind, min(result.hits, HITS_TO_REMOVE - 1))
    return Record(tuple(results), tuple(steps), first, place, tuple(recorded))


def _kept(given: Dice) -> Dice:
    """The same in plain whole numbers; they have been counted, so that there are no others."""
    return Dice(
        *(tuple(filter(None, map(whole_number, each))) for each in (given.structure, given.unit))
    )


HOW_MANY = "; how many, for structures of the table: secondary source, article #26"


def _showing(
    field: str, given: Dice, unit: Unit, structure: Structure | None, rulings: Rulings
) -> Showing:
    due = structure_save(structure, rulings)
    save = f"the armour save of the {structure.name if structure else ''}"
    why = "in the open" if structure is None else _why_no_save(structure)
    outer = _count(f"{field}.structure", given.structure, due, "PT-X5", save, why, HOW_MANY)
    keeps = outer is not None and saved(outer)
    try:
        own = None if keeps else own_save(unit, structure, rulings)
    except UnspecifiedBySource as silent:
        if structure is None or outer is None:
            raise
        its = agree(structure.name, "its")
        drops = f"{its} value drops to {structure.damaged().value_left} [PT-X7]"
        failed = f"the {does(structure.name, 'fails')} {its} save, and {drops}"
        left_open = silent.what.removeprefix("unit: ")
        raise UnspecifiedBySource(f"{field}: {failed}; {left_open}") from None
    save = f"the {save_name(unit.kind)} of the {spoken_of(unit.kind)}"
    if structure is not None and outer is not None:
        save = f"the {does(structure.name, 'fails')} {agree(structure.name, 'its')} save; {save}"
    why = "the structure saves (PT-X6)" if keeps else "the structure is gone (R-X4)"
    return Showing(outer, _count(f"{field}.unit", given.unit, own, "PT-X3", save, why))


def _why_no_save(structure: Structure) -> str:
    """Why a structure that a unit is in makes no save."""
    if not structure.protects:
        return f"{structure.name} gives no cover (PT-X5)"
    if not structure.value_left:
        return f"the value of the {structure.name} is 0 (PT-X5)"
    return f"the {does(structure.name, 'is')} damaged (R-X10)"


def _count(
    field: str,
    faces: Sequence[int],
    due: int | None,
    by: str,
    save: str,
    why: str,
    source: str = "",
) -> int | None:
    """How many of the dice of a save show 5 or 6; ``None`` if the save is not due.

    ``by`` is the clause of the save, ``save`` what it is called, ``why`` the reason
    for which it is not due; ``source`` says where the number
    of its dice is from, if not from there.
    """
    allowed = "a list of the faces that the dice show"
    if not isinstance(faces, Sequence):
        raise InvalidValue(field, faces, allowed)
    faces = require_iterable(field, faces, allowed)
    if due is None:
        if faces:
            raise InvalidValue(field, faces, f"no dice, because {why}")
        return None
    if not faces and due:
        told = f"{field}: {dice_told(due)} {'is' if due == 1 else 'are'} due, and none given"
        raise IncompleteRecord(told, f"{save}, {dice_told(due)} [{by}]{source}")
    shown = [whole_number(face) for face in faces]
    if len(shown) != due or not all(face in range(1, 7) for face in shown):
        raise InvalidValue(field, tuple(faces), f"{dice_told(due)} that show 1 to 6 ({by}{source})")
    return sum(face in SAVING_FACES for face in shown)


def _tell(number: int, unit: Unit, given: Dice, showing: Showing, result: Result) -> Iterator[Step]:
    kind = spoken_of(unit.kind)
    outer, own = (tuple(map(int, faces)) for faces in (given.structure, given.unit))
    yield Step(f"Strike {number}: a joker", ("PT-X1",), heading=True)
    if showing.structure is not None:
        assert result.structure is not None
        name, left = result.structure.name, result.structure.value_left
        its = agree(name, "its")
        drops = f"{its.capitalize()} value drops to {left}."
        rolled = f"The {does(name, 'rolls')} {_faces(given.structure)} for {its} armour save"
        if result.fate == Fate.UNAFFECTED:
            text = f"{rolled}: saved. The {kind} is unaffected."
            yield Step(text, ("PT-X5", "PT-X6"), throw="structure", faces=outer)
        elif given.structure:
            text = f"{rolled}: failed. {drops}"
            yield Step(text, ("PT-X5", "PT-X7"), throw="structure", faces=outer)
        else:
            text = f"The {does(name, 'has')} no die left to save with. {drops}"
            yield Step(text, ("PT-X5", "PT-X7", "R-X8"))
    elif result.structure is not None and result.structure.intact():
        name = result.structure.name
        text = f"The {does(name, 'is')} damaged and no longer {agree(name, 'shields')} anything."
        yield Step(text, ("PT-X5", "R-X10"))
    if showing.unit is not None:
        rolled = f"The {kind} rolls {_faces(given.unit)} for its {save_name(unit.kind)}"
        inside = showing.structure is not None and unit.kind in ARMOURED
        read = ", its own dice inside, too" if inside else ""
        verdict = "saved" if result.fate == Fate.SAVED else "failed"
        cited: tuple[str, ...] = ("PT-X2", "PT-X3")
        cited += ("PT-X7", "R-X9") if inside else ()
        place = result.structure
        fell = showing.structure is not None and place is not None and place.value_left == 0
        cited += ("R-X4",) if fell else ()
        text = f"{rolled}{read}: {verdict}."
        yield Step(text, cited, throw="second", faces=own)
    elif result.fate not in (Fate.UNAFFECTED, Fate.SAVED):
        yield Step(f"The structure is gone, and the {kind} has no save.", ("R-X4",))
    if result.fate == Fate.HIT:
        yield Step(f"The {kind} takes a hit.", ("PT-X4", "R-X1"))
    if result.fate == Fate.REMOVED:
        yield Step(f"The {kind} is removed.", ("PT-X4", "R-X1"), heading=True)
    elif result.activation_ends:
        lost = "this activation" if result.lost == "activation" else "the rest of the round"
        yield Step(f"It loses {lost}.", ("PT-X1", "R-X7"))
    else:
        yield Step("It goes on with its activation.", ("R-X6",))


def _faces(faces: Sequence[int]) -> str:
    return ", ".join(map(str, faces))
