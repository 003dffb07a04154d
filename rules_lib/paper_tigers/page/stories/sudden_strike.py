"""Two sudden strikes: the reader says where a squad waits for the next joker."""

from dataclasses import replace
from typing import Final

from rules_lib.notebook.learn.casting import Group
from rules_lib.notebook.learn.story import Line
from rules_lib.notebook.learn.walk import Moment, Process, Roll, State, Way, sure, with_room
from rules_lib.paper_tigers import sudden_strike
from rules_lib.paper_tigers.sudden_strike.rules import SAVING_FACES
from rules_lib.transcript import Step

PLACES: Final = ("bunker", "dugout")
FULL: Final = 6
Structures = tuple[sudden_strike.Structure, sudden_strike.Structure]


class _Walk(Process):
    """Every place, and every way its dice can fall."""

    file = "paper_tigers", "sudden_strike/story.toml"

    def begin(self) -> State:
        return ("wait", 1, (self.names["bunker"], self.names["dugout"]), None)

    def at_wait(self, strike: int, stand: Structures, how: tuple[Step, ...] | None) -> Moment:
        """Where does it wait for the next joker?  After the last one it has survived."""
        lines, names = tuple(map(Line, how or ())), dict(zip(PLACES, stand, strict=True))
        if strike > self.names["strikes"]:
            return Moment("survived", (), names, lines, sure(0))
        ways = []
        for place, structure in enumerate(stand):
            stands = structure.intact(self.names["rulings"])
            roll = self._structure(strike, stand, place) if stands else self._own(strike, stand)
            where = f"the {PLACES[place]}" if stands else f"what is left of the {PLACES[place]}"
            ways.append(Way(roll=roll, names={"where": where}))
        return Moment("wait" if how else "first", tuple(ways), names, lines)

    def at_through(self, strike: int, stand: Structures) -> Moment:
        names = dict(zip(PLACES, stand, strict=True))
        return Moment("through", (Way(roll=self._own(strike, stand)),), names)

    def at_removed(self, how: tuple[Step, ...]) -> Moment:
        return Moment("removed", lines=tuple(map(Line, how)), chances=sure(1))

    def _structure(self, strike: int, stand: Structures, place: int) -> Roll:
        """The joker: the structure rolls; where it fails, the squad does."""
        structure = stand[place]
        dice = structure.dice
        full, low = (FULL,) * dice, (1,) * dice
        held = self._record(structure, full)
        own = sudden_strike.dice_of(self.names["squad"].kind, self.names["rulings"])
        failed = self._record(structure, low, (FULL,) * own)
        (result,) = failed.results
        assert result.structure is not None
        left = [*stand]
        left[place] = result.structure
        saved, through = ("wait", strike + 1, stand, held.steps[2:]), ("through", strike, (*left,))
        said = _with_room(failed.steps[1], low), _with_room(held.steps[1], full)
        laid = self.names["structure_dice"][strike - 1][:dice]
        return _save(f"The {PLACES[place]}’s dice", "neutral", dice, (through, saved), said, laid)

    def _own(self, strike: int, stand: Structures) -> Roll:
        """The cover save of the squad, on which everything hangs."""
        dice = sudden_strike.dice_of("infantry", self.names["rulings"])
        full, low = (FULL,) * dice, (1,) * dice
        saved, gone = (self._record(None, (), faces) for faces in (full, low))
        lives, dies = ("wait", strike + 1, stand, saved.steps[2:]), ("removed", gone.steps[2:])
        said = _with_room(gone.steps[1], low), _with_room(saved.steps[1], full)
        laid = self.names["squad_dice"][strike - 1][:dice]
        return _save("Your squad’s dice", "second", dice, (dies, lives), said, laid)

    def _record(
        self,
        structure: sudden_strike.Structure | None,
        outer: tuple[int, ...],
        own: tuple[int, ...] = (),
    ) -> sudden_strike.Record:
        strikes = [sudden_strike.Dice(outer, own)]
        record = sudden_strike.adjudicate(
            self.names["squad"], structure, strikes, self.names["rulings"]
        )
        return replace(record, steps=tuple(map(_yours, record.steps)))


def _save(
    label: str,
    role: str,
    dice: int,
    leads: tuple[State, State],
    said: tuple[Step, Step],
    laid: tuple[int, ...],
) -> Roll:
    """A save: where it fails and where one die is enough, and what is told of it."""
    group = Group(label, role, dice, counts_from=min(SAVING_FACES))  # type: ignore[arg-type]
    falls, say = (lambda totals: leads[totals[0] > 0]), (lambda total: said[total > 0])
    return Roll((group,), falls, (say,), laid=(laid,))


def _with_room(step: Step, faces: tuple[int, ...]) -> Step:
    """A step with room for any other faces."""
    return with_room(step, {f"rolls {', '.join(map(str, faces))} ": "rolls {faces} "})


def _yours(step: Step) -> Step:
    """A step in the words of the story: the infantry is the reader's."""
    text = step.text.replace("The infantry is unaffected", "Your squad is not hit")
    return replace(step, text=text.replace("The infantry", "Your squad"))


STORY = _Walk
