#!/usr/bin/env python3
"""Auto scaling through boto3, over minutes that pass because the test turns the clock."""

import datetime
import math
import os
import pathlib
import subprocess
import sys
import time
import unittest
import zoneinfo

import boto3

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from boto3_case import SETTINGS, Boto3Case  # noqa: E402

SECONDS_MAX = 60
DIMENSION = "dynamodb:table:WriteCapacityUnits"
LARGE = "x" * 20_000


class AutoScalingTest(Boto3Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.scaling = boto3.client("application-autoscaling", endpoint_url=cls.endpoint, **SETTINGS)

    def clock(self, *words):
        """Runs `stator clock …` and returns the new time."""
        line = subprocess.run([os.environ["STATOR"], "clock", *words, "--endpoint", self.endpoint],
                              capture_output=True, text=True, timeout=60, check=True).stdout
        return datetime.datetime.fromisoformat(line.split(",")[0].strip().replace("Z", "+00:00"))

    def eventually(self, wanted, look):
        """Polls as a client would; the server's answers set the pace."""
        deadline = time.monotonic() + SECONDS_MAX
        while (seen := look()) != wanted:
            self.assertLess(time.monotonic(), deadline, f"{seen} did not become {wanted}")

    def scaled_table(self, name, units=10):
        self.client.create_table(
            TableName=name, KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            ProvisionedThroughput={"ReadCapacityUnits": units, "WriteCapacityUnits": units})
        self.client.get_waiter("table_exists").wait(TableName=name)
        self.target = dict(ServiceNamespace="dynamodb", ResourceId=f"table/{name}", ScalableDimension=DIMENSION)
        self.scaling.register_scalable_target(MinCapacity=5, MaxCapacity=100, **self.target)
        self.addCleanup(self.client.delete_table, TableName=name)
        self.addCleanup(self.scaling.deregister_scalable_target, **self.target)
        return name

    def track(self, **options):
        return self.scaling.put_scaling_policy(
            PolicyName="track", PolicyType="TargetTrackingScaling", TargetTrackingScalingPolicyConfiguration={
                "TargetValue": 70.0, **options,
                "PredefinedMetricSpecification": {"PredefinedMetricType": "DynamoDBWriteCapacityUtilization"}}, **self.target)

    def write(self, table, items, payload=""):
        """Returns the consumed units."""
        return sum(self.client.put_item(
            TableName=table, Item={"pk": {"S": f"{number}"}, "payload": {"S": payload}},
            ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"]["CapacityUnits"] for number in range(items))

    def units(self, table):
        return self.client.describe_table(TableName=table)["Table"]["ProvisionedThroughput"]["WriteCapacityUnits"]

    def activities(self):
        return self.scaling.describe_scaling_activities(
            ServiceNamespace="dynamodb", ResourceId=self.target["ResourceId"])["ScalingActivities"]

    def await_activities(self, count):
        self.eventually(count, lambda: len(self.activities()))

    def freeze_at_a_minute(self):
        now = self.clock("freeze")
        self.clock("advance", f"{60 - now.second}s")

    def test_two_busy_minutes_scale_out_and_fifteen_quiet_ones_in(self):
        self.freeze_at_a_minute()
        table = self.scaled_table("followed")
        alarms = self.track()["Alarms"]
        self.assertEqual([alarm["AlarmName"].rsplit("-", 5)[0] for alarm in alarms],
                         [f"TargetTracking-table/{table}-{kind}" for kind in
                          ("AlarmHigh", "AlarmLow", "ProvisionedCapacityHigh", "ProvisionedCapacityLow")])
        for _ in range(2):
            consumed = self.write(table, 40, LARGE)
            self.clock("advance", "60s")
        self.await_activities(1)
        self.assertEqual(self.units(table), math.ceil(consumed / 60 / 0.7))
        for _ in range(15):
            self.write(table, 2)
            self.clock("advance", "60s")
        self.await_activities(2)
        self.assertEqual(self.units(table), 5)
        inward, outward = self.activities()
        self.assertEqual(inward["Description"], "Setting write capacity units to 5.")
        self.assertIn(alarms[1]["AlarmName"], inward["Cause"])
        self.assertEqual(outward["Cause"],
                         f"monitor alarm {alarms[0]['AlarmName']} in state ALARM triggered policy track")
        self.assertEqual(outward["StatusCode"], "Successful")

    def test_a_single_spike_does_not_scale(self):
        self.freeze_at_a_minute()
        table = self.scaled_table("missed")
        self.track()
        for items in (2, 60, 2):
            self.write(table, items, LARGE if items > 2 else "")
            self.clock("advance", "60s")
        # The later scheduled action shows that all earlier minutes were evaluated.
        at = self.clock("advance", "60s") + datetime.timedelta(minutes=1)
        self.scaling.put_scheduled_action(
            ScheduledActionName="mark", Schedule=f"at({at:%Y-%m-%dT%H:%M:%S})",
            ScalableTargetAction={"MinCapacity": 6}, **self.target)
        self.clock("advance", "60s")
        self.await_activities(1)
        self.assertEqual(self.activities()[0]["Cause"], "scheduled action name mark was triggered")
        self.assertEqual(self.units(table), 10)

    def test_a_schedule_follows_its_time_zone(self):
        vienna = zoneinfo.ZoneInfo("Europe/Vienna")
        self.freeze_at_a_minute()
        table = self.scaled_table("local")
        now = self.clock("advance", "60s")
        at = (now + datetime.timedelta(days=1)).astimezone(vienna).replace(second=0, microsecond=0)
        self.scaling.put_scheduled_action(
            ScheduledActionName="night", Timezone="Europe/Vienna",
            Schedule=f"cron({at.minute} {at.hour} {at.day} {at.month} ? {at.year})",
            ScalableTargetAction={"MinCapacity": 20}, **self.target)
        action = self.scaling.describe_scheduled_actions(ServiceNamespace="dynamodb")["ScheduledActions"][0]
        self.assertEqual(action["Timezone"], "Europe/Vienna")
        wait = math.ceil((at - now).total_seconds())
        self.clock("advance", f"{wait - 60}s")
        self.assertEqual(self.units(table), 10)
        self.clock("advance", "60s")
        self.eventually(20, lambda: self.units(table))
        with self.assertRaises(self.scaling.exceptions.ValidationException) as refused:
            self.scaling.put_scheduled_action(ScheduledActionName="night", Timezone="Europe/Atlantis", **self.target)
        self.assertEqual(refused.exception.response["Error"]["Message"], "Time zone Europe/Atlantis is not known.")

    def test_a_decrease_too_many_fails(self):
        self.freeze_at_a_minute()
        self.clock("advance", "1d")  # earlier decreases were on another day
        table = self.scaled_table("lowered", units=50)
        for units in (40, 39, 38, 37):
            self.client.update_table(TableName=table, ProvisionedThroughput={"ReadCapacityUnits": 50, "WriteCapacityUnits": units})
        self.track()
        for _ in range(15):
            self.write(table, 2)
            self.clock("advance", "60s")
        self.await_activities(1)
        failed = self.activities()[0]
        self.assertEqual(failed["StatusCode"], "Failed")
        self.assertIn("Failed to set write capacity units to 5. Reason: Subscriber limit exceeded", failed["StatusMessage"])
        self.assertEqual(self.units(table), 37)

    def test_errors_have_the_names_of_the_service(self):
        with self.assertRaises(self.scaling.exceptions.ObjectNotFoundException):
            self.scaling.deregister_scalable_target(
                ServiceNamespace="dynamodb", ResourceId="table/none", ScalableDimension=DIMENSION)
        with self.assertRaises(self.scaling.exceptions.ValidationException):
            self.scaling.describe_scalable_targets(ServiceNamespace="ecs")

    def test_pages(self):
        for name in ("page1", "page2", "page3"):
            self.scaled_table(name)
        pages = self.scaling.get_paginator("describe_scalable_targets").paginate(
            ServiceNamespace="dynamodb", PaginationConfig={"PageSize": 2})
        found = [target["ResourceId"] for page in pages for target in page["ScalableTargets"]]
        self.assertEqual([name for name in found if "page" in name], ["table/page1", "table/page2", "table/page3"])


if __name__ == "__main__":
    unittest.main()
