"""The three kinds of numbered entries of the rulebook, and the system they belong to."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules_lib.values.type_checks import checked

ClauseKind: TypeAlias = Literal["rule", "tip", "tutorial"]


@checked
@dataclass(frozen=True, slots=True)
class Clause:
    """A rule of the source, restated.

    Attributes:
        id: permanent number, such as ``"PT-M9"``.
        title: a few words to find it by.
        text: the rule in our words.
        short: what a sheet says of it; ``""`` where others say it.
        term: the term of the original language, or ``""``.
        source: where in the source it stands.
        kind: ``"rule"``; ``"tutorial"`` where only a worked example says so; ``"tip"`` for advice.
        see: ids of related entries.
        chance: there is a chance in it to compute. Otherwise it says who may or must do what, and
            no die, card or marker bears on it.
        system: id of the system it belongs to.
    """

    id: str
    title: str
    text: str
    source: str
    system: str
    short: str = ""
    term: str = ""
    kind: ClauseKind = "rule"
    see: tuple[str, ...] = ()
    chance: bool = True


@checked
@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read an open rule.

    Attributes:
        value: the value of the ruling's field, as a Python literal.
        text: what it means at the table.
        basis: what speaks for it, or ``""``.
    """

    value: str
    text: str
    basis: str = ""

    @property
    def answer(self) -> str:
        """Its text without the full stop, to stand inside a sentence."""
        return self.text.removesuffix(".")


@checked
@dataclass(frozen=True, slots=True)
class Ruling:
    """A question the source leaves open, with its answers.

    Which answer is our default is said in code; see :mod:`rules_lib.rulebook.defaults`.

    Attributes:
        id: permanent number, such as ``"R-M3"``.
        field: the switch in code, such as ``"melee.Rulings.penalties_add_up"``.
        clauses: ids of the clauses it reads.
        readings: the answers; the first one is the one that ``reason`` speaks for.
        reason: what speaks for it.
        short: what a sheet says by the first reading; ``""`` where others say it.
        settled: only one reading makes sense, and ``reason`` says why.
    """

    id: str
    title: str
    question: str
    field: str
    clauses: tuple[str, ...]
    readings: tuple[Reading, ...]
    reason: str
    system: str
    short: str = ""
    settled: bool = False


@checked
@dataclass(frozen=True, slots=True)
class Erratum:
    """A place where the source contradicts itself.

    Attributes:
        id: permanent number, such as ``"E-A4"``.
        text: what is wrong and what it changes.
        clauses: ids of the clauses concerned.
    """

    id: str
    title: str
    text: str
    clauses: tuple[str, ...]
    system: str


Entry: TypeAlias = Clause | Ruling | Erratum


@checked
@dataclass(frozen=True, slots=True)
class System:
    """One source text and the ids of its entries, in order.

    Attributes:
        language: language of the source, as an HTML language code.
        source_title, source_author: as printed; the author may be ``""``.
    """

    id: str
    title: str
    source_title: str
    source_author: str
    language: str
    clauses: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    errata: tuple[str, ...] = ()
