"""What the crash tests share: how one fails, and a run that leaves its data behind if it does."""

import argparse
import os
import shutil
import socket
import tempfile
import time

from stator_server import ServerError


class Failure(Exception):
    """The store does not hold what it must."""


def require(holds, text):
    if not holds:
        raise Failure(text)


def parser(description):
    """Of a crash test's command line: the server, and the seed that repeats a run."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--server", default=os.environ.get("STATOR"))
    made.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    return made


def run_in_folder(name, options, run):
    """Runs `run(options, folder)` in a folder of its own; the exit status."""
    print(f"seed {options.seed}", flush=True)
    folder = tempfile.mkdtemp(prefix=f"stator-{name}-")
    try:
        run(options, folder)
    except (Failure, ServerError, socket.timeout) as problem:
        print(f"FAILED (seed {options.seed}, data left in {folder}): {problem}")
        return 1
    shutil.rmtree(folder)
    return 0
