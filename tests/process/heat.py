#!/usr/bin/env python3
"""Heat and throttles of the admin API: what each partition served, its splits, its keys, its refusals."""

import base64
import http.client
import json
import os
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import Connection, StatorServer  # noqa: E402

BINARY = os.environ["STATOR"]
START = 1798761600  # 2027-01-01T00:00:00Z
DAY = 86400
UNITS_EACH = 250  # of one large write; four of them are what a partition has for a second
TABLE = {
    "TableName": "Music", "BillingMode": "PAY_PER_REQUEST",
    "KeySchema": [{"AttributeName": "Artist", "KeyType": "HASH"}, {"AttributeName": "Song", "KeyType": "RANGE"}],
    "AttributeDefinitions": [
        {"AttributeName": "Artist", "AttributeType": "S"}, {"AttributeName": "Song", "AttributeType": "S"},
        {"AttributeName": "Year", "AttributeType": "N"}],
    "LocalSecondaryIndexes": [{
        "IndexName": "ByLocal", "Projection": {"ProjectionType": "KEYS_ONLY"},
        "KeySchema": [{"AttributeName": "Artist", "KeyType": "HASH"}, {"AttributeName": "Year", "KeyType": "RANGE"}]}],
    "GlobalSecondaryIndexes": [{
        "IndexName": "ByYear", "Projection": {"ProjectionType": "KEYS_ONLY"},
        "KeySchema": [{"AttributeName": "Year", "KeyType": "HASH"}]}]}
HOT = {"Artist": {"S": "a"}, "Song": {"S": "hot"}}  # in the last of four partitions


