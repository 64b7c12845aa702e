#!/usr/bin/env python3
"""Compiles headers of src/ on their own: a header that relies on its includers' includes fails."""

import argparse
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys


def flags_by_folder(build):
    """Returns the flags of any one source of each folder under src/, because headers have no compile command."""
    flags = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = os.path.relpath(os.path.join(entry["directory"], entry["file"]))
        parts = path.split(os.sep)
        if parts[0] == "src" and len(parts) > 2 and not path.endswith("_test.cc"):
            arguments = shlex.split(entry["command"])
            if os.path.basename(arguments[0]) == "ccache":
                arguments = arguments[1:]
            kept = [a for a in arguments[1:] if a.startswith(("-I", "-D", "-std", "-W", "-f"))]
            for at, argument in enumerate(arguments):
                if argument == "-isystem":
                    kept += ["-isystem", arguments[at + 1]]
            flags.setdefault(parts[1], kept)
    return flags


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, required=True)
    parser.add_argument("headers", nargs="*", type=pathlib.Path, help="all headers of src/ if none is named")
    options = parser.parse_args()
    flags = flags_by_folder(options.build)

    def check(header):
        command = ["clang++-19", *flags.get(header.parts[1], []), "-x", "c++", "-Wno-pragma-once-outside-header"]
        run = subprocess.run([*command, "-fsyntax-only", str(header)], capture_output=True, text=True)
        return run.stderr if run.returncode != 0 else None

    headers = options.headers or sorted(pathlib.Path("src").rglob("*.h"))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        problems = [problem for problem in pool.map(check, headers) if problem]
    for problem in problems:
        print(problem)
    print(f"lint: {len(headers) - len(problems)} of {len(headers)} headers compile alone")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
