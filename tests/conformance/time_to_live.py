#!/usr/bin/env python3
"""Sessions that expire, through boto3, over days that pass because the test turns the clock."""

import datetime
import os
import pathlib
import subprocess
import sys
import unittest
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from boto3_case import Boto3Case  # noqa: E402

DAY = 24 * 3600


class TimeToLiveTest(Boto3Case):
    def clock(self, *words):
        """Runs `stator clock …` and returns the new time in seconds."""
        line = subprocess.run([os.environ["STATOR"], "clock", *words, "--endpoint", self.endpoint],
                              capture_output=True, text=True, timeout=60, check=True).stdout
        return datetime.datetime.fromisoformat(line.split(",")[0].strip().replace("Z", "+00:00")).timestamp()

    def keys(self, table):
        return {item["PK"] for item in table.scan(ConsistentRead=True)["Items"]}

    def deleted(self):
        text = urllib.request.urlopen(f"{self.endpoint}/metrics").read().decode()
        return int(next(line.split()[-1] for line in text.split("\n") if line.startswith("stator_time_to_live_deleted_items_total ")))

    def enable(self, table):
        self.client.update_time_to_live(
            TableName=table.name, TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires"})
        self.eventually("ENABLED", lambda: self.client.describe_time_to_live(
            TableName=table.name)["TimeToLiveDescription"]["TimeToLiveStatus"])

    def test_items_older_than_the_setting_expire_too(self):
        now = int(self.clock("freeze"))
        table = self.single_table("Sessions", {"by-user": ("user", None, {"ProjectionType": "ALL"})})
        before = self.deleted()
        with table.batch_writer() as writer:
            for number in range(600):
                writer.put_item(Item={"PK": f"s{number}", "SK": "-", "user": "u", "expires": now + DAY + number % 3 * DAY})
            writer.put_item(Item={"PK": "stays", "SK": "-", "user": "u"})
        self.enable(table)
        self.assertEqual(len(self.keys(table)), 601)
        for day, left in ((1, 401), (2, 201), (3, 1)):
            self.clock("advance", "1d")
            self.clock("advance", "1s")
            self.eventually(left, lambda: len(self.keys(table)))
            self.assertEqual(self.deleted() - before, 601 - left, day)
        self.assertEqual(self.keys(table), {"stays"})
        self.assertEqual(self.client.query(
            TableName=table.name, IndexName="by-user", KeyConditionExpression="#u = :u",
            ExpressionAttributeNames={"#u": "user"}, ExpressionAttributeValues={":u": {"S": "u"}})["Count"], 1)

    def test_a_used_session_stays(self):
        table = self.single_table("Used")
        self.enable(table)
        now = int(self.clock("freeze"))
        for name in ("idle", "used"):
            table.put_item(Item={"PK": name, "SK": "-", "expires": now + 3600})
        self.clock("advance", "59m")
        table.update_item(Key={"PK": "used", "SK": "-"}, UpdateExpression="SET expires = :later",
                          ExpressionAttributeValues={":later": now + 2 * 3600})
        self.clock("advance", "2m")
        self.eventually({"used"}, lambda: self.keys(table))


if __name__ == "__main__":
    unittest.main()
