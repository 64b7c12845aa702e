#!/usr/bin/env python3
"""CloudWatch's metrics and Contributor Insights through boto3 and the AWS CLI. Their release decides on the protocol:
Debian's send forms and read XML, newer ones use JSON.
"""

import datetime
import json
import os
import pathlib
import subprocess
import sys
import unittest
import urllib.request

import boto3

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from aws_environment import AwsCli  # noqa: E402
from boto3_case import ALL, SETTINGS, Boto3Case  # noqa: E402

NAMESPACE = "AWS/DynamoDB"
UTC = datetime.timezone.utc


def dimensions(**values):
    return [{"Name": name, "Value": value} for name, value in values.items()]


class CloudWatchTest(Boto3Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.cloudwatch = boto3.client("cloudwatch", endpoint_url=cls.endpoint, **SETTINGS)

    def clock(self, **turn):
        request = urllib.request.Request(f"{self.endpoint}/_stator/clock", json.dumps(turn).encode())
        answer = json.loads(urllib.request.urlopen(request).read())
        return datetime.datetime.fromisoformat(answer["time"].replace("Z", "+00:00"))

    def setUp(self):
        # The time is in the middle of a minute and of a day, so that none ends within a test unless the test advances
        # it.
        now = self.clock(frozen=True) + datetime.timedelta(days=1)
        self.minute = now.replace(hour=12, minute=0, second=0, microsecond=0)
        self.clock(set=(self.minute + datetime.timedelta(seconds=30)).strftime("%Y-%m-%dT%H:%M:%SZ"))

    def statistics(self, metric, *names, minutes=1, period=60, **wanted):
        kind = "ExtendedStatistics" if names[0].startswith("p") else "Statistics"
        points = self.cloudwatch.get_metric_statistics(
            Namespace=NAMESPACE, MetricName=metric, Dimensions=dimensions(**wanted), StartTime=self.minute,
            EndTime=self.minute + datetime.timedelta(minutes=minutes), Period=period, **{kind: list(names)})["Datapoints"]
        return sorted(points, key=lambda point: point["Timestamp"])

    def value(self, metric, name, **wanted):
        points = self.statistics(metric, name, **wanted)
        return points[0][name] if points else None

    def test_units_are_those_of_consumed_capacity(self):
        table = self.single_table("Orders", {"by-user": ("user", None, ALL)})
        written = table.put_item(Item={"PK": "a", "SK": "1", "user": "u", "text": "x" * 1500}, ReturnConsumedCapacity="INDEXES")
        read = table.get_item(Key={"PK": "a", "SK": "1"}, ReturnConsumedCapacity="TOTAL")
        used = written["ConsumedCapacity"]
        self.assertEqual(self.value("ConsumedWriteCapacityUnits", "Sum", TableName="Orders"), used["Table"]["CapacityUnits"])
        self.assertEqual(
            self.value("ConsumedWriteCapacityUnits", "Sum", TableName="Orders", GlobalSecondaryIndexName="by-user"),
            used["GlobalSecondaryIndexes"]["by-user"]["CapacityUnits"])
        self.assertEqual(
            self.value("ConsumedReadCapacityUnits", "Sum", TableName="Orders"), read["ConsumedCapacity"]["CapacityUnits"])
        point = self.statistics("ConsumedWriteCapacityUnits", "SampleCount", "Average", "Maximum", TableName="Orders")[0]
        self.assertEqual((point["SampleCount"], point["Maximum"], point["Unit"]), (1, 2, "Count"))
        self.assertEqual(point["Timestamp"], self.minute)

    def test_latencies_have_percentiles(self):
        table = self.single_table("Latencies")
        for number in range(20):
            table.put_item(Item={"PK": str(number), "SK": "-"})
        where = {"TableName": "Latencies", "Operation": "PutItem"}
        point = self.statistics("SuccessfulRequestLatency", "SampleCount", "Minimum", "Maximum", **where)[0]
        self.assertEqual((point["SampleCount"], point["Unit"]), (20, "Milliseconds"))
        for name in ("p0", "p50", "p99", "p99.9"):
            found = self.statistics("SuccessfulRequestLatency", name, **where)[0]["ExtendedStatistics"][name]
            self.assertTrue(point["Minimum"] <= found <= point["Maximum"], (name, found, point))
        with self.refused("InvalidParameterValue"):
            self.statistics("SuccessfulRequestLatency", "ptm99", **where)

    def test_pages_and_errors_are_counted(self):
        table = self.single_table("Pages")
        for number in range(5):
            table.put_item(Item={"PK": "a", "SK": str(number)})
        table.query(KeyConditionExpression=boto3.dynamodb.conditions.Key("PK").eq("a"))
        table.scan(Limit=2)
        self.assertEqual(self.value("ReturnedItemCount", "Sum", TableName="Pages", Operation="Query"), 5)
        self.assertEqual(self.value("ReturnedItemCount", "Sum", TableName="Pages", Operation="Scan"), 2)
        with self.refused("ConditionalCheckFailedException"):
            table.put_item(Item={"PK": "a", "SK": "1"}, ConditionExpression="attribute_not_exists(PK)")
        with self.refused("ValidationException"):
            table.put_item(Item={"PK": "a"})
        self.assertEqual(self.value("ConditionalCheckFailedRequests", "Sum", TableName="Pages"), 1)
        self.assertEqual(self.value("UserErrors", "Sum"), 1)

    def test_a_new_index_reports_its_progress(self):
        table = self.single_table("Grows")
        table.put_item(Item={"PK": "a", "SK": "1", "user": "u"})
        self.client.update_table(
            TableName="Grows", AttributeDefinitions=[{"AttributeName": "user", "AttributeType": "S"}],
            GlobalSecondaryIndexUpdates=[{"Create": {
                "IndexName": "by-user", "KeySchema": [{"AttributeName": "user", "KeyType": "HASH"}], "Projection": ALL}}])
        table.wait_until_exists()
        self.eventually("ACTIVE", lambda: self.client.describe_table(
            TableName="Grows")["Table"]["GlobalSecondaryIndexes"][0]["IndexStatus"])
        where = {"TableName": "Grows", "GlobalSecondaryIndexName": "by-user"}
        self.eventually(100, lambda: self.value("OnlineIndexPercentageProgress", "Maximum", **where))
        self.assertEqual(self.value("OnlineIndexConsumedWriteCapacity", "Sum", **where), 1)

    def test_metrics_are_listed_by_their_dimensions(self):
        table = self.single_table("Listed")
        table.put_item(Item={"PK": "a", "SK": "1"})
        pages = self.cloudwatch.get_paginator("list_metrics").paginate(
            Namespace=NAMESPACE, Dimensions=dimensions(TableName="Listed"), RecentlyActive="PT3H")
        found = {metric["MetricName"]: metric["Dimensions"] for page in pages for metric in page["Metrics"]}
        self.assertEqual(found["ConsumedWriteCapacityUnits"], dimensions(TableName="Listed"))
        self.assertIn({"Name": "Operation", "Value": "PutItem"}, found["SuccessfulRequestLatency"])
        self.clock(advance="4h")
        self.assertEqual(self.cloudwatch.list_metrics(
            Namespace=NAMESPACE, Dimensions=dimensions(TableName="Listed"), MetricName="SuccessfulRequestLatency",
            RecentlyActive="PT3H")["Metrics"], [])

    def test_data_over_days_in_pages(self):
        table = self.single_table("Days")
        for _ in range(4):
            table.put_item(Item={"PK": "a", "SK": "1"})
            self.clock(advance="1d")
        stat = {"Metric": {"Namespace": NAMESPACE, "MetricName": "ConsumedWriteCapacityUnits",
                           "Dimensions": dimensions(TableName="Days")}, "Period": 86400, "Stat": "Sum"}
        request = dict(
            MetricDataQueries=[{"Id": "w", "MetricStat": stat}, {"Id": "rate", "Expression": "w / PERIOD(w)", "Label": "per second"}],
            StartTime=self.minute, EndTime=self.minute + datetime.timedelta(days=5), ScanBy="TimestampAscending")
        results = {each["Id"]: each for each in self.cloudwatch.get_metric_data(**request)["MetricDataResults"]}
        self.assertEqual(results["w"]["Values"], [1, 1, 1, 1])
        self.assertEqual(results["w"]["StatusCode"], "Complete")
        self.assertEqual(results["w"]["Timestamps"], sorted(results["w"]["Timestamps"]))
        self.assertAlmostEqual(results["rate"]["Values"][0], 1 / 86400)
        self.assertEqual(results["rate"]["Label"], "per second")
        pages = list(self.cloudwatch.get_paginator("get_metric_data").paginate(**request, PaginationConfig={"PageSize": 3}))
        self.assertEqual([[(result["Id"], len(result["Values"]), result["StatusCode"]) for result in page["MetricDataResults"]]
                          for page in pages],
                         [[("w", 3, "PartialData")], [("w", 1, "Complete"), ("rate", 2, "PartialData")], [("rate", 2, "Complete")]])
        with self.refused("ValidationError"):
            self.cloudwatch.get_metric_data(**{**request, "MetricDataQueries": [{"Id": "x", "Expression": "SEARCH('a', 'b')"}]})

    def test_own_metrics(self):
        where = dimensions(Queue="q")
        self.cloudwatch.put_metric_data(Namespace="App", MetricData=[
            {"MetricName": "Jobs", "Dimensions": where, "Unit": "Count", "Values": [1, 5, 9], "Counts": [1, 2, 1]},
            {"MetricName": "Jobs", "Dimensions": where, "Unit": "Count", "Timestamp": self.minute,
             "StatisticValues": {"SampleCount": 2, "Sum": 4, "Minimum": 1, "Maximum": 3}}])
        point = self.cloudwatch.get_metric_statistics(
            Namespace="App", MetricName="Jobs", Dimensions=where, StartTime=self.minute,
            EndTime=self.minute + datetime.timedelta(minutes=1), Period=60,
            Statistics=["Sum", "SampleCount", "Minimum", "Maximum"])["Datapoints"][0]
        self.assertEqual([point[each] for each in ("Sum", "SampleCount", "Minimum", "Maximum")], [24, 6, 1, 9])
        with self.refused("InvalidParameterValue"):
            self.cloudwatch.put_metric_data(Namespace="AWS/DynamoDB", MetricData=[{"MetricName": "x", "Value": 1}])

    def alarm(self, name):
        return self.cloudwatch.describe_alarms(AlarmNames=[name])["MetricAlarms"][0]

    def test_throttled_requests_raise_an_alarm(self):
        table = self.resource.create_table(
            TableName="Alarmed", KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
            ProvisionedThroughput={"ReadCapacityUnits": 1, "WriteCapacityUnits": 1})
        table.wait_until_exists()
        self.addCleanup(table.delete)
        self.cloudwatch.put_metric_alarm(
            AlarmName="throttled", Namespace=NAMESPACE, MetricName="WriteThrottleEvents", Dimensions=dimensions(TableName="Alarmed"),
            Statistic="Sum", Period=60, EvaluationPeriods=1, Threshold=0, ComparisonOperator="GreaterThanThreshold",
            TreatMissingData="notBreaching", AlarmActions=["arn:aws:sns:us-east-1:000000000000:pager"])
        alarm = self.alarm("throttled")
        self.assertEqual((alarm["StateValue"], alarm["StateReason"]), ("INSUFFICIENT_DATA", "Unchecked: Initial alarm creation"))
        for number in range(20):
            table.put_item(Item={"PK": str(number), "text": "x" * 50_000})
        self.clock(advance="1m")
        self.eventually("ALARM", lambda: self.alarm("throttled")["StateValue"])
        alarm = self.alarm("throttled")
        self.assertRegex(alarm["StateReason"], r"^Threshold Crossed: 1 datapoint \[\d+\.0 \(\d\d/\d\d/\d\d 12:00:00\)\] "
                         r"was greater than the threshold \(0\.0\)\.$")
        self.assertEqual(alarm["StateUpdatedTimestamp"], self.minute + datetime.timedelta(minutes=1))
        self.assertGreater(json.loads(alarm["StateReasonData"])["recentDatapoints"][0], 0)
        self.assertEqual(alarm["AlarmActions"], ["arn:aws:sns:us-east-1:000000000000:pager"])
        self.clock(advance="5m")
        self.eventually("OK", lambda: self.alarm("throttled")["StateValue"])
        self.assertEqual([each["AlarmName"] for each in self.cloudwatch.describe_alarms_for_metric(
            Namespace=NAMESPACE, MetricName="WriteThrottleEvents", Dimensions=dimensions(TableName="Alarmed"))["MetricAlarms"]], ["throttled"])
        self.cloudwatch.set_alarm_state(AlarmName="throttled", StateValue="ALARM", StateReason="a drill")
        self.assertEqual(self.alarm("throttled")["StateReason"], "a drill")
        pages = self.cloudwatch.get_paginator("describe_alarms").paginate(StateValue="ALARM")
        self.assertEqual([each["AlarmName"] for page in pages for each in page["MetricAlarms"]], ["throttled"])
        self.cloudwatch.delete_alarms(AlarmNames=["throttled"])
        self.assertEqual(self.cloudwatch.describe_alarms()["MetricAlarms"], [])
        with self.refused("ResourceNotFound"):
            self.cloudwatch.delete_alarms(AlarmNames=["throttled"])

    def test_insights_name_the_hot_key(self):
        table = self.single_table("Hot")
        self.client.update_contributor_insights(TableName="Hot", ContributorInsightsAction="ENABLE")
        found = self.client.describe_contributor_insights(TableName="Hot")
        self.assertEqual(found["ContributorInsightsStatus"], "ENABLED")
        rules = {name.split("-")[1]: name for name in found["ContributorInsightsRuleList"]}
        self.assertEqual(sorted(rules), ["PKC", "PKT", "SKC", "SKT"])
        for number in range(10):
            table.put_item(Item={"PK": "SHIPMENT#mega", "SK": str(number)})
        table.put_item(Item={"PK": "SHIPMENT#small", "SK": "1"})
        report = self.cloudwatch.get_insight_rule_report(
            RuleName=rules["PKC"], StartTime=self.minute, EndTime=self.minute + datetime.timedelta(minutes=5), Period=60,
            MaxContributorCount=1, Metrics=["MaxContributorValue", "Maximum"])
        self.assertEqual(report["Contributors"][0]["Keys"], ["SHIPMENT#mega"])
        self.assertEqual(report["Contributors"][0]["ApproximateAggregateValue"], 30)  # a write unit counts three times
        self.assertEqual((report["AggregateValue"], report["ApproximateUniqueCount"]), (33, 2))
        self.assertEqual(report["MetricDatapoints"][0]["MaxContributorValue"], 30)
        names = [rule["Name"] for rule in self.cloudwatch.describe_insight_rules()["InsightRules"]]
        self.assertIn(rules["SKT"], names)
        self.assertIn({"TableName": "Hot", "ContributorInsightsStatus": "ENABLED",
                       "ContributorInsightsMode": "ACCESSED_AND_THROTTLED_KEYS"},
                      [{**each, "ContributorInsightsMode": "ACCESSED_AND_THROTTLED_KEYS"} for each in
                       self.client.list_contributor_insights()["ContributorInsightsSummaries"]])
        self.client.update_contributor_insights(TableName="Hot", ContributorInsightsAction="DISABLE")
        with self.refused("ResourceNotFoundException"):
            self.cloudwatch.get_insight_rule_report(
                RuleName=rules["PKC"], StartTime=self.minute, EndTime=self.minute + datetime.timedelta(minutes=5), Period=60)

    def test_prometheus_agrees(self):
        table = self.single_table("Scraped")
        table.put_item(Item={"PK": "CUST#1", "SK": "1"})
        text = urllib.request.urlopen(f"{self.endpoint}/metrics").read().decode()
        self.assertIn('stator_cloudwatch_sum_total{metric="ConsumedWriteCapacityUnits",table="Scraped",'
                      'index="",operation="",stream=""} 1\n', text)
        self.assertIn('stator_entity_capacity_units_total{table="Scraped",entity="CUST#",access="write"} 1\n', text)

    def test_the_command_line(self):
        table = self.single_table("Shell")
        table.put_item(Item={"PK": "a", "SK": "1"})
        aws = AwsCli(self.endpoint, "cloudwatch")
        self.addCleanup(aws.close)
        metrics = aws("list-metrics", "--namespace", NAMESPACE, "--dimensions", "Name=TableName,Value=Shell")["Metrics"]
        self.assertIn("ConsumedWriteCapacityUnits", [metric["MetricName"] for metric in metrics])
        points = aws(
            "get-metric-statistics", "--namespace", NAMESPACE, "--metric-name", "ConsumedWriteCapacityUnits", "--dimensions",
            "Name=TableName,Value=Shell", "--start-time", self.minute.isoformat(), "--end-time",
            (self.minute + datetime.timedelta(minutes=1)).isoformat(), "--period", "60", "--statistics", "Sum")["Datapoints"]
        self.assertEqual([point["Sum"] for point in points], [1.0])
        self.assertIn("must be less", aws.refusal(
            "get-metric-statistics", "--namespace", NAMESPACE, "--metric-name", "X", "--start-time", "2026-01-02T00:00:00Z",
            "--end-time", "2026-01-01T00:00:00Z", "--period", "60", "--statistics", "Sum"))


class DebianSdkTest(unittest.TestCase):
    def test_a_newer_boto3_agrees(self):
        """Runs the same tests with Debian's boto3, if this is another release."""
        if os.path.realpath(sys.executable) == os.path.realpath("/usr/bin/python3") or os.environ.get("STATOR_DEBIAN_SDK"):
            return
        environment = {**os.environ, "STATOR_DEBIAN_SDK": "1"}
        subprocess.run(["/usr/bin/python3", os.path.abspath(__file__)], env=environment, check=True)


if __name__ == "__main__":
    unittest.main()
