#!/usr/bin/python3
"""The access patterns of an article that models a shop, user profiles and the readings of devices, with boto3. Where
the article is wrong, the test shows DynamoDB's answer."""

import datetime
import decimal
import gzip
import pathlib
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from boto3.dynamodb.conditions import Attr, Key  # noqa: E402

from boto3_case import ALL, KEYS_ONLY, Boto3Case, include  # noqa: E402

UTC = datetime.timezone.utc


class Shop(Boto3Case):
    def setUp(self):
        self.table = self.single_table("Shop", {"GSI1": ("GSI1PK", "GSI1SK", ALL), "GSI2": ("GSI2PK", "GSI2SK", KEYS_ONLY)})
        with self.table.batch_writer() as batch:
            batch.put_item(Item={"PK": "CUSTOMER#12345", "SK": "PROFILE", "name": "Ann"})
            for date, order, status in (("2024-03-15", "98765", "SHIPPED"), ("2024-01-02", "98001", "DELIVERED"), ("2024-03-20", "98800", "SHIPPED")):
                batch.put_item(Item={
                    "PK": "CUSTOMER#12345", "SK": f"ORDER#{date}#{order}", "total": 10,
                    "GSI1PK": f"STATUS#{status}", "GSI1SK": f"{date}#ORDER#{order}", "GSI2PK": f"ORDER#{order}", "GSI2SK": f"ORDER#{order}"})
            for line in ("001", "002", "010"):
                batch.put_item(Item={"PK": "ORDER#98765", "SK": f"ITEM#{line}", "sku": f"sku-{line}"})
            batch.put_item(Item={"PK": "CUSTOMER#99", "SK": "PROFILE", "name": "Bea"})

    def sort_keys(self, **request):
        return [item["SK"] for item in self.table.query(**request)["Items"]]

    def test_profile(self):
        self.assertEqual(self.table.get_item(Key={"PK": "CUSTOMER#12345", "SK": "PROFILE"})["Item"]["name"], "Ann")

    def test_orders_newest_first(self):
        orders = self.sort_keys(
            KeyConditionExpression=Key("PK").eq("CUSTOMER#12345") & Key("SK").begins_with("ORDER#"), ScanIndexForward=False)
        self.assertEqual(orders, ["ORDER#2024-03-20#98800", "ORDER#2024-03-15#98765", "ORDER#2024-01-02#98001"])

    def test_items_of_an_order(self):
        items = self.sort_keys(KeyConditionExpression=Key("PK").eq("ORDER#98765") & Key("SK").begins_with("ITEM#"))
        self.assertEqual(items, ["ITEM#001", "ITEM#002", "ITEM#010"])

    def test_profile_and_orders_in_one_call(self):
        self.assertEqual(
            self.sort_keys(KeyConditionExpression=Key("PK").eq("CUSTOMER#12345")),
            ["ORDER#2024-01-02#98001", "ORDER#2024-03-15#98765", "ORDER#2024-03-20#98800", "PROFILE"])

    def test_orders_by_status(self):
        shipped = Key("GSI1PK").eq("STATUS#SHIPPED")
        self.assertEqual(
            self.sort_keys(IndexName="GSI1", KeyConditionExpression=shipped), ["ORDER#2024-03-15#98765", "ORDER#2024-03-20#98800"])
        in_range = shipped & Key("GSI1SK").between("2024-03-01", "2024-03-16")
        self.assertEqual(self.sort_keys(IndexName="GSI1", KeyConditionExpression=in_range), ["ORDER#2024-03-15#98765"])

    def test_an_order_by_its_id_through_a_second_index(self):
        found = self.table.query(IndexName="GSI2", KeyConditionExpression=Key("GSI2PK").eq("ORDER#98765"))["Items"]
        self.assertEqual(found, [{"PK": "CUSTOMER#12345", "SK": "ORDER#2024-03-15#98765", "GSI2PK": "ORDER#98765", "GSI2SK": "ORDER#98765"}])
        key = {name: found[0][name] for name in ("PK", "SK")}
        self.assertEqual(self.table.get_item(Key=key)["Item"]["total"], 10)

    def test_an_item_has_one_entry_in_an_index(self):
        key = {"PK": "CUSTOMER#12345", "SK": "ORDER#2024-03-15#98765"}
        moved = self.table.update_item(
            Key=key, UpdateExpression="SET GSI1PK = :id, GSI1SK = :id", ExpressionAttributeValues={":id": "ORDER#98765"},
            ReturnConsumedCapacity="INDEXES")
        # A new index key costs two units there: one entry is deleted, another is put.
        self.assertEqual(moved["ConsumedCapacity"]["GlobalSecondaryIndexes"], {"GSI1": {"CapacityUnits": 2.0}})
        self.assertEqual(self.sort_keys(IndexName="GSI1", KeyConditionExpression=Key("GSI1PK").eq("ORDER#98765")), [key["SK"]])
        self.assertEqual(
            self.sort_keys(IndexName="GSI1", KeyConditionExpression=Key("GSI1PK").eq("STATUS#SHIPPED")), ["ORDER#2024-03-20#98800"])

    def test_a_scan_reads_and_charges_everything(self):
        # In the article, the client filters a Scan. In fact the server filters, after it has read and charged every
        # item.
        scan = self.table.scan(FilterExpression=Attr("name").eq("Bea"), ReturnConsumedCapacity="TOTAL")
        everything = self.table.scan(ReturnConsumedCapacity="TOTAL")
        self.assertEqual([item["PK"] for item in scan["Items"]], ["CUSTOMER#99"])
        self.assertEqual((scan["Count"], scan["ScannedCount"], everything["Count"]), (1, 8, 8))
        self.assertEqual(scan["ConsumedCapacity"]["CapacityUnits"], everything["ConsumedCapacity"]["CapacityUnits"])

    def test_batches_cost_the_same_as_single_calls(self):
        # The article calls batches cheaper on on-demand tables. The units are the same.
        keys = [{"PK": "CUSTOMER#12345", "SK": "PROFILE"}, {"PK": "ORDER#98765", "SK": "ITEM#001"}, {"PK": "nobody", "SK": "nothing"}]
        batch = self.resource.batch_get_item(RequestItems={"Shop": {"Keys": keys}}, ReturnConsumedCapacity="TOTAL")
        self.assertEqual(len(batch["Responses"]["Shop"]), 2)
        single = sum(self.table.get_item(Key=key, ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"]["CapacityUnits"] for key in keys)
        self.assertEqual([each["CapacityUnits"] for each in batch["ConsumedCapacity"]], [single])
        puts = [{"PutRequest": {"Item": {"PK": f"n{i}", "SK": "x"}}} for i in range(25)]
        written = self.resource.batch_write_item(RequestItems={"Shop": puts}, ReturnConsumedCapacity="TOTAL")
        self.assertEqual([each["CapacityUnits"] for each in written["ConsumedCapacity"]], [25.0])
        self.assertEqual(written["UnprocessedItems"], {})
        with self.refused("ValidationException"):
            self.resource.batch_write_item(RequestItems={"Shop": puts + [{"DeleteRequest": {"Key": {"PK": "z", "SK": "z"}}}]})

    def test_a_consistent_read_costs_twice(self):
        key = {"PK": "CUSTOMER#12345", "SK": "PROFILE"}
        for consistent, units in ((False, 0.5), (True, 1.0)):
            read = self.table.get_item(Key=key, ConsistentRead=consistent, ReturnConsumedCapacity="TOTAL")
            self.assertEqual(read["ConsumedCapacity"]["CapacityUnits"], units)
            query = self.table.query(
                KeyConditionExpression=Key("PK").eq("CUSTOMER#12345"), ConsistentRead=consistent, ReturnConsumedCapacity="TOTAL")
            self.assertEqual(query["ConsumedCapacity"]["CapacityUnits"], units)
        with self.refused("ValidationException") as refusal:
            self.table.query(IndexName="GSI1", KeyConditionExpression=Key("GSI1PK").eq("STATUS#SHIPPED"), ConsistentRead=True)
        self.assertIn("Consistent reads are not supported on global secondary indexes", str(refusal.exception))

    def test_a_projection_expression_saves_no_units(self):
        self.table.put_item(Item={"PK": "big", "SK": "big", "text": "x" * 20_000, "small": 1})
        whole = self.table.get_item(Key={"PK": "big", "SK": "big"}, ReturnConsumedCapacity="TOTAL")
        part = self.table.get_item(Key={"PK": "big", "SK": "big"}, ProjectionExpression="small", ReturnConsumedCapacity="TOTAL")
        self.assertEqual(part["Item"], {"small": 1})
        self.assertEqual((whole["ConsumedCapacity"]["CapacityUnits"], part["ConsumedCapacity"]["CapacityUnits"]), (2.5, 2.5))

    def test_compression(self):
        text = '{"event": "click", "page": "/home"}' * 400
        item = {"PK": "log", "SK": "1", "body": gzip.compress(text.encode())}
        written = self.table.put_item(Item=item, ReturnConsumedCapacity="TOTAL")
        self.assertEqual(written["ConsumedCapacity"]["CapacityUnits"], 1.0)
        read = self.table.get_item(Key={"PK": "log", "SK": "1"})["Item"]
        self.assertEqual(gzip.decompress(read["body"].value).decode(), text)


class Profiles(Boto3Case):
    def setUp(self):
        self.table = self.single_table("Profiles", {"by-email": ("email", None, include("name")), "by-phone": ("phone", None, KEYS_ONLY)})
        with self.table.batch_writer() as batch:
            batch.put_item(Item={"PK": "USER#u1", "SK": "PROFILE", "name": "Jeff", "phone": "+1", "city": "Rome"})
            batch.put_item(Item={"PK": "USER#u1", "SK": "EMAIL#jeff@example.com", "email": "jeff@example.com"})
            batch.put_item(Item={"PK": "USER#u1", "SK": "EMAIL#j@example.com", "email": "j@example.com"})
            batch.put_item(Item={"PK": "USER#u2", "SK": "PROFILE", "name": "Kim", "email": "kim@example.com", "city": "Oslo"})

    def test_by_id(self):
        self.assertEqual(self.table.get_item(Key={"PK": "USER#u1", "SK": "PROFILE"})["Item"]["name"], "Jeff")

    def test_by_any_of_several_emails(self):
        for email in ("jeff@example.com", "j@example.com"):
            found = self.table.query(IndexName="by-email", KeyConditionExpression=Key("email").eq(email))["Items"]
            self.assertEqual([item["PK"] for item in found], ["USER#u1"])
        kim = self.table.query(IndexName="by-email", KeyConditionExpression=Key("email").eq("kim@example.com"))["Items"]
        self.assertEqual(kim, [{"PK": "USER#u2", "SK": "PROFILE", "name": "Kim", "email": "kim@example.com"}])

    def test_emails_of_a_user(self):
        emails = self.table.query(KeyConditionExpression=Key("PK").eq("USER#u1") & Key("SK").begins_with("EMAIL#"))["Items"]
        self.assertEqual([item["email"] for item in emails], ["j@example.com", "jeff@example.com"])

    def test_only_items_with_the_attribute_are_indexed(self):
        self.assertEqual([item["PK"] for item in self.table.scan(IndexName="by-phone")["Items"]], ["USER#u1"])
        self.assertEqual(self.table.scan(IndexName="by-email", Select="COUNT")["Count"], 3)
        self.table.update_item(Key={"PK": "USER#u1", "SK": "PROFILE"}, UpdateExpression="REMOVE phone")
        self.assertEqual(self.table.scan(IndexName="by-phone")["Items"], [])

    def test_an_index_key_of_another_type_is_refused(self):
        with self.refused("ValidationException") as refusal:
            self.table.put_item(Item={"PK": "USER#u3", "SK": "PROFILE", "email": decimal.Decimal(1)})
        self.assertIn("Type mismatch for Index Key email Expected: S Actual: N IndexName: by-email", str(refusal.exception))


class Telemetry(Boto3Case):
    NOW = datetime.datetime(2024, 3, 15, 14, 30, 45, tzinfo=UTC)

    @staticmethod
    def partition(moment):
        return f"DEVICE#123#{moment:%Y-%m-%d-%H}"

    def setUp(self):
        self.table = self.single_table("Telemetry")
        with self.table.batch_writer() as batch:
            for minutes in range(0, 26 * 60, 20):
                moment = self.NOW - datetime.timedelta(minutes=minutes)
                batch.put_item(Item={
                    "PK": self.partition(moment), "SK": f"{moment:%Y-%m-%dT%H:%M:%S}.123Z", "value": minutes,
                    "ttl": int((moment + datetime.timedelta(days=30)).timestamp())})

    def read(self, begin, end):
        """Sends a Query for each hour that the span touches, all at once, and merges the answers."""
        first = begin.replace(minute=0, second=0)
        hours = [first + datetime.timedelta(hours=n) for n in range(int((end - first).total_seconds() // 3600) + 1)]

        def query(hour):
            values = {":pk": self.partition(hour), ":begin": f"{begin:%Y-%m-%dT%H:%M:%S}", ":end": f"{end:%Y-%m-%dT%H:%M:%S}~"}
            return self.client.query(
                TableName="Telemetry", KeyConditionExpression="PK = :pk AND SK BETWEEN :begin AND :end",
                ExpressionAttributeValues={name: {"S": text} for name, text in values.items()})["Items"]

        with ThreadPoolExecutor(8) as pool:
            pages = list(pool.map(query, hours))
        return len(hours), [item for page in pages for item in page]

    def test_one_hour(self):
        hour = self.table.query(KeyConditionExpression=Key("PK").eq("DEVICE#123#2024-03-15-14"))["Items"]
        self.assertEqual([item["SK"] for item in hour], ["2024-03-15T14:10:45.123Z", "2024-03-15T14:30:45.123Z"])

    def test_the_last_day_touches_25_buckets(self):
        # The article queries 24 buckets. A day that does not begin on the hour touches 25.
        queries, readings = self.read(self.NOW - datetime.timedelta(hours=24), self.NOW)
        self.assertEqual(queries, 25)
        self.assertEqual([int(item["value"]["N"]) for item in readings], list(range(24 * 60, -1, -20)))

    def test_an_expiry_attribute_is_an_ordinary_number_until_it_passes(self):
        item = self.table.query(KeyConditionExpression=Key("PK").eq("DEVICE#123#2024-03-15-14"), ScanIndexForward=False, Limit=1)["Items"][0]
        self.assertEqual(item["ttl"], int((self.NOW + datetime.timedelta(days=30)).timestamp()))


if __name__ == "__main__":
    unittest.main()
