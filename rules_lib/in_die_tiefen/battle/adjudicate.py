"""A battle roll, from the dice on the table or from rolled ones, with a transcript.

What the rulings leave open, :func:`adjudicate` refuses to guess, and :func:`play` draws.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rules_lib import errors
from rules_lib.in_die_tiefen.battle import rules
from rules_lib.in_die_tiefen.battle.party import Party, require_opponents
from rules_lib.in_die_tiefen.battle.rulings import FLOOR, Rulings
from rules_lib.probability import Distribution, Rng, dice
from rules_lib.rulebook import uses
from rules_lib.text.chances import dice_told, whole_percent
from rules_lib.transcript import Step, Throw, Told
from rules_lib.values.type_checks import checked

DEFAULT_NAMES = ("A", "B")


class ChoiceNeeded(errors.RulesError):
    """The rulings leave open which dice are destroyed: the caller has to say it.

    Attributes:
        what: ``"destroyed"`` or ``"destroyed_fanatics"``.
        side: ``"a"`` or ``"b"``.
        field: the argument that would say it.
        faces: the destroyed dice whose faces are known.
        more: how many others are destroyed.
    """

    def __init__(self, what: str, side: str, told: str, faces: tuple[int, ...], more: int) -> None:
        self.what, self.side, self.field = what, side, f"{what}_{side}"
        self.faces, self.more = faces, more
        super().__init__(f"{self.field}: {told}")


@checked
@dataclass(frozen=True, slots=True)
class Side:
    """One party in an adjudicated battle roll.

    Attributes:
        party: the party.
        rolls: the faces of all its dice; fanaticism dice stand last.
        threshold: the lowest face that destroys, as it counts for the result.
        losses_threshold: the same as it counts for the losses.
        destroyers: its dice that reach the threshold, whether they live to strike or not.
        destroyed: places (from 0) of its dice that are destroyed, as it counts for the result.
        total: what is left of its roll.
        lost: its destroyed dice, as they count for the losses.
        measured: how many of them the losses are measured by; fewer only by R-I8.
        share_lost: the share of its troops that it loses.
    """

    party: Party
    rolls: tuple[int, ...]
    threshold: int
    losses_threshold: int
    destroyers: int
    destroyed: tuple[int, ...]
    total: int
    lost: int
    measured: int
    share_lost: Fraction

    def __post_init__(self) -> None:
        for place in self.destroyed:
            errors.require_int("destroyed", place, 0, len(self.rolls) - 1)


@checked
@dataclass(frozen=True, slots=True)
class Fought(Told):
    """An adjudicated battle roll; ``str()`` is its transcript.

    Attributes:
        a, b: the two sides.
        winner: who wins.
        names: what the transcript calls them.
        steps: the transcript as data.
    """

    a: Side
    b: Side
    winner: rules.Winner
    names: tuple[str, str]
    steps: tuple[Step, ...]


@checked
def adjudicate(
    a: Party,
    b: Party,
    rolls_a: Sequence[int],
    rolls_b: Sequence[int],
    rulings: Rulings = Rulings(),
    *,
    destroyed_a: Sequence[int] | None = None,
    destroyed_b: Sequence[int] | None = None,
    destroyed_fanatics_a: int | None = None,
    destroyed_fanatics_b: int | None = None,
    names: tuple[str, str] = DEFAULT_NAMES,
) -> Fought:
    """Resolve a battle roll from recorded dice.

    Args:
        a, b: the two parties.
        rolls_a, rolls_b: the faces of all their dice. Fanaticism dice stand last; that matters
            only if R-I8 leaves them out of the losses.
        rulings: how the open rules are read.
        destroyed_a, destroyed_b: faces of the dice of a (of b) that the enemy chooses to destroy;
            left out, R-I2 chooses. Where R-I2 is read as "random", they must be given.
        destroyed_fanatics_a, destroyed_fanatics_b: how many of the destroyed dice of a (of b) are
            fanaticism dice. Needed only where R-I8 asks for it and equal dice leave it open.
        names: what the transcript calls the parties.

    Raises:
        InvalidValue: faces that a die does not have, a wrong number of dice, more or fewer
            destroyed dice than there are to destroy, or dice that are not there.
        UnspecifiedBySource: losses above the whole while R-I4 is read as an error.
        IllegalAction: by their bills both outnumber the other, or both have the superior tactic.
        ChoiceNeeded: dice are destroyed at random, and it is not said which; or R-I8 asks how
            many of them are fanaticism dice, and equal dice leave it open.
    """
    require_opponents(a, b)
    errors.require_names(names)
    first = _Hand("a", a, b, tuple(rolls_a), rulings, destroyed_a, destroyed_fanatics_a)
    second = _Hand("b", b, a, tuple(rolls_b), rulings, destroyed_b, destroyed_fanatics_b)
    ((struck, first.destroyed, second.destroyed),) = rules.strikes(first, second, rulings)
    won = rules.winner(first.total, second.total)
    try:
        side_a, side_b = first.side(struck.lost_a), second.side(struck.lost_b)
    except errors.UnspecifiedBySource as silent:  # by R-I4; who wins does not rest on it
        raise errors.UnspecifiedBySource(f"{_won(won, names)[:-1]}; {silent.what}") from None
    steps = tuple(_tell(side_a, side_b, won, names, rulings))
    return Fought(side_a, side_b, won, names, steps)


@uses("IDT-5.1", "R-I2", "R-I8")
@checked
def play(
    a: Party,
    b: Party,
    rng: Rng,
    rulings: Rulings = Rulings(),
    *,
    names: tuple[str, str] = DEFAULT_NAMES,
) -> Fought:
    """Roll a battle.

    Of equal dice, and of all where R-I2 is read as "random", each is as likely to be destroyed as
    any other.

    Args:
        a, b, rulings, names: as for the adjudication.
        rng: a source of chance, such as ``random.Random(7)``.

    Returns:
        The same as :func:`~rules_lib.in_die_tiefen.battle.adjudicate` of these dice.
    """
    rolls = {"a": dice.roll(a.dice, rng), "b": dice.roll(b.dice, rng)}
    chosen: dict[str, Any] = {}
    while True:
        try:
            return adjudicate(a, b, rolls["a"], rolls["b"], rulings, names=names, **chosen)
        except ChoiceNeeded as needed:
            own, party = rolls[needed.side], a if needed.side == "a" else b
            places = _drawn(own, needed.faces, needed.more, rng)
            if needed.what == "destroyed":
                chosen[needed.field] = [own[at] for at in places]
            else:
                chosen[needed.field] = sum(at >= party.steady_dice for at in places)


def _drawn(rolls: tuple[int, ...], faces: tuple[int, ...], more: int, rng: Rng) -> list[int]:
    """Places of dice with these faces, and of some more dice, drawn at random."""
    taken: list[int] = []
    for face in (*faces, *(None,) * more):
        left = [at for at in range(len(rolls)) if at not in taken and face in (None, rolls[at])]
        taken.append(Distribution.uniform(left).sample(rng))
    return taken


@dataclass
class _Hand:
    """The dice of one party while they are destroyed."""

    name: str
    party: Party
    enemy: Party
    rolls: tuple[int, ...]
    rulings: Rulings
    chosen: Sequence[int] | None
    fanatics: int | None
    destroyed: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        count = self.party.dice
        if len(self.rolls) != count or not all(1 <= x <= rules.HIGHEST_FACE for x in self.rolls):
            allowed = f"{count} faces from 1 to {rules.HIGHEST_FACE}"
            raise errors.InvalidValue(f"rolls_{self.name}", self.rolls, allowed)
        self.thresholds = rules.thresholds(self.party, self.enemy, self.rulings)

    @property
    def total(self) -> int:
        """What is left of its roll."""
        return sum(face for at, face in enumerate(self.rolls) if at not in self.destroyed)

    @property
    def destroyers(self) -> rules.Destroyers:
        """Dice that reach the thresholds."""
        return self._standing(())

    def _standing(self, destroyed: tuple[int, ...]) -> rules.Destroyers:
        """Dice that reach the thresholds and are none of these."""
        left = [face for at, face in enumerate(self.rolls) if at not in destroyed]
        return rules.Destroyers(*(sum(face >= low for face in left) for low in self.thresholds))

    @uses("IDT-5.2")
    def without(self, lost: int) -> list[tuple[int, rules.Destroyers, tuple[int, ...]]]:
        """Destroy dice, in one way: those that were chosen, or those that the ruling takes."""
        destroyed = self._taken_first(lost) if self.chosen is None else self._places_chosen(lost)
        if destroyed is None:
            told = f"destroyed at random: {dice_told(lost)}; say which"
            raise ChoiceNeeded("destroyed", self.name, told, (), lost)
        return [(1, self._standing(destroyed), destroyed)]

    def _places_chosen(self, count: int) -> tuple[int, ...]:
        """Places of the chosen dice, given by their faces."""
        field, faces = f"destroyed_{self.name}", tuple(self.chosen or ())
        if len(faces) != count:
            allowed = f"{count} {'face' if count == 1 else 'faces'}, one for each destroyed die"
            raise errors.InvalidValue(field, faces, allowed)
        places: list[int] = []
        for face in faces:
            left = (at for at, x in enumerate(self.rolls) if x == face and at not in places)
            if (found := next(left, None)) is None:
                raise errors.InvalidValue(field, faces, f"dice that were rolled: {self.rolls}")
            places.append(found)
        return tuple(sorted(places))

    @uses("R-I2")
    def _taken_first(self, count: int) -> tuple[int, ...] | None:
        """Places of the dice that R-I2 takes first; None where it leaves them open.

        Nothing is open if no die falls, or all, or if all show the same.
        """
        highest = rules.takes_highest(self.rulings)
        if highest is None and 0 < count < len(self.rolls) and len(set(self.rolls)) > 1:
            return None
        places = range(len(self.rolls))
        ordered = sorted(places, key=lambda at: self.rolls[at], reverse=highest is True)
        return tuple(sorted(ordered[:count]))

    @uses("R-I8")
    def _fanatics_among(self, places: tuple[int, ...], more: int = 0) -> int:
        """How many of these destroyed dice, and of ``more`` unnamed ones, are fanaticism dice.

        Equal dice and unnamed ones may leave it open.
        """
        least = most = 0
        for face, gone in Counter(self.rolls[at] for at in places).items():
            equal = [at for at, each in enumerate(self.rolls) if each == face]
            fanatics = sum(at >= self.party.steady_dice for at in equal)
            least += max(0, gone - (len(equal) - fanatics))
            most += min(gone, fanatics)
        lost = len(places) + more
        least = max(least, lost - self.party.steady_dice)
        most = min(most + more, self.party.fanaticism, lost)
        if self.fanatics is None and least < most and self.rulings.destroyed_fanatics_left_out:
            told = f"it is open which dice are destroyed; say how many, {least} to {most}"
            faces = tuple(self.rolls[at] for at in places)
            raise ChoiceNeeded("destroyed_fanatics", self.name, told, faces, more)
        if self.fanatics is not None:
            return errors.require_int(f"destroyed_fanatics_{self.name}", self.fanatics, least, most)
        return least

    def side(self, lost: int) -> Side:
        """What is told of it, if it has lost so many dice as they count for the losses."""
        taken = self._taken_first(lost) if self.chosen is None else None
        taken = self.destroyed if taken is None else taken
        fanatics = self._fanatics_among(taken, lost - len(taken))
        return Side(
            self.party,
            self.rolls,
            self.thresholds.result,
            self.thresholds.losses,
            self.destroyers.result,
            self.destroyed,
            self.total,
            lost,
            lost - fanatics if self.rulings.destroyed_fanatics_left_out else lost,
            rules.share_lost(self.party, lost, fanatics, self.rulings),
        )


def _tell(
    a: Side, b: Side, won: rules.Winner, names: tuple[str, str], rulings: Rulings
) -> Iterator[Step]:
    yield Step("The battle roll", ("IDT-5.1",), heading=True)
    throws: tuple[Throw, Throw] = ("first", "second")
    for name, side, throw in zip(names, (a, b), throws, strict=True):
        faces = ", ".join(map(str, side.rolls))
        text = f"{name} rolls {faces}: {sum(side.rolls)} in all."
        yield Step(text, ("IDT-5.1",), throw=throw)
    both = ((*names, a, b), (*names[::-1], b, a))
    for name, enemy, side, other in both:
        if other.destroyed:
            gone = ", ".join(str(other.rolls[at]) for at in other.destroyed)
            text = f"{name} destroys with {_from(side.threshold)}: it takes {gone} from {enemy}."
            yield Step(text, _why(side, other, rulings), throw="destroyed")
        else:
            yield Step(f"{name} destroys nothing.", _why(side, other, rulings))
    yield Step(f"What is left: {names[0]} {a.total}, {names[1]} {b.total}.", ("IDT-5.2",))
    yield Step(_won(won, names), ("IDT-5.4",), heading=True)
    for name, _, side, other in both:
        if other.lost != len(other.destroyed):
            text = f"For the losses {name} destroys with {_from(side.losses_threshold)}"
            swayed = _swayed(side, other, rulings, losses=True)
            yield Step(f"{text}: {other.lost} in all.", ("IDT-6.3", "R-I3", *swayed))
    for name, side in zip(names, (a, b), strict=True):
        lost = f"{side.measured} of {dice_told(rules.measured_by(side.party))}"
        share = whole_percent(side.share_lost)
        yield Step(f"{name} loses {share} of its troops: {lost}.", _why_lost(side, rulings))


def _won(winner: rules.Winner, names: tuple[str, str]) -> str:
    if winner == rules.Winner.DRAW:
        return "The battle is drawn."
    return f"{names[0] if winner == rules.Winner.A else names[1]} wins the battle."


def _from(threshold: int) -> str:
    several = " or " if threshold == rules.HIGHEST_FACE - 1 else " to "
    return several.join(map(str, sorted({threshold, rules.HIGHEST_FACE})))


def _why(side: Side, other: Side, rulings: Rulings) -> tuple[str, ...]:
    cited = ["IDT-5.2", "R-I2"] if other.destroyed else ["IDT-5.2"]
    cited += ["IDT-5.3"] if side.party.superior else []
    cited += ["IDT-6.3", "R-I3"] if other.party.fanaticism else []
    return (*cited, *_swayed(side, other, rulings))


def _swayed(side: Side, other: Side, rulings: Rulings, *, losses: bool = False) -> tuple[str, ...]:
    """Whether R-I5 and R-I1 bear on what a side destroys: for the result, or for the losses.

    R-I1 does by our reading where dice that the enemy, with more of them, destroyed have struck
    some of his, be it that he loses these or that he rolled them in vain.
    """
    thresholds = rules.Thresholds(side.threshold, side.losses_threshold)
    unfloored = rules.thresholds(side.party, other.party, replace(rulings, threshold_floor=None))
    lowest, sunk = thresholds[losses], unfloored[losses]
    left = (face for at, face in enumerate(side.rolls) if at not in side.destroyed)
    standing = rules.dice_lost(sum(face >= lowest for face in left), other.party)
    spared = standing < (other.lost if losses else len(other.destroyed))
    fallen = other.destroyers > side.destroyers and spared
    floor = ("R-I5",) if sunk < max(lowest, FLOOR) else ()
    return (*floor, "R-I1") if fallen or not rulings.destroyed_dice_destroy else floor


def _why_lost(side: Side, rulings: Rulings) -> tuple[str, ...]:
    cited = ["IDT-6.1", "IDT-6.2"]
    if side.party.fanaticism:
        cited += ["IDT-6.3", "R-I3"] if rulings.fanaticism_counts == "losses_only" else []
        cited += ["IDT-6.4"]
        # On the table nobody may know any more which of the lost dice were fanaticism dice.
        left_out = replace(rulings, destroyed_fanatics_left_out=True)
        most = min(side.lost, side.party.fanaticism)
        fewer = rules.share_lost(side.party, side.lost, most, left_out) < side.share_lost
        cited += ["R-I8"] if fewer or rulings.destroyed_fanatics_left_out else []
    cited += ["R-I4"] if side.measured > rules.measured_by(side.party) else []
    return tuple(cited)
