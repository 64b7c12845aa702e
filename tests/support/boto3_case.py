"""A test case with boto3 for its own server, or for the one at $STATOR_URL, which may be DynamoDB itself."""

import os
import time
import unittest

import boto3
from botocore.config import Config

from stator_server import StatorServer

SETTINGS = dict(
    region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="test",
    config=Config(retries={"max_attempts": 0}))


SECONDS_MAX = 60  # a test's wait for an event


class Boto3Case(unittest.TestCase):
    arguments = ("--memory",)  # of the test's own server

    @classmethod
    def setUpClass(cls):
        cls.server = None
        cls.endpoint = os.environ.get("STATOR_URL")
        if not cls.endpoint:
            cls.server = StatorServer(os.environ["STATOR"], cls.arguments).start()
            cls.endpoint = cls.server.url()
        cls.client = boto3.client("dynamodb", endpoint_url=cls.endpoint, **SETTINGS)
        cls.resource = boto3.resource("dynamodb", endpoint_url=cls.endpoint, **SETTINGS)

    @classmethod
    def tearDownClass(cls):
        if cls.server is not None:
            cls.server.stop()

    def refused(self, code):
        """A context: its block must fail with this error code, and leaves the error in `.exception.response`."""
        return Refusal(self, code)

    def eventually(self, wanted, look):
        """Polls as a client would; the server's answers set the pace."""
        deadline = time.monotonic() + SECONDS_MAX
        while (seen := look()) != wanted:
            self.assertLess(time.monotonic(), deadline, f"{seen} did not become {wanted}")

    def single_table(self, name, indexes=None):
        """Creates an on-demand table keyed PK, SK. `indexes`: name -> (hash attribute, range attribute or None,
        projection).
        """
        indexes = indexes or {}
        attributes = ["PK", "SK"]
        for hash_attribute, range_attribute, _ in indexes.values():
            attributes += [each for each in (hash_attribute, range_attribute) if each and each not in attributes]
        request = dict(
            TableName=name, BillingMode="PAY_PER_REQUEST", KeySchema=key_schema("PK", "SK"),
            AttributeDefinitions=[{"AttributeName": each, "AttributeType": "S"} for each in attributes])
        if indexes:
            request["GlobalSecondaryIndexes"] = [
                {"IndexName": index, "KeySchema": key_schema(hash_attribute, range_attribute), "Projection": projection}
                for index, (hash_attribute, range_attribute, projection) in indexes.items()]
        table = self.resource.create_table(**request)
        table.wait_until_exists()
        self.addCleanup(table.wait_until_not_exists)
        self.addCleanup(table.delete)  # runs in reverse order
        return table


def key_schema(hash_attribute, range_attribute):
    schema = [{"AttributeName": hash_attribute, "KeyType": "HASH"}]
    if range_attribute:
        schema.append({"AttributeName": range_attribute, "KeyType": "RANGE"})
    return schema


ALL = {"ProjectionType": "ALL"}
KEYS_ONLY = {"ProjectionType": "KEYS_ONLY"}


def include(*names):
    return {"ProjectionType": "INCLUDE", "NonKeyAttributes": list(names)}


class Refusal:
    def __init__(self, case, code):
        self.case, self.code = case, code
        self.context = case.assertRaises(case.client.exceptions.ClientError)

    def __enter__(self):
        return self.context.__enter__()

    def __exit__(self, *raised):
        handled = self.context.__exit__(*raised)
        if handled:
            self.case.assertEqual(self.context.exception.response["Error"]["Code"], self.code)
        return handled
