"""The line between ipywidgets in the browser's Python and their views in the page."""

import json
import os
from collections.abc import Callable, Sequence
from typing import Any

from rulebook_live import sinks

Send = Callable[[str, list[bytes]], None]


def install(send: Send) -> None:
    """Let every comm send its messages through `send`, and Output widgets collect by themselves."""
    os.environ["JUPYTER_WIDGETS_ECHO"] = "0"
    import comm
    from comm.base_comm import BaseComm

    class PageComm(BaseComm):
        """A comm whose other end is in the page."""

        def publish_msg(
            self,
            msg_type: str,
            data: Any = None,
            metadata: Any = None,
            buffers: Any = None,
            **keys: Any,
        ) -> None:
            """Send a message to the page."""
            content = {"comm_id": self.comm_id, "data": data or {}, **keys}
            message = {"type": msg_type, "content": content, "metadata": metadata or {}}
            send(json.dumps(message), [bytes(each) for each in buffers or ()])

    comm.create_comm = PageComm
    collect_outputs()


def receive(message: str, buffers: Sequence[Any]) -> None:
    """Take a message of the page to the widget it is meant for."""
    import comm

    content = json.loads(message)
    raw = [memoryview(each.to_bytes()) for each in buffers]
    packed = {"header": {}, "content": content, "metadata": {}, "buffers": raw}
    manager: Any = comm.get_comm_manager()
    manager.comm_msg(None, "", packed)


def collect_outputs() -> None:
    """Let Output widgets collect what is shown inside them."""
    from ipywidgets import Output

    waiting: set[int] = set()
    open_sinks: dict[int, list[sinks.Sink]] = {}

    def enter(self: Any) -> Any:
        def sink(output: sinks.Output) -> None:
            if output["output_type"] == "clear_output":
                if output["wait"]:
                    waiting.add(id(self))
                else:
                    self.outputs = ()
                return
            old = [] if id(self) in waiting else list(self.outputs)
            waiting.discard(id(self))
            self.outputs = tuple(sinks.joined(old, output))

        open_sinks.setdefault(id(self), []).append(sink)
        sinks.push(sink)
        return self

    def leave(self: Any, *_error: object) -> None:
        sinks.pop(open_sinks[id(self)].pop())

    Output.__enter__, Output.__exit__ = enter, leave
