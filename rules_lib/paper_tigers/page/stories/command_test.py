"""One card, one roll: predict, then see."""

from fractions import Fraction

from rules_lib.notebook.learn.casting import Group
from rules_lib.notebook.learn.story import Line, Mood
from rules_lib.notebook.learn.walk import Moment, Process, Roll, Way, sure
from rules_lib.paper_tigers import command
from rules_lib.paper_tigers.page.scenes import tell_test
from rules_lib.text.chances import chance_in_words, percent, whole_percent
from rules_lib.transcript import Step


class _Walk(Process):
    """A roll, a guess, the odds; and the other way round."""

    file = "paper_tigers", "story.toml"

    def begin(self) -> tuple[str]:
        return ("start",)

    def at_start(self) -> Moment:
        return Moment("start", (Way(roll=self._roll("charge")),), id="start")

    def at_rolled(self, purpose: command.Purpose, passed: bool) -> Moment:
        total = 12 if passed else 3
        lines = tuple(map(Line, self._steps(purpose, total)[1:]))
        names = {"passed": passed}
        if purpose == "charge":
            return Moment("charge", (Way(("guess", "charge", "charges")),), names, lines)
        # A squad that only stays where it is has not fallen.
        mood: Mood = "hopes" if passed else "sweats"
        return Moment("movement", (), names, lines, sure(not passed), moods=(mood,))

    def at_guess(self, purpose: str, name: str) -> Moment:
        chance = self.names[name]
        guesses = [Fraction(each, 10) for each in self.names["guesses"]]
        nearest = min(abs(guess - chance) for guess in guesses)
        ways = [
            {
                "guess": chance_in_words(guess).capitalize(),
                "at": int(100 * guess),
                "said": whole_percent(guess),
                "mark": "best" if near else "worse",
                "short": "the nearest guess" if near else f"it is {percent(chance)}",
            }
            for guess, near in ((guess, abs(guess - chance) == nearest) for guess in guesses)
        ]
        kind, to = f"guess_{purpose}", ("odds", purpose, name)
        return Moment(kind, tuple(Way(to, names=each) for each in ways), id=f"{purpose}-guess")

    def at_odds(self, purpose: str, name: str) -> Moment:
        chance = self.names[name]
        way = Way(("guess", "movement", "goes"))
        if purpose == "movement":
            way = Way(roll=self._roll("movement"))
        scene_id, throws = f"{purpose}-odds", 6 ** self.names["card"].dice_for(purpose)
        chances = chance, 1 - chance
        return Moment(f"odds_{purpose}", (way,), chances=chances, id=scene_id, field=throws)

    def _roll(self, purpose: command.Purpose) -> Roll:
        card = self.names["card"]
        return Roll(
            (Group("Your dice", "neutral", card.dice_for(purpose)),),
            lambda totals: ("rolled", purpose, card.reached_by(totals[0])),
            (lambda total: self._steps(purpose, total)[0],),
            laid=(self.names["laid"][purpose],),
        )

    def _steps(self, purpose: command.Purpose, total: int) -> tuple[Step, ...]:
        test = command.CommandTest(self.names["card"], purpose, total)
        return tell_test(test, self.names["name"]).steps


STORY = _Walk
