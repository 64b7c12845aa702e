#!/usr/bin/env python3
"""Unmetered reads: an operator's tools look at the data, and nothing counts it."""

import http.client
import json
import os
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import StatorServer, default_headers  # noqa: E402

BINARY = os.environ["STATOR"]
ITEM_BYTES = 20 * 1024
KEYS = {"pk": {"S": "a"}}
UNMETERED = {"x-stator-unmetered": "1"}
TABLE = {
    "TableName": "Cold", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
    "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1000},
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}}
READS = {
    "GetItem": {"TableName": "Cold", "Key": KEYS, "ProjectionExpression": "pk"},
    "Query": {"TableName": "Cold", "KeyConditionExpression": "pk = :p", "ExpressionAttributeValues": {":p": {"S": "a"}},
              "FilterExpression": "attribute_not_exists(v)"},
    "Scan": {"TableName": "Cold"},
    "BatchGetItem": {"RequestItems": {"Cold": {"Keys": [KEYS]}}},
    "TransactGetItems": {"TransactItems": [{"Get": {"TableName": "Cold", "Key": KEYS}}]},
}
ROUNDS = 400  # a table with one read unit has burst capacity for 300 units


class UnmeteredTest(unittest.TestCase):
    def setUp(self):
        arguments = ["--memory", "--capacity", "enforce", "--stream-reads-max", "1"]
        self.server = self.enterContext(StatorServer(BINARY, arguments))
        self.http = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        self.addCleanup(self.http.close)
        self.request("POST", "/_stator/clock", {}, {"set": "2027-01-01T00:00:00Z", "frozen": True})
        self.call("CreateTable", TABLE)
        self.call("PutItem", {"TableName": "Cold", "Item": {**KEYS, "v": {"S": "x" * ITEM_BYTES}}})

    def request(self, method, path, headers, body=None):
        """Returns (status, headers, decoded body)."""
        self.http.request(method, path, None if body is None else json.dumps(body), headers)
        response = self.http.getresponse()
        data = response.read()
        return response.status, response.headers, data

    def call(self, operation, request, **headers):
        status, answered, body = self.request("POST", "/", {**default_headers(operation), **headers}, request)
        return status, answered, json.loads(body)

    def admin(self, path):
        return self.request("GET", f"/_stator/{path}", {})[2]

    def counted(self):
        """Everything that counts what clients do with tables, but for the process's own counters."""
        metrics = self.request("GET", "/metrics", {})[2].decode()
        lines = [line for line in metrics.splitlines() if 'table="' in line]
        return lines, self.admin("bill"), self.admin("advice"), self.admin("tables/Cold/partitions")

    def test_they_are_served_without_end_and_counted_nowhere(self):
        before = self.counted()
        for operation, request in READS.items():
            for _ in range(ROUNDS):
                status, _, body = self.call(operation, request, **UNMETERED)
                self.assertEqual(status, 200, (operation, body))
        self.assertEqual(self.counted(), before)

    def test_they_are_explained_and_name_their_units(self):
        request = {**READS["GetItem"], "ReturnConsumedCapacity": "TOTAL", "ConsistentRead": True}
        status, headers, body = self.call("GetItem", request, **UNMETERED, **{"x-stator-explain": "1"})
        self.assertEqual(status, 200)
        self.assertEqual(body["ConsumedCapacity"]["CapacityUnits"], 6.0)
        self.assertIn('"units":6', headers["x-stator-explain"])

    def throttled(self, **headers):
        """Whether any of many reads is throttled."""
        request = {**READS["GetItem"], "ConsistentRead": True}
        return any(self.call("GetItem", request, **headers)[0] == 400 for _ in range(ROUNDS))

    def test_other_reads_are_throttled(self):
        before = self.counted()
        self.assertTrue(self.throttled())
        self.assertNotEqual(self.counted(), before)
        self.assertEqual(self.call("GetItem", READS["GetItem"], **UNMETERED)[0], 200, "also beside them")

    def test_the_header_needs_what_the_admin_api_needs(self):
        self.assertTrue(self.throttled(**UNMETERED, Host="tables.localhost"))

    def test_pages_of_other_origins_are_metered(self):
        self.assertTrue(self.throttled(**UNMETERED, Origin="http://localhost:3000"))

    def test_other_values_have_no_effect(self):
        self.assertTrue(self.throttled(**{"x-stator-unmetered": "true"}))

    def test_writes_are_metered(self):
        before = self.counted()
        status, _, _ = self.call("PutItem", {"TableName": "Cold", "Item": KEYS}, **UNMETERED)
        self.assertEqual(status, 200)
        self.assertNotEqual(self.counted(), before)

    def test_plans_read_nothing(self):
        before = self.counted()
        for operation in ("Query", "Scan"):
            for _ in range(ROUNDS):
                status, _, plan = self.request("POST", "/_stator/explain", {}, {"operation": operation, "input": READS[operation]})
                self.assertEqual(status, 200, plan)
        self.assertEqual(json.loads(plan)["items"], 1)
        self.assertEqual(self.counted(), before)

    def test_streams_are_read_beyond_their_limit(self):
        stream = self.call("DescribeTable", {"TableName": "Cold"})[2]["Table"]["LatestStreamArn"]
        shard = self.call("DescribeStream", {"StreamArn": stream})[2]["StreamDescription"]["Shards"][0]["ShardId"]
        iterator = self.call("GetShardIterator", {"StreamArn": stream, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"})
        request = {"ShardIterator": iterator[2]["ShardIterator"]}
        before = self.counted()
        for _ in range(3):
            self.assertEqual(self.call("GetRecords", request, **UNMETERED)[0], 200)
        self.assertEqual(self.counted(), before)
        self.assertEqual(self.call("GetRecords", request)[0], 200)
        self.assertEqual(self.call("GetRecords", request)[0], 400)


if __name__ == "__main__":
    unittest.main()
