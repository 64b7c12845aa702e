#!/usr/bin/env python3
"""`stator --help` and the table of commands in docs/operating.md agree."""

import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = os.environ["STATOR"]


def stator(*words):
    return subprocess.run([BINARY, *words], capture_output=True, text=True, timeout=60)


def listed():
    """Returns (name, sentence) of each command that --help lists, in order."""
    text = stator("--help").stdout
    block = text.split("Subcommands:\n")[1]
    commands = []
    for line in block.splitlines():
        if not line.strip():
            break
        name, sentence = re.match(r"  (\S.*?)? {2,}(.*)", line.rstrip()).groups()
        if name:
            commands.append([name, sentence])
        else:
            commands[-1][1] += " " + sentence.strip()
    return [tuple(command) for command in commands]


def documented():
    text = (ROOT / "docs" / "operating.md").read_text()
    return re.findall(r"^\| `stator (\w+)` \| (.*) \|$", text, re.MULTILINE)


class CommandsTest(unittest.TestCase):
    def test_the_document_lists_the_commands(self):
        self.assertEqual(documented(), listed())

    def test_every_command_has_help(self):
        for name, _ in listed():
            run = stator(name, "--help")
            self.assertEqual(run.returncode, 0, name)
            self.assertIn(name, run.stdout)

    def test_an_unknown_command_is_refused(self):
        self.assertEqual(stator("nothing").returncode, 2)


if __name__ == "__main__":
    unittest.main()