class HeatTest(unittest.TestCase):
    def serve(self, *arguments):
        """Starts a server whose service time stands still at START. No item expires, no second passes."""
        self.server = self.enterContext(StatorServer(BINARY, ["--memory", *arguments]))
        self.ask("clock", "POST", {"set": "2027-01-01T00:00:00Z", "frozen": True})
        self.call("CreateTable", TABLE)

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

    def heat(self, query="", expected=200):
        return self.ask(f"tables/Music/heat{query}", expected=expected)

    def advance(self, duration):
        self.ask("clock", "POST", {"advance": duration})

    def put(self, key=HOT, units=1, expected=200, **more):
        filler = {"B": base64.b64encode(bytes(units * 1024 - 200)).decode()}
        self.call("PutItem", {"TableName": "Music", "Item": {**key, **more, "Cover": filler}}, expected)

    def rows(self, heat):
        return {row["partition"]: row for row in heat["partitions"]}

    def test_seconds_become_minutes_and_minutes_end_after_a_day(self):
        self.serve()
        self.assertEqual(self.heat()["since"], START, "the table is younger than the server")
        self.put(units=4)
        self.advance("2s")
        self.put({**HOT, "Song": {"S": "cold"}}, units=2)
        seen = self.heat()
        self.assertEqual((seen["table"], seen["mode"], seen["now"]), ("Music", "observe", START + 2))
        self.assertNotIn("index", seen)
        self.assertEqual(seen["bounds"], {"read": 3000, "write": 1000})
        self.assertEqual((seen["resolution"]["seconds"], seen["resolution"]["minutes"], seen["resolution"]["lost"]), (1, 60, 0))
        self.assertGreater(seen["resolution"]["bytes"], 0)
        self.assertGreaterEqual(seen["capacity"]["write"]["rate"], 4000)
        rows = self.rows(seen)
        self.assertEqual(list(rows), [1, 2, 3, 4])
        # The last slot is of the second that has not ended.
        self.assertEqual(rows[4]["write"], [{"time": START, "step": 1, "units": [4, 0, 2], "share": [0.004, 0, 0.002]}])
        self.assertEqual([rows[number]["write"] for number in (1, 2, 3)], [[], [], []])
        self.assertEqual(rows[4]["read"], [])
        self.assertNotIn("keys", rows[4], "Contributor Insights is off")
        self.advance("20m")
        self.assertEqual(self.rows(self.heat())[4]["write"], [{"time": START, "step": 60, "units": [6], "share": [0]}])
        self.advance("1d")
        self.assertEqual(self.rows(self.heat())[4]["write"], [])

    def test_reads_and_index_writes_have_their_own_rows(self):
        self.serve()
        self.put(Year={"N": "1999"}, units=8)
        self.call("GetItem", {"TableName": "Music", "Key": HOT, "ConsistentRead": True})
        self.assertEqual(self.rows(self.heat())[4]["read"][0]["units"], [2])
        index = self.heat("?index=ByYear")
        self.assertEqual(index["index"], "ByYear")
        written = [row["write"][0]["units"] for row in index["partitions"] if row["write"]]
        self.assertEqual(written, [[1]])
        self.call("GetItem", {"TableName": "Music", "Key": HOT})
        self.assertEqual(self.rows(self.heat())[4]["read"][0]["units"], [3])

    def test_a_range_answers_what_overlaps_it(self):
        self.serve()
        for _ in range(5):
            self.put()
            self.advance("1s")
        for query, expected in {
                f"?from={START + 1}&to={START + 3}": [1, 1], f"?from={START + 3}": [1, 1], f"?to={START + 2}": [1, 1],
                "?from=2027-01-01T00:00:04Z": [1], f"?from={START + 0.5}&to={START + 0.7}": [1],
                f"?from={START}&to={START}": None, f"?from={START + 500}": None, "?from=0&to=1": None}.items():
            runs = self.rows(self.heat(query))[4]["write"]
            self.assertEqual(runs[0]["units"] if runs else None, expected, query)
        seen = self.heat(f"?from={START + 1}&to={START + 3}")
        self.assertEqual((seen["from"], seen["to"]), (START + 1, START + 3))

    def test_refuses_what_it_does_not_understand(self):
        self.serve()
        for query in ("?from=x", "?from=-1", "?to=nan", "?to=1e30", "?to=2027-13-01", "?from=2&to=1", "?from=1&from=2", "?step=60", "?index="):
            self.assertIn("message", self.heat(query, expected=400), query)
        self.heat("?index=ByLocal", expected=400)
        self.heat("?index=None", expected=404)
        self.heat("?index=%C3%28", expected=404)
        for path in ("tables/None/heat", "tables/None/throttles"):
            self.ask(path, expected=404)
        self.ask("tables/Music/throttles?index=ByYear", expected=400)
        for path in ("heat", "throttles"):
            self.ask(f"tables/Music/{path}", "POST", {}, expected=404)

    def test_throttles_stand_in_the_cell_and_in_the_list(self):
        self.serve("--capacity", "enforce")
        for _ in range(4):
            self.put(units=UNITS_EACH)
        for _ in range(3):
            self.put(units=UNITS_EACH, expected=400)
        run = self.rows(self.heat())[4]["write"][0]
        self.assertEqual((run["units"], run["share"], run["throttles"], run["reasons"]), ([1000], [1], [3], [2]))
        seen = self.ask("tables/Music/throttles")
        self.assertEqual((seen["table"], seen["mode"], seen["now"], seen["total"]), ("Music", "enforce", START, 3))
        self.assertEqual(seen["throttles"], [{
            "time": START, "operation": "PutItem", "access": "write", "reason": "TableWriteKeyRangeThroughputExceeded",
            "resource": "arn:aws:dynamodb:us-east-1:123456789012:table/Music", "key": HOT, "partition": 4, "refused": True}] * 3)
        self.ask("tables/Music/capacity", "POST", {"mode": "observe"})
        self.put(units=UNITS_EACH)
        seen = self.ask("tables/Music/throttles")
        self.assertEqual((seen["mode"], seen["total"], seen["throttles"][0]["refused"]), ("observe", 4, False))
        # A request that was let through takes no units, as if it had been refused.
        self.assertEqual(self.rows(self.heat())[4]["write"][0]["units"], [1000])

    def test_off_records_nothing(self):
        self.serve("--capacity", "off")
        for _ in range(8):
            self.put(units=UNITS_EACH)
        seen = self.heat()
        self.assertEqual(seen["mode"], "off")
        self.assertEqual([row["write"] for row in seen["partitions"]], [[]] * 4)
        self.assertEqual(self.ask("tables/Music/throttles")["throttles"], [])

    def test_the_list_ends_at_a_thousand_and_with_its_table(self):
        self.serve()
        for _ in range(4):
            self.put(units=UNITS_EACH)
        connection = Connection(self.server.port)
        for number in range(1100):
            connection.call("PutItem", {"TableName": "Music", "Item": {"Artist": {"S": "a"}, "Song": {"S": str(number)}}})
        connection.close()
        seen = self.ask("tables/Music/throttles")
        self.assertEqual((seen["total"], len(seen["throttles"])), (1100, 1000))
        self.assertEqual([each["key"]["Song"]["S"] for each in (seen["throttles"][0], seen["throttles"][-1])], ["1099", "100"])
        self.call("DeleteTable", {"TableName": "Music"})
        self.call("CreateTable", TABLE)
        self.assertEqual(self.ask("tables/Music/throttles")["throttles"], [])
        self.assertEqual(self.rows(self.heat())[4]["write"], [])

    def test_a_split_forks_its_row(self):
        self.serve()
        self.put()
        self.advance("10s")
        self.ask("tables/Music/split", "POST", {"partition": 4})
        self.put()
        self.advance("10s")
        self.ask("tables/Music/split", "POST", {"partition": 1})
        seen = self.heat()
        self.assertEqual([row["partition"] for row in seen["partitions"]], [1, 7, 8, 2, 3, 4, 5, 6])
        rows = self.rows(seen)
        self.assertEqual((rows[4]["ends"], rows[4]["from"]["route"]), (START + 10, "c000000000000000"))
        self.assertEqual(rows[4]["write"][0]["time"], START)
        for child in (5, 6):
            self.assertEqual((rows[child]["parent"], rows[child]["begins"]), (4, START + 10))
        self.assertEqual([rows[child]["write"][0]["time"] for child in (5, 6) if rows[child]["write"]], [START + 10])
        self.assertEqual(rows[5]["to"], rows[6]["from"])
        self.assertEqual(seen["splits"], [
            {"time": START + 10, "partition": 4, "children": [5, 6], "reason": "request", "at": rows[6]["from"]},
            {"time": START + 20, "partition": 1, "children": [7, 8], "reason": "request", "at": rows[8]["from"]}])
        later = self.heat(f"?from={START + 15}")
        self.assertEqual([row["partition"] for row in later["partitions"]], [1, 7, 8, 2, 3, 5, 6])
        self.assertEqual([each["partition"] for each in later["splits"]], [1])

    def test_keys_stand_behind_their_rows(self):
        self.serve("--capacity", "enforce")
        self.call("UpdateContributorInsights", {"TableName": "Music", "ContributorInsightsAction": "ENABLE"})
        self.assertEqual(self.rows(self.heat())[4]["keys"], [])
        for _ in range(4):
            self.put(units=UNITS_EACH)
        self.put(units=UNITS_EACH, expected=400)
        self.put({"Artist": {"S": "b2"}, "Song": {"S": "s"}})
        keys = {row["partition"]: row["keys"] for row in self.heat()["partitions"]}
        self.assertEqual(sum(len(each) for each in keys.values()), 2)
        slot = {"time": START, "step": 60, "units": 3 * 1000, "throttles": 1}
        self.assertEqual(keys[4][0], {"key": {"Artist": {"S": "a"}}, "units": 3 * 1000, "throttles": 1, "slots": [slot]})

    def test_jumps_of_the_clock_leave_a_bounded_history(self):
        self.serve()
        for _ in range(50):
            self.put()
            self.advance("10d")
        seen = self.heat()
        self.assertEqual(seen["now"], START + 500 * DAY)
        self.assertEqual(seen["from"], START + 499 * DAY + 1)
        self.assertLess(seen["resolution"]["bytes"], 1024)
        self.ask("clock", "POST", {"frozen": False, "scale": 1000000})
        for _ in range(50):
            self.put()
        self.assertLess(self.heat()["resolution"]["bytes"], 64 * 1024)


if __name__ == "__main__":
    unittest.main()
