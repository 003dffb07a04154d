"""How likely the two tests are, and how long it takes to find the sniper.

Which marker is green is settled before the search begins, and every order of turning them is as
good as another. So the distribution of the number of *successful attempts* that find him is known
beforehand, and the search is a count of successes.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import islice, pairwise, repeat
from math import lcm
from operator import itemgetter, mul

from rules_lib.errors import InvalidValue, UnspecifiedBySource, require_int, require_iterable
from rules_lib.paper_tigers.command import Card, chance
from rules_lib.paper_tigers.deck import CommandDeck, DeckCard, DeckLike
from rules_lib.paper_tigers.sniper import rules, state
from rules_lib.paper_tigers.sniper.course import unknown_card
from rules_lib.paper_tigers.sniper.rulings import Rulings
from rules_lib.probability import Distribution, dice
from rules_lib.probability.trials import tested_draws
from rules_lib.rulebook import uses
from rules_lib.system.process import End, Process, Roll
from rules_lib.system.process import Move as Due
from rules_lib.text.chances import decimal
from rules_lib.text.summary import Summary, SummaryRows
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked


@uses("PT-S8", "PT-S9", "PT-S10")
def hit(card: Card) -> Fraction:
    """Chance that the sniper's shot hits: his command test, with no save for the target."""
    return chance(card, "shot")


def chance_by_card(
    spotter: state.Spotter, deck: CommandDeck, rulings: Rulings
) -> dict[DeckCard, Fraction]:
    """For each card of the deck, the chance that the attempt with it succeeds.

    Raises:
        UnspecifiedBySource: a unit that must reach the card that lies at it (R-S13): which one lies
            there is not known, and after a hit none does (PT-S2).
    """
    kind = state.require_spotter(spotter)
    if rules.reaches_own_card(kind, rulings):
        raise UnspecifiedBySource(unknown_card(kind))
    return {card: _succeeds(card, kind, rulings) for card in deck.cards.cards}


@lru_cache(maxsize=1024)
def _succeeds(card: DeckCard, spotter: state.Spotter, rulings: Rulings) -> Fraction:
    distribution = dice.total(rules.SPOTTING_DICE)
    return distribution.probability(lambda roll: rules.spots(card, roll, spotter, rulings))


@uses("PT-S11", "PT-S12", "R-S13")
def spotting(
    spotter: state.Spotter, deck: DeckLike | None = None, rulings: Rulings = Rulings()
) -> Fraction:
    """Chance that a unit's first attempt to spot the sniper succeeds.

    Args:
        spotter: the kind of unit: ``"infantry"``, ``"crew"``, ``"small_team"``, ``"officer"``,
            ``"observer"`` or ``"sniper"`` (a unit with one of the last three in it).
        deck: the full draw pile, or just the values of its ranks; 52 cards if it is left out, and
            two jokers more where R-S3 has jokers in the pile. The same deck serves sudden strike.
        rulings: how the open rules are read.

    Raises:
        UnspecifiedBySource: a specialist whose own card counts (R-S13).
    """
    pile = rules.draw_pile(deck, rulings)
    by_card = chance_by_card(spotter, pile, rulings)
    return sum((p * by_card[card] for card, p in pile.cards.draw().items()), Fraction(0))


Successes = tuple[Fraction, ...]
"""Chances of 0, 1, 2, … successes; numbers that surely find him are left out."""

UNHURT_TARGETS = (
    "Each shot is at a target that was unhurt before it. (Under our default of R-S7 a second hit"
    " removes a unit, and then nobody looks.)"
)
"""What every figure about finding him assumes. He does not move meanwhile, either."""

MOST_ATTEMPTS = 2000


@uses("PT-S13", "PT-S14", "PT-S15", "R-S8", "R-S9")
def successes_needed(markers: int, rulings: Rulings) -> Mapping[int, Fraction]:
    """How many successful attempts find him, with the same markers out, as a distribution.

    Each success turns one marker over, as it may (PT-S13), until the sniper is found.
    """
    laid = rules.after_shot(state.Position(markers), True, rulings)
    if not rules.markers_stay(rulings):
        return FrozenMap({1: Fraction(1)})

    def move(now: state.Position) -> Due[state.Position]:
        if now.found:
            return End(now)
        return Roll("marker", rules.dots(now).weights, lambda dot: rules.turn(now, dot, rulings))

    turned = Process(laid, move).chain().steps.head(laid.markers)
    return FrozenMap({number: p for number, p in enumerate(turned, start=1) if p})


