#!/usr/bin/env python3
"""Runs clang-tidy over source files, several at once, for a bounded time.

A clean file is remembered under a digest of all inputs of its verdict: the preprocessed text, the compile command and
.clang-tidy. Files without a compile command are skipped with a message.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys
import time

CLANG_TIDY = "clang-tidy-19"


def compile_commands(build):
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = os.path.realpath(os.path.join(entry["directory"], entry["file"]))
        commands.setdefault(path, entry)
    return commands


def digest_of(entry, config):
    """Returns the inputs of a file's verdict, or None if it cannot be preprocessed."""
    arguments = [a for a in shlex.split(entry["command"]) if a not in ("-c", "-MD")]
    if os.path.basename(arguments[0]) == "ccache":
        arguments = arguments[1:]
    for flag in ("-o", "-MF", "-MT"):
        if flag in arguments:
            at = arguments.index(flag)
            del arguments[at : at + 2]
    run = subprocess.run(arguments + ["-E", "-C"], cwd=entry["directory"], capture_output=True)
    if run.returncode != 0:
        return None
    return hashlib.sha256(b"\0".join([run.stdout, " ".join(arguments).encode(), config])).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--jobs", type=int, required=True)
    parser.add_argument("--deep", action="store_true", help="with the static analyzer, which takes twice as long")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()

    commands = compile_commands(options.build)
    config = pathlib.Path(".clang-tidy").read_bytes() + (b"deep" if options.deep else b"")
    clean = options.build / "tidy-clean"
    clean.mkdir(exist_ok=True)
    deadline = time.monotonic() + options.seconds

    def arguments_for(file):
        """Tests may be slow where that makes them clear."""
        is_test = file.endswith("_test.cc") or file.startswith(("tests/", "bench/"))
        checks = (["clang-analyzer-*", "-clang-analyzer-optin.core.EnumCastOutOfRange"] if options.deep else [])
        checks += ["-performance-*"] if is_test else []
        return [f"--checks={','.join(checks)}"] if checks else []

    def check(file):
        entry = commands.get(os.path.realpath(file))
        if entry is None:
            return "unbuilt", ""
        if time.monotonic() > deadline:
            return "left", ""
        digest = digest_of(entry, config)
        if digest and (clean / digest).exists():
            return "remembered", ""
        run = subprocess.run(
            [CLANG_TIDY, "-p", str(options.build), "--quiet", *arguments_for(file), file],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if run.returncode == 0:
            if digest:
                (clean / digest).touch()
            return "clean", ""
        return "bad", run.stdout

    counts = {}
    bad = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for file, (verdict, output) in zip(options.files, pool.map(check, options.files)):
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict == "bad":
                bad.append(file)
                print(output, flush=True)
            elif verdict == "left":
                print(f"lint: out of time before {file}", file=sys.stderr)
    words = {"clean": "clean", "remembered": "clean since last time", "bad": "with findings",
             "left": "left for lack of time (LINT_SECONDS)", "unbuilt": "in no build"}
    print("lint: clang-tidy: " + ", ".join(f"{n} {words[v]}" for v, n in sorted(counts.items())))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
