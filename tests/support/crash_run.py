"""Shared by the crash tests: their failure, and a run that keeps its data if it fails."""

import argparse
import http.client
import os
import random
import shutil
import socket
import tempfile
import threading
import time

from stator_server import Connection, ServerError

WAIT_SECONDS_MAX = 300


class Failure(Exception):
    """The stored data breaks a promise."""


def require(holds, text):
    if not holds:
        raise Failure(text)


def call(connection, operation, request):
    """Returns the answer to a request that must succeed."""
    status, answer = connection.call(operation, request)
    require(status == 200, f"{operation} answered {status} {answer}")
    return answer


def acknowledged(status, answer):
    """Whether a write succeeded while servers are killed. A dying server may refuse; any other error is a failure."""
    if status >= 500:
        raise OSError(f"{status}")
    require(status == 200, f"a write answered {status} {answer}")


class Writer(threading.Thread):
    """Repeats `write(connection)`, which a test defines, until stopped, and waits while there is no server."""

    def __init__(self, server, seed, done):
        super().__init__()
        self.server, self.done = server, done
        self.chance = random.Random(seed)
        self.problem = None
        self.writes = 0

    def run(self):
        while not self.done.is_set() and self.problem is None:
            try:
                connection = Connection(self.server.port, timeout_seconds=30)
                while not self.done.is_set():
                    self.write(connection)
            except (OSError, http.client.HTTPException, ValueError):
                pass  # killed on purpose; the next attempt finds the next server
            except Failure as problem:
                self.problem = problem


class Gone(Exception):
    """The server ended before it answered."""


class Client(threading.Thread):
    """Repeats `act()`, which a test defines, until stopped, and waits while there is no server. `progress` is notified
    after each of them.
    """

    def __init__(self, server, seed, done, progress):
        super().__init__()
        self.server, self.done, self.progress = server, done, progress
        self.chance = random.Random(seed)
        self.problem = None
        self.count = 0
        self.conflicts = 0
        self._connection = None

    def run(self):
        try:
            while not self.done.is_set():
                self.act()
                with self.progress:
                    self.progress.notify_all()
        except Failure as problem:
            self.problem = problem

    def call_once(self, operation, request):
        try:
            if self._connection is None:
                self._connection = Connection(self.server.port, timeout_seconds=60)
            status, answer = self._connection.call(operation, request)
        except (OSError, http.client.HTTPException, ValueError) as problem:
            self._connection = None
            raise Gone() from problem
        if status >= 500:
            raise Gone()
        return status, answer

    def call(self, operation, request):
        """Repeats the same request until a server answers."""
        deadline = time.monotonic() + WAIT_SECONDS_MAX
        while time.monotonic() < deadline and not (self.done.is_set() and not self.server.running()):
            try:
                status, answer = self.call_once(operation, request)
            except Gone:
                continue
            # An earlier attempt of the same request is still running.
            if status == 400 and answer["__type"].endswith("#TransactionInProgressException"):
                continue
            return status, answer
        raise Failure(f"{operation} got no answer for {WAIT_SECONDS_MAX} s")

    def token(self):
        return f"{self.ident}-{self.chance.getrandbits(64)}"[-36:]

    def took_effect(self, operation, request):
        """Runs a transaction. Every cancellation must be a conflict or a failed condition."""
        status, answer = self.call(operation, {**request, "ClientRequestToken": self.token()})
        if status == 200:
            return True
        require(answer["__type"].endswith("#TransactionCanceledException"), f"a transaction answered {status} {answer}")
        codes = {reason["Code"] for reason in answer["CancellationReasons"]} - {"None"}
        require(codes and codes <= {"TransactionConflict", "ConditionalCheckFailed"}, f"cancelled by {codes}")
        self.conflicts += "TransactionConflict" in codes
        return False


def await_requests(clients, progress, count):
    """Waits until the clients have counted so many more."""
    wanted = sum(client.count for client in clients) + count
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    with progress:
        while sum(client.count for client in clients) < wanted:
            require(time.monotonic() < deadline, "nobody gets anything done")
            problems = [client.problem for client in clients if client.problem]
            require(not problems, f"{problems}")
            progress.wait(timeout=1)


def parser(description):
    """Parses a crash test's command line: the server, and the seed that repeats a run."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--server", default=os.environ.get("STATOR"))
    made.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    return made


def run_in_folder(name, options, run):
    """Runs `run(options, folder)` in a temporary folder; returns the exit status."""
    print(f"seed {options.seed}", flush=True)
    folder = tempfile.mkdtemp(prefix=f"stator-{name}-")
    try:
        run(options, folder)
    except (Failure, ServerError, socket.timeout) as problem:
        print(f"FAILED (seed {options.seed}, data left in {folder}): {problem}")
        return 1
    shutil.rmtree(folder)
    return 0
