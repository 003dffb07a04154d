"""Holds the claims of a printed example against the rules: ``claims.toml`` beside the example.

``order`` lists the claims as the source makes them; an entry with ``each`` makes its claims of
every value in turn. What a claim has:

- ``where`` it stands in the source; ``when`` it is made at all
- ``printed`` and ``asked``: what the source says, and what is asked of the engine, as expressions;
  they agree if they are equal, or as ``agrees`` has it
- ``says``: how either of the two, ``it``, is said; ``finds``: the computed one, if otherwise
- ``clauses`` that decide it (texts; or an expression); the ``basis`` (an expression)
- ``erratum``: the number under which it is listed if it is false; ``effect``: what that does

``[from]`` takes names out of modules, ``[given]`` defines them by expressions. Texts have
expressions in braces.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from rules_lib.examples.audit import Basis, Finding
from rules_lib.rulebook.expressions import Names
from rules_lib.text.files import shipped


def checks(asked: str, *only: str) -> Iterator[Finding]:
    """Every claim of an example beside what the rules make of it, in the order of the source.

    Args:
        asked: the module beside ``claims.toml`` whose names the claims use.
        only: names of claims, if not all of them are wanted.
    """
    module = import_module(asked)
    data = shipped(str(module.__package__), "claims.toml")
    known = Names(vars(module), data)
    for name, names in _in_order(data["order"], known):
        claim = data["claim"][name]
        if (not only or name in only) and names.value(claim.get("when", "True")):
            yield _found(claim, names)


def _in_order(order: Sequence[Any], names: Names) -> Iterator[tuple[str, Names]]:
    """Each claim of a list with the names that it may use."""
    for entry in order:
        if isinstance(entry, str):
            yield entry, names.with_values(name=entry)
            continue
        name, _, values = entry["each"].partition(" in ")
        for value in names.value(values):
            yield from _in_order(entry["claims"], names.with_values(**{name: value}))


def _found(claim: dict[str, Any], names: Names) -> Finding:
    printed, computed = (names.value(claim[key]) for key in ("printed", "asked"))
    names |= {"printed": printed, "asked": computed}
    agrees = bool(names.value(claim.get("agrees", "printed == asked")))
    erratum = "" if agrees else names.fill(claim.get("erratum", ""))
    basis = Basis.PRINTED if erratum else Basis.CONTRADICTED
    return Finding(
        erratum,
        names.fill(claim["where"]),
        names.with_values(it=printed).fill(claim["says"]),
        names.with_values(it=computed).fill(claim.get("finds", claim["says"])),
        _clauses(claim["clauses"], names),
        "" if agrees else _effect(claim.get("effect", ""), names),
        Basis(names.value(claim.get("basis", "'printed'"))) if agrees else basis,
    )


def _clauses(said: str | Sequence[str], names: Names) -> tuple[str, ...]:
    """The clauses that decide a claim: an expression, or texts, of which those left empty go."""
    return (
        names.value(said) if isinstance(said, str) else tuple(filter(None, map(names.fill, said)))
    )


def _effect(said: str | Sequence[str | dict[str, str]], names: Names) -> str:
    """What a difference does, in one text or in several, each ``when`` it is so."""
    texts = [said] if isinstance(said, str) else said
    told = (
        names.fill(each if isinstance(each, str) else each["says"])
        for each in texts
        if isinstance(each, str) or names.value(each["when"])
    )
    return " ".join(told)
