#!/usr/bin/env python3
"""`stator model price` and `advise` on the command line, and the examples of docs/model-price.md."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = os.environ["STATOR"]
DOCUMENT = (ROOT / "docs" / "model-price.md").read_text()
MODEL = DOCUMENT.split("```std\n")[1].split("```")[0]


class ModelPriceTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write("shows.std", MODEL)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def stator(self, *words):
        """Returns (exit status, standard output, standard error)."""
        run = subprocess.run([BINARY, *words], capture_output=True, text=True, timeout=60, cwd=self.folder)
        return run.returncode, run.stdout, run.stderr

    def price(self, *words):
        status, out, err = self.stator("model", "price", "shows.std", "--json", *words)
        self.assertEqual(err, "")
        return status, json.loads(out)

    def test_the_document_shows_what_is_printed(self):
        examples = re.findall(r"```console\n\$ stator (.*)\n([^`]*)```", DOCUMENT)
        self.assertEqual(len(examples), 4)
        for words, output in examples:
            status, out, err = self.stator(*words.split())
            self.assertEqual((out, err), (output, ""))
            self.assertEqual(status, 1 if " over." in output else 0)

    def test_the_budget_decides_the_exit_code(self):
        status, answer = self.price()
        self.assertEqual((status, answer["overBudget"]), (0, False))
        status, answer = self.price("--scale", "10x")
        self.assertEqual((status, answer["overBudget"]), (1, True))
        self.write("shows.std", MODEL.replace("budget 300", "budget 3"))
        self.assertEqual(self.price()[0], 1)

    def test_what_ifs_have_both_sides(self):
        design, what_if = (self.price("--projection", "GSI1=all")[1][side] for side in ("design", "whatIf"))
        self.assertEqual((design["name"], what_if["name"]), ("as written", "with GSI1=all"))
        self.assertGreater(what_if["total"], design["total"])
        both = self.price("--without-index", "GSI1", "--table-per-entity", "--single-table")[1]
        self.assertEqual(both["design"]["name"], "one table")
        self.assertEqual(both["whatIf"]["name"], "without GSI1, one table per entity")
        self.assertEqual(both["collections"]["fetches"][0]["id"], "P3")

    def test_terms(self):
        plain = self.price()[1]["design"]
        free = self.price("--free-tier")[1]["design"]
        def plan(design, name):
            return next(plan["dollars"] for plan in design["plans"] if plan["plan"] == name)
        # The table needs 8 WCU and the index one, and 25 RCU each hour. Storage is below 25 GB.
        storage = sum(table["storage"] for table in plain["tables"])
        self.assertAlmostEqual(plan(plain, "autoScaling") - plan(free, "autoScaling"),
                               730 * (9 * 0.00065 + 25 * 0.00013) + storage, places=4)
        # The floor is higher than the 9 WCU that are needed.
        self.assertGreater(plan(self.price("--floor", "20")[1]["design"], "provisioned"), plan(plain, "provisioned"))
        self.assertEqual(self.price("--class", "ia")[1]["design"]["tables"][0]["class"], "ia")
        older = self.price("--prices", "2024-10")[1]["design"]["total"]
        self.assertGreater(older, plain["total"])

    def test_mistakes_are_one_sentence(self):
        for words, sentence in (
            (["--without-index", "GSI2"], "There is no index 'GSI2'; did you mean 'GSI1'?"),
            (["--projection", "GSI1=most"], "A projection is written as GSI1=all, GSI1=keys or GSI1=include:a,b."),
            (["--scale", "more"], "'more' is not a factor such as 10x, of at most 1000000."),
            (["--class", "glacier"], "--class must be standard or ia."),
            (["--floor", "-1"], "--floor must be from 0 to 1000000."),
        ):
            self.assertEqual(self.stator("model", "price", "shows.std", *words), (2, "", f"stator: {sentence}\n"))
        (self.folder / "latin.std").write_bytes(b"model caf\xe9\n")
        self.assertEqual(self.stator("model", "price", "latin.std"), (2, "", "stator: latin.std is not UTF-8.\n"))

    def test_advice(self):
        status, out, err = self.stator("model", "advise", "shows.std", "--json")
        self.assertEqual((status, err), (0, ""))
        topics = [advice["topic"] for advice in json.loads(out)["advice"]]
        self.assertEqual(topics, ["workload", "tables", "capacity", "free tier"])
        out = self.stator("model", "advise", "shows.std", "--owners", "3")[1]
        self.assertIn("Several, because of owners", out)


if __name__ == "__main__":
    sys.exit(unittest.main())
