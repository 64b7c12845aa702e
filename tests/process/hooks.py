#!/usr/bin/env python3
"""Functions on a table's stream: a URL and a command get every record, across restarts, failures and splits."""

import http.client
import json
import os
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from function_server import FunctionServer  # noqa: E402
from stator_server import Connection, StatorServer  # noqa: E402

BINARY = os.environ["STATOR"]
TRIES_MAX = 20_000  # polls of the server until it has gone on
TABLE = {
    "TableName": "Music", "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}}


def values(records):
    """The written items, in the order of the writes."""
    return [int(record["dynamodb"]["NewImage"]["v"]["N"]) for record in records]


class HooksTest(unittest.TestCase):
    def assert_in_order(self, records):
        """An item's records arrive in the order of its writes, from whichever shards they come."""
        last = {}
        for record, value in zip(records, values(records)):
            key = record["dynamodb"]["Keys"]["pk"]["S"]
            self.assertLessEqual(last.get(key, 0), value)
            last[key] = value

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="stator-hooks-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.failures = os.path.join(self.folder, "failed.jsonl")
        self.written = 0

    def function(self, function=lambda event: None):
        server = FunctionServer(function)
        self.addCleanup(server.close)
        return server

    def serve(self, target, *arguments):
        server = StatorServer(BINARY, [
            "--data", os.path.join(self.folder, "data"), "--on-stream", f"Music={target}", "--on-stream-failures", self.failures, *arguments])
        self.addCleanup(lambda: server.process is not None and server.kill())
        return server.start()

    def call(self, server, operation, request):
        connection = Connection(server.port)
        status, answer = connection.call(operation, request)
        connection.close()
        self.assertEqual(status, 200, answer)
        return answer

    def write(self, server, count):
        for _ in range(count):
            self.written += 1
            item = {"pk": {"S": f"k{self.written % 7}"}, "v": {"N": str(self.written)}}
            self.call(server, "PutItem", {"TableName": "Music", "Item": item})

    def split(self, server):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("POST", "/_stator/tables/Music/split")
        response = connection.getresponse()
        answer = json.loads(response.read())
        connection.close()
        self.assertEqual(response.status, 200, answer)
        return answer

    def hooks(self, server, expected=200, query=""):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", f"/_stator/hooks{query}")
        response = connection.getresponse()
        answer = json.loads(response.read())
        connection.close()
        self.assertEqual(response.status, expected, answer)
        return answer if expected != 200 else answer["hooks"]

    def until(self, holds):
        for _ in range(TRIES_MAX):
            if holds():
                return
        self.fail("the function did not get there")

    def test_the_admin_api_shows_where_a_function_is(self):
        works = []

        def failing(event):
            if not works:
                raise ValueError("broken")

        function = self.function(failing)
        server = self.serve(function.url, "--on-stream-whole", "--on-stream", "Music=exit 0", "--on-stream", "None=exit 0")
        self.hooks(server, 400, "?table=Music")
        self.assertEqual([each["status"] for each in self.hooks(server)], ["no-stream"] * 3)
        self.call(server, "CreateTable", TABLE)
        self.until(lambda: self.hooks(server)[0]["status"] == "idle")
        self.write(server, 10)
        self.until(lambda: self.hooks(server)[0]["status"] == "retrying")
        hook, command, missing = self.hooks(server)
        self.assertEqual((hook["table"], hook["target"], hook["kind"]), ("Music", function.url, "url"))
        self.assertEqual((command["target"], command["kind"], missing["table"]), ("exit 0", "command", "None"))
        self.assertEqual((missing["status"], missing["shards"], missing["lag"]), ("no-stream", [], {"records": 0, "seconds": 0}))
        self.assertEqual((hook["accepted"], hook["givenUp"], hook["lag"]["records"]), (0, 0, 10))
        self.assertEqual(sum(shard["lag"]["records"] for shard in hook["shards"]), 10)
        failure = hook["lastFailure"]
        self.assertEqual((failure["error"], failure["givenUp"]), ("The URL answered 500.", False))
        self.assertGreaterEqual(failure["attempts"], 1)
        shard = next(each for each in hook["shards"] if each["shardId"] == failure["shardId"])
        self.assertLessEqual(shard["next"], failure["first"])
        self.assertEqual(failure["streamArn"], shard["streamArn"])
        works.append(True)
        function.await_records(10)
        self.until(lambda: self.hooks(server)[0]["lag"]["records"] == 0)
        hook = self.hooks(server)[0]
        self.assertEqual((hook["status"], [each["attempts"] for each in hook["shards"]]), ("idle", [0] * 4))
        self.assertGreaterEqual(hook["accepted"], 1)
        after = next(each for each in hook["shards"] if each["shardId"] == failure["shardId"])
        self.assertGreater(after["next"], failure["first"])
        self.split(server)
        self.until(lambda: sum(each["finished"] for each in self.hooks(server)[0]["shards"]) == 1)

    def test_a_url_gets_every_record_once_across_clean_restarts(self):
        function = self.function()
        server = self.serve(function.url, "--on-stream-batch", "3")
        self.call(server, "CreateTable", TABLE)
        self.write(server, 10)
        function.await_records(10)
        self.assertEqual(server.stop(), 0)
        server.start()
        self.write(server, 10)
        function.await_records(20)
        self.assertEqual(server.stop(), 0)
        self.assertEqual(sorted(values(function.records)), list(range(1, 21)))
        self.assert_in_order(function.records)
        record = function.records[0]
        self.assertEqual(record["eventName"], "INSERT")
        self.assertTrue(record["eventSourceARN"].startswith("arn:aws:dynamodb:us-east-1:123456789012:table/Music/stream/"))

    def test_after_a_kill_nothing_is_missing_and_at_most_one_batch_is_repeated(self):
        function = self.function()
        server = self.serve(function.url, "--on-stream-batch", "1")
        self.call(server, "CreateTable", TABLE)
        for _ in range(5):
            self.write(server, 10)
            function.await_records(self.written - 5)
            server.kill()
            server.start()
        function.await_true(lambda: len(set(values(function.records))) == self.written)
        self.assertEqual(server.stop(), 0)
        seen = values(function.records)
        self.assertEqual(sorted(set(seen)), list(range(1, self.written + 1)))
        self.assertLessEqual(len(seen), self.written + 5)
        self.assert_in_order(function.records)  # a repeated record follows at once

    def test_items_keep_their_order_through_splits(self):
        function = self.function()
        server = self.serve(function.url)
        self.call(server, "CreateTable", TABLE)
        for number in range(4):
            self.write(server, 15)
            self.assertEqual(len(self.split(server)["partitions"]), number + 5)
        self.write(server, 15)
        function.await_records(75)
        self.assert_in_order(function.records)
        self.assertEqual(sorted(values(function.records)), list(range(1, 76)))

    def test_a_bad_record_ends_in_the_file_and_delays_no_other(self):
        def picky(event):
            if 7 in values(event["Records"]):
                raise ValueError("seven")

        function = self.function(picky)
        server = self.serve(function.url, "--on-stream-attempts", "2", "--on-stream-window-ms", "200")
        self.call(server, "CreateTable", TABLE)
        self.write(server, 12)
        function.await_records(11)
        self.assertEqual(sorted(values(function.records)), [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12])
        self.assert_in_order(function.records)
        self.assertEqual(os.stat(self.failures).st_mode & 0o777, 0o600)  # the file holds items
        with open(self.failures) as file:
            lines = [json.loads(line) for line in file]
        self.assertEqual(len(lines), 1)
        self.assertEqual(values(lines[0]["Records"]), [7])
        self.assertEqual(lines[0]["error"], "The URL answered 500.")
        self.assertEqual(lines[0]["target"], function.url)

    def test_reported_failures_are_delivered_again(self):
        reported = []

        def partial(event):
            numbers = values(event["Records"])
            if 5 in numbers and len(reported) < 2:
                reported.append(numbers)
                failed = event["Records"][numbers.index(5)]["dynamodb"]["SequenceNumber"]
                return {"batchItemFailures": [{"itemIdentifier": failed}]}
            return {"batchItemFailures": []}

        function = self.function(partial)
        server = self.serve(function.url)
        self.call(server, "CreateTable", TABLE)
        self.write(server, 9)
        function.await_true(lambda: len(reported) == 2 and set(values(function.records)) == set(range(1, 10)))
        self.assertEqual(reported[1][0], 5)

    def test_a_command_gets_the_event_on_its_input(self):
        out = os.path.join(self.folder, "out.jsonl")
        done = self.function()  # set once the command has run
        tell = f"import urllib.request as u; u.urlopen('{done.url}', data=b'{{}}')"
        server = self.serve(f'cat >> {out} && echo >> {out} && {sys.executable} -c "{tell}"', "--on-stream-batch", "5")
        self.call(server, "CreateTable", TABLE)
        self.write(server, 5)
        done.await_true(lambda: sum(len(records) for records in self.events(out)) == 5)
        self.assertEqual(sorted(value for records in self.events(out) for value in values(records)), [1, 2, 3, 4, 5])

    @staticmethod
    def events(path):
        if not os.path.exists(path):
            return []
        with open(path) as file:
            return [json.loads(line)["Records"] for line in file if line.endswith("\n")]

    def test_a_table_may_be_created_later_and_its_stream_reenabled(self):
        function = self.function()
        server = self.serve(function.url)
        self.call(server, "CreateTable", {**TABLE, "StreamSpecification": {"StreamEnabled": False}})
        self.write(server, 3)
        enable = {"TableName": "Music", "StreamSpecification": TABLE["StreamSpecification"]}
        disable = {"TableName": "Music", "StreamSpecification": {"StreamEnabled": False}}
        self.call(server, "UpdateTable", enable)
        self.write(server, 3)
        self.call(server, "UpdateTable", disable)
        self.call(server, "UpdateTable", enable)
        self.write(server, 3)
        function.await_records(6)
        seen = values(function.records)
        self.assertEqual(sorted(seen[:3]), [4, 5, 6], "the stream that was disabled comes first")
        self.assertEqual(sorted(seen[3:]), [7, 8, 9])


if __name__ == "__main__":
    unittest.main()
