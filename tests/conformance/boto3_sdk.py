#!/usr/bin/python3
"""boto3, client and resource, as Debian packages it: create, wait, write, read, conditions, errors by class, delete."""

import decimal
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from boto3.dynamodb.conditions import Attr  # noqa: E402

from boto3_case import Boto3Case  # noqa: E402

WAIT = {"Delay": 1, "MaxAttempts": 20}


class Boto3Test(Boto3Case):
    def test_client(self):
        client, name = self.client, "Boto3Client"
        key = {"pk": {"S": "a"}, "sk": {"N": "1"}}
        client.create_table(
            TableName=name, BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"}],
            Tags=[{"Key": "team", "Value": "blue"}])
        client.get_waiter("table_exists").wait(TableName=name, WaiterConfig=WAIT)
        table = client.describe_table(TableName=name)["Table"]
        self.assertEqual(table["TableStatus"], "ACTIVE")
        self.assertEqual(client.list_tags_of_resource(ResourceArn=table["TableArn"])["Tags"], [{"Key": "team", "Value": "blue"}])
        with self.assertRaises(client.exceptions.ResourceInUseException):
            client.create_table(
                TableName=name, BillingMode="PAY_PER_REQUEST", KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
                AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}])

        client.put_item(TableName=name, Item={**key, "b": {"B": b"\x00\xff"}, "l": {"L": [{"BOOL": True}, {"NULL": True}]}})
        item = client.get_item(TableName=name, Key=key, ConsistentRead=True)["Item"]
        self.assertEqual(item["b"], {"B": b"\x00\xff"})
        updated = client.update_item(
            TableName=name, Key=key, UpdateExpression="SET v = if_not_exists(v, :zero) + :one",
            ConditionExpression="attribute_exists(pk)", ExpressionAttributeValues={":zero": {"N": "0"}, ":one": {"N": "1"}},
            ReturnValues="UPDATED_NEW")
        self.assertEqual(updated["Attributes"], {"v": {"N": "1"}})
        with self.assertRaises(client.exceptions.ConditionalCheckFailedException) as refused:
            client.put_item(TableName=name, Item=key, ConditionExpression="attribute_not_exists(pk)")
        self.assertEqual(refused.exception.response["Error"]["Message"], "The conditional request failed")
        with self.assertRaises(client.exceptions.ClientError) as refused:
            client.get_item(TableName=name, Key={"pk": {"S": "a"}})
        self.assertEqual(refused.exception.response["Error"]["Code"], "ValidationException")

        old = client.delete_item(TableName=name, Key=key, ReturnValues="ALL_OLD", ReturnConsumedCapacity="TOTAL")
        self.assertEqual(old["Attributes"]["v"], {"N": "1"})
        self.assertEqual(old["ConsumedCapacity"], {"TableName": name, "CapacityUnits": 1.0})
        self.assertNotIn("Item", client.get_item(TableName=name, Key=key))
        client.delete_table(TableName=name)
        client.get_waiter("table_not_exists").wait(TableName=name, WaiterConfig=WAIT)
        with self.assertRaises(client.exceptions.ResourceNotFoundException):
            client.get_item(TableName=name, Key=key)

    def test_resource(self):
        table = self.resource.create_table(
            TableName="Boto3Resource", KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            ProvisionedThroughput={"ReadCapacityUnits": 5, "WriteCapacityUnits": 5})
        table.wait_until_exists()
        item = {"id": "1", "n": decimal.Decimal("1.50"), "s": {"a", "b"}, "deep": {"list": [1, None, True, "x", b"\x01"]}}
        table.put_item(Item=item)
        read = table.get_item(Key={"id": "1"})["Item"]
        self.assertEqual(read["n"], decimal.Decimal("1.5"))
        self.assertEqual(read["s"], {"a", "b"})
        self.assertEqual(read["deep"]["list"][:4], [1, None, True, "x"])
        table.update_item(
            Key={"id": "1"}, UpdateExpression="ADD n :d, s :more REMOVE deep", ConditionExpression="n > :zero",
            ExpressionAttributeValues={":d": decimal.Decimal("-0.25"), ":more": {"c"}, ":zero": 0})
        self.assertEqual(table.get_item(Key={"id": "1"})["Item"], {"id": "1", "n": decimal.Decimal("1.25"), "s": {"a", "b", "c"}})
        # The resource layer writes conditions with its own placeholders.
        with self.assertRaises(self.client.exceptions.ConditionalCheckFailedException):
            table.delete_item(Key={"id": "1"}, ConditionExpression=Attr("n").gt(5) & Attr("s").contains("c"))
        table.delete_item(Key={"id": "1"}, ConditionExpression=Attr("n").between(1, 2) & ~Attr("gone").exists() & Attr("s").size().eq(3))
        self.assertNotIn("Item", table.get_item(Key={"id": "1"}))
        table.reload()
        self.assertEqual(table.item_count, 0)
        table.delete()
        table.wait_until_not_exists()

    def test_batches(self):
        client, name = self.client, "Boto3Batches"
        table = self.resource.create_table(
            TableName=name, BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"}])
        table.wait_until_exists()
        # The items exceed one request: the writer splits them at 25, and drops writes that a later one overwrites.
        with table.batch_writer(overwrite_by_pkeys=["pk", "sk"]) as writer:
            for number in range(60):
                writer.put_item(Item={"pk": "a", "sk": number, "n": number})
            writer.put_item(Item={"pk": "a", "sk": 59, "n": -1})
            writer.delete_item(Key={"pk": "a", "sk": 0})
        read = self.resource.batch_get_item(RequestItems={
            name: {"Keys": [{"pk": "a", "sk": number} for number in range(60)], "ProjectionExpression": "sk, n"}})
        self.assertEqual(read["UnprocessedKeys"], {})
        found = {int(item["sk"]): int(item["n"]) for item in read["Responses"][name]}
        self.assertEqual(found, {**{number: number for number in range(1, 59)}, 59: -1})

        key = {"pk": {"S": "a"}, "sk": {"N": "1"}}
        answer = client.batch_write_item(
            RequestItems={name: [{"DeleteRequest": {"Key": key}}]}, ReturnConsumedCapacity="TOTAL")
        self.assertEqual(answer["UnprocessedItems"], {})
        self.assertEqual(answer["ConsumedCapacity"], [{"TableName": name, "CapacityUnits": 1.0}])
        answer = client.batch_get_item(RequestItems={name: {"Keys": [key], "ConsistentRead": True}})
        self.assertEqual(answer["Responses"], {name: []})
        with self.assertRaises(client.exceptions.ClientError) as caught:
            client.batch_get_item(RequestItems={name: {"Keys": [key, key]}})
        self.assertIn("duplicates", caught.exception.response["Error"]["Message"])
        table.delete()
        table.wait_until_not_exists()


if __name__ == "__main__":
    unittest.main()
