"""What a kernel of `make lab` does first: a claim that a change makes false is told, not raised."""


def _start() -> None:
    import sys
    from pathlib import Path

    sys.path.append(str(Path(__file__).parents[1] / "_ext"))
    from IPython import get_ipython
    from IPython.display import HTML, display
    from rulebook_live.plainly import Claims, no_longer

    def claim(true: object, said: str, *value: object) -> None:
        if not true:
            display(HTML(f"<p>⚠ {no_longer(said, *value)}</p>"))

    if shell := get_ipython():
        shell.user_ns_hidden[Claims.NAME] = shell.user_ns[Claims.NAME] = claim
        shell.ast_transformers.append(Claims())


_start()
del _start
