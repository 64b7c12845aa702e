#!/usr/bin/env python3
"""The bill of a running server: `stator bill`, its JSON, and the examples of docs/bill.md."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import Connection, StatorServer  # noqa: E402

ROOT = HERE.parent.parent
BINARY = os.environ["STATOR"]
KB = 1024


def stator(*words, **environment):
    """(exit status, standard output, standard error)"""
    run = subprocess.run([BINARY, *words], capture_output=True, text=True, timeout=60, cwd=tempfile.gettempdir(),
                         env={**os.environ, **environment})
    return run.returncode, run.stdout, run.stderr


def examples():
    """Returns [(words, output)] of the document."""
    found = []
    for block in (ROOT / "docs" / "bill.md").read_text().split("```console\n")[1:]:
        command, _, output = block.split("```")[0].partition("\n")
        found.append((command.removeprefix("$ stator ").split(), output))
    return found


def key(name, kind):
    return {"AttributeName": name, "KeyType": kind}


def index(name, attribute):
    return {"IndexName": name, "KeySchema": [key(attribute, "HASH")], "Projection": {"ProjectionType": "ALL"}}


def table(name, indexes=(), **more):
    names = ["pk", "sk", *(each["KeySchema"][0]["AttributeName"] for each in indexes)]
    request = {
        "TableName": name, "BillingMode": "PAY_PER_REQUEST", "KeySchema": [key("pk", "HASH"), key("sk", "RANGE")],
        "AttributeDefinitions": [{"AttributeName": each, "AttributeType": "S"} for each in names], **more}
    if indexes:
        request["GlobalSecondaryIndexes"] = list(indexes)
    return request


def item(pk, sk, size, **more):
    """Returns an item of exactly `size` bytes."""
    attributes = {"pk": pk, "sk": sk, **more}
    used = sum(len(name) + len(value) for name, value in attributes.items())
    attributes["v"] = "x" * (size - used - 1)
    return {name: {"S": value} for name, value in attributes.items()}


class ServerCase(unittest.TestCase):
    """A server whose clock stands still."""

    arguments = ("--memory",)

    def setUp(self):
        self.server = self.enterContext(StatorServer(BINARY, self.arguments))
        self.connect()
        self.admin("POST", "clock", {"set": "2027-01-01T00:00:00Z", "frozen": True})

    def connect(self):
        self.client = Connection(self.server.port)
        self.addCleanup(self.client.close)

    def call(self, operation, request):
        status, body = self.client.call(operation, request)
        self.assertEqual(status, 200, body)
        return body

    def admin(self, method, path, body=None):
        status, answer = self.client.admin(method, path, body)
        self.assertEqual(status, 200, answer)
        return answer

    def create(self, *words, **more):
        self.call("CreateTable", table(*words, **more))
        self.admin("POST", "bill/reset", {})

    def bill(self, *words):
        status, out, err = stator("bill", "--json", "--endpoint", self.server.url(), *words)
        self.assertEqual((status, err), (0, ""))
        return json.loads(out)

    def plans(self, bill, subject="writes"):
        return {plan["plan"]: sum(line["dollars"] for line in plan["lines"] if line["subject"] == subject)
                for plan in bill["tables"][0]["plans"]}

    def write(self, name, items):
        for i in range(0, len(items), 25):
            puts = [{"PutRequest": {"Item": each}} for each in items[i:i + 25]]
            self.assertFalse(self.call("BatchWriteItem", {"RequestItems": {name: puts}}).get("UnprocessedItems"))

    def orders(self):
        """Sends the document's traffic: a minute of a small shop."""
        self.create("orders", [index("GSI1", "gsi1pk")])
        for i in range(240):
            shipped = {"gsi1pk": f"CUST#{i % 12}#SHIPPED"} if i % 4 == 0 else {}
            self.call("PutItem", {"TableName": "orders", "Item": item(f"CUST#{i % 12}", f"ORDER#{1000 + i}", 5 * KB, **shipped)})
        for i in range(480):
            self.call("GetItem", {"TableName": "orders", "Key": {"pk": {"S": f"CUST#{i % 12}"}, "sk": {"S": f"ORDER#{1000 + i % 12}"}}})
        for i in range(120):
            self.call("Query", {"TableName": "orders", "IndexName": "GSI1", "KeyConditionExpression": "gsi1pk = :c",
                                "ExpressionAttributeValues": {":c": {"S": f"CUST#{i % 12}#SHIPPED"}}})
        self.admin("POST", "clock", {"advance": "1m"})

    def more_orders(self):
        """Sends the shop's traffic after a release."""
        for i in range(60):
            self.call("Query", {"TableName": "orders", "KeyConditionExpression": "pk = :c AND begins_with(sk, :o)",
                                "ExpressionAttributeValues": {":c": {"S": f"CUST#{i % 12}"}, ":o": {"S": "ORDER#"}}})


