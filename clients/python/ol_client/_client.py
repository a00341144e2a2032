"""Asks a server of OL over HTTP, at an address or a Unix socket."""

from __future__ import annotations

import http.client
import json
import os
import socket
import threading
from typing import Any, Iterable, Mapping, Sequence
from urllib.parse import quote, urlsplit

from ._plain import plain

#: Asks for no answer to what was learned (RFC 7240).
_minimal = {"prefer": "return=minimal"}


class ServerError(RuntimeError):
    """An answer that is an error: ``code`` is stable, ``status`` is the HTTP status."""

    def __init__(self, code: str, message: str, status: int):
        super().__init__(f"{message} ({code})")
        self.code = code
        self.status = status


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: str, timeout: float):
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Client:
    """Asks a server, over one connection: threads take turns, and a process that was forked opens its own.

    Parameters
    ----------
    address
        ``http://127.0.0.1:8080``, or the path of a Unix socket.
    token
        What the server asks for, if it does.
    timeout
        Seconds that an answer may take.
    """

    def __init__(self, address: str, token: str | None = None, timeout: float = 300.0):
        self.address = address
        self._token = token
        self._headers = {} if token is None else {"authorization": f"Bearer {token}"}
        self._timeout = timeout
        self._open: http.client.HTTPConnection | None = None
        self._process = os.getpid()
        self._turn = threading.Lock()

    def __reduce__(self):
        # a copy asks the same server over a connection of its own
        return Client, (self.address, self._token, self._timeout)

    def predict(self, features: Mapping[str, Any], id: str | None = None) -> dict:
        """Predicts one example; with an id its features wait for their label."""
        body = {"features": features} if id is None else {"features": features, "id": id}
        return self._json("POST", "/predict", body)

    def learn(self, features: Mapping[str, Any], label: Any, weight: float = 1.0) -> dict:
        """Learns one example; returns what was predicted before, once it is in the log."""
        return self._json("POST", "/learn", {"features": features, "label": label, "weight": weight})

    def label(self, id: str, label: Any, weight: float = 1.0) -> dict:
        """Gives the label of a prediction that had an id."""
        return self._json("POST", "/labels", {"id": id, "label": label, "weight": weight})

    def explain(self, features: Mapping[str, Any]) -> dict:
        """Explains a score as a sum."""
        return self._json("POST", "/explain", {"features": features})

    def send(
        self, route: str, examples: Iterable[Mapping[str, Any]], together: int = 4000, minimal: bool = False
    ) -> list[dict]:
        """Sends several examples; an error is an ``error`` in the place of its example.

        ``minimal``: the examples that were learned have no answer, and the list is empty if all were.
        """
        answers: list[dict] = []
        part: list[Mapping[str, Any]] = []
        headers = _minimal if minimal else {}
        for example in examples:
            part.append(example)
            if len(part) == together:
                answers += self._json("POST", route, part, headers) or []
                part = []
        return answers + (self._json("POST", route, part, headers) or []) if part else answers

    def send_arrow(self, route: str, table: Any, minimal: bool = False) -> Any:
        """Sends a pyarrow table, and returns the answers as one.

        ``minimal``: the examples that were learned have no answer; ``None`` if all were.
        """
        import pyarrow as pa

        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        kind = "application/vnd.apache.arrow.stream"
        headers = {"content-type": kind, "accept": kind, **(_minimal if minimal else {})}
        data = self._request("POST", route, sink.getvalue().to_pybytes(), headers)
        return pa.ipc.open_stream(data).read_all() if data else None

    def model(self) -> bytes:
        """The bytes of the model, as ``ol-cli`` reads them."""
        return self._request("GET", "/model")

    def replace_model(self, data: bytes) -> None:
        """Puts another model in its place."""
        self._request("PUT", "/model", data, {"content-type": "application/octet-stream"})

    def health(self) -> dict:
        return self._json("GET", "/health")

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    def _connection(self) -> http.client.HTTPConnection:
        if not self.address.startswith("http"):
            return _UnixConnection(self.address, self._timeout)
        parts = urlsplit(self.address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        return kind(parts.hostname or "localhost", parts.port, timeout=self._timeout)

    def _request(self, method: str, route: str, body: bytes | None = None, headers: Mapping[str, str] = {}) -> bytes:
        if self._process != os.getpid():
            # another process uses the connection, and a thread of it may have had its turn
            self._open, self._process, self._turn = None, os.getpid(), threading.Lock()
        with self._turn:
            if self._open is None:
                self._open = self._connection()
            try:
                self._open.request(method, quote(route, safe="/?=&"), body, {**self._headers, **headers})
                response = self._open.getresponse()
                data = response.read()
            except (OSError, http.client.HTTPException):
                # the request may have been learned: it is not sent again
                self.close()
                raise
        if response.status < 300:
            return data
        try:
            error = json.loads(data)["error"]
        except (ValueError, KeyError, TypeError):
            error = {"code": "OL_REQUEST", "message": f"status {response.status}"}
        raise ServerError(error["code"], error["message"], response.status)

    def _json(self, method: str, route: str, body: Any = None, headers: Mapping[str, str] = {}) -> Any:
        data = None if body is None else json.dumps(plain(body), separators=(",", ":"), allow_nan=False).encode()
        kind = {"content-type": "application/json"} if data else {}
        answer = self._request(method, route, data, {**kind, **headers})
        return json.loads(answer) if answer else None


def raise_first(answers: Sequence[Mapping[str, Any]]) -> None:
    """Raises the first error among answers."""
    for answer in answers:
        if "error" in answer:
            raise ServerError(answer["error"]["code"], answer["error"]["message"], 200)
