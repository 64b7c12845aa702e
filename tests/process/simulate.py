#!/usr/bin/env python3
"""`stator simulate` on the command line, and the example of docs/simulate.md."""

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
DOCUMENT = (ROOT / "docs" / "simulate.md").read_text()
MODEL = DOCUMENT.split("```std\n")[1].split("```")[0]


ON_DEMAND = "--scaling needs provisioned capacity, and everything is on-demand. Give --capacity READS,WRITES too."


class SimulateTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "shipments.std").write_text(MODEL)

    def stator(self, *words):
        """Returns (exit status, standard output, standard error)."""
        run = subprocess.run([BINARY, *words], capture_output=True, text=True, timeout=120, cwd=self.folder)
        return run.returncode, run.stdout, run.stderr

    def simulate(self, *words):
        status, out, err = self.stator("simulate", "--model", "shipments.std", "--json", *words)
        self.assertEqual(err, "")
        return status, json.loads(out)

    def test_the_document_shows_what_is_printed(self):
        examples = re.findall(r"```console\n\$ stator (.*)\n([^`]*)```", DOCUMENT)
        self.assertEqual(len(examples), 1)
        for words, output in examples:
            status, out, err = self.stator(*words.split())
            self.assertEqual((out, err), (output, ""))
            self.assertEqual(status, 1)

    def test_shards_cure_the_hot_key(self):
        status, answer = self.simulate("--hours", "24")
        self.assertEqual(status, 1)
        self.assertEqual({each["reason"] for each in answer["throttles"]}, {"TableWriteKeyRangeThroughputExceeded"})
        self.assertEqual(answer["busiestKeys"][0]["key"], "SCANS#{shipperId} (1st)")
        self.assertGreater(answer["busiestKeys"][0]["peakUnitsPerSecond"], 1000)
        # Without retries, the requests never exceed the table's own units.
        _, once = self.simulate("--hours", "24", "--attempts", "1")
        self.assertLess(once["resources"][0]["writes"]["peakAskedPerSecond"], 2500)
        cured = MODEL.replace("SCANS#{shipperId} /", "SCANS#{shipperId}#{shard(scanId,10)} /")
        self.assertNotEqual(cured, MODEL)
        (self.folder / "shipments.std").write_text(cured)
        status, answer = self.simulate("--hours", "24")
        self.assertEqual((status, answer["throttled"], answer["throttles"]), (0, 0, []))

    def test_profiles(self):
        (self.folder / "calm.csv").write_text("time,factor\n0,0.1\n")
        status, answer = self.simulate("--hours", "1", "--profile", "calm.csv")
        self.assertEqual((status, answer["profile"]), (0, "file"))
        self.assertAlmostEqual(answer["patterns"][1]["requests"], 360_000, delta=1)
        (self.folder / "mixed.csv").write_text("time,R1,W1\n30m,0,0.5\n")
        _, answer = self.simulate("--hours", "1", "--profile", "mixed.csv")
        requests = {each["id"]: each["requests"] for each in answer["patterns"]}
        self.assertAlmostEqual(requests["R1"], 360_000, delta=1)
        self.assertAlmostEqual(requests["W1"], 2_700_000, delta=1)
        status, answer = self.simulate("--hours", "2", "--profile", "spike", "--capacity", "on-demand")
        self.assertEqual((status, answer["throttles"][0]["firstSecond"]), (1, 3600))

    def test_capacity_and_cost(self):
        _, little = self.simulate("--hours", "1", "--profile", "even", "--capacity", "100,500")
        reasons = {each["reason"] for each in little["throttles"]}
        self.assertIn("TableWriteProvisionedThroughputExceeded", reasons)
        _, much = self.simulate("--hours", "1", "--profile", "even", "--capacity", "100,5k")
        self.assertGreater(much["dollars"], little["dollars"])
        self.assertAlmostEqual(much["resources"][0]["writes"]["dollars"], 5000 * 0.00065, places=6)
        self.assertAlmostEqual(much["dollarsPerMonth"], much["dollars"] * 730, places=2)

    def test_retries(self):
        words = ("--hours", "1", "--profile", "even", "--capacity", "100,900")
        _, once = self.simulate(*words, "--attempts", "1")
        self.assertEqual((once["attempts"], once["retries"], once["waiting"]), (1, 0, 0))
        self.assertEqual(once["failed"], once["throttled"])
        _, four = self.simulate(*words)
        self.assertEqual(four["attempts"], 4)
        self.assertGreater(four["retries"], once["failed"])
        self.assertGreater(four["throttled"], four["failed"])
        self.assertAlmostEqual(four["throttled"], four["retries"] + four["failed"] + four["waiting"], delta=1)
        _, out, _ = self.stator("simulate", "--model", "shipments.std", *words)
        self.assertIn("Retries, up to 4 attempts a request, added ", out)

    def test_auto_scaling(self):
        _, answer = self.simulate("--hours", "2", "--scaling", "70,10,4k")
        self.assertGreater(answer["scalingsTotal"], 0)
        self.assertEqual(answer["scalings"][0]["resource"], "Shipments")
        self.assertEqual(self.simulate("--hours", "2")[1]["scalingsTotal"], 0)

    def test_scaling_of_an_on_demand_table(self):
        (self.folder / "shipments.std").write_text(MODEL.replace("provisioned 500/2500", "on-demand"))
        words = ("simulate", "--model", "shipments.std", "--hours", "1", "--scaling", "70,5,4k")
        self.assertEqual(self.stator(*words), (2, "", f"stator: {ON_DEMAND}\n"))
        self.assertNotEqual(self.stator(*words, "--capacity", "500,2500")[0], 2)

    def test_the_seed_determines_the_run(self):
        first = self.simulate("--hours", "0.5")[1]
        self.assertEqual(first, self.simulate("--hours", "0.5", "--seed", "1")[1])

    def test_mistakes_are_one_sentence(self):
        (self.folder / "bad.csv").write_text("time,P9\n0,1\n")
        for words, sentence in (
            (["--capacity", "lots"], "--capacity must be on-demand, or read and write units such as 500,100."),
            (["--capacity", "0,5"], "--capacity must have at least one unit of each kind."),
            (["--capacity", "99999999999999,1"], "--capacity must have at most 1000000000000 units of each kind."),
            (["--scaling", "70"], "--scaling is written as TARGET,MIN,MAX: 70,5,4000."),
            (["--scaling", "10,1,5"], "The target of --scaling must be from 20 to 90."),
            (["--scaling", "70,9,5"], "The MIN of --scaling must not exceed its MAX."),
            (["--hours", "0"], "--hours must be more than a second and at most 744."),
            (["--scaling", "70,5,4000", "--capacity", "on-demand"], ON_DEMAND),
            (["--attempts", "0"], "--attempts must be from 1 to 20."),
            (["--attempts", "21"], "--attempts must be from 1 to 20."),
            (["--hours", "nan"], "--hours must be more than a second and at most 744."),
            (["--profile", "bad.csv"], "The model has no pattern 'P9', which the profile names."),
        ):
            self.assertEqual(self.stator("simulate", "--model", "shipments.std", *words),
                             (2, "", f"stator: {sentence}\n"))
        status, out, err = self.stator("simulate")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("See stator simulate --help.", err)
        self.assertEqual(self.stator("simulate", "--model", "none.std")[0], 2)
        self.assertIn("--profile", self.stator("simulate", "--help")[1])


if __name__ == "__main__":
    sys.exit(unittest.main())
