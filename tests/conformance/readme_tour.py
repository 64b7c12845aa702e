#!/usr/bin/python3
"""Runs the one-minute tour of README.md as a reader would, line by line, against its own server.

Under the heading "One-minute tour" one shell executes every ```sh block. A ```console or ```json block after it shows
the output of its last command, and must be correct (as JSON if it is JSON). The server under test replaces the first
block's `make run`, and its port the tour's port.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from aws_environment import aws_environment  # noqa: E402
from stator_server import StatorServer  # noqa: E402

README = HERE.parent.parent / "README.md"
HEADING = re.compile(r"^##+ One-minute tour\s*$(.*?)(?=^##? |\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(sh|json|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TOUR_PORT = "8000"
MARK = "---tour-step-ends---"


def steps(text):
    """Returns [(commands, shown output or None)] in the order of the tour."""
    found = HEADING.search(text)
    if not found:
        sys.exit("README.md has no heading 'One-minute tour'")
    result = []
    for kind, body in BLOCK.findall(found.group(1)):
        if kind == "sh":
            result.append([body, None])
        elif result and result[-1][1] is None:
            result[-1][1] = body
        else:
            sys.exit("README.md shows output before any command")
    if not any(shown for _, shown in result):
        sys.exit("the tour shows no output: there is nothing to compare")
    return result


def script(tour, port):
    lines = ["set -e"]
    for commands, _ in tour:
        if commands.strip() != "make run":
            lines.append(re.sub(rf"(127\.0\.0\.1|localhost):{TOUR_PORT}\b", rf"\1:{port}", commands))
        lines.append(f"echo {MARK}")
    return "\n".join(lines)


def same(shown, printed):
    try:
        return json.loads(shown) == json.loads(printed)
    except ValueError:
        return shown.split() == printed.split()


def main():
    tour = steps(README.read_text())
    with StatorServer(os.environ["STATOR"]) as server, tempfile.TemporaryDirectory() as home:
        environment = aws_environment(home)
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION"):
            del environment[name]  # the tour must set these itself
        run = subprocess.run(["bash", "-c", script(tour, server.port)], env=environment, cwd=home, capture_output=True, text=True)
    printed = run.stdout.split(MARK + "\n")
    failures = 0
    for at, (commands, shown) in enumerate(tour):
        output = printed[at] if at < len(printed) else ""
        if shown is not None and not same(shown, output):
            failures += 1
            print(f"README.md: after\n{commands}shows\n{shown}but printed\n{output}")
    if run.returncode != 0:
        print(f"the tour ended with status {run.returncode}: {run.stderr}")
    return 1 if failures or run.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
