#!/usr/bin/env python3
"""A newcomer's path through the workbench: the five commands of README.md, and a model made from an existing table."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import Connection, StatorServer  # noqa: E402

BINARY = pathlib.Path(os.environ["STATOR"]).resolve()


class ModelPathTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.environment = {**os.environ, "PATH": f"{BINARY.parent}:{os.environ['PATH']}"}

    def run_shell(self, script):
        run = subprocess.run(["bash", "-ec", script], capture_output=True, text=True, timeout=120, cwd=self.folder, env=self.environment)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return run.stdout

    def test_the_five_commands_of_the_readme(self):
        section = (ROOT / "README.md").read_text().split("## Design a table\n")[1].split("\n## ")[0]
        script = re.search(r"```sh\n(.*?)```", section, re.DOTALL).group(1)
        self.assertEqual(len(script.splitlines()), 5)
        printed = self.run_shell(script)
        self.assertIn("no findings", printed)
        self.assertIn('resource "aws_dynamodb_table"', (self.folder / "main.tf").read_text())

    def test_a_model_of_an_existing_table(self):
        self.run_shell("stator model init --example orders orders.std; stator model generate orders.std --to create-table --out tables.json")
        create = json.loads((self.folder / "tables.json").read_text())[0]["CreateTable"]
        with StatorServer(str(BINARY), ["--memory"]) as server:
            connection = Connection(server.port)
            self.addCleanup(connection.close)
            status, answer = connection.call("CreateTable", create)
            self.assertEqual(status, 200, answer)
            for customer in range(4):
                for order in range(5):
                    item = {
                        "PK": f"CUST#c-{customer}", "SK": f"ORDER#2026-01-0{order + 1}#o-{customer}{order}", "_type": "Order",
                        "custId": f"c-{customer}", "orderId": f"o-{customer}{order}", "orderDate": f"2026-01-0{order + 1}"}
                    put = {"TableName": create["TableName"], "Item": {name: {"S": value} for name, value in item.items()}}
                    self.assertEqual(connection.call("PutItem", put)[0], 200)
            self.run_shell(f"stator model infer --endpoint http://127.0.0.1:{server.port} --table {create['TableName']} --out found.std")
        found = (self.folder / "found.std").read_text()
        self.assertIn("entity Order", found)
        self.assertIn("CUST#{custId} / ORDER#{orderDate}#{orderId}", found)


if __name__ == "__main__":
    unittest.main()