@checked
@dataclass(frozen=True, slots=True, repr=False)
class Search(Summary):
    """The search for the sniper by one kind of unit, attempt after attempt, without an end.

    Every figure assumes that each shot is at a target that was unhurt before it
    (``UNHURT_TARGETS``), and that the sniper does not move.

    Attributes:
        needed: distribution of the number of successes that find him.
        passes: for 0, 1, …, all cards of the pile drawn, the distribution of the successes so far.
            Then the discards are shuffled and the pile begins again.
    """

    needed: Mapping[int, Fraction]
    passes: tuple[Successes, ...]

    @property
    def never(self) -> Fraction:
        """Chance that he is never found: 1 if no attempt can succeed, else 0."""
        return Fraction(self.passes[-1][0] == 1)

    def not_yet(self, attempts: int) -> Fraction:
        """Chance that this many attempts have not found him."""
        return self.not_yet_within(attempts)[-1]

    def not_yet_within(self, attempts: int) -> list[Fraction]:
        """Chances that 0, 1, … up to this many attempts have not found him, all at once."""
        attempts = require_int("attempts", attempts, 0, MOST_ATTEMPTS)
        return list(islice(_unfound(repeat(self.passes), self.needed), attempts + 1))

    def found_at(self, attempt: int) -> Fraction:
        """Chance that exactly this attempt finds him; the first is attempt 1."""
        attempt = require_int("attempt", attempt, 1, MOST_ATTEMPTS)
        before, after = self.not_yet_within(attempt)[-2:]
        return before - after

    def mean(self) -> Fraction:
        """Expected number of attempts, the finding one included.

        Raises:
            InvalidValue: no attempt can ever succeed.
        """
        if self.never:
            raise InvalidValue("spotter", "no attempt can succeed", "a search that can end")
        full, missing = self.passes[-1], _missing(self.needed)
        together = [sum(chances, Fraction(0)) for chances in zip(*self.passes[:-1], strict=True)]
        starts: list[Fraction] = []
        for successes in range(len(full)):
            earlier = sum(map(mul, starts, full[successes:0:-1]), Fraction(0))
            starts.append((int(successes == 0) + earlier) / (1 - full[0]))
        spent = (sum(map(mul, together, missing[done:])) for done in range(len(full)))
        return sum(map(mul, starts, spent), Fraction(0))

    def median(self) -> int | None:
        """The first attempt by which he is found at least half the time; ``None`` if never."""
        return None if self.never else first_half(self.not_yet, MOST_ATTEMPTS, "attempts")

    def _summary_rows(self) -> SummaryRows:
        if self.never:
            return [("attempts until he is found", "never")]
        return [("attempts until he is found, on average", decimal(self.mean()))]


@uses("PT-S11", "PT-S14", "R-S3", "R-S4", "R-S8")
def search(
    spotter: state.Spotter,
    deck: DeckLike | None = None,
    *,
    markers: int = state.MARKERS,
    rulings: Rulings = Rulings(),
) -> Search:
    """The search by units of one kind, attempt after attempt, with the same markers out.

    It assumes that each shot is at a target that was unhurt before it (``UNHURT_TARGETS``).

    Args:
        spotter, deck, rulings: as for :func:`spotting`.
        markers: markers laid out, one of them green.
    """
    kind, pile = state.require_spotter(spotter), rules.draw_pile(deck, rulings)
    needed = successes_needed(markers, rulings)
    kinds = (kind,) * rules.cards_drawn(pile, rulings)
    return Search(needed, _pass(pile, kinds, max(needed), markers, rulings))


