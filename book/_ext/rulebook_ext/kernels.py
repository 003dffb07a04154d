"""Starts kernels as forks of one process, which has imported what chapters import.

To import ipykernel, scipy and the library takes longer than most chapters run.
"""

import gc
import os
import sys
from multiprocessing import get_all_start_methods, get_context
from typing import Any

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

NAME = "forked"
LAUNCHER = "ipykernel_launcher"
IMPORTED = [
    "__main__",
    "ipykernel.kernelapp",
    "plotly.graph_objects",
    "rules_lib.impact",
    *(f"rules_lib.{each}.page" for each in ("in_die_tiefen", "paper_tigers", "triumph_and_glory")),
    "scipy.signal",
]


def server() -> Any:
    """Return how processes begin here: as forks, where the system has them."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    return context


class Forked(LocalProvisioner):
    """Launches a kernel of this Python as a fork; any other as Jupyter does."""

    async def launch_kernel(self, cmd: list[str], **options: Any) -> KernelConnectionInfo:
        """Launch it."""
        same = os.path.realpath(cmd[0]) == os.path.realpath(sys.executable)
        if not same or LAUNCHER not in cmd:
            return await super().launch_kernel(cmd, **options)
        words = cmd[cmd.index(LAUNCHER) + 1 :]
        made: Any = _Process(words, options.get("cwd") or ".", dict(options["env"]))
        self.process, self.pid = made, made.pid
        return self.connection_info


class _Process:
    """A process as `subprocess` shows one."""

    stdin = stdout = stderr = None

    def __init__(self, words: list[str], folder: str, environment: dict[str, str]) -> None:
        self._made = server().Process(target=_run, args=(words, folder, environment), daemon=True)
        self._made.start()
        self.pid = self._made.pid
        self.kill, self.terminate = self._made.kill, self._made.terminate

    def poll(self) -> int | None:
        code: int | None = self._made.exitcode
        return code

    def wait(self) -> int | None:
        self._made.join()
        return self.poll()

    def send_signal(self, number: int) -> None:
        if self.poll() is None and self.pid:
            os.kill(self.pid, number)


def _run(words: list[str], folder: str, environment: dict[str, str]) -> None:
    """Be a kernel."""
    from ipykernel.kernelapp import IPKernelApp

    gc.freeze()  # none of what all kernels share is garbage
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    IPKernelApp.launch_instance(argv=words, parent_handle=os.getppid())


class _Entry:
    """How the factory finds it; being no package, we have no entry point."""

    value = f"{__name__}:Forked"

    @staticmethod
    def load() -> type[Forked]:
        return Forked


def offer() -> None:
    """Let this process launch its kernels so."""
    if "forkserver" in get_all_start_methods():
        factory: Any = KernelProvisionerFactory.instance()
        factory.provisioners[NAME] = _Entry
        factory.default_provisioner_name = NAME
