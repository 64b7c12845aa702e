#!/usr/bin/env python3
"""docs/libstator.md: the program shown is the one that is built, behaves as described, and needs only libstator's headers."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

from stator_server import StatorServer  # noqa: E402

PAGE = (ROOT / "docs" / "libstator.md").read_text()
PROGRAM = os.environ["MUSIC"]
KEYS = "[ada]\naws_access_key_id = local\naws_secret_access_key = {}\n"


def shown(name):
    """Returns the page's block that is marked with the name."""
    return re.search(rf"<!-- {re.escape(name)} -->\n```\w*\n(.*?)```\n", PAGE, re.DOTALL).group(1)


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60)


class DocumentedExample(unittest.TestCase):
    def test_the_page_shows_the_files(self):
        for name in ("examples/libstator/music.cc", "examples/libstator/CMakeLists.txt"):
            self.assertEqual(shown(name), (ROOT / name).read_text())

    def test_the_program_prints_the_output_of_the_page(self):
        self.assertEqual(run().stdout, shown("output"))

    def test_the_program_prints_the_same_over_http(self):
        with StatorServer(os.environ["STATOR"]) as server:
            self.assertEqual(run(server.url()).stdout, shown("output"))
            self.assertIn("Sinnerman: 4", run(server.url()).stdout)

    def test_signatures_are_accepted_and_refused(self):
        for secret, status, text in (("local", 0, "2 songs"), ("another", 1, "InvalidSignatureException")):
            with tempfile.NamedTemporaryFile("w", suffix=".keys") as file:
                file.write(KEYS.format(secret))
                file.flush()
                with StatorServer(os.environ["STATOR"], ["--memory", "--auth", file.name]) as server:
                    ran = run(server.url())
            self.assertEqual(ran.returncode, status, ran.stderr)
            self.assertIn(text, ran.stdout + ran.stderr)

    def test_the_headers_need_nothing_but_the_standard_library(self):
        with tempfile.TemporaryDirectory() as folder:
            alone = pathlib.Path(folder) / "client"
            alone.mkdir()
            for header in (*(ROOT / "src/client" / name for name in ("stator.h", "statement.h", "value.h")), pathlib.Path(os.environ["TYPES"])):
                shutil.copy(header, alone)
            compiled = subprocess.run(
                [os.environ["COMPILER"], "-std=c++23", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-fsyntax-only", "-I", folder,
                 str(ROOT / "examples" / "libstator" / "music.cc")], capture_output=True, text=True, timeout=300)
        self.assertEqual((compiled.returncode, compiled.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
