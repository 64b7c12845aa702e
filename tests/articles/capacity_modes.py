#!/usr/bin/python3
"""Five articles' claims about capacity, as tests: the limit of one key and its cure, the cost of an index, an index
that throttles its table, a cold spike on demand, and auto scaling that follows a day and misses a spike."""

import hashlib
import pathlib
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from boto3_case import ALL, key_schema  # noqa: E402
from capacity_case import HUNDRED_UNITS, CapacityCase, item, units  # noqa: E402

NOTICED_SECONDS_MAX = 60  # machine time that background work may take on a busy machine
WRITE_UTILIZATION = {
    "PredefinedMetricSpecification": {"PredefinedMetricType": "DynamoDBWriteCapacityUtilization"}, "TargetValue": 70.0}


EIGHTHS = 8  # a new on-demand table has four partitions, one that has grown to twice as much has eight


def eighth(partition_key):
    """Returns the eighth of the key order that contains the partition key."""
    return hashlib.md5(b"Outliers" + partition_key.encode()).digest()[0] * EIGHTHS // 256


def spread_keys(count):
    """Returns this many keys, spread evenly over the eighths."""
    wanted = {each: count // EIGHTHS for each in range(EIGHTHS)}
    keys, number = [], 0
    while len(keys) < count:
        key = f"KEY#{number}"
        number += 1
        if wanted[eighth(key)]:
            wanted[eighth(key)] -= 1
            keys.append(key)
    return keys


def index(name, write=None):
    described = {"IndexName": name, "KeySchema": key_schema(f"{name}PK", None), "Projection": ALL}
    return described if write is None else {**described, "ProvisionedThroughput": units(5, write)}


class OneKey(CapacityCase):
    def count(self, table, shards, writes):
        """Writes items of a hundred units, equally many in each of ten seconds. Returns the reasons of throttled
        writes."""
        reasons = []
        for second in range(10):
            for number in range(writes):
                key = "GLOBAL_COUNTER" if shards == 1 else f"GLOBAL_COUNTER#{number % shards}"
                reasons += self.attempt(table.put_item, Item=item(key, f"{second}-{number}", HUNDRED_UNITS))
            self.clock.advance(1)
        return reasons

    def test_one_key_gets_at_most_a_thousand_units_a_second(self):
        table = self.provisioned_table("ceiling", 10, 20_000)
        reasons = self.count(table, shards=1, writes=15)
        self.assertEqual(set(reasons), {"TableWriteKeyRangeThroughputExceeded"})
        self.assertIn(len(reasons), range(40, 51))  # five of fifteen; the first second may differ

    def test_ten_shards_serve_ten_times_as_much(self):
        table = self.provisioned_table("counters", 10, 20_000)
        self.assertEqual(self.count(table, shards=10, writes=15), [])


class Indexes(CapacityCase):
    def cost_of_index(self, name, share):
        """Returns the units that a hundred items consume on an index that contains `share` of them."""
        table = self.on_demand_table(name, attributes=("PK", "SK", "flaggedPK"), GlobalSecondaryIndexes=[index("flagged")])
        since = self.clock.now()
        for number in range(100):
            more = {"flaggedPK": "yes"} if number % share == 0 else {}
            table.put_item(Item=item(f"ORDER#{number}", "ORDER", 1000, **more))
        self.clock.advance(60)
        self.assertEqual(self.sum_of("ConsumedWriteCapacityUnits", since, TableName=name), 100)
        return self.sum_of("ConsumedWriteCapacityUnits", since, TableName=name, GlobalSecondaryIndexName="flagged")

    def test_a_sparse_index_costs_its_share(self):
        self.assertEqual((self.cost_of_index("full", share=1), self.cost_of_index("sparse", share=10)), (100, 10))

    def test_an_index_with_too_little_capacity_throttles_its_table(self):
        table = self.provisioned_table("orders", 10, 1000, attributes=("PK", "SK", "openPK"), GlobalSecondaryIndexes=[index("open", write=1)])
        self.clock.advance(300)  # both get the largest burst
        write = lambda number, **more: self.attempt(  # noqa: E731
            table.put_item, Item=item(f"ORDER#{number}", "ORDER", HUNDRED_UNITS, **more))
        reasons = [each for number in range(10) for each in write(number, openPK="OPEN")]
        self.assertEqual(set(reasons), {"IndexWriteProvisionedThroughputExceeded"})
        # The table itself has enough units: a write that does not touch the index succeeds.
        self.assertEqual(write(11), [])


class OnDemand(CapacityCase):
    def traffic(self, table, thousands, seconds):
        """Writes this many thousand units a second, evenly over the key order. Returns the reasons of throttled
        writes."""
        reasons = []
        for second in range(seconds):
            for key in spread_keys(thousands * 4):
                reasons += self.attempt(table.put_item, Item=item(key, str(second), 250 * 1024))
            self.clock.advance(1)
        return reasons

    def test_a_cold_spike_throttles_and_a_grown_table_serves_it(self):
        table = self.on_demand_table("spike")
        self.assertEqual(self.traffic(table, 2, seconds=5), [])
        spike = self.traffic(table, 12, seconds=3)
        self.assertEqual(set(spike), {"TableWriteKeyRangeThroughputExceeded"})
        # A minute close to its limit is a new peak. Half an hour later the table serves twice as much.
        self.traffic(table, 4, seconds=60)
        self.clock.advance(31 * 60)
        deadline = time.monotonic() + NOTICED_SECONDS_MAX
        while self.traffic(table, 6, seconds=1):
            self.assertLess(time.monotonic(), deadline, "the table did not grow")
            self.clock.advance(30)


class AutoScaling(CapacityCase):
    def scaled_table(self, name):
        """Registers scaling as the article's Terraform does."""
        table = self.provisioned_table(name, 50, 50)
        target = dict(
            ServiceNamespace="dynamodb", ResourceId=f"table/{name}", ScalableDimension="dynamodb:table:WriteCapacityUnits")
        self.scaling.register_scalable_target(**target, MinCapacity=50, MaxCapacity=2000)
        self.scaling.put_scaling_policy(
            **target, PolicyName="write-target-70", PolicyType="TargetTrackingScaling",
            TargetTrackingScalingPolicyConfiguration=WRITE_UTILIZATION)
        self.addCleanup(self.scaling.deregister_scalable_target, **target)
        return table

    def minute(self, table, rate):
        """Writes this many units a second for a minute, in writes of some 300 units. Returns the reasons of throttled
        ones."""
        writes = rate * 60 // 300
        reasons = []
        for number in range(writes):
            reasons += self.attempt(table.put_item, Item=item(f"KEY#{number}", "x", 300 * 1024))
            self.clock.advance(60 / writes)
        return reasons

    def settles_at(self, table, capacity, minutes, rate):
        """Writes minute by minute until the table has this capacity. Fails after `minutes` minutes."""
        for _ in range(minutes):
            self.minute(table, rate)
            deadline = time.monotonic() + 2
            while time.monotonic() < deadline:
                table.reload()
                if table.provisioned_throughput["WriteCapacityUnits"] == capacity:
                    return
        self.fail(f"the table has {table.provisioned_throughput['WriteCapacityUnits']} units, not {capacity}")

    def test_auto_scaling_follows_a_day(self):
        table = self.scaled_table("diurnal")
        throttled = []
        for rate in (30, 40, 60, 80, 100, 120):
            for _ in range(4):
                throttled += self.minute(table, rate)
        self.assertEqual(throttled, [])
        self.settles_at(table, capacity=172, minutes=5, rate=120)  # 120 / 70 %
        self.settles_at(table, capacity=50, minutes=25, rate=20)
        activities = self.scaling.describe_scaling_activities(ServiceNamespace="dynamodb", ResourceId="table/diurnal")["ScalingActivities"]
        self.assertEqual({each["StatusCode"] for each in activities}, {"Successful"})
        self.assertEqual(activities[0]["Description"], "Setting write capacity units to 50.")

    def test_auto_scaling_misses_a_spike(self):
        table = self.scaled_table("spiky")
        for _ in range(3):
            self.minute(table, 30)
        spike = self.minute(table, 900)
        self.assertEqual(set(spike), {"TableWriteProvisionedThroughputExceeded"})
        table.reload()
        self.assertEqual(table.provisioned_throughput["WriteCapacityUnits"], 50)


if __name__ == "__main__":
    unittest.main()