class BillTest(ServerCase):
    def test_a_thousand_writes_a_second(self):
        self.create("Music")
        # One minute's writes are made in items of forty units.
        self.write("Music", [item(f"ARTIST#{i}", "PROFILE", 40 * KB) for i in range(1500)])
        self.admin("POST", "clock", {"advance": "1m"})
        now = self.plans(self.bill())
        self.assertAlmostEqual(now["onDemand"], 1642.50, places=2)
        self.assertAlmostEqual(now["fullyUsed"], 474.50, places=2)
        then = self.plans(self.bill("--prices", "2024-10"))
        self.assertAlmostEqual(then["onDemand"], 3240.00, places=2)
        self.assertAlmostEqual(then["fullyUsed"], 468.00, places=2)

    def test_a_sparse_index_against_a_full_one(self):
        self.create("Orders", [index("Full", "full"), index("Sparse", "sparse")])
        rush = {"sparse": "RUSH"}
        self.write("Orders", [item(f"ORDER#{i}", "HEAD", KB, full="ALL", **(rush if i % 20 == 0 else {})) for i in range(200)])
        self.admin("POST", "clock", {"advance": "1h"})
        bill = self.bill()
        writes = {line["index"]: line["quantity"] for line in bill["lines"] if line["subject"] == "writes"}
        self.assertEqual(writes["Full"], writes[""])
        self.assertEqual(writes["Sparse"], writes["Full"] / 20)
        dollars = {line["index"]: line["dollars"] for line in bill["lines"] if line["subject"] == "writes"}
        self.assertAlmostEqual(dollars["Sparse"], dollars["Full"] / 20, places=5)
        stored = {each["index"]: each["standard"]["stored"][0] for each in bill["usage"]["tables"][0]["resources"]}
        self.assertEqual(stored["Full"], 200 * (KB + 100) * 3600)
        self.assertAlmostEqual(stored["Sparse"], stored["Full"] / 20)

    def test_the_document_shows_what_is_printed(self):
        (bill_words, bill_output), (diff_words, diff_output) = examples()
        self.orders()
        self.assertEqual(stator(*bill_words, "--endpoint", self.server.url()), (0, bill_output, ""))
        with tempfile.TemporaryDirectory() as folder:
            names = [os.path.join(folder, name) for name in diff_words[-2:]]
            for name in names:
                pathlib.Path(name).write_text(json.dumps(self.bill()))
                self.more_orders()
            self.assertEqual(stator(*diff_words[:-2], *names), (0, diff_output, ""))

    def test_patterns_are_named_without_a_model(self):
        self.orders()
        patterns = {each["pattern"]: each for each in self.bill()["patterns"]}
        self.assertEqual(set(patterns), {"Query GSI1 CUST#*#SHIPPED", "PutItem CUST#* / ORDER#*", "GetItem CUST#* / ORDER#*"})
        put = patterns["PutItem CUST#* / ORDER#*"]
        self.assertEqual(put["requests"], 240 * 60 * 730)
        self.assertEqual(put["writeUnits"], (240 * 5 + 60 * 5) * 60 * 730)

    def test_units_of_the_bill_are_those_of_the_answers(self):
        self.create("Things", [index("GSI1", "g")])
        told = {"read": 0, "write": 0}

        def call(kind, operation, request):
            consumed = self.call(operation, {"TableName": "Things", "ReturnConsumedCapacity": "TOTAL", **request})["ConsumedCapacity"]
            told[kind] += consumed["CapacityUnits"]

        for i in range(20):
            call("write", "PutItem", {"Item": item(f"A#{i}", "x", 100 + i * 400, **({"g": "G"} if i % 3 else {}))})
            call("read", "GetItem", {"Key": {"pk": {"S": f"A#{i}"}, "sk": {"S": "x"}}, "ConsistentRead": i % 2 == 0})
        call("write", "DeleteItem", {"Key": {"pk": {"S": "A#1"}, "sk": {"S": "x"}}})
        call("write", "UpdateItem", {"Key": {"pk": {"S": "A#2"}, "sk": {"S": "x"}}, "UpdateExpression": "SET g = :g",
                                     "ExpressionAttributeValues": {":g": {"S": "H"}}})
        call("read", "Query", {"IndexName": "GSI1", "KeyConditionExpression": "g = :g", "ExpressionAttributeValues": {":g": {"S": "G"}}})
        call("read", "Scan", {})
        self.admin("POST", "clock", {"advance": "1m"})
        bill = self.bill()
        month = 60 * 730
        for kind in told:
            by_pattern = sum(each[kind + "Units"] for each in bill["patterns"])
            by_line = sum(line["quantity"] for line in bill["lines"] if line["subject"] == kind + "s")
            self.assertAlmostEqual(by_pattern, told[kind] * month, places=3)
            self.assertAlmostEqual(by_line, told[kind] * month, places=3)

    def test_reads_of_a_stream(self):
        self.create("Music", StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"})
        arn = self.call("ListStreams", {})["Streams"][0]["StreamArn"]
        shard = self.call("DescribeStream", {"StreamArn": arn})["StreamDescription"]["Shards"][0]["ShardId"]
        at = self.call("GetShardIterator", {"StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"})["ShardIterator"]
        for _ in range(3):
            self.call("GetRecords", {"ShardIterator": at})
        self.admin("POST", "clock", {"advance": "1m"})
        (line,) = self.bill()["lines"]
        self.assertEqual((line["subject"], line["operation"], line["quantity"]), ("streams", "GetRecords", 3 * 60 * 730))

    def test_warm_throughput_is_paid_once(self):
        warm = {"ReadUnitsPerSecond": 40000, "WriteUnitsPerSecond": 40000}
        self.call("CreateTable", table("Music", [{**index("GSI1", "g"), "WarmThroughput": {"WriteUnitsPerSecond": 4100}}], WarmThroughput=warm))
        self.call("CreateTable", table("Plain", [index("GSI1", "g")]))
        self.call("UpdateTable", {"TableName": "Plain", "WarmThroughput": {**warm, "WriteUnitsPerSecond": 4000}})
        self.call("UpdateTable", {"TableName": "Plain", "WarmThroughput": warm, "GlobalSecondaryIndexUpdates": [
            {"Update": {"IndexName": "GSI1", "WarmThroughput": {"ReadUnitsPerSecond": 12001}}}]})
        self.admin("POST", "clock", {"advance": "1m"})
        bill = self.bill()
        lines = {(line["table"], line["index"]): (line["quantity"], line["dollars"])
                 for line in bill["lines"] if line["subject"] == "warmThroughput"}
        # A new on-demand table is warm for 12,000 reads and 4,000 writes.
        dollars = round(28000 * 0.00013 + 36000 * 0.00065, 2)
        self.assertEqual(lines["Music", ""], (64000, dollars))
        self.assertEqual(lines["Plain", ""], (64000, dollars))
        self.assertEqual(lines["Music", "GSI1"], (100, 0.065))
        self.assertEqual(lines["Plain", "GSI1"], (1, 0.00013))
        self.assertIn("warmThroughput", stator("bill", "--endpoint", self.server.url())[1])
        self.assertIn("warm_throughput", bill["unverified"])

    def test_unchanged_capacity_is_billed(self):
        self.create("Music", BillingMode="PROVISIONED", ProvisionedThroughput={"ReadCapacityUnits": 10, "WriteCapacityUnits": 20})
        self.write("Music", [item("ARTIST#1", "PROFILE", KB)])
        self.admin("POST", "clock", {"advance": "1h"})
        self.call("UpdateTable", {"TableName": "Music", "ProvisionedThroughput": {"ReadCapacityUnits": 10, "WriteCapacityUnits": 40}})
        self.admin("POST", "clock", {"advance": "1h"})
        bill = self.bill("--table", "Music")
        dollars = {(line["subject"], line["pattern"]): line["dollars"] for line in bill["lines"]}
        # The capacity was 20 units for one hour and 40 units for the other.
        self.assertAlmostEqual(dollars["writes", "BatchWriteItem ARTIST#* / PROFILE"], 730 * 30 * 0.00065, places=4)
        self.assertAlmostEqual(dollars["reads", "unused capacity"], 730 * 10 * 0.00013, places=4)
        self.assertEqual(bill["tables"][0]["billing"], "provisioned")

    def test_over_the_budget(self):
        self.orders()
        url = ("--endpoint", self.server.url())
        status, out, _ = stator("bill", *url, "--fail-over", "1000usd/month")
        self.assertEqual(status, 0)
        self.assertIn("Budget: $1,000.00 a month", out)
        status, out, _ = stator("bill", *url, "--fail-over", "0.50usd/month")
        self.assertEqual(status, 1)
        self.assertIn(" over.", out)
        self.assertEqual(stator("bill", *url, "--fail-over", "0.50usd/month", "--period", "31d")[0], 0)
        self.assertEqual(stator("bill", *url, "--fail-over", "lots")[0], 2)

    def test_mistakes(self):
        url = ("--endpoint", self.server.url())
        self.create("Music")
        self.admin("POST", "clock", {"advance": "2h"})
        for words, text in (
                (("--period", "1h"), "--period must be at least the counted time of 2h."),
                (("--table", "none"), "The bill has no table none."),
                (("--period", "1s"), "--period must be a duration from 1m to 31d, such as 24h."),
                (("--prices", "none"), "There are no prices none"),
                (("diff", "nowhere.json", "nowhere.json"), "The bill file nowhere.json cannot be read"),
                (("diff", "http://", "http://"), "'http://' is not a URL of the form"),
                (("--tabel", "x"), "stator bill has no option --tabel; did you mean --table? See stator bill --help."),
                (("dif",), "stator bill has no command 'dif'; did you mean 'diff'? See stator bill --help."),
                (("--bogus",), "stator bill has no option --bogus. See stator bill --help.")):
            status, out, err = stator("bill", *(() if "diff" in words else url), *words)
            self.assertEqual((status, out), (2, ""), words)
            self.assertIn(text, err)
        self.assertEqual(stator("bill", "--endpoint", "ftp://x")[::2], (
            2, "stator: 'ftp://x' is not a URL of the form http://HOST:PORT/PATH or https://HOST:PORT/PATH.\n"))
        self.assertIn("bill", stator("--help")[1])
        self.assertIn("--fail-over", stator("bill", "--help")[1])

    def test_a_reset_begins_anew(self):
        self.orders()
        self.assertGreater(self.bill("--reset")["dollars"], 1)
        bill = self.bill()
        self.assertEqual(bill["since"], "2027-01-01T00:01:00Z")
        self.assertEqual(bill["patterns"], [])


class BillOverHttpTest(ServerCase):
    """The admin API answers what the command line prints."""

    def refused(self, method, path, body=None):
        status, answer = self.client.admin(method, path, body)
        self.assertEqual(status, 400, answer)
        return answer["message"]

    def test_parameters_mean_what_the_options_mean(self):
        self.orders()
        for query, words in (("", ()), ("?period=24h&utilization=50", ("--period", "24h", "--utilization", "50")),
                             ("?table=orders", ("--table", "orders"))):
            self.assertEqual(self.admin("GET", f"bill{query}"), self.bill(*words), query)

    def test_parameters_are_checked(self):
        self.orders()
        for query, message in (
                ("period=x", "period must be a duration from 1m to 31d, such as 24h."),
                ("period=59s", "period must be a duration from 1m to 31d, such as 24h."),
                ("period=32d", "period must be a duration from 1m to 31d, such as 24h."),
                ("utilization=0", "utilization must be from 1 to 100."),
                ("utilization=nan", "utilization must be from 1 to 100."),
                ("utilization=70%20", "utilization must be from 1 to 100."),
                ("table=none", "The bill has no such table."),
                ("table=%FF", "The bill has no such table."),
                ("rates=true", "The path takes these parameters: period, utilization, table.")):
            self.assertEqual(self.refused("GET", f"bill?{query}"), message)
        self.admin("POST", "clock", {"advance": "2m"})
        self.assertEqual(self.refused("GET", "bill?period=1m"), "period must be at least the counted time of 3m.")

    def test_a_bill_is_compared_with_the_present_one(self):
        self.orders()
        before = self.admin("GET", "bill")
        self.assertEqual(self.admin("POST", "bill/diff", before)["changes"], [])
        self.more_orders()
        diff = self.admin("POST", "bill/diff", before)
        self.assertEqual(diff, self.admin("POST", "bill/diff", {"usage": before["usage"]}))
        self.assertEqual(diff["changes"][0]["pattern"], "Query CUST#* / ORDER#*")
        self.assertGreater(diff["after"], diff["before"])
        self.admin("POST", "clock", {"advance": "1m"})
        unequal = ("The bills count 1m and 2m. Give period if both stand for the same time, or rates=true to "
                   "compare their monthly rates.")
        self.assertEqual(self.refused("POST", "bill/diff", before), unequal)
        for query in ("period=24h", "rates=true"):
            self.admin("POST", f"bill/diff?{query}", before)
        for query, message in (("rates=yes", "rates must be true or false."), ("table=none", "The bill has no such table."),
                               ("period=1m", "period must be at least the counted time of 2m.")):
            self.assertEqual(self.refused("POST", f"bill/diff?{query}", before), message)

    def test_a_body_that_is_no_bill(self):
        broken = {"since": "2027-01-01T00:00:00Z", "until": "2026-01-01T00:00:00Z", "slotMinutes": 1, "tables": []}
        long = {"usage": {"since": "x" * 100_000}}  # more than an event loop reads
        for body in ([], {}, {"usage": None}, {"usage": {}}, {"usage": broken}, {"usage": {**broken, "slotMinutes": 0}}, long):
            self.assertEqual(self.refused("POST", "bill/diff", body), "The body must be a bill: the answer of GET /_stator/bill.")


class SignedBillTest(unittest.TestCase):
    def test_requests_are_signed_with_the_keys_of_the_environment(self):
        with tempfile.NamedTemporaryFile("w", suffix=".keys") as file:
            file.write("[ada]\naws_access_key_id = AKIDADA\naws_secret_access_key = wonderful\n")
            file.flush()
            with StatorServer(BINARY, ["--memory", "--auth", file.name]) as server:
                words = ("bill", "--reset", "--endpoint", server.url())
                keys = {"AWS_ACCESS_KEY_ID": "AKIDADA", "AWS_SECRET_ACCESS_KEY": "wonderful"}
                status, _, err = stator(*words, **keys)
                self.assertEqual((status, err), (0, ""))
                status, out, err = stator(*words, **{**keys, "AWS_SECRET_ACCESS_KEY": "guessed"})
                self.assertEqual((status, out), (2, ""))
                self.assertIn("signature", err)


class DurableBillTest(ServerCase):
    def setUp(self):
        self.arguments = ("--data", self.enterContext(tempfile.TemporaryDirectory()))
        super().setUp()

    def test_a_bill_survives_a_restart(self):
        self.orders()
        self.call("UpdateTable", {"TableName": "orders", "WarmThroughput": {"ReadUnitsPerSecond": 20000}})
        before = self.bill()
        self.client.close()
        self.server.restart()
        self.connect()
        after = self.bill()
        self.assertEqual(after["lines"], before["lines"])
        self.assertEqual(after["since"], before["since"])


if __name__ == "__main__":
    sys.exit(unittest.main())
