#!/usr/bin/env python3
"""Runs a JavaScript script against a server, with the packages of conformance/js. It installs them into the build tree
if necessary.

    node_script.py --server STATOR --cache FOLDER [--serve "--memory --capacity enforce"] script.mjs
"""

import argparse
import fcntl
import hashlib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = HERE.parent / "conformance" / "js"
sys.path.insert(0, str(HERE))

from stator_server import StatorServer  # noqa: E402

INSTALL_ATTEMPTS_MAX = 2


def installed(cache):
    """Makes `cache` hold node_modules for exactly this lock file. Concurrent tests wait for each other."""
    cache.mkdir(parents=True, exist_ok=True)
    wanted = hashlib.sha256((PACKAGES / "package-lock.json").read_bytes()).hexdigest()
    mark = cache / "installed"
    with open(cache / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not mark.exists() or mark.read_text() != wanted:
            install(cache)
            mark.write_text(wanted)


def install(cache):
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PACKAGES / name, cache)
    command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error",
               "--fetch-retries=3", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"]
    for attempt in range(1, INSTALL_ATTEMPTS_MAX + 1):
        run = subprocess.run(command, cwd=cache)
        if run.returncode == 0:
            return
        print(f"npm ci failed (attempt {attempt} of {INSTALL_ATTEMPTS_MAX})", file=sys.stderr)
    sys.exit("the JavaScript packages cannot be installed")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=os.environ.get("STATOR"))
    parser.add_argument("--cache", type=pathlib.Path, required=True)
    parser.add_argument("--serve", default="--memory", help="what the server is started with")
    parser.add_argument("script", type=pathlib.Path)
    options = parser.parse_args()
    installed(options.cache)
    # The script must lie beside node_modules, because Node looks up modules from the script's folder.
    shutil.copy(options.script, options.cache)
    with StatorServer(options.server, shlex.split(options.serve)) as server:
        return subprocess.run(["node", options.script.name, server.url()], cwd=options.cache).returncode


if __name__ == "__main__":
    sys.exit(main())
