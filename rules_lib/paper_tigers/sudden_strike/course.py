"""How sudden strikes go on: which saves are due, strike by strike, and what they lead to.

Recorded dice, rolled dice and all odds read :meth:`Course.move`; the rules that it asks are in
``rules``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal, NamedTuple, TypeAlias

from rules_lib import errors
from rules_lib.paper_tigers.melee.rulings import HITS_TO_REMOVE
from rules_lib.paper_tigers.sudden_strike import rules, state
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.paper_tigers.sudden_strike.state import Fate, Result, Structure, Unit, UnitClass
from rules_lib.probability import Rng, dice
from rules_lib.rulebook import uses
from rules_lib.system.process import End, Go, Move, Process, Roll, Round
from rules_lib.text.chances import agree, dice_told, does
from rules_lib.transcript import Step, Told
from rules_lib.values.type_checks import checked

STRUCTURE, UNIT = "structure", "unit"
"""Whose save it is."""

Until: TypeAlias = Literal["removed", "fallen", "both"]
"""The unit is removed; its structure no longer shields, and fresh units move in until then; both
have come about."""


class Under(NamedTuple):
    """A unit under fire, between two strikes or within one.

    Attributes:
        hits: those it carries; as many as remove it, if it is gone.
        structure: what it is in.
        last: what the strike before did, if that is asked for.
        tried: no structure has kept this strike off; whether one made a save, in vain. ``None``
            between two strikes.
    """

    hits: int
    structure: Structure | None
    last: Result | None = None
    tried: bool | None = None

    @property
    def removed(self) -> bool:
        """The unit is gone."""
        return self.hits >= HITS_TO_REMOVE


@dataclass(frozen=True)
class Course:
    """Strike after strike on units of one class.

    Attributes:
        kind: their class.
        rulings: how the open rules are read.
        until: what ends it.
        results: whether what the last strike did is asked for.
    """

    kind: UnitClass
    rulings: Rulings
    until: Until = "removed"
    results: bool = False

    def process(self, start: Under) -> Process[Under]:
        """From a unit as it stands; the rounds are the strikes."""
        return Process(start, self.move, between=lambda now: now.tried is None)

    @uses("PT-X1", "PT-X2", "PT-X3", "PT-X5", "PT-X6", "PT-X7")
    def move(self, now: Under) -> Move[Under]:
        """What is due: the save of the structure, then that of the unit."""
        place = now.structure
        if now.tried is not None:
            due = rules.own_save(self._unit(now), place, self.rulings)
            struck = partial(self._struck, now, 0 if now.tried else None)
            by = rules.save_of(self.kind, now.tried)
            return Go(struck()) if due is None else save(UNIT, due, struck, by)
        over = now.removed or self.until == "fallen"
        if over and self.until != "removed":
            over = place is not None and not place.intact(self.rulings)
        if over:
            return End(now)
        due = rules.structure_save(place, self.rulings)
        if place is None or due is None:
            return Go(now._replace(tried=False))
        tried = now._replace(tried=True)
        by = ("PT-X5",) if due == place.dice else ("PT-X5", "R-X8")
        return save(STRUCTURE, due, lambda safe: self._struck(now, 1) if safe else tried, by)

    def _unit(self, now: Under) -> Unit:
        """Who is struck next: a fresh unit, where it goes on though one was removed."""
        return Unit(self.kind, 0 if now.removed else now.hits)

    def _struck(self, before: Under, outer: int | None, own: bool | None = None) -> Under:
        """What a strike leaves, by how many dice of each save show a face that saves."""
        shown = state.Showing(outer, None if own is None else int(own))
        done = rules.resolve(self._unit(before), before.structure, shown, self.rulings)
        return Under(done.hits, done.structure, done if self.results else None)


def under_fire(
    unit: Unit | UnitClass,
    structure: Structure | None,
    rulings: Rulings,
    until: Until = "removed",
    *,
    results: bool = False,
) -> Process[Under]:
    """Strike after strike on a unit as it stands."""
    first = state.require_inside(unit, structure)
    return Course(first.kind, rulings, until, results).process(Under(first.hits, structure))


def save(name: str, count: int, leads: Callable[[bool], Under], by: tuple[str, ...]) -> Roll[Under]:
    """The dice of a save; all that counts of them is whether it succeeds."""
    throw = partial(dice.roll, count)
    return Roll(name, _chances(count), leads, by, count, throw, saves)


def saves(faces: Sequence[int]) -> bool:
    """Whether dice that show these faces save."""
    return rules.saved(sum(face in rules.SAVING_FACES for face in faces))


@lru_cache(maxsize=64)
def _chances(count: int) -> Mapping[bool, int]:
    """How many of all throws of so many dice save, and do not."""
    return dice.count_showing(count, rules.SAVING_FACES).map(rules.saved).weights


MOST_STRIKES = 1000


@checked
@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of one strike, face by face.

    Attributes:
        structure: the structure's armour save; empty if none is due.
        unit: the unit's own save; empty if none is due.
    """

    structure: Sequence[int] = ()
    unit: Sequence[int] = ()

    def __str__(self) -> str:
        outer, own = (",".join(map(str, each)) for each in (self.structure, self.unit))
        return f"{outer}/{own}" if outer else own


