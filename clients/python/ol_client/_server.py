"""A server of one's own: ``ol-cli serve`` on a Unix socket, as long as this process lives."""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
import subprocess
import tempfile
from typing import Sequence

from ._client import Client


def command() -> list[str]:
    """The command of ``ol-cli``: the value of the environment variable OL_CLI, or the one on the PATH."""
    named = os.environ.get("OL_CLI")
    if named:
        return shlex.split(named)
    found = shutil.which("ol-cli")
    if found is None:
        raise FileNotFoundError(
            "expected ol-cli on the PATH (clients/python/README.md says how to install it), or its command in the environment variable OL_CLI"
        )
    return [found]


class Server:
    """Starts a server with these flags, and ends it with ``close`` or with this process."""

    def __init__(self, flags: Sequence[str], model: bytes | None = None):
        self._folder = tempfile.mkdtemp(prefix="ol-")
        socket = os.path.join(self._folder, "http")
        what = ["--new", *flags]
        if model is not None:
            path = os.path.join(self._folder, "model.ol")
            with open(path, "wb") as file:
                file.write(model)
            what = [path, *flags]
        self._process = subprocess.Popen(
            [*command(), "serve", *what, "--no-store", "--socket", socket, "--json", "--body-bytes", str(1 << 28)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        #: The process that has started the server.
        self.owner = os.getpid()
        atexit.register(self.close)
        # it prints where it listens, or why it does not
        if not self._process.stdout.readline():
            reason = self._process.stderr.read().decode().strip()
            self.close()
            raise RuntimeError(reason or "ol-cli serve ended")
        self.client = Client(socket)

    def close(self) -> None:
        atexit.unregister(self.close)
        if hasattr(self, "client"):
            self.client.close()
        if self.owner != os.getpid():
            # a process that was forked has the object, and its parent the server
            return
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._process.stdout.close()
        self._process.stderr.close()
        shutil.rmtree(self._folder, ignore_errors=True)
