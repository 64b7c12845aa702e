#!/usr/bin/python3
"""An article's story of a logistics platform. Mega-shipments throttle while the table uses 40 % of its capacity.
Sharding cures this. A summary that grows inside one item ends at 400 KB."""

import hashlib
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from capacity_case import HUNDRED_UNITS, CapacityCase, item  # noqa: E402

PROVISIONED = 2500
WRITES_PER_SECOND = 14  # of a hundred units each: 1,400 of the table's 2,500
SECONDS = 60


def event_key(shipment, event, high_volume):
    """Returns the article's key: only shipments of high volume have shards."""
    if not high_volume:
        return f"SHIPMENT#{shipment}"
    return f"SHIPMENT#{shipment}#{int(hashlib.md5(event.encode()).hexdigest(), 16) % 10}"


class LogisticsPlatform(CapacityCase):
    def scan_parcels(self, table, high_volume):
        """Sends a minute of events of one mega-shipment. Returns the reasons of throttled writes, and the number of
        written ones."""
        reasons, written = [], 0
        for second in range(SECONDS):
            for number in range(WRITES_PER_SECOND):
                event = f"{second:04}-{number:02}"
                refused = self.attempt(
                    table.put_item, Item=item(event_key("mega", event, high_volume), f"EVENT#{event}", HUNDRED_UNITS))
                reasons += refused
                written += not refused
            self.clock.advance(1)
        return reasons, written

    def test_mega_shipments_throttle_at_40_percent_of_provisioned(self):
        table = self.provisioned_table("shipments", 100, PROVISIONED)
        self.client.update_contributor_insights(TableName="shipments", ContributorInsightsAction="ENABLE")
        since = self.clock.now()
        reasons, written = self.scan_parcels(table, high_volume=False)
        self.clock.advance(60)
        # The limit is that of one partition, not the table's capacity.
        self.assertEqual(set(reasons), {"TableWriteKeyRangeThroughputExceeded"})
        self.assertAlmostEqual(written * 100 / SECONDS / PROVISIONED, 0.40, delta=0.02)
        # CloudWatch shows throttled requests by table and operation, while consumption is far below the provisioned
        # capacity.
        self.assertEqual(self.sum_of("ThrottledRequests", since, TableName="shipments", Operation="PutItem"), len(reasons))
        self.assertIsNone(self.sum_of("ThrottledRequests", since, TableName="shipments"))
        self.assertEqual(self.sum_of("WriteThrottleEvents", since, TableName="shipments"), len(reasons))
        self.assertEqual(self.sum_of("ConsumedWriteCapacityUnits", since, TableName="shipments"), written * 100)
        # Contributor Insights names the key.
        self.assertEqual(self.hottest("shipments", "PKT", since), "SHIPMENT#mega")
        self.assertEqual(self.hottest("shipments", "PKC", since), "SHIPMENT#mega")

    def hottest(self, table, kind, since):
        rules = self.client.describe_contributor_insights(TableName=table)["ContributorInsightsRuleList"]
        rule = next(each for each in rules if f"-{kind}-" in each)
        report = self.cloudwatch.get_insight_rule_report(RuleName=rule, StartTime=since, EndTime=self.clock.now(), Period=60)
        return report["Contributors"][0]["Keys"][0]

    def test_ten_shards_cure_the_throttling(self):
        table = self.provisioned_table("sharded", 100, PROVISIONED)
        _, written = self.scan_parcels(table, high_volume=True)
        # Ten shards are on three partitions. By chance, one of them may be crowded for a second, but not for longer.
        self.assertGreater(written, 0.97 * SECONDS * WRITES_PER_SECOND)
        # The whole history is now ten queries. Small shipments still need one.
        counted = 0
        for shard in range(10):
            pages = self.client.get_paginator("query").paginate(
                TableName="sharded", Select="COUNT", KeyConditionExpression="PK = :pk",
                ExpressionAttributeValues={":pk": {"S": f"SHIPMENT#mega#{shard}"}})
            for page in pages:
                counted += page["Count"]
                self.clock.advance(60)  # reading megabytes uses the capacity
        self.assertEqual(counted, written)

    def test_a_growing_summary_is_refused_at_400_kb(self):
        table = self.on_demand_table("rollup")
        key = {"PK": "SHIPMENT#mega", "SK": "SUMMARY"}
        table.put_item(Item={**key, "events": []})
        appended = 0
        with self.refused("ValidationException") as refusal:
            while appended < 100:
                table.update_item(
                    Key=key, UpdateExpression="SET events = list_append(events, :more)",
                    ExpressionAttributeValues={":more": ["x" * 10_000]})
                appended += 1
                self.clock.advance(1)
        self.assertEqual(refusal.exception.response["Error"]["Message"], "Item size to update has exceeded the maximum allowed size")
        self.assertEqual(appended, 40)  # 40 times 10,003 bytes, and the keys: the next one exceeds 409,600

    def test_one_item_per_increment_and_a_latest_status_kept_by_a_stream(self):
        table = self.on_demand_table(
            "increments", StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"})
        for number in range(60):
            table.put_item(Item=item("SHIPMENT#mega", f"EVENT#{number:04}", 8 * 1024, status=f"scan {number}"))
            self.clock.advance(1)
        for record in self.records(table):
            image = record["dynamodb"]["NewImage"]
            if image["SK"]["S"].startswith("EVENT#"):
                table.put_item(Item={"PK": image["PK"]["S"], "SK": "LATEST", "status": image["status"]["S"]})
        self.assertEqual(table.get_item(Key={"PK": "SHIPMENT#mega", "SK": "LATEST"})["Item"]["status"], "scan 59")

    def records(self, table):
        """Returns all records in the table's stream so far, shard by shard."""
        streams = self.streams_client()
        table.reload()
        found = []
        for shard in streams.describe_stream(StreamArn=table.latest_stream_arn)["StreamDescription"]["Shards"]:
            iterator = streams.get_shard_iterator(
                StreamArn=table.latest_stream_arn, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON")["ShardIterator"]
            while iterator:
                answer = streams.get_records(ShardIterator=iterator)
                found += answer["Records"]
                iterator = answer.get("NextShardIterator") if answer["Records"] else None
        return found


if __name__ == "__main__":
    unittest.main()
