#!/usr/bin/env python3
"""Partitions of tables and global indexes over HTTP: their number, their splits, their reports, across restarts."""

import base64
import hashlib
import http.client
import json
import os
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import Connection, StatorServer  # noqa: E402

BINARY = os.environ["STATOR"]
TRIES_MAX = 100_000  # polls of the server until an event happens
TABLE = {
    "TableName": "Music", "BillingMode": "PAY_PER_REQUEST",
    "KeySchema": [{"AttributeName": "Artist", "KeyType": "HASH"}, {"AttributeName": "Song", "KeyType": "RANGE"}],
    "AttributeDefinitions": [
        {"AttributeName": "Artist", "AttributeType": "S"}, {"AttributeName": "Song", "AttributeType": "S"}, {"AttributeName": "Year", "AttributeType": "N"}],
    "GlobalSecondaryIndexes": [{
        "IndexName": "ByYear", "Projection": {"ProjectionType": "KEYS_ONLY"},
        "KeySchema": [{"AttributeName": "Year", "KeyType": "HASH"}, {"AttributeName": "Song", "KeyType": "RANGE"}]}]}
QUARTERS = ["0000000000000000", "4000000000000000", "8000000000000000", "c000000000000000"]
HOT_SECONDS = 75


def in_last_quarter(artist):
    """Returns a key's position in the order of all keys (docs/formats/keys.md)."""
    return hashlib.md5(b"Outliers" + artist.encode()).digest()[0] >= 0xC0


class PartitionsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="stator-partitions-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def serve(self, *arguments):
        self.server = StatorServer(BINARY, ["--data", os.path.join(self.folder, "data"), *arguments])
        self.addCleanup(lambda: self.server.process is not None and self.server.kill())
        self.server.start()

    def call(self, operation, request, expected=200):
        connection = Connection(self.server.port)
        status, answer = connection.call(operation, request)
        connection.close()
        self.assertEqual(status, expected, answer)
        return answer

    def ask(self, path, method="GET", body=None, expected=200):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        connection.request(method, f"/_stator/{path}", None if body is None else json.dumps(body))
        response = connection.getresponse()
        answer = json.loads(response.read())
        connection.close()
        self.assertEqual(response.status, expected, answer)
        return answer

    def partitions(self):
        return self.ask("tables/Music/partitions")

    def split(self, body, expected=200):
        return self.ask("tables/Music/split", "POST", body, expected)

    def put(self, artist, song, **attributes):
        item = {"Artist": {"S": artist}, "Song": {"S": song}, "Year": {"N": "1999"}, **attributes}
        self.call("PutItem", {"TableName": "Music", "Item": item})

    def assert_whole(self, partitions):
        """Checks that each partition ends where the next begins, from the first key to the last."""
        self.assertEqual(partitions[0]["from"], {"route": QUARTERS[0]})
        self.assertNotIn("to", partitions[-1])
        for one, next_one in zip(partitions, partitions[1:]):
            self.assertEqual(one["to"], next_one["from"])
        self.assertEqual(len({each["partition"] for each in partitions}), len(partitions))

    def test_throughput_decides_the_partitions_of_a_new_table(self):
        self.serve()
        self.call("CreateTable", TABLE)
        seen = self.partitions()
        self.assertEqual([each["from"]["route"] for each in seen["partitions"]], QUARTERS)
        self.assertEqual([each["from"]["route"] for each in seen["indexes"][0]["partitions"]], QUARTERS)
        self.assertEqual(seen["splits"], [])
        self.call("CreateTable", {
            "TableName": "Small", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}], "ProvisionedThroughput": {"ReadCapacityUnits": 1500, "WriteCapacityUnits": 500}})
        self.assertEqual(len(self.ask("tables/Small/partitions")["partitions"]), 1)
        self.call("UpdateTable", {"TableName": "Small", "ProvisionedThroughput": {"ReadCapacityUnits": 3000, "WriteCapacityUnits": 2500}})
        small = self.ask("tables/Small/partitions")
        self.assertEqual(len(small["partitions"]), 4)
        self.assertEqual([each["reason"] for each in small["splits"]], ["throughput"] * 3)
        self.call("UpdateTable", {"TableName": "Small", "BillingMode": "PAY_PER_REQUEST"})
        self.assertEqual(len(self.ask("tables/Small/partitions")["partitions"]), 4)
        self.ask("tables/Nothing/partitions", expected=404)

    def test_sizes_add_up_to_the_total(self):
        self.serve()
        self.call("CreateTable", TABLE)
        for number in range(40):
            self.put(f"artist {number}", "song", Text={"S": "x" * 500})
        seen = self.partitions()
        described = self.call("DescribeTable", {"TableName": "Music"})["Table"]
        index = described["GlobalSecondaryIndexes"][0]
        for shown, size, count in [(seen["partitions"], described["TableSizeBytes"], described["ItemCount"]),
                                   (seen["indexes"][0]["partitions"], index["IndexSizeBytes"], index["ItemCount"])]:
            self.assertEqual(sum(each["bytes"] for each in shown), size)
            self.assertEqual(sum(each["entries"] for each in shown), count)
            self.assertAlmostEqual(sum(each["share"] for each in shown), 1)
        for each in seen["partitions"]:
            self.assertGreater(each["bytes"], 0)

    def test_traffic_is_shown_at_its_partition(self):
        self.serve()
        self.call("CreateTable", TABLE)
        self.put("a", "s")
        # The report covers the last full second, so advance past the second of these writes.
        self.ask("clock", "POST", {"frozen": True})
        self.put("a", "t")
        self.ask("clock", "POST", {"advance": "1s"})
        seen = self.partitions()
        used = [each["write"]["unitsLastSecond"] for each in seen["partitions"]]
        self.assertEqual([units > 0 for units in used], [False, False, False, True])
        self.assertEqual(seen["write"]["unitsLastSecond"], used[3])
        self.assertEqual(seen["write"]["throttles"], 0)
        self.assertGreaterEqual(seen["write"]["rate"], 4000)
        self.assertFalse(seen["partitions"][3]["write"]["hot"])
        self.assertGreater(sum(each["write"]["unitsLastSecond"] for each in seen["indexes"][0]["partitions"]), 0)

    def test_splits_of_tables_and_indexes_survive_a_restart(self):
        self.serve()
        self.call("CreateTable", {**TABLE, "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}})
        key = {"Artist": {"S": "a"}, "Song": {"S": "m"}}
        seen = self.split({"key": key})
        self.assertEqual(len(seen["partitions"]), 5)
        self.assertEqual(len({each["shardId"] for each in seen["partitions"]}), 5)
        self.assertEqual(seen["splits"][0]["at"]["key"], key, "within a collection, so it can be read")
        self.assertEqual(seen["splits"][0]["reason"], "request")
        seen = self.split({"index": "ByYear", "partition": 2})
        self.assertEqual([each["partition"] for each in seen["indexes"][0]["partitions"]], [1, 5, 6, 3, 4])
        index_key = {"Year": {"N": "1999"}, "Song": {"S": "k"}}
        seen = self.split({"index": "ByYear", "key": index_key})
        self.assertEqual(seen["splits"][-1]["index"], "ByYear")
        self.assertEqual(seen["splits"][-1]["at"]["key"], index_key)
        whole = {**index_key, "Artist": {"S": "b"}}
        seen = self.split({"index": "ByYear", "key": whole})
        self.assertEqual(seen["splits"][-1]["at"]["key"], whole)
        self.assertEqual(len(seen["partitions"]), 5)
        self.assert_whole(seen["partitions"])
        self.assert_whole(seen["indexes"][0]["partitions"])
        for refused in ({"index": "ByYear", "key": {"Song": {"S": "k"}}}, {"index": "ByYear", "key": {**whole, "x": {"S": "y"}}}, {"index": "None"}):
            self.split(refused, expected=400)
        self.assertEqual(self.server.stop(), 0)
        self.server.start()
        again = self.partitions()
        self.assertEqual(again["splits"], seen["splits"])
        self.assertEqual([each["from"] for each in again["indexes"][0]["partitions"]], [each["from"] for each in seen["indexes"][0]["partitions"]])

    def test_a_too_large_partition_is_split_as_time_passes(self):
        self.serve("--partition-bytes-max", "20000")
        self.call("CreateTable", TABLE)
        for number in range(120):
            self.put(f"artist {number}", "song", Text={"S": "x" * 1000})
        self.ask("clock", "POST", {"advance": "2m"})
        for _ in range(TRIES_MAX):
            seen = self.partitions()
            if all(each["bytes"] <= 20000 for each in seen["partitions"]):
                break
        self.assertGreater(len(seen["partitions"]), 5)
        self.assertEqual({each["reason"] for each in seen["splits"]}, {"size"})
        self.assert_whole(seen["partitions"])

    def test_a_hot_partition_is_split_at_its_heat(self):
        self.serve()
        self.call("CreateTable", TABLE)
        self.ask("clock", "POST", {"frozen": True})
        # All traffic goes to the last quarter, at a partition's limit, for longer than a minute.
        artists = [name for name in (f"artist {number}" for number in range(400)) if in_last_quarter(name)]
        large = {"B": base64.b64encode(bytes(310 * 1024)).decode()}
        for second in range(HOT_SECONDS):
            for artist in (artists[(3 * second + each) % len(artists)] for each in range(3)):
                self.put(artist, "song", Cover=large)
            self.ask("clock", "POST", {"advance": "1s"})
        for _ in range(TRIES_MAX):
            seen = self.partitions()
            if seen["splits"]:
                break
            self.ask("clock", "POST", {"advance": "1s"})
        self.assertEqual(seen["splits"][0]["reason"], "heat", seen)
        self.assertEqual(seen["splits"][0]["partition"], 4)
        self.assertEqual(len(seen["partitions"]), 5)

    def test_a_table_has_its_own_capacity_mode(self):
        self.serve("--capacity", "observe")
        self.call("CreateTable", TABLE)
        path = "tables/Music/capacity"
        self.assertEqual(self.ask(path), {"table": "Music", "mode": None, "effective": "observe"})
        for mode in ("off", "observe", "enforce"):
            shown = {"table": "Music", "mode": mode, "effective": mode}
            self.assertEqual(self.ask(path, "POST", {"mode": mode}), shown)
        self.assertEqual(self.server.stop(), 0)
        self.server.start()
        self.assertEqual(self.ask(path), {"table": "Music", "mode": "enforce", "effective": "enforce"})
        for refused in (None, {}, {"mode": "none"}, {"mode": 1}, {"mode": "off", "more": 1}):
            self.ask(path, "POST", refused, expected=400)
        self.assertEqual(self.ask(path, "POST", {"mode": None})["effective"], "observe")
        self.ask("tables/Nothing/capacity", "POST", {"mode": "off"}, expected=404)


if __name__ == "__main__":
    unittest.main()
