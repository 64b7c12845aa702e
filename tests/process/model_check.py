#!/usr/bin/env python3
"""The JSON of `stator model check`: the requests in their parts, and texts that are no models."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

BINARY = os.environ["STATOR"]
MODEL = """model shop
table app (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) all
entity Order 1M x 600B
  attr  orderId:id, custId, placed:date, total:number, version:version, notes:text(400B)
  key   ORDER#{orderId} / ORDER
  GSI1  CUST#{custId} / {placed}#{orderId}
patterns
  A1 5/s list   Order[custId] desc placed limit 3 show orderId, notes -> 3
  A2 1/s put    Order if new
  A3 1/s update Order[orderId] set total, version if version
  A4 1/s list   Order[total]
"""


class ModelCheckTest(unittest.TestCase):
    def check(self, text, *flags):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "m.std").write_text(text)
            run = subprocess.run([BINARY, "model", "check", *flags, "m.std"], capture_output=True, text=True,
                                 timeout=60, cwd=folder)
            return run.returncode, run.stdout, run.stderr

    def test_each_request_is_listed_in_its_parts(self):
        status, out, _ = self.check(MODEL, "--json")
        self.assertEqual(status, 1)
        read, put, update, unserved = json.loads(out)["patterns"]
        self.assertEqual({key: read.get(key) for key in ("operation", "table", "index", "keyCondition", "projection")},
                         {"operation": "Query", "table": "app", "index": "GSI1",
                          "keyCondition": "GSI1PK = CUST#{custId}, backward, limit 3",
                          "projection": ["orderId", "notes"]})
        self.assertEqual(put["rows"], [{"operation": "PutItem", "table": "app", "partitionKey": "ORDER#{orderId}",
                                        "sortKey": "ORDER", "times": 1, "ifNew": True}])
        self.assertEqual(update["rows"][0]["ifUnchanged"], ["version"])
        self.assertNotIn("request", unserved)
        self.assertIn("its partition key needs", unserved["reason"])

    def test_the_text_report_has_the_operation_and_the_projection(self):
        _, out, _ = self.check(MODEL)
        self.assertIn("Query GSI1 GSI1PK = CUST#{custId}, backward, limit 3, projection orderId, notes", out)
        self.assertIn("PutItem app ORDER#{orderId} / ORDER if it is new", out)
        self.assertIn("UpdateItem app ORDER#{orderId} / ORDER if version is unchanged", out)

    def test_an_invalid_model_is_a_finding_in_json(self):
        broken = MODEL.replace("Order[custId]", "Ordr[custId]")
        status, out, err = self.check(broken, "--json")
        self.assertEqual(status, 2)
        finding, = json.loads(out)["findings"]
        self.assertEqual((finding["code"], finding["line"], finding["column"]), ("syntax", 9, 17))
        self.assertIn("m.std:9:17: There is no entity 'Ordr'; did you mean 'Order'?", err)
        status, out, _ = self.check(broken, "--sarif")
        self.assertEqual(status, 2)
        run = json.loads(out)["runs"][0]
        self.assertEqual([result["ruleId"] for result in run["results"]], ["syntax"])
        self.assertIn("syntax", [rule["id"] for rule in run["tool"]["driver"]["rules"]])

    def test_an_unreadable_file_is_a_finding_in_json(self):
        with tempfile.TemporaryDirectory() as folder:
            def check(flag):
                return subprocess.run([BINARY, "model", "check", flag, "no such.std"], capture_output=True, text=True,
                                      timeout=60, cwd=folder)
            run = check("--json")
            self.assertEqual(run.returncode, 2)
            finding, = json.loads(run.stdout)["findings"]
            self.assertEqual((finding["code"], finding["line"]), ("syntax", 1))
            self.assertIn("no such.std cannot be read", finding["message"])
            result, = json.loads(check("--sarif").stdout)["runs"][0]["results"]
            self.assertEqual(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "no%20such.std")


if __name__ == "__main__":
    unittest.main()
