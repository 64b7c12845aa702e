#!/usr/bin/env python3
"""`stator --help` and the table of commands in docs/operating.md agree."""

import os
import pathlib
import re
import subprocess
import tempfile
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
        run = stator("nothing")
        self.assertEqual(run.returncode, 2)
        self.assertIn("stator has no command 'nothing'. Its commands are: serve, clock, backup, check, bill, model,", run.stderr)
        self.assertIn("stator has no command 'modle'; did you mean 'model'?", stator("modle", "check").stderr)
        self.assertIn("stator model has no command 'chek'; did you mean 'check'?", stator("model", "chek", "x.std").stderr)

    def test_an_unknown_option_is_refused(self):
        for command, option, nearest in (("serve", "--prot", "--port"), ("bill", "--tabel", "--table"), ("clock", "--endpiont", "--endpoint"),
                                         ("model check", "--jsn", "--json"), ("price", "--wirtes", "--writes")):
            run = stator(*command.split(), option, "1")
            self.assertEqual((run.returncode, run.stdout), (2, ""), command)
            self.assertEqual(
                run.stderr, f"stator: stator {command} has no option {option}; did you mean {nearest}? See stator {command} --help.\n")

    def test_every_client_command_refuses_a_malformed_url(self):
        with tempfile.NamedTemporaryFile("w", suffix=".std") as file:
            for words in (("clock",), ("bill",), ("sql", "SELECT 1"), ("model", "infer", "--table", "t"), ("model", "verify", file.name)):
                run = stator(*words, "--endpoint", "localhost:8000")
                self.assertEqual((run.returncode, run.stdout), (2, ""), words)
                self.assertEqual(
                    run.stderr,
                    "stator: 'localhost:8000' is not a URL of the form http://HOST:PORT/PATH or https://HOST:PORT/PATH.\n", words)


if __name__ == "__main__":
    unittest.main()