@uses("PT-S14", "R-S4", "R-S8")
def discovery(
    spotter: state.Spotter | Sequence[state.Spotter],
    attempts: int,
    deck: DeckLike | None = None,
    *,
    markers: int = state.MARKERS,
    rulings: Rulings = Rulings(),
) -> Distribution[int | None]:
    """The distribution of the attempt that finds the sniper; ``None``: not within ``attempts``.

    It assumes that each shot is at a target that was unhurt before it (``UNHURT_TARGETS``).

    Args:
        spotter: the kind of unit; or a sequence, one kind for each attempt, when his targets
            differ. It must then have ``attempts`` entries.
        attempts: how many attempts are made, 1 or more.
        deck, markers, rulings: as for :func:`search`.
    """
    attempts = require_int("attempts", attempts, 1, MOST_ATTEMPTS)
    if isinstance(spotter, str):
        spotter = [state.require_spotter(spotter)] * attempts
    kinds = list(require_iterable("spotter", spotter, "a kind of unit, or one for each attempt"))
    if len(kinds) != attempts:
        raise InvalidValue("spotter", f"{len(kinds)} kinds", f"one for each of {attempts} attempts")
    pile, needed = rules.draw_pile(deck, rulings), successes_needed(markers, rulings)
    step, kinds = rules.cards_drawn(pile, rulings), [state.require_spotter(kind) for kind in kinds]
    parts = (
        _pass(pile, tuple(kinds[at : at + step]), max(needed), markers, rulings)
        for at in range(0, attempts, step)
    )
    unfound = list(_unfound(parts, needed))
    chances: dict[int | None, Fraction] = {
        at: before - after for at, (before, after) in enumerate(pairwise(unfound), start=1)
    }
    return Distribution({**chances, None: unfound[-1]})


def first_half(not_yet: Callable[[int], Fraction], most: int, what: str) -> int:
    """The first number by which it has happened at least half the time.

    Raises:
        InvalidValue: it is beyond ``most``.
    """
    past = (2**power for power in range(most.bit_length()))
    near = next((n for n in past if not_yet(n) <= Fraction(1, 2)), most)
    median = bisect_left(range(near + 1), True, key=lambda n: not_yet(n) <= Fraction(1, 2))
    if median > most:
        raise InvalidValue("median", f"more than {most}", f"at most {most} {what}")
    return median


@lru_cache(maxsize=64)
def _pass(
    pile: CommandDeck, spotters: tuple[state.Spotter, ...], cap: int, markers: int, rulings: Rulings
) -> tuple[Successes, ...]:
    """Distributions of the successes after 0, 1, … attempts with one shuffled pile."""
    finds = Fraction(1)
    if not rules.markers_stay(rulings):
        finds = successes_needed(markers, replace(rulings, markers_stay="between_shots"))[1]
    chances: dict[state.Spotter, Mapping[DeckCard, Fraction]] = {}
    for kind in dict.fromkeys(spotters):
        by_card = chance_by_card(kind, pile, rulings).items()
        chances[kind] = FrozenMap({card: p * finds for card, p in by_card})
    tests = list(dict.fromkeys(chances.values()))
    order = [tests.index(chances[kind]) for kind in spotters]
    return tuple(tested_draws(pile.cards.cards, tests, order, cap))


def _missing(needed: Mapping[int, Fraction]) -> Successes:
    """Chances that 0, 1, 2, … successes are too few to find him."""
    return tuple(
        sum((p for need, p in needed.items() if need > done), Fraction(0))
        for done in range(max(needed))
    )


def _unfound(
    parts: Iterable[Sequence[Successes]], needed: Mapping[int, Fraction]
) -> Iterator[Fraction]:
    """Chances that 0, 1, … attempts have not found him.

    ``parts``: for each shuffled pile in turn, the successes with it after 0, 1, … attempts.
    """
    missing, scale = _whole(_missing(needed))
    before = [1]
    yield Fraction(1)
    for _, *distributions in parts:
        # How often 0, 1, … successes with this pile are too few, after whatever came before.
        too_few = [sum(map(mul, before, missing[more:])) for more in range(len(missing))]
        for now, per_now in map(_whole, distributions):
            yield Fraction(sum(map(mul, now, too_few)), per_now * scale)
        before = [sum(map(mul, before, now[done::-1])) for done in range(len(now))]
        scale *= per_now


