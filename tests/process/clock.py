#!/usr/bin/env python3
"""The turnable clock: over HTTP, with `stator clock`, and across restarts."""

import datetime
import email.utils
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

from stator_server import Connection, StatorServer  # noqa: E402

BINARY = os.environ["STATOR"]
DAY = datetime.timedelta(days=1)
TABLE = {
    "TableName": "Music", "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]}


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def ask(server, method="GET", body=None):
    """Returns (status, decoded answer, Date header) of /_stator/clock."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request(method, "/_stator/clock", None if body is None else json.dumps(body))
    response = connection.getresponse()
    answer = json.loads(response.read())
    date = response.headers["Date"]
    connection.close()
    return response.status, answer, date


def command(server, *words):
    """Runs `stator clock` and returns (exit status, standard output, standard error)."""
    run = subprocess.run([BINARY, "clock", *words, "--endpoint", server.url()], capture_output=True, text=True, timeout=60)
    return run.returncode, run.stdout.strip(), run.stderr.strip()


class ClockTest(unittest.TestCase):
    def turn(self, server, **body):
        status, answer, _ = ask(server, "POST", body)
        self.assertEqual(status, 200, answer)
        return moment(answer["time"])

    def now(self, server):
        status, answer, _ = ask(server)
        self.assertEqual(status, 200)
        return moment(answer["time"])

    def test_timestamps_follow_service_time_and_machine_times_do_not(self):
        with StatorServer(BINARY) as server:
            self.turn(server, set="2200-01-01T00:00:00Z", frozen=True)
            connection = Connection(server.port)
            _, created = connection.call("CreateTable", TABLE)
            self.assertEqual(created["TableDescription"]["CreationDateTime"], 7258118400)
            connection.close()
            _, answer, date = ask(server)
            machine = email.utils.parsedate_to_datetime(date).timestamp()
            self.assertLess(abs(machine - time.time()), 3600)
            self.assertLess(abs(moment(answer["machineTime"]).timestamp() - time.time()), 3600)

    def test_service_time_never_goes_back(self):
        with StatorServer(BINARY) as server:
            last = self.now(server)
            turns = [{"advance": "3d"}, {"frozen": True}, {"advance": 0.5}, {"scale": 1000}, {"frozen": False},
                     {"scale": 0.001}, {"advance": "1ms", "frozen": True}, {"frozen": False, "scale": 1}]
            for turn in turns:
                turned = self.turn(server, **turn)
                self.assertGreaterEqual(turned, last, turn)
                last = self.now(server)
                self.assertGreaterEqual(last, turned, turn)
            self.assertGreater(last - datetime.datetime.now(datetime.timezone.utc), 2 * DAY)

    def test_bad_bodies_are_refused_with_the_reason(self):
        with StatorServer(BINARY) as server:
            for body, word in (({}, "advance"), ({"advance": "soon"}, "duration"), ({"set": "noon"}, "time such as"),
                               ({"set": "1999-01-01T00:00:00Z"}, "cannot go back"), ({"scale": 0}, "scale"),
                               ({"frozen": "yes"}, "frozen"), ({"advance": 1, "set": "2200-01-01"}, "together"),
                               ({"backwards": 1}, "members"), ([], "JSON object"), ({"set": "9999-12-31", "x": 1}, "members")):
                status, answer, _ = ask(server, "POST", body)
                self.assertEqual(status, 400, body)
                self.assertIn(word, answer["message"])
            status, answer, _ = ask(server, "POST")
            self.assertEqual(status, 400, answer)

    def test_the_clock_survives_restarts_and_kills(self):
        with tempfile.TemporaryDirectory() as folder:
            with StatorServer(BINARY, ["--data", folder]) as server:
                frozen = self.turn(server, set="2200-01-01T00:00:00Z", frozen=True)
                server.restart()
                self.assertEqual(self.now(server), frozen)
                server.kill()
                server.start()
                self.assertEqual(self.now(server), frozen)
                stepped = self.turn(server, advance="1h")
                server.kill()
                server.start()
                self.assertEqual(self.now(server), stepped)
                self.assertEqual(stepped - frozen, datetime.timedelta(hours=1))

    def test_the_command_line(self):
        with StatorServer(BINARY) as server:
            status, line, _ = command(server, "set", "2200-01-01T00:00:00Z")
            self.assertEqual(status, 0)
            self.assertTrue(line.startswith("2200-01-01T00:00:00"), line)
            status, line, _ = command(server, "freeze")
            self.assertIn(", frozen", line)
            shown = line
            status, line, _ = command(server)
            self.assertEqual(line.split(",")[0], shown.split(",")[0])
            status, line, _ = command(server, "advance", "3d")
            self.assertTrue(line.startswith("2200-01-04T00:00"), line)
            status, line, _ = command(server, "scale", "60")
            self.assertIn("scale 60", line)
            status, line, _ = command(server, "resume")
            self.assertNotIn("frozen", line)
            self.assertEqual(len(line.split("\n")), 1)

    def test_confirming_without_a_hold_changes_nothing(self):
        with StatorServer(BINARY) as server:
            status, line, _ = command(server, "confirm")
            self.assertEqual(status, 0)
            self.assertNotIn("held", line)
            status, answer, _ = ask(server, "POST", {"confirm": True, "frozen": True})
            self.assertEqual(status, 400, answer)
            status, answer, _ = ask(server, "POST", {"confirm": False})
            self.assertEqual(status, 400, answer)

    def test_a_reset_of_a_stopped_folder(self):
        stream = {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}}
        with tempfile.TemporaryDirectory() as folder:
            with StatorServer(BINARY, ["--data", folder]) as server:
                connection = Connection(server.port)
                connection.call("CreateTable", {**TABLE, **stream})
                self.turn(server, advance="400d")
                connection.call("PutItem", {"TableName": "Music", "Item": {"pk": {"S": "ahead"}}})
                connection.close()
                status, _, text = command(server, "reset", "--data", folder)
                self.assertEqual(status, 1)
                self.assertIn("in use", text)
                server.stop()
                run = subprocess.run([BINARY, "clock", "reset", "--data", folder], capture_output=True, text=True, timeout=60)
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                server.start()
                machine = datetime.datetime.now(datetime.timezone.utc)
                self.assertLess(self.now(server) - machine, DAY)
                connection = Connection(server.port)
                status, answer = connection.call("PutItem", {"TableName": "Music", "Item": {"pk": {"S": "after"}}})
                self.assertEqual(status, 200, answer)
                _, described = connection.call("DescribeTable", {"TableName": "Music"})
                arn = described["Table"]["LatestStreamArn"]
                _, shards = connection.call("DescribeStream", {"StreamArn": arn})
                keys = []
                for shard in shards["StreamDescription"]["Shards"]:
                    _, iterator = connection.call("GetShardIterator", {
                        "StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"})
                    _, records = connection.call("GetRecords", {"ShardIterator": iterator["ShardIterator"]})
                    keys += [record["dynamodb"]["Keys"]["pk"]["S"] for record in records["Records"]]
                self.assertEqual(sorted(keys), ["after", "ahead"])
                connection.close()

    def test_the_command_line_fails_in_a_sentence(self):
        server = StatorServer(BINARY).start()
        status, out, text = command(server, "set", "2000-01-01T00:00:00Z")
        self.assertEqual((status, out), (1, ""))
        self.assertIn("cannot go back", text)
        for words in (["advance", "soon"], ["set", "noon"], ["scale", "0"], ["advance"], ["rewind"]):
            status, out, text = command(server, *words)
            self.assertEqual((status, out), (2, ""), words)
            self.assertEqual(len(text.split("\n")), 1, text)
        server.stop()
        status, out, text = command(server)
        self.assertEqual((status, out), (1, ""))
        self.assertIn(server.url(), text)
        run = subprocess.run([BINARY, "clock", "--endpoint", "ftp://x"], capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn("'ftp://x' is not a URL of the form", run.stderr)

    def test_a_request_is_signed_with_the_keys_of_the_environment(self):
        with tempfile.NamedTemporaryFile("w", suffix=".keys") as file:
            file.write("[ada]\naws_access_key_id = AKIDADA\naws_secret_access_key = wonderful\n")
            file.flush()
            with StatorServer(BINARY, ["--memory", "--auth", file.name]) as server:
                for secret, status in (("wonderful", 0), ("guessed", 1)):
                    keys = {"AWS_ACCESS_KEY_ID": "AKIDADA", "AWS_SECRET_ACCESS_KEY": secret}
                    for words in ([], ["freeze"]):
                        run = subprocess.run([BINARY, "clock", *words, "--endpoint", server.url()], capture_output=True, text=True,
                                             timeout=60, env={**os.environ, **keys})
                        self.assertEqual(run.returncode, status, run.stderr)


if __name__ == "__main__":
    unittest.main()
