#!/usr/bin/env python3
"""Installs the JavaScript SDK into the build tree when it is not there yet, and runs js/sdk.mjs against a server.

    js_sdk.py --server STATOR --cache FOLDER
"""

import argparse
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import StatorServer  # noqa: E402

INSTALL_ATTEMPTS_MAX = 2


def installed(cache):
    """The folder that holds node_modules for exactly this lock file."""
    lock = (HERE / "js" / "package-lock.json").read_bytes()
    mark = cache / "installed"
    wanted = hashlib.sha256(lock).hexdigest()
    if not mark.exists() or mark.read_text() != wanted:
        install(cache)
        mark.write_text(wanted)
    shutil.copy(HERE / "js" / "sdk.mjs", cache)
    return cache


def install(cache):
    cache.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / "js" / name, cache)
    command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error",
               "--fetch-retries=3", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"]
    for attempt in range(1, INSTALL_ATTEMPTS_MAX + 1):
        run = subprocess.run(command, cwd=cache)
        if run.returncode == 0:
            return
        print(f"npm ci failed (attempt {attempt} of {INSTALL_ATTEMPTS_MAX})", file=sys.stderr)
    sys.exit("the JavaScript SDK cannot be installed")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=os.environ.get("STATOR"))
    parser.add_argument("--cache", type=pathlib.Path, required=True)
    options = parser.parse_args()
    folder = installed(options.cache)
    with StatorServer(options.server) as server:
        return subprocess.run(["node", "sdk.mjs", server.url()], cwd=folder).returncode


if __name__ == "__main__":
    sys.exit(main())
