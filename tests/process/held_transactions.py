#!/usr/bin/env python3
"""Transactions paused between prepare and commit: their effect on other requests, in both protocols. A paused one does
not keep the server from stopping.
"""

import os
import pathlib
import sys
import tempfile
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import Connection, StatorServer  # noqa: E402

BINARY = os.environ["STATOR"]
TABLE = "Music"
WAIT_SECONDS_MAX = 60
DRAIN_SECONDS = 25  # of the server; a paused transaction must not use it up. Shorter than a test's wait for a stop


def key(name):
    return {"pk": {"S": name}}


def put(name, value):
    return {"Put": {"TableName": TABLE, "Item": {**key(name), "n": {"N": str(value)}}}}


def code(answer):
    return answer["__type"].partition("#")[2]


class HeldTransactions(unittest.TestCase):
    protocol = "on"

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.server = StatorServer(BINARY, [
            "--data", self.folder.name, "--cross-partition-commits", self.protocol, "--drain-timeout", str(DRAIN_SECONDS)]).start()
        self.addCleanup(self.stop)
        self.connect()
        self.call("CreateTable", {
            "TableName": TABLE, "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]})
        self.call("PutItem", {"TableName": TABLE, "Item": {**key("a"), "n": {"N": "1"}}})

    def connect(self):
        self.connection = Connection(self.server.port)
        self.addCleanup(self.connection.close)

    def stop(self):
        if self.server.running():
            self.assertEqual(self.server.stop(), 0)

    def call(self, operation, request):
        status, answer = self.connection.call(operation, request)
        self.assertEqual(status, 200, answer)
        return answer

    def refused(self, operation, request):
        status, answer = self.connection.call(operation, request)
        self.assertEqual(status, 400, answer)
        return answer

    def admin(self, method, name, body=None):
        return self.connection.admin(method, name, body)

    def hold(self, actions, token):
        """Starts a transaction that will be paused. The returned list gets its answer, on the returned thread."""
        self.assertEqual(self.admin("POST", "transactions/hold", {"TableName": TABLE, "Key": key("a")}), (200, {"armed": 1, "held": 0}))
        answers = []

        def send():
            connection = Connection(self.server.port)
            answers.append(connection.call("TransactWriteItems", {"TransactItems": actions, "ClientRequestToken": token}))
            connection.close()

        thread = threading.Thread(target=send)
        thread.start()
        deadline = time.monotonic() + WAIT_SECONDS_MAX
        while self.admin("GET", "transactions") != (200, {"armed": 0, "held": 1}):
            self.assertLess(time.monotonic(), deadline, "the transaction is not held")
        return thread, answers

    def test_other_requests_conflict_with_a_paused_transaction(self):
        actions = [put("a", 2), put("new", 2)]
        thread, answers = self.hold(actions, "token")
        for name in ("a", "new"):
            answer = self.refused("PutItem", {"TableName": TABLE, "Item": key(name)})
            self.assertEqual((code(answer), answer["message"]), ("TransactionConflictException", "Transaction is ongoing for the item"))
            self.assertEqual(code(self.refused("DeleteItem", {"TableName": TABLE, "Key": key(name)})), "TransactionConflictException")
        answer = self.refused("TransactWriteItems", {"TransactItems": [put("other", 3), put("new", 3)]})
        self.assertEqual(answer["CancellationReasons"], [
            {"Code": "None"}, {"Code": "TransactionConflict", "Message": "Transaction is ongoing for the item"}])
        answer = self.refused("TransactGetItems", {"TransactItems": [{"Get": {"TableName": TABLE, "Key": key("a")}}]})
        self.assertEqual(answer["CancellationReasons"][0]["Code"], "TransactionConflict")
        same = {"TransactItems": actions, "ClientRequestToken": "token"}
        self.assertEqual(code(self.refused("TransactWriteItems", same)), "TransactionInProgressException")
        other = {"TransactItems": actions[:1], "ClientRequestToken": "token"}
        self.assertEqual(code(self.refused("TransactWriteItems", other)), "IdempotentParameterMismatchException")
        unprocessed = self.call("BatchWriteItem", {"RequestItems": {TABLE: [
            {"PutRequest": {"Item": key("a")}}, {"PutRequest": {"Item": key("free")}}]}})["UnprocessedItems"]
        self.assertEqual(unprocessed, {TABLE: [{"PutRequest": {"Item": key("a")}}]})
        # Plain reads see the previous items.
        self.assertEqual(self.call("GetItem", {"TableName": TABLE, "Key": key("a"), "ConsistentRead": True})["Item"]["n"], {"N": "1"})
        self.assertEqual(self.call("GetItem", {"TableName": TABLE, "Key": key("new")}), {})
        self.assertEqual(self.call("Scan", {"TableName": TABLE})["Count"], 2)
        self.assertEqual(self.admin("POST", "transactions/release", {"TableName": TABLE, "Key": key("a")}), (200, {"released": 1}))
        thread.join(WAIT_SECONDS_MAX)
        self.assertEqual(answers, [(200, {})])
        self.assertEqual(self.call("GetItem", {"TableName": TABLE, "Key": key("new")})["Item"]["n"], {"N": "2"})
        self.call("PutItem", {"TableName": TABLE, "Item": key("a")})

    def test_a_paused_transaction_does_not_delay_the_stop(self):
        thread, answers = self.hold([put("a", 2)], "token")
        began = time.monotonic()
        self.assertEqual(self.server.stop(), 0)
        self.assertLess(time.monotonic() - began, DRAIN_SECONDS)
        thread.join(WAIT_SECONDS_MAX)
        self.assertEqual(answers[0][0], 500)
        self.server.start()
        self.connect()
        self.assertEqual(self.call("GetItem", {"TableName": TABLE, "Key": key("a")})["Item"]["n"], {"N": "1"})
        self.call("PutItem", {"TableName": TABLE, "Item": key("a")})

    def test_bad_bodies(self):
        misshapen = ([], {"TableName": TABLE}, {"Key": 5}, {"TableName": 1, "Key": []}, {"TableName": TABLE, "Key": []},
                     {"TableName": TABLE, "Key": {"pk": 1}}, {"TableName": TABLE, "Key": key("a"), "Table": 1},
                     {"TableName": TABLE, "Key": key("a"), "ConsistentRead": True})
        for function in ("transactions/hold", "transactions/release"):
            for body in misshapen:
                status, answer = self.admin("POST", function, body)
                self.assertEqual(status, 400, (function, body))
                self.assertIn("The body must name an item", answer["message"])
        for body in (None, {}, {"TableName": TABLE, "Key": {"pk": {"N": "1"}}}):
            status, answer = self.admin("POST", "transactions/hold", body)
            self.assertEqual(status, 400, body)
            self.assertTrue(answer["message"])
        status, _ = self.admin("POST", "transactions/hold", {"TableName": "Nowhere", "Key": key("a")})
        self.assertEqual(status, 404)
        self.assertEqual(self.admin("POST", "transactions/release"), (200, {"released": 0}))


class HeldInTwoPhases(HeldTransactions):
    protocol = "off"


if __name__ == "__main__":
    unittest.main()
