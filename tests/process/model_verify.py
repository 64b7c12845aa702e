#!/usr/bin/env python3
"""`stator model verify`: in its own process and against a server, its reports and its exit codes."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import Connection, StatorServer  # noqa: E402

BINARY = os.environ["STATOR"]
MODEL = """model orders
table app-main (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all
entity Order 20M x 600B
  attr  custId, orderId:id, status:enum(OPEN, CLOSED), version:version
  key   CUST#{custId} / ORDER#{orderId}
  GSI1  STATUS#{custId}#{status} / {orderId}
patterns
  A1  1/s  list Order[custId]
  A2  1/s  list Order[custId, status] asc orderId "by status"
  A3  1/s  update Order[custId, orderId] set status, version if version rewrite keys
"""
STALE = MODEL.replace(" rewrite keys", "")


KEYS = "[ada]\naws_access_key_id = AKIDADA\naws_secret_access_key = wonderful\n"
SLOW_TABLES = ["--memory", "--table-status-delay-ms", "700"]


def verify(*arguments, **environment):
    return subprocess.run([BINARY, "model", "verify", *arguments], capture_output=True, text=True, timeout=120,
                          env={**os.environ, **environment})


class ModelVerify(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def model(self, text, name="orders.std"):
        file = self.folder / name
        file.write_text(text)
        return str(file)

    def test_a_correct_model_passes_and_reports_its_steps(self):
        run = verify(self.model(MODEL))
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("✓ A2    Query GSI1", run.stdout)
        self.assertIn("✓ A3    UpdateItem app-main CUST#{custId} / ORDER#{orderId} if version is unchanged", run.stdout)
        self.assertIn("verified: 3 of 3 patterns passed in", run.stdout)
        self.assertIn("orders.std: after the writes, A1", run.stderr)
        self.assertEqual(verify("--quiet", self.model(MODEL)).stderr, "")

    def test_a_local_index_fetches_missing_attributes_in_one_request(self):
        run = verify(self.model("""model orders
table app-main (PK, SK) on-demand
index ByTotal local (total) keys
entity Customer 1k x 400B
  attr  custId:id
  key   CUST#{custId} / CUSTOMER
entity Order 20k x 600B in Customer(custId) 20..100
  attr  orderId:id, total:number, note
  key   CUST#{custId} / ORDER#{orderId}
patterns
  A1  1/s  list Order[custId] desc total limit 10 -> 10
assert one request per read
"""))
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("✓ A1    Query ByTotal", run.stdout)

    def test_the_tables_key_can_be_one_of_an_indexs_key_attributes(self):
        run = verify(self.model("""model orders
table app-main (PK, SK) on-demand
index ByStatus (status+PK, day+SK) all
entity Customer 1k x 400B
  attr  custId:id
  key   CUST#{custId} / CUSTOMER
entity Order 20k x 600B in Customer(custId) 20..100
  attr  orderId:id, day:date, status:enum(OPEN, CLOSED)
  key   CUST#{custId} / ORDER#{orderId}
patterns
  A1  1/s  list   Order[custId, status] desc day limit 10 -> 10
  A2  1/s  list   Order[custId, status] range day
  A3  1/s  update Order[custId, orderId] set status
  A4  1/s  put    Order
"""))
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("✓ A1    Query ByStatus status = {status}, PK = CUST#{custId}", run.stdout)
        self.assertIn("4 of 4 patterns passed", run.stdout)

    def test_a_wrong_model_fails(self):
        junit = self.folder / "verify.xml"
        run = verify(self.model(STALE), "--junit", str(junit))
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn("✗ A3", run.stdout)
        suite = xml.etree.ElementTree.parse(junit).getroot().find("testsuite")
        self.assertEqual(suite.get("failures"), "2")
        failed = [case.get("name") for case in suite if case.find("failure") is not None]
        self.assertEqual(failed, ["A2 by status", "A3"])
        self.assertEqual([len(case.findall("failure")) for case in suite if case.find("failure") is not None], [1, 1])

    def test_a_model_without_patterns_is_not_verified(self):
        run = verify(self.model(MODEL[:MODEL.index("patterns")]))
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn("NOT verified: no pattern could be run", run.stdout)

    def test_json_has_one_object_per_line(self):
        run = verify("--json", "--seed", "9", self.model(MODEL), self.model(STALE, "stale.std"))
        self.assertEqual(run.returncode, 1, run.stderr)
        good, stale = map(json.loads, run.stdout.splitlines())
        self.assertTrue(good["passed"])
        self.assertEqual(good["seed"], "9")
        self.assertEqual([pattern["status"] for pattern in stale["patterns"]], ["passed", "failed", "failed"])

    def test_json_has_a_line_for_each_skipped_pattern(self):
        none = str(self.folder / "none.std")
        run = verify("--json", none, self.model("model m\ntabble T (PK)\n", "wrong.std"), self.model(MODEL))
        self.assertEqual(run.returncode, 2, run.stderr)
        missing, wrong, right = map(json.loads, run.stdout.splitlines())
        self.assertEqual((missing["file"], missing["passed"]), (none, False))
        self.assertIn("cannot be read", missing["error"])
        self.assertIn("wrong.std:2:1: ", wrong["error"])
        self.assertTrue(right["passed"])

    def test_skipped_patterns_are_reported(self):
        self.assertEqual(verify(str(self.folder / "none.std")).returncode, 2)
        run = verify(self.model(MODEL), "--seed", "-1")
        self.assertEqual(run.returncode, 2)
        self.assertIn("--seed: A seed is a whole number from 0 to 18446744073709551615.", run.stderr)
        self.assertEqual(verify(self.model("model m\ntabble T (PK)\n")).returncode, 2)
        run = verify("--endpoint", "http://127.0.0.1:1", self.model(MODEL))
        self.assertEqual(run.returncode, 2)
        self.assertIn("ConnectionFailure", run.stderr)
        self.assertEqual(verify(self.model(MODEL), "--junit", str(self.folder / "no" / "x.xml")).returncode, 2)

    def test_skipped_patterns_are_an_error_for_ci(self):
        junit = self.folder / "verify.xml"
        run = verify(self.model("model m\ntabble T (PK)\n", "wrong.std"), self.model(MODEL), "--junit", str(junit))
        self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
        wrong, right = xml.etree.ElementTree.parse(junit).getroot().findall("testsuite")
        self.assertIn("wrong.std:2:", wrong.find("testcase/error").text)
        self.assertEqual((wrong.get("errors"), right.get("tests")), ("1", "4"))

    def test_requests_are_signed_with_the_keys_of_the_environment(self):
        keys = self.folder / "keys"
        keys.write_text(KEYS)
        keys.chmod(0o600)
        with StatorServer(BINARY, ["--memory", "--auth", str(keys)]) as server:
            arguments = ["--endpoint", f"http://127.0.0.1:{server.port}", "--region", "eu-north-1", self.model(MODEL)]
            run = verify(*arguments, AWS_ACCESS_KEY_ID="AKIDADA", AWS_SECRET_ACCESS_KEY="wonderful")
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            run = verify(*arguments, AWS_ACCESS_KEY_ID="AKIDADA", AWS_SECRET_ACCESS_KEY="guessed")
            self.assertEqual(run.returncode, 2, run.stdout + run.stderr)

    def test_verify_deletes_its_tables_at_the_end(self):
        with StatorServer(BINARY, SLOW_TABLES) as server:
            for _ in range(2):
                run = verify("--endpoint", f"http://127.0.0.1:{server.port}", self.model(MODEL))
                self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_a_signal_ends_verify_and_deletes_its_tables(self):
        with StatorServer(BINARY, SLOW_TABLES) as server:
            command = [BINARY, "model", "verify", "--endpoint", f"http://127.0.0.1:{server.port}", self.model(MODEL)]
            with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
                self.assertIn("making the tables", run.stderr.readline())
                run.send_signal(signal.SIGTERM)
                self.assertIn("Interrupted", run.stderr.read())
                self.assertEqual(run.wait(timeout=60), 2)
            connection = Connection(server.port)
            self.addCleanup(connection.close)
            self.assertEqual(connection.call("ListTables", {})[1]["TableNames"], [])

    def test_a_servers_own_tables_are_unchanged(self):
        with StatorServer(BINARY) as server:
            endpoint = f"http://127.0.0.1:{server.port}"
            run = verify("--endpoint", endpoint, self.model(MODEL))
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            connection = Connection(server.port)
            self.addCleanup(connection.close)
            self.assertEqual(connection.call("ListTables", {})[1]["TableNames"], [])
            table = {
                "TableName": "app-main", "BillingMode": "PAY_PER_REQUEST",
                "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]}
            connection.call("CreateTable", table)
            run = verify("--endpoint", endpoint, self.model(MODEL))
            self.assertEqual(run.returncode, 2)
            self.assertIn("ResourceInUseException: app-main exists already", run.stderr)
            self.assertEqual(connection.call("ListTables", {})[1]["TableNames"], ["app-main"])


if __name__ == "__main__":
    unittest.main()
