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