@checked
@dataclass(frozen=True, slots=True)
class Record(Told):
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


@checked
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
    record, stops = as_far_as(unit, structure, tuple(strikes), rulings)
    if stops:
        raise stops
    return record


def as_far_as(
    unit: Unit | UnitClass, structure: Structure | None, strikes: Sequence[Dice], rulings: Rulings
) -> tuple[Record, errors.IncompleteRecord | errors.UnspecifiedBySource | None]:
    """The strikes as far as their dice go, and why the last one is not decided."""
    first = state.require_inside(unit, structure)
    course, now = Course(first.kind, rulings, results=True), Under(first.hits, structure)
    rounds: list[Round[Under]] = []
    stops: errors.IncompleteRecord | errors.UnspecifiedBySource | None = None
    for number, given in enumerate(strikes):
        if stops:
            raise stops
        field = f"strikes[{number}]"
        if now.removed:
            gone = f"no further strike, because strike {number} removes the unit"
            raise errors.InvalidValue(field, given, gone)
        try:
            rounds.append(_struck(field, given, course, now))
            now = rounds[-1].after
        except (errors.IncompleteRecord, errors.UnspecifiedBySource) as error:
            stops = error
    return _record(first, structure, rounds, rulings), stops


@uses("PT-X2", "PT-X3", "PT-X5", "PT-X6", "PT-X7")
@checked
def play(
    unit: Unit | UnitClass,
    structure: Structure | None,
    rng: Rng,
    rulings: Rulings = Rulings(),
    *,
    strikes: int = 1,
) -> Record:
    """Roll sudden strikes on one unit, one after the other, while it is there.

    Args:
        unit, structure, rulings: as for the adjudication.
        rng: a source of chance, such as ``random.Random(7)``.
        strikes: how many there are at most, 0 to 1000. How many jokers a force turns up is
            ``strikes(…).sample(rng)``.

    Returns:
        The same as :func:`~rules_lib.paper_tigers.sudden_strike.adjudicate` of these dice.
    """
    first = state.require_inside(unit, structure)
    course = Course(first.kind, rulings, results=True).process(Under(first.hits, structure))
    most = errors.require_int("strikes", strikes, 0, MOST_STRIKES)
    return _record(first, structure, course.play(rng, most=most).rounds, rulings)


def _record(
    first: Unit, structure: Structure | None, rounds: Sequence[Round[Under]], rulings: Rulings
) -> Record:
    """The strikes with what each of them left."""
    dice, results, steps = list[Dice](), list[Result](), list[Step]()
    for number, done in enumerate(rounds, start=1):
        result = done.after.last
        assert result is not None
        steps += _tell(number, first.kind, done.answers, result, rulings)
        dice.append(Dice(*(done.answers.get(whose, ()) for whose in (STRUCTURE, UNIT))))
        results.append(result)
    return Record(tuple(results), tuple(steps), first, structure, tuple(dice))


HOW_MANY = "; how many, for structures of the table: secondary source, article #26"


