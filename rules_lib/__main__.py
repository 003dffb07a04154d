"""The command line: ``python -m rules_lib melee --attacker "red 7" --defender "red 5"``.

Leaves with 0 after an answer, and with 2 and one line of explanation after bad input.
"""

import sys

BAD_INPUT, CANNOT_WRITE, INTERRUPTED = 2, 1, 130

try:
    import difflib
    import json
    import os
    from argparse import Namespace
    from collections.abc import Iterator, Sequence
    from contextlib import contextmanager, suppress
    from pathlib import PurePath

    from rules_lib import __version__
    from rules_lib.commands import GUIDE, NAMES, command
    from rules_lib.commands.command import PROGRAM, Answer, Command, with_readings
    from rules_lib.commands.door import HelpAsked
    from rules_lib.errors import InvalidValue, RulesError
    from rules_lib.system.registry import question
    from rules_lib.text.files import NOTHING
    from rules_lib.values.type_checks import LONGEST_WORD, MOST_WORDS
except KeyboardInterrupt:  # half of the time is gone before a command begins
    sys.exit(INTERRUPTED)


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer, and return the code to leave with."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a console may lack ″ or Cyrillic letters
            if not stream.isatty():  # a file that --rules reads again, whatever the console writes
                stream.reconfigure(encoding="utf-8")
    words = list(sys.argv[1:] if arguments is None else arguments)
    name = PurePath(sys.argv[0]).stem  # the program by the name that it was called by
    program = PROGRAM if arguments is not None or name == "__main__" else name
    if not words or words[0] in ("-h", "--help", "help"):
        return _say(guide(program), program)
    if words == ["--version"]:
        return _say(f"rules-lib {__version__}", program)
    try:
        asked, options, answer = ask(words, program)
        with long_numbers():
            return _say(_told(asked, answer, options.json), program)
    except RulesError as error:
        name = f" {words[0]}" if words[0] in NAMES else ""
        _complain(f"{program}{name}: {' '.join(str(error).split())}")
        return BAD_INPUT
    except HelpAsked as asked:
        return _say(str(asked), program)
    except KeyboardInterrupt:
        return INTERRUPTED


def guide(program: str = PROGRAM) -> str:
    """What one sees without any words: what there is, and three examples."""
    lines = [GUIDE.answers, ""]
    for line, question in GUIDE.examples.items():
        lines += [question, f"    {program} {line}", ""]
    lines += ["Commands; each has --help with examples, and --json:", ""]
    lines += [f"    {name:<13} {gives}" for name, gives in NAMES.items()]
    lines += ["", "--version says which version this is."]
    return "\n".join(lines)


def ask(words: Sequence[str], program: str = PROGRAM) -> tuple[Command, Namespace, Answer]:
    """Find the command, read its options, and have it answer.

    Raises:
        RulesError: bad input.
        HelpAsked: somebody wants help instead.
    """
    if len(words) > MOST_WORDS:
        raise InvalidValue("words", len(words), f"at most {MOST_WORDS} words")
    for word in words:
        if len(word) > LONGEST_WORD:
            allowed = f"words of at most {LONGEST_WORD} letters"
            raise InvalidValue("words", f"{word[:20]}… ({len(word)} letters)", allowed)
    name, *rest = words or [""]
    if name not in NAMES and question(name) is None:
        near = difflib.get_close_matches(name, NAMES, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise InvalidValue("command", name if words else NOTHING, f"{', '.join(NAMES)}{hint}")
    asked = command(name)
    parser = asked.parser(program)
    options = parser.read(rest)
    try:
        with long_numbers():
            return asked, options, with_readings(asked, options, asked.run(options))
    except RulesError as error:
        raise parser.of_options(error, options, asked.about.fields) from None


def _told(asked: Command, answer: Answer, in_json: bool) -> str:
    """An answer for people, or for programs."""
    if in_json:
        chosen = answer.chosen
        read = {} if chosen is None else {"read_with": chosen.to_dict()["rulings"]}
        return json.dumps({"command": asked.name, **answer.data, **read}, indent=2)
    lines = [f"{answer.margin}{each}" for each in answer.read]
    return "\n".join([*answer.lines, *([""] if lines else []), *lines])


def _complain(text: str) -> None:
    if sys.stderr is not None:  # closed: `print` would write to the answers instead
        with suppress(OSError):
            print(text, file=sys.stderr, flush=True)


def _say(text: str, program: str) -> int:
    if sys.stdout is None:
        _complain(f"{program}: the answer cannot be written: the output is closed")
        return CANNOT_WRITE
    try:
        print(text, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # such as `head`, which has seen enough
            _complain(f"{program}: the answer cannot be written: {error.strerror}")
            return CANNOT_WRITE
    return 0


@contextmanager
def long_numbers() -> Iterator[None]:
    """Let exact fractions be written out, however many digits they have."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


if __name__ == "__main__":
    sys.exit(main())
