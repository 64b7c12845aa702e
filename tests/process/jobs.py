#!/usr/bin/env python3
"""Jobs of the admin API: verify, simulate and infer run in the background, within bounds."""

import http.client
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import StatorServer, default_headers  # noqa: E402

BINARY = os.environ["STATOR"]
MODEL = (HERE.parent.parent / "docs" / "simulate.md").read_text().split("```std\n")[1].split("```")[0]
LONG = {"kind": "simulate", "model": MODEL, "options": {"hours": 744}}  # takes many seconds
LOWEST_PRIORITY = 19
STOP_SECONDS_MAX = 5
TABLE = {
    "TableName": "Shop", "BillingMode": "PAY_PER_REQUEST",
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
    "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"},
                             {"AttributeName": "SK", "AttributeType": "S"}]}


class JobsTest(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(StatorServer(BINARY, ["--memory"]))
        self.http = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=120)
        self.addCleanup(self.http.close)

    def request(self, method, path, body=None, headers=None):
        """Returns (status, decoded body)."""
        text = body if body is None or isinstance(body, str) else json.dumps(body)
        self.http.request(method, path, text, headers or {})
        response = self.http.getresponse()
        return response.status, json.loads(response.read())

    def start(self, order):
        status, job = self.request("POST", "/_stator/jobs", order)
        self.assertEqual(status, 200, job)
        return job["id"]

    def read(self, job):
        status, answer = self.request("GET", f"/_stator/jobs/{job}")
        self.assertEqual(status, 200, answer)
        return answer

    def wait(self, job, *states):
        while True:
            answer = self.read(job)
            if answer["state"] in states:
                return answer

    def finish(self, order):
        return self.wait(self.start(order), "done", "failed")

    def call(self, operation, body):
        status, answer = self.request("POST", "/", body, default_headers(operation))
        self.assertEqual(status, 200, answer)
        return answer

    def test_simulate_answers_what_the_command_prints(self):
        job = self.finish({"kind": "simulate", "model": MODEL, "options": {"hours": 6, "seed": 7}})
        self.assertEqual((job["state"], job["name"], job["progress"]), ("done", "shipments", 1))
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "shipments.std"
            file.write_text(MODEL)
            printed = subprocess.run([BINARY, "simulate", "--model", str(file), "--hours", "6", "--seed", "7", "--json"],
                                     capture_output=True, text=True, timeout=120)
        self.assertEqual(job["result"], json.loads(printed.stdout))
        series = job["result"]["series"]
        self.assertEqual(series["stepSeconds"], 60)
        self.assertEqual(len(series["resources"][0]["write"]["served"]), 360)

    def test_verify_runs_on_tables_of_its_own(self):
        self.call("CreateTable", {**TABLE, "TableName": "Shipments"})
        job = self.finish({"kind": "verify", "model": MODEL, "options": {"seed": 5}})
        self.assertEqual(job["state"], "done", job)
        self.assertTrue(job["result"]["passed"])
        self.assertEqual(job["result"]["seed"], "5")
        self.assertEqual(self.call("Scan", {"TableName": "Shipments"})["Count"], 0)
        self.assertEqual(self.call("ListTables", {})["TableNames"], ["Shipments"])

    def counted(self):
        return [self.request("GET", f"/_stator/{path}")[1] for path in ("bill", "advice", "tables/Shop/partitions")]

    def test_infer_reads_the_servers_table_and_counts_nothing(self):
        self.request("POST", "/_stator/clock", {"set": "2027-01-01T00:00:00Z", "frozen": True})
        self.call("CreateTable", TABLE)
        for number in range(120):
            item = {"PK": {"S": f"CUST#{number}"}, "SK": {"S": "PROFILE"}, "name": {"S": "x" * 20}}
            self.call("PutItem", {"TableName": "Shop", "Item": item})
        before = self.counted()
        job = self.finish({"kind": "infer", "table": "Shop", "options": {"sample": 100}})
        self.assertEqual(job["state"], "done", job)
        self.assertIn("CUST#{", job["result"]["text"])
        self.assertIn("the first 100 items of Shop", job["result"]["remarks"][0])
        self.assertEqual(self.counted(), before)
        missing = self.finish({"kind": "infer", "table": "Nowhere"})
        self.assertEqual(missing["state"], "failed")
        self.assertIn("ResourceNotFoundException", missing["message"])

    def test_a_running_job_shows_progress_and_stops(self):
        job = self.start(LONG)
        while (answer := self.read(job))["progress"] == 0:
            pass
        self.assertEqual(answer["state"], "running")
        self.assertRegex(answer["step"], " of 31d$")
        self.assertLess(answer["progress"], 1)
        self.assertEqual([each["id"] for each in self.request("GET", "/_stator/jobs")[1]["jobs"]], [job])
        self.assertEqual(self.request("DELETE", f"/_stator/jobs/{job}")[0], 200)
        self.assertEqual(self.request("GET", f"/_stator/jobs/{job}")[0], 404)
        self.assertEqual(self.request("GET", "/_stator/jobs")[1], {"jobs": []})

    def test_jobs_run_two_at_a_time_at_the_lowest_priority(self):
        jobs = [self.start(LONG) for _ in range(3)]
        self.wait(jobs[0], "running")
        self.wait(jobs[1], "running")
        self.assertEqual(self.read(jobs[2])["state"], "queued")
        tasks = pathlib.Path(f"/proc/{self.server.process.pid}/task").iterdir()
        priorities = [int((task / "stat").read_text().rsplit(")", 1)[1].split()[16]) for task in tasks]
        self.assertEqual(priorities.count(LOWEST_PRIORITY), 2)
        self.call("CreateTable", TABLE)
        self.assertEqual(self.call("Scan", {"TableName": "Shop"})["Count"], 0)
        self.request("DELETE", f"/_stator/jobs/{jobs[0]}")
        self.wait(jobs[2], "running")

    def test_the_queue_is_bounded(self):
        jobs = [self.start(LONG) for _ in range(2)]
        for job in jobs:
            self.wait(job, "running")
        waiting = [self.start(LONG) for _ in range(16)]
        status, answer = self.request("POST", "/_stator/jobs", LONG)
        self.assertEqual((status, answer), (503, {"message": "Too many jobs wait. Try again when one has ended."}))
        self.request("DELETE", f"/_stator/jobs/{waiting[0]}")
        self.start(LONG)

    def refusal(self, body):
        status, answer = self.request("POST", "/_stator/jobs", body)
        self.assertEqual(status, 400, answer)
        return answer["message"]

    def test_refusals(self):
        self.assertIn("must be a JSON object with a kind", self.refusal("{"))
        self.assertIn("must be a JSON object with a kind", self.refusal({"kind": "delete", "model": MODEL}))
        self.assertEqual(self.refusal({"kind": "verify"}), "model is missing.")
        self.assertEqual(self.refusal({"kind": "verify", "model": MODEL, "file": "/etc/passwd"}), "file is not known.")
        for options in ({"hours": 745}, {"profile": "/etc/passwd"}, {"prices": "/etc/passwd"}, {"capacity": "0,1"}):
            self.refusal({"kind": "simulate", "model": MODEL, "options": options})
        self.assertEqual(self.request("POST", "/_stator/jobs", LONG, {"Origin": "https://evil.example"})[0], 403)
        self.assertEqual(self.request("POST", "/_stator/jobs", LONG, {"Host": "evil.example"})[0], 403)
        self.assertEqual(self.request("GET", "/_stator/jobs/../settings")[0], 404)
        wrong = self.finish({"kind": "simulate", "model": "model m\nnonsense\n"})
        self.assertEqual(wrong["state"], "failed")
        self.assertTrue(wrong["message"].startswith("Line 2 of the model: "), wrong["message"])
        self.assertEqual(self.request("GET", "/_stator/jobs")[1]["jobs"][0]["state"], "failed")

    def test_a_model_has_at_most_1_mb(self):
        comment = "-- " + "x" * 90 + "\n"
        long = comment * 11_000 + MODEL
        self.assertLess(len(long), 1 << 20)
        self.assertEqual(self.finish({"kind": "verify", "model": long})["state"], "done")
        self.assertIn("a job takes at most 1048576", self.refusal({"kind": "verify", "model": comment * 11_500}))
        self.assertEqual(self.request("POST", "/_stator/jobs", " " * (2 << 20) + " " * 65_537)[0], 413)

    def test_the_server_stops_promptly_in_the_middle_of_jobs(self):
        for order in (LONG, {"kind": "verify", "model": MODEL}, LONG, LONG):
            self.start(order)
        began = time.monotonic()
        self.assertEqual(self.server.stop(), 0)
        self.assertLess(time.monotonic() - began, STOP_SECONDS_MAX)


class SignedJobsTest(unittest.TestCase):
    def test_an_unsigned_request_starts_nothing(self):
        with tempfile.NamedTemporaryFile("w", suffix=".ini") as keys:
            keys.write("[a]\naws_access_key_id=A\naws_secret_access_key=s\n")
            keys.flush()
            with StatorServer(BINARY, ["--memory", "--auth", keys.name]) as server:
                connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
                for model in (MODEL, MODEL + "-- x\n" * 20_000):
                    connection.request("POST", "/_stator/jobs", json.dumps({"kind": "verify", "model": model}))
                    response = connection.getresponse()
                    response.read()
                    self.assertEqual(response.status, 403)
                connection.close()


if __name__ == "__main__":
    unittest.main()
