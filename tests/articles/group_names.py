#!/usr/bin/python3
"""Two tasks that an article on single-table design gives to DynamoDB Streams and a Lambda function. Renaming a group
updates the name in every membership, and items get a new index attribute when they change."""

import os
import pathlib
import sys
import unittest

import boto3

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from boto3.dynamodb.conditions import Key  # noqa: E402

from boto3_case import ALL, SETTINGS, Boto3Case  # noqa: E402
from function_server import FunctionServer  # noqa: E402
from stator_server import StatorServer  # noqa: E402


class GroupNames(Boto3Case):
    """Queries find memberships USER#u, GROUP#g from both sides, because GSI1 inverts the key."""

    @classmethod
    def setUpClass(cls):
        cls.function = FunctionServer(cls.reconcile)
        cls.server = StatorServer(os.environ["STATOR"], ["--memory", "--on-stream", f"app-main={cls.function.url}"]).start()
        cls.endpoint = cls.server.url()
        cls.client = boto3.client("dynamodb", endpoint_url=cls.endpoint, **SETTINGS)
        cls.resource = boto3.resource("dynamodb", endpoint_url=cls.endpoint, **SETTINGS)

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.function.close()

    @classmethod
    def reconcile(cls, event):
        """The Lambda function. It is idempotent, because an event may arrive twice."""
        table = cls.resource.Table("app-main")
        for record in event["Records"]:
            keys, image = record["dynamodb"]["Keys"], record["dynamodb"].get("NewImage")
            if image is None:
                continue
            if keys["SK"]["S"] == "PROFILE" and keys["PK"]["S"].startswith("GROUP#"):
                cls.rename(table, keys["PK"]["S"], image["name"]["S"])
            elif keys["PK"]["S"].startswith("USER#") and "GSI3PK" not in image:
                cls.reshape(table, keys)

    @staticmethod
    def rename(table, group, name):
        members = table.query(IndexName="GSI1", KeyConditionExpression=Key("GSI1PK").eq(group))["Items"]
        for member in members:
            table.update_item(
                Key={"PK": member["PK"], "SK": member["SK"]}, UpdateExpression="SET groupName = :n", ExpressionAttributeValues={":n": name})

    @staticmethod
    def reshape(table, keys):
        try:
            table.update_item(
                Key={"PK": keys["PK"]["S"], "SK": keys["SK"]["S"]}, UpdateExpression="SET GSI3PK = :k",
                ConditionExpression="attribute_exists(PK) AND attribute_not_exists(GSI3PK)", ExpressionAttributeValues={":k": "MEMBERSHIP"})
        except table.meta.client.exceptions.ConditionalCheckFailedException:
            pass  # done before

    def setUp(self):
        self.table = self.single_table("app-main", {"GSI1": ("GSI1PK", "GSI1SK", ALL), "GSI3": ("GSI3PK", None, ALL)})
        self.client.update_table(
            TableName="app-main", StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"})

    def membership(self, user, group, name):
        return {"PK": f"USER#{user}", "SK": f"GROUP#{group}", "GSI1PK": f"GROUP#{group}", "GSI1SK": f"USER#{user}", "groupName": name}

    def await_item(self, key, holds):
        self.function.await_true(lambda: holds(self.table.get_item(Key=key, ConsistentRead=True).get("Item", {})))

    def test_a_renamed_group_is_renamed_in_its_memberships(self):
        self.table.put_item(Item={"PK": "GROUP#g1", "SK": "PROFILE", "name": "Hikers"})
        for user, group in (("u1", "g1"), ("u1", "g2"), ("u2", "g1")):
            self.table.put_item(Item=self.membership(user, group, "Hikers" if group == "g1" else "Readers"))
        self.table.update_item(
            Key={"PK": "GROUP#g1", "SK": "PROFILE"}, UpdateExpression="SET #n = :n", ExpressionAttributeNames={"#n": "name"},
            ExpressionAttributeValues={":n": "Walkers"})
        for user in ("u1", "u2"):
            self.await_item({"PK": f"USER#{user}", "SK": "GROUP#g1"}, lambda item: item.get("groupName") == "Walkers")
        groups = self.table.query(KeyConditionExpression=Key("PK").eq("USER#u1") & Key("SK").begins_with("GROUP#"))["Items"]
        self.assertEqual({item["SK"]: item["groupName"] for item in groups}, {"GROUP#g1": "Walkers", "GROUP#g2": "Readers"})

    def test_a_new_index_fills_as_items_change(self):
        self.table.put_item(Item=self.membership("u3", "g1", "Hikers"))
        self.await_item({"PK": "USER#u3", "SK": "GROUP#g1"}, lambda item: item.get("GSI3PK") == "MEMBERSHIP")
        found = self.table.query(IndexName="GSI3", KeyConditionExpression=Key("GSI3PK").eq("MEMBERSHIP"))
        self.assertEqual([item["PK"] for item in found["Items"]], ["USER#u3"])


if __name__ == "__main__":
    unittest.main()
