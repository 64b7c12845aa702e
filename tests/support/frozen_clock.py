"""Test-controlled service time: a second of traffic is all that is sent before the next step."""

import datetime

from stator_server import Connection


class FrozenClock:
    """Freezes a server's clock. Background work that a step makes due is done a moment of machine time later."""

    def __init__(self, port):
        self._connection = Connection(port)
        self.admin("POST", "clock", {"frozen": True})

    def close(self):
        self._connection.close()

    def advance(self, seconds):
        self.admin("POST", "clock", {"advance": seconds})

    def now(self):
        text = self.admin("GET", "clock")["time"]
        return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))

    def admin(self, method, path, body=None):
        status, answer = self._connection.admin(method, path, body)
        if status != 200:
            raise AssertionError(f"{method} {path}: {status} {answer}")
        return answer