def _whole(distribution: Successes) -> tuple[list[int], int]:
    """A distribution as whole numbers over a common denominator."""
    common = lcm(*(p.denominator for p in distribution))
    return [p.numerator * (common // p.denominator) for p in distribution], common


MOST_SHOTS = 500

SHOTS = 12
"""Shots that are told one by one."""


@dataclass(frozen=True, slots=True, repr=False)
class DuelOdds(Summary):
    """A sniper who shoots at units of one kind until he is found. Made by :func:`duel_odds`.

    Every figure assumes that each shot is at a target that was unhurt before it
    (``UNHURT_TARGETS``), and that the sniper does not move.

    Attributes:
        hits: chance that one shot hits.
        search: the search for him, attempt after attempt.
        rulings: how the open rules are read.
    """

    hits: Fraction
    search: Search
    rulings: Rulings

    @property
    def attempts_per_shot(self) -> Fraction:
        """Chance that a shot, once the markers are out, is followed by an attempt to spot."""
        return Fraction(1) if rules.may_spot(True, self.rulings) else 1 - self.hits

    @property
    def never(self) -> Fraction:
        """Chance that he is never found, however often he shoots: 0 or 1."""
        no_attempt = self.attempts_per_shot == 0
        no_markers = self.hits == 0 and not rules.betrays(False, self.rulings)
        return Fraction(1) if no_attempt or no_markers else self.search.never

    @property
    def outcomes(self) -> Distribution[int | None]:
        """The shot that betrays him, of the first dozen; ``None``: a later one, or none at all."""
        found: dict[int | None, Fraction] = {n: self.found_at(n) for n in range(1, SHOTS + 1)}
        return Distribution({**found, None: self.not_yet(SHOTS)})

    def not_yet(self, shots: int) -> Fraction:
        """Chance that he is not found after this many shots."""
        shots = require_int("shots", shots, 0, MOST_SHOTS)
        not_yet = self.search.not_yet_within(shots)
        after = self._attempts_after(shots).items()
        return sum((p * not_yet[attempts] for attempts, p in after), Fraction(0))

    def found_at(self, shot: int) -> Fraction:
        """Chance that exactly this shot betrays him; the first is shot 1."""
        shot = require_int("shot", shot, 1, MOST_SHOTS)
        return self.not_yet(shot - 1) - self.not_yet(shot)

    def mean_shots(self) -> Fraction:
        """Expected number of shots, the one that betrays him included.

        Raises:
            InvalidValue: he is never found.
        """
        if self.never:
            raise InvalidValue("duel", "the sniper is never found", "a search that can end")
        shots = self.search.mean() / self.attempts_per_shot
        if rules.betrays(False, self.rulings):
            return shots
        before_first_hit = 1 / self.hits
        # The hit that lays the markers is itself followed by an attempt, if a hit unit may spot.
        return shots + before_first_hit - int(rules.may_spot(True, self.rulings))

    def median_shots(self) -> int | None:
        """The first shot by which he is found at least half the time; ``None`` if never."""
        return None if self.never else first_half(self.not_yet, MOST_SHOTS, "shots")

    @property
    def mean_hits(self) -> Fraction:
        """Expected number of hits before he is found, the betraying shot included.

        Each costs its target all activations that it still had in the round (PT-S2). That a shot
        hits does not depend on the earlier ones, so the expected hits are chance times shots.
        """
        return self.hits * self.mean_shots() if self.hits else Fraction(0)

    def _attempts_after(self, shots: int) -> Distribution[int]:
        """How often they have looked for him after so many shots."""
        hit, of = self.hits.as_integer_ratio()

        def move(now: tuple[bool, int]) -> Due[tuple[bool, int]]:
            out, attempts = now

            def shot(hits: bool) -> tuple[bool, int]:
                laid = out or rules.betrays(hits, self.rulings)
                return laid, attempts + (laid and rules.may_spot(hits, self.rulings))

            return Roll("shot", {True: hit, False: of - hit}, shot)

        return Process((False, 0), move).after(shots).map(itemgetter(1))

    def _summary_rows(self) -> SummaryRows:
        shots = "never" if self.never else decimal(self.mean_shots())
        return [("a shot hits", self.hits), ("shots until he is found, on average", shots)]


@uses("PT-S2", "PT-S8", "PT-S11", "PT-S14", "R-S1", "R-S5")
def duel_odds(
    card: Card,
    spotter: state.Spotter,
    deck: DeckLike | None = None,
    *,
    markers: int = state.MARKERS,
    rulings: Rulings = Rulings(),
) -> DuelOdds:
    """The odds of a sniper who shoots with the same card each time, until he is found.

    They assume that each shot is at a target that was unhurt before it (``UNHURT_TARGETS``).

    Args:
        card: the sniper's command card.
        spotter: the kind of unit he shoots at, which then looks for him.
        deck, markers, rulings: as for :func:`~rules_lib.paper_tigers.sniper.odds.search`.
    """
    return DuelOdds(hit(card), search(spotter, deck, markers=markers, rulings=rulings), rulings)
