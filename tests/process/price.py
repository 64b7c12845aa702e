#!/usr/bin/env python3
"""`stator price` on the command line, and the example of docs/prices.md."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = os.environ["STATOR"]


def stator(*words):
    """Returns (exit status, standard output, standard error)."""
    run = subprocess.run([BINARY, *words], capture_output=True, text=True, timeout=60, cwd=tempfile.gettempdir())
    return run.returncode, run.stdout, run.stderr


def example():
    """Returns the words and the output of the document's first example."""
    text = (ROOT / "docs" / "prices.md").read_text()
    block = text.split("```console\n")[1].split("```")[0]
    command, _, output = block.partition("\n")
    return command.removeprefix("$ stator ").split(), output


class PriceTest(unittest.TestCase):
    def plans(self, *words):
        status, out, err = stator("price", "--json", *words)
        self.assertEqual((status, err), (0, ""))
        return {plan["plan"]: plan["dollars"] for plan in json.loads(out)["plans"]}

    def test_the_document_shows_what_is_printed(self):
        words, output = example()
        self.assertEqual(stator(*words), (0, output, ""))

    def test_figures_of_the_first_article(self):
        plans = self.plans("--prices", "2024-10", "--writes", "1000/s", "--utilization", "100")
        self.assertEqual(plans["onDemand"], 3240.0)
        self.assertEqual(plans["provisioned"], 468.0)
        self.assertAlmostEqual(plans["reservedThreeYears"], 108.32, places=2)

    def test_a_price_file_of_the_user(self):
        prices = json.loads((ROOT / "prices" / "us-east-1-2026-11.json").read_text())
        prices["standard"]["on_demand"]["write_million"] = 1.0
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "mine.json"
            file.write_text(json.dumps(prices))
            self.assertEqual(self.plans("--prices", str(file), "--writes", "1000/s")["onDemand"], 2628.0)
            del prices["standard"]["on_demand"]["write_million"]
            file.write_text(json.dumps(prices))
            status, out, err = stator("price", "--prices", str(file), "--writes", "1000/s")
            self.assertEqual((status, out), (2, ""))
            self.assertEqual(err, f"stator: The price file {file} cannot be used: standard.on_demand.write_million is missing.\n")

    def test_help_and_mistakes(self):
        self.assertIn("price", stator("--help")[1])
        status, out, _ = stator("price", "--help")
        self.assertEqual(status, 0)
        self.assertIn("--transactional-writes", out)
        status, out, err = stator("price", "--writes", "lots")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("'lots' is not a rate such as 1000/s", err)


if __name__ == "__main__":
    sys.exit(unittest.main())
