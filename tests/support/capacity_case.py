"""A test case on a server that enforces capacity with frozen service time: a second lasts until the test advances it."""

import json

import boto3

from boto3_case import SETTINGS, Boto3Case, key_schema
from frozen_clock import FrozenClock

# Large items cause traffic with few requests: one of these is a hundred write units.
HUNDRED_UNITS = 100 * 1024
THROTTLED = {"ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded"}


class CapacityCase(Boto3Case):
    arguments = ("--memory", "--capacity", "enforce")

    def setUp(self):
        self.clock = FrozenClock(self.server.port)
        self.addCleanup(self.clock.close)
        self.resource.meta.client.meta.events.register("after-call.dynamodb", keep_reasons)
        self.cloudwatch = boto3.client("cloudwatch", endpoint_url=self.endpoint, **SETTINGS)
        self.scaling = boto3.client("application-autoscaling", endpoint_url=self.endpoint, **SETTINGS)

    def streams_client(self):
        return boto3.client("dynamodbstreams", endpoint_url=self.endpoint, **SETTINGS)

    def provisioned_table(self, name, read, write, **more):
        """Creates a table keyed PK, SK."""
        return self._table(name, ProvisionedThroughput=units(read, write), **more)

    def on_demand_table(self, name, **more):
        return self._table(name, BillingMode="PAY_PER_REQUEST", **more)

    def _table(self, name, attributes=("PK", "SK"), **request):
        table = self.resource.create_table(
            TableName=name, KeySchema=key_schema("PK", "SK"),
            AttributeDefinitions=[{"AttributeName": each, "AttributeType": "S"} for each in attributes], **request)
        table.wait_until_exists()
        self.addCleanup(table.delete)
        return table

    def attempt(self, call, **request):
        """Returns the reasons for which the request was throttled; none if it succeeded."""
        try:
            call(**request)
            return []
        except self.client.exceptions.ClientError as error:
            if error.response["Error"]["Code"] not in THROTTLED:
                raise
            return [each["reason"] for each in error.response["ThrottlingReasons"]]

    def sum_of(self, metric, since, **dimensions):
        """Returns the sum of a metric of AWS/DynamoDB from `since` until now, by GetMetricStatistics; None: no data
        points.
        """
        answer = self.cloudwatch.get_metric_statistics(
            Namespace="AWS/DynamoDB", MetricName=metric, Period=60, Statistics=["Sum"], StartTime=since, EndTime=self.clock.now(),
            Dimensions=[{"Name": name, "Value": value} for name, value in dimensions.items()])
        points = [each["Sum"] for each in answer["Datapoints"]]
        return sum(points) if points else None


def keep_reasons(http_response, parsed, **_):
    """Debian's boto3 does not know ThrottlingReasons and drops them."""
    if http_response.status_code == 400:
        body = json.loads(http_response.content)
        parsed["ThrottlingReasons"] = body.get("ThrottlingReasons") or body.get("throttlingReasons", [])  # two spellings


def units(read, write):
    return {"ReadCapacityUnits": read, "WriteCapacityUnits": write}


def item(partition, sort, size, **more):
    """Returns an item of about `size` bytes, never more."""
    made = {"PK": partition, "SK": sort, **more}
    made["filler"] = "x" * (size - 200)
    return made