def _struck(field: str, given: Dice, course: Course, now: Under) -> Round[Under]:
    """One strike by the dice that are given for it, and no others."""
    kind, structure = course.kind, now.structure
    name = structure.name if structure else ""
    fails = f"the {does(name, 'fails')} {agree(name, 'its')} save" if structure else ""

    def answer(now: Under, due: Move[Under]) -> Sequence[int]:
        assert isinstance(due, Roll)
        faces: Sequence[int] = getattr(given, due.name)
        place, needs, source = f"{field}.{due.name}", dice_told(due.dice), ""
        save = f"the {rules.save_name(kind)} of the {state.spoken_of(kind)}"
        if due.name == STRUCTURE:
            save, source = f"the armour save of the {name}", HOW_MANY
        elif now.tried:
            save = f"{fails}; {save}"
        by = ", ".join(due.clauses)
        if due.dice and not faces:
            told = f"{place}: {needs} {'is' if due.dice == 1 else 'are'} due, and none given"
            raise errors.IncompleteRecord(told, f"{save}, {needs} [{by}]{source}")
        if len(faces) != due.dice or not all(1 <= face <= 6 for face in faces):
            raise errors.InvalidValue(place, faces, f"{needs} that show 1 to 6 ({by}{source})")
        return faces

    due = rules.structure_save(structure, course.rulings)
    if due is None and given.structure:
        why = f"no dice, because {_why_no_save(structure)}"
        raise errors.InvalidValue(f"{field}.structure", given.structure, why)
    try:
        (done,) = course.process(now).run(answer, most=1).rounds
    except errors.UnspecifiedBySource as silent:
        if structure is None or due is None:
            raise
        drops = f"{agree(name, 'its')} value drops to {structure.damaged().value_left} [PT-X7]"
        left_open = silent.what.removeprefix("unit: ")
        raise errors.UnspecifiedBySource(f"{field}: {fails}, and {drops}; {left_open}") from None
    if given.unit and UNIT not in done.answers:
        safe = done.after.last is not None and done.after.last.fate == Fate.UNAFFECTED
        why = "the structure saves (PT-X6)" if safe else "the structure is gone (R-X4)"
        raise errors.InvalidValue(f"{field}.unit", given.unit, f"no dice, because {why}")
    return done


def _why_no_save(structure: Structure | None) -> str:
    """Why there is no save of a structure."""
    if structure is None:
        return "in the open"
    if not structure.protects:
        return f"{structure.name} gives no cover (PT-X5)"
    if not structure.value_left:
        return f"the value of the {structure.name} is 0 (PT-X5)"
    return f"the {does(structure.name, 'is')} damaged (R-X10)"


def _tell(
    number: int, kind: UnitClass, thrown: Mapping[str, Sequence[int]], result: Result, read: Rulings
) -> Iterator[Step]:
    unit, place, fate = state.spoken_of(kind), result.structure, result.fate
    inside, safe = STRUCTURE in thrown, fate == Fate.UNAFFECTED
    faces = {whose: ", ".join(map(str, dice)) for whose, dice in thrown.items()}
    yield Step(f"Strike {number}: a joker", ("PT-X1",), heading=True)
    if inside and place:
        outer, its = tuple(thrown[STRUCTURE]), agree(place.name, "its")
        fewer = () if len(outer) == place.dice else ("R-X8",)
        text = f"The {does(place.name, 'has')} no die left to save with."
        if outer:
            rolls = f"The {does(place.name, 'rolls')} {faces[STRUCTURE]} for {its} armour save"
            text = f"{rolls}: {'saved' if safe else 'failed'}."
        then = f"{its.capitalize()} value drops to {place.value_left}."
        then = f"The {unit} is unaffected." if safe else then
        by = ("PT-X5", "PT-X6" if safe else "PT-X7", *fewer)
        yield Step(f"{text} {then}", by, throw="structure" if outer else "", faces=outer)
    elif place and place.intact():
        shields = agree(place.name, "shields")
        text = f"The {does(place.name, 'is')} damaged and no longer {shields} anything."
        yield Step(text, ("PT-X5", "R-X10"))
    if UNIT in thrown:
        too = ", its own dice inside, too" if inside and kind in state.ARMOURED else ""
        rolls = f"The {unit} rolls {faces[UNIT]} for its {rules.save_name(kind)}{too}"
        fell = ("R-X4",) if inside and place and not place.value_left else ()
        text = f"{rolls}: {'saved' if fate == Fate.SAVED else 'failed'}."
        by = ("PT-X2", *rules.save_of(kind, inside), *fell)
        yield Step(text, by, throw="second", faces=tuple(thrown[UNIT]))
    elif not safe:
        yield Step(f"The structure is gone, and the {unit} has no save.", ("R-X4",))
    if fate == Fate.HIT:
        yield Step(f"The {unit} takes a hit.", ("PT-X4", "R-X1"))
    if fate == Fate.REMOVED:
        second = () if rules.destroys(kind, read) else ("PT-M17",)
        yield Step(f"The {unit} is removed.", ("PT-X4", *second, "R-X1"), heading=True)
    elif result.activation_ends:
        lost = "this activation" if result.lost == "activation" else "the rest of the round"
        yield Step(f"It loses {lost}.", ("PT-X1", *(("R-X6",) if safe else ()), "R-X7"))
    else:
        yield Step("It goes on with its activation.", ("R-X6",))
